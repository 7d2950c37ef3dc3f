//! Starts of members by recorded functions, whose linear equations are solved in a static order. A member for which that
//! is not good enough has its start natively: see [`super::Starts::state`].

use super::balance::Balance;
use super::recorder::{Recorder, Sample, Search};
use super::scalar::{CLOSED, Starts};
use super::tapes::{Number, evaluate, found, next, pivoted, results, slots};
use crate::integrator::{AtStart, StartSlopes};
use crate::problem::consistent::{Movement, ROUNDING};
use crate::trace::Tape;
use std::borrow::Cow;
use std::sync::OnceLock;

/// Steps of a search at most; natively they are shortened where that helps.
const STEPS: usize = 30;
/// The residual of constraints from which steps without damping lead to positions, m or rad.
const NEAR: f64 = 1e-3;

/// Iterations for accelerations where forces depend on multipliers, and the part of the unknowns that the last one may change.
const PASSES: usize = 12;
const CONVERGED: f64 = 1e-9;

/// The functions of a start. All have the parameters of the mechanism as their first inputs.
#[derive(Clone, Debug)]
pub(crate) struct RecordedStarts {
    /// What the scenario says: coordinates and velocities; then by how much these miss the constraints, see
    /// [`Starts::missed_as_given`].
    given: Tape,
    /// What the functions are recorded of.
    samples: Vec<Sample>,
    /// From given coordinates and those so far: the square of the constraints' residual, nearer ones, the pivot; recorded
    /// for the first member whose given coordinates do not hold the constraints, `None` where that is not possible.
    positions: OnceLock<Option<Search>>,
    /// The damped step that leads near such positions from far ones; recorded for the first member for which steps without
    /// damping do not lead to them.
    approach: OnceLock<Option<Tape>>,
    /// Where bodies begin in an equilibrium: what balances there.
    balance: Option<Balance>,
    /// From time, coordinates and velocities: the square of what they miss and of their size, better ones, the pivot;
    /// recorded likewise.
    velocities: OnceLock<Option<Search>>,
    /// From time, coordinates, velocities, rates and multipliers: better ones of the last two, the pivot; then [`StartSlopes`].
    motion: Tape,
    /// Whether forces depend on multipliers.
    by_multipliers: bool,
    /// From coordinates and velocities: by how much these miss all constraints and what is given, with the number of the
    /// former and the joints that keep given coordinates; recorded for the first member with derivatives.
    missed: OnceLock<(Tape, usize, Vec<usize>)>,
}

/// By how much a start misses what it should hold.
pub(super) struct Missed<R> {
    /// The residuals of all constraints, m or rad, then by how much given coordinates of joints are missed.
    pub(super) open: Vec<R>,
    /// By how much given velocities are missed.
    pub(super) given: Vec<R>,
    /// The joints of the given coordinates.
    pub(super) held: Vec<usize>,
}

impl RecordedStarts {
    /// Records the functions for members like those with the given parameters; `None` where these have no start, or none
    /// whose equations are regular.
    pub(crate) fn new(starts: Starts<'_>, members: &[Vec<f64>]) -> Option<Self> {
        Self::of_samples(starts, Recorder::samples(starts, members))
    }

    fn of_samples(starts: Starts<'_>, samples: Vec<Sample>) -> Option<Self> {
        if samples.is_empty() {
            return None;
        }
        let recorder = Recorder::new(starts, &samples);
        Some(Self {
            given: recorder.given(),
            positions: OnceLock::new(),
            approach: OnceLock::new(),
            balance: if starts.conditions.equilibrium { Some(recorder.balance()?) } else { None },
            velocities: OnceLock::new(),
            motion: recorder.motion()?,
            by_multipliers: starts.mechanism.forces.iter().any(|force| force.sees_reaction()),
            missed: OnceLock::new(),
            samples,
        })
    }

