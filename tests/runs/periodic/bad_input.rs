//! What is no motion, and what is refused.

use super::*;

#[test]
fn what_is_no_motion_is_said() {
    let still = [("initial = { coordinate = 2.0", "initial = { coordinate = 0.0")];
    let [rows, members, _] = found(scenario("van_der_pol", &still));
    assert_eq!((&rows[0]["outcome"][..], number(&rows[0], "x").abs() < 1e-9), ("trivial", true), "{rows:?}");
    assert_eq!(members[0]["outcome"], "trivial");
    // a spring that pushes: what settles leaves every range
    let pushed = [
        ("alpha = { default = 1.0", "alpha = { default = -1.0"),
        ("beta = { default = 0.5", "beta = { default = -0.5"),
    ];
    let [rows, members, _] = found(duffing(&pushed));
    assert_eq!((&rows[0]["outcome"][..], &members[0]["outcome"][..]), ("left_range", "non_finite"));
    // without damping nothing settles either
    let strict = [("start = \"settle\"", "iterations = 1"), ("delta = { default = 0.2", "delta = { default = 0.0")];
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
        (
            "period = 4.8\ndetect = [\"fold\"]\ncontinue = { parameter = \"gamma\", from = 0.1, to = 0.2, step = 0.1, switch = true }",
            "period doublings are not looked for",
        ),
        ("period = 4.8\ndetect = [\"fold\"]", "nothing changes along a single motion"),
        ("period = 4.8\nsegments = 1000000", "periodic.segments"),
        ("period = 4.8\nmethod = \"fourier\"\nnodes = 4", "an odd number, of one mean and pairs of harmonics, as 5"),
        (
            "period = 4.8\nmethod = \"fourier\"\nsegments = 4",
            "one system of equations; accepted: beside method = \"shooting\"",
        ),
        ("period = 4.8\ncorrection = \"radau\"", "no elements in time; accepted: beside method = \"dg\" or \"cg\""),
        (
            "period = 4.8\nmethod = \"cg\"\ncorrection = \"radau\"",
            "without jumps to take away; accepted: none, reinterpolation",
        ),
        (
            "period = 4.8\nmethod = \"dg\"\ncorrection = \"rado\"",
            "found \"rado\"; accepted: none, reinterpolation, radau",
        ),
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
