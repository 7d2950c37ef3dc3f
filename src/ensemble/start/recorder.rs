//! The recording of starts.

use super::scalar::{LENGTH, Starts, sum_of_squares};
use super::tapes::tape;
use crate::ensemble::recorded_matrix::sampled;
use crate::formulation::System;
use crate::linalg::{Elimination, Row, independent_rows, saddle};
use crate::num::{Precision, Real};
use crate::problem::consistent::{DAMPING, LONGEST_STEP, Movement, RANK_TOLERANCE, displaced};
use crate::problem::{Constrained, Unknowns, along, slopes_along_group};
use crate::trace::{Graph, Input, Rate, Tape, Traced, derivatives, derivatives_along, record};

/// Equations that the start holds, and their derivatives by what is looked for.
struct Linearised {
    residual: Vec<Traced>,
    rows: Vec<Row<Traced>>,
}

/// A recorded search for what holds equations.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// The step that changes what is looked for least: see [`Recorder::shortest`].
    pub(super) tape: Tape,
    /// Whether the equations determine all that moves, so that the way to it does not matter.
    pub(super) is_determined: bool,
}

/// What changes are measured by.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Norm {
    /// How far bodies move, see [`Movement::weights`].
    Movement,
    /// The kinetic energy of the change.
    KineticEnergy,
}

/// The start of a member: its parameters, and coordinates and velocities that hold the constraints.
pub(super) type Sample = (Vec<f64>, [Vec<f64>; 2]);

/// What the functions of a start are recorded of.
pub(super) struct Recorder<'a> {
    pub(super) starts: Starts<'a>,
    /// Starts of some members.
    pub(super) samples: &'a [Sample],
    pub(super) coordinates: usize,
    pub(super) velocities: usize,
    /// Velocities but for the integrals.
    pub(super) rates: usize,
    pub(super) multipliers: usize,
}

/// Returns the directional derivatives of results.
fn rates(results: &[Traced], direction: &[(Traced, Traced)]) -> Vec<Traced> {
    let seeds: Vec<(Traced, Vec<Traced>)> = direction.iter().map(|(x, rate)| (*x, vec![*rate])).collect();
    derivatives_along(results, &seeds).remove(0)
}

impl<'a> Recorder<'a> {
    pub(super) fn new(starts: Starts<'a>, samples: &'a [Sample]) -> Self {
        let layout = starts.formulated.layout();
        Self {
            samples,
            coordinates: layout.coordinate_count(),
            velocities: layout.velocity_count(),
            rates: layout.quadratures().start,
            multipliers: starts.formulated.constraint_count(),
            starts,
        }
    }
    /// Returns starts of members with the given parameters, found natively, without those that have none.
    pub(super) fn samples(starts: Starts<'_>, members: &[Vec<f64>]) -> Vec<Sample> {
        let sample = |parameters: &Vec<f64>| {
            let (q, v) = starts.positions_and_velocities(parameters).ok()?;
            Some((parameters.clone(), [q, v]))
        };
        members.iter().filter_map(sample).collect()
    }
    /// Returns the inputs of a function: the parameters, and so many further ones.
    pub(super) fn inputs(&self, further: usize) -> Vec<Input> {
        let name = |i: usize| Input { name: format!("x{i}"), rate: Rate::Step };
        (0..self.starts.mechanism.parameters.len() + further).map(name).collect()
    }
    pub(super) fn system(&self, inputs: &[Traced]) -> (System<Traced>, usize) {
        let count = self.starts.mechanism.parameters.len();
        (self.starts.formulated.system(self.starts.mechanism, &inputs[..count]), count)
    }
    /// Records what the scenario says, coordinates and velocities, and by how much these miss the constraints.
    pub(super) fn given(&self) -> Tape {
        let Starts { mechanism, formulated, .. } = self.starts;
        let graph = record(Precision::Double, self.inputs(0), |inputs| {
            let (q, v) = formulated.initial(mechanism, inputs);
            let missed = self.starts.missed_as_given(inputs, &q, &v);
            let mut all = [q, v].concat();
            Traced::require_finite(&mut all);
            all.extend(missed);
            all
        });
        tape(&graph, None)
    }

