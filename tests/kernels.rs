//! Kernels without a device: every scenario and every kind of force, joint and output, in both precisions, is
//! parsed and validated; the native step and its recording agree bit for bit; the text is pinned.

mod common;

use common::*;
use gyrosweep::formulation::JointSystem;
use gyrosweep::gpu::Kernel;
use gyrosweep::integrator::{self, rkmk};
use gyrosweep::io::scenario::Scenario;
use gyrosweep::model::output::Over;
use gyrosweep::model::{force, joint, output};
use gyrosweep::num::Precision;
use gyrosweep::problem::Field;
use gyrosweep::trace::{Input, Rate, Traced, interpret, record};
use naga::valid::{Capabilities, ValidationFlags, Validator};

const PRECISIONS: [Precision; 2] = [Precision::Single, Precision::Double];

fn validate(kernel: &Kernel) {
    let module = naga::front::wgsl::parse_str(&kernel.text)
        .unwrap_or_else(|e| panic!("{}\n{}", e.emit_to_string(&kernel.text), kernel.text));
    let capabilities = match kernel.precision {
        Precision::Single => Capabilities::empty(),
        Precision::Double => Capabilities::FLOAT64,
    };
    Validator::new(ValidationFlags::all(), capabilities)
        .validate(&module)
        .unwrap_or_else(|e| panic!("{e:?}\n{}", kernel.text));
}

/// Two bodies with every kind of joint, force and output, and every reduction over time.
fn everything() -> Scenario {
    let mut text = String::from(
        r#"
[parameters]
m = { default = 2.0 }
k = { default = 300.0 }
[gravity]
acceleration = [0.3, "-m/10", -9.81]
[[body]]
name = "a"
mass = "m"
inertia = [0.5, 0.6, "0.3*m", 0.01, -0.02, 0.03]
initial = { position = [0.1, 0.9, 0.2], rotation_vector = [0.3, -0.2, 0.5], angular_velocity = [1, 20, -4] }
[[joint]]
name = "pivot"
kind = "spherical"
between = ["a", "ground"]
at = [0, 0.1, 0]
[[body]]
name = "b"
mass = 1.5
inertia = [[0.2, 0.0, 0.01], [0.0, 0.3, 0.0], [0.01, 0.0, 0.25]]
initial = { position = [1, 1, 1], velocity = [0.1, 0, 0], quaternion = [0.8, 0.6, 0, 0], angular_velocity = [3, 2, 1] }
[[joint]]
name = "none"
kind = "free"
between = ["ground", "b"]
[[force]]
name = "push"
kind = "force"
body = "a"
force = [1, 2, 3]
point = [0.1, 0, 0]
[[force]]
name = "follow"
kind = "force"
body = "b"
force = [1, 2, "k/100"]
point = [0.1, 0.2, 0]
frame = "body"
[[force]]
name = "turn"
kind = "torque"
body = "b"
torque = [0.1, 0.2, 0.3]
[[force]]
name = "turn with it"
kind = "torque"
body = "a"
torque = [0.1, 0.2, 0.3]
frame = "body"
[[force]]
name = "spring"
kind = "spring_damper"
between = ["a", "b"]
points = [[0.1, 0, 0], [0, 0.1, 0]]
stiffness = "k"
damping = 2
length = 0.8
[[force]]
name = "support"
kind = "bushing"
body = "b"
at = [1, 1, 1]
stiffness = ["k", 0, 100]
damping = [1, 0, 2]
[method]
integrator = "rkmk4"
step = 1e-3
duration = 0.0505
[plan]
kind = "latin_hypercube"
members = 20
seed = 3
[plan.vary]
m = { uniform = [1.5, 2.5] }
k = { triangular = [200, 300, 350] }
[sampling]
every = 0.01
"#,
    );
    for kind in output::all() {
        for (word, _) in Over::ALL {
            let body = if kind.keys.starts_with("body") { "body = \"a\"\n" } else { "" };
            text += &format!(
                "[[output]]\nname = \"{}_{word}\"\nquantity = \"{}\"\nover = \"{word}\"\n{body}",
                kind.name, kind.name
            );
        }
    }
    text += "[[output]]\nname = \"tip\"\nquantity = \"acceleration\"\nbody = \"b\"\npoint = [0.1, 0.2, 0.3]\n";
    text += "[[output]]\nname = \"spin\"\nquantity = \"angular_velocity\"\nbody = \"b\"\nframe = \"world\"\n";
    parse(&text)
}

#[test]
fn the_scenario_of_everything_holds_what_its_name_says() {
    let text = std::fs::read_to_string(root().join("tests/kernels.rs")).unwrap();
    for kind in force::ALL.iter().chain(joint::ALL) {
        assert!(text.contains(&format!("kind = \"{}\"", kind.name)), "{} is not covered", kind.name);
    }
}

#[test]
fn every_kernel_is_valid() {
    for precision in PRECISIONS {
        for name in ["heavy_top", "heavy_top_sweep", "free_body", "rotor"] {
            validate(&Kernel::new(&scenario(name, &[]).study, precision).unwrap());
        }
        for tableau in integrator::ALL {
            let mut s = everything();
            s.study.method.tableau = tableau;
            let kernel = Kernel::new(&s.study, precision).unwrap();
            validate(&kernel);
            eprintln!(
                "{} {precision:?}: {} operations per step, {} per member, {} alive",
                tableau.name, kernel.step_operations, kernel.member_operations, kernel.peak_live
            );
        }
    }
}

