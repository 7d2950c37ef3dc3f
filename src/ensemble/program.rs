//! What a study computes, as functions of numbers: the same equations run natively, are recorded for the CPU's
//! tapes, and printed as a kernel for the GPU.
//!
//! Every function has the varied parameters as its first inputs, and all but the initial state the state and the time
//! after them. The state is the coordinates, the velocities and what the method remembers from step to step.

mod implicit;

use super::time_loop::event::Passages;
use super::{Outcome, Steps, Study};
use crate::formulation::System;
use crate::integrator::{self, Scheme, Workspace, control};
use crate::model::{Source, TimeReduction};
use crate::num::{Dual, Precision, Real};
use crate::problem::{Field, along};
use crate::trace::{Graph, Input, Rate, record};
use std::ops::Range;

/// One of the functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// One step. Further inputs: its length, and the error norms of the two steps before. Results: the
    /// increments of the state, then those of [`StepResult`].
    Step,
    /// The output components.
    Outputs,
    /// What is looked for within steps: the values whose zeros are sought, then what belongs to each; see [`Watched`].
    Watched,
    /// The state at the start and, for adaptive steps, a guess of the first.
    InitialState,
}

impl Function {
    /// All of them.
    pub const ALL: [Function; 4] = [Function::Step, Function::Outputs, Function::Watched, Function::InitialState];

    /// Those of a member on its way.
    pub const ON_THE_WAY: [Function; 3] = [Function::Step, Function::Outputs, Function::Watched];
}

/// What a step returns after the increments, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepResult {
    /// How far bodies turn in the first stage, |psi|^2/4.
    FirstTurn,
    /// How far they turn in any stage.
    LargestTurn,
    /// The distance from a singularity of the parameterisation.
    Margin,
    /// The norm of the error, (B18); adaptive steps only.
    Error,
    /// By which factor the next step may be longer; adaptive steps only.
    Factor,
}

/// What a step of an implicit method reads after the unknowns, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewtonInput {
    /// The norm that residuals are compared with.
    First,
    /// Solutions of the linearised equations so far.
    Solves,
    /// What has become of the equations: [`Solution`].
    Status,
    /// The length of the step that is solved, s; that of the attempt may be shorter, to see the state within it.
    Length,
}

/// How many of them there are.
pub const NEWTON_INPUTS: usize = 4;

/// The places of inputs and results.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Varied parameters.
    pub parameters: usize,
    /// Coordinates.
    pub coordinates: usize,
    /// Velocities.
    pub velocities: usize,
    /// Numbers that the method remembers.
    pub memory: usize,
    /// Integrals over the time, the last of the velocities.
    pub quadratures: usize,
    /// What Newton's method solves for in a step; none of an explicit method.
    pub unknowns: usize,
}

impl Shape {
    /// The shape of a study's functions.
    pub fn new(study: &Study) -> Self {
        let layout = study.layout();
        Self {
            parameters: study.plan().columns().len(),
            coordinates: layout.coordinate_count(),
            velocities: layout.velocity_count(),
            memory: study.method.integrator.memory_count(layout, study.constraint_count()),
            quadratures: layout.quadratures().len(),
            unknowns: if study.is_implicit() { study.memory_places().unknown_count() } else { 0 },
        }
    }
    /// Coordinates, velocities and memory among the inputs of a function, and what follows them.
    pub fn parts<'a, R>(&self, inputs: &'a [R]) -> (&'a [R], &'a [R], &'a [R], &'a [R]) {
        let (q, rest) = inputs[self.parameters..].split_at(self.coordinates);
        let (v, rest) = rest.split_at(self.velocities);
        let (memory, rest) = rest.split_at(self.memory);
        (q, v, memory, rest)
    }
    /// Coordinates, velocities and memory.
    pub fn state(&self) -> usize {
        self.coordinates + self.velocities + self.memory
    }
    /// The places of the integrals over the time in the state.
    pub fn integrals(&self) -> Range<usize> {
        let end = self.coordinates + self.velocities;
        end - self.quadratures..end
    }
    /// The place of the time among the inputs.
    pub fn time(&self) -> usize {
        self.parameters + self.state()
    }
    /// The place of the length of a step.
    pub fn length(&self) -> usize {
        self.time() + 1
    }
    /// The place of the last error norm; that of the one before follows.
    pub fn errors(&self) -> usize {
        self.time() + 2
    }
    /// The places of the unknowns of an implicit method.
    pub fn unknowns(&self) -> Range<usize> {
        let first = self.time() + 4;
        first..first + self.unknowns
    }
    /// The place of what a step of an implicit method reads after them.
    pub fn newton(&self, input: NewtonInput) -> usize {
        self.unknowns().end + input as usize
    }
    /// The inputs that Newton's method changes: the first norm, the status, the unknowns, the number of solutions.
    pub fn iterated(&self) -> Vec<usize> {
        let [first, status, solves] =
            [NewtonInput::First, NewtonInput::Status, NewtonInput::Solves].map(|input| self.newton(input));
        [first, status].into_iter().chain(self.unknowns()).chain([solves]).collect()
    }
    /// The place of a step's result.
    pub fn result(&self, result: StepResult) -> usize {
        self.state() + result as usize
    }
    /// How many inputs a function has.
    pub fn input_count(&self, function: Function) -> usize {
        match function {
            Function::Step if self.unknowns > 0 => self.unknowns().end + NEWTON_INPUTS,
            Function::Step => self.time() + 4,
            Function::Outputs | Function::Watched => self.time() + 1,
            Function::InitialState => self.parameters,
        }
    }
}

