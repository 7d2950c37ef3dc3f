//! Geometrically exact beams beside independent implementations (`beam_statics.json`, `beam_dynamics.json`), closed forms and laws.

mod coarse;
mod derivatives;
mod dynamics;
mod elements;
mod extremes;
mod frequencies;
mod laws;
mod paths;
mod refined;
mod sections;
mod stability;
mod static_derivatives;

use crate::common::*;
use gyrosweep::analyses::statics::{Equilibria, StaticPath};
use gyrosweep::ensemble::Outcome;
use serde_json::Value;
use std::collections::HashMap;

/// A method that solves constraints, of which equilibria take nothing.
const METHOD: &str =
    "[method]\nformulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nstep = 1e-3\nduration = 1e-3\n";

/// Outputs of the tip of a beam `b`.
const TIP: &str = "[[output]]\nname = \"tip\"\nquantity = \"position\"\nbody = \"b.1\"\n[[output]]\nname = \"turn\"\nquantity = \
                   \"quaternion\"\nbody = \"b.1\"\n[[output]]\nname = \"energy\"\nquantity = \"potential_energy\"\n";

/// Clamps the root of a beam `b`.
const CLAMP: &str = "[[joint]]\nname = \"clamp\"\nkind = \"fixed\"\nbetween = [\"ground\", \"b.0\"]\n";

/// A beam `b` with these keys beside its name.
fn beam(keys: &str) -> String {
    format!("[[beam]]\nname = \"b\"\n{keys}\n")
}

/// A dead force on the tip of `b`.
fn tip_force(force: &str) -> String {
    format!("[[force]]\nname = \"load\"\nkind = \"force\"\nbody = \"b.1\"\nforce = {force}\n")
}

/// The path of equilibria of a scenario at its defaults, and the columns at its end by name.
fn equilibria(text: &str) -> (StaticPath, HashMap<String, f64>) {
    let scenario = parse(&format!("{text}{METHOD}"));
    let equilibria = Equilibria::new(scenario.statics.clone().unwrap_or_default());
    let study = equilibria.study(&scenario.study).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let defaults = study.mechanism.defaults();
    let path = equilibria.path(&study, &defaults);
    let columns = path.columns(&study, &defaults);
    let names = study.mechanism.columns().into_iter().map(|(name, _)| name);
    let named = names.zip(columns).collect();
    (path, named)
}

/// The columns of a path that comes to its load, or has its most points, and then no outputs.
fn equilibrium(text: &str) -> HashMap<String, f64> {
    let (path, columns) = equilibria(text);
    assert!(path.outcome.has_outputs(), "{:?}: {text}", path.outcome);
    columns
}

/// The components of an output.
fn vector<const N: usize>(columns: &HashMap<String, f64>, name: &str, parts: [&str; N]) -> [f64; N] {
    parts.map(|part| *columns.get(&format!("{name}.{part}")).unwrap_or_else(|| panic!("{name}.{part}: {columns:?}")))
}

fn xyz(columns: &HashMap<String, f64>, name: &str) -> [f64; 3] {
    vector(columns, name, ["x", "y", "z"])
}

/// The largest difference of numbers.
fn apart(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// The slope of errors at spacings that are halved.
fn slopes(errors: &[f64]) -> Vec<f64> {
    errors.windows(2).map(|pair| (pair[0] / pair[1]).log2()).collect()
}

/// Numbers, or rows of them, as a scenario writes them.
fn text_of(value: &Value) -> String {
    serde_json::to_string(value).expect("JSON")
}