#[test]
fn double_precision_kernels_call_no_built_in_function_that_loses_digits() {
    let kernel = Kernel::new(&everything().study, Precision::Double).unwrap();
    for banned in
        ["sin(", "cos(", "tan(", "exp(", "exp2(", "log(", "log2(", "pow(", "fma(", "atan2(", "length(", "normalize("]
    {
        // a letter before the name makes it another one
        for (at, _) in kernel.text.match_indices(banned) {
            let before = kernel.text[..at].chars().next_back().unwrap_or(' ');
            let line = kernel.text[..at].lines().last().unwrap_or("");
            assert!(before.is_alphanumeric() || before == '_' || line.contains("//"), "{banned} in {line}");
        }
    }
}

#[test]
fn the_work_per_step_is_known() {
    // operations per step after folding: a change that makes the kernels longer shows here
    let work = |name: &str| {
        let kernel = Kernel::new(&scenario(name, &[]).study, Precision::Double).unwrap();
        (kernel.step_operations, kernel.member_operations)
    };
    insta::assert_debug_snapshot!([work("heavy_top"), work("heavy_top_sweep"), work("free_body"), work("rotor")]);
}

#[test]
fn the_kernel_of_the_sweep_is_the_one_that_was_reviewed() {
    let kernel = Kernel::new(&scenario("heavy_top_sweep", &[]).study, Precision::Single).unwrap();
    insta::assert_snapshot!(kernel.text);
}

#[test]
fn the_recorded_step_is_the_native_step_bit_for_bit() {
    let s = everything();
    let mechanism = &s.study.mechanism;
    let layout = mechanism.layout();
    let (nq, nv) = (layout.coordinate_count(), layout.velocity_count());
    let names = (0..mechanism.parameters.len() + nq + nv).map(|i| Input { name: format!("i{i}"), rate: Rate::Step });
    let tableau = s.study.method.tableau;
    let graph = record(Precision::Double, names.collect(), |inputs: &[Traced]| {
        let (p, rest) = inputs.split_at(mechanism.parameters.len());
        let (q, v) = rest.split_at(nq);
        let mut system = JointSystem::new(mechanism, p);
        let mut work = rkmk::Workspace::new(tableau, &layout);
        let time = (gyrosweep::num::Real::constant(0.0), gyrosweep::num::Real::constant(1e-3));
        let turn = rkmk::step(tableau, &mut system, time, q, v, &mut work);
        let mut out = Vec::new();
        system.outputs(time.0, q, v, &mut out);
        work.delta_q.into_iter().chain(work.delta_v).chain([turn.first, turn.largest]).chain(out).collect()
    });
    let mut row = [0.0; 2];
    for k in 0..20 {
        s.study.plan().fill(k, &mut row);
        let mut p = Vec::new();
        s.study.parameters(&row, &mut p);
        let (q, v) = mechanism.initial(&p);
        let mut system = JointSystem::new(mechanism, &p);
        assert_eq!(system.layout(), &layout);
        let mut work = rkmk::Workspace::new(tableau, &layout);
        let turn = rkmk::step(tableau, &mut system, (0.0, 1e-3), &q, &v, &mut work);
        let mut out = Vec::new();
        system.outputs(0.0, &q, &v, &mut out);
        let native: Vec<f64> =
            work.delta_q.iter().chain(&work.delta_v).copied().chain([turn.first, turn.largest]).chain(out).collect();
        let inputs: Vec<f64> = p.iter().chain(&q).chain(&v).copied().collect();
        let interpreted = interpret(&graph, &inputs);
        assert_eq!(native.len(), interpreted.len());
        for (i, (a, b)) in native.iter().zip(&interpreted).enumerate() {
            // folding x + 0 may change the sign of a zero, and nothing else
            assert!(a.to_bits() == b.to_bits() || (*a == 0.0 && *b == 0.0), "member {k}, result {i}: {a:e} {b:e}");
        }
    }
}

#[test]
fn everything_runs_alike_on_every_backend() {
    let s = everything();
    let expected = run_on(cpu_backends()[0].1.as_ref(), &s);
    assert!(expected.outcomes.iter().all(|o| *o == gyrosweep::ensemble::Outcome::Completed));
    for (name, backend) in f64_backends(&s) {
        let chunk = run_on(backend.as_ref(), &s);
        assert_eq!(chunk.outcomes, expected.outcomes);
        assert_eq!(chunk.samples.rows, expected.samples.rows);
        for (i, (a, b)) in chunk.outputs.iter().zip(&expected.outputs).enumerate() {
            // lanes give the same bits; a driver may fuse products and sums, and forces here reach 1e3
            let limit = if name == "GPU f64" { 1e-9 * b.abs().max(1.0) } else { 0.0 };
            assert!((a - b).abs() <= limit, "{name}, output {i}: {a} {b}");
        }
    }
}
