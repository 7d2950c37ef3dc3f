//! Names of a scenario for what a robot calls otherwise.

use std::collections::HashSet;

/// The longest name that is made, in characters: what is put before it makes names of outputs, which have a limit.
const LONGEST: usize = 150;

/// Makes names that come once each and that expressions and tables take without quotes.
#[derive(Debug)]
pub(super) struct NameMaker {
    what: &'static str,
    taken: HashSet<String>,
    /// What became of names that had to change, in words.
    pub(super) changed: Vec<String>,
}

impl NameMaker {
    /// Returns one for links or joints, with names that are taken.
    pub(super) fn new(what: &'static str, taken: &[&str]) -> Self {
        Self { what, taken: taken.iter().map(|name| name.to_string()).collect(), changed: Vec::new() }
    }

    /// Returns the name in the scenario: letters, digits and underscores, and no digit first.
    pub(super) fn make(&mut self, name: &str) -> String {
        let word = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' };
        let mut made: String = name.chars().map(word).take(LONGEST).collect();
        if made.is_empty() || made.starts_with(|c: char| c.is_ascii_digit()) {
            made.insert(0, '_');
        }
        let base = made.clone();
        let mut number = 2;
        while !self.taken.insert(made.clone()) {
            made = format!("{base}_{number}");
            number += 1;
        }
        if made != name {
            self.changed.push(format!("the {} {name:?} is called {made:?}", self.what));
        }
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_and_come_once() {
        let mut names = NameMaker::new("link", &["ground"]);
        let made: Vec<String> =
            ["arm", "left-arm", "left arm", "ground", "1st", "", "ärm"].iter().map(|n| names.make(n)).collect();
        assert_eq!(made, ["arm", "left_arm", "left_arm_2", "ground_2", "_1st", "_", "_rm"]);
        assert_eq!(names.changed.len(), 6);
        assert_eq!(names.changed[0], "the link \"left-arm\" is called \"left_arm\"");
    }
}