/// What is watched within steps, in the order of the results of [`Function::Watched`].
#[derive(Clone, Debug)]
pub struct Watched {
    /// Which passages of every event count. The zeros of its value are sought; its rate belongs to it.
    pub events: Vec<Passages>,
    /// The output components whose largest or smallest values matter, after the events. The zeros of its rate are sought;
    /// its value belongs to it.
    pub extremes: Vec<(usize, TimeReduction)>,
}

impl Watched {
    /// What is watched in a study.
    pub fn new(study: &Study) -> Self {
        let (mechanism, reductions) = (&study.mechanism, study.mechanism.reductions());
        let extreme = |c: usize| (c, reductions[c]);
        Self {
            events: mechanism
                .events
                .iter()
                .map(|e| Passages { direction: e.direction, terminal: e.terminal })
                .collect(),
            extremes: mechanism.columns_from(Source::Values).into_iter().map(extreme).collect(),
        }
    }
    /// How many events and outputs there are.
    pub fn count(&self) -> usize {
        self.events.len() + self.extremes.len()
    }
}

/// The equations of a study for given values of the varied parameters.
#[derive(Debug)]
pub struct Equations<'a, R> {
    study: &'a Study,
    shape: Shape,
    system: System<R>,
    /// The system with rates, once they are asked for.
    moving: Option<System<Dual<R, 1>>>,
    work: Workspace<R>,
    parameters: Vec<R>,
    tolerances: Option<(R, R)>,
}

impl<'a, R: Real> Equations<'a, R> {
    /// The equations for values of the varied parameters.
    pub fn new(study: &'a Study, varied: &[R]) -> Self {
        // members whose parameters are not finite have no initial state
        varied.iter().for_each(|p| p.assume_at_most(f64::MAX));
        let mut parameters: Vec<R> = study.mechanism.parameters.iter().map(|p| R::constant(p.default)).collect();
        for (value, at) in varied.iter().zip(study.varied()) {
            parameters[*at] = *value;
        }
        let tolerances = match &study.method.steps {
            Steps::Fixed(_) => None,
            Steps::Adaptive(a) => Some((a.absolute.evaluate(&parameters), a.relative.evaluate(&parameters))),
        };
        Self {
            study,
            shape: Shape::new(study),
            system: study.formulated().system(&study.mechanism, &parameters),
            moving: None,
            work: if study.is_implicit() {
                Workspace::constrained(study.method.integrator, study.layout(), study.constraint_count())
            } else if study.is_adaptive() {
                Workspace::new(study.method.integrator, study.layout())
            } else {
                Workspace::without_error(study.method.integrator, study.layout())
            },
            tolerances,
            parameters,
        }
    }

