//! Which method reaches a wanted error at the least cost.

use super::{Place, Point, Reference, Series};

/// Returns the cheapest point whose error is at most `wanted`, among the series that `choice` takes: that of the
/// smallest time, or of the fewest evaluations of the dynamics where no time was measured. The error of the reference
/// counts against an error that it hides.
pub fn cheapest(
    series: &[Series],
    reference: &Reference,
    wanted: f64,
    choice: impl Fn(&Series) -> bool,
) -> Option<Place> {
    let reaches = |p: &Point| p.error.is_some_and(|e| e + if p.known { 0.0 } else { reference.error } <= wanted);
    let cost = |p: &Point| p.seconds.unwrap_or(p.evaluations as f64);
    let chosen = series.iter().enumerate().filter(|(_, s)| choice(s));
    let points = chosen.flat_map(|(i, s)| s.points.iter().enumerate().map(move |(j, p)| ((i, j), p)));
    let reaching = points.filter(|(_, p)| reaches(p));
    reaching.min_by(|(_, a), (_, b)| cost(a).total_cmp(&cost(b))).map(|(place, _)| place)
}
