//! The three forms of generalized-alpha of Bruels, Eberhard (2008) beside their own discrete solutions of the spinning top.

mod common;

use common::{cpu_backends, distance, golden, numbers, run_on, scenario, vector};
use gyrosweep::io::scenario::Scenario;
use serde_json::Value;

const FORMS: [&str; 3] = ["residual", "linear", "geometric"];

/// The top in a form, with this step and duration, s, solved to rounding.
fn top(form: &str, h: f64, duration: f64) -> Scenario {
    let form = match form {
        "geometric" => "form = \"geometric\"".to_string(),
        _ => format!("form = \"{form}\"\nincrement = \"conformal_rotation_vector\""),
    };
    scenario(
        "heavy_top_bruls",
        &[
            (
                "form = \"linear\"\nincrement = \"conformal_rotation_vector\"",
                &format!("{form}\nnewton = {{ relative = 1e-13 }}"),
            ),
            ("step = 2e-3", &format!("step = {h:e}")),
            ("duration = 0.1", &format!("duration = {duration:?}")),
            (
                "[sampling]\nevery = 2e-3",
                "[[output]]\nname = \"acceleration\"\nquantity = \"acceleration\"\nbody = \"top\"\n[[output]]\nname = \
                 \"spin_up\"\nquantity = \"angular_acceleration\"\nbody = \"top\"\n",
            ),
        ],
    )
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("number")
}

/// The reference solution of a form with a step (s).
fn reference(form: &str, h: f64) -> Value {
    let all = golden("p14_bruels_schemes.json");
    let found = all["results"].as_array().unwrap().iter().find(|r| r["scheme"] == form && number(&r["h"]) == h);
    found.expect("a result").clone()
}

#[test]
fn discrete_states_are_those_of_the_forms() {
    // all steps take minutes without optimisation
    let steps: &[f64] = if cfg!(debug_assertions) { &[2e-3, 1e-3] } else { &[2e-3, 1e-3, 5e-4, 2.5e-4] };
    for form in FORMS {
        for &h in steps {
            let (s, expected) = (top(form, h, 0.1), reference(form, h));
            for (name, backend) in cpu_backends() {
                let chunk = run_on(backend.as_ref(), &s);
                let off = |output: &str, key: &str| {
                    let (found, expected) = (vector(&s, &chunk, 0, output), numbers(&expected[key]));
                    (distance(&found, &expected), distance(&expected, &[0.0; 3]))
                };
                let (x, _) = off("com", "x");
                let relative = |output: &str, key: &str| {
                    let (difference, size) = off(output, key);
                    difference / size
                };
                let (v, w) = (relative("velocity", "xdot"), relative("omega", "Omega_body"));
                let lambda = relative("support", "lambda");
                let (a, dw) = (relative("acceleration", "xddot"), relative("spin_up", "Omegadot_body"));
                println!("{form} {h:e} {name}: x {x:.1e}, v {v:.1e}, W {w:.1e}, lambda {lambda:.1e}, {a:.1e} {dw:.1e}");
                assert!(x < 1e-12 && v < 1e-11 && w < 1e-11, "{form} {h:e} {name}: {x:e} {v:e} {w:e}");
                assert!(lambda < 1e-6 && a < 1e-6 && dw < 1e-6, "{form} {h:e} {name}: {lambda:e} {a:e} {dw:e}");
            }
        }
    }
}
