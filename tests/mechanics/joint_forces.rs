//! Friction, rotors, springs and motors in joints beside closed forms, in both formulations, on all backends.

use crate::common::place::gyrosweep;
use crate::common::*;
use gyrosweep::ensemble::Outcome;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
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
        let out = chunk.outputs_of(0).expect("outputs");
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

/// A double pendulum about y in a formulation: a hinge to the ground, an elbow, a sleeve beyond it, with these keys.
fn arm(formulation: &str, method: &str, [hinge, elbow, sleeve]: [&str; 3], further: &str) -> String {
    let body = |name: &str, x: f64| {
        format!(
            "[[body]]\nname = \"{name}\"\nmass = 1.3\ninertia = [0.02, 0.05, 0.06]\ninitial = {{ position = [{x:?}, 0, 0] }}\n"
        )
    };
    let joint = |name: &str, kind: &str, [a, b]: [&str; 2], x: f64, axis: &str, keys: &str| {
        format!(
            "[[joint]]\nname = \"{name}\"\nkind = \"{kind}\"\nbetween = [\"{a}\", \"{b}\"]\nat = [{x:?}, 0, 0]\naxis = {axis}\n{keys}\n"
        )
    };
    let output = |joint: &str, quantity: &str| {
        format!("[[output]]\nname = \"{quantity} {joint}\"\nquantity = \"{quantity}\"\njoint = \"{joint}\"\n")
    };
    let outputs: String = ["hinge", "elbow", "sleeve"]
        .iter()
        .flat_map(|joint| ["joint_position", "joint_velocity", "joint_acceleration"].map(|of| output(joint, of)))
        .collect();
    [
        "[parameters]\nk = { default = 3.0 }\nJ = { default = 0.2 }\n[gravity]\nacceleration = [0, 0, -9.81]\n".into(),
        body("upper", 0.3),
        body("lower", 0.9),
        body("rod", 1.2),
        joint("hinge", "revolute", ["ground", "upper"], 0.0, "[0, 1, 0]", hinge),
        joint("elbow", "revolute", ["upper", "lower"], 0.6, "[0, 1, 0.2]", elbow),
        joint("sleeve", "cylindrical", ["lower", "rod"], 1.0, "[1, 0, 0]", sleeve),
        outputs,
        "[[output]]\nname = \"energy\"\nquantity = \"energy\"\n[[output]]\nname = \"power\"\nquantity = \"power\"\n"
            .into(),
        format!("[method]\nformulation = \"{formulation}\"\n{method}\n{further}\n"),
    ]
    .concat()
}

const EXPLICIT: &str = "integrator = \"rkmk4\"\nstep = 1e-3\nduration = 0.2";

const KEYS: [&str; 3] = [
    "stiffness = \"k\"\nrest = 0.3\ndamping = 0.4\ntorque = \"0.3*sin(20*t) - 0.1*elbow.v + k*sleeve.q.2/10\"\ninitial = { velocity = 1.0 }",
    "friction = \"k/10\"\nlimits = { lower = -0.1, upper = 0.05, stiffness = 50, damping = 1, depth = 0.02 }\ncontrol = { trajectory = { kind = \"expression\", position = \"0.1*t\" }, proportional = 5, derivative = 0.1, feed_forward = \"hinge.q\" }",
    "stiffness = [200, 0]\nrest = [0.01, 0]\ndamping = [2, \"k/100\"]\nfriction = [0, { coulomb = 0.02, velocity = 0.05 }]\ninitial = { velocities = [0.2, 3] }",
];

/// What the keys stand for.
const FORCES: &str = r#"
[[force]]
name = "a"
kind = "joint_spring_damper"
joint = "hinge"
stiffness = "k"
rest = 0.3
[[force]]
name = "b"
kind = "joint_spring_damper"
joint = "hinge"
damping = 0.4
[[force]]
name = "c"
kind = "joint_torque"
joint = "hinge"
torque = "0.3*sin(20*t) - 0.1*elbow.v + k*sleeve.q.2/10"
[[force]]
name = "d"
kind = "joint_friction"
joint = "elbow"
coulomb = "k/10"
[[force]]
name = "e"
kind = "joint_limit"
joint = "elbow"
lower = -0.1
upper = 0.05
stiffness = 50
damping = 1
depth = 0.02
[[force]]
name = "f"
kind = "joint_control"
joint = "elbow"
trajectory = { kind = "expression", position = "0.1*t" }
proportional = 5
derivative = 0.1
feed_forward = "hinge.q"
[[force]]
name = "g"
kind = "joint_spring_damper"
joint = "sleeve"
component = 1
stiffness = 200
rest = 0.01
[[force]]
name = "h"
kind = "joint_spring_damper"
joint = "sleeve"
component = 1
damping = 2
[[force]]
name = "i"
kind = "joint_spring_damper"
joint = "sleeve"
component = 2
damping = "k/100"
[[force]]
name = "j"
kind = "joint_friction"
joint = "sleeve"
component = 2
coulomb = 0.02
velocity = 0.05
"#;

