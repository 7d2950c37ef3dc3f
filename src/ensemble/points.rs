//! Points that an analysis finds of members, any number of each: along a path of equilibria, or of a branch of motions.

/// Describes the table of points: a row for each, with the numbers of its member and of the point among those of the member before its
/// columns.
#[derive(Clone, Debug, PartialEq)]
pub struct PointTable {
    /// The name of the table.
    pub name: &'static str,
    /// Its columns.
    pub columns: Vec<PointColumn>,
}

/// Describes a column of points.
#[derive(Clone, Debug, PartialEq)]
pub struct PointColumn {
    /// The name.
    pub name: String,
    /// The unit, if there is one.
    pub unit: Option<String>,
    /// What its numbers stand for.
    pub kind: PointCell,
}

/// Says what a number of a point stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PointCell {
    /// For itself; not a number where there is none.
    Real,
    /// For a whole number.
    Whole,
    /// For one of these words, by its place.
    Word(&'static [&'static str]),
}

impl PointColumn {
    /// Describes a column of numbers with a unit.
    pub fn real(name: impl Into<String>, unit: impl Into<String>) -> Self {
        Self { name: name.into(), unit: Some(unit.into()), kind: PointCell::Real }
    }

    /// Describes a column of other cells.
    pub fn of(name: &str, kind: PointCell) -> Self {
        Self { name: name.into(), unit: None, kind }
    }
}

impl PointCell {
    /// Returns the number that stands for a word, or for the first one where that is none of these.
    pub fn number(self, word: &str) -> f64 {
        let Self::Word(words) = self else { return 0.0 };
        words.iter().position(|other| *other == word).unwrap_or(0) as f64
    }
}
