//! Columns of a table whose values may be texts.

use std::collections::HashMap;

/// Holds the different texts of a column.
#[derive(Default)]
pub(super) struct Texts {
    /// The texts in the order in which they first come.
    pub(super) in_order: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Texts {
    /// Returns the number that stands for a text.
    pub(super) fn number(&mut self, text: &str) -> f64 {
        let next = self.in_order.len();
        let number = *self.numbers.entry(text.to_string()).or_insert(next);
        if number == next {
            self.in_order.push(text.to_string());
        }
        number as f64
    }

    /// Returns the numbers that the texts are, in their order, if all are whole numbers.
    pub(super) fn whole_numbers(&self) -> Option<Vec<f64>> {
        let whole =
            |text: &String| text.parse::<u32>().ok().filter(|number| number.to_string() == *text).map(f64::from);
        self.in_order.iter().map(whole).collect()
    }
}
