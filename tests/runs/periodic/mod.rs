//! `periodic`: motions, multipliers and branches beside reference solutions by shooting with two integrators.

mod bad_input;
mod branches;
mod fields;
mod fourier;
mod motions;
mod multipliers;
mod refined;
mod stability;
mod starts;

use crate::common::*;
use gyrosweep::io::folder::Existing;
use gyrosweep::io::scenario::Scenario;
use gyrosweep::studies::periodic::Request;
use gyrosweep::studies::run::Target;
use gyrosweep::studies::{self, Failure, Silent};
use serde_json::Value;
use std::collections::HashMap;

/// A row of a table.
type Row = HashMap<String, String>;

fn table(path: &std::path::Path) -> Vec<Row> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut lines = text.lines();
    let names: Vec<String> = lines.next().expect("a head").split(',').map(String::from).collect();
    lines.map(|line| names.iter().cloned().zip(line.split(',').map(String::from)).collect()).collect()
}

/// The motions of a scenario, then its members and samples.
fn found(scenario: Scenario) -> [Vec<Row>; 3] {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("periodic");
    let request = Request {
        target: Target::Folder(out.clone()),
        existing: Existing::Refuse,
        format: gyrosweep::io::table::Format::Csv,
        ..Request::of(scenario)
    };
    studies::run(request, &Silent).unwrap_or_else(|e| panic!("{e:?}"));
    ["periodic.csv", "members.csv", "samples.csv"].map(|name| table(&out.join(name)))
}

/// Why a scenario is refused.
fn refused(scenario: Scenario) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    match studies::run(
        Request { target: Target::Folder(folder.path().join("periodic")), ..Request::of(scenario) },
        &Silent,
    ) {
        Err(Failure::Input(message)) => message,
        other => panic!("{:?}", other.map(|_| "found")),
    }
}

/// What is said of a scenario, without its spaces and lines.
fn said(scenario: Scenario) -> String {
    struct Heard(std::sync::Mutex<String>);
    impl studies::Listener for Heard {
        fn show(&self, part: &gyrosweep::report::Page) {
            self.0.lock().unwrap().push_str(&part.markdown());
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let heard = Heard(std::sync::Mutex::default());
    let request = Request { target: Target::Folder(folder.path().join("periodic")), ..Request::of(scenario) };
    let page = studies::run(request, &heard).unwrap_or_else(|e| panic!("{e:?}")).page.markdown();
    let all = heard.0.into_inner().unwrap() + &page;
    all.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn number(row: &Row, name: &str) -> f64 {
    row.get(name).unwrap_or_else(|| panic!("no {name} in {row:?}")).parse().unwrap_or(f64::NAN)
}

fn reference(name: &str) -> Value {
    let all = golden("p18_periodic.json");
    all["cases"].as_array().unwrap().iter().find(|case| case["name"] == name).unwrap().clone()
}

/// The coefficients of the polynomial whose zeros are the multipliers.
fn polynomial(row: &Row, count: usize) -> Vec<f64> {
    let mut all = vec![nalgebra::Complex::new(1.0, 0.0)];
    for k in 0..count {
        let [re, im] = ["re", "im"].map(|part| number(row, &format!("multiplier_{k}.{part}")));
        let zero = nalgebra::Complex::new(re, im);
        all.push(nalgebra::Complex::new(0.0, 0.0));
        for i in (1..all.len()).rev() {
            let before = all[i - 1];
            all[i] -= zero * before;
        }
    }
    assert!(!row.contains_key(&format!("multiplier_{count}.re")));
    all.iter().map(|x| x.re).collect()
}

/// Compares the first motion of a scenario with a reference.
fn compare(what: &str, scenario: Scenario, name: &str, outputs: &[&str]) {
    let (case, [rows, members, samples]) = (reference(name), found(scenario));
    let row = &rows[0];
    assert_eq!((&row["outcome"][..], &row["kind"][..], rows.len()), ("periodic", "regular", 1), "{what}");
    let state: Vec<f64> = outputs.iter().map(|name| number(row, name)).collect();
    for (found, expected) in state.iter().zip(numbers(&case["initial"])) {
        assert!((found - expected).abs() < 1e-9, "{what}: {state:?}");
    }
    assert!((number(row, "period") - case["period"].as_f64().unwrap()).abs() < 1e-9, "{what}: {row:?}");
    let expected = numbers(&case["characteristic_polynomial"]);
    let found = polynomial(row, state.len());
    for (a, b) in found.iter().zip(&expected) {
        assert!((a - b).abs() < 1e-8, "{what}: {found:?} {expected:?}");
    }
    // of multipliers that are checked half the step says the same, and without constraints what Liouville's formula says is the error of their product
    if members[0].contains_key("growth_error") {
        let error = (found.last().unwrap() / expected.last().unwrap() - 1.0).abs();
        let liouville = number(&members[0], "liouville_error");
        assert!(
            error < 1e-6 && (liouville.is_nan() || (error - liouville).abs() < 1e-7),
            "{what}: {error:e} {liouville:e}"
        );
        assert!(number(&members[0], "growth_error") < 1e-6, "{what}: {members:?}");
    }
    // the motion comes back, but for what turns on; velocities of a step of Radau IIA miss constraints by its error
    let advance = numbers(&case["advance_per_period"]);
    for ((name, begin), by) in outputs.iter().zip(&state).zip(advance) {
        let end = number(&members[0], name);
        assert!(
            (end - begin - by).abs() < if name.contains("rate") { 1e-6 } else { 1e-8 },
            "{what}: {name} {begin} {end}"
        );
    }
    assert_eq!(number(&members[0], "period"), number(row, "period"), "{what}");
    // at an eighth of the period after another
    let last = number(samples.last().unwrap(), "time");
    assert!((last / number(row, "period") - 1.0).abs() < 1e-12 && samples.len() > 50, "{what}: {last}");
}

const OSCILLATOR: [&str; 2] = ["x", "v"];

const UNIVERSAL: [&str; 4] = ["q.1", "q.2", "v.1", "v.2"];

/// The scenario of Duffing's oscillator with its default values alone.
fn duffing(changed: &[(&str, &str)]) -> Scenario {
    let path = root().join("scenarios/duffing.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    let text = replaced(&text[..text.find("[plan]").unwrap()], changed);
    parse(&text)
}

/// x'' + 2 x = cos t: what has a closed form, by elements in time, too.
fn mass_spring(method: &str) -> Row {
    let changed = [
        ("delta = { default = 0.2", "delta = { default = 0.0"),
        ("alpha = { default = 1.0", "alpha = { default = 2.0"),
        ("beta = { default = 0.5", "beta = { default = 0.0"),
        ("gamma = { default = 0.4", "gamma = { default = 1.0"),
        ("omega = { default = 1.3", "omega = { default = 1.0"),
        ("start = \"settle\"", method),
    ];
    found(duffing(&changed))[0].remove(0)
}
