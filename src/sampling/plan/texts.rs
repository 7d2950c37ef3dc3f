//! Columns of a table whose values may be texts.

use std::collections::HashMap;

/// Holds the different texts of a column.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Texts {
    /// The number of the column.
    pub(super) column: usize,
    /// The texts in the order in which they first come.
    pub(super) in_order: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Texts {
    /// Makes those of a column that has no rows yet.
    pub(super) fn of(column: usize) -> Self {
        Self { column, in_order: Vec::new(), numbers: HashMap::new() }
    }

    /// Returns the number that stands for a text.
    pub(super) fn number(&mut self, text: &str) -> f64 {
        let next = self.in_order.len();
        let number = *self.numbers.entry(text.to_string()).or_insert(next);
        if number == next {
            self.in_order.push(text.to_string());
        }
        number as f64
    }

    /// Tells whether all texts are whole numbers, which then take their places among the values of rows of so many columns.
    pub(super) fn are_numbers(&self, columns: usize, values: &mut [f64]) -> bool {
        let whole =
            |text: &String| text.parse::<u32>().ok().filter(|number| number.to_string() == *text).map(f64::from);
        let Some(numbers) = self.in_order.iter().map(whole).collect::<Option<Vec<f64>>>() else { return false };
        values.iter_mut().skip(self.column).step_by(columns).for_each(|value| *value = numbers[*value as usize]);
        true
    }
}
