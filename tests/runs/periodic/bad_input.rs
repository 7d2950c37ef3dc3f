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

/// An oscillator by variables, x'' being a rate, with keys of `[periodic]` and further tables.
fn loaded(rate: &str, further: &str) -> Scenario {
    parse(&format!(
        "[parameters]\nF = 0.0\nom = 1.3\n\
         [[variable]]\nname = \"x\"\ninitial = 2.0\nrate = \"v\"\n[[variable]]\nname = \"v\"\ninitial = 0.0\nrate = \"{rate}\"\n\
         [[output]]\nname = \"x\"\nquantity = \"variable\"\nvariable = \"x\"\n\
         [method]\nintegrator = \"dop853\"\ntolerance = 1e-11\nduration = 50\n[periodic]\n{further}\n"
    ))
}

const SELF_EXCITED: &str = "(1 - x^2)*v - x + F*cos(2*pi*t)";
const GUESS: &str = "period_guess = 6.6\nphase = { output = \"x\", derivative_zero = true }\n";

fn outcomes(scenario: Scenario) -> Vec<String> {
    found(scenario)[1].iter().map(|row| row["outcome"].clone()).collect()
}

/// A member that has no mechanism has a row that says so, as one whose loads have another period.
#[test]
fn members_without_a_mechanism_have_a_row() {
    let body = "[[body]]\nname = \"b\"\nmass = \"1 + F\"\ninertia = [1, 1, 1]\n\
                [[joint]]\nname = \"j\"\nkind = \"fixed\"\nbetween = [\"ground\", \"b\"]\n";
    let plan = "[plan]\nkind = \"grid\"\n[plan.vary]\nF = { min = -2, max = 0, count = 2 }\n";
    let further = format!("period = \"2*pi/om\"\nstart = \"settle\"\n{body}{plan}");
    let [motions, members, _] = found(loaded("-0.2*v - x - 0.5*x^3 + 0.4*cos(om*t)", &further));
    let column = |rows: &[Row], name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<String>>();
    assert_eq!(column(&members, "outcome"), ["invalid", "completed"]);
    assert_eq!(column(&motions, "member"), ["0", "1"]);
    assert_eq!(column(&motions, "outcome"), ["invalid", "periodic"]);
    assert_eq!(column(&motions, "F"), ["-2.0", "0.0"]);
}

/// A load has its period for the parameters of a member, not for their default values.
#[test]
fn members_whose_loads_have_another_period_are_invalid() {
    let grid = |name: &str, [min, max]: [f64; 2]| {
        format!("[plan]\nkind = \"grid\"\n[plan.vary]\n{name} = {{ min = {min:?}, max = {max:?}, count = 3 }}\n")
    };
    let duffing = "-0.2*v - x - 0.5*x^3 + 0.4*cos(om*t)";
    let fixed = format!("period = \"2*pi/1.3\"\nstart = \"settle\"\n{}", grid("om", [1.1, 1.5]));
    assert_eq!(outcomes(loaded(duffing, &fixed)), ["invalid", "completed", "invalid"]);
    let own = format!("period = \"2*pi/om\"\nstart = \"settle\"\n{}", grid("om", [1.1, 1.5]));
    assert_eq!(outcomes(loaded(duffing, &own)), ["completed"; 3]);
    let branch = "period = \"2*pi/1.3\"\ncontinue = { parameter = \"om\", from = 1.3, to = 1.5, step = 0.1 }";
    let message = refused(loaded(duffing, branch));
    assert!(message.contains("at om = 1.5 is no period of the loads"), "{message}");
    // a load of no size at the default values
    let guessed = format!("{GUESS}{}", grid("F", [0.0, 3.0]));
    assert_eq!(outcomes(loaded(SELF_EXCITED, &guessed)), ["completed", "invalid", "invalid"]);
    let branch = format!("{GUESS}continue = {{ parameter = \"F\", from = 0.0, to = 3.0, step = 0.5 }}");
    let message = refused(loaded(SELF_EXCITED, &branch));
    assert!(message.contains("depends on the time at F = 3.0"), "{message}");
    // x'' + 1.3 x' + 37 x = F cos(2 pi t) in closed form, also where F is 0
    let pi = std::f64::consts::PI;
    let (stiff, damped) = (37.0 - 4.0 * pi * pi, 2.6 * pi);
    let amplitude = stiff / (stiff * stiff + damped * damped);
    let linear = "-1.3*v - 37*x + F*cos(2*pi*t)";
    for (further, last) in [
        (grid("F", [0.0, 1.0]), 2),
        ("continue = { parameter = \"F\", from = 0.0, to = 1.0, step = 0.1 }".into(), usize::MAX),
    ] {
        let [rows, ..] = found(loaded(linear, &format!("period = 1.0\n{further}")));
        let row = &rows[last.min(rows.len() - 1)];
        assert!(
            (number(row, "F") - 1.0).abs() < 1e-9 && rows.iter().all(|row| row["outcome"] == "periodic"),
            "{rows:?}"
        );
        assert!((number(row, "x") - amplitude).abs() < 1e-8, "{further}: {row:?}, {amplitude}");
    }
}

/// Of fast motions as of values far from zero, an equilibrium is none of a family.
#[test]
fn equilibria_are_told_from_motions_in_any_units() {
    let fast = [
        ("mu*(1 - q^2)*v - q", "-1e8*q - 10*v"),
        ("coordinate = 2.0", "coordinate = 0.1"),
        ("step = 0.02", "tolerance = 1e-11"),
        ("period_guess = 6.5", "period_guess = 6.4e-4"),
    ];
    assert_eq!(outcomes(scenario("van_der_pol", &fast)), ["trivial"]);
    // from far away Newton's method may not come to it, either
    let shifted = outcomes(loaded("-(x - 1000) - 0.1*v", &GUESS.replace("6.6", "6.4")));
    assert!(["trivial", "newton_diverged"].contains(&shifted[0].as_str()), "{shifted:?}");
}
