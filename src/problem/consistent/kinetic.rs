//! Velocities measured by the kinetic energy, which knows no units of length.

use super::{Equations, Family};
use crate::linalg::{DMatrix, symmetric_eigen};

/// A motion whose inertia is less than so much of that of others counts as having so much, in units in which every velocity
/// by itself has the inertia 1: what has none moves before all else.
const SMALLEST_INERTIA: f64 = 1e-10;

/// Returns a matrix R with R^T M R = 1 for the mass matrix M at a position: v = R x has the kinetic energy x.x/2. Values of
/// first order count by themselves, and motions without inertia almost nothing. Changes of the length of Euler parameters,
/// which constraints determine alone, count as if they were turns: they have no inertia, and must not hide what joints say.
pub(super) fn inverse_root_of_mass<F: Family>(equations: &mut Equations<F>, t: f64, q: &[f64]) -> DMatrix<f64> {
    let mut mass = equations.mass_matrix(t, q);
    let n = mass.nrows();
    if mass.iter().any(|x| !x.is_finite()) {
        return DMatrix::identity(n, n);
    }
    for place in equations.layout().unit_lengths() {
        let p = &q[place.q..place.q + place.factor.coordinate_count()];
        let mean = (place.v..place.v + p.len()).map(|i| mass[(i, i)]).sum::<f64>() / 3.0;
        for (i, a) in p.iter().enumerate() {
            for (j, b) in p.iter().enumerate() {
                mass[(place.v + i, place.v + j)] += mean * a * b;
            }
        }
    }
    let largest = mass.diagonal().amax();
    let size = |i: usize| if mass[(i, i)] > 0.0 { mass[(i, i)].sqrt() } else { largest.sqrt().max(f64::MIN_POSITIVE) };
    let sizes: Vec<f64> = (0..n).map(size).collect();
    let (values, mut root) = symmetric_eigen(&DMatrix::from_fn(n, n, |i, j| mass[(i, j)] / (sizes[i] * sizes[j])));
    for (j, value) in values.iter().enumerate() {
        let factor = value.max(SMALLEST_INERTIA).sqrt();
        root.column_mut(j).iter_mut().zip(&sizes).for_each(|(x, size)| *x /= size * factor);
    }
    root
}
