//! Lanes whose step the static order of elimination does not solve.

use super::attempt::Attempt;
use crate::ensemble::Study;
use crate::ensemble::program::{Equations, Function, NewtonInput};
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
        let count = shape.input_count(Function::Step);
        let mut own: Vec<f64> = inputs[..count].iter().map(|input| input.lanes()[lane]).collect();
        own[status] = Solution::Sought.code();
        attempt.begin_newton(&mut own);
        Equations::new(study, &own[..shape.parameters]).solve_step(&mut own);
        for place in shape.iterated() {
            inputs[place].lanes_mut()[lane] = own[place];
        }
    }
}
