//! Second derivatives of the states with which members of implicit methods go on behind corners.

use super::Study;
use super::begun::size_of_motion;
use crate::ensemble::program::Shape;
use crate::ensemble::start::{Starts, Twice};
use crate::num::Dual;

/// By how much numbers are moved, in parts of themselves or of one, where starts are differentiated twice: rounding over the square of it is as large as
/// what is cut off.
const NEARBY_TWICE: f64 = 2e-3;

/// The points of a difference of the fourth order, with their weights in twelfths.
const STENCIL: [(f64, f64); 4] = [(-2.0, 1.0), (-1.0, -8.0), (1.0, 8.0), (2.0, -1.0)];

impl Study {
    /// Returns coordinates and velocities of a state in a row, as they move along two directions of the study.
    fn moving_twice(&self, state: &[f64], [i, j]: [usize; 2]) -> Vec<Twice> {
        let shape = Shape::new(self);
        let [by_i, by_j, by_both] =
            [shape.derivatives(i), shape.derivatives(j), shape.second_derivatives(i, j)].map(|all| &state[all]);
        let number = |at: usize| Dual {
            re: Dual { re: state[at], eps: [by_i[at]] },
            eps: [Dual { re: by_j[at], eps: [by_both[at]] }],
        };
        (0..shape.coordinates + shape.velocities).map(number).collect()
    }

    /// Returns all parameters as they move along two directions of the study.
    fn parameters_twice(&self, parameters: &[f64], [i, j]: [usize; 2]) -> Vec<Twice> {
        let [i, j] = [i, j].map(|k| self.directions()[k].parameter());
        Dual::by_one(&Dual::by_one(parameters, i), j)
    }

    /// Returns the second derivatives of the state with which a member has begun anew at a time, s, with its first step, s, along two directions, from
    /// the state before; not numbers where there are none. `gap` is how far behind the corner it is, s.
    pub(super) fn second_slopes_anew(
        &self,
        parameters: &[f64],
        ((time, gap), state): ((f64, f64), &[f64]),
        begun: (&[f64], f64),
        by: [usize; 2],
    ) -> Vec<f64> {
        let shape = Shape::new(self);
        let found = self.nearest_twice(parameters, ((time, gap), state), by).and_then(|mut q| {
            let v = q.split_off(shape.coordinates);
            let recorded = if self.scope.is_later { None } else { self.recorded_starts() };
            let starts = Starts { time, ..self.starts() };
            starts.second_slopes_from(recorded, &self.parameters_twice(parameters, by), [q, v], begun)
        });
        found.unwrap_or_else(|| vec![f64::NAN; shape.motion()])
    }

    /// Returns the nearest coordinates and velocities that hold the constraints at a time, s, as they move along two directions, by differences.
    fn nearest_twice(
        &self,
        parameters: &[f64],
        ((time, gap), state): ((f64, f64), &[f64]),
        [i, j]: [usize; 2],
    ) -> Option<Vec<Twice>> {
        let mut moving = self.moving_twice(state, [i, j]);
        if self.constraints.unreduced.constraint_count() == 0 {
            return Some(moving);
        }
        let shape = Shape::new(self);
        let motion = &state[..moving.len()];
        let along = |k: usize| (self.directions()[k].parameter(), &state[shape.derivatives(k)][..moving.len()]);
        let directions = [along(i), along(j)];
        // where a corner moves, what is beside it may be on its other side
        let moves = |by: usize| self.corner_slope(&self.corners, (parameters, by), (time, gap)) != 0.0;
        if directions.iter().filter_map(|(by, _)| *by).any(moves) {
            return None;
        }
        let here = ((time, gap), motion);
        let [[held, by_i], [_, by_j]] = [
            self.nearest_along(parameters, here, directions[0]).ok()?,
            self.nearest_along(parameters, here, directions[1]).ok()?,
        ];
        let delta = directions.map(|along| match size_of_motion(parameters, motion, along) {
            size if size > 0.0 => NEARBY_TWICE / size,
            _ => 0.0,
        });
        let at = |multiples: [f64; 2]| {
            let [a, b] = [0, 1].map(|k| multiples[k] * delta[k]);
            let mut parameters = parameters.to_vec();
            directions.iter().zip([a, b]).for_each(|((by, _), way)| by.iter().for_each(|by| parameters[*by] += way));
            let moved = moving.iter().map(|x| x.re.re + a * x.re.eps[0] + b * x.eps[0].re + a * b * x.eps[0].eps[0]);
            self.nearest_motion(&parameters, time, &moved.collect::<Vec<f64>>()).ok()
        };
        let mut sums = vec![0.0; moving.len()];
        if delta[0] > 0.0 && delta[1] > 0.0 {
            for (a, own) in STENCIL {
                for (b, other) in STENCIL {
                    let weight = own * other / (144.0 * delta[0] * delta[1]);
                    sums.iter_mut().zip(at([a, b])?).for_each(|(sum, x)| *sum += weight * x);
                }
            }
        }
        for (k, number) in moving.iter_mut().enumerate() {
            *number = Dual { re: Dual { re: held[k], eps: [by_i[k]] }, eps: [Dual { re: by_j[k], eps: [sums[k]] }] };
        }
        Some(moving)
    }
}
