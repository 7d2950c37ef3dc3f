//! The intervals of means, deviations and quantiles as a table.

use crate::io::manifest::{FigureIntervals, IntervalRecord, OutputFigures, SHARES};
use crate::report::{Page, Table, count, number};
use crate::statistics::{LEVEL, smallest_sample};

/// Returns the bounds of an interval.
pub(super) fn bounds(interval: Option<&IntervalRecord>) -> String {
    interval.map_or("-".into(), |i| format!("{} to {}", number(i.lower), number(i.upper)))
}

/// Returns the intervals of figures as a table, with what is missing in words; nothing where there are none.
pub(super) fn interval_table(figures: &[OutputFigures]) -> Option<Page> {
    let all: Vec<(&str, &FigureIntervals)> =
        figures.iter().filter_map(|output| Some((output.name.as_str(), output.intervals.as_ref()?))).collect();
    let of = |intervals: &FigureIntervals| -> Vec<Option<IntervalRecord>> {
        let FigureIntervals { mean, std, quantile_05, quantile_50, quantile_95, .. } = intervals.clone();
        vec![mean, std, quantile_05, quantile_50, quantile_95]
    };
    let cells: Vec<(&str, Vec<Option<IntervalRecord>>)> = all.iter().map(|(name, own)| (*name, of(own))).collect();
    let heads = ["mean", "std", "5 %", "50 %", "95 %"];
    let shown: Vec<usize> =
        (0..heads.len()).filter(|c| cells.iter().any(|(_, intervals)| intervals[*c].is_some())).collect();
    if shown.is_empty() {
        return None;
    }
    let mut rows = vec![vec!["output".to_string()]];
    rows[0].extend(shown.iter().map(|c| heads[*c].to_string()));
    for (name, intervals) in &cells {
        let mut row = vec![(*name).to_string()];
        row.extend(shown.iter().map(|c| bounds(intervals[*c].as_ref())));
        rows.push(row);
    }
    let mut page = Page::default();
    let kinds = IntervalRecord::words_of_all(cells.iter().flat_map(|(_, intervals)| intervals.iter().flatten()));
    page.text(format!("\n{} % intervals ({kinds})", 100.0 * LEVEL));
    page.table(Table::new(rows, 1));
    if let Some(needed) = all.iter().filter_map(|(_, intervals)| intervals.members_needed).max() {
        let share = SHARES.map(|(_, share)| share.max(1.0 - share)).into_iter().fold(0.5, f64::max);
        page.text(format!(
            "without an interval: a bound of 5 % or 95 % on its outer side needs {} members, one on both sides {}",
            count(smallest_sample(share, LEVEL, 1)),
            count(needed)
        ));
    }
    Some(page)
}
