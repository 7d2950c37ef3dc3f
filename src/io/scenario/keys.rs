//! One table of a scenario: typed access to its keys, with errors that say where and what.

use super::document::{Distinct, Document, line};
use super::notation::with_unit;
use super::value::{describe, plain_number};
use crate::model::expression::{ExpressionError, Scope};
use crate::model::text::shortened;
use crate::model::unit::Factor;
use crate::model::{Expr, Invalid, Section, nearest};
use std::cell::{Cell, RefCell};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A key at least this much like one that is missing is taken for a misspelling of it.
const MISSPELT: f64 = 0.7;
/// Keys that other programs have, and what stands for them here.
const ELSEWHERE: &[(&str, &str)] = &[(
    "material",
    "there are no materials: a body has its mass and inertia, a section of a beam youngs_modulus (Pa) and density (kg/m^3)",
)];

/// A table of the file.
#[derive(Debug)]
pub(super) struct Keys<'a> {
    pub(super) document: &'a Document<'a>,
    pub(super) table: Option<&'a DeTable<'a>>,
    /// Where the table itself stands.
    pub(super) offset: usize,
    /// The name of the table, as in `body[0].initial`; empty for the whole file.
    pub(super) name: String,
    asked: RefCell<Distinct>,
    finished: Cell<bool>,
    /// Keys that are not for this table to hold, so that nothing offers them.
    given: &'static [&'static str],
}

pub(super) type Value<'a> = Spanned<DeValue<'a>>;

impl<'a> Keys<'a> {
    pub(super) fn root(document: &'a Document<'a>, table: &'a DeTable<'a>) -> Self {
        Self::new(document, Some(table), 0, String::new())
    }

    fn new(document: &'a Document<'a>, table: Option<&'a DeTable<'a>>, offset: usize, name: String) -> Self {
        Self { document, table, offset, name, asked: RefCell::default(), finished: Cell::new(false), given: &[] }
    }

