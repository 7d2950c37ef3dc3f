//! Derivatives of starts by the values that they begin with: along the nearest increments that hold the constraints.

use super::member::Member;
use super::recorded::RecordedStarts;
use super::scalar::{LENGTH, Starts};
use crate::ensemble::Direction;
use crate::linalg::{DMatrix, DVector, Equilibrated, Row, orthonormal, saddle, sparse};
use crate::num::Dual;
use crate::problem::along;
use crate::problem::consistent::{Equations, Movement};

/// Returns the rows of the constraints of positions.
fn rows_of_positions(equations: &Equations<Member<'_>>) -> Vec<usize> {
    let of_positions = equations.is_of_positions();
    (0..of_positions.len()).filter(|row| of_positions[*row]).collect()
}

/// Returns what adds to an increment the shortest one, by the squares of some weights, with which a matrix makes of it what it is to.
fn brought(norm: &[Row<f64>], b: DMatrix<f64>) -> impl Fn(&mut [f64], DVector<f64>) {
    let (n, factors) = (b.ncols(), Equilibrated::new(&saddle(norm, &sparse(&b))));
    move |increment, wanted| {
        let open = wanted - &b * DVector::from_column_slice(&increment[..n]);
        let right = DVector::from_fn(n + open.len(), |i, _| if i < n { 0.0 } else { open[i - n] });
        increment.iter_mut().zip(factors.solve(&right).iter().take(n)).for_each(|(x, by)| *x += by);
    }
}

