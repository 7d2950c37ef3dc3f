//! Stability of equilibria: the signs of the stiffnesses of motions, and the motion of the smallest one.

use super::equations::{State, StaticEquations, Work};
use crate::linalg::{DMatrix, DVector, Svd, eigenvalues_of_symmetric};

/// Rows of constraints that are so much shorter than others depend on these.
const DEPENDENT: f64 = 1e-10;
/// A stiffness is not symmetric where entries differ from their mirror images by more of the largest one than rounding leaves.
const UNSYMMETRIC: f64 = 1e-9;
/// Eigenvalues of less of the largest one are those of motions that change nothing, but for rounding.
const NEUTRAL: f64 = 1e-13;

/// Solutions of inverse iteration.
const SOLUTIONS: usize = 6;
/// A motion that loads do as much work on, relative to their size, is the one of a limit point.
pub(super) const LOADED: f64 = 1e-4;

/// How many motions are not stable at an equilibrium.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unstable {
    /// Those whose stiffness is negative by more than rounding.
    pub surely: usize,
    /// Those, and the ones whose stiffness is zero but for rounding.
    pub at_most: usize,
    /// Those whose stiffness as it is found is negative.
    pub negative: usize,
}

impl Unstable {
    /// Tells whether the numbers differ by more than rounding.
    pub(super) fn differs_from(self, other: Self) -> bool {
        self.surely > other.at_most || self.at_most < other.surely
    }
}

/// What is critical at an equilibrium.
#[derive(Clone, Debug)]
pub(super) struct Critical {
    /// The motion whose stiffness is nearest to zero, of the length 1.
    pub motion: Vec<f64>,
    /// The forces that hold nothing against it: the solution on the other side, with multipliers.
    pub left: DVector<f64>,
    /// Whether loads do work on it, so that they have an extreme there: a limit point and no branch.
    pub is_limit: bool,
}

impl StaticEquations {
    /// Counts the motions that are not stable, among those that constraints leave free: the negative eigenvalues of their stiffness, with
    /// `weights` of what a velocity counts. Of a stiffness that is not symmetric it is 1 where an odd number of real eigenvalues is negative.
    pub(super) fn unstable(
        &self,
        work: &mut Work,
        (parameters, weights): (&[f64], &[f64]),
        state: &State,
    ) -> Option<Unstable> {
        let (matrix, _) = self.matrix(work, parameters, state)?;
        let n = self.rates;
        let scaled = |i: usize, j: usize| {
            let by = |k: usize| if weights[k] > 0.0 { 1.0 / weights[k] } else { 0.0 };
            matrix[(i, j)] * if i < n { by(i) } else { 1.0 } * by(j)
        };
        let stiffness = DMatrix::from_fn(n, n, scaled);
        let constraints = DMatrix::from_fn(self.multipliers, n, |k, j| scaled(n + k, j));
        // what moves nothing is held
        let still: Vec<usize> = (0..n).filter(|i| weights[*i] == 0.0).collect();
        let mut rows = constraints.resize_vertically(self.multipliers + still.len(), 0.0);
        still.iter().enumerate().for_each(|(k, i)| rows[(self.multipliers + k, *i)] = 1.0);
        let free = if rows.nrows() == 0 { DMatrix::identity(n, n) } else { Svd::new(&rows, DEPENDENT).null_space() };
        let reduced = free.transpose() * stiffness * &free;
        let largest = reduced.amax();
        if !largest.is_finite() {
            return None;
        }
        let mirrored = reduced.transpose();
        if (&reduced - &mirrored).amax() > UNSYMMETRIC * largest {
            let negative = usize::from(reduced.lu().determinant() < 0.0);
            return Some(Unstable { surely: negative, at_most: negative, negative });
        }
        let eigenvalues = eigenvalues_of_symmetric(&((reduced + mirrored) * 0.5));
        let most = eigenvalues.iter().fold(0.0f64, |most, x| most.max(x.abs()));
        let below = |limit: f64| eigenvalues.iter().filter(|x| **x < limit).count();
        Some(Unstable { surely: below(-NEUTRAL * most), at_most: below(NEUTRAL * most), negative: below(0.0) })
    }

    /// Returns what is critical at a state near a singular one, by inverse iteration on both sides; `weights` say what a velocity counts.
    pub(super) fn critical(
        &self,
        work: &mut Work,
        (parameters, weights): (&[f64], &[f64]),
        state: &State,
    ) -> Option<Critical> {
        let (matrix, by_load) = self.matrix(work, parameters, state)?;
        let n = self.rates;
        let vector = |matrix: DMatrix<f64>| {
            let lu = matrix.lu();
            // in no particular direction
            let some = |i: usize| if i < n { (1.0 + 0.7 * i as f64).cos() } else { 0.0 };
            let mut x = DVector::from_fn(n + self.multipliers, |i, _| some(i));
            for _ in 0..SOLUTIONS {
                let right = DVector::from_fn(x.len(), |i, _| if i < n { x[i] * weights[i] * weights[i] } else { 0.0 });
                x = lu.solve(&right)?;
                let length = weights.iter().zip(x.iter()).map(|(w, x)| (w * x).powi(2)).sum::<f64>().sqrt();
                if !(length > 0.0 && length.is_finite()) {
                    return None;
                }
                x /= length;
            }
            Some(x)
        };
        let left = vector(matrix.transpose())?;
        let mut motion: Vec<f64> = vector(matrix)?.iter().take(n).copied().collect();
        // of both signs the one whose largest component is positive
        let largest = motion.iter().copied().max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(0.0);
        if largest < 0.0 {
            motion.iter_mut().for_each(|x| *x = -*x);
        }
        let work: f64 = left.iter().zip(&by_load).take(n).map(|(x, f)| x * f).sum();
        let lengths = [left.rows(0, n).norm(), by_load[..n].iter().map(|f| f * f).sum::<f64>().sqrt()];
        let is_limit = work.abs() > LOADED * lengths[0] * lengths[1];
        Some(Critical { motion, left, is_limit })
    }
}
