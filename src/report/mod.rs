//! What a finished run looks like to a reader: the summary of its outcomes and outputs.

pub mod convergence;
mod format;
mod statistics;

pub use crate::plot::count;
pub use format::{number, rate, table};
pub use statistics::statistics_table;

use crate::ensemble::{Chunk, Outcome, Progress, Study};
use crate::stats::Summary;
use std::time::Duration;

/// Collects the outputs of all members that completed.
#[derive(Debug)]
pub struct Report {
    columns: Vec<(String, String)>,
    summaries: Vec<Summary>,
    bodies: u64,
}

impl Report {
    /// An empty report on a study.
    pub fn new(study: &Study) -> Self {
        let columns = study.mechanism.columns();
        let summaries = columns.iter().map(|_| Summary::new()).collect();
        Self { columns, summaries, bodies: study.mechanism.unit_count() as u64 }
    }

    /// Takes the outputs of a chunk.
    pub fn add(&mut self, chunk: &Chunk) {
        for i in 0..chunk.outcomes.len() {
            let outputs = chunk.outputs_of(i);
            for (c, summary) in self.summaries.iter_mut().enumerate() {
                // the time of an event that did not happen is missing
                summary.push(outputs.map(|o| o[c]).filter(|y| !y.is_nan()));
            }
        }
    }

    /// Column names with units, and their summaries.
    pub fn columns(&self) -> impl Iterator<Item = (&str, &str, &Summary)> {
        self.columns.iter().zip(&self.summaries).map(|((name, unit), s)| (name.as_str(), unit.as_str(), s))
    }

    /// Steps times bodies; steps where there are only variables.
    pub fn body_steps(&self, progress: &Progress) -> u64 {
        progress.steps * self.bodies
    }

    /// The members by outcome.
    pub fn outcomes(&self, progress: &Progress) -> String {
        let part = |(outcome, n): (&Outcome, &u64)| format!("{} {}", count(*n), outcome.name());
        let present = Outcome::ALL.iter().zip(&progress.outcomes).filter(|(_, n)| **n > 0);
        present.map(part).collect::<Vec<_>>().join(", ")
    }

    /// A table of the outputs: mean, standard deviation, minimum, quantiles, maximum.
    pub fn output_table(&self) -> String {
        let head = ["output", "unit", "mean", "std", "min", "5 %", "50 %", "95 %", "max"];
        let mut rows = vec![head.map(String::from).to_vec()];
        for (name, unit, s) in self.columns() {
            let [q5, q50, q95] = s.quantiles([0.05, 0.5, 0.95]);
            let mut row = vec![name.to_string(), unit.to_string()];
            row.extend([s.mean(), s.std(), s.min(), q5, q50, q95, s.max()].map(|v| v.map_or("-".into(), number)));
            rows.push(row);
        }
        table(&rows, 2)
    }

    /// One line on the throughput.
    pub fn throughput(&self, progress: &Progress, wall: Duration) -> String {
        let seconds = wall.as_secs_f64().max(1e-9);
        let body_steps = self.body_steps(progress);
        format!(
            "{} body-steps in {:.3} s: {} body-steps/s",
            count(body_steps),
            seconds,
            rate(body_steps as f64 / seconds)
        )
    }
}
