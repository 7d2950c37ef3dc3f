//! What constraints beside those of joints exert: balances of the energy with the power of drives, rods and gears against
//! closed forms.

use super::refined::{Refined, TIGHT};
use crate::common::{self, parse, refusal, replaced, root, run_on, system};
use gyrosweep::ensemble::Outcome;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};

/// A cart on a rail, a wheel on it about an inclined axis, and a rod on the wheel; springs, dampers and gravity act.
const TREE: &str = r#"[gravity]
acceleration = [0.5, -1, -9.81]
[[body]]
name = "cart"
mass = 2
inertia = [0.1, 0.2, 0.3]
[[body]]
name = "wheel"
mass = 0.8
inertia = [0.03, 0.02, 0.04]
initial = { position = [0.2, 0.1, 0.1] }
[[body]]
name = "rod"
mass = 0.5
inertia = [0.003, 0.01, 0.012]
initial = { position = [0.5, 0.1, 0.1] }
[[joint]]
name = "rail"
kind = "prismatic"
between = ["ground", "cart"]
axis = [1, 0, 0.2]
initial = { velocity = 0.3 }
[[joint]]
name = "axle"
kind = "revolute"
between = ["wheel", "cart"]
at = [0.1, 0.1, 0]
axis = [0, 1, 0.3]
initial = { velocity = 1.5 }
[[joint]]
name = "pin"
kind = "spherical"
between = ["wheel", "rod"]
at = [0.3, 0.1, 0.1]
[[force]]
name = "buffer"
kind = "joint_spring_damper"
joint = "rail"
stiffness = 60
damping = 3
[[force]]
name = "drag"
kind = "joint_torque"
joint = "axle"
torque = "-0.2*v"
[[output]]
name = "energy"
quantity = "energy"
[[output]]
name = "work"
quantity = "power"
over = "integral"
[[output]]
name = "balance"
quantity = "expression"
expression = "energy - work"
unit = "J"
[sampling]
every = 0.1
[method]
formulation = "absolute"
integrator = "generalized_alpha"
step = 1e-3
duration = 0.4
"#;

/// A prescribed motion of a joint, from the velocity that it begins with.
fn motion(joint: &str, position: &str) -> String {
    format!("[[constraint]]\nname = \"drive_{joint}\"\nkind = \"motion\"\njoint = {joint:?}\nposition = {position:?}\n")
}

#[test]
fn the_energy_changes_by_the_work_of_drives_and_forces() {
    let rail = motion("rail", "0.3*t + 0.1*sin(9*t)^2");
    let axle = motion("axle", "1.5*t - 2*t^2");
    for (what, drives) in [("rail", rail.clone()), ("axle", axle.clone()), ("both", rail + &axle)] {
        for integrator in ["generalized_alpha", "rattle"] {
            let text = drives.clone() + &TREE.replace("generalized_alpha", integrator);
            let refined = Refined::of(&text, TIGHT, ("1e-3", &[1.0, 2.0, 4.0]));
            // velocities at the start differ by what is of order 2
            let begin = [0, 1, 2].map(|member| refined.value(member, 0.0, "energy"));
            let end = refined.value(0, 0.4, "energy");
            assert!((end - begin[0]).abs() > 0.05, "{what}: the energy hardly changes, from {begin:?} to {end}");
            let [column] = ["balance"].map(|name| common::column(&refined.scenario, name));
            let errors: Vec<f64> = (0..3)
                .map(|member| refined.chunk.outputs_of(member).expect("completed")[column] - begin[member])
                .collect();
            let extrapolated = errors[2] + (errors[2] - errors[1]) / 3.0;
            let order = (errors[0] / errors[2]).abs().log2() / 2.0;
            println!("{what}, {integrator}: {errors:?}, extrapolated {extrapolated:.1e}, order {order:.2}");
            // what is left is of higher order in the step, and falls with the error
            assert!(
                extrapolated.abs() < 0.05 * errors[2].abs() && (order - 2.0).abs() < 0.2,
                "{what}, {integrator}: {errors:?}"
            );
        }
    }
}

