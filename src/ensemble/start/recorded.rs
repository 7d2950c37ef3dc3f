//! Starts of members by recorded functions, whose linear equations are solved in a static order. A member for which that
//! is not good enough has its start natively: see [`super::Starts::state`].

use super::balance::Balance;
use super::recorder::Recorder;
use super::scalar::{AtStart, CLOSED, Slopes, Starts};
use crate::num::{Dual, Real};
use crate::problem::consistent::{Movement, ROUNDING};
use crate::trace::{Memory, Tape};

/// Relative pivots that are smaller have lost too many digits.
const SMALLEST_PIVOT: f64 = 1e-8;
/// Steps of a search at most; natively they are shortened where that helps.
const STEPS: usize = 30;

/// A number that starts are computed in. Values alone decide how.
pub(in crate::ensemble) trait Number: Real {
    /// Derivatives up to this order come with it.
    const ORDER: usize;
    /// Returns its value.
    fn value(self) -> f64;
    /// Returns its value with the derivatives of another number.
    fn with_derivatives_of(self, other: Self) -> Self;
    /// Tells whether value and derivatives are finite.
    fn is_finite(self) -> bool;
}

impl Number for f64 {
    const ORDER: usize = 0;

    fn value(self) -> f64 {
        self
    }
    fn with_derivatives_of(self, _: Self) -> Self {
        self
    }
    fn is_finite(self) -> bool {
        f64::is_finite(self)
    }
}

impl<R: Number, const N: usize> Number for Dual<R, N> {
    const ORDER: usize = R::ORDER + 1;

    fn value(self) -> f64 {
        self.re.value()
    }
    fn with_derivatives_of(self, other: Self) -> Self {
        Self { re: self.re.with_derivatives_of(other.re), eps: other.eps }
    }
    fn is_finite(self) -> bool {
        self.re.is_finite() && self.eps.iter().all(|x| x.is_finite())
    }
}

/// The functions of a start. All have the parameters of the mechanism as their first inputs.
#[derive(Clone, Debug)]
pub(in crate::ensemble) struct RecordedStarts {
    /// What the scenario says: coordinates and velocities.
    given: Tape,
    /// From given coordinates and those so far: the square of the constraints' residual, nearer ones, the pivot.
    positions: Option<Tape>,
    /// Where bodies begin in an equilibrium: what balances there.
    balance: Option<Balance>,
    /// From time, coordinates and velocities: the square of what they miss and of their size, better ones, the pivot.
    velocities: Option<Tape>,
    /// From time, coordinates, velocities, rates and multipliers: better ones of the last two, the pivot.
    accelerations: Tape,
    /// From the same: [`Slopes`], the pivot.
    slopes: Tape,
}

impl RecordedStarts {
    /// Records the functions for members like those with the given parameters; `None` where these have no start, or none
    /// whose equations are regular.
    pub(in crate::ensemble) fn new(starts: Starts<'_>, members: &[Vec<f64>]) -> Option<Self> {
        let equilibrium = starts.conditions.equilibrium;
        let recorder = Recorder::new(starts, members)?;
        let constrained = starts.formulated.constraint_count() > 0;
        let (accelerations, slopes) = recorder.accelerations()?;
        Some(Self {
            given: recorder.given(),
            positions: if constrained && !equilibrium { Some(recorder.positions()?) } else { None },
            balance: if equilibrium { Some(recorder.balance()?) } else { None },
            velocities: if constrained { Some(recorder.velocities()?) } else { None },
            accelerations,
            slopes,
        })
    }

    /// Returns coordinates, velocities, and what the equations give there, with slopes where these are needed; `None`
    /// where there are none, or none that are good enough. Of an equilibrium the values of the coordinates must be known: the
    /// way there is in no part that of a given start.
    pub(super) fn of<R: Number>(
        &self,
        starts: &Starts<'_>,
        (parameters, known): (&[R], Option<&[f64]>),
        with_slopes: bool,
    ) -> Option<([Vec<R>; 2], AtStart<R>)> {
        let layout = starts.formulated.layout();
        let mut given = evaluate(&self.given, &[parameters])?;
        let mut v = given.split_off(layout.coordinate_count());
        let mut q = given.clone();
        if let Some(tape) = &self.positions {
            q = closed(tape, parameters, &given)?;
            let values = |numbers: &[R]| numbers.iter().map(|x| x.value()).collect::<Vec<f64>>();
            if !Movement::between(layout, &values(&given), &values(&q)).within(starts.conditions.assembly_limit) {
                return None;
            }
        }
        if let Some(balance) = &self.balance {
            q = balance.of(parameters, [&given, &v], &known?[..given.len()])?;
        }
        if let Some(tape) = &self.velocities {
            v = completed(tape, parameters, &q, v)?;
        }
        let (n, m) = (layout.quadratures().start, starts.formulated.constraint_count());
        let mut unknowns = vec![R::zero(); n + m];
        // the equations are linear but for the rates of values, which may depend on accelerations and on each other; of the
        // rest the second pass takes away what rounding left
        let mut memory = memory(&self.accelerations, &[parameters, &[R::zero()], &q, &v, &unknowns]);
        let at = self.accelerations.input_count() - unknowns.len();
        for _ in 0..3 {
            unknowns = pivoted(results(&self.accelerations, &mut memory)?)?;
            memory.inputs(&self.accelerations)[at..].copy_from_slice(&unknowns);
        }
        let slopes = if with_slopes {
            let all = pivoted(evaluate(&self.slopes, &[parameters, &[R::zero()], &q, &v, &unknowns])?)?;
            let part = |i: usize| all[i * n..(i + 1) * n].to_vec();
            Some(Slopes { jerk: part(0), multipliers: all[3 * n..].to_vec(), error: part(1), seen: part(2) })
        } else {
            None
        };
        let multipliers = unknowns.split_off(n);
        Some(([q, v], AtStart { rate: unknowns, multipliers, slopes }))
    }
}

