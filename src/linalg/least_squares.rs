//! Least squares among the solutions of other equations.

use super::Svd;
use nalgebra::{DMatrix, DVector};

/// Returns the shortest of the x that bring `fit` x nearest to its right side among those that bring `exact` x nearest to
/// its own; each is a matrix with a right side, and singular values up to `tolerance` times the largest are zeros.
pub fn least_squares_within(
    exact: (&DMatrix<f64>, &DVector<f64>),
    fit: (&DMatrix<f64>, &DVector<f64>),
    tolerance: f64,
) -> DVector<f64> {
    let first = Svd::new(exact.0, tolerance);
    let x = first.solve(exact.1);
    let free = first.null_space();
    // of a fit along which everything is fixed, nothing but rounding is left
    let mut reduced = fit.0 * &free;
    let smallest = tolerance * fit.0.amax();
    reduced.apply(|entry| *entry = if entry.abs() <= smallest { 0.0 } else { *entry });
    let along = Svd::new(&reduced, tolerance).solve(&(fit.1 - fit.0 * &x));
    x + free * along
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_equations_hold_and_the_rest_is_nearest() {
        let (a, b) = (DMatrix::from_row_slice(1, 3, &[1.0, 1.0, 0.0]), DVector::from_vec(vec![2.0]));
        let (c, d) =
            (DMatrix::from_row_slice(2, 3, &[1.0, 0.0, 0.0, 0.0, 1.0, 0.0]), DVector::from_vec(vec![3.0, 1.0]));
        let x = least_squares_within((&a, &b), (&c, &d), 1e-10);
        // x + y = 2 nearest to (3, 1), with nothing for the third
        assert!((x - DVector::from_vec(vec![2.0, 0.0, 0.0])).amax() < 1e-15);
        let x = least_squares_within((&c, &d), (&a, &b), 1e-10);
        assert!((x - DVector::from_vec(vec![3.0, 1.0, 0.0])).amax() < 1e-15);
    }
}
