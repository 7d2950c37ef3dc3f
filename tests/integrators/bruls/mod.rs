//! The three forms of generalized-alpha of Bruels, Eberhard (2008) beside their own discrete solutions of the spinning top.

mod differences;
mod figures;
mod mechanisms;
mod sensitivities;
mod states;

use crate::common::{golden, scenario};
use gyrosweep::io::scenario::Scenario;
use serde_json::Value;

const FORMS: [&str; 3] = ["residual", "linear", "geometric"];

/// Where the centre of mass is at 0.1 s: p02_heavytop.json.
const CONTINUOUS: [f64; 3] = [0.421296658925402, 0.894571974345593, -0.14916470056189962];

/// The top in a form, with this step and duration, s, and these lines in place of its sampling, solved to rounding.
fn top_with(form: &str, h: f64, duration: f64, further: &str) -> Scenario {
    top_with_formulation("absolute", form, (h, duration), further)
}

/// The top likewise, in a formulation.
fn top_with_formulation(formulation: &str, form: &str, (h, duration): (f64, f64), further: &str) -> Scenario {
    let increment = if form == "geometric" { "" } else { "increment = \"conformal_rotation_vector\"\n" };
    scenario(
        "heavy_top_bruls",
        &[
            (
                "form = \"linear\"\nincrement = \"conformal_rotation_vector\"",
                &format!("form = \"{form}\"\n{increment}newton = {{ relative = 1e-13 }}"),
            ),
            ("formulation = \"absolute\"", &format!("formulation = \"{formulation}\"")),
            ("step = 2e-3", &format!("step = {h:e}")),
            ("duration = 0.1", &format!("duration = {duration:?}")),
            ("[sampling]\nevery = 2e-3", further),
        ],
    )
}

/// The top in a form with accelerations, at the end alone.
fn top(form: &str, h: f64, duration: f64) -> Scenario {
    let accelerations = "[[output]]\nname = \"acceleration\"\nquantity = \"acceleration\"\nbody = \"top\"\n[[output]]\nname \
                         = \"spin_up\"\nquantity = \"angular_acceleration\"\nbody = \"top\"\n";
    top_with(form, h, duration, accelerations)
}

/// What is known of the forms, from an independent implementation in 34 digits.
fn data() -> Value {
    golden("p14_bruls_schemes.json")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("number")
}

/// The discrete solution of a form with a step (s) at 0.1 s.
fn reference(form: &str, h: f64) -> Value {
    let all = data();
    let found =
        all["results"].as_array().expect("results").iter().find(|r| r["scheme"] == form && number(&r["h"]) == h);
    found.expect("a result").clone()
}
