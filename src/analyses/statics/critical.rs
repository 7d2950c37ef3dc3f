//! Motions that meet no stiffness at an equilibrium, and forces that nothing holds there.

use super::equations::{State, StaticEquations, Work};
use crate::linalg::{DMatrix, DVector, Factorised, without_pattern};

/// Solutions of inverse iteration.
const SOLUTIONS: usize = 8;
/// Motions are critical at once where the next stiffness is larger by more.
const APART: f64 = 1e-4;
/// The most motions that are critical at once.
const MOST: usize = 3;
/// Of a motion that is chosen among many: components that are larger by less are as large.
const AS_LARGE: f64 = 1e-6;

/// A direction of a path that has as much in common with motions without stiffness is one of these.
const ALONG: f64 = 0.5;

/// What is critical at an equilibrium.
#[derive(Clone, Debug)]
pub(super) struct Critical {
    /// The motions that meet no stiffness, with multipliers, a column each: orthonormal as velocities count.
    pub right: DMatrix<f64>,
    /// The forces that nothing holds: the solutions on the other side.
    pub left: DMatrix<f64>,
}

impl StaticEquations {
    /// Returns what is critical at a state near a singular one, by inverse iteration on both sides; `weights` say what a velocity counts.
    pub(super) fn critical(
        &self,
        work: &mut Work,
        (parameters, weights): (&[f64], &[f64]),
        state: &State,
    ) -> Option<Critical> {
        let (matrix, _) = self.matrix(work, parameters, state)?;
        let (left, right) =
            (smallest(factorised(matrix.transpose()), weights)?, smallest(factorised(matrix), weights)?);
        let count = (1..right.len()).find(|k| right[k - 1].0 < APART * right[*k].0).unwrap_or(1);
        let columns = |all: &[(f64, DVector<f64>)]| {
            let all: Vec<DVector<f64>> = all.iter().take(count).map(|(_, x)| x.clone()).collect();
            DMatrix::from_columns(&all)
        };
        Some(Critical { right: columns(&right), left: columns(&left) })
    }
}

/// Factorises a matrix; one that is singular to the last bit as one beside it.
fn factorised(matrix: DMatrix<f64>) -> Factorised {
    let factors = Factorised::new(matrix.clone());
    if factors.is_regular() {
        return factors;
    }
    let (size, beside) = (matrix.nrows(), f64::EPSILON * matrix.amax());
    Factorised::new(matrix + DMatrix::identity(size, size) * beside)
}

/// Returns the smallest stiffnesses of a factorised matrix with their motions, of the length 1.
fn smallest(factors: Factorised, weights: &[f64]) -> Option<Vec<(f64, DVector<f64>)>> {
    let n = weights.len();
    let moving = weights.iter().filter(|w| **w > 0.0).count();
    let product = |a: &DVector<f64>, b: &DVector<f64>| {
        weights.iter().zip(a.iter().zip(b.iter())).map(|(w, (a, b))| w * w * a * b).sum::<f64>()
    };
    let size = factors.u().nrows();
    let mut all: Vec<(f64, DVector<f64>)> = Vec::new();
    for number in 0..(MOST + 1).min(moving) {
        let mut x = DVector::from_fn(size, |i, _| if i < n { without_pattern(number, i) } else { 0.0 });
        let mut stiffness = f64::INFINITY;
        for _ in 0..SOLUTIONS {
            let right = DVector::from_fn(size, |i, _| if i < n { x[i] * weights[i] * weights[i] } else { 0.0 });
            let before = product(&x, &x).sqrt();
            let Some(solved) = factors.solve(&right) else { return (!all.is_empty()).then_some(all) };
            x = solved;
            // twice, as the first takes away all but rounding
            for (_, other) in all.iter().chain(&all) {
                let along = product(other, &x);
                x -= other * along;
            }
            let length = product(&x, &x).sqrt();
            if !(length > 0.0 && length.is_finite()) {
                return (!all.is_empty()).then_some(all);
            }
            stiffness = before / length;
            x /= length;
        }
        all.push((stiffness, x));
    }
    (!all.is_empty()).then_some(all)
}

impl Critical {
    /// Returns one of the motions, that of which some component is the largest, and positive, and the others, perpendicular to it, a column
    /// each: of many that are alike one that is along an axis.
    pub(super) fn chosen(&self, weights: &[f64]) -> (Vec<f64>, DMatrix<f64>) {
        let n = weights.len();
        let of = |i: usize| weights[i] * self.right.row(i).norm();
        let most = (0..n).map(of).fold(0.0, f64::max);
        let at = (0..n).find(|i| of(*i) >= (1.0 - AS_LARGE) * most).unwrap_or(0);
        let count = self.right.ncols();
        let motions = first_along(self.right.rows(0, n).into_owned(), self.right.row(at).transpose());
        let sign = if motions[(at, 0)] < 0.0 { -1.0 } else { 1.0 };
        let motion = motions.column(0).iter().map(|x| sign * x).collect();
        (motion, motions.columns(1, count - 1).into_owned())
    }
}

/// Returns motions of the same space, a column each, of which the first alone has a part along a direction with these products with the
/// given ones.
fn first_along(mut motions: DMatrix<f64>, products: DVector<f64>) -> DMatrix<f64> {
    // a reflection
    let towards = -products[0].signum() * products.norm();
    let mut normal = products;
    normal[0] -= towards;
    let squares = normal.norm_squared();
    if squares > 0.0 {
        let along = &motions * &normal;
        motions -= along * normal.transpose() * (2.0 / squares);
    }
    motions
}

/// Returns motions beside the direction of a path, of the space of some that are orthonormal as velocities count with these `weights`;
/// none where there are none.
pub(super) fn beside(motions: &DMatrix<f64>, direction: &[f64], weights: &[f64]) -> Option<DMatrix<f64>> {
    let product = |k: usize| {
        let motion = motions.column(k);
        let all = weights.iter().zip(motion.iter().zip(direction));
        all.map(|(w, (a, b))| w * w * a * b).sum::<f64>()
    };
    let products = DVector::from_fn(motions.ncols(), |k, _| product(k));
    if products.norm() < ALONG {
        return Some(motions.clone());
    }
    let others = motions.ncols() - 1;
    (others > 0).then(|| first_along(motions.clone(), products).columns(1, others).into_owned())
}
