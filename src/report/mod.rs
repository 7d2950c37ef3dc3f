//! What a finished run looks like to a reader: the summary of its outcomes and outputs.

pub mod convergence;
mod format;
mod statistics;

pub use crate::plot::count;
pub use format::{number, printable, rate, table};
pub use statistics::statistics_table;

use crate::ensemble::OutputSummaries;
use crate::ensemble::{Outcome, Progress};
use std::time::Duration;

/// Returns the members by outcome, in one line.
pub fn outcomes(progress: &Progress) -> String {
    let part = |(outcome, n): (&Outcome, &u64)| format!("{} {}", count(*n), outcome.name());
    let present = Outcome::ALL.iter().zip(&progress.outcomes).filter(|(_, n)| **n > 0);
    present.map(part).collect::<Vec<_>>().join(", ")
}

/// Returns a table of the outputs: mean, standard deviation, minimum, quantiles, maximum.
pub fn output_table(outputs: &OutputSummaries) -> String {
    let head = ["output", "unit", "mean", "std", "min", "5 %", "50 %", "95 %", "max"];
    let mut rows = vec![head.map(String::from).to_vec()];
    for (name, unit, s) in outputs.iter() {
        let [q5, q50, q95] = s.quantiles([0.05, 0.5, 0.95]);
        let mut row = vec![name.to_string(), unit.to_string()];
        row.extend([s.mean(), s.std(), s.min(), q5, q50, q95, s.max()].map(|v| v.map_or("-".into(), number)));
        rows.push(row);
    }
    table(&rows, 2)
}

/// Returns one line on the throughput.
pub fn throughput(body_steps: u64, wall: Duration) -> String {
    let seconds = wall.as_secs_f64().max(1e-9);
    format!("{} body-steps in {:.3} s: {} body-steps/s", count(body_steps), seconds, rate(body_steps as f64 / seconds))
}
