//! Bounded parameters as functions of free numbers: p = a + (b - a)(1 + sin x)/2.

/// How near to a bound a start may be, in parts of half the interval: at the bound itself the derivative by x is zero.
const INSIDE: f64 = 1e-3;

/// Returns the free number of a parameter.
pub(super) fn free([a, b]: [f64; 2], p: f64) -> f64 {
    let inside = 1.0 - INSIDE;
    (2.0 * (p - a) / (b - a) - 1.0).clamp(-inside, inside).asin()
}

/// Returns the parameter of a free number, and its derivative.
pub(super) fn bounded([a, b]: [f64; 2], x: f64) -> (f64, f64) {
    let half = (b - a) / 2.0;
    ((a + half * (1.0 + x.sin())).clamp(a, b), half * x.cos())
}

/// What counts as at a bound, in parts of the interval.
const AT: f64 = 1e-6;

/// A bound that holds a parameter: beyond it the objective would be less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActiveBound {
    /// The lower one.
    Lower,
    /// The upper one.
    Upper,
}

/// Returns for every parameter the bound that holds it, if one does.
pub(super) fn active(bounds: &[[f64; 2]], point: &[f64], gradient: &[f64]) -> Vec<Option<ActiveBound>> {
    let of = |(([a, b], p), g): ((&[f64; 2], &f64), &f64)| {
        let near = AT * (b - a);
        match (p - a <= near && *g > 0.0, b - p <= near && *g < 0.0) {
            (true, _) => Some(ActiveBound::Lower),
            (_, true) => Some(ActiveBound::Upper),
            _ => None,
        }
    };
    bounds.iter().zip(point).zip(gradient).map(of).collect()
}

/// Returns for every parameter the bound that it has reached, if it has, whatever the gradient.
pub(super) fn reached(bounds: &[[f64; 2]], point: &[f64]) -> Vec<Option<ActiveBound>> {
    let outwards: Vec<f64> =
        bounds.iter().zip(point).map(|([a, b], p)| if p - a < b - p { 1.0 } else { -1.0 }).collect();
    active(bounds, point, &outwards)
}

/// Returns the norm of a gradient by parameters, in units of their intervals and without what points out of them at a
/// bound: zero where no parameter can move for the better.
pub(super) fn projected_norm(bounds: &[[f64; 2]], point: &[f64], gradient: &[f64]) -> f64 {
    let active = active(bounds, point, gradient);
    let parts = bounds
        .iter()
        .zip(gradient)
        .zip(active)
        .map(|(([a, b], g), held)| if held.is_some() { 0.0 } else { g * (b - a) });
    parts.map(|x| x * x).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_stay_within_and_derivatives_are_theirs() {
        let bounds = [2.0, 5.0];
        for p in [2.5, 3.0, 4.9] {
            let x = free(bounds, p);
            let (back, slope) = bounded(bounds, x);
            assert!((back - p).abs() < 1e-14);
            let h = 1e-6;
            let difference = (bounded(bounds, x + h).0 - bounded(bounds, x - h).0) / (2.0 * h);
            assert!((slope - difference).abs() < 1e-9, "{slope} against {difference}");
        }
        // from a bound itself the way is open
        assert!(bounded(bounds, free(bounds, 2.0)).1 > 0.01);
        assert!((0..100).map(|i| bounded(bounds, 0.3 * f64::from(i)).0).all(|p| (2.0..=5.0).contains(&p)));
    }

    #[test]
    fn a_gradient_that_points_out_of_the_bounds_is_none() {
        assert!(projected_norm(&[[0.0, 2.0]; 2], &[0.0, 2.0], &[3.0, -4.0]).abs() < 1e-300);
        assert!((projected_norm(&[[0.0, 2.0]; 2], &[0.0, 1.0], &[-3.0, -4.0]) - 10.0).abs() < 1e-12);
    }
}