impl Starts<'_> {
    /// Has the derivatives of coordinates hold the constraints of positions, to which they are near: multipliers see what they miss by in units of
    /// the square of a step.
    pub(in crate::ensemble) fn hold_along(&self, parameters: &[Dual<f64, 1>], q: &mut [Dual<f64, 1>]) {
        let Self { mechanism, formulated, time, .. } = *self;
        let layout = formulated.layout();
        let plain = |all: &[Dual<f64, 1>]| all.iter().map(|x| x.re).collect::<Vec<f64>>();
        let (own, here) = (plain(parameters), plain(q));
        let mut equations = Equations::new(Member::new((formulated, &self.residuals[0]), mechanism, &own));
        let (n, still) = (layout.quadratures().start, vec![Dual::resting(0.0); layout.velocity_count()]);
        let [phi, _] = formulated.system(mechanism, parameters).constraints(Dual::resting(time), q, &still);
        let rows = rows_of_positions(&equations);
        let b = equations.constraint_matrix(time, &here).select_rows(&rows);
        let weights = Movement::weights(layout, LENGTH);
        let norm: Vec<Row<f64>> = weights[..n].iter().enumerate().map(|(i, w)| vec![(i, w * w)]).collect();
        let mut increment = vec![0.0; still.len()];
        let missed = rows.iter().map(|row| -phi[*row].eps[0]).collect::<Vec<f64>>();
        brought(&norm, b)(&mut increment, missed.into());
        let (moved, _) = along(layout, &here, &increment, &increment);
        q.iter_mut().zip(moved).for_each(|(x, by)| x.eps[0] += by.eps[0]);
    }

    /// Returns the derivatives of the state of a member in each of some directions of coordinates or velocities at its
    /// start, where its first step is that long, s. It has these values of all parameters; `None` where there are none.
    pub(crate) fn slopes_by_start(
        &self,
        recorded: &RecordedStarts,
        parameters: &[f64],
        (directions, step): (&[Direction], f64),
    ) -> Option<Vec<Vec<f64>>> {
        let (state, _) = recorded.of(self, (parameters, None), false)?;
        let tangents = self.tangents(parameters, (&state[0], &state[1]), directions);
        self.slopes_along(recorded, (parameters, &state), (tangents, step))
    }

    /// Returns the derivatives of the state of a member as its coordinates and velocities move so, by increments of a number per velocity
    /// each; `None` where there are none.
    pub(crate) fn slopes_along(
        &self,
        recorded: &RecordedStarts,
        (parameters, [q, v]): (&[f64], &[Vec<f64>; 2]),
        (tangents, step): (Vec<[Vec<f64>; 2]>, f64),
    ) -> Option<Vec<Vec<f64>>> {
        let layout = self.formulated.layout();
        let resting: Vec<Dual<f64, 1>> = parameters.iter().map(|p| Dual::resting(*p)).collect();
        let slopes = |[position, velocity]: [Vec<f64>; 2]| {
            let (moving_q, _) = along(layout, q, &position, &position);
            let moving_v: Vec<_> = v.iter().zip(velocity).map(|(v, slope)| Dual { re: *v, eps: [slope] }).collect();
            let at = recorded.at(self, &resting, [&moving_q, &moving_v], self.begins_with_slopes())?;
            let state = self.composed_along(&resting, ([moving_q, moving_v], at), Dual::resting(step));
            Some(state.iter().map(|x| x.eps[0]).collect())
        };
        tangents.into_iter().map(slopes).collect()
    }

    /// Returns the orthonormal increments that hold the constraints to first order: those of positions, for every velocity that moves
    /// some, then those of velocities but for so many sides that are `held`.
    pub(crate) fn free_increments(&self, parameters: &[f64], [q, v]: [&[f64]; 2], held: usize) -> DMatrix<f64> {
        let layout = self.formulated.layout();
        let (n, moves) = (layout.quadratures().start, layout.moves());
        let mut directions = Direction::all_of_start(layout);
        directions.truncate(directions.len() - held);
        if self.formulated.constraint_count() == 0 {
            return DMatrix::identity(directions.len(), directions.len());
        }
        let column = |[position, velocity]: [Vec<f64>; 2]| -> DVector<f64> {
            let positions = position[..n].iter().zip(&moves).filter(|(_, moves)| **moves).map(|(x, _)| *x);
            positions.chain(velocity[..n - held].iter().copied()).collect::<Vec<f64>>().into()
        };
        let all: Vec<DVector<f64>> = self.tangents(parameters, (q, v), &directions).into_iter().map(column).collect();
        orthonormal(&all, directions.len())
    }

    /// Returns the increments of coordinates and of velocities that are nearest to each direction and hold the constraints
    /// to first order, a number per velocity each; turning by 1 rad counts as [`LENGTH`].
    pub(crate) fn tangents(
        &self,
        parameters: &[f64],
        (q, v): (&[f64], &[f64]),
        directions: &[Direction],
    ) -> Vec<[Vec<f64>; 2]> {
        let Self { mechanism, formulated, .. } = *self;
        let layout = formulated.layout();
        let (n, zeros) = (layout.quadratures().start, vec![0.0; layout.velocity_count()]);
        let unit = |i: usize| {
            let mut unit = zeros.clone();
            unit[i] = 1.0;
            unit
        };
        let given = |direction: &Direction| match *direction {
            Direction::Position(i) => [unit(i), zeros.clone()],
            Direction::Velocity(i) => [zeros.clone(), unit(i)],
            Direction::Parameter(_) | Direction::Time => unreachable!("no value at the start"),
        };
        let mut all: Vec<[Vec<f64>; 2]> = directions.iter().map(given).collect();
        let mut equations = Equations::new(Member::new((formulated, &self.residuals[0]), mechanism, parameters));
        if equations.constraint_count() == 0 {
            return all;
        }
        let b = equations.constraint_matrix(self.time, q);
        let weights = Movement::weights(layout, LENGTH);
        let norm: Vec<Row<f64>> = weights[..n].iter().enumerate().map(|(i, w)| vec![(i, w * w)]).collect();
        // what is of velocities alone leaves every position free
        let rows = rows_of_positions(&equations);
        let [of_positions, of_velocities] = [b.select_rows(&rows), b].map(|b| brought(&norm, b));
        for [position, velocity] in &mut all {
            of_positions(position, DVector::zeros(rows.len()));
            of_velocities(velocity, -equations.constraint_velocity_slopes(self.time, (q, v), position));
        }
        all
    }
}
