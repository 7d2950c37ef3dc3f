//! The GPU in double precision against the scalar CPU: the same bits where the device takes kernels whose
//! operations are not fused, the same numbers up to rounding where the driver compiles them as it likes.

use crate::backends::reduced;
use crate::common::*;
use gyrosweep::ensemble::Chunk;
use gyrosweep::ensemble::Method;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::gpu::Arithmetic;
use gyrosweep::integrator;
use gyrosweep::io::scenario::Scenario;
use gyrosweep::io::scenario::example::{BASE, assemble};
use gyrosweep::model::TimeReduction;
use gyrosweep::num::Precision;

/// What fusing and reassociating may change over some thousand steps, relative to numbers of the scenario's
/// size: a hundred times what the software device shows (1e-14), and a thousandth of what single precision would.
const ROUNDING: f64 = 1e-12;

/// Output components, then samples.
fn values(chunk: &Chunk) -> Vec<f64> {
    chunk.outputs.as_slice().iter().chain(chunk.samples.values.as_slice()).copied().collect()
}

/// Runs a scenario on the scalar CPU and, with each arithmetic, on the GPU, and compares all there is.
fn compare(name: &str, s: &Scenario) {
    compare_by(name, s, &[Arithmetic::Exact, Arithmetic::Driver]);
}

/// As [`compare`], by some ways only.
fn compare_by(name: &str, s: &Scenario, ways: &[Arithmetic]) {
    // the scalar code solves implicit steps with pivoting, and so rounds otherwise than lanes and kernels
    let width = if s.study.is_implicit() { LaneWidth::SixtyFour } else { LaneWidth::One };
    let cpu = CpuBackend::new(Some(1), width).expect("a thread");
    let expected = run_on(&cpu, s);
    for &wanted in ways {
        let Some(gpu) = gpu_with_arithmetic(s, Precision::Double, wanted) else { continue };
        let arithmetic = gpu.arithmetic();
        if arithmetic != wanted {
            eprintln!("skipped: {} has no exact arithmetic", gpu.adapter().name);
            continue;
        }
        let found = run_on(&gpu, s);
        assert_eq!(found.outcomes, expected.outcomes, "{name}, {arithmetic}");
        assert_eq!(found.steps, expected.steps, "{name}, {arithmetic}");
        assert_eq!(found.times, expected.times, "{name}, {arithmetic}");
        assert_eq!(found.samples.rows, expected.samples.rows, "{name}, {arithmetic}");
        if arithmetic == Arithmetic::Exact {
            assert_eq!(found.events, expected.events, "{name}");
        }
        let (found, expected) = (values(&found), values(&expected));
        assert_eq!(found.len(), expected.len(), "{name}, {arithmetic}");
        for (i, (a, b)) in found.into_iter().zip(expected).enumerate() {
            let alike = match arithmetic {
                Arithmetic::Exact => a.to_bits() == b.to_bits(),
                // members that failed have no outputs
                Arithmetic::Driver => a.is_nan() && b.is_nan() || (a - b).abs() <= ROUNDING * b.abs().max(1.0),
            };
            assert!(alike, "{name}, {arithmetic}, value {i}: {a:e} on the GPU, {b:e} on the CPU");
        }
    }
}

#[test]
fn the_heavy_top() {
    compare("heavy_top", &scenario("heavy_top", &[]));
}

#[test]
fn a_sweep_of_heavy_tops() {
    compare("heavy_top_sweep", &scenario("heavy_top_sweep", &[("members = 16384", "members = 70")]));
}

#[test]
fn the_free_body() {
    compare("free_body", &scenario("free_body", &[]));
}

/// Tables and spectra in kernels, whether these are text or interpreted.
#[test]
fn signals() {
    compare(
        "quarter_car",
        &scenario("quarter_car", &[("members = 256", "members = 70"), ("duration = 5", "duration = 0.2")]),
    );
    let corners = "[parameters]\ndelay = 0.1\n[[signal]]\nname = \"u\"\ninterpolation = \"previous\"\noutside = \"periodic\"\nsamples = [[0, 1], [0.13, -2], [0.2, 3], [0.3, 1]]\n[[variable]]\nname = \"x\"\ninitial = 1.0\nrate = \"u(t - delay) - 3*x + v\"\n[[variable]]\nname = \"v\"\ninitial = 0.0\nrate = \"-20*x\"\n[plan]\nkind = \"random\"\nmembers = 70\nvary = { delay = { uniform = [0, 0.3] } }\n[sampling]\nevery = 0.05\n[[output]]\nname = \"x\"\nquantity = \"variable\"\nvariable = \"x\"\n[[output]]\nname = \"most\"\nquantity = \"variable\"\nvariable = \"x\"\nover = \"max\"\n[method]\nduration = 0.7\n";
    for method in ["integrator = \"rkmk4\"\nstep = 0.01", "integrator = \"dopri5\"\ntolerance = 1e-8"] {
        compare("corners", &parse(&format!("{corners}{method}\n")));
    }
    compare("gust", &scenario("gust", &[("members = 4096", "members = 70"), ("duration = 5", "duration = 0.2")]));
}

