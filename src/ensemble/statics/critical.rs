//! Stability of equilibria: by the signs of pivots, and the motion of the smallest stiffness.

use super::equations::{State, StaticEquations};
use crate::linalg::{DMatrix, DVector};

/// Solutions of inverse iteration.
const SOLUTIONS: usize = 6;
/// A motion that loads do as much work on, relative to their size, is the one of a limit point.
const LOADED: f64 = 1e-4;

/// What is critical at an equilibrium.
#[derive(Clone, Debug)]
pub(super) struct Critical {
    /// The motion whose stiffness is nearest to zero, of the length 1.
    pub motion: Vec<f64>,
    /// Whether loads do work on it, so that they have an extreme there: a limit point and no branch.
    pub is_limit: bool,
}

impl StaticEquations {
    /// Counts the motions that are not stable: the negative pivots of the stiffness, to which that of constraints is added where they
    /// see something, whatever it is; of a stiffness that is not symmetric one may be hidden by another.
    pub(super) fn unstable(&self, parameters: &[f64], state: &State) -> Option<usize> {
        let (matrix, _) = self.matrix(parameters, state)?;
        let n = self.rates;
        let stiffness = matrix.view((0, 0), (n, n));
        let constraints = matrix.view((n, 0), (self.multipliers, n));
        let scale = stiffness.iter().fold(0.0f64, |most, x| most.max(x.abs()));
        let held = constraints.transpose() * constraints * scale;
        let mut all: DMatrix<f64> = stiffness + held;
        let mut negative = 0;
        for k in 0..n {
            let pivot = all[(k, k)];
            if pivot == 0.0 || !pivot.is_finite() {
                return None;
            }
            negative += usize::from(pivot < 0.0);
            for i in k + 1..n {
                let factor = all[(i, k)] / pivot;
                if factor != 0.0 {
                    for j in k + 1..n {
                        let known = all[(k, j)];
                        all[(i, j)] -= factor * known;
                    }
                }
            }
        }
        Some(negative)
    }

    /// Returns what is critical at a state near a singular one, by inverse iteration on both sides; `weights` say what a velocity counts.
    pub(super) fn critical(&self, parameters: &[f64], state: &State, weights: &[f64]) -> Option<Critical> {
        let (matrix, by_load) = self.matrix(parameters, state)?;
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
        Some(Critical { motion, is_limit: work.abs() > LOADED * lengths[0] * lengths[1] })
    }
}