    /// Records by how much coordinates and velocities miss all constraints and what is given, with the number of the former
    /// and the joints that keep given coordinates.
    pub(super) fn missed(&self) -> (Tape, usize, Vec<usize>) {
        let Starts { mechanism, unreduced, .. } = self.starts;
        let (mut count, mut joints) = (0, Vec::new());
        let graph = record(Precision::Double, self.inputs(self.coordinates + self.velocities), |inputs| {
            let (parameters, state) = inputs.split_at(mechanism.parameters.len());
            let (q, v) = state.split_at(self.coordinates);
            let (rough, _) = unreduced.initial(mechanism, parameters);
            let (mut all, held) = self.starts.open(&unreduced.system(mechanism, parameters), parameters, &rough, q);
            (count, joints) = (all.len(), held);
            all.extend(unreduced.given_velocities(mechanism, parameters, (q, v)));
            all
        });
        (tape(&graph, None), count, joints)
    }

    /// Records a step of Newton's method, damped or not, that is the shortest in a norm. Results are the square of the residual of
    /// the equations, those of `further`, the unknowns after the step, the pivot.
    fn shortest(
        &self,
        (count, samples): (usize, &[Vec<f64>]),
        (norm, is_damped): (Norm, bool),
        equations: impl Fn(&[Traced]) -> Linearised,
        further: impl Fn(&[Traced]) -> Vec<Traced>,
        moved: impl Fn(&[Traced], &[Traced]) -> Vec<Traced>,
    ) -> Option<Search> {
        fn chosen<T: Clone>(all: &[T], kept: &[usize]) -> Vec<T> {
            kept.iter().map(|i| all[*i].clone()).collect()
        }
        let (mut first, mut is_determined) = (0, false);
        let graph = recorded(self.inputs(count), |inputs| {
            let Linearised { residual, rows } = equations(inputs);
            let values = sampled(&rows, samples);
            let kept = independent_rows(&values, self.rates, RANK_TOLERANCE).kept;
            // what equations determine alone is the same in every norm
            let moves = self.starts.formulated.layout().moves();
            is_determined = kept.len() == moves[..self.rates].iter().filter(|moves| **moves).count();
            let norm = if is_determined { Norm::Movement } else { norm };
            let mut results = vec![sum_of_squares(&residual)];
            results.extend(further(inputs));
            first = results.len();
            let mut saddle = saddle(&self.norm(norm, inputs), &chosen(&rows, &kept));
            if is_damped {
                let damping = -results[0].max(Traced::constant(DAMPING));
                saddle.iter_mut().enumerate().skip(self.rates).for_each(|(k, row)| row.push((k, damping)));
            }
            let elimination = elimination(sampled(&saddle, samples))?;
            let factors = elimination.factorise(&saddle);
            let mut right = vec![Traced::zero(); self.rates];
            right.extend(chosen(&residual, &kept).into_iter().map(|x| -x));
            let solution = elimination.solve(&factors.numbers, &right);
            let mut rest = moved(inputs, &solution[..self.rates]);
            rest.push(factors.relative_pivot);
            Traced::require_finite(&mut rest);
            results.extend(rest);
            Some(results)
        })?;
        Some(Search { tape: tape(&graph, Some(first)), is_determined })
    }

