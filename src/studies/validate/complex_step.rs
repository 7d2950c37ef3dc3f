//! Derivatives of a run by a complex step: the recorded functions evaluated in complex numbers, step by step.
//!
//! They are exact to rounding where every function is analytic. Sixteen parameters are perturbed at once, one in each lane.

use crate::ensemble::program::{Shape, StudyFunction};
use crate::ensemble::{EqualSteps, StepSequence, Steps, Study, record_function};
use crate::model::Source;
use crate::num::{Complex, LaneReal, Lanes, Precision, Real};
use crate::trace::{Schedule, Slots, Tape};

/// The perturbation, relative to the value.
pub const RELATIVE: f64 = 1e-20;

/// Lanes that are computed at once.
const LANES: usize = 16;

/// Says why a complex step does not apply to a study whose varied parameters are these, if so.
pub fn obstacle(study: &Study) -> Option<&'static str> {
    let varied = |at: usize| study.varied().contains(&at);
    let Steps::Fixed(step) = &study.method.steps else {
        return Some("its steps are adaptive");
    };
    if study.is_implicit() {
        return Some("its method is implicit");
    }
    if step.depends_on(&varied) || study.method.duration.depends_on(&varied) {
        return Some("its step or duration depends on a parameter");
    }
    study.mechanism.events.iter().any(|event| event.terminal).then_some("an event ends it")
}

/// Tells for every output component whether it is made of the state at the end alone, so that a complex step serves.
fn serves(study: &Study) -> Vec<bool> {
    let mechanism = &study.mechanism;
    let mut serves: Vec<bool> = mechanism.reductions().iter().map(|r| r.source() != Source::Values).collect();
    mechanism.event_columns().iter().for_each(|(c, _)| serves[*c] = false);
    let mut column = 0;
    for output in &mechanism.outputs {
        for _ in output.columns() {
            serves[column] &= !output.of_final_values;
            column += 1;
        }
    }
    serves
}

/// The recorded functions of a study.
pub(super) struct Recorded<'a> {
    study: &'a Study,
    initial_state: Tape,
    step: Tape,
    outputs: Tape,
}

/// Evaluates a tape in some slots.
fn evaluate<R: Real>(tape: &Tape, slots: &mut Slots<R>, inputs: &[R]) -> Vec<R> {
    slots.inputs(tape).copy_from_slice(inputs);
    tape.run_member(slots);
    tape.run_step(slots);
    (0..tape.output_count()).map(|i| tape.output(slots, i)).collect()
}

impl<'a> Recorded<'a> {
    pub(super) fn new(study: &'a Study) -> Self {
        let tape = |function| {
            let graph = record_function(study, function, Precision::Double);
            Tape::new(&graph, &Schedule::new(&graph))
        };
        let [initial_state, step, outputs] =
            [StudyFunction::InitialState, StudyFunction::Step, StudyFunction::Outputs].map(tape);
        Self { study, initial_state, step, outputs }
    }

    /// Returns the outputs at the end of a run with equal steps, in any number: zero for components that are not made of the
    /// state at the end.
    pub(super) fn run<R: Real>(&self, varied: &[R], steps: &EqualSteps) -> Vec<R> {
        let shape = Shape::new(self.study);
        let initial = evaluate(&self.initial_state, &mut self.initial_state.slots(), varied);
        let mut inputs: Vec<R> = varied.iter().chain(&initial[..shape.state()]).copied().collect();
        inputs.resize(shape.input_count(StudyFunction::Step), R::zero());
        let mut slots = self.step.slots();
        for n in 0..steps.count() {
            inputs[shape.time()] = R::constant(steps.time(n));
            inputs[shape.length()] = R::constant(steps.length(n));
            let results = evaluate(&self.step, &mut slots, &inputs);
            let state = inputs[shape.parameters..shape.time()].iter_mut();
            state.zip(&results).for_each(|(x, increment)| *x = *x + *increment);
        }
        let end = steps.time(u32::MAX);
        inputs[shape.time()] = R::constant(end);
        let integrals: Vec<R> = shape.integrals().map(|i| inputs[shape.parameters + i]).collect();
        let mut outputs = {
            let inputs = &inputs[..shape.input_count(StudyFunction::Outputs)];
            evaluate(&self.outputs, &mut self.outputs.slots(), inputs)
        };
        let mechanism = &self.study.mechanism;
        let reductions = mechanism.reductions();
        for (column, integral) in mechanism.columns_from(Source::Integral).into_iter().zip(integrals) {
            outputs[column] = reductions[column].finish(integral, R::constant(end));
        }
        outputs
    }
}

/// Returns the derivatives of all output components by some columns of the plan, for a member with these values: not a
/// number where a complex step does not serve. Nothing where it does not apply, see [`obstacle`].
pub fn derivatives(study: &Study, row: &[f64], columns: &[usize]) -> Option<Vec<Vec<f64>>> {
    let mut all = Vec::new();
    study.parameters(row, &mut all);
    let StepSequence::Fixed(steps) = study.member_step_sequence(&all).ok()? else { return None };
    if obstacle(study).is_some() {
        return None;
    }
    let (serves, recorded) = (serves(study), Recorded::new(study));
    let mut found = Vec::new();
    for some in columns.chunks(LANES) {
        let perturbation = |c: usize| RELATIVE * if row[c] == 0.0 { 1.0 } else { row[c].abs() };
        let of = |(c, value): (usize, &f64)| {
            let im = |lane: usize| if some.get(lane) == Some(&c) { perturbation(c) } else { 0.0 };
            Complex { re: Lanes::<LANES>::constant(*value), im: Lanes::from_lanes(im) }
        };
        let varied: Vec<_> = row.iter().enumerate().map(of).collect();
        let outputs = recorded.run(&varied, &steps);
        for (lane, c) in some.iter().enumerate() {
            let derivative = |(y, serves): (&Complex<Lanes<LANES>>, &bool)| {
                if *serves { y.im.lane(lane) / perturbation(*c) } else { f64::NAN }
            };
            found.push(outputs.iter().zip(&serves).map(derivative).collect());
        }
    }
    Some(found)
}
