//! Double-float kernels: 48 bits from hardware that computes in 24. The device against the same operations on the
//! CPU, bit for bit, and against f64 to what 48 bits allow.

use crate::common::*;
use gyrosweep::ensemble::program::{Shape, StudyFunction};
use gyrosweep::ensemble::record_function;
use gyrosweep::ensemble::{Chunk, Method, Outcome, StepSequence};
use gyrosweep::gpu::Arithmetic;
use gyrosweep::integrator;
use gyrosweep::io::scenario::Scenario;
use gyrosweep::model::TimeReduction;
use gyrosweep::num::{DoubleFloat, Precision};
use gyrosweep::trace::{Schedule, Slots, Tape};

/// A function of a study as a tape of double-float operations, with its parameters set.
struct Recorded {
    tape: Tape,
    slots: Slots<DoubleFloat>,
    parameters: Vec<DoubleFloat>,
}

impl Recorded {
    fn new(s: &Scenario, function: StudyFunction, varied: &[f64]) -> Self {
        let graph = record_function(&s.study, function, Precision::DoubleFloat);
        let tape = Tape::new(&graph, &Schedule::new(&graph));
        let slots = tape.slots();
        Self { tape, slots, parameters: varied.iter().map(|x| DoubleFloat::from(*x)).collect() }
    }
    fn run(&mut self, inputs: impl Iterator<Item = DoubleFloat>) -> Vec<DoubleFloat> {
        let places = self.slots.inputs(&self.tape);
        for (place, value) in places.iter_mut().zip(self.parameters.iter().copied().chain(inputs)) {
            *place = value;
        }
        self.tape.run_member(&mut self.slots);
        self.tape.run_step(&mut self.slots);
        (0..self.tape.output_count()).map(|i| self.tape.output(&self.slots, i)).collect()
    }
}

/// The outputs at the end of member 0, by double-float numbers on the CPU; equal steps.
fn on_the_cpu(s: &Scenario) -> Vec<f64> {
    let mut varied = vec![0.0; s.study.plan().columns().len()];
    s.study.plan().fill(0, &mut varied);
    let mut parameters = Vec::new();
    s.study.parameters(&varied, &mut parameters);
    let Ok(StepSequence::Fixed(equal)) = s.study.step_sequence(&parameters) else { panic!("equal steps") };
    let (q, v) = s.study.formulated().initial(&s.study.mechanism, &parameters);
    let mut state: Vec<DoubleFloat> = q.iter().chain(&v).map(|x| DoubleFloat::from(*x)).collect();
    let mut step = Recorded::new(s, StudyFunction::Step, &varied);
    let (one, pitch) = (DoubleFloat::from(1.0), DoubleFloat::from(equal.step()));
    for n in 0..equal.count() {
        let length = if n + 1 >= equal.count() { equal.last().into() } else { pitch };
        let time = DoubleFloat::from(f64::from(n)) * pitch;
        let delta = step.run(state.iter().copied().chain([time, length, one, one]));
        state.iter_mut().zip(delta).for_each(|(x, d)| *x = *x + d);
    }
    assert_eq!(state.len(), Shape::new(&s.study).state());
    let end = DoubleFloat::from(equal.time(equal.count()));
    let outputs = Recorded::new(s, StudyFunction::Outputs, &varied).run(state.into_iter().chain([end]));
    outputs.into_iter().map(f64::from).collect()
}

fn on_the_gpu(s: &Scenario, precision: Precision, arithmetic: Arithmetic) -> Option<Chunk> {
    let gpu = gpu_with_arithmetic(s, precision, arithmetic)?;
    if gpu.arithmetic() != arithmetic {
        eprintln!("skipped: {} has no exact arithmetic", gpu.adapter().name);
        return None;
    }
    Some(run_on(&gpu, s))
}

