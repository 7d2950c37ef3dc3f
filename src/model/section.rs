//! Where a part of a mechanism reads its data from.

use super::expression::{Expr, Expr3, Steepness};
use super::frame::FrameRef;
use super::names::Names;
use super::unit::{Factor, Unit};
use crate::lie::Motion;
use std::rc::Rc;

/// Says why data make no mechanism: where they stand and what is wrong with them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct Invalid {
    /// File, line and key, as in `top.toml:12: body[0].mass`.
    pub place: String,
    /// What was found and what would be accepted.
    pub message: String,
}

/// Holds poses over time.
#[derive(Clone, Debug)]
pub struct Poses {
    /// The file, for messages.
    pub name: String,
    /// The times, s.
    pub times: Vec<f64>,
    /// The poses, `world_from_body`.
    pub motions: Vec<Motion<f64>>,
    /// The standard deviations of every component of positions, m, and of rotations, rad, where they are known.
    pub deviations: Option<[Vec<f64>; 2]>,
    /// The lines that the rows stand on, where the file is one of text.
    pub lines: Option<Vec<usize>>,
}

impl Poses {
    /// Returns where a row stands, counted from 0: file and line of a text, otherwise file and row.
    pub fn place(&self, row: usize) -> String {
        row_place(&self.name, self.lines.as_deref(), row)
    }
}

/// Returns where a row of a table stands, counted from 0: file and line, where rows stand on lines, otherwise file and row.
pub fn row_place(file: &str, lines: Option<&[usize]>, row: usize) -> String {
    match lines.and_then(|lines| lines.get(row)) {
        Some(line) => format!("{file}:{line}"),
        None => format!("{file}, row {}", row + 1),
    }
}

/// Says how many elements beams have in place of those that a scenario gives them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elements {
    /// So many in each beam.
    Count(usize),
    /// So many times as many.
    Times(usize),
}

/// Says how a beam is refined.
#[derive(Clone, Debug, Default)]
pub struct Refined {
    /// The elements, if others than those that the scenario gives.
    pub elements: Option<Elements>,
    /// The names of frames behind that of the beam, as `node.7`, which stay where they are.
    pub frames: Vec<String>,
}

/// Reads a table of keys and values, such as one `[[force]]` of a scenario. Every key that is asked for
/// counts as known; what remains is reported as unknown.
pub trait Section {
    /// Makes an error about a key of this section.
    fn invalid(&self, key: &str, message: String) -> Invalid;
    /// Tells whether the key is present.
    fn has(&mut self, key: &str) -> bool;
    /// Reads a text.
    fn text(&mut self, key: &str) -> Result<String, Invalid>;
    /// Reads texts, as in `["a", "b"]`.
    fn texts(&mut self, key: &str) -> Result<Vec<String>, Invalid>;
    /// Tells whether the value of a key is a number, or an expression that names nothing.
    fn is_number(&mut self, key: &str) -> bool;
    /// Reads a number or an expression.
    fn number(&mut self, key: &str) -> Result<Expr, Invalid>;
    /// Reads `N` numbers or expressions.
    fn numbers(&mut self, key: &str, count: &[usize]) -> Result<Vec<Expr>, Invalid>;
    /// Reads numbers or expressions, as many as there are.
    fn list(&mut self, key: &str) -> Result<Vec<Expr>, Invalid>;
    /// Reads lists of numbers or expressions, as in `[[0, 1], [2, 3, 4]]`.
    fn lists(&mut self, key: &str) -> Result<Vec<Vec<Expr>>, Invalid>;
    /// Reads `count` numbers or expressions over the parameters and these variables.
    fn expressions(&mut self, key: &str, count: usize, variables: &[String]) -> Result<Vec<Expr>, Invalid>;
    /// Reads a number or an expression over the parameters and these variables.
    fn expression(&mut self, key: &str, variables: &[String]) -> Result<Expr, Invalid>;
    /// Reads a number or an expression over the parameters and these variables, whose values are in units of these sizes, as
    /// those of the columns of outputs are.
    fn expression_in_units(&mut self, key: &str, variables: &[String], units: &[Factor]) -> Result<Expr, Invalid>;
    /// Reads `true` or `false`; `false` where the key is absent.
    fn flag(&mut self, key: &str) -> Result<bool, Invalid>;
    /// Reads a table below this one, as in `key = { .. }`; [`Section::finish`] must be called on it.
    fn inner(&mut self, key: &str) -> Result<Box<dyn Section + '_>, Invalid>;
    /// Reports a key that nothing has asked for.
    fn finish(&self) -> Result<(), Invalid>;
    /// Returns what may be referred to by name.
    fn names(&self) -> Rc<Names>;
    /// Returns how the beam of a name is refined.
    fn refined(&self, _beam: &str) -> Refined {
        Refined::default()
    }

