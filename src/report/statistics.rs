//! The statistics of a sweep as a table.

use super::format::{number, shown_unit, table};
use super::share;
use crate::ensemble::Statistics;

/// A table of the outputs with these names and units: as that of a run with members, the quantiles with the width
/// within which the histogram knows them.
pub fn statistics_table(columns: &[(String, String)], statistics: &Statistics) -> String {
    let head = ["output", "unit", "members", "mean", "std", "min", "5 %", "50 %", "95 %", "max", "quantiles within"];
    let mut rows = vec![head.map(String::from).to_vec()];
    for ((name, unit), s) in columns.iter().zip(&statistics.components) {
        let quantiles = [0.05, 0.5, 0.95].map(|q| s.quantile(q));
        let [q5, q50, q95] = quantiles.map(|q| q.map(|(value, _)| value));
        let width = quantiles.iter().flatten().map(|(_, width)| *width).reduce(f64::max);
        let mut row = vec![name.clone(), shown_unit(unit).to_string(), share(s.count(), statistics.progress.members)];
        let figures = [s.mean(), s.std(), s.min(), q5, q50, q95, s.max(), width];
        row.extend(figures.map(|v| v.map_or("-".into(), number)));
        rows.push(row);
    }
    table(&rows, 2)
}