    /// Evaluates a function; `inputs` begin with the varied parameters.
    pub fn evaluate(&mut self, function: Function, inputs: &[R], out: &mut Vec<R>) {
        out.clear();
        if function == Function::InitialState {
            return self.initial_state(out);
        }
        let (q, v, remembered, rest) = self.shape.parts(inputs);
        // members with another state, or out of time, have ended
        q.iter().chain(v).chain(remembered).for_each(|x| x.assume_at_most(Outcome::STATE_LIMIT));
        rest.iter().take(2).for_each(|time| time.assume_at_most(f64::MAX));
        match function {
            Function::Step => {
                self.work.memory.copy_from_slice(remembered);
                self.step(inputs, out);
            }
            Function::Outputs => self.system.outputs(rest[0], (q, v), self.study.known(remembered), out),
            Function::Watched => self.watched(rest[0], (q, v, remembered), out),
            Function::InitialState => unreachable!("it has no state"),
        }
    }

    /// The values of all events and outputs at the time `t` (s), each with its rate, 1/s. What an implicit method has
    /// solved for is taken to rest: the extremes of what is made of it are those at the ends of steps.
    fn with_rates(&mut self, t: R, (q, v, memory): (&[R], &[R], &[R])) -> [Vec<Dual<R, 1>>; 2] {
        let mut rate = vec![R::zero(); v.len()];
        match self.study.known(memory) {
            Some(known) => rate[..known.rate.len()].copy_from_slice(known.rate),
            None => self.system.acceleration(t, q, v, &mut rate),
        }
        R::note("rates along the motion");
        let (q, v) = along(self.study.layout(), q, v, &rate);
        let memory: Vec<Dual<R, 1>> = memory.iter().map(constant).collect();
        let (study, system) = (self.study, self.moving());
        let t = Dual { re: t, eps: [R::one()] };
        let (mut events, mut outputs) = (Vec::new(), Vec::new());
        system.events(t, (&q, &v), study.known(&memory), &mut events);
        system.outputs(t, (&q, &v), study.known(&memory), &mut outputs);
        [events, outputs]
    }

    /// The system with rates.
    pub(super) fn moving(&mut self) -> &mut System<Dual<R, 1>> {
        self.moving.get_or_insert_with(|| {
            let parameters: Vec<Dual<R, 1>> = self.parameters.iter().map(constant).collect();
            self.study.formulated().system(&self.study.mechanism, &parameters)
        })
    }

    fn watched(&mut self, t: R, (q, v, memory): (&[R], &[R], &[R]), out: &mut Vec<R>) {
        let extremes = Watched::new(self.study).extremes;
        if extremes.is_empty() && self.study.mechanism.events.is_empty() {
            return;
        }
        let [events, outputs] = self.with_rates(t, (q, v, memory));
        let outputs = || extremes.iter().map(|(c, _)| outputs[*c]);
        out.extend(events.iter().map(|g| g.re).chain(outputs().map(|y| y.eps[0])));
        out.extend(events.iter().map(|g| g.eps[0]).chain(outputs().map(|y| y.re)));
    }

    /// Integrates outputs over a step of a method whose stages, if there are any, do not lie on the solution: by the
    /// Hermite polynomial of the values and rates at both ends, of order 4.
    fn integrate_between_ends(&mut self, q: &[R], v: &[R], (t, h): (R, R)) {
        let moved = |x: &[R], delta: &[R]| x.iter().zip(delta).map(|(x, delta)| *x + *delta).collect::<Vec<R>>();
        let (q1, v1) = (moved(q, &self.work.delta_q), moved(v, &self.work.delta_v));
        let memory = self.work.memory.clone();
        let memory1 = moved(&memory, &self.work.delta_memory);
        let [_, begin] = self.with_rates(t, (q, v, &memory));
        let [_, end] = self.with_rates(t + h, (&q1, &v1, &memory1));
        let columns = self.study.mechanism.columns_from(Source::Integral);
        for (place, c) in self.study.layout().quadratures().zip(columns) {
            let (a, b) = (begin[c], end[c]);
            let correction = (h * (a.eps[0] - b.eps[0])).scale(1.0 / 6.0);
            self.work.delta_v[place] = h.scale(0.5) * (a.re + b.re + correction);
        }
    }

    fn initial_state(&mut self, out: &mut Vec<R>) {
        let method = &self.study.method;
        let (q, v) = self.study.formulated().initial(&self.study.mechanism, &self.parameters);
        out.extend(q.iter().chain(&v));
        out.extend(std::iter::repeat_n(R::zero(), self.shape.memory));
        R::watch(out);
        if let (Steps::Adaptive(_), Some(tolerances)) = (&method.steps, self.tolerances)
            && !method.integrator.is_implicit()
        {
            let order = method.integrator.error_order().unwrap_or(method.integrator.order);
            out.push(control::first_step(&mut self.system, R::zero(), &q, &v, tolerances, order));
        }
    }

