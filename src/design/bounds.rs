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

/// Returns the norm of a gradient by parameters, in units of their intervals and without what points out of them at a
/// bound: zero where no parameter can move for the better.
pub(super) fn projected_norm(bounds: &[[f64; 2]], point: &[f64], gradient: &[f64]) -> f64 {
    /// What counts as at the bound, in parts of the interval.
    const AT: f64 = 1e-9;
    let parts = bounds.iter().zip(point).zip(gradient).map(|(([a, b], p), g)| {
        let near = AT * (b - a);
        let outwards = (p - a <= near && *g > 0.0) || (b - p <= near && *g < 0.0);
        if outwards { 0.0 } else { g * (b - a) }
    });
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