    /// Reads a table of poses, a file that the key names.
    fn pose_table(&mut self, key: &str) -> Result<Poses, Invalid> {
        Err(self.invalid(key, "no file can be read here".into()))
    }
    /// Takes notice that poses of a table, of which there are none outside of a range of times, s, are followed at a time over the
    /// parameters and t.
    fn follow(&mut self, _key: &str, _range: [f64; 2], _time: &Expr) {}
    /// Returns an expression of a key over the parameters and these variables with what switches in it with the state held over steps;
    /// what evaluates it gives the sides.
    fn hold(&mut self, _key: &str, expression: Expr, _variables: &[String]) -> Expr {
        expression
    }
    /// Returns the number of a side that is held over steps of what a key decides, of a grade, which begins there so steeply; none where
    /// nothing is held.
    fn side(&mut self, _key: &str, _grade: usize, _steepness: Steepness) -> Option<usize> {
        None
    }
    /// Says what is likely not meant.
    fn note(&mut self, _note: String) {}
    /// Reads a table of poses over lengths along a line, m, a file that the key names.
    fn poses_along(&mut self, key: &str) -> Result<Poses, Invalid> {
        Err(self.invalid(key, "no file can be read here".into()))
    }
    /// Reads columns of numbers, each with the unit that it is wanted in, of a table that the key names; one that is not there is left
    /// out, but the first.
    fn columns(&mut self, key: &str, _wanted: &[(String, &str)]) -> Result<Vec<(String, Vec<f64>)>, Invalid> {
        Err(self.invalid(key, "no file can be read here".into()))
    }
    /// Reads samples over the time and returns what is between them, with its scale, as an expression of the time t behind the parameters.
    fn samples_over_time(&mut self) -> Result<Expr, Invalid> {
        Err(self.invalid("samples", "no samples can be read here".into()))
    }
    /// Parses an expression that stands for an absent key.
    fn parsed_expression(&self, text: &str, variables: &[String]) -> Result<Expr, Invalid>;

