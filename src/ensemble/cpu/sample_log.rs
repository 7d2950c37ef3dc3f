//! Samples of the members of a block, which lanes come to in any order.

use crate::ensemble::{Samples, ValueColumns};

/// Holds samples in the order in which lanes come to them.
#[derive(Debug, Default)]
pub(super) struct SampleLog {
    /// The index of the member in the block and the time, s.
    rows: Vec<(usize, f64)>,
    /// The sampled output components.
    columns: Vec<Vec<f64>>,
}

impl SampleLog {
    /// Adds a sample of the sampled output components.
    pub(super) fn push(&mut self, row: (usize, f64), values: impl ExactSizeIterator<Item = f64>) {
        self.rows.push(row);
        self.columns.resize_with(values.len(), Vec::new);
        self.columns.iter_mut().zip(values).for_each(|(column, value)| column.push(value));
    }

    /// Returns the samples member by member, those of each in the order in which they came.
    pub(super) fn into_samples(self) -> Samples {
        let values = ValueColumns::new(self.rows.len(), self.columns.concat()).expect("as many values in every column");
        Samples { rows: self.rows, values }.by_members()
    }
}
