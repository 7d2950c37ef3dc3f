//! Motions and their multipliers by shooting and by elements in time.

use super::*;

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

#[test]
fn linear_motions_and_orders_of_elements_in_time() {
    let row = mass_spring("");
    let angle = std::f64::consts::TAU * 2f64.sqrt();
    assert!((number(&row, "x") - 1.0).abs() < 1e-9 && number(&row, "v").abs() < 1e-9, "{row:?}");
    for (found, expected) in polynomial(&row, 2).iter().zip([1.0, -2.0 * angle.cos(), 1.0]) {
        assert!((found - expected).abs() < 1e-8, "{row:?}");
    }
    // one harmonic is the whole motion
    let row = mass_spring("method = \"fourier\"\nnodes = 9");
    assert!((number(&row, "x") - 1.0).abs() < 1e-14 && number(&row, "v").abs() < 1e-14, "{row:?}");
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

/// x'' + 2 x = cos t: what solves the ends of steps for outputs remembers more than what looks for the motion.
#[test]
fn accelerations_of_periodic_motions_are_seen() {
    for method in ["integrator = \"cg\"\nformulation = \"joint\"", "integrator = \"dg\"\nformulation = \"absolute\""] {
        let text = format!(
            "[[body]]\nname = \"m\"\nmass = 1.0\ninertia = [1, 1, 1]\n[[joint]]\nname = \"j\"\nkind = \"prismatic\"\nbetween = [\"ground\", \
             \"m\"]\naxis = [1, 0, 0]\n[[force]]\nname = \"f\"\nkind = \"joint_torque\"\njoint = \"j\"\ntorque = \"cos(t) - 2*q\"\n[[output]]\nname = \
             \"a\"\nquantity = \"joint_acceleration\"\njoint = \"j\"\n[method]\n{method}\nstep = 0.02\nduration = \"2*pi\"\n[periodic]\nperiod = \
             \"2*pi\"\n"
        );
        let [_, members, _] = found(parse(&text));
        let a = number(&members[0], "a");
        assert!((a + 1.0).abs() < 1e-3, "{method}: {a}");
    }
}
