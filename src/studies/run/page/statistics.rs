//! The statistics of a sweep as a table.

use super::intervals::interval_table;
use super::poses::pose_tables;
use crate::ensemble::{Statistics, Study};
use crate::io::manifest::{OutputFigures, PoseFigures};
use crate::report::{Page, RowSelection, Table, number, share, shown_unit};
use crate::sampling::plan::SampleKind;

/// Makes a table of the outputs of a study: as that of a run with members, the quantiles with the width within which
/// the histogram knows them.
pub(super) fn statistics_table(study: &Study, statistics: &Statistics, selection: &RowSelection) -> Page {
    let (columns, sample) = (study.mechanism.columns(), study.plan().sample());
    let mut rows = vec![head(sample)];
    rows[0].push("quantiles within".into());
    let all: Vec<_> = with_means(study, columns.iter().zip(&statistics.components)).collect();
    let (shown, left_out) = selection.of(all, |((name, _), _)| name.clone(), |_| false);
    let mut of_rows = Vec::new();
    for ((name, unit), s) in shown {
        of_rows.push(OutputFigures::of_statistics((name, unit, s), sample));
        let quantiles = [0.05, 0.5, 0.95].map(|q| s.quantile(q));
        let [q5, q50, q95] = quantiles.map(|q| q.map(|(value, _)| value));
        let width = quantiles.iter().flatten().map(|(_, width)| *width).reduce(f64::max);
        let mut row = vec![name.clone(), shown_unit(unit).to_string(), share(s.count(), statistics.progress.members)];
        row.extend(figures([s.mean(), s.std(), s.min(), q5, q50, q95, s.max()], s.standard_error(), sample));
        row.push(width.map_or("-".into(), number));
        rows.push(row);
    }
    with_left_out(
        study,
        rows,
        (left_out, &of_rows),
        (&PoseFigures::of_statistics(statistics), statistics.progress.members),
    )
}

/// Returns a table of figures with a line on the rows that it leaves out, their intervals, and tables of rotations and poses.
pub(super) fn with_left_out(
    study: &Study,
    rows: Vec<Vec<String>>,
    (left_out, figures): (Option<String>, &[OutputFigures]),
    (poses, members): (&[PoseFigures], u64),
) -> Page {
    let mut page = Page::default();
    // where there are numbers of rotations alone, there is no other
    if rows.len() > 1 || study.mechanism.poses().is_empty() {
        page.table(Table::new(rows, 2));
    }
    left_out.into_iter().for_each(|line| page.text(line));
    interval_table(figures).into_iter().for_each(|table| page.append(table));
    if let Some(tables) = pose_tables(poses, members) {
        page.space();
        page.append(tables);
    }
    page
}

/// Keeps the output components that have a mean of their own: that are no conditions, and no numbers of rotations.
pub(super) fn with_means<T>(study: &Study, components: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
    let conditions = study.mechanism.conditions().map(|(c, _)| c);
    let without: Vec<usize> = conditions.chain(study.mechanism.columns_of_rotations()).collect();
    components.enumerate().filter(move |(c, _)| !without.contains(c)).map(|(_, component)| component)
}

/// Returns the heads of a table of outputs over such members: the mean of random ones has a standard error.
pub(super) fn head(sample: SampleKind) -> Vec<String> {
    let mut head = vec!["output", "unit", "members", "mean"];
    head.extend(sample.of_random(Some("std. error")));
    head.extend(["std", "min", "5 %", "50 %", "95 %", "max"]);
    head.into_iter().map(String::from).collect()
}

/// Returns the figures below such heads from the mean on, of which these are all but the standard error.
pub(super) fn figures(figures: [Option<f64>; 7], error: Option<f64>, sample: SampleKind) -> Vec<String> {
    let mut cells: Vec<String> = figures.iter().map(|v| v.map_or("-".into(), number)).collect();
    if sample == SampleKind::Random {
        cells.insert(1, error.map_or("-".into(), |error| format!("{error:.1e}")));
    }
    cells
}