#[test]
fn keys_of_a_joint_are_the_forces_that_they_stand_for() {
    let started = KEYS.map(|keys| keys.lines().filter(|line| line.starts_with("initial")).collect::<String>());
    let written = parse(&arm("joint", EXPLICIT, [&started[0], &started[1], &started[2]], FORCES));
    let power = "[[output]]\nname = \"friction\"\nquantity = \"power\"\nforce = \"sleeve.friction.2\"\n[[output]]\nname = \
                 \"brake\"\nquantity = \"power\"\nforce = \"hinge.damping\"\n[[output]]\nname = \"wanted\"\nquantity = \
                 \"trajectory\"\ncontrol = \"elbow.control\"\n";
    let keys = parse(&arm("joint", EXPLICIT, KEYS, power));
    let ((written_out, _), (out, _)) = (outputs(&written), outputs(&keys));
    let energy = column(&keys, "energy");
    let bits = |values: &[f64]| values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&written_out[..energy]), bits(&out[..energy]));
    assert!((written_out[energy] - out[energy]).abs() < 1e-12);
    // a force of its own each, by its name
    let value = |name: &str| value(&keys, &out, name);
    assert_eq!(value("brake"), -0.4 * value("joint_velocity hinge").powi(2));
    let v = value("joint_velocity sleeve.2");
    assert!((value("friction") + 0.02 * (v / 0.05).tanh() * v).abs() < 1e-14);
    assert!((value("wanted") - 0.02).abs() < 1e-15);
}

#[test]
fn mistakes_in_keys_of_a_joint_are_named() {
    let said = |at: usize, keys: &str, further: &str| {
        let mut all = [""; 3];
        all[at] = keys;
        let message = refusal(&arm("joint", EXPLICIT, all, further));
        message.splitn(3, ':').nth(2).unwrap_or(&message).trim().to_string()
    };
    for (at, keys, expected) in [
        (0, "dampin = 1", "joint[0].dampin: unknown key; did you mean \"damping\"?"),
        (0, "damping = true", "joint[0].damping: found the truth value true; accepted: a number"),
        (0, "damping = [1, 2]", "joint[0].damping: found an array of 2; accepted: a number"),
        (0, "friction = -1", "joint[0].friction: coulomb: found -1.0; accepted: zero or a positive number"),
        (0, "friction = { velocity = 1 }", "joint[0].friction.coulomb: this key is needed and missing"),
        (
            0,
            "friction = { coulomb = 1, velocty = 2 }",
            "joint[0].friction.velocty: unknown key; did you mean \"velocity\"? accepted: coulomb, velocity, stribeck, static, \
             viscous",
        ),
        (0, "limits = 3", "joint[0].limits: found the number 3; accepted: a table, as in { .. }"),
        (
            0,
            "limits = { lower = 1, upper = 0, stiffness = 1 }",
            "joint[0].limits: upper: found 0.0 with lower = 1.0; accepted: above lower",
        ),
        (
            0,
            "limits = { lower = 1, stiffness = 1, joint = \"elbow\" }",
            "joint[0].limits.joint: unknown key; the joint that the table stands in gives it",
        ),
        (
            0,
            "rest = 1",
            "joint[0].rest: there is no spring that could be at rest; accepted: beside the key \"stiffness\"",
        ),
        (0, "torque = \"elbo.q\"", "joint[0].torque: \"elbo.q\": unknown name \"elbo.q\"; did you mean \"elbow.q\"?"),
        (0, "torque = \"1/t\"", "joint[0].torque: the force is inf at the start; accepted: finite values there"),
        (
            1,
            "control = { trajectory = { kind = \"accelerations\", times = [0, 0.1], accelerations = [1] }, proportional = \
             1, derivative = 1 }",
            "joint[1].control: trajectory: the trajectory ends at 0.1 s and the duration is 0.2 s",
        ),
        (
            2,
            "damping = 1",
            "joint[2].damping: found the number 1; accepted: 2 entries in brackets, of the coordinates m, rad",
        ),
    ] {
        let message = said(at, keys, "");
        assert!(message.starts_with(expected), "{message}\n{expected}");
    }
    let taken = "[[force]]\nname = \"hinge.damping\"\nkind = \"joint_torque\"\njoint = \"hinge\"\ntorque = \"0\"\n";
    assert_eq!(
        said(0, "damping = 1", taken),
        "joint[0].damping: there is a force \"hinge.damping\" already, as this one is called; names are unique"
    );
    let ball = arm("joint", EXPLICIT, ["damping = 1", "", ""], "").replacen("\"revolute\"", "\"spherical\"", 1);
    let message = refusal(&ball.replacen("axis = [0, 1, 0]\n", "", 1));
    assert!(
        message.contains("the joint \"hinge\" has no scalar coordinate; accepted: torque = [\"..\", "),
        "{message}"
    );
}

