//! The residual of a mechanism as a recorded function, which numbers with derivatives run through.

use super::tapes::{slots, tape};
use crate::formulation::Formulated;
use crate::lie::UnitQuaternion;
use crate::model::Mechanism;
use crate::num::{Precision, Real, Vec3};
use crate::problem::{Constrained, Unknowns};
use crate::trace::{Input, Rate, Tape, Traced, derivatives, record};
use std::sync::OnceLock;

/// The residual of a mechanism in some coordinates, recorded when it is first asked for.
#[derive(Debug, Default)]
pub(crate) struct Residual(OnceLock<RecordedResidual>);

impl Residual {
    /// Returns the recorded residual; it is always asked for with the same mechanism and coordinates.
    pub(crate) fn of(&self, formulated: &Formulated, mechanism: &Mechanism) -> &RecordedResidual {
        self.0.get_or_init(|| RecordedResidual::new(formulated, mechanism))
    }
}

/// A recorded function of the parameters of the mechanism, time, scale, coordinates, velocities, rates and multipliers; see
/// [`Constrained::residual`].
#[derive(Debug)]
pub(crate) struct RecordedResidual {
    /// Results: the residuals of the constraints, then the coordinates of the joints whose coordinates the scenario gives,
    /// for each its scalars and the four numbers of its orientation; then the residuals of the equations of motion.
    tape: Tape,
    constraints: usize,
    /// The constraints of velocities alone, each with the terms of its integral.
    integrals: Vec<(usize, Vec<Term>)>,
    /// For every joint, where its scalars begin among the results, and their number.
    joints: Vec<(usize, usize)>,
    /// The number of results before those of the equations of motion.
    first: usize,
}

/// What an integral is by, the time (nothing) or a coordinate, and the result that is its slope.
type Term = (Option<usize>, usize);

/// The arguments of a residual in a number.
#[derive(Clone, Copy)]
pub(crate) struct At<'a, R> {
    pub(crate) parameters: &'a [R],
    pub(crate) t: R,
    pub(crate) scale: R,
    pub(crate) q: &'a [R],
    pub(crate) v: &'a [R],
    pub(crate) unknowns: Unknowns<'a, R>,
}

impl RecordedResidual {
    fn new(formulated: &Formulated, mechanism: &Mechanism) -> Self {
        let layout = formulated.layout();
        let (parameters, coordinates) = (mechanism.parameters.len(), layout.coordinate_count());
        let (velocities, rates) = (layout.velocity_count(), layout.quadratures().start);
        let constraints = formulated.constraint_count();
        let count = parameters + 2 + coordinates + velocities + rates + constraints;
        let inputs = (0..count).map(|i| Input { name: format!("x{i}"), rate: Rate::Step }).collect();
        let (mut joints, mut first) = (vec![(0, 0); mechanism.joints.len()], 0);
        let mut integrals = Vec::new();
        let graph = record(Precision::Double, inputs, |inputs| {
            let (p, rest) = inputs.split_at(parameters);
            let (q, rest_of) = rest[2..].split_at(coordinates);
            let (v, unknowns) = rest_of.split_at(velocities);
            let (rate, multipliers) = unknowns.split_at(rates);
            let mut system = formulated.system(mechanism, p);
            let (mut motion, t) = (Vec::new(), rest[0]);
            system.residual(t, q, v, rest[1], Unknowns { rate, multipliers }, &mut motion);
            let mut all = motion.split_off(rates);
            if mechanism.joints.iter().any(|joint| joint.gives_coordinates) {
                let states = system.joints(t, q, v);
                let given = mechanism.joints.iter().zip(&states).enumerate();
                for (i, (_, state)) in given.filter(|(_, (joint, _))| joint.gives_coordinates) {
                    joints[i] = (all.len(), state.coordinates.len());
                    all.extend(&state.coordinates);
                    let orientation = state.orientation();
                    all.push(orientation.w);
                    all.extend(orientation.v.to_array());
                }
            }
            let numbers = q.iter().chain([&t]).enumerate();
            let seeds: Vec<_> = numbers.map(|(i, x)| (*x, vec![(i, Traced::one())])).collect();
            for row in Constrained::velocity_rows(&system) {
                let slopes = derivatives(&all[row..=row], &seeds).remove(0);
                let by = |(place, (i, _)): (usize, &(usize, Traced))| {
                    (Some(*i).filter(|i| *i < coordinates), all.len() + place)
                };
                integrals.push((row, slopes.iter().enumerate().map(by).collect()));
                all.extend(slopes.into_iter().map(|(_, slope)| slope));
            }
            // what forces have dropped is seen in the equations of motion, which constraints alone are looked at without
            Traced::require_finite(&mut motion);
            Traced::require_finite(&mut all);
            first = all.len();
            all.extend(motion);
            all
        });
        Self { tape: tape(&graph, Some(first)), constraints, integrals, joints, first }
    }

    /// Returns the results at these arguments: those of the constraints and joints, and with them those of the equations of
    /// motion.
    pub(crate) fn at<R: Real>(&self, at: At<'_, R>, with_motion: bool) -> [Vec<R>; 2] {
        let Unknowns { rate, multipliers } = at.unknowns;
        let inputs: [&[R]; 6] = [at.parameters, &[at.t, at.scale], at.q, at.v, rate, multipliers];
        let mut slots = slots(&self.tape, &inputs);
        self.tape.run_first(&mut slots);
        let mut first: Vec<R> = (0..self.first).map(|i| self.tape.output(&slots, i)).collect();
        for (row, terms) in &self.integrals {
            let term = |(by, slope): &Term| by.map_or(at.t, |i| at.q[i]).integral(first[*slope]);
            first[*row] = terms.iter().map(term).fold(R::zero(), |sum, term| sum + term);
        }
        if !with_motion {
            return [first, Vec::new()];
        }
        self.tape.run_rest(&mut slots);
        [first, (self.first..self.tape.output_count()).map(|i| self.tape.output(&slots, i)).collect()]
    }

    /// Returns the scalar coordinates of a joint among results, and its orientation.
    pub(super) fn joint<'a, R: Real>(&self, results: &'a [R], joint: usize) -> (&'a [R], UnitQuaternion<R>) {
        let (at, count) = self.joints[joint];
        let (scalars, orientation) = results[at..at + count + 4].split_at(count);
        (scalars, UnitQuaternion { w: orientation[0], v: Vec3::from_slice(&orientation[1..]) })
    }

    /// Returns the residuals of the constraints among results.
    pub(crate) fn constraints<'a, R>(&self, results: &'a [R]) -> &'a [R] {
        &results[..self.constraints]
    }
}