    /// Returns the rows of the matrix of a norm, for inputs that begin with parameters; of the kinetic energy with those of the
    /// completion of velocities.
    fn norm(&self, norm: Norm, inputs: &[Traced]) -> Vec<Row<Traced>> {
        let layout = self.starts.formulated.layout();
        let n = self.rates;
        if norm == Norm::Movement {
            let weights = Movement::weights(layout, LENGTH);
            return weights[..n].iter().enumerate().map(|(i, w)| vec![(i, Traced::constant(w * w))]).collect();
        }
        Traced::note("mass matrix");
        let (mut system, count) = self.system(inputs);
        let (t, (q, v)) = (inputs[count], inputs[count + 1..].split_at(self.coordinates));
        let (still, multipliers) = (vec![Traced::zero(); self.velocities], vec![Traced::zero(); self.multipliers]);
        // of equations at rest, which are linear in the rates: any numbers stand for these
        let at = Unknowns { rate: &v[..n], multipliers: &multipliers };
        let mut motion = Vec::new();
        system.residual(t, q, &still, Traced::one(), at, &mut motion);
        motion.truncate(n);
        let seeds: Vec<(Traced, Row<Traced>)> =
            v[..n].iter().enumerate().map(|(j, rate)| (*rate, vec![(j, Traced::one())])).collect();
        let mut rows = derivatives(&motion, &seeds);
        let moves = layout.moves();
        for (i, row) in rows.iter_mut().enumerate() {
            if moves[i] {
                row.retain(|(j, _)| moves[*j]);
            } else {
                *row = vec![(i, Traced::one())];
            }
        }
        rows
    }

    /// Records the search for positions that hold all constraints, from near ones.
    pub(super) fn positions(&self) -> Option<Search> {
        let samples: Vec<Vec<f64>> = self.samples.iter().map(|(p, [q, _])| [&p[..], q, q].concat()).collect();
        self.towards_positions(&samples, false)
    }

    /// Records the search for positions that nearly hold all constraints, from given ones, with the steps of
    /// [`crate::problem::consistent::assemble`].
    pub(super) fn approach(&self) -> Option<Tape> {
        let Starts { mechanism, formulated, .. } = self.starts;
        let rough = |p: &[f64]| [p, &formulated.initial(mechanism, p).0.repeat(2)].concat();
        let samples: Vec<Vec<f64>> = self.samples.iter().map(|(p, _)| rough(p)).collect();
        self.towards_positions(&samples, true).map(|search| search.tape)
    }

    /// Records a step towards positions that hold all constraints.
    fn towards_positions(&self, samples: &[Vec<f64>], is_damped: bool) -> Option<Search> {
        let layout = self.starts.formulated.layout();
        let parts = |inputs: &[Traced]| {
            let (system, count) = self.system(inputs);
            let (rough, q) = inputs[count..].split_at(self.coordinates);
            (system, inputs[..count].to_vec(), rough.to_vec(), q.to_vec())
        };
        let equations = |inputs: &[Traced]| {
            let (system, parameters, rough, q) = parts(inputs);
            let (residual, _) = self.starts.open(&system, &parameters, &rough, &q);
            let seeds: Vec<(Traced, Row<Traced>)> = q.iter().copied().zip(slopes_along_group(layout, &q)).collect();
            let mut rows = derivatives(&residual, &seeds);
            // what is of velocities alone leaves every position free
            let [in_use, redundant] = self.starts.formulated.velocity_rows();
            in_use
                .into_iter()
                .chain(redundant.iter().map(|row| row + self.multipliers))
                .for_each(|row| rows[row].clear());
            Linearised { rows, residual }
        };
        let moved = |inputs: &[Traced], step: &[Traced]| {
            let (system, _, _, q) = parts(inputs);
            let longest = step.iter().fold(Traced::constant(LONGEST_STEP), |longest, x| longest.max(x.abs()));
            let part = Traced::constant(LONGEST_STEP) / longest;
            let step: Vec<Traced> = step.iter().map(|x| *x * part).collect();
            displaced(&system, Traced::zero(), &q, &step)
        };
        let how = (Norm::Movement, is_damped);
        self.shortest((2 * self.coordinates, samples), how, equations, |_| Vec::new(), moved)
    }

