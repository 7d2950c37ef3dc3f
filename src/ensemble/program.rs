//! What a study computes, as functions of numbers: the same equations run natively, are recorded for the CPU's
//! tapes, and printed as a kernel for the GPU.
//!
//! Every function has the varied parameters as its first inputs, and all but the initial state the state and the time
//! after them. The state is the coordinates, the velocities and what the method remembers from step to step, and the
//! derivatives of all of them by some parameters.

#[cfg(test)]
mod by_dual_numbers;
mod changes;
mod controlled;
mod dependences;
mod implicit;
mod integrals;
mod jumps;
mod monitored;
mod resets;
mod roots;
mod sampled;
mod second;
mod sensitivity;
mod shape;
mod slope_solver;

pub(super) use dependences::{Dependences, reads};
pub use monitored::Monitored;
pub(super) use resets::{behind_events, is_marked, marked, sides_that_set};
pub(super) use roots::kept;
pub use shape::{NEWTON_INPUTS, NewtonInput, Shape, StepResult, StudyFunction};
pub(super) use slope_solver::GivenSlopes;

use slope_solver::SlopeSolver;

use super::{Outcome, Steps, Study};
use crate::formulation::System;
use crate::integrator::{self, Scheme, Workspace, control};
use crate::linalg::{Elimination, Factorised, Row};
use crate::num::{Dual, Real};
use crate::problem::{Field, along};
use crate::trace::{Input, Rate};
use std::rc::Rc;

/// Holds an iteration matrix for further iterations and steps.
#[derive(Debug)]
struct KeptMatrix {
    factors: Factorised,
    rows: Rc<Vec<Row<f64>>>,
    /// The length of the step that the matrix is for, s.
    length: f64,
}

/// The equations of a study for given values of the varied parameters.
#[derive(Debug)]
pub struct Equations<'a, R> {
    study: &'a Study,
    shape: Shape,
    system: System<R>,
    /// The system with rates, once they are asked for.
    rate_system: Option<System<Dual<R, 1>>>,
    /// The system with rates and their rates, once they are asked for.
    second_rate_system: Option<System<Dual<Dual<R, 1>, 1>>>,
    work: Workspace<R>,
    parameters: Vec<R>,
    /// The tolerances of a step.
    tolerances: Option<(R, R)>,
    /// What they are of those of the run, where they are others.
    of_a_step: Option<R>,
    /// The iteration matrix that was factorised last.
    factors: Option<KeptMatrix>,
    /// How many there were.
    factorisations: u32,
    /// What solves for derivatives of the unknowns of a step, in recordings.
    slope_solver: Option<SlopeSolver<'a>>,
    /// Which derivatives of the state are zero, in recordings, where this is known.
    dependences: Option<&'a Dependences>,
}

impl<'a, R: Real> Equations<'a, R> {
    /// Makes the equations for values of the varied parameters.
    pub fn new(study: &'a Study, varied: &[R]) -> Self {
        Self::with_parameters(study, study.all_parameters(varied))
    }

    /// Makes the equations for inputs of [`with_fixed_parameters`], `count` and those behind them.
    pub(super) fn with_fixed_parameters(study: &'a Study, inputs: &[R], count: usize) -> Self {
        Self::with_further_parameters(study, inputs, count, &fixed_parameters(study))
    }

    /// Makes the equations for inputs of which `count` are those of a function, and those behind them the values of
    /// these parameters.
    pub(super) fn with_further_parameters(study: &'a Study, inputs: &[R], count: usize, further: &[usize]) -> Self {
        let mut parameters: Vec<R> = study.mechanism.parameters.iter().map(|p| R::constant(p.default)).collect();
        let places = study.varied().iter().copied().zip(0..);
        for (at, input) in places.chain(further.iter().copied().zip(count..)) {
            parameters[at] = inputs[input];
        }
        Self::with_parameters(study, parameters)
    }

    /// Makes the equations for values of all parameters.
    pub(crate) fn with_all_parameters(study: &'a Study, parameters: &[R]) -> Self {
        Self::with_parameters(study, parameters.to_vec())
    }