#[test]
fn the_drive_of_a_slider_crank_exerts_what_the_kinetic_energy_asks_for() {
    let text = std::fs::read_to_string(root().join("tests/scenarios/driven_slider_crank.toml")).expect("scenario");
    let [r, l, mp, mr, w] = [0.05, 0.18, 0.6, 0.4, 100.0 * std::f64::consts::PI];
    // by the angle of the crank, over the square of its rate
    let kinetic = |a: f64| {
        let (s, c) = a.sin_cos();
        let rod = -(r * s / l).asin();
        let rate = -r * c / (l * rod.cos());
        let piston = -r * s - l * rod.sin() * rate;
        let [x, y] = [-r * s - l / 2.0 * rod.sin() * rate, r * c + l / 2.0 * rod.cos() * rate];
        let of_rod = mr * (x * x + y * y) + mr * l * l / 12.0 * rate * rate;
        (mp * piston * piston + of_rod) / 2.0
    };
    let torque = |a: f64| {
        let h = 1e-3;
        let part = |h: f64| kinetic(a + h) - kinetic(a - h);
        w * w * (8.0 * part(h) - part(2.0 * h)) / (12.0 * h)
    };
    for integrator in ["generalized_alpha", "rattle"] {
        let text = text.replace("generalized_alpha", integrator);
        // of steps that are much shorter, multipliers show the rounding of positions over their square
        let refined = Refined::of(&text, TIGHT, ("5e-5", &[1.0, 2.0, 4.0]));
        for time in [0.0125, 0.005] {
            let expected = torque(w * time);
            println!("{time} s: {expected} N m");
            // of up to 150 N m
            for (name, expected, limit) in
                [("torque", expected, 2e-4), ("power", expected * w, 0.1), ("all", expected * w, 0.1)]
            {
                let expected = vec![(name.into(), expected)];
                if integrator == "rattle" {
                    // a drive leaves no freedom: rattle holds position and velocity, and accelerations and multipliers follow from them
                    let error = refined.extrapolated_error(time, &expected);
                    assert!(error < 1e-7 * w, "{name}, {time}: {error:e}");
                } else {
                    refined.check(integrator, time, &expected, limit);
                }
            }
        }
    }
    assert!((torque(w * 0.0125) - 86.5).abs() < 0.05);
    // the reaction of the bearing holds nothing of it, and that is said
    let advice = parse(&text).advice();
    let about = |what: &str| advice.iter().any(|a| a.contains(what) && a.contains("constraint_force"));
    assert!(about("\"bearing\" does not hold what the constraint \"speed\" exerts"), "{advice:?}");
    assert!(!about("\"bearing_force\""), "{advice:?}");
}

#[test]
fn a_rod_pulls_a_pendulum_with_m_g_cos_and_m_v_squared_over_l() {
    let text = r#"[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "bob"
mass = 1.5
inertia = [0.01, 0.01, 0.01]
initial = { position = [0.6, 0, -0.8], velocity = [0.4, 1.3, 0.3] }
[[constraint]]
name = "rod"
kind = "distance"
between = ["ground", "bob"]
points = [[0, 0, 0], [0, 0, 0]]
[[output]]
name = "x"
quantity = "position"
body = "bob"
[[output]]
name = "v"
quantity = "velocity"
body = "bob"
[[output]]
name = "tension"
quantity = "constraint_force"
constraint = "rod"
[[output]]
name = "difference"
quantity = "expression"
expression = "tension - 1.5*(-9.81*x.z + v.x^2 + v.y^2 + v.z^2)"
unit = "N"
[sampling]
every = 0.1
[method]
formulation = "absolute"
integrator = "generalized_alpha"
step = 1e-3
duration = 1.0
"#;
    for integrator in ["generalized_alpha", "rattle"] {
        let refined = Refined::of(&text.replace("generalized_alpha", integrator), TIGHT, ("2e-3", &[1.0, 2.0, 4.0]));
        for time in [0.3, 0.7, 1.0] {
            let expected = vec![("difference".into(), 0.0)];
            let [coarse, fine] = [0, 2].map(|member| refined.error(member, time, &expected));
            println!("{integrator}, {time} s: {coarse:.1e} N, {fine:.1e} N");
            assert!(coarse < 1e-2 && fine < coarse / 8.0, "{integrator}, {time} s: {coarse} {fine}");
            assert!(refined.extrapolated_error(time, &expected) < 2e-6);
        }
        assert!((refined.value(0, 0.0, "tension") - 1.5 * (9.81 * 0.8 + 1.94)).abs() < 1e-12);
    }
}

/// A rack on a rail and a pinion, with a torque on the pinion, and a motor for the outputs.
fn rack(outputs: &str) -> String {
    let rack = replaced(&system("rack"), &[("[1, \"ratio\"]", "[2, 0.1]")]);
    let motor = "[[force]]\nname = \"motor\"\nkind = \"joint_torque\"\njoint = \"axle\"\ntorque = 0.7\n";
    let method = "formulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nstep = 1e-3\nduration = 0.02";
    format!("{rack}{motor}{outputs}[method]\n{method}\n")
}

