//! Probabilities by the curvatures of a limit state at its design point.
//!
//! K. Breitung (1984), Journal of Engineering Mechanics 110, 357-366; M. Hohenbichler, R. Rackwitz (1988), Journal of Engineering
//! Mechanics 114, 2195-2199; L. Tvedt (1983), Veritas Report RDIV/20-004-83. Curvatures are positive where the limit state bends
//! away from the origin, so that less fails.

use super::form::{dot, norm};
use crate::linalg::{Complex, DMatrix, eigenvalues_of_symmetric};
use crate::sampling::distribution::{normal_density, normal_probability};

/// The names of the formulas.
pub(super) const FORMULAS: [&str; 3] = ["breitung", "hohenbichler_rackwitz", "tvedt"];

/// The least factor 1 + beta kappa of a design point that stands alone: of less, others are as near.
const ALONE: f64 = 1e-6;

/// Returns the curvatures of a limit state with this gradient and these second derivatives, ascending.
pub(super) fn curvatures(gradient: &[f64], hessian: &[Vec<f64>]) -> Vec<f64> {
    let n = gradient.len();
    let slope = norm(gradient);
    // the reflection that makes the first axis of the gradient
    let mut mirror: Vec<f64> = gradient.iter().map(|g| g / slope).collect();
    mirror[0] += if mirror[0] < 0.0 { -1.0 } else { 1.0 };
    let scale = 2.0 / dot(&mirror, &mirror);
    let axis = |k: usize| -> Vec<f64> {
        (0..n).map(|i| f64::from(u8::from(i == k)) - scale * mirror[i] * mirror[k]).collect()
    };
    let axes: Vec<Vec<f64>> = (1..n).map(axis).collect();
    let times: Vec<Vec<f64>> = axes.iter().map(|a| hessian.iter().map(|row| dot(row, a)).collect()).collect();
    let curved = DMatrix::from_fn(n - 1, n - 1, |i, j| dot(&axes[i], &times[j]) / slope);
    let mut found = eigenvalues_of_symmetric(&(0.5 * (&curved + curved.transpose())));
    found.sort_by(f64::total_cmp);
    found
}

/// Tells whether a point with these curvatures is nearer to the origin than all others around it.
pub(super) fn is_nearest(beta: f64, curvatures: &[f64]) -> bool {
    curvatures.iter().all(|kappa| 1.0 + beta * kappa > ALONE)
}

/// Returns the probabilities of failure by the three formulas; nothing where the point is not the nearest one, or a formula has
/// no value.
pub(super) fn probabilities(beta: f64, curvatures: &[f64]) -> [Option<f64>; 3] {
    if !is_nearest(beta, curvatures) {
        return [None; 3];
    }
    if beta < 0.0 {
        let turned: Vec<f64> = curvatures.iter().map(|kappa| -kappa).collect();
        return probabilities(-beta, &turned).map(|safe| safe.map(|safe| 1.0 - safe));
    }
    let (tail, density) = (normal_probability(-beta), normal_density(beta));
    let product = |at: f64| curvatures.iter().map(|kappa| 1.0 / (1.0 + at * kappa).sqrt()).product::<f64>();
    let one = Complex::new(1.0, 0.0);
    let moved =
        curvatures.iter().map(|kappa| one / (one + Complex::new(beta, 1.0) * *kappa).sqrt()).product::<Complex<f64>>();
    let rest = beta * tail - density;
    let breitung = product(beta);
    let tvedt = tail * breitung + rest * (breitung - product(beta + 1.0)) + (beta + 1.0) * rest * (breitung - moved.re);
    [tail * breitung, tail * product(density / tail), tvedt].map(|p| Some(p).filter(|p| (0.0..=1.0).contains(p)))
}
