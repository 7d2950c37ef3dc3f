//! Derivatives of an equilibrium by parameters: exact ones of the equations that hold there.

use super::Slopes;
use super::equations::{State, StaticEquations, Work, turning_with, unbalanced};
use crate::analyses::linearised::Moving;
use crate::ensemble::start::Starts;
use crate::formulation::System;
use crate::linalg::{DMatrix, DVector, Factorised};
use crate::num::Dual;
use crate::problem::{Unknowns, along};

/// A parameter, and by how much the load factor changes with it.
pub(super) type By = (usize, f64);

/// A member at an equilibrium, whose derivatives are looked for.
pub(super) struct Differentiated<'a> {
    pub starts: &'a Starts<'a>,
    pub equations: &'a StaticEquations,
    pub parameters: &'a [f64],
}

impl Differentiated<'_> {
    /// Returns the derivatives of an equilibrium and of all outputs there by some parameters; none where the equations are singular.
    pub(super) fn slopes(&self, work: &mut Work, state: &State, by: &[By]) -> Option<Vec<Slopes>> {
        let (matrix, by_load) = self.equations.matrix(work, self.parameters, state)?;
        let moved = self.moved(&matrix, &by_load, (state, by))?;
        let of = |(moved, by): (&Vec<f64>, &By)| Slopes { load: by.1, columns: Some(self.columns(state, moved, *by)) };
        Some(moved.iter().zip(by).map(of).collect())
    }

    /// Returns how an equilibrium under all loads moves with each of some parameters, at rest on the base; none where the equations are
    /// singular.
    pub(super) fn moving(&self, [q, multipliers]: [Vec<f64>; 2], by: &[usize]) -> Option<Vec<Moving>> {
        let state = State { q, multipliers, load: 1.0 };
        let (matrix, by_load) = self.equations.matrix(&mut self.equations.alone(), self.parameters, &state)?;
        let by: Vec<By> = by.iter().map(|by| (*by, 0.0)).collect();
        let moved = self.moved(&matrix, &by_load, (&state, &by))?;
        Some(moved.iter().zip(by).map(|(moved, (by, _))| self.along(&state, moved, by)).collect())
    }

    /// Returns an equilibrium as a parameter moves it, with which coordinates and multipliers move so.
    fn along(&self, state: &State, moved: &[f64], by: usize) -> Moving {
        let Starts { mechanism, formulated, .. } = *self.starts;
        let layout = formulated.layout();
        let parameters = Dual::by_one(self.parameters, Some(by));
        let increments = padded(&moved[..self.equations.rates], layout.velocity_count());
        let (q, _) = along(layout, &state.q, &increments, &[]);
        let (_, v) = formulated.initial(mechanism, &parameters);
        let [v, _] = turning_with(layout, mechanism.base_rotation(&parameters), &q, &v);
        Moving { parameters, q, v }
    }

    /// Returns how coordinates and multipliers move with each parameter.
    fn moved(&self, matrix: &DMatrix<f64>, by_load: &[f64], (state, by): (&State, &[By])) -> Option<Vec<Vec<f64>>> {
        let factors = Factorised::new(matrix.clone());
        let of = |(by, load): &By| {
            let right = self.unbalanced_by(state, *by).into_iter().zip(by_load);
            let right = DVector::from_iterator(matrix.nrows(), right.map(|(x, y)| -(x + load * y)));
            Some(factors.solve(&right)?.data.into())
        };
        by.iter().map(of).collect()
    }

    /// Returns the derivative of what is left unbalanced by a parameter, for given coordinates and multipliers.
    pub(super) fn unbalanced_by(&self, state: &State, by: usize) -> Vec<f64> {
        let parameters = Dual::by_one(self.parameters, Some(by));
        let [q, multipliers] = [&state.q, &state.multipliers].map(|all| Dual::by_one(all, None));
        let all = unbalanced(self.starts, &parameters, Dual::resting(state.load), (&q, &multipliers));
        all.iter().map(|x: &Dual<f64, 1>| x.eps[0]).collect()
    }

    /// Returns the derivatives of the columns of all outputs by a parameter, with which coordinates and multipliers move so.
    fn columns(&self, state: &State, moved: &[f64], (by, load_slope): By) -> Vec<f64> {
        let Starts { mechanism, formulated, .. } = *self.starts;
        let Moving { parameters, q, v } = self.along(state, moved, by);
        let load = Dual { re: state.load, eps: [load_slope] };
        let system: System<Dual<f64, 1>> = formulated.system(mechanism, &parameters).with_load_factor(load);
        let of_multipliers = &moved[self.equations.rates..];
        let multipliers: Vec<_> =
            state.multipliers.iter().zip(of_multipliers).map(|(x, slope)| Dual { re: *x, eps: [*slope] }).collect();
        let [_, rate] = turning_with(formulated.layout(), mechanism.base_rotation(&parameters), &q, &v);
        let known = Unknowns { rate: &rate, multipliers: &multipliers };
        let mut columns = Vec::new();
        system.outputs(Dual::resting(0.0), (&q, &v), Some(known), &mut columns);
        columns.iter().map(|x| x.eps[0]).collect()
    }
}

/// Returns increments of coordinates with zeros behind, a number for every velocity.
pub(super) fn padded(increments: &[f64], velocities: usize) -> Vec<f64> {
    let mut all = increments.to_vec();
    all.resize(velocities, 0.0);
    all
}
