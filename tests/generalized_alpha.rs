//! The discrete solutions of generalized-alpha: the scheme itself, not only what it converges to.

mod common;

use common::{golden, numbers, run_on, scenario};
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};

#[test]
fn the_unconstrained_top_is_that_of_the_scheme() {
    let reference = golden("p13_generalized_alpha.json");
    let results = reference["cases"][0]["results"].as_array().unwrap();
    let native = CpuBackend::new(Some(1), LaneWidth::One).unwrap();
    for result in results.iter().filter(|r| r["t"].as_f64() == Some(0.1)) {
        let h = result["h"].as_f64().unwrap();
        let method = "integrator = \"generalized_alpha\"\nnewton = { relative = 1e-13 }";
        let s = scenario(
            "heavy_top",
            &[
                ("integrator = \"rkmk4\"", method),
                ("step = 1e-4", &format!("step = {h}")),
                ("[sampling]\nevery = 0.01", ""),
            ],
        );
        for (name, backend) in common::cpu_backends() {
            let chunk = run_on(backend.as_ref(), &s);
            println!("{name} {:?} {:?} {:?} {:?}", chunk.outcomes, chunk.times, chunk.steps, chunk.outputs);
        }
        let chunk = run_on(&native, &s);
        let found = chunk.outputs_of(0).unwrap();
        for (found, expected) in found.iter().zip(numbers(&result["x"])) {
            println!("{h} {found} {expected} {:e}", found - expected);
        }
        for (found, expected) in found[3..].iter().zip(numbers(&result["Omega_body"])) {
            println!("{h} {found} {expected} {:e}", found - expected);
        }
    }
}

#[test]
fn the_constrained_top_is_that_of_the_scheme() {
    let reference = golden("p13_generalized_alpha.json");
    let results = reference["cases"][1]["results"].as_array().unwrap();
    for result in results.iter().filter(|r| r["t"].as_f64() == Some(0.1)) {
        let h = result["h"].as_f64().unwrap();
        let method = "integrator = \"generalized_alpha\"\nnewton = { relative = 1e-13 }";
        let s = scenario(
            "heavy_top",
            &[
                ("formulation = \"joint\"", "formulation = \"absolute\""),
                ("integrator = \"rkmk4\"", method),
                ("step = 1e-4", &format!("step = {h}")),
                ("[sampling]\nevery = 0.01", ""),
            ],
        );
        for (name, backend) in common::cpu_backends() {
            let chunk = run_on(backend.as_ref(), &s);
            println!("{name} {:?} {:?} {:?} {:?}", chunk.outcomes, chunk.times, chunk.steps, chunk.outputs);
            let Some(found) = chunk.outputs_of(0) else { continue };
            for (found, expected) in
                found.iter().zip(numbers(&result["x"]).into_iter().chain(numbers(&result["Omega_body"])))
            {
                println!("{h} {found} {expected} {:e}", found - expected);
            }
        }
    }
}