    /// Records the completion of velocities.
    pub(super) fn velocities(&self) -> Option<Search> {
        let Starts { mechanism, formulated, .. } = self.starts;
        let samples: Vec<Vec<f64>> = self.samples.iter().map(|(p, [q, v])| [&p[..], &[0.0], q, v].concat()).collect();
        let equations = |inputs: &[Traced]| {
            let (mut system, count) = self.system(inputs);
            let (t, (q, v)) = (inputs[count], inputs[count + 1..].split_at(self.coordinates));
            let positions = self.constraints(&mut system, t, q, v);
            let direction = self.direction(t, (q, v), &[]);
            let mut residual = rates(&positions, &direction);
            residual.extend(formulated.given_velocities(mechanism, &inputs[..count], (q, v)));
            let seeds: Vec<(Traced, Row<Traced>)> =
                v[..self.rates].iter().enumerate().map(|(j, v)| (*v, vec![(j, Traced::one())])).collect();
            Linearised { rows: derivatives(&residual, &seeds), residual }
        };
        let velocities = |inputs: &[Traced]| inputs[inputs.len() - self.velocities..].to_vec();
        let size = |inputs: &[Traced]| vec![Traced::one() + sum_of_squares(&velocities(inputs))];
        let moved = |inputs: &[Traced], step: &[Traced]| {
            let mut v = velocities(inputs);
            v.iter_mut().zip(step).for_each(|(v, step)| *v = *v + *step);
            v
        };
        let count = 1 + self.coordinates + self.velocities;
        self.shortest((count, &samples), (Norm::KineticEnergy, false), equations, size, moved)
    }

    /// Returns the direction of the motion: time, coordinates and velocities, each with its rate; velocities whose
    /// rates are not given rest.
    fn direction(&self, t: Traced, (q, v): (&[Traced], &[Traced]), rate: &[Traced]) -> Vec<(Traced, Traced)> {
        let mut v_rate = rate.to_vec();
        v_rate.resize(v.len(), Traced::zero());
        let (moving_q, moving_v) = along(self.starts.formulated.layout(), q, v, &v_rate);
        let moving = moving_q.into_iter().chain(moving_v).map(|x| x.eps[0]);
        q.iter().chain(v).copied().zip(moving).chain([(t, Traced::one())]).collect()
    }

    /// Returns the residuals of all constraints, in use or redundant.
    fn constraints(&self, system: &mut System<Traced>, t: Traced, q: &[Traced], v: &[Traced]) -> Vec<Traced> {
        let (rate, multipliers) = (vec![Traced::zero(); self.rates], vec![Traced::zero(); self.multipliers]);
        let mut residual = Vec::new();
        let at = Unknowns { rate: &rate, multipliers: &multipliers };
        system.residual(t, q, v, Traced::one(), at, &mut residual);
        let mut in_use = residual.split_off(self.rates);
        let [_, redundant] = system.constraints(t, q, v);
        in_use.extend(redundant);
        in_use
    }

    /// Returns how many inputs of accelerations there are behind the parameters: time, coordinates, velocities, rates
    /// and multipliers.
    fn motion_inputs(&self) -> usize {
        1 + self.coordinates + self.velocities + self.rates + self.multipliers
    }

    /// Returns the equations of motion at these inputs.
    fn at(&self, inputs: &[Traced]) -> At {
        let (n, m) = (self.rates, self.multipliers);
        let (mut system, count) = self.system(inputs);
        let (q, rest) = inputs[count + 1..].split_at(self.coordinates);
        let (v, unknowns) = rest.split_at(self.velocities);
        let (rate, multipliers) = unknowns.split_at(n);
        let (t, mut motion) = (inputs[count], Vec::new());
        system.residual(t, q, v, Traced::one(), Unknowns { rate, multipliers }, &mut motion);
        let positions = motion.split_off(n);
        let seeds: Vec<(Traced, Row<Traced>)> =
            unknowns.iter().enumerate().map(|(j, x)| (*x, vec![(j, Traced::one())])).collect();
        let mut rows = derivatives(&motion, &seeds);
        // forces of constraints are the transpose of what constraints see of velocities; values of first order may
        // depend on multipliers otherwise
        let layout = self.starts.formulated.layout();
        if system.forces_see_multipliers() {
            let seeds: Vec<(Traced, Row<Traced>)> = q.iter().copied().zip(slopes_along_group(layout, q)).collect();
            rows.extend(derivatives(&positions, &seeds));
        } else {
            let mut constraints = vec![Row::new(); m];
            for (i, moves) in layout.moves().into_iter().enumerate().take(n) {
                for (k, entry) in rows[i].iter().filter(|(k, _)| moves && *k >= n) {
                    constraints[*k - n].push((i, *entry));
                }
            }
            rows.extend(constraints);
        }
        let direction = self.direction(t, (q, v), rate);
        At { motion, positions, rows, direction, v: v.to_vec(), rate: rate.to_vec(), unknowns: unknowns.to_vec() }
    }

