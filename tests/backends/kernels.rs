//! Kernels without a device: every scenario and every kind of force, joint and output, in all precisions, is
//! parsed and validated; the native step and its recording agree bit for bit; the text is pinned.

use crate::backends::reduced;
use crate::common::*;
use gyrosweep::ensemble::program::{Equations, Shape, StudyFunction};
use gyrosweep::ensemble::record_function;
use gyrosweep::ensemble::{Method, Study};
use gyrosweep::gpu::{Arithmetic, ExactModule, Form, Kernel, ProductError, Variant};
use gyrosweep::integrator;
use gyrosweep::io::scenario::example::assemble;
use gyrosweep::io::scenario::{Overrides, Scenario};
use gyrosweep::model::TimeReduction;
use gyrosweep::num::Precision;
use gyrosweep::trace::{Schedule, Tape, interpret};

const PRECISIONS: [Precision; 3] = [Precision::Single, Precision::DoubleFloat, Precision::Double];

/// Valid as WGSL, and each entry point has SPIR-V.
fn validate(kernel: &Kernel) {
    let module = ExactModule::parse(&kernel.text, kernel.precision).unwrap_or_else(|e| panic!("{e}\n{}", kernel.text));
    for entry_point in ["advance", "observe"] {
        module.words(entry_point, &[32, 64]).unwrap_or_else(|e| panic!("{entry_point}: {e}\n{}", kernel.text));
    }
}

/// What the examples are added to here: the bodies and joints of their base, with parameters, inertias and orientations
/// that leave nothing out, and what no catalog has.
const BASE: &str = r#"
[parameters]
mass = { default = 2.0 }
stiffness = { default = 300.0 }
[gravity]
acceleration = [0.3, "-mass/10", -9.81]
[[body]]
name = "top"
mass = "mass"
inertia = [0.5, 0.6, "0.3*mass", 0.01, -0.02, 0.03]
initial = { position = [0.1, 0.9, 0.2], rotation_vector = [0.3, -0.2, 0.5], angular_velocity = [1, 20, -4] }
[[joint]]
name = "pivot"
kind = "spherical"
between = ["top", "ground"]
at = [0, 0.1, 0]
[[body]]
name = "slider"
mass = 0.7
inertia = [0.1, 0.2, 0.2]
initial = { position = [1, 0, 0.4] }
[[joint]]
name = "rail"
kind = "prismatic"
between = ["ground", "slider"]
axis = [1, "mass/9", 0]
rotor_inertia = 0.3
initial = { velocity = 0.2 }
[[body]]
name = "plate"
mass = 1.5
inertia = [[0.2, 0.0, 0.01], [0.0, 0.3, 0.0], [0.01, 0.0, 0.25]]
initial = { position = [1, 1, 1], velocity = [0.1, 0, 0], quaternion = [0.8, 0.6, 0, 0], angular_velocity = [3, 2, 1] }
[[joint]]
name = "none"
kind = "free"
between = ["ground", "plate"]
[[force]]
name = "functions"
kind = "expression_force"
body = "top"
force = ["-mass*vx*abs(vx)", "where(y, -1, sin(stiffness*t/100))", "clamp(z, -1, 1) + mod(x, 0.3) - delay"]
[[force]]
name = "more functions"
kind = "expression_torque"
body = "plate"
torque = ["cos(20*t)", "-0.1*wy*wy*sign(wy)", "smoothstep(10*t)*step(wz) + delay/9"]
frame = "body"
[[variable]]
name = "delay"
rate = "sin(t) + velocity_of_top.x*stiffness/1000 - delay*mass"
initial = "mass/10"
[[event]]
name = "low"
expression = "kinetic - stiffness"
direction = "both"
[[output]]
name = "energy"
quantity = "energy"
[[output]]
name = "velocity_of_top"
quantity = "velocity"
body = "top"
[method]
integrator = "rkmk4"
step = 1e-3
duration = 0.0505
[plan]
kind = "latin_hypercube"
members = 20
seed = 3
[plan.vary]
mass = { uniform = [1.5, 2.5] }
stiffness = { triangular = [200, 300, 350] }
[sampling]
every = 0.01
"#;

/// Every force, output and trajectory, and every reduction over time. Joints, of which each needs a body, have a tree of
/// their own, see [`every_joint`].
fn everything() -> Scenario {
    let mut tables = tables_of(&["force", "output", "trajectory"]);
    // outputs are reduced in one of the ways, too, which they take in turn
    for (i, output) in tables_of(&["output"]).iter().enumerate() {
        // seven numbers that other outputs have as well: drivers take their time for every number whose extremes are looked for
        if output.contains("\"pose\"") {
            continue;
        }
        let word = TimeReduction::ALL[1 + i % (TimeReduction::ALL.len() - 1)].name();
        tables.extend(reduced(output, word));
    }
    parse(&assemble(BASE, tables.iter().map(String::as_str)))
}

