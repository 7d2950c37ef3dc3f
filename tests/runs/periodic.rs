//! `periodic`: motions, multipliers and branches beside reference solutions by shooting with two integrators.

use crate::common::*;
use gyrosweep::io::folder::Existing;
use gyrosweep::io::scenario::Scenario;
use gyrosweep::studies::periodic::Request;
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
        out: Some(out.clone()),
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
    match studies::run(Request { out: Some(folder.path().join("periodic")), ..Request::of(scenario) }, &Silent) {
        Err(Failure::Input(message)) => message,
        other => panic!("{:?}", other.map(|_| "found")),
    }
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

#[test]
fn motions_and_multipliers_are_those_of_other_programs() {
    compare("Duffing", duffing(&[]), "duffing", &OSCILLATOR);
    let segments = [("start = \"settle\"", "start = \"settle\"\nsegments = 6")];
    compare("Duffing, segments", duffing(&segments), "duffing", &OSCILLATOR);
    let adaptive = [("integrator = \"dop853\"\nstep = 0.05", "integrator = \"dop853\"\ntolerance = 1e-12")];
    compare("Duffing, adaptive", duffing(&adaptive), "duffing", &OSCILLATOR);
    compare("van der Pol", scenario("van_der_pol", &[]), "van_der_pol", &OSCILLATOR);
    let shifted = [
        ("{ output = \"x\", derivative_zero = true }", "{ output = \"v\", value = 0.0 }"),
        ("period_guess", "segments = 5\nperiod_guess"),
    ];
    compare("van der Pol, segments", scenario("van_der_pol", &shifted), "van_der_pol", &OSCILLATOR);
    compare("universal, settled", scenario("universal_pendulum", &[]), "spherical_pendulum_second", &UNIVERSAL);
    let planar = [("b = { default = 0.5", "b = { default = 0.0"), ("rate = { default = 1.0", "rate = { default = 0.0")];
    compare("universal, planar", scenario("universal_pendulum", &planar), "spherical_pendulum_planar", &UNIVERSAL);
}