    fn with_parameters(study: &'a Study, parameters: Vec<R>) -> Self {
        // members whose parameters are not finite have no initial state
        parameters.iter().for_each(|p| p.assume_at_most(f64::MAX));
        let (mut tolerances, mut of_a_step) = (None, None);
        if let Steps::Adaptive(adaptive) = &study.method.steps {
            let given = (adaptive.absolute.evaluate(&parameters), adaptive.relative.evaluate(&parameters));
            of_a_step = study.method.part_of_a_step(given);
            tolerances = Some(of_a_step.map_or(given, |part| (given.0 * part, given.1 * part)));
        }
        Self {
            study,
            shape: Shape::new(study),
            system: study.formulated().system(&study.mechanism, &parameters),
            rate_system: None,
            second_rate_system: None,
            work: if study.is_implicit() {
                let history = study.implicit_layout().history_count();
                Workspace::constrained(study.method.integrator, study.layout(), history, study.is_adaptive())
            } else if study.is_adaptive() {
                Workspace::new(study.method.integrator, study.layout())
            } else {
                Workspace::without_error(study.method.integrator, study.layout())
            },
            tolerances,
            of_a_step,
            parameters,
            factors: None,
            factorisations: 0,
            slope_solver: None,
            dependences: None,
        }
    }

    /// Returns the equations with an order of elimination for derivatives of the unknowns of a step.
    pub(super) fn with_elimination(self, elimination: &'a Elimination) -> Self {
        Self { slope_solver: Some(SlopeSolver::Eliminating(elimination)), ..self }
    }

    /// Has derivatives of the unknowns of a step given.
    pub(super) fn give_slopes(&mut self, given: Rc<GivenSlopes>) {
        self.slope_solver = Some(SlopeSolver::Given(given));
    }

    /// Returns the equations with what is known of derivatives that are zero.
    pub(super) fn with_dependences(self, dependences: &'a Dependences) -> Self {
        Self { dependences: Some(dependences), ..self }
    }

    /// Tells whether a number of the state may have a derivative by a parameter that it is differentiated by.
    fn may_move(&self, number: usize, by: usize) -> bool {
        self.dependences.is_none_or(|known| known.of(number, by))
    }

    /// Makes steps tell of angles of rotation only that they are not too large.
    pub(super) fn bound_turns(&mut self) {
        self.work.bound_turns();
    }

    /// Evaluates a function; `inputs` begin with the varied parameters.
    pub fn evaluate(&mut self, function: StudyFunction, inputs: &[R], out: &mut Vec<R>) {
        out.clear();
        if function == StudyFunction::InitialState {
            return self.initial_state(out);
        }
        let (q, v, remembered, rest) = self.shape.parts(inputs);
        // members with another state, or out of time, have ended
        q.iter().chain(v).chain(remembered).for_each(|x| x.assume_at_most(Outcome::STATE_LIMIT));
        rest.iter().take(2).for_each(|time| time.assume_at_most(f64::MAX));
        match function {
            StudyFunction::Step => {
                self.work.history.copy_from_slice(remembered);
                self.step(inputs, out);
            }
            StudyFunction::Outputs => self.system.outputs(rest[0], (q, v), self.study.known(remembered), out),
            StudyFunction::Monitored => self.monitored(rest[0], (q, v, remembered), out),
            StudyFunction::InitialState => unreachable!("it has no state"),
        }
    }

    /// Returns the rates of all velocities at the time `t` (s): those that an implicit method has solved for.
    fn known_rate(&mut self, t: R, (q, v, history): (&[R], &[R], &[R])) -> Vec<R> {
        let mut rate = vec![R::zero(); v.len()];
        match self.study.known(history) {
            Some(known) => rate[..known.rate.len()].copy_from_slice(known.rate),
            None => self.system.acceleration(t, q, v, &mut rate),
        }
        rate
    }

