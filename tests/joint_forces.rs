//! Friction, rotors, springs and motors in joints beside closed forms, in both formulations, on all backends.

mod common;

use common::*;
use gyrosweep::ensemble::Outcome;
use gyrosweep::io::scenario::Scenario;

/// A block of `mass` on a plane, which slides along x with this velocity, and these tables.
fn block(velocity: &str, tables: &str) -> String {
    format!(
        r#"
[parameters]
mass = {{ default = 2.0 }}
grip = {{ default = 3.0 }}
u = {{ default = 0.02 }}
[[body]]
name = "block"
mass = "mass"
inertia = [0.1, 0.1, 0.1]
[[joint]]
name = "plane"
kind = "prismatic"
between = ["ground", "block"]
axis = [1, 0, 0]
initial = {{ velocity = {velocity} }}
[[output]]
name = "x"
quantity = "joint_position"
joint = "plane"
[[output]]
name = "v"
quantity = "joint_velocity"
joint = "plane"
[[output]]
name = "energy"
quantity = "kinetic_energy"
[[output]]
name = "work"
quantity = "power"
over = "integral"
{tables}
"#
    )
}

const FRICTION: &str = r#"[[force]]
name = "friction"
kind = "joint_friction"
joint = "plane"
coulomb = "grip"
velocity = "u"
"#;

/// What all backends of double precision give for the first member, the same bits.
fn outputs(s: &Scenario) -> (Vec<f64>, u32) {
    let mut first: Option<(Vec<f64>, u32)> = None;
    for (name, backend) in f64_backends(s) {
        let chunk = run_on(backend.as_ref(), s);
        assert_eq!(chunk.outcomes[0], Outcome::Completed, "{name}");
        let out = chunk.outputs_of(0).expect("outputs").to_vec();
        if let Some((first, steps)) = &first {
            let bits = |values: &[f64]| values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
            assert_eq!((bits(first), *steps), (bits(&out), chunk.steps[0]), "{name}");
        }
        first.get_or_insert((out, chunk.steps[0]));
    }
    first.unwrap()
}

fn value(s: &Scenario, out: &[f64], name: &str) -> f64 {
    out[column(s, name)]
}

#[test]
fn a_sliding_block_comes_to_rest() {
    let method =
        |duration: f64| format!("[method]\nintegrator = \"dopri5\"\ntolerance = 1e-10\nduration = {duration:?}\n");
    let (m, f, u, v0): (f64, f64, f64, f64) = (2.0, 3.0, 0.02, 1.5);
    for duration in [0.6, 1.1, 4.0] {
        let s = parse(&block("1.5", &(FRICTION.to_string() + &method(duration))));
        let (out, steps) = outputs(&s);
        // m v' = -F tanh(v/u): sinh(v/u) decays exponentially
        let v = u * ((v0 / u).sinh() * (-f * duration / (m * u)).exp()).asinh();
        assert!((value(&s, &out, "v") - v).abs() < 1e-8, "{duration}: {} {v}", value(&s, &out, "v"));
        // 1 s of sliding, then rest, whose steps are bounded by m u/F: adaptive steps pass both
        assert!(steps < 600, "{duration}: {steps}");
        // what is lost went into friction; the trapezoids of the integral leave the square of the steps
        let lost = m * (v0 * v0 - v * v) / 2.0;
        assert!((value(&s, &out, "work") + lost).abs() < 2e-3 * lost, "{} {lost}", value(&s, &out, "work"));
        if duration == 4.0 {
            // beside dry friction, which stops it after m v0^2/(2 F): as far too far as the catalog says
            let way = m * v0 * v0 / (2.0 * f) + std::f64::consts::PI.powi(2) * m * u * u / (12.0 * f);
            assert!((value(&s, &out, "x") - way).abs() < 1e-7, "{} {way}", value(&s, &out, "x"));
        }
    }
}

#[test]
fn what_friction_should_hold_creeps() {
    let pull = "[[force]]\nname = \"pull\"\nkind = \"force\"\nbody = \"block\"\nforce = [2, 0, 0]\n";
    let method = "[method]\nintegrator = \"dopri5\"\ntolerance = 1e-9\nduration = 2.0\n";
    let s = parse(&block("0", &format!("{FRICTION}{pull}{method}")));
    let (out, _) = outputs(&s);
    let creep = 0.02 * (2.0_f64 / 3.0).atanh();
    assert!((value(&s, &out, "v") - creep).abs() < 1e-8, "{} {creep}", value(&s, &out, "v"));
    // static friction holds more: with its fall over 10 u, F near rest is nearly that at rest
    let with = format!("{FRICTION}static = \"1.5*grip\"\nviscous = 0.25\n");
    let s = parse(&block("0", &format!("{with}{pull}{method}")));
    let (out, _) = outputs(&s);
    let v = value(&s, &out, "v");
    let friction = (3.0 + 1.5 * (-(v / 0.2) * (v / 0.2)).exp()) * (v / 0.02).tanh() + 0.25 * v;
    assert!(v < 0.7 * creep && (friction - 2.0).abs() < 1e-7, "{v} {friction}");
}

#[test]
fn friction_that_cannot_be_is_named() {
    let method = "[method]\nintegrator = \"dopri5\"\ntolerance = 1e-9\nduration = 2.0\n";
    for (from, to, expected) in [
        ("velocity = \"u\"", "velocity = \"u - 0.02\"", "force[0].velocity: found 0.0; accepted: a positive number"),
        ("\"grip\"", "\"-grip\"", "force[0].coulomb: found -3.0; accepted: zero or a positive number"),
        ("coulomb", "static", "force[0].coulomb: this key is needed and missing"),
        (
            "velocity",
            "static = 2\nvelocity",
            "force[0].static: found 2.0 with coulomb = 3.0; accepted: at least coulomb",
        ),
        (
            "velocity",
            "stribeck = 2\nvelocity",
            "force[0].stribeck: there is no static friction that could fall; accepted: beside the key \"static\"",
        ),
        ("velocity", "static = 4\nstribeck = 0\nvelocity", "force[0].stribeck: found 0.0; accepted: a positive number"),
        (
            "velocity",
            "component = 2\nvelocity",
            "force[0].component: the joint \"plane\" has no scalar coordinate of this",
        ),
    ] {
        let message = refusal(&block("0", &(FRICTION.replacen(from, to, 1) + method)));
        assert!(message.contains(expected), "{message}");
    }
}