    /// Makes the keys of a table that was made of parts of the file; it holds `given` keys that the file does not.
    pub(super) fn below(
        document: &'a Document<'a>,
        table: &'a DeTable<'a>,
        offset: usize,
        name: String,
        given: &'static [&'static str],
    ) -> Self {
        Self { given, ..Self::new(document, Some(table), offset, name) }
    }

    pub(super) fn get(&self, key: &str) -> Option<&'a Value<'a>> {
        self.asked.borrow_mut().insert(key);
        self.table?.get(key)
    }

    pub(super) fn required(&self, key: &str) -> Result<&'a Value<'a>, Invalid> {
        self.get(key).ok_or_else(|| self.missing(key, "this key is needed and missing"))
    }

    /// Makes the error about a key that is not there, or about the one that it is misspelt as.
    pub(super) fn missing(&self, key: &str, message: &str) -> Invalid {
        let asked = self.asked.borrow();
        let entries = self.entries();
        let likeness = |name: &String| strsim::normalized_damerau_levenshtein(name, key);
        // one that only begins like a key that was asked for, as in `tol`
        let is_begun = |name: &&String| name.len() >= 3 && asked.in_order.iter().any(|key| key.starts_with(*name));
        let misspelt = entries.iter().filter(|name| !asked.contains(name) && likeness(name) >= MISSPELT);
        match misspelt.max_by(|a, b| likeness(a).total_cmp(&likeness(b))) {
            Some(name) => self.invalid(name, format!("unknown key; the key {key:?} is needed and missing")),
            None => match entries.iter().find(|name| !asked.contains(name) && is_begun(name)) {
                Some(name) => self.unknown(name),
                None => self.invalid(key, message.into()),
            },
        }
    }

    pub(super) fn path(&self, key: &str) -> String {
        if self.name.is_empty() { key.to_string() } else { format!("{}.{key}", self.name) }
    }

    pub(super) fn wrong_type(&self, key: &str, found: &DeValue<'_>, accepted: &str) -> Invalid {
        self.invalid(key, format!("found {}; accepted: {accepted}", describe(found)))
    }

    /// Returns the names that the tables of an array state, which are read later.
    pub(super) fn names_of(&self, array: &str) -> Vec<String> {
        let tables = match self.table.and_then(|t| t.get(array)).map(|v| v.get_ref()) {
            Some(DeValue::Array(tables)) => &tables[..],
            _ => &[],
        };
        let name = |table: &Value<'_>| match table.get_ref() {
            DeValue::Table(t) => t.get("name").and_then(|name| name.get_ref().as_str()).map(str::to_string),
            _ => None,
        };
        tables.iter().filter_map(name).collect()
    }

    /// Returns all keys of the table.
    pub(super) fn entries(&self) -> Vec<String> {
        self.table.map(|t| t.keys().map(|k| k.get_ref().to_string()).collect()).unwrap_or_default()
    }

    /// Tells whether a dotted key leads to a value.
    pub(super) fn has_path(&self, key: &str) -> bool {
        let mut table = self.table;
        let mut parts = key.split('.').peekable();
        while let Some(part) = parts.next() {
            match table.and_then(|t| t.get(part)).map(|v| v.get_ref()) {
                None => return false,
                Some(DeValue::Table(t)) => table = Some(t),
                Some(_) => return parts.peek().is_none(),
            }
        }
        true
    }

    /// Reads a sub-table, which must be there.
    pub(super) fn table(&self, key: &str) -> Result<Keys<'a>, Invalid> {
        let value = self.required(key)?;
        match value.get_ref() {
            DeValue::Table(t) => Ok(Self::new(self.document, Some(t), value.span().start, self.path(key))),
            other => Err(self.wrong_type(key, other, "a table")),
        }
    }

    /// Reads a sub-table, empty where it is absent.
    pub(super) fn optional_table(&self, key: &str) -> Result<Keys<'a>, Invalid> {
        if self.get(key).is_some() {
            self.table(key)
        } else {
            Ok(Self::new(self.document, None, self.offset, self.path(key)))
        }
    }

    /// Reads the tables of an array such as `[[body]]`; none where the key is absent.
    pub(super) fn tables(&self, key: &str) -> Result<Vec<Keys<'a>>, Invalid> {
        let Some(value) = self.get(key) else { return Ok(Vec::new()) };
        let DeValue::Array(array) = value.get_ref() else {
            return Err(self.wrong_type(key, value.get_ref(), &format!("tables [[{key}]]")));
        };
        let item = |(i, item): (usize, &'a Value<'a>)| match item.get_ref() {
            DeValue::Table(t) => {
                let name = t.get("name").and_then(|name| name.get_ref().as_str());
                let name = name.filter(|_| self.document.file.is_empty());
                let at = name.map_or_else(|| format!("[{i}]"), |name| format!(" {name:?}"));
                Ok(Self::new(self.document, Some(t), item.span().start, self.path(key) + &at))
            }
            other => Err(self.wrong_type(key, other, &format!("tables [[{key}]]"))),
        };
        array.iter().enumerate().map(item).collect()
    }

    /// Reads a number that may not depend on parameters.
    pub(super) fn constant(&self, key: &str) -> Result<f64, Invalid> {
        let value = self.required(key)?;
        self.constant_of(key, value.get_ref(), "a number, or an expression without parameters in quotes")
    }

    /// Reads a number, or the value of an expression in which no parameter comes.
    pub(super) fn constant_of(&self, key: &str, value: &DeValue<'_>, accepted: &str) -> Result<f64, Invalid> {
        match value {
            DeValue::String(text) => {
                let expression = Expr::parse(text, &Scope::default()).map_err(|e| {
                    let instead = self.document.unit_at(&self.path(key)).and_then(|own| with_unit(text, &own));
                    self.invalid(key, instead.unwrap_or_else(|| e.to_string()))
                })?;
                Ok(expression.evaluate::<f64>(&[]))
            }
            number => plain_number(number).ok_or_else(|| self.wrong_type(key, value, accepted)),
        }
    }

    /// Reads several numbers that may not depend on parameters.
    pub(super) fn constants(&self, key: &str) -> Result<Vec<f64>, Invalid> {
        let value = self.required(key)?;
        let accepted = "numbers in brackets, as in [1.0, \"pi/2\"]";
        let DeValue::Array(array) = value.get_ref() else {
            return Err(self.wrong_type(key, value.get_ref(), accepted));
        };
        array.iter().map(|v| self.constant_of(key, v.get_ref(), accepted)).collect()
    }

    /// Reads several texts.
    pub(super) fn strings(&self, key: &str) -> Result<Vec<String>, Invalid> {
        let accepted = "texts in brackets, as in [\"mass\", \"arm\"]";
        let text = |v: &DeValue<'_>| match v {
            DeValue::String(s) => Ok(s.to_string()),
            other => Err(self.wrong_type(key, other, accepted)),
        };
        self.flat(key, accepted)?.into_iter().map(text).collect()
    }

    /// Reads a whole number that is not negative.
    pub(super) fn whole(&self, key: &str) -> Result<u64, Invalid> {
        let value = self.required(key)?;
        plain_number(value.get_ref())
            .filter(|n| *n >= 0.0 && n.fract() == 0.0 && *n < 9e15)
            .map(|n| n as u64)
            .ok_or_else(|| self.wrong_type(key, value.get_ref(), "a whole number, not negative and below 9e15"))
    }

    /// Returns the key of the entry of a table of one entry, as in `{ uniform = [0, 1] }`.
    pub(super) fn only_entry(&self) -> Result<String, Invalid> {
        let entries = self.entries();
        match entries.as_slice() {
            [one] => Ok(one.clone()),
            _ => {
                let place = self.place(self.offset, &self.name);
                let message = "expected one entry, as in { uniform = [14.0, 16.0] }".to_string();
                Err(Invalid { place, message })
            }
        }
    }

    /// Tells whether the value of a key is itself an array or a table with several entries.
    pub(super) fn is_array(&self, key: &str) -> bool {
        self.get(key).is_some_and(|v| matches!(v.get_ref(), DeValue::Array(_)))
    }

    /// Reports a key that nothing has asked for.
    pub(super) fn finish(&self) -> Result<(), Invalid> {
        self.finished.set(true);
        let asked = self.asked.borrow();
        match self.entries().iter().find(|key| !asked.contains(key)) {
            Some(key) => Err(self.unknown(key)),
            None => Ok(()),
        }
    }

    /// Makes the error about a key that nothing has asked for.
    fn unknown(&self, key: &str) -> Invalid {
        let asked = self.asked.borrow();
        let asked: Vec<&str> =
            asked.in_order.iter().map(String::as_str).filter(|key| !self.given.contains(key)).collect();
        let begun = asked.iter().copied().find(|other| key.len() >= 3 && other.starts_with(key));
        // a key with words around it that it does not have here
        let part =
            || key.rsplit('_').filter(|part| part.len() > 3).find_map(|part| nearest(part, asked.iter().copied()));
        let hint = match begun.or_else(|| nearest(key, asked.iter().copied())).or_else(part) {
            Some(near) => format!("; did you mean {near:?}?"),
            None => ";".into(),
        };
        let elsewhere =
            ELSEWHERE.iter().find(|(word, _)| *word == key).map_or(String::new(), |(_, here)| format!("; {here}"));
        self.invalid(key, format!("unknown key{hint} accepted: {}{elsewhere}", asked.join(", ")))
    }

    /// Takes these keys for known before they are read, so that what else there is is reported before what is missing.
    pub(super) fn know(&self, keys: &[&str]) -> Result<(), Invalid> {
        for key in keys {
            self.asked.borrow_mut().insert(key);
        }
        self.finish()
    }

    pub(super) fn place(&self, offset: usize, path: &str) -> String {
        let path = shortened(path);
        // what was made in Rust has no lines
        if self.document.file.is_empty() {
            return path.into_owned();
        }
        format!("{}:{}: {path}", self.document.file, line(self.document.text, offset))
    }

    /// Says that a name that an expression cannot use is that of an output, where it is, and why.
    fn names_output(&self, error: &ExpressionError) -> String {
        let ExpressionError::UnknownName { name, scope, .. } = error else { return String::new() };
        let is_of =
            |output: &str, name: &str| name.strip_prefix(output).is_some_and(|s| s.is_empty() || s.starts_with('.'));
        let names = self.document.names();
        let is_unusable = |o: &String| is_of(o, name) && !scope.variables().any(|v| is_of(o, v));
        let Some(at) = names.outputs.iter().position(is_unusable) else { return String::new() };
        let own = self.table.and_then(|t| t.get("name")).and_then(|own| own.get_ref().as_str());
        let own = own.filter(|_| self.name.starts_with("output"));
        match own.and_then(|own| names.outputs.iter().position(|o| o == own)) {
            Some(own) if at == own => format!(" ({name:?} is this output itself)"),
            Some(own) if at > own => format!(" (the output {name:?} stands after this one; move it before this one)"),
            _ => format!(" ({name:?} is an output, which cannot be used here)"),
        }
    }

    /// Reads a number, or an expression over the parameters and these variables.
    pub(super) fn scoped(&self, key: &str, value: &DeValue<'_>, variables: &[String]) -> Result<Expr, Invalid> {
        self.scoped_in_units(key, value, variables, &[])
    }

    /// Reads a number, or an expression over the parameters and these variables, whose values are in units of these
    /// sizes.
    pub(super) fn scoped_in_units(
        &self,
        key: &str,
        value: &DeValue<'_>,
        variables: &[String],
        units: &[Factor],
    ) -> Result<Expr, Invalid> {
        if let Some(number) = plain_number(value) {
            if !number.is_finite() {
                return Err(self.wrong_type(key, value, "a finite number"));
            }
            return Ok(Expr::Constant(number));
        }
        let DeValue::String(text) = value else {
            return Err(self.wrong_type(key, value, "a number, or an expression over the parameters in quotes"));
        };
        self.parsed(key, text, (variables, units), Expr::parse)
    }

    /// Reads a condition over the parameters and these variables, which have values in units of these sizes, with its
    /// text.
    pub(super) fn condition(
        &self,
        key: &str,
        variables: &[String],
        units: &[Factor],
    ) -> Result<(String, Expr), Invalid> {
        let value = self.required(key)?.get_ref();
        let DeValue::String(text) = value else {
            return Err(self.wrong_type(key, value, "a comparison in quotes, as in \"overshoot > 0.05\""));
        };
        let condition = self.parsed(key, text, (variables, units), Expr::parse_condition)?;
        if condition.depends_on(&|_| true) {
            return Ok((text.split_whitespace().collect::<Vec<_>>().join(" "), condition));
        }
        let message =
            format!("{text:?} is the same for all members; accepted: a condition that names outputs or parameters");
        Err(self.invalid(key, message))
    }

    /// Parses an expression over the parameters and these variables, which have values in units of these sizes, of a
    /// text that a key holds.
    pub(super) fn expression_over(
        &self,
        key: &str,
        text: &str,
        variables: (&[String], &[Factor]),
    ) -> Result<Expr, Invalid> {
        self.parsed(key, text, variables, Expr::parse)
    }

    fn parsed(
        &self,
        key: &str,
        text: &str,
        (variables, units): (&[String], &[Factor]),
        parse: impl Fn(&str, &Scope) -> Result<Expr, ExpressionError>,
    ) -> Result<Expr, Invalid> {
        let scope = self.document.scope(variables, units);
        let names = scope.parameters();
        let expr = parse(text, &scope).map_err(|e| self.invalid(key, e.to_string() + &self.names_output(&e)))?;
        let mut used = self.document.used.borrow_mut();
        used.iter_mut().enumerate().for_each(|(at, used)| *used |= expr.depends_on(&|p| p == at));
        let place = || self.invalid(key, String::new()).place;
        // of prescribed positions velocities and accelerations are used as well
        let used = if key == "position" { 2 } else { 0 };
        self.document.keep_kinks(&self.name, &expr, names.len());
        let expr = self.document.with_time(&self.name, (expr, used), (names.len(), variables), place);
        // the value of a variable is known at the start of a run only
        if expr.depends_on(&|at| at >= names.len()) {
            return Ok(expr);
        }
        let defaults = self.document.defaults.borrow();
        let value = expr.evaluate_among(&defaults, &mut self.document.values.borrow_mut());
        if !value.is_finite() {
            let used = |i: &usize| expr.depends_on(&|p| p == *i);
            let at: Vec<String> =
                (0..names.len()).filter(used).map(|i| format!("{} = {:?}", names[i], defaults[i])).collect();
            let at = if at.is_empty() { String::new() } else { format!(" at the default {}", at.join(", ")) };
            let guess = if value.is_nan() { "0/0, or a function outside of its range" } else { "a division by zero" };
            let message = format!("{text:?} is {value}{at}, perhaps {guess}; accepted: a finite number");
            return Err(self.invalid(key, message));
        }
        Ok(expr)
    }

    /// Returns the values of an array, arrays in it flattened.
    pub(super) fn flat(&self, key: &str, accepted: &str) -> Result<Vec<&'a DeValue<'a>>, Invalid> {
        fn collect<'a>(value: &'a Value<'a>, out: &mut Vec<&'a DeValue<'a>>) {
            match value.get_ref() {
                DeValue::Array(array) => array.iter().for_each(|v| collect(v, out)),
                other => out.push(other),
            }
        }
        let value = self.required(key)?;
        if !matches!(value.get_ref(), DeValue::Array(_)) {
            return Err(self.wrong_type(key, value.get_ref(), accepted));
        }
        let mut out = Vec::new();
        collect(value, &mut out);
        Ok(out)
    }
}
