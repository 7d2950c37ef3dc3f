//! The equations of a study evaluated in single precision on the CPU, with a state that is kept in double: what the
//! kernels of that precision do. It is the yardstick of what rounding costs a study.

use super::attempt::Attempt;
use super::block;
use super::executor::FunctionTapes;
use super::pivoting::solve_diverged;
use super::scalar::{Functions, ScalarExecutor};
use crate::ensemble::iteration::CHECKED;
use crate::ensemble::program::{NewtonInput, StudyFunction};
use crate::ensemble::{InitialStates, Members, Study};
use crate::num::Precision;
use crate::trace::{Slots, Tape};

/// Evaluates tapes in single precision.
struct Rounded<'a> {
    study: &'a Study,
    tapes: &'a FunctionTapes,
}

/// Sets the inputs of a tape, rounded, and computes what depends on parameters only.
fn begun(tape: &Tape, inputs: &[f64]) -> Slots<f32> {
    let mut slots = tape.slots();
    slots.inputs(tape).iter_mut().zip(inputs).for_each(|(to, x)| *to = *x as f32);
    tape.run_member(&mut slots);
    slots
}

impl Functions for Rounded<'_> {
    fn parameters_changed(&mut self) {}
    fn solve_step(&mut self, attempt: &Attempt, inputs: &mut [f64]) {
        let Some(tape) = self.tapes.iteration(self.study) else { return };
        let mut slots = begun(tape, inputs);
        let status = attempt.shape.newton(NewtonInput::Status);
        loop {
            slots.inputs(tape).iter_mut().zip(inputs.iter()).for_each(|(to, x)| *to = *x as f32);
            tape.run_first(&mut slots);
            inputs[status] = tape.output(&slots, 0).into();
            if tape.output(&slots, CHECKED - 1) == 0.0 {
                break;
            }
            tape.run_rest(&mut slots);
            for (result, place) in (CHECKED..tape.output_count()).zip(attempt.shape.iterated().into_iter().skip(1)) {
                inputs[place] = tape.output(&slots, result).into();
            }
        }
        solve_diverged(self.study, attempt, inputs);
    }
    fn evaluate(&mut self, function: StudyFunction, inputs: &[f64], out: &mut Vec<f64>) {
        let tape = self.tapes.of(self.study, function);
        let mut slots = begun(tape, inputs);
        tape.run_step(&mut slots);
        out.clear();
        out.extend((0..tape.output_count()).map(|i| f64::from(tape.output(&slots, i))));
    }
}

/// Returns the output components of every member in single precision, where it has any.
pub fn outputs_in_single_precision(study: &Study, members: &Members) -> Vec<Option<Vec<f64>>> {
    let (attempt, tapes) = (Attempt::new(study), FunctionTapes::new(Precision::Single));
    let executor = ScalarExecutor::new(Rounded { study, tapes: &tapes }, &attempt);
    let initial_states = InitialStates::recorded(study, tapes.initial_state(study));
    let results = block::run(study, (members, 0..members.count()), attempt, executor, initial_states, None);
    (0..members.count()).map(|place| results.outputs_of(place)).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::ensemble::Backend;
    use crate::ensemble::cpu::{CpuBackend, LaneWidth};
    use crate::io::scenario::{Overrides, Scenario};
    use std::path::Path;

    #[test]
    fn the_heavy_top_loses_half_its_digits() {
        let text = include_str!("../../../scenarios/heavy_top.toml");
        let study = Scenario::parse(Path::new("heavy_top.toml"), text, Overrides::default()).unwrap().study;
        let members = Members::draw(&study, 0, 1);
        let cpu = CpuBackend::new(Some(1), LaneWidth::One).unwrap();
        let double = cpu.run(&study, members.clone()).unwrap();
        let single = outputs_in_single_precision(&study, &members);
        let position = |outputs: &[f64]| outputs[..3].to_vec();
        let (a, b) = (position(single[0].as_ref().unwrap()), position(&double.outputs_of(0).unwrap()));
        let error = a.iter().zip(&b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        // 1000 steps, each rounded to 6e-8 of its increment, and outputs to 6e-8
        assert!((1e-9..5e-7).contains(&error), "{error:e}");
    }
}