#[test]
fn outputs_of_all_joints_stand_in_one_table() {
    let written = parse(&arm("joint", EXPLICIT, ["", "", ""], ""));
    let text = arm("joint", EXPLICIT, ["", "", ""], "");
    let (head, _) = text.split_once("[[output]]").expect("outputs");
    let all = |more: &str| {
        let output = |name: &str, quantity: &str, key: &str| {
            format!("[[output]]\nname = \"{name}\"\nquantity = \"{quantity}\"\n{key} = \"*\"\n")
        };
        let weld = "[[body]]\nname = \"lump\"\nmass = 0.1\ninertia = [0.1, 0.1, 0.1]\n[[joint]]\nname = \"weld\"\nkind = \
                    \"fixed\"\nbetween = [\"rod\", \"lump\"]\n";
        let outputs = ["joint_position", "joint_velocity"].map(|of| output(&format!("{of} *"), of, "joint")).concat();
        format!(
            "{head}{weld}{outputs}{}{more}[method]\nformulation = \"joint\"\n{EXPLICIT}\n",
            output("*", "position", "body")
        )
    };
    let columns = |s: &Scenario| s.study.mechanism.columns();
    let s = parse(&all("[[output]]\nname = \"sum\"\nquantity = \"expression\"\nexpression = \"upper.x + lower.z\"\n"));
    let names: Vec<String> = columns(&s).into_iter().map(|(name, _)| name).collect();
    assert_eq!(
        names.join(", "),
        "joint_position hinge, joint_position elbow, joint_position sleeve.1, joint_position sleeve.2, joint_velocity \
         hinge, joint_velocity elbow, joint_velocity sleeve.1, joint_velocity sleeve.2, upper.x, upper.y, upper.z, lower.x, \
         lower.y, lower.z, rod.x, rod.y, rod.z, lump.x, lump.y, lump.z, sum"
    );
    assert!(columns(&written).iter().filter(|(name, _)| name.contains("position")).all(|c| columns(&s).contains(c)));
    let (out, _) = outputs(&s);
    assert_eq!(value(&s, &out, "sum"), value(&s, &out, "upper.x") + value(&s, &out, "lower.z"));
    let message = refusal(&all("").replace("joint_position *", "q"));
    let expected = "output[0].name: found \"q\" beside joint = \"*\"; accepted: a name with one * for the name of each joint, \
                    as in \"q_*\"";
    assert!(message.ends_with(expected), "{message}");
    let message = refusal(&all("[[output]]\nname = \"f*\"\nquantity = \"power\"\nforce = \"*\"\n"));
    assert!(message.contains("force: found \"*\"; there is no [[force]] that it could stand for"), "{message}");
}

