//! A table of a scenario as the section that a part of the mechanism reads itself from.

use super::edit::name_of;
use super::keys::{Keys, Value};
use super::read_file::ReadFile;
use super::signal;
use crate::io::pose_table::PoseTable;
use crate::io::table::GivenTable;
use crate::model::expression::Steepness;
use crate::model::frame::FrameRef;
use crate::model::names::Names;
use crate::model::unit::{Factor, Unit};
use crate::model::{Expr, Invalid, Poses, Refined, Section, SignalCall, nearest};
use crate::plot::counted;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use toml::de::DeValue;

impl Keys<'_> {
    /// Returns the path of a file that the scenario names.
    pub(super) fn beside(&self, file: &str) -> PathBuf {
        Path::new(self.document.file).parent().unwrap_or(Path::new("")).join(file)
    }

    /// Takes a file that a key names among those that the scenario is read from; a further key may state what is in it.
    pub(super) fn take_file(&mut self, key: &str, file: &Path) -> Result<(), Invalid> {
        let read = ReadFile::new(&self.path(key), self.table.and_then(name_of), file);
        self.take(read, &file.display().to_string())
    }

    /// Takes the files that a key names, as [`Keys::take_file`], each with what it has in the place of `pattern`, a name in braces.
    pub(super) fn take_files(
        &mut self,
        key: &str,
        pattern: &str,
        files: Vec<(String, PathBuf)>,
    ) -> Result<(), Invalid> {
        let read = ReadFile::of_many(&self.path(key), self.table.and_then(name_of), pattern, files);
        let all = self.text(key)?;
        self.take(read, &all)
    }

    fn take(&mut self, read: ReadFile, what: &str) -> Result<(), Invalid> {
        if self.has("sha256") {
            let (given, found) = (self.text("sha256")?, read.sha256());
            if Some(&given) != found.as_ref() {
                let found = found.unwrap_or_default();
                let message = format!("{what}: the file has changed: found SHA-256 {found}; accepted: {given}");
                return Err(self.invalid("sha256", message));
            }
        }
        self.document.files.borrow_mut().push(read);
        Ok(())
    }

    /// Fails where a name that stands alone for a key has a unit of something else.
    pub(super) fn expect_unit(&self, key: &str, wanted: &str) -> Result<(), Invalid> {
        let (Some(value), Ok(wanted)) = (self.table.and_then(|table| table.get(key)), Unit::parse(wanted)) else {
            return Ok(());
        };
        let mut open = vec![value.get_ref()];
        while let Some(value) = open.pop() {
            match value {
                DeValue::Array(values) => open.extend(values.iter().map(|value| value.get_ref())),
                DeValue::String(text) => {
                    let name = text.trim().trim_start_matches(['+', '-', ' ']);
                    if let Some(message) = self.document.unit(name).and_then(|unit| unit.mismatch(&wanted)) {
                        return Err(self.invalid(key, format!("found {name:?} in {message}")));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads the numbers or expressions of an array.
    fn row(&self, key: &str, value: &Value<'_>) -> Result<Vec<Expr>, Invalid> {
        match value.get_ref() {
            DeValue::Array(array) => array.iter().map(|v| self.scoped(key, v.get_ref(), &[])).collect(),
            other => Err(self.wrong_type(key, other, "numbers or expressions in brackets, as in [0.0, 1.0]")),
        }
    }
    /// Returns whose expressions see the same variables: all rates do.
    fn owner(&self) -> &str {
        if self.name.starts_with("variable[") { "variable" } else { &self.name }
    }
}

impl Section for Keys<'_> {
    fn invalid(&self, key: &str, message: String) -> Invalid {
        // a dotted key lies in a table below
        let (mut table, mut offset) = (self.table, self.offset);
        for part in key.split('.') {
            let part = part.split('[').next().unwrap_or(part);
            let Some(value) = table.and_then(|t| t.get(part)) else { break };
            offset = value.span().start;
            table = match value.get_ref() {
                DeValue::Table(t) => Some(t),
                _ => None,
            };
        }
        Invalid { place: self.place(offset, &self.path(key)), message }
    }

    fn has(&mut self, key: &str) -> bool {
        self.get(key).is_some()
    }

    fn text(&mut self, key: &str) -> Result<String, Invalid> {
        let value = self.required(key)?;
        match value.get_ref() {
            DeValue::String(text) => Ok(text.to_string()),
            other => Err(self.wrong_type(key, other, "a text in quotes")),
        }
    }

    fn texts(&mut self, key: &str) -> Result<Vec<String>, Invalid> {
        self.strings(key)
    }

    fn is_number(&mut self, key: &str) -> bool {
        self.constant(key).is_ok()
    }

    fn number(&mut self, key: &str) -> Result<Expr, Invalid> {
        let value = self.required(key)?;
        self.scoped(key, value.get_ref(), &[])
    }

    fn numbers(&mut self, key: &str, count: &[usize]) -> Result<Vec<Expr>, Invalid> {
        let counts: Vec<String> = count.iter().map(usize::to_string).collect();
        let accepted = format!("{} numbers or expressions in brackets", counts.join(" or "));
        let values = self.flat(key, &accepted)?;
        if !count.contains(&values.len()) {
            return Err(
                self.invalid(key, format!("found {}; accepted: {accepted}", counted(values.len() as u64, "value")))
            );
        }
        values.into_iter().map(|v| self.scoped(key, v, &[])).collect()
    }

    fn list(&mut self, key: &str) -> Result<Vec<Expr>, Invalid> {
        self.row(key, self.required(key)?)
    }

    fn lists(&mut self, key: &str) -> Result<Vec<Vec<Expr>>, Invalid> {
        let value = self.required(key)?;
        match value.get_ref() {
            DeValue::Array(rows) => rows.iter().map(|row| self.row(key, row)).collect(),
            other => Err(self.wrong_type(key, other, "lists of numbers, as in [[0.0, 1.0], [2.0, 3.0]]")),
        }
    }

    fn expressions(&mut self, key: &str, count: usize, variables: &[String]) -> Result<Vec<Expr>, Invalid> {
        let accepted = format!(
            "{} or {} in brackets",
            counted(count as u64, "number"),
            if count == 1 { "expression" } else { "expressions" }
        );
        let values = self.flat(key, &accepted)?;
        if values.len() != count {
            return Err(
                self.invalid(key, format!("found {}; accepted: {accepted}", counted(values.len() as u64, "value")))
            );
        }
        values.into_iter().map(|v| self.scoped(key, v, variables)).collect()
    }

    fn expression(&mut self, key: &str, variables: &[String]) -> Result<Expr, Invalid> {
        self.scoped(key, self.required(key)?.get_ref(), variables)
    }

    fn expression_in_units(&mut self, key: &str, variables: &[String], units: &[Factor]) -> Result<Expr, Invalid> {
        self.scoped_in_units(key, self.required(key)?.get_ref(), variables, units)
    }

    fn expect_units(&self, units: &[(&str, &str)]) -> Result<(), Invalid> {
        units.iter().try_for_each(|(key, unit)| self.expect_unit(key, unit))
    }

    fn pose_table(&mut self, key: &str) -> Result<Poses, Invalid> {
        let file = self.text(key)?;
        let file = self.beside(&file);
        let table = PoseTable::read(&file).map_err(|error| self.invalid(key, error.to_string()))?;
        self.take_file(key, &file)?;
        if table.sign_flips > 0 {
            let flips = counted(table.sign_flips as u64, "quaternion");
            let note = format!(
                "{}: {flips} with another sign than the row before, which says nothing of the motion",
                file.display()
            );
            self.note(note);
        }
        self.document.notes.borrow_mut().extend(table.long_vectors());
        Ok(table.into_poses())
    }

    fn follow(&mut self, key: &str, range: [f64; 2], time: &Expr) {
        let (place, parameters) = (self.invalid(key, String::new()).place, self.document.defaults.borrow().len());
        self.document.depends_on_time.set(true);
        self.document.calls.borrow_mut().push(SignalCall::of_poses(range, time, parameters, place));
    }

    fn hold(&mut self, key: &str, expression: Expr, variables: &[String]) -> Expr {
        let place = self.invalid(key, String::new()).place;
        self.document.hold((self.owner(), &place), &expression, variables)
    }

    fn side(&mut self, key: &str, grade: usize, steepness: Steepness) -> Option<usize> {
        self.document.steepen(steepness);
        let place = self.invalid(key, String::new()).place;
        Some(self.document.sides.borrow_mut().add(place, grade))
    }

    fn note(&mut self, note: String) {
        self.document.notes.borrow_mut().push(note);
    }

    fn poses_along(&mut self, key: &str) -> Result<Poses, Invalid> {
        let file = self.text(key)?;
        let file = self.beside(&file);
        let table = PoseTable::read_along(&file).map_err(|error| self.invalid(key, error.to_string()))?;
        self.take_file(key, &file)?;
        Ok(table.into_poses())
    }

    fn refined(&self, beam: &str) -> Refined {
        let Some((elements, names)) = &self.document.refined else { return Refined::default() };
        let of_beam = |name: &String| Some(name.strip_prefix(beam)?.strip_prefix('.')?.to_string());
        Refined { elements: Some(*elements), frames: names.iter().filter_map(of_beam).collect() }
    }

    fn columns(&mut self, key: &str, wanted: &[(String, &str)]) -> Result<Vec<(String, Vec<f64>)>, Invalid> {
        let file = self.text(key)?;
        let file = self.beside(&file);
        let wrong = |error: Invalid| self.invalid(key, error.to_string());
        let is_known = |name: &str| wanted.iter().any(|(known, _)| known == name);
        let mut table = GivenTable::open(&file, is_known).map_err(wrong)?;
        for name in table.names().filter(|name| !is_known(name)) {
            let near = nearest(name, wanted.iter().map(|(known, _)| known.as_str()));
            let hint = near.map_or(String::new(), |near| format!("; did you mean {near:?}?"));
            let note = format!("{}: the column {name:?} is not read{hint}", file.display());
            self.document.notes.borrow_mut().push(note);
        }
        let column = |(name, unit): &(String, &str)| table.column(name, Unit::parse(unit).ok().as_ref()).transpose();
        let there = wanted.iter().filter_map(column).collect::<Result<Vec<_>, _>>().map_err(wrong)?;
        let (first, _) = &wanted[0];
        if there.first().is_none_or(|column| column.name != *first) {
            let others = [&wanted[1], &wanted[wanted.len() - 1]].map(|(name, _)| name.as_str());
            return Err(wrong(table.missing(first, &format!("{first}, and any of {}", others.join(" to ")))));
        }
        let numbers = table.numbers(&there, false).map_err(wrong)?;
        self.take_file(key, &file)?;
        Ok(there.into_iter().map(|column| column.name).zip(numbers).collect())
    }

    fn samples_over_time(&mut self) -> Result<Expr, Invalid> {
        signal::over_time(self)
    }

    fn parsed_expression(&self, text: &str, variables: &[String]) -> Result<Expr, Invalid> {
        self.scoped("", &DeValue::String(text.into()), variables)
    }

    fn flag(&mut self, key: &str) -> Result<bool, Invalid> {
        match self.get(key).map(|value| value.get_ref()) {
            None => Ok(false),
            Some(DeValue::Boolean(flag)) => Ok(*flag),
            Some(other) => Err(self.wrong_type(key, other, "true or false")),
        }
    }

    fn inner(&mut self, key: &str) -> Result<Box<dyn Section + '_>, Invalid> {
        Ok(Box::new(self.table(key)?))
    }

    fn finish(&self) -> Result<(), Invalid> {
        Keys::finish(self)
    }

    fn names(&self) -> Rc<Names> {
        self.document.names()
    }

    fn between(&mut self, key: &str) -> Result<[FrameRef; 2], Invalid> {
        let accepted = "two names, as in [\"ground\", \"top\"]";
        let values = self.flat(key, accepted)?;
        let name = |v: &DeValue<'_>| match v {
            DeValue::String(name) => self.frame_named(key, name),
            other => Err(self.wrong_type(key, other, accepted)),
        };
        let [a, b] = values.as_slice() else {
            return Err(
                self.invalid(key, format!("found {}; accepted: {accepted}", counted(values.len() as u64, "name")))
            );
        };
        let pair = [name(a)?, name(b)?];
        if pair[0] == pair[1] {
            return Err(self.invalid(key, "both are the same body; accepted: two different bodies".into()));
        }
        Ok(pair)
    }
}
