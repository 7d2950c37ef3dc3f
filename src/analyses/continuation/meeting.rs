//! Whether a curve has come back to itself.

use super::curve::{Curve, Spot, length, reached};
use super::step::on_cubic;

/// A point that is further beside a step, as a part of its length, is not on it.
const BESIDE: f64 = 0.5;
/// A point that is nearer to the beginning of a step, as a part of its length, is that.
const NOTHING: f64 = 1e-6;
/// Directions of curves that cross differ by more: the cosine.
const ALONG: f64 = 0.9;

/// Tells whether a step leads over one of some earlier points, along the curve there.
pub(in crate::analyses) fn meets<C: Curve>(
    curve: &mut C,
    earlier: &[C::Point],
    from: &C::Point,
    next: &Spot<C::Point>,
) -> Result<bool, C::Stop> {
    let [begin, end] = [curve.level(from), curve.level(&next.point)];
    let slack = (end - begin).abs() + f64::EPSILON * (1.0 + begin.abs());
    for other in earlier {
        let level = curve.level(other);
        if level < begin.min(end) - slack || level > begin.max(end) + slack {
            continue;
        }
        let ahead = curve.between(from, other);
        let distance = curve.product(0, curve.direction(from), &ahead);
        if !(distance > NOTHING * next.distance && distance <= next.distance) {
            continue;
        }
        let cosine = curve.product(0, curve.direction(other), curve.direction(&next.point)).abs();
        let Some(on_step) = on_cubic(curve, from, next, distance / next.distance) else { continue };
        let beside: Vec<f64> = ahead.iter().zip(&on_step).map(|(a, b)| a - b).collect();
        if cosine < ALONG || length(curve, 0, &beside) > BESIDE * next.distance {
            continue;
        }
        let spot = reached(curve, from, &on_step, distance)?;
        if spot.is_some_and(|spot| curve.is_same(&spot.point, other)) {
            return Ok(true);
        }
    }
    Ok(false)
}
