//! Heads of columns that may state units.

use crate::model::unit::{Factor, Header, Unit};

/// Holds the heads of the columns of a table, with the units that they state.
#[derive(Default)]
pub(super) struct Heads(Vec<(String, Header)>);

impl Heads {
    /// Reads heads; `is_known` tells the names that a column may have, of which none may come twice.
    ///
    /// # Errors
    /// Where a head states what is no unit, or a name comes twice: a message.
    pub(super) fn read(heads: Vec<&str>, is_known: impl Fn(&str) -> bool) -> Result<Self, String> {
        let mut found: Vec<(String, Header)> = Vec::new();
        let mut names = std::collections::BTreeSet::new();
        for head in heads {
            let header = Header::read(head, &is_known)?;
            if is_known(&header.name) && !names.insert(header.name.clone()) {
                return Err(format!("the column `{}` comes twice", header.name));
            }
            found.push((head.to_string(), header));
        }
        Ok(Self(found))
    }

    /// Counts the columns.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the names of the columns.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(_, header)| header.name.as_str())
    }

    /// Returns the heads as they stand in the table.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(head, _)| head.as_str())
    }

    /// Returns the number of the column of a name, and the factor by which its numbers are in a unit: none stands for that of the SI.
    /// Nothing where there is no such column.
    ///
    /// # Errors
    /// Where the head states a unit of another quantity: a message.
    pub(super) fn column(&self, name: &str, unit: Option<&Unit>) -> Result<Option<(usize, Factor)>, String> {
        let found = self.0.iter().enumerate().find(|(_, (_, header))| header.name == name);
        found.map(|(at, (_, header))| Ok((at, header.conversion(unit)?))).transpose()
    }
}