    /// Returns the values of all events and outputs at the time `t` (s), each with its rate, 1/s. What an implicit
    /// method has solved for is taken to rest: the extremes of what is made of it are those at the ends of steps.
    fn with_rates(&mut self, t: R, (q, v, history): (&[R], &[R], &[R])) -> [Vec<Dual<R, 1>>; 2] {
        let rate = self.known_rate(t, (q, v, history));
        R::note("rates along the motion");
        let (q, v) = along(self.study.layout(), q, v, &rate);
        let history: Vec<Dual<R, 1>> = history.iter().map(|x| Dual::resting(*x)).collect();
        let (study, system) = (self.study, self.rate_system());
        let t = Dual { re: t, eps: [R::one()] };
        let (mut events, mut outputs) = (Vec::new(), Vec::new());
        system.events(t, (&q, &v), study.known(&history), &mut events);
        system.outputs(t, (&q, &v), study.known(&history), &mut outputs);
        [events, outputs]
    }

    /// Returns the system in numbers with derivatives in time.
    pub(super) fn rate_system(&mut self) -> &mut System<Dual<R, 1>> {
        self.rate_system.get_or_insert_with(|| {
            let parameters: Vec<Dual<R, 1>> = self.parameters.iter().map(|x| Dual::resting(*x)).collect();
            self.study.formulated().system(&self.study.mechanism, &parameters)
        })
    }

    /// Returns the system in numbers with first and second derivatives in time.
    pub(super) fn second_rate_system(&mut self) -> &mut System<Dual<Dual<R, 1>, 1>> {
        self.second_rate_system.get_or_insert_with(|| {
            let resting = |x: &R| Dual::resting(Dual::resting(*x));
            let parameters: Vec<Dual<Dual<R, 1>, 1>> = self.parameters.iter().map(resting).collect();
            self.study.formulated().system(&self.study.mechanism, &parameters)
        })
    }

    fn monitored(&mut self, t: R, (q, v, history): (&[R], &[R], &[R]), out: &mut Vec<R>) {
        let extremes = Monitored::new(self.study).extremes;
        if extremes.is_empty() && self.study.mechanism.events.is_empty() {
            return;
        }
        let [events, outputs] = self.with_rates(t, (q, v, history));
        let outputs = || extremes.iter().map(|(c, _)| outputs[*c]);
        out.extend(events.iter().map(|g| g.re).chain(outputs().map(|y| y.eps[0])));
        out.extend(events.iter().map(|g| g.eps[0]).chain(outputs().map(|y| y.re)));
    }

    fn initial_state(&mut self, out: &mut Vec<R>) {
        let method = &self.study.method;
        let (q, v) = self.study.formulated().initial(&self.study.mechanism, &self.parameters);
        out.extend(q.iter().chain(&v));
        out.extend(std::iter::repeat_n(R::zero(), self.shape.history));
        self.sample_start_of(out, None);
        R::require_finite(out);
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
        // what differs where the step begins behind an event or a jump
        let (mut from, mut moved) = (v.to_vec(), Vec::new());
        if self.shape.unknowns == 0 {
            let set = self.set_at_begin(time.0, (q, v));
            set.iter().for_each(|set| from.iter_mut().zip(set).for_each(|(v, set)| *v = *v + *set));
            let jumped = self.moved_by_jump(time.0, q, &from);
            jumped.iter().for_each(|jumped| from.iter_mut().zip(jumped).for_each(|(v, by)| *v = *v + *by));
            for by in set.into_iter().chain(jumped) {
                moved = if moved.is_empty() { by } else { moved.iter().zip(by).map(|(a, b)| *a + b).collect() };
            }
        }
        let monitor = match self.shape.unknowns {
            0 => integrator::attempt(method.integrator, &mut self.system, time, q, &from, &mut self.work),
            _ => self.finish_implicit_step(inputs),
        };
        if let Some(part) = self.of_a_step {
            // estimates for values of first order are of an order less as they are
            control::scale_values(self.study.layout(), &mut self.work.error, part);
        }
        let by_stages = !matches!(method.integrator.scheme, Scheme::Splitting(_)) && self.shape.unknowns == 0;
        if self.shape.quadratures > 0 && !by_stages {
            self.integrate_between_ends(q, &from, time);
        }
        out.extend(self.work.delta_q.iter().chain(&self.work.delta_v).chain(&self.work.delta_history));
        self.sample_at_end(time, (q, &from), out);
        let coordinates = self.shape.coordinates;
        out[coordinates..].iter_mut().zip(moved).for_each(|(delta, by)| *delta = *delta + by);
        R::require_finite(out);
        out.extend([monitor.first_turn, monitor.largest_turn, monitor.margin]);
        if self.shape.redundant {
            out.push(self.drift(time, q, v));
        }
        if let (Steps::Adaptive(adaptive), Some((absolute, relative))) = (&method.steps, self.tolerances) {
            R::note("error norm (B16)-(B18) and the factor of the next step (B19), (B20)");
            let error = control::error_norm(self.study.layout(), q, v, &self.work, absolute, relative);
            // that a step does not grow after a rejection is left to the time loop
            let never = R::one().less(R::zero());
            out.extend([error, adaptive.controller.next(error, [rest[2], rest[3]], never)]);
        }
    }
}

