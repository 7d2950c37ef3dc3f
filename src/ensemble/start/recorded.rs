//! Starts of members by recorded functions, whose linear equations are solved in a static order. A member for which that
//! is not good enough has its start natively: see [`super::Starts::state`].

use super::recorder::Recorder;
use super::scalar::{AtStart, CLOSED, Slopes, Starts};
use crate::problem::consistent::{Movement, ROUNDING};
use crate::trace::{Memory, Tape};

/// Relative pivots that are smaller have lost too many digits.
const SMALLEST_PIVOT: f64 = 1e-8;
/// Steps of a search at most; natively they are shortened where that helps.
const STEPS: usize = 30;

/// The functions of a start. All have the parameters of the mechanism as their first inputs.
#[derive(Clone, Debug)]
pub(in crate::ensemble) struct RecordedStarts {
    /// What the scenario says: coordinates and velocities.
    given: Tape,
    /// From given coordinates and those so far: the square of the constraints' residual, nearer ones, the pivot.
    positions: Option<Tape>,
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
        // the way to an equilibrium is in no part that of a given start
        if starts.conditions.equilibrium {
            return None;
        }
        let recorder = Recorder::new(starts, members)?;
        let constrained = starts.formulated.constraint_count() > 0;
        let (accelerations, slopes) = recorder.accelerations()?;
        Some(Self {
            given: recorder.given(),
            positions: if constrained { Some(recorder.positions()?) } else { None },
            velocities: if constrained { Some(recorder.velocities()?) } else { None },
            accelerations,
            slopes,
        })
    }

    /// Returns coordinates, velocities, and what the equations give there, with slopes where these are needed; `None`
    /// where there are none, or none that are good enough.
    pub(super) fn of(
        &self,
        starts: &Starts<'_>,
        parameters: &[f64],
        with_slopes: bool,
    ) -> Option<([Vec<f64>; 2], AtStart)> {
        let layout = starts.formulated.layout();
        let mut given = evaluate(&self.given, &[parameters])?;
        let mut v = given.split_off(layout.coordinate_count());
        let mut q = given.clone();
        if let Some(tape) = &self.positions {
            q = closed(tape, parameters, &given)?;
            if !Movement::between(layout, &given, &q).within(starts.conditions.assembly_limit) {
                return None;
            }
        }
        if let Some(tape) = &self.velocities {
            v = completed(tape, parameters, &q, v)?;
        }
        let (n, m) = (layout.quadratures().start, starts.formulated.constraint_count());
        let mut unknowns = vec![0.0; n + m];
        // the equations are linear but for the rates of values, which may depend on accelerations and on each other; of the
        // rest the second pass takes away what rounding left
        let mut memory = memory(&self.accelerations, &[parameters, &[0.0], &q, &v, &unknowns]);
        let at = self.accelerations.input_count() - unknowns.len();
        for _ in 0..3 {
            unknowns = pivoted(results(&self.accelerations, &mut memory)?)?;
            memory.inputs(&self.accelerations)[at..].copy_from_slice(&unknowns);
        }
        let slopes = if with_slopes {
            let all = pivoted(evaluate(&self.slopes, &[parameters, &[0.0], &q, &v, &unknowns])?)?;
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
fn evaluate(tape: &Tape, inputs: &[&[f64]]) -> Option<Vec<f64>> {
    results(tape, &mut memory(tape, inputs))
}

/// Returns the results for the inputs in memory, likewise.
fn results(tape: &Tape, memory: &mut Memory<f64>) -> Option<Vec<f64>> {
    tape.run_step(memory);
    let results: Vec<f64> = (0..tape.output_count()).map(|i| tape.output(memory, i)).collect();
    results.iter().all(|x| x.is_finite()).then_some(results)
}

/// Returns the results without the relative pivot, the last of them, unless that is small.
fn pivoted(mut results: Vec<f64>) -> Option<Vec<f64>> {
    results.pop().filter(|pivot| *pivot > SMALLEST_PIVOT)?;
    Some(results)
}

fn memory(tape: &Tape, inputs: &[&[f64]]) -> Memory<f64> {
    let mut memory = tape.memory();
    memory.inputs(tape).copy_from_slice(&inputs.concat());
    tape.run_member(&mut memory);
    memory
}

/// Returns coordinates that hold the constraints. Those that do stay what they are.
fn closed(tape: &Tape, parameters: &[f64], given: &[f64]) -> Option<Vec<f64>> {
    let mut memory = memory(tape, &[parameters, given, given]);
    let at = parameters.len() + given.len();
    let (mut before, mut last) = (f64::INFINITY, false);
    for step in 0..STEPS {
        tape.run_first(&mut memory);
        let square = tape.output(&memory, 0);
        let holds = square <= CLOSED * CLOSED;
        // a step more than the tolerance asks for, since the last ones gain most
        if square == 0.0 || holds && step == 0 || last {
            return holds.then(|| memory.inputs(tape)[at..].to_vec());
        }
        let nears = holds || square < 0.25 * before;
        if !nears {
            return None;
        }
        (before, last) = (square, holds);
        tape.run_rest(&mut memory);
        let next: Vec<f64> = (1..tape.output_count()).map(|i| tape.output(&memory, i)).collect();
        memory.inputs(tape)[at..].copy_from_slice(&pivoted(next)?);
    }
    None
}

/// Returns velocities that hold the constraints and are as given. Those that are stay what they are.
fn completed(tape: &Tape, parameters: &[f64], q: &[f64], v: Vec<f64>) -> Option<Vec<f64>> {
    let mut memory = memory(tape, &[parameters, &[0.0], q, &v]);
    let at = parameters.len() + 1 + q.len();
    for step in 0..4 {
        tape.run_first(&mut memory);
        let [square, size] = [0, 1].map(|i| tape.output(&memory, i));
        let rounding = if step < 2 { ROUNDING } else { 10.0 * ROUNDING };
        if square <= rounding * rounding * size {
            return Some(memory.inputs(tape)[at..].to_vec());
        }
        tape.run_rest(&mut memory);
        let next: Vec<f64> = (2..tape.output_count()).map(|i| tape.output(&memory, i)).collect();
        memory.inputs(tape)[at..].copy_from_slice(&pivoted(next)?);
    }
    None
}