/// One member and its end alone: no samples, no reductions over time.
fn plain(method: &str, duration: f64) -> Scenario {
    heavy_top(
        "-4.61538",
        method,
        duration,
        "[[output]]\nname = \"omega\"\nquantity = \"angular_velocity\"\nbody = \"top\"\n",
    )
}

/// A pendulum that is driven by jumps too.
const PENDULUM: &str = r#"
[gravity]
acceleration = [1.0, -9.81, 0.0]
[[body]]
name = "rod"
mass = 1.3
inertia = [0.1, 0.2, 0.3]
initial = { position = [0.3, 0.4, 0], angular_velocity = [0, 0, 2.1] }
[[joint]]
name = "hinge"
kind = "revolute"
between = ["ground", "rod"]
at = [0, 0, 0]
axis = [0, 0, 1]
[[force]]
name = "drive"
kind = "joint_torque"
joint = "hinge"
torque = "0.3 - q*abs(q - t)/7 + floor(9*q) + sqrt(1 + q*q)"
[method]
integrator = "rkmk4"
step = 1e-2
duration = 0.017
[[output]]
name = "p"
quantity = "position"
body = "rod"
"#;

/// The pendulum on a spring, without jumps: energy is constant.
fn smooth() -> String {
    let (before, rest) = PENDULUM.split_once("torque = ").unwrap();
    let (_, after) = rest.split_once('\n').unwrap();
    format!("{before}torque = \"-3*q\"\n{after}")
}

#[test]
fn a_thousand_steps_of_the_heavy_top_are_as_close_to_f64_as_the_precision_is_said_to_be() {
    let s = plain("integrator = \"rkmk4\"\nstep = 1e-4", 0.1);
    let expected = vector(&s, &run_on(cpu_backends()[0].1.as_ref(), &s), 0, "com");
    for (precision, limit) in [(Precision::DoubleFloat, 1e-12), (Precision::Single, 5e-7)] {
        for arithmetic in [Arithmetic::Exact, Arithmetic::Driver] {
            let Some(chunk) = on_the_gpu(&s, precision, arithmetic) else { continue };
            let error = distance(&vector(&s, &chunk, 0, "com"), &expected);
            eprintln!("{precision:?}, {arithmetic}: {error:.1e} m");
            assert!(error < limit, "{precision:?}, {arithmetic}: {error:e}");
        }
    }
}

#[test]
fn the_device_computes_the_same_bits_as_the_cpu() {
    let thousand = plain("integrator = \"rkmk4\"\nstep = 1e-4", 0.1);
    let Some(chunk) = on_the_gpu(&thousand, Precision::DoubleFloat, Arithmetic::Exact) else { return };
    assert_eq!(chunk.outputs.row(0), on_the_cpu(&thousand));
    // two steps of a method of every kind, the last of them shorter; a short mechanism, whose kernels compile fast, and
    // no method that differs from these only in its numbers
    for name in ["rk33_truncated", "rkmk4", "ode23", "cf3", "cg3", "splitting2"] {
        let integrator = integrator::find(name).unwrap();
        let s = parse(PENDULUM);
        let study = s.study.with_method(Method { integrator, ..s.study.method.clone() }).unwrap();
        let s = Scenario { study, ..s };
        let Some(chunk) = on_the_gpu(&s, Precision::DoubleFloat, Arithmetic::Exact) else { return };
        assert_eq!(chunk.outcomes, [Outcome::Completed], "{}", integrator.name);
        assert_eq!(chunk.outputs.row(0), on_the_cpu(&s), "{}", integrator.name);
    }
}

