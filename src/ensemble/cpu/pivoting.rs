//! Lanes whose step, or its derivatives, the static order of elimination does not solve.

use super::attempt::Attempt;
use crate::ensemble::Study;
use crate::ensemble::iteration::step_reference;
use crate::ensemble::program::{Equations, Function, NewtonInput};
use crate::ensemble::recording::record_step_at;
use crate::integrator::newton::Solution;
use crate::num::LaneReal;
use crate::trace::interpret;

/// Solves the step of every lane in which Newton's method has diverged again, with pivoting, from the predictor.
#[inline(never)]
pub(super) fn solve_diverged<R: LaneReal>(study: &Study, attempt: &Attempt, inputs: &mut [R]) {
    let shape = attempt.shape;
    let (status, diverged) = (shape.newton(NewtonInput::Status), Solution::Diverged.code::<f64>());
    for lane in 0..R::COUNT {
        if inputs[status].lanes()[lane] != diverged {
            continue;
        }
        let count = shape.input_count(Function::Step);
        let mut own: Vec<f64> = inputs[..count].iter().map(|input| input.lanes()[lane]).collect();
        own[status] = Solution::Sought.code();
        attempt.begin_newton(&mut own);
        Equations::new(study, &own[..shape.parameters]).solve_step(&mut own, &step_reference(study).matrix);
        for place in shape.iterated() {
            inputs[place].lanes_mut()[lane] = own[place];
        }
    }
}

/// Returns the results of an attempt from its inputs, up to those that say whether it is routine, evaluated as the
/// equations are written, or with second derivatives recorded anew: where the static order of elimination has lost the
/// digits of derivatives.
#[inline(never)]
pub(super) fn evaluate_natively(study: &Study, attempt: &Attempt, inputs: &[f64]) -> Vec<f64> {
    let shape = attempt.shape;
    let mut equations = Equations::new(study, &inputs[..shape.parameters]);
    let (mut step, mut watched) = (Vec::new(), Vec::new());
    let of_step = &inputs[..shape.input_count(Function::Step)];
    if shape.twice {
        step = interpret(&record_step_at(study, of_step), of_step);
    } else {
        equations.evaluate_with_derivatives(Function::Step, of_step, &mut step);
    }
    let (increments, others) = step.split_at(shape.state());
    let state = &inputs[shape.parameters..shape.time()];
    let mut there = inputs[..shape.parameters].to_vec();
    there.extend(state.iter().zip(increments).map(|(x, increment)| x + increment));
    there.push(inputs[shape.time()] + inputs[shape.length()]);
    if attempt.watched_count() > 0 {
        equations.evaluate_with_derivatives(Function::Watched, &there, &mut watched);
    }
    [others, &there[shape.parameters..], &watched].concat()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::ensemble::record_function;
    use crate::io::scenario::{Overrides, Scenario};
    use crate::num::Precision;
    use std::path::Path;

    #[test]
    fn second_derivatives_in_another_order_of_elimination_are_the_same() {
        let text = include_str!("../../../scenarios/slider_crank_design.toml")
            .replace("parameters = \"all\"", "parameters = [\"crank\", \"rod\"]\nsecond = [\"slider\"]");
        let study = Scenario::parse(Path::new("test.toml"), &text, Overrides::default()).unwrap().study;
        let attempt = Attempt::new(&study);
        let shape = attempt.shape;
        let graph = record_function(&study, Function::Step, Precision::Double);
        // of each member the predictor, then what solves the step
        let solved: Vec<Vec<f64>> = step_reference(&study).inputs.clone().into_iter().skip(1).step_by(2).collect();
        assert!(!solved.is_empty());
        for mut inputs in solved {
            let expected = interpret(&graph, &inputs);
            let before = inputs[shape.parameters..shape.time()].to_vec();
            inputs.resize(attempt.input_count(), 0.0);
            let found = evaluate_natively(&study, &attempt, &inputs);
            let others = expected.len() - shape.state();
            let largest = expected[..shape.state()].iter().fold(0.0f64, |most, x| most.max(x.abs()));
            for i in 0..shape.state() {
                let moved = found[others + i] - before[i];
                assert!((moved - expected[i]).abs() < 1e-9 * largest, "{i}: {moved} {}", expected[i]);
            }
        }
    }
}