#[test]
fn outputs_take_patterns_of_names() {
    let text = arm("joint", EXPLICIT, ["damping = 1\nstiffness = 2", "", "damping = [3, 0]"], "");
    let (head, _) = text.split_once("[[output]]").expect("outputs");
    let with = |outputs: &[(&str, &str, &str)]| {
        let output = |(quantity, key, pattern): &(&str, &str, &str)| {
            format!("[[output]]\nname = \"{quantity} *\"\nquantity = \"{quantity}\"\n{key} = \"{pattern}\"\n")
        };
        let outputs: String = outputs.iter().map(output).collect();
        format!("{head}{outputs}[method]\nformulation = \"joint\"\n{EXPLICIT}\n")
    };
    let names = |outputs: &[(&str, &str, &str)]| {
        let columns = parse(&with(outputs)).study.mechanism.columns();
        columns.into_iter().map(|(name, _)| name).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(
        names(&[("joint_position", "joint", "*e*"), ("power", "force", "h*"), ("position", "body", "?pper")]),
        "joint_position hinge, joint_position elbow, joint_position sleeve.1, joint_position sleeve.2, power hinge.stiffness, \
         power hinge.damping, position upper.x, position upper.y, position upper.z"
    );
    assert_eq!(names(&[("power", "force", "*.damping*")]), "power hinge.damping, power sleeve.damping.1");
    let message = refusal(&with(&[("joint_position", "joint", "elbo?*x")]));
    let expected = "joint: found \"elbo?*x\", which fits no name; did you mean \"elbow\"? accepted: a pattern of hinge, elbow, sleeve";
    assert!(message.contains(expected), "{message}");
}

/// A rod on a hinge with a rotor, kg m^2, that swings through a small angle.
fn rod(formulation: &str, method: &str, rotor: &str) -> Scenario {
    parse(&format!(
        r#"[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "rod"
mass = 1.2
inertia = [0.02, 0.03, 0.01]
initial = {{ position = [0, 0, -0.4] }}
[[joint]]
name = "hinge"
kind = "revolute"
between = ["ground", "rod"]
at = [0, 0, 0]
axis = [0, 1, 0]
initial = {{ coordinate = 1e-5 }}
{rotor}
[[output]]
name = "q"
quantity = "joint_position"
joint = "hinge"
[[output]]
name = "v"
quantity = "joint_velocity"
joint = "hinge"
[[output]]
name = "kinetic"
quantity = "kinetic_energy"
[method]
formulation = "{formulation}"
{method}
"#
    ))
}

#[test]
fn a_rotor_slows_a_pendulum_down() {
    // J = I + m l^2 + rotor, w^2 = m g l/J; the next term of the amplitude is 1e-5^2/16 of the period
    let (inertia, rotor) = (0.03 + 1.2 * 0.16, 0.35);
    for (key, total) in [("", inertia), ("rotor_inertia = 0.35", inertia + rotor)] {
        let w = (1.2 * 9.81 * 0.4_f64 / total).sqrt();
        let s = rod("joint", "integrator = \"dop853\"\nstep = 1e-2\nduration = 3.0", key);
        let (out, _) = outputs(&s);
        assert!((value(&s, &out, "q") - 1e-5 * (w * 3.0).cos()).abs() < 1e-15, "{key}");
        let kinetic = total * value(&s, &out, "v").powi(2) / 2.0;
        assert!((value(&s, &out, "kinetic") - kinetic).abs() < 1e-12 * kinetic, "{key}");
    }
}

/// [`KEYS`] with rotors on all coordinates.
fn with_rotors() -> [String; 3] {
    let rotors = ["rotor_inertia = \"J\"", "rotor_inertia = 0.1", "rotor_inertia = [0.3, \"J/20\"]"];
    std::array::from_fn(|i| format!("{}\n{}", rotors[i], KEYS[i]))
}

#[test]
fn both_formulations_have_the_same_accelerations_and_energies() {
    let keys = with_rotors();
    let keys = [&keys[0], &keys[1], &keys[2]].map(String::as_str);
    // the optimal start would move velocities by h^2
    let method = "integrator = \"generalized_alpha\"\nstart = \"plain\"\nstep = 1e-3\nduration = 0.01";
    let first = |formulation: &str, keys: [&str; 3]| {
        let s = parse(&arm(formulation, method, keys, "[sampling]\nevery = 1e-3\n"));
        let chunk = run_on(cpu_backends()[0].1.as_ref(), &s);
        assert_eq!(chunk.outcomes[0], Outcome::Completed);
        chunk.samples.values.row(0)
    };
    let (joint, absolute) = (first("joint", keys), first("absolute", keys));
    for (a, b) in joint.iter().zip(&absolute) {
        assert!((a - b).abs() < 1e-12 * (1.0 + a.abs()), "{a} {b}:\n{joint:?}\n{absolute:?}");
    }
    // the rotor of the sleeve's angle alone makes a difference
    let without = keys[2].replace("\"J/20\"", "0");
    let without = first("joint", [keys[0], keys[1], &without]);
    assert!(joint.iter().zip(&without).any(|(a, b)| (a - b).abs() > 1e-3));
}

#[test]
fn energy_changes_by_the_work_of_the_forces_where_there_are_rotors() {
    let keys = with_rotors();
    let keys = [&keys[0], &keys[1], &keys[2]].map(String::as_str);
    let s = parse(&arm("joint", EXPLICIT, keys, "[sampling]\nevery = 1e-3\n"));
    let samples = run_on(cpu_backends()[0].1.as_ref(), &s).samples;
    let at = |i: usize, name: &str| samples.values.value(i, column(&s, name));
    for i in [20, 70, 150] {
        let rate =
            (8.0 * (at(i + 1, "energy") - at(i - 1, "energy")) - (at(i + 2, "energy") - at(i - 2, "energy"))) / 12e-3;
        let power = at(i, "power");
        // h^4 of differences
        assert!(power.abs() > 0.1 && (rate - power).abs() < 1e-5 * power.abs(), "{i}: {rate} {power}");
    }
}

#[test]
fn derivatives_by_what_keys_of_joints_are_made_of() {
    let keys = with_rotors();
    let keys = [&keys[0], &keys[1], &keys[2]].map(String::as_str);
    let rotation = "[[force]]\nname = \"gimbal\"\nkind = \"joint_torque\"\njoint = \"ball\"\ntorque = [\"-k*v.1\", \
                    \"k*hinge.v\", \"-k*q.3\"]\n[[force]]\nname = \"mount\"\nkind = \"bushing\"\nbetween = [\"upper\", \
                    \"wheel\"]\npoints = [[0, 0.1, 0], [0, 0, 0.05]]\nstiffness = [\"k\", 2, \"5*k\"]\ndamping = [\"k/9\", \
                    0, 1]\n[[joint]]\nname = \"ball\"\nkind = \"spherical\"\nbetween = [\"ground\", \"wheel\"]\nat = [0, 1, \
                    0]\ninitial = { coordinates = [0.1, 0.2, 0.3], velocities = [1, 2, 3] }\n[[body]]\nname = \
                    \"wheel\"\nmass = 2\ninertia = [0.1, 0.2, 0.15]\ninitial = { position = [0, 1.2, 0.1] }\n[[output]]\nname \
                    = \"ball\"\nquantity = \"joint_velocity\"\njoint = \"ball\"\n";
    let text = arm("joint", EXPLICIT, keys, rotation);
    let with = parse(&(text.clone() + "[sensitivity]\nparameters = [\"k\", \"J\"]\n"));
    // in dual numbers, and by derivatives of what is recorded
    let all: Vec<Vec<f64>> = cpu_backends()
        .iter()
        .map(|(name, backend)| run_on(backend.as_ref(), &with).outputs_of(0).unwrap_or_else(|| panic!("{name}")))
        .collect();
    let names: Vec<String> = with.study.mechanism.columns().into_iter().map(|(name, _)| name).collect();
    for (i, name) in names.iter().enumerate() {
        assert!((all[0][i] - all[2][i]).abs() < 1e-11 * (1.0 + all[0][i].abs()), "{name}: {} {}", all[0][i], all[2][i]);
    }
    let moved = |parameter: &str, by: f64| {
        let line = |value: f64| format!("{parameter} = {{ default = {value:?} }}");
        let default = if parameter == "k" { 3.0 } else { 0.2 };
        assert!(text.contains(&line(default)));
        let s = parse(&text.replacen(&line(default), &line(default + by), 1));
        run_on(cpu_backends()[0].1.as_ref(), &s).outputs_of(0).expect("outputs")
    };
    for parameter in ["k", "J"] {
        let h = 1e-3;
        let [a, b, c, d] = [-2.0, -1.0, 1.0, 2.0].map(|n| moved(parameter, n * h));
        let mut largest: f64 = 0.0;
        for i in 0..a.len() {
            let difference = (8.0 * (c[i] - b[i]) - (d[i] - a[i])) / (12.0 * h);
            let derivative =
                all[0][names.iter().position(|n| *n == format!("d({})/d({parameter})", names[i])).expect("one")];
            largest = largest.max(derivative.abs());
            assert!(
                (difference - derivative).abs() < 1e-7 * (1.0 + derivative.abs()),
                "d({})/d({parameter}): {difference} {derivative}",
                names[i]
            );
        }
        assert!(largest > 0.1, "{parameter}: {largest}");
    }
}

#[test]
fn a_check_counts_in_words_and_shows_no_unit_of_pure_numbers() {
    let folder = tempfile::tempdir().expect("folder");
    let further = "[[event]]\nname = \"stop\"\nexpression = \"v\"\ndirection = \"falling\"\n[[output]]\nname = \
                   \"stops\"\nquantity = \"count_of\"\nevent = \"stop\"\n[method]\nintegrator = \"rkmk4\"\nstep = \
                   1.0\nduration = 1.0\n";
    std::fs::write(folder.path().join("block.toml"), block("1.5", further)).expect("a file");
    let run = gyrosweep(folder.path(), &["check", "block.toml"]);
    let said = String::from_utf8_lossy(&run.stdout);
    let rows: Vec<String> = said.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    for row in [
        "state 1 degree of freedom 1 coordinate",
        "output stops",
        "plan one 1 member",
        "method rkmk4 1 step of 1.0 s to 1.0 s",
    ] {
        assert!(rows.contains(&row.to_string()), "{row}:\n{said}");
    }
}

#[test]
fn a_rotor_of_negative_inertia_cannot_be() {
    let text = std::fs::read_to_string(root().join("scenarios/controlled_link.toml")).expect("a scenario");
    let message = refusal(&text.replace("rotor_inertia = \"rotor\"", "rotor_inertia = -0.1"));
    assert!(
        message.ends_with("joint[0].rotor_inertia: found -0.1 in \"motor\"; accepted: zero or a positive number"),
        "{message}"
    );
    let s = scenario(
        "controlled_link",
        &[
            ("rotor = { normal = [0.05, 0.005] }", "rotor = { uniform = [-0.05, 0.05] }"),
            ("members = 10000", "members = 16"),
        ],
    );
    let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::best()).expect("a thread"), &s);
    let rotor = s.study.plan().columns().iter().position(|name| name == "rotor").expect("a column");
    for (k, outcome) in chunk.outcomes.iter().enumerate() {
        let negative = chunk.members.row(k)[rotor] < 0.0;
        assert_eq!(*outcome, if negative { Outcome::Invalid } else { Outcome::Completed }, "{k}");
    }
}