    /// Returns functions whose linear equations are regular at a state: these, or others that are recorded there; `None` where there are
    /// none. An order of elimination that serves most members divides by zero in some, as where a joint is turned by 90 degrees.
    pub(crate) fn regular_at(
        &self,
        starts: &Starts<'_>,
        parameters: &[f64],
        [q, v]: [&[f64]; 2],
    ) -> Option<Cow<'_, Self>> {
        if self.at(starts, parameters, [q, v], false).is_some() {
            return Some(Cow::Borrowed(self));
        }
        Some(Cow::Owned(Self::of_samples(*starts, vec![(parameters.to_vec(), [q.to_vec(), v.to_vec()])])?))
    }

    /// Returns by how much coordinates and velocities miss what they should hold, all constraints among it; `None` where
    /// that is not finite.
    pub(super) fn missed<R: Number>(
        &self,
        starts: &Starts<'_>,
        parameters: &[R],
        [q, v]: [&[R]; 2],
    ) -> Option<Missed<R>> {
        let (tape, open, held) = self.missed.get_or_init(|| Recorder::new(*starts, &self.samples).missed());
        let mut all = evaluate(tape, &[parameters, q, v])?;
        let given = all.split_off(*open);
        Some(Missed { open: all, given, held: held.clone() })
    }

    /// Returns coordinates, velocities, and what the equations give there, with slopes where these are needed; `None`
    /// where there are none, or none that are good enough. Of an equilibrium the values of the coordinates must be
    /// known: the way to it is in no part that of a given start. Where the constraints determine the positions, derivatives are those at the
    /// known ones.
    pub(crate) fn of<R: Number>(
        &self,
        starts: &Starts<'_>,
        (parameters, known): (&[R], Option<&[f64]>),
        with_slopes: bool,
    ) -> Option<([Vec<R>; 2], AtStart<R>)> {
        let layout = starts.formulated.layout();
        let mut given = evaluate(&self.given, &[parameters])?;
        let mut v = given.split_off(layout.coordinate_count());
        let missed = v.split_off(layout.velocity_count());
        let [open, missed, size] = [0, 1, 2].map(|i| missed[i].value());
        let mut q = given.clone();
        let constrained = starts.formulated.constraint_count() > 0;
        // derivatives are those of the search, also where its values are there already
        let stays = R::ORDER == 0 && self.balance.is_none() && open <= CLOSED * CLOSED;
        let recorder = || Recorder::new(*starts, &self.samples);
        if constrained && self.balance.is_none() && !stays {
            let search = self.positions.get_or_init(|| recorder().positions()).as_ref()?;
            // derivatives of positions that the constraints determine do not depend on the way there
            let known = known.filter(|_| R::ORDER > 0 && search.is_determined);
            let beside = known.and_then(|known| beside(&search.tape, parameters, (&given, &known[..given.len()])));
            let from = |q: &[R]| closed(&search.tape, parameters, [&given, q]);
            let from_near = || {
                let tape = self.approach.get_or_init(|| recorder().approach()).as_ref()?;
                from(&approached(tape, parameters, &given)?)
            };
            q = beside.or_else(|| from(&given)).or_else(from_near)?;
            let values = |numbers: &[R]| numbers.iter().map(|x| x.value()).collect::<Vec<f64>>();
            if !Movement::between(layout, &values(&given), &values(&q)).within(starts.conditions.assembly_limit) {
                return None;
            }
        }
        if let Some(balance) = &self.balance {
            q = balance.of(parameters, [&given, &v], &known?[..given.len()])?;
        }
        if constrained && !(stays && missed <= ROUNDING * ROUNDING * size) {
            let search = self.velocities.get_or_init(|| recorder().velocities()).as_ref()?;
            v = completed(&search.tape, parameters, &q, v)?;
        }
        let at = self.at(starts, parameters, [&q, &v], with_slopes)?;
        Some(([q, v], at))
    }

    /// Returns what the equations give for coordinates and velocities that hold the constraints, with slopes where these are
    /// needed; `None` where that is not good enough.
    pub(crate) fn at<R: Number>(
        &self,
        starts: &Starts<'_>,
        parameters: &[R],
        [q, v]: [&[R]; 2],
        with_slopes: bool,
    ) -> Option<AtStart<R>> {
        let layout = starts.formulated.layout();
        let (n, m) = (layout.quadratures().start, starts.formulated.constraint_count());
        let mut unknowns = vec![R::zero(); n + m];
        // the equations are linear but for the rates of values, which may depend on accelerations and on each other; of the
        // rest the second pass takes away what rounding left
        let mut slots = slots(&self.motion, &[parameters, &[R::constant(starts.time)], q, v, &unknowns]);
        let (at, first) = (self.motion.input_count() - unknowns.len(), unknowns.len() + 1);
        let passes = if self.by_multipliers { PASSES } else { 3 };
        for pass in 1..=passes {
            self.motion.run_first(&mut slots);
            let better = pivoted(results(&self.motion, &slots, 0..first)?)?;
            let largest = |x: f64, y: &R| x.max(y.value().abs());
            let size = better.iter().fold(1.0, largest);
            let step =
                better.iter().zip(&unknowns).fold(0.0f64, |most, (a, b)| most.max((a.value() - b.value()).abs()));
            unknowns = better;
            let converges = !self.by_multipliers || step <= CONVERGED * size;
            if pass == passes && !converges {
                return None;
            }
            slots.inputs(&self.motion)[at..].copy_from_slice(&unknowns);
        }
        let slopes = if with_slopes {
            self.motion.run_first(&mut slots);
            pivoted(results(&self.motion, &slots, 0..first)?)?;
            self.motion.run_rest(&mut slots);
            let all = results(&self.motion, &slots, first..self.motion.output_count())?;
            let part = |i: usize| all[i * n..(i + 1) * n].to_vec();
            Some(StartSlopes { jerk: part(0), multipliers: all[3 * n..].to_vec(), error: part(1), seen: part(2) })
        } else {
            None
        };
        let multipliers = unknowns.split_off(n);
        Some(AtStart { rate: unknowns, multipliers, slopes })
    }
}

