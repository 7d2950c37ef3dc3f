//! Summaries of all outputs of a study.

use super::{Chunk, Study};
use crate::statistics::Summary;

/// Collects the outputs of all members that have any.
#[derive(Debug)]
pub struct OutputSummaries {
    columns: Vec<(String, String)>,
    summaries: Vec<Summary>,
}

impl OutputSummaries {
    /// Makes summaries of the outputs of a study that have seen nothing yet.
    pub fn new(study: &Study) -> Self {
        let columns = study.mechanism.columns();
        let summaries = columns.iter().map(|_| Summary::new()).collect();
        Self { columns, summaries }
    }

    /// Takes in the outputs of a chunk.
    pub fn add(&mut self, chunk: &Chunk) {
        for i in 0..chunk.outcomes.len() {
            let outputs = chunk.outputs_of(i);
            for (c, summary) in self.summaries.iter_mut().enumerate() {
                // the time of an event that did not happen is missing
                summary.push(outputs.map(|o| o[c]).filter(|y| !y.is_nan()));
            }
        }
    }

    /// Takes in the output component of one member; none where it has no such value.
    pub fn push(&mut self, component: usize, value: Option<f64>) {
        self.summaries[component].push(value);
    }

    /// Returns the names and units of the output components, and their summaries.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str, &Summary)> {
        self.columns.iter().zip(&self.summaries).map(|((name, unit), s)| (name.as_str(), unit.as_str(), s))
    }
}