/// What contacts keep beside the variables is nothing that formulas see: one far away changes no motion.
#[test]
fn contacts_change_no_formula_over_other_joints() {
    let of = |more: &str| {
        let s = parse(&format!(
            r#"
[[variable]]
name = "z"
initial = 0.25
rate = "-z"
[[body]]
name = "m"
mass = 1.0
inertia = [1, 1, 1]
[[body]]
name = "n"
mass = 1.0
inertia = [1, 1, 1]
initial = {{ position = [0, 0, 5] }}
[[joint]]
name = "a"
kind = "prismatic"
between = ["ground", "m"]
axis = [1, 0, 0]
[[joint]]
name = "b"
kind = "prismatic"
between = ["ground", "n"]
axis = [1, 0, 0]
initial = {{ coordinate = 0.5, velocity = 2.0 }}
[[force]]
name = "f"
kind = "joint_torque"
joint = "a"
torque = "3*b.q + 0.1*b.v + 0*z"
[[output]]
name = "x"
quantity = "joint_position"
joint = "a"
[method]
formulation = "joint"
integrator = "rk67"
step = 0.01
duration = 1.0
{more}"#
        ));
        run_on(cpu_backends()[0].1.as_ref(), &s).outputs.value(0, 0)
    };
    let contact = |name: &str| {
        format!(
            "[[contact]]\nname = \"{name}\"\nbetween = [\"m\", \"ground\"]\nplane = {{ normal = [0, 0, 1], at = [0, 0, -50] }}\n\
             normal_law = \"kelvin_voigt\"\nstiffness = 60\ndamping = 3\n"
        )
    };
    // x'' = 3 (0.5 + 2 t) + 0.2
    for more in [String::new(), contact("c"), contact("c") + &contact("d")] {
        let found = of(&more);
        assert!((found - 1.85).abs() < 1e-12, "{found} with {more}");
    }
}
