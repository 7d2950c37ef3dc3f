//! Stability of equilibria: the stiffnesses of motions that constraints leave free.

use super::equations::{State, StaticEquations, Work};
use crate::linalg::{DMatrix, Factorised, Svd, eigenvalues_of_symmetric, symmetric_eigen};

/// Rows of constraints that are so much shorter than others depend on these.
const DEPENDENT: f64 = 1e-10;
/// A stiffness is not symmetric where entries differ from their mirror images by more of the largest one than rounding leaves.
const UNSYMMETRIC: f64 = 1e-9;
/// Eigenvalues of less of the largest one are those of motions that change nothing, but for rounding.
const NEUTRAL: f64 = 1e-13;
/// A stiffness that is a smaller part of those beside it, and grows as the square of the distance, is zero.
const TOUCHED: f64 = 1e-4;

/// The stiffnesses of motions at an equilibrium.
#[derive(Clone, Debug)]
pub(super) struct Stability {
    /// The stiffnesses, the smallest first. Of a stiffness that is not symmetric it is one number, with the sign and the size of the
    /// determinant.
    values: Vec<f64>,
    /// A stiffness of no more than this is zero but for rounding.
    pub rounding: f64,
    /// The motions whose stiffness is zero but for rounding, a column each.
    pub neutral: Option<DMatrix<f64>>,
}

/// The stiffnesses that pass zero between two equilibria: their places, in the order in which they do, among those that are left where
/// some are neutral all along.
#[derive(Clone, Debug, Default)]
pub(super) struct Passing {
    pub places: Vec<usize>,
    neutral: usize,
}

impl Stability {
    fn neutral_count(&self) -> usize {
        self.neutral.as_ref().map_or(0, DMatrix::ncols)
    }

    /// Returns the stiffnesses without those nearest to zero, so many.
    fn without(&self, neutral: usize) -> Vec<f64> {
        let mut order: Vec<usize> = (0..self.values.len()).collect();
        order.sort_by(|a, b| self.values[*a].abs().total_cmp(&self.values[*b].abs()));
        let mut kept = order.split_off(neutral.min(order.len()));
        kept.sort_unstable();
        kept.into_iter().map(|i| self.values[i]).collect()
    }

    /// Counts the motions that are surely not stable, and those that may not be, without so many neutral ones.
    fn negative(&self, neutral: usize) -> [usize; 2] {
        let values = self.without(neutral);
        [-self.rounding, self.rounding].map(|limit| values.iter().filter(|x| **x < limit).count())
    }

    /// Returns the stiffnesses that pass zero on the way to another equilibrium.
    pub(super) fn passing(&self, other: &Self) -> Passing {
        let neutral = self.neutral_count().min(other.neutral_count());
        let [[surely, at_most], [later, later_at_most]] = [self, other].map(|all| all.negative(neutral));
        let places = if later > at_most {
            (at_most..later).collect()
        } else if later_at_most < surely {
            (later_at_most..surely).rev().collect()
        } else {
            Vec::new()
        };
        Passing { places, neutral }
    }

    /// Returns a stiffness that passes zero.
    pub(super) fn at(&self, passing: &Passing, place: usize) -> Option<f64> {
        self.without(passing.neutral).get(place).copied()
    }

    /// Tells whether a stiffness is zero here that is not at two equilibria beside.
    pub(super) fn touches_zero_between(&self, beside: [&Self; 2]) -> bool {
        let neutral = beside.map(Self::neutral_count).into_iter().fold(usize::MAX, usize::min);
        let nearest = |all: &Self| all.without(neutral).iter().fold(f64::INFINITY, |least, x| least.min(x.abs()));
        nearest(self) <= (TOUCHED * beside.map(nearest).into_iter().fold(0.0, f64::max)).max(self.rounding)
    }

    /// Tells whether an odd number of motions is not stable; none where some motion is neutral.
    pub(super) fn is_odd(&self) -> Option<bool> {
        self.neutral.is_none().then(|| self.values.iter().filter(|x| **x < 0.0).count() % 2 == 1)
    }
}

impl StaticEquations {
    /// Finds the stiffnesses of motions that constraints leave free at an equilibrium, with `weights` of what a velocity counts.
    pub(super) fn stability(
        &self,
        work: &mut Work,
        (parameters, weights): (&[f64], &[f64]),
        state: &State,
    ) -> Option<Stability> {
        let (matrix, _) = self.matrix(work, parameters, state)?;
        let n = self.rates;
        let by = |k: usize| if weights[k] > 0.0 { 1.0 / weights[k] } else { 0.0 };
        let scaled = |i: usize, j: usize| matrix[(i, j)] * if i < n { by(i) } else { 1.0 } * by(j);
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
            let factors = Factorised::new(reduced);
            let pivots = factors.u().diagonal();
            let size = pivots.iter().map(|x| x.abs().ln()).sum::<f64>() / pivots.len() as f64;
            let value = factors.determinant().signum() * size.exp();
            return Some(Stability { values: vec![value], rounding: 0.0, neutral: None });
        }
        let symmetric = (reduced + mirrored) * 0.5;
        let mut values = eigenvalues_of_symmetric(&symmetric);
        values.sort_by(f64::total_cmp);
        let rounding = NEUTRAL * values.iter().fold(0.0f64, |most, x| most.max(x.abs()));
        let neutral = values.iter().any(|x| x.abs() <= rounding).then(|| {
            let (all, vectors) = symmetric_eigen(&symmetric);
            let kept: Vec<usize> = (0..all.len()).filter(|i| all[*i].abs() <= rounding).collect();
            let mut motions = free * vectors.select_columns(&kept);
            (0..n).for_each(|i| motions.row_mut(i).scale_mut(by(i)));
            motions
        });
        Some(Stability { values, rounding, neutral: neutral.filter(|motions| motions.ncols() > 0) })
    }
}