#[test]
fn every_kernel_is_valid() {
    for precision in PRECISIONS {
        for name in ["heavy_top", "heavy_top_sweep", "free_body", "rotor", "puma560", "follower", "lorenz"] {
            let study = scenario(name, &[]).study;
            validate(&Kernel::new(&study, precision).unwrap());
            validate(&Kernel::new(&study, Variant { form: Form::Interpreted, ..precision.into() }).unwrap());
        }
        // one stage: what differs between methods is not the tree
        let tree = every_joint("integrator = \"euler\"\nstep = 1e-3\nduration = 0.2");
        validate(&Kernel::new(&tree.study, precision).unwrap());
        // every method for a short mechanism, and one of every kind for all that a mechanism can have: the printer knows no
        // methods, and a long kernel of each would show it nothing else
        for integrator in integrator::ALL {
            let top = scenario("heavy_top", &[]).study;
            let study = top.with_method(Method { integrator, ..top.method.clone() }).unwrap();
            validate(&Kernel::new(&study, precision).unwrap());
        }
        let kinds: &[&str] = match precision {
            Precision::Double => &["rkmk4", "ode23_truncated", "cf3", "cg3"],
            _ => &["rkmk4", "ode23_truncated"],
        };
        for name in kinds {
            let s = everything();
            let method = Method { integrator: integrator::find(name).unwrap(), ..s.study.method.clone() };
            let kernel = Kernel::new(&s.study.with_method(method).unwrap(), precision).unwrap();
            validate(&kernel);
            eprintln!(
                "{name} {precision:?}: {} operations per step, {} per member, {} alive",
                kernel.step_operations, kernel.member_operations, kernel.peak_live
            );
        }
    }
}

#[test]
fn kernels_of_rates_of_rotation_parameters_are_valid() {
    for formulation in ["euler_angles_2", "euler_parameters_2", "absolute_euler_angles", "absolute_euler_parameters"] {
        let own = format!("formulation = \"{formulation}\"");
        let changed = [("formulation = \"joint\"", &own[..]), ("\"rkmk4\"", "\"generalized_alpha\"")];
        let top = scenario("heavy_top", &changed).study;
        for precision in PRECISIONS {
            validate(&Kernel::new(&top, precision).unwrap());
        }
    }
}

/// In double precision these silently return single-precision numbers or worse, and products are not fused.
const BANNED: [&str; 26] = [
    "sin",
    "cos",
    "tan",
    "sinh",
    "cosh",
    "tanh",
    "asin",
    "acos",
    "atan",
    "atan2",
    "exp",
    "exp2",
    "log",
    "log2",
    "pow",
    "fma",
    "inverseSqrt",
    "length",
    "normalize",
    "distance",
    "dot",
    "cross",
    "mix",
    "smoothstep",
    "degrees",
    "radians",
];

/// The built-in functions of a text that are banned.
fn banned(text: &str) -> Vec<String> {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or(""));
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let calls = |line: &str| -> Vec<String> {
        let before = line.match_indices('(').map(|(at, _)| &line[..at]);
        before.map(|b| b[b.rfind(|c| !is_word(c)).map_or(0, |at| at + 1)..].to_string()).collect()
    };
    code.flat_map(calls).filter(|name| BANNED.contains(&name.as_str())).collect()
}

#[test]
fn no_kernel_calls_a_built_in_function_that_loses_digits() {
    assert_eq!(banned("let a = pow(x, cos (y) + cos(y)); // sin(x)\nmy_exp(a)"), ["pow", "cos"], "the test sees them");
    for precision in PRECISIONS {
        let clean = |name: &str, study: &Study| {
            let variants = [(Arithmetic::Exact, Form::Unrolled), (Arithmetic::Driver, Form::Interpreted)];
            for (arithmetic, form) in variants {
                let kernel = Kernel::new(study, Variant { arithmetic, form, ..precision.into() }).unwrap();
                assert_eq!(banned(&kernel.text), [""; 0], "{name}, {precision:?}");
            }
        };
        for entry in std::fs::read_dir(root().join("scenarios")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|e| e == "toml") {
                let s = Scenario::read(&path, Overrides::default()).unwrap();
                clean(&path.display().to_string(), &s.study);
            }
        }
        let s = everything();
        // a method of every kind: fixed, of high order, with step control, without commutators, splitting
        for name in ["rkmk4", "dop853", "tsit5", "cf4", "splitting4"] {
            let integrator = *integrator::ALL.iter().find(|i| i.name == name).unwrap();
            if let Ok(study) = s.study.with_method(Method { integrator, ..s.study.method.clone() }) {
                clean(name, &study);
            }
        }
    }
}

#[test]
fn errors_of_products_are_found_by_fma_where_that_is_asked_for() {
    let s = scenario("heavy_top", &[]);
    for precision in PRECISIONS {
        let [split, fused] = [ProductError::Split, ProductError::Fused].map(|product_error| {
            let kernel = Kernel::new(&s.study, Variant { product_error, ..precision.into() }).unwrap();
            validate(&kernel);
            kernel.text
        });
        assert!(!split.contains("fma("), "{precision:?}");
        if precision == Precision::DoubleFloat {
            // in `times` and `times_single`, and two each in `over` and `root`
            assert_eq!((fused.matches("fma(").count(), split.matches("_a_high =").count()), (6, 6));
            assert!(!fused.contains("_a_high"));
            let behind = |text: &str| text.split_once("fn absolute(").unwrap().1.to_string();
            assert_eq!(behind(&fused), behind(&split), "nothing else differs");
        } else {
            assert_eq!(fused, split, "{precision:?} has no errors of products");
        }
    }
}

