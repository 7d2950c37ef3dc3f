//! Attempts for one member at a time, whose functions are evaluated in whatever numbers; the state is kept in double
//! precision.

use super::attempt::{Attempt, LaneControl};
use super::executor::{Executor, FunctionTapes};
use super::replay::{AttemptRecord, Iteration};
use crate::ensemble::Study;
use crate::ensemble::iteration::step_reference;
use crate::ensemble::program::{Equations, NewtonInput, Shape, StudyFunction};
use crate::ensemble::recording::pivoted_step;
use crate::integrator::newton::Solution;
use std::cell::RefCell;

/// Evaluates the functions of a study for one member.
pub(super) trait Functions {
    /// Notes that parameters have been set; to be called after that.
    fn parameters_changed(&mut self);
    /// Solves the step of an implicit method: finds the inputs that Newton's method begins with zero.
    fn solve_step(&mut self, attempt: &Attempt, inputs: &mut [f64]);
    /// Evaluates a function, of the first inputs that it has.
    fn evaluate(&mut self, function: StudyFunction, inputs: &[f64], out: &mut Vec<f64>);
}

/// Makes attempts for one member.
pub(super) struct ScalarExecutor<F> {
    functions: F,
    inputs: Vec<f64>,
    /// The inputs of what is monitored and of outputs.
    there: Vec<f64>,
    results: Vec<f64>,
    /// What a function gave.
    evaluated: Vec<f64>,
}

impl<F> ScalarExecutor<F> {
    pub(super) fn new(functions: F, attempt: &Attempt) -> Self {
        Self {
            functions,
            inputs: vec![0.0; attempt.input_count()],
            there: vec![0.0; attempt.shape.input_count(StudyFunction::Outputs)],
            results: vec![0.0; attempt.result_count()],
            evaluated: Vec::new(),
        }
    }
}

impl<F: Functions> Executor<f64> for ScalarExecutor<F> {
    fn inputs(&mut self) -> &mut [f64] {
        &mut self.inputs
    }
    fn parameters_changed(&mut self) {
        self.functions.parameters_changed();
    }
    fn attempts(&mut self, attempt: &Attempt, _most: u32) {
        let state = attempt.shape.state();
        if attempt.shape.unknowns > 0 {
            attempt.begin_newton(&mut self.inputs);
            self.functions.solve_step(attempt, &mut self.inputs);
        }
        self.functions.evaluate(StudyFunction::Step, &self.inputs, &mut self.evaluated);
        let (increments, others) = self.evaluated.split_at(state);
        self.results[..others.len()].copy_from_slice(others);
        let mut routine = attempt.judge(&self.inputs, increments, &mut self.results);
        if attempt.monitored_count() > 0 {
            let there = attempt.there(&self.inputs, &self.results);
            self.functions.evaluate(StudyFunction::Monitored, &there, &mut self.evaluated);
            self.results[attempt.after(0)..attempt.routine()].copy_from_slice(&self.evaluated);
            routine = attempt.monitor(&self.inputs, &self.results, routine);
        }
        attempt.advance(&mut self.inputs, &mut self.results, routine);
    }
    fn result(&mut self, place: usize) -> &mut f64 {
        &mut self.results[place]
    }
    fn output_inputs(&mut self) -> &mut [f64] {
        &mut self.there
    }
    fn run_outputs(&mut self) {
        self.functions.evaluate(StudyFunction::Outputs, &self.there, &mut self.evaluated);
    }
    fn output(&self, i: usize, _lane: usize) -> f64 {
        self.evaluated[i]
    }
}

/// Evaluates the equations as they are written, but for derivatives: these are those of recorded functions.
pub(super) struct Written<'a> {
    study: &'a Study,
    tapes: Option<&'a FunctionTapes>,
    equations: Option<Equations<'a, f64>>,
    /// The attempts so far, where they are kept.
    records: Option<&'a RefCell<Vec<AttemptRecord>>>,
}

impl<'a> Written<'a> {
    /// Makes the functions of a study as they are written; `tapes` are given where there are derivatives.
    pub(super) fn new(study: &'a Study, tapes: Option<&'a FunctionTapes>) -> Self {
        Self { study, tapes, equations: None, records: None }
    }

    /// Returns what keeps what solving steps took.
    pub(super) fn with_records(self, records: &'a RefCell<Vec<AttemptRecord>>) -> Self {
        Self { records: Some(records), ..self }
    }

    fn equations(&mut self, inputs: &[f64]) -> &mut Equations<'a, f64> {
        let parameters = Shape::new(self.study).parameters;
        self.equations.get_or_insert_with(|| Equations::new(self.study, &inputs[..parameters]))
    }
}

impl Functions for Written<'_> {
    fn parameters_changed(&mut self) {
        self.equations = None;
    }
    fn solve_step(&mut self, attempt: &Attempt, inputs: &mut [f64]) {
        let status = attempt.shape.newton(NewtonInput::Status);
        let is_sought = inputs[status] == Solution::Sought.code::<f64>();
        let (mut iterations, records, study) = (Vec::new(), self.records, self.study);
        let equations = self.equations(inputs);
        let matrix = &step_reference(study).matrix;
        equations.solve_step_seen(inputs, matrix, &mut |residual, factors| {
            if records.is_some() {
                iterations.push(Iteration::new(residual, factors));
            }
        });
        inputs[attempt.control(LaneControl::Factorisations)] += f64::from(equations.take_factorisations());
        let [time, length] = [attempt.shape.time(), attempt.shape.length()].map(|place| inputs[place]);
        if let Some(records) = records.filter(|_| is_sought) {
            records.borrow_mut().push(AttemptRecord { time, length, iterations });
        }
        // here pivoting is the rule
        if inputs[status] == Solution::FoundWithPivoting.code::<f64>() {
            inputs[status] = Solution::Found.code();
        }
    }
    fn evaluate(&mut self, function: StudyFunction, inputs: &[f64], out: &mut Vec<f64>) {
        let count = Shape::new(self.study).input_count(function);
        if let (Some(_), StudyFunction::Step, true) = (self.tapes, function, self.study.is_implicit()) {
            *out = pivoted_step(self.study).step(&inputs[..count]);
            return;
        }
        if let Some(tapes) = self.tapes {
            *out = tapes.of(self.study, function).evaluate(&[&inputs[..count]]);
            return;
        }
        self.equations(inputs).evaluate(function, &inputs[..count], out);
    }
}