#[test]
fn the_rotor() {
    compare("rotor", &scenario("rotor", &[]));
}

/// A sample has the time that was asked for, not that of the step's end where it is taken.
#[test]
fn samples_near_ends_of_steps() {
    compare(
        "samples near ends of steps",
        &parse(
            r#"
[[variable]]
name = "x"
initial = 0.0
rate = "1 + 0*x"
[method]
integrator = "rkmk4"
step = 7e-4
duration = 0.05
[sampling]
every = 0.0025
[[output]]
name = "x"
quantity = "variable"
variable = "x"
"#,
        ),
    );
}

/// What is observed at the start is the state that steps begin at: an attempt of no length may change it, here by
/// rounding.
#[test]
fn the_state_at_the_start() {
    let reduced: String = TimeReduction::ALL
        .iter()
        .map(|over| {
            let over = over.name();
            format!(
                "[[output]]\nname = \"{over}\"\nquantity = \"position\"\nbody = \"b\"\npoint = [1, 2, 3]\nover = \"{over}\"\n"
            )
        })
        .collect();
    for formulation in ["joint_rotation_vector", "joint", "absolute"] {
        let text = format!(
            r#"
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "b"
mass = 1
inertia = [1, 2, 2.5]
initial = {{ rotation_vector = [-0.022, -0.226, 0.31], angular_velocity = [1, 2, 3] }}
[method]
formulation = "{formulation}"
integrator = "rkmk4"
step = 1e-3
duration = 0.01
[sampling]
every = 0.001
[[output]]
name = "R"
quantity = "rotation_matrix"
body = "b"
{reduced}"#
        );
        compare(formulation, &parse(&text));
    }
}

/// Drivers may take `x + 0` for `x`, `!(x < y)` for `y <= x`, or `m ? -1 : 0` for the negative of `m ? 1 : 0`.
#[test]
fn signed_zeros_infinities_and_what_is_not_a_number() {
    let expressions = "x + 0; sign(x); -x; sign(-x); 1/sign(later); x*(x - 1); u/x; min(u/x, 3); max(3, root);
        max(root, 3); min(root, 3); min(3, root); clamp(root, 1, 2); step(root); sign(root); abs(root);
        where(root - 1, 2, 5); sqrt(x*u); sqrt(-x); min(x*u, x); max(x*u, x); floor(x*u); later/x;
        exp(1e4*later); atan2(x*u, u); x + x*u; x*u - x; x*u + x*u; 1/(x*u); abs(x*u); -abs(x)";
    let mut text = String::from(
        r#"
[method]
integrator = "rkmk4"
step = 0.1
duration = 1.0
[sampling]
every = 0.1
"#,
    );
    // u falls through zero, x stays there: what is infinite or not a number becomes so on the way
    for (name, initial, rate) in [("x", "0.0", "0*x"), ("u", "0.55", "0*x - 1"), ("z", "-0.0", "0")] {
        text += &format!("[[variable]]\nname = \"{name}\"\ninitial = {initial}\nrate = \"{rate}\"\n");
        text += &format!("[[output]]\nname = \"{name}\"\nquantity = \"variable\"\nvariable = \"{name}\"\n");
    }
    let more = [("root".to_string(), "sqrt(u)"), ("later".to_string(), "max(0, t - 0.5)")];
    let all = expressions.split(';').enumerate().map(|(i, expression)| (format!("y{i}"), expression.trim()));
    for (name, expression) in more.into_iter().chain(all) {
        // before the middle all of them are finite
        let guarded = if name.starts_with('y') { format!("where(-u, {expression}, 0)") } else { expression.into() };
        text += &format!("[[output]]\nname = \"{name}\"\nquantity = \"expression\"\nexpression = \"{guarded}\"\n");
    }
    // what a driver compiles as it likes keeps none of them
    compare_by("signed zeros", &parse(&text), &[Arithmetic::Exact]);
}

#[test]
fn the_lorenz_system() {
    compare("lorenz", &scenario("lorenz", &[("count = 8192", "count = 70"), ("duration = 1.0", "duration = 0.4")]));
}

