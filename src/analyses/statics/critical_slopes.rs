//! Derivatives of critical loads by parameters.

use super::critical::Critical;
use super::equations::{State, Work, unbalanced};
use super::slopes::{Differentiated, padded};
use crate::linalg::{DMatrix, DVector, Factorised};
use crate::num::Dual;
use crate::problem::along;

/// A motion that loads do as much work on, relative to their size, is the one of a limit point.
const LOADED: f64 = 1e-4;
/// Critical loads that are one move together where their derivatives differ by less, relative to the largest.
const TOGETHER: f64 = 1e-6;

/// A direction in which a state moves: by coordinates and multipliers, by a parameter, and by the load factor.
struct Way<'a> {
    moved: &'a DVector<f64>,
    by: Option<usize>,
    load: f64,
}

impl Differentiated<'_> {
    /// Returns the derivatives of the load factor at a critical point by some parameters, not a number where there is none: where
    /// a parameter takes the branch away, or parts loads that are critical together.
    pub(super) fn critical_loads(
        &self,
        work: &mut Work,
        (state, null, is_limit): (&State, &Critical, bool),
        (by, weights): (&[usize], &[f64]),
    ) -> Option<Vec<f64>> {
        let (matrix, by_load) = self.equations.matrix(work, self.parameters, state)?;
        let by_load = DVector::from_vec(by_load);
        let by_parameters: Vec<DVector<f64>> = by.iter().map(|by| self.unbalanced_by(state, *by).into()).collect();
        if is_limit {
            let left = null.left.column(0);
            let work = left.dot(&by_load);
            return Some(by_parameters.iter().map(|slope| -left.dot(slope) / work).collect());
        }
        let (size, count) = (matrix.nrows(), null.left.ncols());
        let bordered = {
            let mut all = DMatrix::zeros(size + count, size + count);
            all.view_mut((0, 0), (size, size)).copy_from(&matrix);
            let scale = matrix.amax();
            for k in 0..count {
                all.view_mut((0, size + k), (size, 1)).copy_from(&(null.left.column(k) * scale));
                let along = |i: usize| weights.get(i).map_or(0.0, |w| w * w * null.right[(i, k)] * scale);
                (0..size).for_each(|i| all[(size + k, i)] = along(i));
            }
            Factorised::new(all)
        };
        let solved = |right: &DVector<f64>| {
            let all = bordered.solve(&DVector::from_fn(size + count, |i, _| if i < size { -right[i] } else { 0.0 }))?;
            Some(all.rows(0, size).into_owned())
        };
        // what does work on a critical motion leaves no branch point beside this one
        let is_loaded = |force: &DVector<f64>| {
            (null.left.column_iter()).any(|left| left.dot(force).abs() > LOADED * left.norm() * force.norm())
        };
        let moved = solved(&by_load)?;
        let of_load = self.pencil(state, null, &Way { moved: &moved, by: None, load: 1.0 });
        let of = |(force, by): (&DVector<f64>, &usize)| {
            if is_loaded(force) {
                return Some(f64::NAN);
            }
            let moved = solved(force)?;
            let of_parameter = self.pencil(state, null, &Way { moved: &moved, by: Some(*by), load: 0.0 });
            let slopes = -Factorised::new(of_load.clone()).solve(&of_parameter)?;
            let mean = slopes.trace() / count as f64;
            let apart = (&slopes - DMatrix::identity(count, count) * mean).amax();
            Some(if apart <= TOGETHER * slopes.amax() { mean } else { f64::NAN })
        };
        by_parameters.iter().zip(by).map(of).collect()
    }

    /// Returns how the stiffness between critical motions changes along a direction.
    fn pencil(&self, state: &State, null: &Critical, way: &Way<'_>) -> DMatrix<f64> {
        let mut all = DMatrix::zeros(null.left.ncols(), null.right.ncols());
        for (j, motion) in null.right.column_iter().enumerate() {
            let changed = self.changed(state, motion.as_slice(), way);
            (0..null.left.ncols()).for_each(|i| all[(i, j)] = null.left.column(i).dot(&changed));
        }
        all
    }

    /// Returns the second derivative of what is left unbalanced: by a motion, then along a direction.
    fn changed(&self, state: &State, motion: &[f64], way: &Way<'_>) -> DVector<f64> {
        let layout = self.starts.formulated.layout();
        let n = self.equations.rates;
        let inner = |x: f64, slope: f64| Dual { re: x, eps: [slope] };
        let twice = |x: Dual<f64, 1>, slope: f64| Dual { re: x, eps: [Dual::resting(slope)] };
        let way_of = &way.moved.as_slice();
        let (q, _) = along(layout, &state.q, &padded(&way_of[..n], layout.velocity_count()), &[]);
        let turned: Vec<Dual<f64, 1>> =
            padded(&motion[..n], layout.velocity_count()).into_iter().map(Dual::resting).collect();
        let (q, _) = along(layout, &q, &turned, &[]);
        let multipliers: Vec<_> = (state.multipliers.iter().zip(&way_of[n..]).zip(&motion[n..]))
            .map(|((x, slope), outer)| twice(inner(*x, *slope), *outer))
            .collect();
        let parameters = Dual::by_one(&Dual::by_one(self.parameters, way.by), None);
        let load = Dual::resting(inner(state.load, way.load));
        let all = unbalanced(self.starts, &parameters, load, (&q, &multipliers));
        DVector::from_iterator(all.len(), all.iter().map(|x| x.eps[0].eps[0]))
    }
}
