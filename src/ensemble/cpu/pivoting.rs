//! Lanes whose step, or its derivatives, the static order of elimination does not solve.

use super::attempt::Attempt;
use crate::ensemble::Study;
use crate::ensemble::iteration::step_reference;
use crate::ensemble::program::{Equations, NewtonInput, StudyFunction};
use crate::ensemble::recording::pivoted_step;
use crate::integrator::newton::Solution;
use crate::num::LaneReal;

/// Solves the step of every lane in which Newton's method has diverged again, with pivoting, from the predictor.
#[inline(never)]
pub(super) fn solve_diverged<R: LaneReal>(study: &Study, attempt: &Attempt, inputs: &mut [R]) {
    let shape = attempt.shape;
    let (status, diverged) = (shape.newton(NewtonInput::Status), Solution::Diverged.code::<f64>());
    for lane in 0..R::COUNT {
        if inputs[status].lanes()[lane] != diverged {
            continue;
        }
        let count = shape.input_count(StudyFunction::Step);
        let mut own: Vec<f64> = inputs[..count].iter().map(|input| input.lanes()[lane]).collect();
        own[status] = Solution::Sought.code();
        attempt.begin_newton(&mut own);
        Equations::new(study, &own[..shape.parameters]).solve_step(&mut own, &step_reference(study).matrix);
        for place in shape.iterated() {
            inputs[place].lanes_mut()[lane] = own[place];
        }
    }
}

/// Returns the results of an attempt from its inputs, up to those that say whether it is routine, with derivatives of the
/// unknowns that are solved for with pivoting: where the static order of elimination has lost their digits.
#[inline(never)]
pub(super) fn evaluate_with_pivoting(study: &Study, attempt: &Attempt, inputs: &[f64]) -> Vec<f64> {
    let (shape, functions) = (attempt.shape, pivoted_step(study));
    let step = functions.step(&inputs[..shape.input_count(StudyFunction::Step)]);
    let (increments, others) = step.split_at(shape.state());
    let state = &inputs[shape.parameters..shape.time()];
    let mut there = inputs[..shape.parameters].to_vec();
    there.extend(state.iter().zip(increments).map(|(x, increment)| x + increment));
    there.push(inputs[shape.time()] + inputs[shape.length()]);
    let monitored = if attempt.monitored_count() > 0 { functions.monitored(&there) } else { Vec::new() };
    [others, &there[shape.parameters..], &monitored].concat()
}
