//! Second derivatives of the states with which members of implicit methods go on behind changes of sides and corners.

use super::Study;
use super::begun::size_of_motion;
use crate::ensemble::program::{Equations, Shape, bent_way};
use crate::ensemble::start::Starts;
use crate::num::{Dual, Precision, Real};
use crate::trace::{Input, Rate, Schedule, Tape, Traced, record};

/// A number with derivatives along two directions and along both.
type Twice = Dual<Dual<f64, 1>, 1>;

/// By how much numbers are moved, in parts of themselves or of one, where starts are differentiated twice: rounding over the square of it is as large as
/// what is cut off.
const NEARBY_TWICE: f64 = 2e-3;

/// The points of a difference of the fourth order, with their weights in twelfths.
const STENCIL: [(f64, f64); 4] = [(-2.0, 1.0), (-1.0, -8.0), (1.0, 8.0), (2.0, -1.0)];

impl Study {
    /// Returns what second derivatives behind a change of sides are made of, see [`Equations::change_of_sides`], from all parameters, the time,
    /// coordinates, velocities before and those behind.
    fn recorded_changes(&self) -> &Tape {
        self.functions().changes.get_or_init(|| {
            let shape = Shape::new(self);
            let count = self.mechanism.parameters.len();
            let numbers = count + 1 + shape.coordinates + 2 * shape.velocities;
            let input =
                |i: usize| Input { name: format!("x{i}"), rate: if i < count { Rate::Member } else { Rate::Step } };
            let graph = record(Precision::Double, (0..numbers).map(input).collect(), |inputs| {
                let (parameters, rest) = inputs.split_at(count);
                let (q, rest) = rest[1..].split_at(shape.coordinates);
                let (v, after) = rest.split_at(shape.velocities);
                Equations::<Traced>::with_all_parameters(self, parameters).change_of_sides(inputs[count], (q, v, after))
            });
            Tape::new(&graph, &Schedule::new(&graph))
        })
    }

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

    /// Adds to the second derivatives of a state behind a change of sides at a time, s, what follows from the instant being moved; `before` is the state
    /// with the sides before, and all derivatives are those before in both.
    pub(in crate::ensemble) fn change_twice(
        &self,
        (parameters, time): (&[f64], f64),
        before: &[f64],
        state: &mut [f64],
    ) {
        let shape = Shape::new(self);
        let sides = shape.sides(self);
        let changed: Vec<usize> = (0..sides.len())
            .filter(|i| self.bends_at(&self.mechanism.sides[*i]) && before[sides.start + i] != state[sides.start + i])
            .collect();
        if changed.is_empty() {
            return;
        }
        for [i, j] in shape.pairs() {
            let moving = self.moving_twice(before, [i, j]);
            let (q, v) = moving.split_at(shape.coordinates);
            let mut after = v.to_vec();
            for place in sides.clone() {
                after[place - shape.coordinates] = Twice::constant(state[place]);
            }
            let parameters = self.parameters_twice(parameters, [i, j]);
            let all = self.recorded_changes().evaluate(&[&parameters, &[Twice::constant(time)], q, v, &after]);
            let (told, rest) = all.split_at(3 * sides.len());
            let (jump, second) = rest.split_at(shape.velocities);
            let way = |side: usize| {
                let [place, rate, bend] = [0, 1, 2].map(|k| told[3 * side + k]);
                let value = place.re.re;
                let is_whole = self.mechanism.sides[side].is_whole;
                let beyond = if is_whole { value - value.round() } else { value };
                let way = (place - Twice::constant(value)) / rate;
                ((beyond / rate.re.re).abs(), bent_way(way, rate, bend))
            };
            // of several, those that others have taken along are not where they switch themselves
            let nearest = changed.iter().map(|side| way(*side)).min_by(|a, b| a.0.total_cmp(&b.0));
            let way = nearest.map_or(Twice::constant(f64::NAN), |(_, way)| way);
            let still = vec![Twice::zero(); shape.coordinates];
            let own = state[shape.second_derivatives(i, j)].iter_mut();
            for ((number, jump), second) in own.zip(still.iter().chain(jump)).zip(second) {
                *number += (*jump * way + *second * way * way).eps[0].eps[0];
            }
        }
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
            let recorded = if self.is_later { None } else { self.recorded_starts() };
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
        if self.unreduced.constraint_count() == 0 {
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
