//! Generalized-alpha beside the discrete solutions of the scheme itself, and the work that solving its steps takes.

mod common;

use common::{cpu_backends, golden, numbers, run_on, scenario};
use gyrosweep::ensemble::NewtonWork;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::io::scenario::Scenario;
use serde_json::Value;

/// The heavy top in a formulation, with this step (s), duration (s) and settings of Newton's method, begun with a = v'.
fn top(formulation: &str, h: f64, duration: f64, newton: &str) -> Scenario {
    let method = format!("integrator = \"generalized_alpha\"\nstart = \"plain\"\nnewton = {{ {newton} }}");
    scenario(
        "heavy_top",
        &[
            ("formulation = \"joint\"", &format!("formulation = \"{formulation}\"")),
            ("integrator = \"rkmk4\"", &method),
            ("step = 1e-4", &format!("step = {h:e}")),
            ("duration = 0.1", &format!("duration = {duration}")),
            ("[sampling]\nevery = 0.01", ""),
        ],
    )
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("number")
}

/// The largest differences of position and angular velocity on all backends from the discrete solutions of a case.
fn differences(case: usize, formulation: &str) -> [f64; 2] {
    let reference = golden("p13_generalized_alpha.json");
    let results = reference["cases"][case]["results"].as_array().unwrap();
    let mut largest = [0f64; 2];
    for result in results.iter().filter(|r| number(&r["t"]) == 0.1) {
        // the reference is solved to rounding
        let s = top(formulation, number(&result["h"]), 0.1, "relative = 1e-13");
        let mut bits = Vec::new();
        for (name, backend) in cpu_backends() {
            let chunk = run_on(backend.as_ref(), &s);
            let found = chunk.outputs_of(0).unwrap_or_else(|| panic!("{name}: {:?}", chunk.outcomes)).to_vec();
            for (k, (at, key)) in [(0, "x"), (3, "Omega_body")].into_iter().enumerate() {
                for (found, expected) in found[at..at + 3].iter().zip(numbers(&result[key])) {
                    largest[k] = largest[k].max((found - expected).abs());
                }
            }
            bits.push(found);
        }
        // the scalar code pivots, and so rounds otherwise
        assert_eq!(bits[1], bits[2], "8 and 64 lanes");
    }
    largest
}

#[test]
fn the_unconstrained_top_is_that_of_the_scheme() {
    let [x, omega] = differences(0, "joint");
    assert!(x < 1e-12 && omega < 1e-11, "{x:e} {omega:e}");
}

#[test]
fn the_constrained_top_is_that_of_the_scheme_however_rotations_are_stored() {
    for formulation in ["absolute", "absolute_matrix", "absolute_rotation_vector"] {
        let [x, omega] = differences(1, formulation);
        // the velocities carry what rounding makes of the constraints, 1e-16/h
        assert!(x < 1e-12 && omega < 2e-11, "{formulation}: {x:e} {omega:e}");
    }
}

/// Iterations, factorisations and steps of one second of the constrained top.
fn work(h: f64, newton: &str) -> (NewtonWork, f64) {
    let s = top("absolute", h, 1.0, newton);
    let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).unwrap(), &s);
    assert!(chunk.outputs_of(0).is_some(), "{h}: {:?} at {:?}", chunk.outcomes, chunk.times);
    (chunk.newton[0], f64::from(chunk.steps[0]))
}

#[test]
fn iterations_are_those_of_table_5() {
    let reference = golden("p13_generalized_alpha.json");
    let table = &reference["iterations"]["table5"];
    let (steps, printed) = (numbers(&table["h"]), &table["printed"]);
    let [with, without, modified] = ["full_with", "full_without", "modified_without"].map(|key| numbers(&printed[key]));
    // without optimisation the first steps alone are quick
    let count = if cfg!(debug_assertions) { 2 } else { steps.len() };
    for (i, h) in steps.into_iter().enumerate().take(count) {
        for (settings, expected) in [
            ("", with[i]),
            ("tangent = \"neglected\"", without[i]),
            ("tangent = \"neglected\", kind = \"modified\"", modified[i]),
        ] {
            let (work, steps) = work(h, settings);
            let found = f64::from(work.iterations) / steps;
            println!("h = {h:e} {settings}: {found:.4}, printed {expected}, {work:?}");
            // printed with two decimals
            assert!((found - expected).abs() < 0.0051, "h = {h:e} {settings}: {found} {expected}");
        }
    }
}