/// The ways out of loops that cut functions into blocks: the numbers that they compare zero with, and the text without them.
fn ways_out(text: &str) -> (Vec<usize>, String) {
    let (mut numbers, mut rest) = (Vec::new(), Vec::new());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        match line.trim().strip_prefix("if control.zero == ") {
            Some(number) => {
                numbers.push(number.trim_end_matches("u {").parse().unwrap());
                let way_out: Vec<&str> = lines.by_ref().take(3).map(str::trim).collect();
                assert_eq!(way_out, ["reason = BUDGET;", "break;", "}"]);
            }
            None => rest.push(line),
        }
    }
    (numbers, rest.join("\n"))
}

#[test]
fn long_functions_are_cut_into_blocks_where_that_is_asked_for() {
    // explicit, and with iterations of Newton's method
    for (name, precisions) in [("puma560", &PRECISIONS[..]), ("four_bar_study", &PRECISIONS[..1])] {
        let study = scenario(name, &[]).study;
        for &precision in precisions {
            let kernel = |is_in_blocks| Kernel::new(&study, Variant { is_in_blocks, ..precision.into() }).unwrap();
            let (cut, whole) = (kernel(true), kernel(false));
            validate(&cut);
            let (mut numbers, text) = ways_out(&cut.text);
            assert_eq!(text, whole.text.trim_end(), "the operations are the same in the same order");
            assert_eq!(ways_out(&whole.text).0, [0; 0]);
            // each by another number, and never by zero; iterations stand before what is printed first
            numbers.sort_unstable();
            assert_eq!(numbers, (1..=numbers.len()).collect::<Vec<_>>(), "{name}");
            let operations = [cut.step_operations, cut.iteration_operations, cut.monitored_operations];
            let long: usize = operations.into_iter().filter(|count| *count > 2000).sum();
            assert!(
                (long / 300..=long / 250).contains(&numbers.len()),
                "{name}, {precision:?}: {} {operations:?}",
                numbers.len()
            );
            // outputs are evaluated in no loop
            assert_eq!(ways_out(cut.text.split_once("fn observe(").unwrap().1).0, [0; 0]);
        }
    }
    let short = Variant { is_in_blocks: true, ..Precision::Single.into() };
    let interpreted = Variant { form: Form::Interpreted, ..short };
    for (name, variant) in [("heavy_top", short), ("puma560", interpreted)] {
        let text = Kernel::new(&scenario(name, &[]).study, variant).unwrap().text;
        assert_eq!(ways_out(&text).0, [0; 0], "{name}");
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
fn what_is_recorded_is_what_runs_natively_bit_for_bit() {
    let s = everything();
    let shape = Shape::new(&s.study);
    for function in StudyFunction::ALL {
        let graph = record_function(&s.study, function, Precision::Double);
        let tape = Tape::new(&graph, &Schedule::new(&graph));
        let mut slots = tape.slots::<f64>();
        let (mut row, mut p) = ([0.0; 2], Vec::new());
        for k in 0..20 {
            s.study.plan().fill(k, &mut row);
            s.study.parameters(&row, &mut p);
            let (q, v) = s.study.formulated().initial(&s.study.mechanism, &p);
            let mut inputs: Vec<f64> = row.iter().chain(&q).chain(&v).copied().collect();
            inputs.extend([0.25, 1e-3, 1.0, 1.0]);
            inputs.truncate(shape.input_count(function));
            let mut native = Vec::new();
            Equations::new(&s.study, &row).evaluate(function, &inputs, &mut native);
            let interpreted = interpret(&graph, &inputs);
            slots.inputs(&tape).copy_from_slice(&inputs);
            tape.run_member(&mut slots);
            tape.run_step(&mut slots);
            assert_eq!(native.len(), interpreted.len());
            assert_eq!(native.len(), tape.output_count());
            for (i, (a, b)) in native.iter().zip(&interpreted).enumerate() {
                // folding x + 0 may change the sign of a zero, and nothing else
                let same = |b: f64| a.to_bits() == b.to_bits() || (*a == 0.0 && b == 0.0);
                assert!(same(*b), "{function:?}, member {k}, result {i}: {a:e} {b:e}");
                assert!(same(tape.output(&slots, i)), "{function:?}, member {k}, result {i} of the tape");
            }
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
        for (i, (a, b)) in chunk.outputs.as_slice().iter().zip(expected.outputs.as_slice()).enumerate() {
            // lanes give the same bits; a driver may fuse products and sums, and forces here reach 1e3
            let limit = if name == "GPU f64" { 1e-9 * b.abs().max(1.0) } else { 0.0 };
            // the time of an event that does not happen is not a number
            let absent = a.is_nan() && b.is_nan();
            assert!(absent || (a - b).abs() <= limit, "{name}, output {i}: {a} {b}");
        }
    }
}