    /// Reads a unit.
    fn unit(&mut self, key: &str) -> Result<Unit, Invalid> {
        let text = self.text(key)?;
        Unit::parse(&text).map_err(|e| self.invalid(key, e.to_string()))
    }
    /// Refuses a parameter that stands alone for one of these keys where its unit is one of something else than the unit of
    /// the key, of the SI; keys that are absent, numbers and longer expressions are as they are.
    fn expect_units(&self, _units: &[(&str, &str)]) -> Result<(), Invalid> {
        Ok(())
    }
    /// Reads the name that a key gives, as its index among the names of `what`.
    fn named(&mut self, key: &str, what: &str, names: &[&str]) -> Result<usize, Invalid> {
        let name = self.text(key)?;
        self.place_of(key, &name, what, names)
    }
    /// Returns the index of a name, which a key holds, among the names of `what`.
    fn place_of(&self, key: &str, name: &str, what: &str, names: &[&str]) -> Result<usize, Invalid> {
        names.iter().position(|n| *n == name).ok_or_else(|| {
            let hint = super::nearest(name, names.iter().copied());
            let hint = hint.map_or(String::new(), |near| format!(" did you mean {near:?}?"));
            let list = if names.is_empty() { "there are none".into() } else { names.join(", ") };
            self.invalid(key, format!("unknown {what} {name:?};{hint} {}: {list}", plural(what)))
        })
    }
    /// Reads the number of the joint that a key names.
    fn joint(&mut self, key: &str) -> Result<usize, Invalid> {
        let names = self.names();
        let names: Vec<&str> = names.joints.iter().map(|j| j.name.as_str()).collect();
        self.named(key, "joint", &names)
    }
    /// Reads a vector of three components.
    fn vector(&mut self, key: &str) -> Result<Expr3, Invalid> {
        let v = self.numbers(key, &[3])?;
        v.try_into().map_err(|_| self.invalid(key, "expected 3 numbers".into()))
    }
    /// Reads a vector, or zero where the key is absent.
    fn vector_or_zero(&mut self, key: &str) -> Result<Expr3, Invalid> {
        if self.has(key) { self.vector(key) } else { Ok(Default::default()) }
    }
    /// Reads a number, or a given one where the key is absent.
    fn number_or(&mut self, key: &str, default: f64) -> Result<Expr, Invalid> {
        if self.has(key) { self.number(key) } else { Ok(Expr::Constant(default)) }
    }
    /// Reads one of several words; the first where the key is absent.
    fn choice(&mut self, key: &str, accepted: &[&'static str]) -> Result<&'static str, Invalid> {
        if !self.has(key) {
            return Ok(accepted[0]);
        }
        let found = self.text(key)?;
        accepted
            .iter()
            .find(|a| **a == found)
            .copied()
            .ok_or_else(|| self.invalid(key, format!("found {found:?}; accepted: {}", accepted.join(", "))))
    }
    /// Returns the frame of a name: a body, or ground.
    fn frame_named(&self, key: &str, name: &str) -> Result<FrameRef, Invalid> {
        let all = self.names();
        let names = &all.bodies;
        if name == "ground" {
            return Ok(FrameRef::Ground);
        }
        if let Some(at) = names.iter().position(|n| n == name) {
            return Ok(FrameRef::Body(at));
        }
        let beams = &all.beams;
        if let Some(beam) = beams.iter().find(|beam| name.strip_prefix(&beam.name).is_some_and(|r| r.starts_with('.')))
        {
            return beam.frame(&name[beam.name.len() + 1..]).map_err(|message| self.invalid(key, message));
        }
        if let Some(beam) = beams.iter().find(|beam| beam.name == name) {
            let ends = format!("{}.0 (root), {}.1 (tip)", beam.name, beam.name);
            return Err(self.invalid(key, format!("{name:?} is a beam; accepted: a frame of it, as {ends} and nodes")));
        }
        let first = beams.first().map_or(names.len(), |beam| beam.nodes.start);
        let names = &names[..first];
        let of_beams = beams.iter().flat_map(|beam| [format!("{}.0", beam.name), format!("{}.1", beam.name)]);
        let list: Vec<String> = std::iter::once("ground".into()).chain(names.iter().cloned()).chain(of_beams).collect();
        let hint = super::nearest(name, list.iter().map(String::as_str));
        let hint = hint.map_or(String::new(), |near| format!(" did you mean {near:?}?"));
        Err(self.invalid(key, format!("unknown body {name:?};{hint} bodies: {}", list.join(", "))))
    }
    /// Reads the frame, not the ground, that a key names.
    fn frame(&mut self, key: &str) -> Result<FrameRef, Invalid> {
        let name = self.text(key)?;
        match self.frame_named(key, &name)? {
            FrameRef::Ground => Err(self.invalid(key, "ground does not move; name a body".into())),
            frame => Ok(frame),
        }
    }
    /// Reads exactly two frames, one of which may be ground.
    fn between(&mut self, key: &str) -> Result<[FrameRef; 2], Invalid>;
}

/// Returns the plural of a noun and of what follows it, as `outputs of one component` of `output of one component`.
fn plural(what: &str) -> String {
    let split = [" of ", " with ", " that "].into_iter().filter_map(|word| what.find(word)).min().unwrap_or(what.len());
    let (noun, rest) = what.split_at(split);
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies{rest}"),
        _ => format!("{noun}s{rest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::plural;

    #[test]
    fn what_follows_a_noun_stays_as_it_is() {
        assert_eq!(plural("joint"), "joints");
        assert_eq!(plural("output component with derivatives"), "output components with derivatives");
        assert_eq!(plural("body"), "bodies");
        assert_eq!(plural("key"), "keys");
    }
}
