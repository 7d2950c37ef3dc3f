//! A step ahead, which is refused where the curve bends too much for its length.

use super::curve::{Curve, Spot, length, reached};

/// The largest turn of the direction within a step, rad.
const MOST_TURN: f64 = 0.6;
/// The largest angle between a step and the direction that it begins with, rad.
const MOST_BESIDE: f64 = 0.4;
/// The largest part of a step by which it differs from the mean of the directions at its ends.
const MOST_OFF: f64 = 0.1;
/// The largest part of a step by which its middle differs from the cubic of its ends.
const MOST_SAG: f64 = 0.03;
/// The directions at the ends of a step have at least this in common.
const IN_COMMON: f64 = 0.3;
/// How much longer than its distance a step over a corner may be.
const LONGEST_AT_CORNER: f64 = 2.0;

/// The directions at both ends of a step, each by as much as the distance along the first grows by one.
struct Ends {
    begin: Vec<f64>,
    end: Vec<f64>,
}

impl Ends {
    fn of<C: Curve>(curve: &C, from: &C::Point, to: &Spot<C::Point>) -> Option<Self> {
        let (begin, end) = (curve.direction(from), curve.direction(&to.point));
        let in_common = curve.product(0, begin, end);
        (in_common > IN_COMMON)
            .then(|| Self { begin: begin.to_vec(), end: end.iter().map(|x| x / in_common).collect() })
    }
}

/// A point, and by how much the direction turns on the way to it, rad.
type Turned<P> = (Spot<P>, f64);

/// Returns the point after a step of some length, and by how much the direction turns, rad; none where there is none, or the curve bends
/// too much for that length.
pub(in crate::analyses) fn step<C: Curve>(
    curve: &mut C,
    from: &C::Point,
    distance: f64,
) -> Result<Option<Turned<C::Point>>, C::Stop> {
    let Some(next) = ahead(curve, from, distance)? else { return Ok(None) };
    Ok(turn(curve, from, &next).map(|turn| (next, turn)))
}

/// Returns the point after a short step, over a corner of the curve as well.
pub(in crate::analyses) fn step_at_corner<C: Curve>(
    curve: &mut C,
    from: &C::Point,
    distance: f64,
) -> Result<Option<Spot<C::Point>>, C::Stop> {
    let next = ahead(curve, from, distance)?;
    Ok(next.filter(|next| length(curve, 0, &next.ahead) <= LONGEST_AT_CORNER * distance))
}

fn ahead<C: Curve>(curve: &mut C, from: &C::Point, distance: f64) -> Result<Option<Spot<C::Point>>, C::Stop> {
    let way: Vec<f64> = curve.direction(from).iter().map(|x| x * distance).collect();
    reached(curve, from, &way, distance)
}

/// Returns by how much the direction turns within a step, rad; none where that is too much, in some metric.
fn turn<C: Curve>(curve: &C, from: &C::Point, next: &Spot<C::Point>) -> Option<f64> {
    let Ends { begin, end } = Ends::of(curve, from, next)?;
    if next.distance <= 0.0 {
        return None;
    }
    let way: Vec<f64> = next.ahead.iter().map(|x| x / next.distance).collect();
    let off: Vec<f64> = way.iter().zip(begin.iter().zip(&end)).map(|(x, (a, b))| x - 0.5 * (a + b)).collect();
    let mut most = 0.0f64;
    for metric in 0..curve.metrics() {
        let angle = |a: &[f64], b: &[f64]| {
            let cosine = curve.product(metric, a, b) / (length(curve, metric, a) * length(curve, metric, b));
            cosine.clamp(-1.0, 1.0).acos()
        };
        let (turn, beside) = (angle(&begin, &end), angle(&begin, &way));
        let is_off = length(curve, metric, &off) > MOST_OFF * length(curve, metric, &way);
        // what is no number is none
        if !(turn <= MOST_TURN && beside <= MOST_BESIDE) || is_off {
            return None;
        }
        most = most.max(turn);
    }
    Some(most)
}

/// Returns the point in the middle of a step, where it is what the ends of the step say.
pub(in crate::analyses) fn agrees_with_half<C: Curve>(
    curve: &mut C,
    from: &C::Point,
    next: &Spot<C::Point>,
) -> Result<Option<Spot<C::Point>>, C::Stop> {
    let Some(expected) = on_cubic(curve, from, next, 0.5) else { return Ok(None) };
    let Some(middle) = reached(curve, from, &expected, 0.5 * next.distance)? else { return Ok(None) };
    let apart: Vec<f64> = middle.ahead.iter().zip(&expected).map(|(a, b)| a - b).collect();
    let agrees = (0..curve.metrics())
        .all(|metric| length(curve, metric, &apart) <= MOST_SAG * length(curve, metric, &next.ahead));
    Ok(agrees.then_some(middle))
}

/// Returns increments after a part of a step, by the cubic that has the directions of its ends.
pub(super) fn on_cubic<C: Curve>(curve: &C, from: &C::Point, next: &Spot<C::Point>, part: f64) -> Option<Vec<f64>> {
    let Ends { begin, end } = Ends::of(curve, from, next)?;
    let (rest, to_end) = (1.0 - part, part * part * (3.0 - 2.0 * part));
    let [leave, arrive] = [part * rest * rest * next.distance, -part * part * rest * next.distance];
    let all = next.ahead.iter().zip(begin.iter().zip(&end));
    Some(all.map(|(x, (a, b))| to_end * x + leave * a + arrive * b).collect())
}