/// Returns coordinates that are known to hold the constraints, with their derivatives.
fn beside<R: Number>(tape: &Tape, parameters: &[R], (given, known): (&[R], &[f64])) -> Option<Vec<R>> {
    let known: Vec<R> = known.iter().map(|x| R::constant(*x)).collect();
    let mut slots = slots(tape, &[parameters, given, &known]);
    tape.run_first(&mut slots);
    let holds = tape.output(&slots, 0).value() <= CLOSED * CLOSED;
    if holds { found(tape, &mut slots, parameters.len() + given.len(), 1) } else { None }
}

/// Searches for coordinates that nearly hold the constraints, from given ones, with the steps of the native search; returns
/// `None` where that would shorten a step. Numbers with derivatives do not go this way.
fn approached<R: Number>(tape: &Tape, parameters: &[R], given: &[R]) -> Option<Vec<R>> {
    if R::ORDER > 0 {
        return None;
    }
    let mut slots = slots(tape, &[parameters, given, given]);
    let at = parameters.len() + given.len();
    let mut before = f64::INFINITY;
    for _ in 0..STEPS {
        tape.run_first(&mut slots);
        let square = tape.output(&slots, 0).value();
        if square <= NEAR * NEAR {
            return Some(slots.inputs(tape)[at..].to_vec());
        }
        if square >= before {
            return None;
        }
        before = square;
        let next = next(tape, &mut slots, 1)?;
        slots.inputs(tape)[at..].copy_from_slice(&next);
    }
    None
}

/// Searches for coordinates that hold the constraints, beginning with `from`. Coordinates that hold them stay what they are.
fn closed<R: Number>(tape: &Tape, parameters: &[R], [given, from]: [&[R]; 2]) -> Option<Vec<R>> {
    let mut slots = slots(tape, &[parameters, given, from]);
    let at = parameters.len() + given.len();
    let (mut before, mut last) = (f64::INFINITY, false);
    for step in 0..STEPS {
        tape.run_first(&mut slots);
        let square = tape.output(&slots, 0).value();
        let holds = square <= CLOSED * CLOSED;
        // a step more than the tolerance asks for, since the last ones gain most
        if square == 0.0 || holds && step == 0 || last {
            return if holds { found(tape, &mut slots, at, 1) } else { None };
        }
        let nears = holds || square < 0.25 * before;
        if !nears {
            return None;
        }
        (before, last) = (square, holds);
        let next = next(tape, &mut slots, 1)?;
        slots.inputs(tape)[at..].copy_from_slice(&next);
    }
    None
}

/// Returns velocities that hold the constraints and are as given. Those that are stay what they are.
fn completed<R: Number>(tape: &Tape, parameters: &[R], q: &[R], v: Vec<R>) -> Option<Vec<R>> {
    let mut slots = slots(tape, &[parameters, &[R::zero()], q, &v]);
    let at = parameters.len() + 1 + q.len();
    for step in 0..4 {
        tape.run_first(&mut slots);
        let [square, size] = [0, 1].map(|i| tape.output(&slots, i).value());
        let rounding = if step < 2 { ROUNDING } else { 10.0 * ROUNDING };
        if square <= rounding * rounding * size {
            return found(tape, &mut slots, at, 2);
        }
        let next = next(tape, &mut slots, 2)?;
        slots.inputs(tape)[at..].copy_from_slice(&next);
    }
    None
}