/// Returns the results of a function; `None` where one is not finite.
pub(super) fn evaluate<R: Number>(tape: &Tape, inputs: &[&[R]]) -> Option<Vec<R>> {
    results(tape, &mut memory(tape, inputs))
}

/// Returns the results for the inputs in memory, likewise.
fn results<R: Number>(tape: &Tape, memory: &mut Memory<R>) -> Option<Vec<R>> {
    tape.run_step(memory);
    let results: Vec<R> = (0..tape.output_count()).map(|i| tape.output(memory, i)).collect();
    results.iter().all(|x| x.is_finite()).then_some(results)
}

/// Returns the results without the relative pivot, the last of them, unless that is small.
pub(super) fn pivoted<R: Number>(mut results: Vec<R>) -> Option<Vec<R>> {
    results.pop().filter(|pivot| pivot.value() > SMALLEST_PIVOT)?;
    Some(results)
}

pub(super) fn memory<R: Real>(tape: &Tape, inputs: &[&[R]]) -> Memory<R> {
    let mut memory = tape.memory();
    memory.inputs(tape).copy_from_slice(&inputs.concat());
    tape.run_member(&mut memory);
    memory
}

/// Makes the better ones of a search, after its first results, from `first` on.
fn next<R: Number>(tape: &Tape, memory: &mut Memory<R>, first: usize) -> Option<Vec<R>> {
    tape.run_rest(memory);
    pivoted((first..tape.output_count()).map(|i| tape.output(memory, i)).collect())
}

/// Returns what has been found, the inputs from `at` on. Its derivatives are those that hold what it holds: a further step
/// has those of the first order, each one more those of the next.
pub(super) fn found<R: Number>(tape: &Tape, memory: &mut Memory<R>, at: usize, first: usize) -> Option<Vec<R>> {
    for order in 0..R::ORDER {
        if order > 0 {
            tape.run_first(memory);
        }
        let further = next(tape, memory, first)?;
        let found = &mut memory.inputs(tape)[at..];
        found.iter_mut().zip(further).for_each(|(x, further)| *x = x.with_derivatives_of(further));
    }
    Some(memory.inputs(tape)[at..].to_vec())
}

/// Returns coordinates that hold the constraints. Those that do stay what they are.
fn closed<R: Number>(tape: &Tape, parameters: &[R], given: &[R]) -> Option<Vec<R>> {
    let mut memory = memory(tape, &[parameters, given, given]);
    let at = parameters.len() + given.len();
    let (mut before, mut last) = (f64::INFINITY, false);
    for step in 0..STEPS {
        tape.run_first(&mut memory);
        let square = tape.output(&memory, 0).value();
        let holds = square <= CLOSED * CLOSED;
        // a step more than the tolerance asks for, since the last ones gain most
        if square == 0.0 || holds && step == 0 || last {
            return if holds { found(tape, &mut memory, at, 1) } else { None };
        }
        let nears = holds || square < 0.25 * before;
        if !nears {
            return None;
        }
        (before, last) = (square, holds);
        let next = next(tape, &mut memory, 1)?;
        memory.inputs(tape)[at..].copy_from_slice(&next);
    }
    None
}

/// Returns velocities that hold the constraints and are as given. Those that are stay what they are.
fn completed<R: Number>(tape: &Tape, parameters: &[R], q: &[R], v: Vec<R>) -> Option<Vec<R>> {
    let mut memory = memory(tape, &[parameters, &[R::zero()], q, &v]);
    let at = parameters.len() + 1 + q.len();
    for step in 0..4 {
        tape.run_first(&mut memory);
        let [square, size] = [0, 1].map(|i| tape.output(&memory, i).value());
        let rounding = if step < 2 { ROUNDING } else { 10.0 * ROUNDING };
        if square <= rounding * rounding * size {
            return found(tape, &mut memory, at, 2);
        }
        let next = next(tape, &mut memory, 2)?;
        memory.inputs(tape)[at..].copy_from_slice(&next);
    }
    None
}