/// Returns the names of the numbers of the state in recordings.
pub fn state_names(study: &Study) -> Vec<String> {
    let shape = Shape::new(study);
    let q = (0..shape.coordinates).map(|i| format!("q{i}"));
    let v = (0..shape.velocities).map(|i| format!("v{i}"));
    let motion: Vec<String> = q.chain(v).chain((0..shape.history).map(|i| format!("memory{i}"))).collect();
    let derivatives = (0..shape.directions).flat_map(|k| motion.iter().map(move |name| format!("d{k}_{name}")));
    let pairs = shape.pairs().into_iter();
    let second = pairs.flat_map(|[i, j]| motion.iter().map(move |name| format!("d{i}_{j}_{name}")));
    motion.iter().cloned().chain(derivatives).chain(second).collect()
}

/// Returns the parameters by which the state is differentiated and which the plan does not vary.
pub(super) fn fixed_parameters(study: &Study) -> Vec<usize> {
    study.differentiated_parameters().filter(|at| !study.varied().contains(at)).collect()
}

/// Returns the values of the parameters of [`fixed_parameters`].
pub(super) fn fixed_values(study: &Study) -> Vec<f64> {
    fixed_parameters(study).into_iter().map(|at| study.mechanism.parameters[at].default).collect()
}

/// Returns inputs with the parameters of [`fixed_parameters`] behind them.
pub(super) fn with_fixed_parameters(study: &Study, mut inputs: Vec<Input>) -> Vec<Input> {
    let fixed = fixed_parameters(study).into_iter().map(|at| format!("p_{}", study.mechanism.parameters[at].name));
    inputs.extend(fixed.map(|name| Input { name, rate: Rate::Member }));
    inputs
}

/// Returns the names of varied parameters in recordings.
pub fn parameter_names(study: &Study) -> Vec<String> {
    study.plan().columns().iter().map(|name| format!("p_{name}")).collect()
}

/// Returns the names of the unknowns of an implicit method's step and of what it reads after them, in recordings; none
/// of an explicit one.
pub fn unknown_names(study: &Study) -> Vec<String> {
    if !study.is_implicit() {
        return Vec::new();
    }
    let unknowns = (0..Shape::new(study).unknowns).map(|i| format!("unknown{i}"));
    let further = ["compared", "rounding", "before", "solves", "status", "length"].map(|name| format!("newton_{name}"));
    unknowns.chain(further).collect()
}

/// Returns the inputs of a function, in their order.
pub fn inputs(study: &Study, function: StudyFunction) -> Vec<Input> {
    // at the start nothing else changes
    let rate = if function == StudyFunction::InitialState { Rate::Step } else { Rate::Member };
    let (shape, member) = (Shape::new(study), parameter_names(study).into_iter().map(|name| Input { name, rate }));
    let further: &[&str] = match function {
        StudyFunction::InitialState => return member.collect(),
        StudyFunction::Step => &["t", "h", "e1", "e2"],
        StudyFunction::Outputs | StudyFunction::Monitored => &["t"],
    };
    let mut step: Vec<String> =
        state_names(study).into_iter().chain(further.iter().map(|name| name.to_string())).collect();
    match function {
        StudyFunction::Step => step.extend(unknown_names(study)),
        StudyFunction::Outputs if shape.by_time => step.extend((0..shape.carried()).map(|k| format!("d{k}_t"))),
        _ => {}
    }
    member.chain(step.into_iter().map(|name| Input { name, rate: Rate::Step })).collect()
}
