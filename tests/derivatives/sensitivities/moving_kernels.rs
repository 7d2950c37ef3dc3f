//! Kernels where times depend on parameters: events, extremes, ends, steps.

use super::times::{TWICE, pendulum};
use super::*;
use gyrosweep::ensemble::ValueColumns;
use gyrosweep::gpu::{Form, GpuBackend, GpuOptions};
use gyrosweep::num::Precision;
use std::time::Duration;

/// Steps that a parameter sets.
const STEP: &str = "integrator = \"rkmk4\"\nstep = \"h\"";

/// Equal steps of an implicit method.
const IMPLICIT: &str = "formulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nstep = 1e-2";

/// Members of different length, which a device puts in another order, samples besides the grid of steps, derivatives by
/// parameters that the plan varies and others.
const FURTHER: &str = "[plan]\nkind = \"sobol\"\nmembers = 3\n[plan.vary]\nl = { uniform = [0.65, 0.75] }\nT = { uniform = \
                       [1.15, 1.95] }\n[sampling]\nevery = 0.26\n[sensitivity]\nparameters = [\"l\", \"T\", \"h\"]\n";

fn scenario(method: &str, is_terminal: bool) -> Scenario {
    // compilers need long for an implicit step: derivatives by one parameter suffice there
    let further = if method == IMPLICIT { FURTHER.replace(", \"T\", \"h\"", "") } else { FURTHER.to_string() };
    parse(&(pendulum(method, is_terminal) + &further))
}

fn on_lanes(s: &Scenario) -> Chunk {
    run_on(&CpuBackend::new(Some(2), LaneWidth::SixtyFour).expect("threads"), s)
}

fn gpu(s: &Scenario, options: GpuOptions) -> Option<GpuBackend> {
    match GpuBackend::new(&s.study, &options.or_software()) {
        Ok(gpu) => Some(gpu),
        Err(error) => {
            assert!(std::env::var_os("GYROSWEEP_REQUIRE_GPU").is_none(), "a GPU is required: {error}");
            eprintln!("skipped on the GPU: {error}");
            None
        }
    }
}

/// All numbers of a chunk by their columns, those of samples and events too.
fn numbers_of(s: &Scenario, chunk: &Chunk) -> Vec<(String, f64)> {
    let columns: Vec<String> = s.study.mechanism.columns().into_iter().map(|(name, _)| name).collect();
    let sampled: Vec<String> = s.study.sampled_channels().into_iter().map(|c| columns[c].clone()).collect();
    let by = s.study.mechanism.differentiated_by_parameters().iter();
    let slopes: Vec<String> = by.map(|by| format!("d(t)/d({})", s.study.mechanism.parameters[*by].name)).collect();
    let end = vec!["t".to_string()];
    let rows = |values: &ValueColumns| values.each_row().flatten().collect::<Vec<f64>>();
    let named = |names: &[String], values: &[f64]| -> Vec<(String, f64)> {
        names.iter().cycle().cloned().zip(values.iter().copied()).collect()
    };
    let mut all = named(&columns, &rows(&chunk.outputs));
    all.extend(named(&end, &chunk.times));
    all.extend(named(&sampled, &rows(&chunk.samples.values)));
    for (_, event) in &chunk.events {
        let slopes = named(&slopes, &event.slopes);
        all.extend([named(&end, &[event.time]), slopes, named(&columns, &event.values)].concat());
    }
    all
}

fn assert_same_bits(s: &Scenario, a: &Chunk, b: &Chunk, what: &str) {
    assert_eq!((&a.outcomes, &a.steps, &a.rejected), (&b.outcomes, &b.steps, &b.rejected), "{what}");
    assert_eq!((&a.samples.rows, a.events.len()), (&b.samples.rows, b.events.len()), "{what}");
    for ((name, a), (_, b)) in numbers_of(s, a).into_iter().zip(numbers_of(s, b)) {
        assert_eq!(a.to_bits(), b.to_bits(), "{what}, {name}: {a:e} {b:e}");
    }
}

/// The largest difference between the numbers of two chunks, in units of the value or of 0.1, whichever is larger. Derivatives
/// by the step are what is left of terms that are larger by one over its 0.01 s: they have the rounding of these.
fn largest_difference(s: &Scenario, a: &Chunk, b: &Chunk) -> f64 {
    assert_eq!((&a.outcomes, &a.samples.rows, a.events.len()), (&b.outcomes, &b.samples.rows, b.events.len()));
    let mut largest = 0.0f64;
    for ((name, a), (_, b)) in numbers_of(s, a).into_iter().zip(numbers_of(s, b)) {
        assert_eq!(a.is_nan(), b.is_nan(), "{name}: {a} {b}");
        let size = if name.ends_with("/d(h)") { 10.0 } else { 0.1 };
        largest = largest.max((a - b).abs() / a.abs().max(size));
    }
    largest
}

/// Compares kernels of both precisions with lanes; in double-float numbers the difference is at most that.
fn assert_kernels_agree(s: &Scenario, lanes: &Chunk, tolerance: f64, what: &str) {
    if let Some(gpu) = gpu(s, GpuOptions::new(Precision::Double)) {
        assert_same_bits(s, lanes, &run_on(&gpu, s), what);
    }
    if let Some(gpu) = gpu(s, GpuOptions::new(Precision::DoubleFloat)) {
        let found = largest_difference(s, lanes, &run_on(&gpu, s));
        println!("{what}, df64: {found:.1e}");
        assert!(found < tolerance, "{what} df64: {found:e}");
    }
}