    fn step(&mut self, inputs: &[R], out: &mut Vec<R>) {
        let method = &self.study.method;
        let (q, v, _, rest) = self.shape.parts(inputs);
        let time = (rest[0], rest[1]);
        let monitor = match self.shape.unknowns {
            0 => integrator::attempt(method.integrator, &mut self.system, time, q, v, &mut self.work),
            _ => self.finish_implicit_step(inputs),
        };
        let by_stages = !matches!(method.integrator.scheme, Scheme::Splitting(_) | Scheme::GeneralizedAlpha);
        if self.shape.quadratures > 0 && !by_stages {
            self.integrate_between_ends(q, v, time);
        }
        out.extend(self.work.delta_q.iter().chain(&self.work.delta_v).chain(&self.work.delta_memory));
        R::watch(out);
        out.extend([monitor.first_turn, monitor.largest_turn, monitor.margin]);
        if let (Steps::Adaptive(adaptive), Some((absolute, relative))) = (&method.steps, self.tolerances) {
            R::note("error norm (B16)-(B18) and the factor of the next step (B19), (B20)");
            let error = control::error_norm(self.study.layout(), q, v, &self.work, absolute, relative);
            // that a step does not grow after a rejection is left to the time loop
            let never = R::one().less(R::zero());
            out.extend([error, adaptive.controller.next(error, [rest[2], rest[3]], never)]);
        }
    }
}

fn constant<R: Real>(x: &R) -> Dual<R, 1> {
    Dual { re: *x, eps: [R::zero()] }
}

/// Records a function of a study in a precision.
pub fn record_function(study: &Study, function: Function, precision: Precision) -> Graph {
    let shape = Shape::new(study);
    record(precision, inputs(study, function), |inputs| {
        let mut out = Vec::new();
        Equations::new(study, &inputs[..shape.parameters]).evaluate(function, inputs, &mut out);
        out
    })
}

/// The names of the numbers of the state in recordings.
pub fn state_names(study: &Study) -> Vec<String> {
    let shape = Shape::new(study);
    let q = (0..shape.coordinates).map(|i| format!("q{i}"));
    let v = (0..shape.velocities).map(|i| format!("v{i}"));
    q.chain(v).chain((0..shape.memory).map(|i| format!("memory{i}"))).collect()
}

/// The names of varied parameters in recordings.
pub fn parameter_names(study: &Study) -> Vec<String> {
    study.plan().columns().iter().map(|name| format!("p_{name}")).collect()
}

/// The names of the unknowns of an implicit method's step and of what it reads after them, in recordings; none of an
/// explicit one.
pub fn unknown_names(study: &Study) -> Vec<String> {
    if !study.is_implicit() {
        return Vec::new();
    }
    let unknowns = (0..Shape::new(study).unknowns).map(|i| format!("unknown{i}"));
    let further = ["first", "solves", "status", "length"].map(|name| format!("newton_{name}"));
    unknowns.chain(further).collect()
}

/// Returns the inputs of a function, in their order.
pub fn inputs(study: &Study, function: Function) -> Vec<Input> {
    // at the start nothing else changes
    let rate = if function == Function::InitialState { Rate::Step } else { Rate::Member };
    let member = parameter_names(study).into_iter().map(|name| Input { name, rate });
    let further: &[&str] = match function {
        Function::InitialState => return member.collect(),
        Function::Step => &["t", "h", "e1", "e2"],
        Function::Outputs | Function::Watched => &["t"],
    };
    let mut step: Vec<String> =
        state_names(study).into_iter().chain(further.iter().map(|name| name.to_string())).collect();
    if function == Function::Step {
        step.extend(unknown_names(study));
    }
    member.chain(step.into_iter().map(|name| Input { name, rate: Rate::Step })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_method_remembers_is_part_of_the_state() {
        let shape = Shape { parameters: 2, coordinates: 4, velocities: 3, memory: 5, quadratures: 1, unknowns: 0 };
        assert_eq!((shape.state(), shape.time(), shape.length(), shape.errors()), (12, 14, 15, 16));
        assert_eq!((shape.result(StepResult::Margin), shape.input_count(Function::Outputs)), (14, 15));
        assert_eq!(shape.integrals(), 6..7);
    }
}