    /// Records the solutions for accelerations and multipliers, and for slopes: better ones of the unknowns, the pivot, then
    /// [`crate::integrator::StartSlopes`].
    pub(super) fn motion(&self) -> Option<Tape> {
        let n = self.rates;
        // the matrix has the entries that it has at rest, but for rates of values of first order
        let unknown = vec![0.0; n + self.multipliers];
        let inputs_of = |(p, [q, v]): &Sample| [&p[..], &[0.0], q, v, &unknown].concat();
        let samples: Vec<Vec<f64>> = self.samples.iter().map(inputs_of).collect();
        let mut first = 0;
        let graph = recorded(self.inputs(self.motion_inputs()), |inputs| {
            let at = self.at(inputs);
            let elimination = elimination(sampled(&at.rows, &samples))?;
            let along = |results: &[Traced]| rates(results, &at.direction);
            let accelerations = along(&along(&at.positions));
            let factors = elimination.factorise(&at.rows);
            let step = elimination.solve(&factors.numbers, &[&at.motion[..], &accelerations].concat());
            let mut all: Vec<Traced> = at.unknowns.iter().zip(step).map(|(x, step)| *x - step).collect();
            all.push(factors.relative_pivot);
            Traced::require_finite(&mut all);
            first = all.len();
            let right: Vec<Traced> = along(&at.motion).into_iter().chain(along(&accelerations)).map(|x| -x).collect();
            let mut jerk = elimination.solve(&factors.numbers, &right);
            let of_multipliers = jerk.split_off(n);
            let error = self.starts.error(&at.v, &at.rate, &jerk);
            let of_row = |row: &Row<Traced>| row.iter().fold(Traced::zero(), |sum, (i, b)| sum + *b * error[*i]);
            let [of_velocities, _] = self.starts.formulated.velocity_rows();
            let seen = |(row, b)| if of_velocities.contains(&row) { Traced::zero() } else { of_row(b) };
            let mut right = vec![Traced::zero(); n];
            right.extend(at.rows[n..].iter().enumerate().map(seen));
            let seen = elimination.solve(&factors.numbers, &right)[..n].to_vec();
            let mut slopes = [jerk, error, seen, of_multipliers].concat();
            Traced::require_finite(&mut slopes);
            all.extend(slopes);
            Some(all)
        })?;
        Some(tape(&graph, Some(first)))
    }
}

/// Chooses an order of elimination for matrices, but for those that are singular; `None` where all are.
pub(super) fn elimination(mut samples: Vec<Vec<Row<f64>>>) -> Option<Elimination> {
    while !samples.is_empty() {
        match Elimination::choose(&samples) {
            Ok(elimination) => return Some(elimination),
            Err(singular) => drop(samples.remove(singular.sample)),
        }
    }
    None
}

/// Records a function, if it can be.
pub(super) fn recorded(inputs: Vec<Input>, function: impl FnOnce(&[Traced]) -> Option<Vec<Traced>>) -> Option<Graph> {
    let mut is_there = false;
    let graph = record(Precision::Double, inputs, |inputs| {
        let results = function(inputs);
        is_there = results.is_some();
        results.unwrap_or_default()
    });
    is_there.then_some(graph)
}

/// The equations at a state.
struct At {
    motion: Vec<Traced>,
    positions: Vec<Traced>,
    /// [M B^T; B 0].
    rows: Vec<Row<Traced>>,
    /// The direction of the motion: coordinates, velocities and the time, each with its rate.
    direction: Vec<(Traced, Traced)>,
    v: Vec<Traced>,
    rate: Vec<Traced>,
    unknowns: Vec<Traced>,
}
