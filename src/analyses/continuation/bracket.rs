//! Where something changes its sign between two points of a curve.

use super::curve::{Curve, Spot, length, reached};

/// The most points that are looked at.
const MOST: usize = 80;
/// How many points in a row may not be found, or lie outside.
const MISSED: usize = 6;
/// A value that is smaller, as a part of the values at the ends, is zero: beside a crossing of curves rounding hides points that are nearer.
const ZERO: f64 = 1e-4;
/// Points whose increments are longer than the distance between them by more are not of one curve.
const TORN: f64 = 20.0;
/// Rounding alone parts two points whose distance is a smaller part of the distance between the ends: a crossing of curves magnifies
/// rounding.
const ONE: f64 = 1e-6;

/// Two points, near each other, between which a value changes its sign.
#[derive(Clone, Debug)]
pub(in crate::analyses) struct Bracket<P> {
    /// The nearer point.
    pub low: Spot<P>,
    /// The one behind.
    pub high: Spot<P>,
    /// The values at these.
    pub values: [f64; 2],
    /// The larger size of the value where the search began.
    size: f64,
    /// The length of the increments between the points where the search began.
    way: f64,
}

impl<P: Clone> Bracket<P> {
    /// Returns the distance and the increments at which the value is zero if it is linear between the points.
    pub(in crate::analyses) fn zero(&self) -> (f64, Vec<f64>) {
        let part = self.part();
        let mixed = |a: f64, b: f64| a + part * (b - a);
        let ahead = self.low.ahead.iter().zip(&self.high.ahead).map(|(a, b)| mixed(*a, *b)).collect();
        (mixed(self.low.distance, self.high.distance), ahead)
    }

    fn part(&self) -> f64 {
        let [low, high] = self.values;
        if high == low { 0.5 } else { (-low / (high - low)).clamp(0.0, 1.0) }
    }

    /// Tells whether the value is zero there, but for `rounding`: it does not jump.
    pub(in crate::analyses) fn is_zero(&self, rounding: f64) -> bool {
        let [low, high] = self.values;
        low.abs().min(high.abs()) <= (ZERO * self.size).max(rounding)
    }

    /// Tells whether the points are of one curve, which does not jump between them.
    pub(in crate::analyses) fn is_whole<C: Curve<Point = P>>(&self, curve: &C) -> bool {
        let way = between(curve, &self.low, &self.high);
        // where curves cross points are known to less than the distance between them
        way <= (TORN * (self.high.distance - self.low.distance)).max(ONE * self.way)
            || curve.is_same(&self.low.point, &self.high.point)
    }
}

/// Returns the length of the increments from a point to another.
fn between<C: Curve>(curve: &C, from: &Spot<C::Point>, to: &Spot<C::Point>) -> f64 {
    let way: Vec<f64> = to.ahead.iter().zip(&from.ahead).map(|(a, b)| a - b).collect();
    length(curve, 0, &way)
}

/// Finds two points ahead of another one, no further from each other than a distance, between which a value changes its sign; with as much
/// distance as is needed where points between them are not found. None where the value has one sign at both ends.
pub(in crate::analyses) fn bracket<C: Curve>(
    curve: &mut C,
    from: &C::Point,
    [low, high]: [&Spot<C::Point>; 2],
    near: f64,
    value: &mut dyn FnMut(&mut C, &C::Point) -> Option<f64>,
) -> Result<Option<Bracket<C::Point>>, C::Stop> {
    let (Some(a), Some(b)) = (value(curve, &low.point), value(curve, &high.point)) else { return Ok(None) };
    if (a < 0.0) == (b < 0.0) {
        return Ok(None);
    }
    let (size, way) = (a.abs().max(b.abs()), between(curve, low, high));
    let mut found = Bracket { low: low.clone(), high: high.clone(), values: [a, b], size, way };
    // values at the ends as the secant sees them
    let (mut seen, mut missed, mut before) = ([a, b], 0, f64::INFINITY);
    for k in 0..MOST {
        let width = found.high.distance - found.low.distance;
        if width <= near || found.values.contains(&0.0) || missed > MISSED {
            break;
        }
        let halves = width > 0.5 * before && k % 3 == 2;
        before = width;
        let secant = -seen[0] / (seen[1] - seen[0]);
        let part = match missed {
            // a part of the nearer end's error is enough to come to its other side
            0 if !halves && secant.is_finite() => secant.clamp(1e-3, 1.0 - 1e-3),
            0 => 0.5,
            // where it is singular, beside
            _ => 0.5 + 0.4 * f64::cos(2.4 * missed as f64),
        };
        let mixed = |a: f64, b: f64| a + part * (b - a);
        let ahead: Vec<f64> = found.low.ahead.iter().zip(&found.high.ahead).map(|(a, b)| mixed(*a, *b)).collect();
        let spot = reached(curve, from, &ahead, found.low.distance + part * width)?;
        let inside = |spot: &Spot<C::Point>| spot.distance > found.low.distance && spot.distance < found.high.distance;
        let Some(spot) = spot.filter(inside) else {
            missed += 1;
            continue;
        };
        let Some(here) = value(curve, &spot.point) else {
            missed += 1;
            continue;
        };
        missed = 0;
        // the end that stays counts half, so that both move
        if (here < 0.0) == (a < 0.0) {
            seen = [here, 0.5 * seen[1]];
            (found.low, found.values[0]) = (spot, here);
        } else {
            seen = [0.5 * seen[0], here];
            (found.high, found.values[1]) = (spot, here);
        }
        // points of two curves stay apart, however near each other they are looked for
        if !found.is_whole(curve) {
            break;
        }
    }
    Ok(Some(found))
}
