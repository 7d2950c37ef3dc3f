//! The plan whose members are the rows of a table.

use super::PlanInfo;
use super::rule::Rule;

pub(super) const INFO: PlanInfo = PlanInfo {
    name: "table",
    help: "one member per row of a CSV file whose header names the parameters",
    keys: "",
    sequence: None,
    example: r#"[plan]
kind = "table"
file = "members.csv" # mass,stiffness and a line per member
columns = ["mass"] # must be there
"#,
};

/// A table of parameter values: a column per parameter, a row per member.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    columns: Vec<String>,
    rows: u64,
    /// All values, row by row.
    values: Vec<f64>,
}

impl Table {
    /// Makes a table of given values, row by row.
    ///
    /// # Panics
    ///
    /// If the values are not so many rows.
    #[must_use]
    pub fn new(columns: Vec<String>, rows: u64, values: Vec<f64>) -> Self {
        assert!(rows > 0 && values.len() as u64 == rows * columns.len() as u64, "whole rows");
        Self { columns, rows, values }
    }

    /// Makes a table of given values, row by row, of at least one column.
    ///
    /// # Panics
    ///
    /// If there is no row, or the values are no whole number of rows.
    #[must_use]
    pub fn of_rows(columns: Vec<String>, values: Vec<f64>) -> Self {
        let rows = (values.len() / columns.len()) as u64;
        Self::new(columns, rows, values)
    }

    /// Names of the columns in the order of the file.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Returns the number of rows, at least one.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }
}

impl Rule for Table {
    fn fill(&self, member: u64, values: &mut [f64]) {
        let row = usize::try_from(member)
            .ok()
            .and_then(|member| self.values.chunks_exact(self.columns.len().max(1)).nth(member));
        match row {
            Some(row) => values.iter_mut().zip(row).for_each(|(to, from)| *to = *from),
            None => values.fill(f64::NAN),
        }
    }
}