/// An output of this quantity, with these further keys.
fn output(name: &str, quantity: &str, keys: &str) -> String {
    format!("[[output]]\nname = {name:?}\nquantity = {quantity:?}\n{keys}\n")
}

/// The columns of the only member at the end.
fn at_the_end(text: &str) -> Vec<(String, String, f64)> {
    let s = parse(text);
    let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::best()).expect("a thread"), &s);
    assert_eq!(chunk.outcomes, [Outcome::Completed]);
    let values = chunk.outputs_of(0).expect("completed");
    s.study.mechanism.columns().into_iter().zip(values).map(|((name, unit), x)| (name, unit, x)).collect()
}

#[test]
fn a_gear_exerts_a_force_and_a_torque() {
    let outputs = output("mesh", "constraint_force", "constraint = \"mesh\"")
        + &output("on_axle", "constraint_force", "constraint = \"mesh\"\ncomponent = 2");
    // 2 x + 0.1 a is constant: x'' = -0.05 a'', (0.005 + 0.6 0.05^2) a'' = 0.7
    let a = 0.7 / (0.005 + 0.6 * 0.05 * 0.05);
    let expected =
        [("mesh.1", "N", -0.6 * 0.05 * a), ("mesh.2", "N m", 0.005 * a - 0.7), ("on_axle", "N m", 0.005 * a - 0.7)];
    for ((name, unit, value), (its_name, its_unit, its)) in at_the_end(&rack(&outputs)).iter().zip(expected) {
        assert_eq!((name.as_str(), unit.as_str()), (its_name, its_unit));
        assert!((value - its).abs() < 1e-8 * its.abs(), "{name}: {value} {its}");
    }
}

#[test]
fn two_drives_of_one_joint_share_what_the_motion_does_not_divide() {
    let drives =
        motion("axle", "5*t^2").replace("drive_axle", "one") + &motion("axle", "5*t^2").replace("drive_axle", "two");
    let of = |least: &str| {
        let further = drives.clone()
            + &output("one", "constraint_force", &format!("constraint = \"one\"{least}"))
            + &output("power", "power", &format!("constraint = \"two\"{least}"));
        rack(&further)
    };
    let said = refusal(&of(""));
    assert!(said.contains("\"one\" is determined by the motion") && said.contains("minimum_norm"), "{said}");
    // each of them half of what the motor lacks
    let half = (10.0 * (0.005 + 0.6 * 0.05 * 0.05) - 0.7) / 2.0;
    let found = at_the_end(&of("\nundetermined = \"minimum_norm\""));
    for ((name, _, value), expected) in found.iter().zip([half, half * 0.2]) {
        assert!((value - expected).abs() < 1e-8, "{name}: {value} {expected}");
    }
}

#[test]
fn what_is_zero_by_definition_is_refused() {
    let drive = motion("guide", "t^2");
    for (outputs, said) in [
        (
            output("f", "joint_force", "joint = \"guide\""),
            "output[0].joint: no force acts in the joint \"guide\", along which the constraint \"mesh\" does; what that exerts is \
             quantity = \"constraint_force\" with constraint = \"mesh\"",
        ),
        (
            output("p", "power", "constraint = \"mesh\""),
            "output[0].constraint: the constraint \"mesh\" does no work, since what it keeps constant does not change with the \
             time; accepted: a constraint of kind motion (what \"mesh\" exerts is constraint_force)",
        ),
        (
            output("p", "power", "constraint = \"drive_guide\"\nforce = \"motor\""),
            "output[0].constraint: give either force or constraint, not both",
        ),
        (
            output("f", "constraint_force", "constraint = \"guide\""),
            "output[0].constraint: \"guide\" is a joint, whose constraints exert reaction_force and reaction_torque; \
             constraints: mesh, drive_guide",
        ),
        (
            output("f", "constraint_force", "constraint = \"mesch\""),
            "output[0].constraint: unknown constraint \"mesch\"; did you mean \"mesh\"? constraints: mesh, drive_guide",
        ),
        (
            output("f", "constraint_force", "constraint = \"mesh\"\ncomponent = 3"),
            "output[0].component: the constraint \"mesh\" has no such component; accepted: 1 to 2",
        ),
        (output("p", "constraint_power", ""), "did you mean \"power\"?"),
    ] {
        let found = refusal(&rack(&(drive.clone() + &outputs)));
        assert!(found.contains(said), "{found}");
    }
    // the motor is a force in its joint
    let found = at_the_end(&rack(&output("f", "joint_force", "joint = \"axle\"")));
    assert_eq!(found[0].2, 0.7);
}