/// Compares a kernel of single precision with lanes.
fn assert_single_precision_agrees(s: &Scenario, lanes: &Chunk, tolerance: f64) {
    if let Some(gpu) = gpu(s, GpuOptions::new(Precision::Single)) {
        let found = largest_difference(s, lanes, &run_on(&gpu, s));
        assert!(found < tolerance, "f32: {found:e}");
    }
}

/// Compares where events count, extremes are located and samples lie within steps.
fn assert_pendulums_agree(method: &str, is_terminal: bool, tolerance: f64) {
    let s = scenario(method, is_terminal);
    let lanes = on_lanes(&s);
    let outcome = if is_terminal { Outcome::Event } else { Outcome::Completed };
    assert_eq!(lanes.outcomes, [outcome; 3], "{method}");
    assert!(lanes.events.len() > 3 && !lanes.samples.rows.is_empty(), "{method}: something happens");
    for (name, _) in s.study.mechanism.columns().iter().filter(|(name, _)| name.starts_with("d(leftmost)/d(l")) {
        assert!(lanes.outputs_of(0).expect("outputs")[column(&s, name)].abs() > 0.1, "{name} is not zero");
    }
    assert_kernels_agree(&s, &lanes, tolerance, &format!("{method:?}, terminal {is_terminal}"));
}

#[test]
fn equal_steps_that_a_parameter_sets() {
    assert_pendulums_agree(STEP, false, 1e-10);
    assert_pendulums_agree(STEP, true, 1e-10);
}

#[test]
fn adaptive_steps() {
    let method = "integrator = \"dopri5\"\ntolerance = 1e-8";
    assert_pendulums_agree(method, false, 1e-10);
    assert_pendulums_agree(method, true, 1e-10);
}

#[test]
fn roots_lose_the_derivatives_by_what_moves_their_instant() {
    for rate in ["sign(x)*sqrt(abs(x))", "where(t - a, k*sqrt(t - a), x)"] {
        let s = parse(&roots::falling("integrator = \"rkmk4\"\nstep = 2e-2", "direct", rate, 1.2143));
        let lanes = on_lanes(&s);
        let lost = if rate.starts_with("sign") { "d(y_)/d(x0)" } else { "d(y_)/d(a)" };
        assert!(value(&s, &lanes, lost).is_nan(), "{rate}");
        // double-float numbers have the root of their rounding at the zero
        assert_kernels_agree(&s, &lanes, 1e-7, rate);
    }
}

#[test]
fn implicit_steps() {
    // multipliers of index 3, and derivatives with them, have rounding over the square of the step
    assert_pendulums_agree(IMPLICIT, true, 1e-6);
}

/// The largest change is attained twice, with other derivatives, and the largest value once.
#[test]
fn extremes_that_have_no_derivative() {
    // what no parameter changes has derivatives that are zeros of their sign
    let clock = "[[output]]\nname = \"clock\"\nquantity = \"expression\"\nexpression = \"t\"\nover = \"drift\"\n";
    let s = parse(&format!("{TWICE}{clock}[sensitivity]\nparameters = \"all\"\n"));
    let lanes = on_lanes(&s);
    assert!(value(&s, &lanes, "d(drift)/d(b)").is_nan() && value(&s, &lanes, "d(max)/d(b)") > 1.0);
    assert_kernels_agree(&s, &lanes, 1e-10, "attained twice");
    // around an extreme, values are the same to rounding for the root of that, and derivatives are those of one of them
    assert_single_precision_agrees(&s, &lanes, 3e-3);
}

/// Nothing is monitored where only a step and an end move. Steps of implicit methods are equal parts of the run.
#[test]
fn an_end_that_a_parameter_sets() {
    for (method, tolerance) in [("integrator = \"rkmk4\"", 1e-10), ("integrator = \"generalized_alpha\"", 1e-8)] {
        let text = format!(
            "[parameters]\na = {{ default = 2.0 }}\nT = {{ default = 1.003 }}\nh = {{ default = 0.01 }}\n[[variable]]\nname = \"x\"\n\
             initial = \"a\"\nrate = \"-a*x + t\"\n[method]\n{method}\nstep = \"h\"\nduration = \"T\"\n[[output]]\nname = \"x\"\n\
             quantity = \"variable\"\nvariable = \"x\"\n[[output]]\nname = \"mean\"\nquantity = \"variable\"\nvariable = \"x\"\n\
             over = \"mean\"\n[sampling]\nevery = 0.1\n[sensitivity]\nparameters = \"all\"\n"
        );
        let s = parse(&text);
        let lanes = on_lanes(&s);
        assert!(value(&s, &lanes, "d(x)/d(T)").abs() > 0.1);
        assert_kernels_agree(&s, &lanes, tolerance, method);
        assert_single_precision_agrees(&s, &lanes, 1e-5);
    }
}

/// A member leaves a dispatch in the middle of a search, with its derivatives.
#[test]
fn short_dispatches_and_instructions_change_nothing() {
    let s = scenario(STEP, true);
    let lanes = on_lanes(&s);
    let options = GpuOptions::new(Precision::Double);
    if let Some(gpu) = gpu(&s, GpuOptions { dispatch: Duration::from_micros(1), ..options.clone() }) {
        assert_same_bits(&s, &lanes, &run_on(&gpu, &s), "short dispatches");
        assert!(gpu.work().dispatches > 100, "{:?}", gpu.work());
    }
    if let Some(gpu) = gpu(&s, GpuOptions { form: Some(Form::Interpreted), ..options }) {
        assert_same_bits(&s, &lanes, &run_on(&gpu, &s), "interpreted");
    }
}