/// Steps that are chosen, events, one of which ends the run, samples and reductions over time.
#[test]
fn adaptive_steps_events_samples_and_reductions_are_those_of_f64() {
    let mut text = smooth().replace(
        "integrator = \"rkmk4\"\nstep = 1e-2\nduration = 0.017",
        "integrator = \"dopri5\"\ntolerance = 1e-7\nduration = 30.0",
    );
    text += "[sampling]\nevery = 0.7\n";
    text += "[[event]]\nname = \"lowest\"\nexpression = \"low.y + 0.499\"\ndirection = \"falling\"\n";
    text += "[[event]]\nname = \"late\"\nexpression = \"t - 4.3\"\ndirection = \"rising\"\nterminal = true\n";
    text += "[[output]]\nname = \"low\"\nquantity = \"position\"\nbody = \"rod\"\n";
    for word in TimeReduction::ALL.iter().map(|r| r.name()) {
        text += &format!("[[output]]\nname = \"energy_{word}\"\nquantity = \"energy\"\nover = \"{word}\"\n");
    }
    let s = parse(&text);
    let expected = run_on(cpu_backends()[0].1.as_ref(), &s);
    assert_eq!(expected.outcomes, [Outcome::Event]);
    assert!(expected.steps[0] > 30 && expected.events.len() > 3 && expected.samples.rows.len() == 7);
    for arithmetic in [Arithmetic::Exact, Arithmetic::Driver] {
        let Some(found) = on_the_gpu(&s, Precision::DoubleFloat, arithmetic) else { continue };
        assert_eq!(found.outcomes, expected.outcomes, "{arithmetic}");
        // factors of steps are rounded, so that the same ones are chosen
        assert_eq!((&found.steps, &found.rejected), (&expected.steps, &expected.rejected), "{arithmetic}");
        assert_eq!(found.samples.rows, expected.samples.rows, "{arithmetic}");
        // half a hundred steps of numbers up to ten with 2^-47 each; an event is as sharp as the state and the time
        let near = |a: f64, b: f64, what: &str| {
            assert!((a - b).abs() <= 3e-12 * b.abs().max(1.0), "{arithmetic}, {what}: {a:e} {b:e}");
        };
        for (a, b) in found.outputs.as_slice().iter().zip(expected.outputs.as_slice()) {
            near(*a, *b, "output");
        }
        for (a, b) in found.samples.values.as_slice().iter().zip(expected.samples.values.as_slice()) {
            near(*a, *b, "sample");
        }
        assert_eq!(found.events.len(), expected.events.len(), "{arithmetic}");
        for ((_, a), (_, b)) in found.events.iter().zip(&expected.events) {
            assert_eq!(a.event, b.event, "{arithmetic}");
            near(a.time, b.time, "time of an event");
            a.values.iter().zip(&b.values).for_each(|(a, b)| near(*a, *b, "value at an event"));
        }
    }
}

/// What a long run loses to rounding. Single precision keeps its state in two numbers, but not its forces.
#[test]
fn drift_over_a_hundred_thousand_steps_is_what_the_precision_lets_expect() {
    let steps = 100_000;
    let text = smooth().replace("step = 1e-2\nduration = 0.017", "step = 1e-3\nduration = 100.0");
    let s = parse(&(text + "[[output]]\nname = \"e\"\nquantity = \"energy\"\nover = \"drift\"\n"));
    let drift = column(&s, "e");
    let exact = run_on(cpu_backends()[0].1.as_ref(), &s);
    assert_eq!(exact.steps, [steps]);
    let mut seen = Vec::new();
    for (precision, limit) in [(Precision::Single, 1e-3), (Precision::DoubleFloat, 1e-9), (Precision::Double, 0.0)] {
        let Some(found) = on_the_gpu(&s, precision, Arithmetic::Exact) else { return };
        assert_eq!((&found.outcomes, &found.steps), (&exact.outcomes, &exact.steps), "{precision:?}");
        let error = (found.outputs.value(0, drift) - exact.outputs.value(0, drift)).abs();
        eprintln!(
            "{precision:?}: energy drift {:e} J, of f64 {:e} J, over {steps} steps",
            found.outputs.value(0, drift),
            exact.outputs.value(0, drift)
        );
        assert!(error <= limit, "{precision:?}: {error:e}");
        seen.push(error);
    }
    assert!(seen[0] > seen[1] && seen[1] > seen[2], "{seen:?}");
}