#[test]
fn loops_turn_on_with_their_motor() {
    let names = ["phi", "rate"];
    compare("radau2a", scenario("driven_four_bar", &[]), "four_bar", &names);
    let segments = [("advance =", "segments = 3\nadvance ="), ("step = 0.01", "step = 0.01\ngroup = \"r3so3\"")];
    compare("segments", scenario("driven_four_bar", &segments), "four_bar", &names);
    // other implicit methods come near by their order: that of dg is 2 where joints do not lead bodies along screws
    let error = |method: &str, step: f64| {
        let with = format!("integrator = \"{method}\"\nstep = {step:?}");
        let own = "integrator = \"radau2a\"\nstages = 3\nstep = 0.01";
        let row = found(scenario("driven_four_bar", &[(own, &with)]))[0].remove(0);
        (number(&row, "phi") - reference("four_bar")["initial"][0].as_f64().unwrap()).abs()
    };
    for (method, order, most) in [("generalized_alpha", 2.0, 2e-2), ("rattle", 2.0, 5e-3), ("dg", 2.0, 2e-4)] {
        let [coarse, fine] = [0.02, 0.01].map(|step| error(method, step));
        assert!((coarse / fine).log2() > order - 0.3 && fine < most, "{method}: {coarse:e} {fine:e}");
    }
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

#[test]
fn linear_motions_and_orders_of_elements_in_time() {
    let row = mass_spring("");
    let angle = std::f64::consts::TAU * 2f64.sqrt();
    assert!((number(&row, "x") - 1.0).abs() < 1e-9 && number(&row, "v").abs() < 1e-9, "{row:?}");
    for (found, expected) in polynomial(&row, 2).iter().zip([1.0, -2.0 * angle.cos(), 1.0]) {
        assert!((found - expected).abs() < 1e-8, "{row:?}");
    }
    // at the ends of elements
    for (method, order) in [("dg", 3.0), ("cg", 2.0)] {
        let error = |nodes: usize| {
            let row = mass_spring(&format!("method = \"{method}\"\nnodes = {nodes}"));
            ((number(&row, "x") - 1.0).powi(2) + number(&row, "v").powi(2)).sqrt()
        };
        let [coarse, fine] = [error(32), error(64)];
        let slope = (coarse / fine).log2();
        assert!((slope - order).abs() < 0.15, "{method}: {slope}, {coarse:e}");
        let period = |nodes: usize| {
            let with = format!("method = \"{method}\"\nnodes = {nodes}\nperiod_guess");
            let rows = found(scenario("van_der_pol", &[("period_guess", &with)]))[0].clone();
            number(&rows[0], "period") - reference("van_der_pol")["period"].as_f64().unwrap()
        };
        let slope = (period(100) / period(200)).log2();
        assert!((slope - order).abs() < 0.15, "{method}, period: {slope}");
    }
}

#[test]
fn branches_fold_and_periods_double() {
    let family = golden("p18_periodic.json")["family"].clone();
    let expected: Vec<(String, f64)> = (family["bifurcations"].as_array().unwrap().iter())
        .map(|b| (b["kind"].as_str().unwrap().to_string(), b["a"].as_f64().unwrap()))
        .collect();
    for further in ["", "segments = 8\n", "tolerance = 1e-12\n"] {
        let with = format!("{further}start = \"settle\"");
        let [rows, members, _] = found(scenario("driven_pendulum", &[("start = \"settle\"", &with)]));
        let special: Vec<(String, f64)> =
            rows.iter().filter(|r| r["kind"] != "regular").map(|r| (r["kind"].clone(), number(r, "a"))).collect();
        assert_eq!(special.len(), expected.len(), "{further}: {special:?}");
        for (found, expected) in special.iter().zip(&expected) {
            assert!(found.0 == expected.0 && (found.1 - expected.1).abs() < 1e-8, "{further}: {special:?}");
        }
        let points: Vec<f64> = rows.iter().map(|row| number(row, "point")).collect();
        assert!(points.iter().enumerate().all(|(k, point)| *point == k as f64));
        let (first, last) = (&rows[0], rows.last().unwrap());
        assert_eq!((number(first, "a"), number(last, "a")), (0.05, 0.6), "{further}");
        assert!((number(first, "angle") - 0.2274094798526783).abs() < 1e-8, "{further}");
        // members are of the end of the branch
        assert!((number(&members[0], "max_multiplier") - number(last, "max_multiplier")).abs() < 1e-12, "{further}");
    }
    let detect = [("step = 0.02 }", "step = 0.02 }\ndetect = [\"period_doubling\"]")];
    let [rows, ..] = found(scenario("driven_pendulum", &detect));
    assert_eq!(rows.iter().filter(|r| r["kind"] != "regular").count(), 1);
}

/// The divergence of the flow is -delta, so that the product of both multipliers is exp(-delta T): where conjugate ones pass the unit
/// circle, delta is zero.
#[test]
fn multipliers_leave_the_unit_circle() {
    let changed = [
        ("delta = { default = 0.2", "delta = { default = 0.3"),
        ("gamma = { default = 0.4", "gamma = { default = 0.1"),
        ("start = \"settle\"", "continue = { parameter = \"delta\", from = 0.3, to = -0.1, step = 0.05 }"),
    ];
    let [rows, ..] = found(duffing(&changed));
    let special: Vec<&Row> = rows.iter().filter(|row| row["kind"] != "regular").collect();
    assert_eq!(special.len(), 1, "{rows:?}");
    assert!(special[0]["kind"] == "neimark_sacker" && number(special[0], "delta").abs() < 1e-9, "{special:?}");
}

/// The Brusselator, u' = 1 + u^2 w - (B + 1) u, w' = B u - u^2 w, without bodies: its motion ends in an equilibrium at B = 2, where
/// its period is 2 pi.
#[test]
fn a_branch_ends_where_its_motion_dies_away() {
    let variable = |name: &str, initial: f64, rate: &str| {
        format!(
            "[[variable]]\nname = \"{name}\"\ninitial = {initial:?}\nrate = \"{rate}\"\n[[output]]\nname = \"{name}\"\nquantity = \"variable\"\nvariable = \"{name}\"\n"
        )
    };
    let text = format!(
        "[parameters]\nB = 2.4\n{}{}[method]\nintegrator = \"dop853\"\nstep = 0.05\nduration = 10\n[periodic]\nperiod_guess = 6.5\nphase = {{ output = \"u\", \
         value = 1.0 }}\nstart = \"settle\"\ncontinue = {{ parameter = \"B\", from = 2.4, to = 1.8, step = 0.05 }}\n",
        variable("u", 1.5, "1 + u^2*w - (B + 1)*u"),
        variable("w", 3.0, "B*u - u^2*w"),
    );
    let [rows, ..] = found(parse(&text));
    assert!(rows.len() > 3 && rows.iter().all(|row| number(row, "B") > 2.0), "{rows:?}");
    let [first, last] = [&rows[0], rows.last().unwrap()].map(|row| number(row, "period") - std::f64::consts::TAU);
    assert!(last.abs() < 0.4 * first.abs(), "{first} {last}");
    assert!(rows.iter().all(|row| (number(row, "u") - 1.0).abs() < 1e-9 && row["outcome"] == "periodic"));
}

#[test]
fn members_are_found_alone_as_among_others() {
    let path = root().join("scenarios/duffing.toml");
    let text = std::fs::read_to_string(&path).unwrap().replace("members = 1000", "members = 150");
    let [rows, members, _] = found(parse(&text));
    assert!(rows.len() == 150 && members.len() == 150 && rows.iter().all(|row| row["outcome"] == "periodic"));
    for k in [0, 63, 64, 149] {
        let mut alone = text[..text.find("[plan]").unwrap()].to_string();
        for name in ["gamma", "delta"] {
            let default = if name == "gamma" { "gamma = { default = 0.4" } else { "delta = { default = 0.2" };
            alone = replaced(&alone, &[(default, &format!("{name} = {{ default = {}", rows[k][name]))]);
        }
        let [one, member, _] = found(parse(&alone));
        for (name, value) in &one[0] {
            assert!(name == "member" || *value == rows[k][name], "{k}: {name} {value} {}", rows[k][name]);
        }
        for name in ["x", "v", "period", "max_multiplier"] {
            assert_eq!(member[0][name], members[k][name], "{k}");
        }
    }
}

#[test]
fn what_is_no_motion_is_said() {
    let still = [("initial = { coordinate = 2.0", "initial = { coordinate = 0.0")];
    let [rows, members, _] = found(scenario("van_der_pol", &still));
    assert_eq!((&rows[0]["outcome"][..], number(&rows[0], "x").abs() < 1e-9), ("trivial", true), "{rows:?}");
    assert_eq!(members[0]["outcome"], "newton_diverged");
    // a spring that pushes: what settles leaves every range
    let pushed = [
        ("alpha = { default = 1.0", "alpha = { default = -1.0"),
        ("beta = { default = 0.5", "beta = { default = -0.5"),
    ];
    let [rows, members, _] = found(duffing(&pushed));
    assert_eq!((&rows[0]["outcome"][..], &members[0]["outcome"][..]), ("left_range", "non_finite"));
    let strict = [("start = \"settle\"", "iterations = 1")];
    let [rows, ..] = found(duffing(&strict));
    assert_eq!(rows[0]["outcome"], "newton_diverged");
}

#[test]
fn scenarios_without_sense_are_refused_in_words() {
    let text = |changed: &[(&str, &str)]| {
        let path = root().join("scenarios/duffing.toml");
        let text = std::fs::read_to_string(path).unwrap();
        replaced(&text[..text.find("[plan]").unwrap()], changed)
    };
    let known = "period = \"2*pi/omega\"";
    for (by, words) in [
        ("period = 4.8\nperiod_guess = 5.0", "periodic.period_guess: found with period"),
        ("", "periodic.period: period (s) of the loads, or period_guess"),
        ("period_guess = 4.8", "periodic.phase"),
        ("period_guess = 4.8\nphase = { output = \"y\", derivative_zero = true }", "unknown output component \"y\""),
        ("period_guess = 4.8\nphase = { output = \"x\" }", "what of \"x\" fixes the time"),
        ("period = -1.0", "found -1.0 s"),
        ("period = 4.8\nnodes = 1", "periodic.nodes: found 1; accepted: 2"),
        ("period = 4.8\nadvance = { joint = \"rail\" }", "periodic.advance.turns"),
        ("period = 4.8\nadvance = { joint = \"rail\", turns = 0.5 }", "a whole number"),
        ("period = 4.8\nadvance = { joint = \"rails\", turns = 1 }", "did you mean \"rail\""),
        ("period = 4.8\ncontinue = { parameter = \"gamma\", from = 0.1, to = 0.1, step = 0.1 }", "another value"),
        ("period = 4.8\ncontinue = { parameter = \"gamma\", to = 0.1, step = 0.1 }", "from"),
        ("period = 4.8\ndetect = [\"fold\"]", "nothing changes along a single motion"),
        ("period = 4.8\nsegments = 1000000", "periodic.segments"),
        ("period = 4.8\nsettle_periods = 3\nstart = \"given\"", "nothing settles"),
    ] {
        let changed = [(known, by), ("start = \"settle\"", "")];
        let found = refusal(&text(&changed));
        assert!(found.contains(words), "{by}: {found}");
    }
    for (by, words) in [
        ("period = \"3.1*pi/omega\"", "is no period of the loads: the force \"spring\" differs by"),
        ("period_guess = 4.8\nphase = { output = \"x\", derivative_zero = true }", "something depends on the time"),
    ] {
        let found = refused(parse(&text(&[(known, by)])));
        assert!(found.contains(words), "{by}: {found}");
    }
    let autonomous = [("period_guess = 6.5\nphase = { output = \"x\", derivative_zero = true }", "period = 6.6")];
    let found = refused(scenario("van_der_pol", &autonomous));
    assert!(found.contains("nothing depends on the time"), "{found}");
    let still = [
        ("phase = { output = \"x\"", "phase = { output = \"still\""),
        ("[periodic]", "[[output]]\nname = \"still\"\nquantity = \"expression\"\nexpression = \"2*mu\"\n[periodic]"),
    ];
    let found = refused(scenario("van_der_pol", &still));
    assert!(found.contains("\"still\" does not move"), "{found}");
    let none = refused(scenario("heavy_top", &[]));
    assert!(none.contains("no [periodic]"), "{none}");
}