/// A body and variables that depend on each other, adaptive steps, events and samples.
#[test]
fn a_body_with_variables() {
    let text = r#"
[parameters]
gain = { default = 3.0 }
[[variable]]
name = "integral"
initial = 0.0
rate = "place - sin(2*t)"
unit = "m s"
[[variable]]
name = "current"
initial = "gain/10"
rate = "(-gain*(place - sin(2*t)) - integral - current)/0.05"
[[force]]
name = "motor"
kind = "joint_torque"
joint = "rail"
torque = "4*current - 0.5*v"
[[event]]
name = "reversal"
expression = "i"
direction = "both"
[method]
integrator = "dopri5"
tolerance = 1e-7
duration = 2.0
[sampling]
every = 0.1
[plan]
kind = "grid"
[plan.vary]
gain = { min = 1.0, max = 5.0, count = 9 }
[[output]]
name = "i"
quantity = "variable"
variable = "current"
[[output]]
name = "most"
quantity = "variable"
variable = "integral"
over = "max"
[[output]]
name = "reversals"
quantity = "count_of"
event = "reversal"
"#;
    compare("a body with variables", &parse(&(system("slider") + text)));
}

/// Every output, every reduction over time, in samples too, and every method.
#[test]
fn every_output_reduction_and_method() {
    let mut tables = vec![
        "[sampling]\nevery = 0.003\n[method]\nintegrator = \"rkmk4\"\nstep = 1e-3\nduration = 0.0101\n".to_string(),
        "[plan]\nkind = \"latin_hypercube\"\nmembers = 5\n[plan.vary]\nmass = { uniform = [1.8, 2.2] }\n".to_string(),
    ];
    // each output is reduced in one of the ways, too, which they take in turn: what reduces knows nothing of outputs
    for (i, output) in tables_of(&["output"]).into_iter().enumerate() {
        tables.extend(reduced(&output, TimeReduction::ALL[i % TimeReduction::ALL.len()].name()));
        tables.push(output);
    }
    compare("every output", &parse(&assemble(BASE, tables.iter().map(String::as_str))));
    let parts = [("members = 16384", "members = 5"), ("duration = 0.1", "duration = 0.0101")];
    // one output is enough to compare methods, whose kernels are long
    let s = scenario("heavy_top_sweep", &[parts[0], parts[1], ("[plan]", "[sampling]\nevery = 0.0033\n[plan]")]);
    for integrator in integrator::ALL {
        let method = Method { integrator, ..s.study.method.clone() };
        let study = s.study.with_method(method).unwrap();
        compare(integrator.name, &Scenario { study, ..scenario("heavy_top_sweep", &[]) });
    }
}

/// Half a hundred thousand adaptive steps in single precision: the time, a sum of as many, is not rounded away.
#[test]
fn time_in_single_precision_does_not_drift() {
    let s = parse(
        r#"
[[body]]
name = "a"
mass = 1.0
inertia = [1, 1, 1]
initial = { position = [1, 0, 0] }
[[force]]
name = "spring"
kind = "bushing"
body = "a"
at = [0, 0, 0]
stiffness = [4, 4, 4]
[method]
integrator = "dopri5"
tolerance = 1e-3
largest_step = 1e-3
duration = 40.123
[[output]]
name = "p"
quantity = "position"
body = "a"
"#,
    );
    let Some(backend) = gpu_backend(&s, Precision::Single) else { return };
    let chunk = run_on(backend.as_ref(), &s);
    assert_eq!(chunk.steps[0], 40_123);
    let x = vector(&s, &chunk, 0, "p")[0];
    // 40,000 steps in which the force is rounded to 24 bits
    assert!((x - (2.0 * 40.123f64).cos()).abs() < 1e-4, "{x}");
}

/// What fails at its start, what is sampled there, and steps that may not become smaller.
#[test]
fn members_at_their_limits() {
    let text = r#"
[parameters]
angle = { default = 0.5 }
[[body]]
name = "a"
mass = 1.0
inertia = [1, 1.2, 1.4]
initial = { rotation_vector = [0, "angle", 0], angular_velocity = [0.1, 0.2, 3] }
[method]
formulation = "euler_angles"
integrator = "dopri5"
tolerance = 1e-9
smallest_step = 0.03
first_step = 0.03
duration = 1.0
[plan]
kind = "grid"
[plan.vary]
angle = [1.5707963267948966, 0.5, 0.1]
[sampling]
every = 0.1
[[output]]
name = "psi"
quantity = "rotation_vector"
body = "a"
"#;
    compare("members at their limits", &parse(text));
}
