//! Forces by expressions, joint forces, formulas and events in scenario files.

mod contact;
mod discs_and_blocks;
mod elements;
mod energy;
mod formulas;
mod mistakes;
mod profiles;

use crate::common::*;
use gyrosweep::io::scenario::Scenario;

/// The outputs at the end of a run; all backends of the CPU must agree to the bit, but for the scalar code of implicit methods,
/// which solves with pivoting and so rounds otherwise.
fn outputs(s: &Scenario) -> Vec<f64> {
    let mut first: Option<Vec<f64>> = None;
    for (name, backend) in cpu_backends().into_iter().skip(usize::from(s.study.is_implicit())) {
        let chunk = run_on(backend.as_ref(), s);
        let out = chunk.outputs_of(0).unwrap_or_else(|| panic!("{:?}", chunk.outcomes[0]));
        // but for signs of zeros, which recordings do not keep where an equation has a zero by its structure
        let bits = |values: &[f64]| values.iter().map(|x| (x + 0.0).to_bits()).collect::<Vec<_>>();
        if let Some(first) = &first {
            assert_eq!(bits(first), bits(&out), "{name}");
        }
        first.get_or_insert(out);
    }
    first.unwrap()
}

fn value(s: &Scenario, out: &[f64], name: &str) -> f64 {
    out[column(s, name)]
}

/// The largest error of position, velocity and angular velocity of the follower scenario.
fn follower(step: &str, time: &str) -> f64 {
    let s = scenario(
        "follower",
        &[("step = 1e-3", &format!("step = {step}")), ("duration = 1.0", &format!("duration = {time}"))],
    );
    let out = outputs(&s);
    let data = golden("p06b_follower.json");
    let results = data["cases"][0]["results"].as_array().unwrap();
    let result = results.iter().find(|r| r["t"].as_f64() == Some(time.parse().unwrap())).unwrap();
    let part = |name: &str, key: &str| {
        let at = column(&s, &format!("{name}.x"));
        distance(&out[at..at + 3], &numbers(&result[key]))
    };
    part("com", "x").max(part("velocity", "xdot")).max(part("omega", "omega_body"))
}

#[test]
fn follower_forces_and_torques_over_time_meet_their_reference() {
    // the error of the method at this step; it falls with its fourth power, see below
    for (time, limit) in [("0.5", 1e-10), ("1.0", 1e-9)] {
        let error = follower("1e-3", time);
        eprintln!("t = {time}: {error:.2e}");
        assert!(error < limit, "t = {time}: {error:e}");
    }
}

#[test]
fn forces_over_time_keep_the_order_of_the_method() {
    // a force at the wrong stage time would leave order one
    let errors: Vec<(f64, f64)> =
        ["1e-2", "5e-3", "2.5e-3"].iter().map(|h| (h.parse().unwrap(), follower(h, "1.0"))).collect();
    let order = slope(&errors);
    eprintln!("order {order:.3} from {errors:?}");
    assert!((order - 4.0).abs() < 0.2, "{order} from {errors:?}");
}

/// A scenario of one free body with parts.
fn body(parts: &str) -> String {
    format!(
        r#"
[parameters]
k = {{ default = 3.0 }}
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "a"
mass = 2.0
inertia = [0.5, 0.6, 0.7]
initial = {{ position = [0.1, 0.2, 0.3], velocity = [1, -1, 0.5], angular_velocity = [1, 2, -1] }}
[[body]]
name = "b"
mass = 1.5
inertia = [0.4, 0.5, 0.3]
initial = {{ position = [1, 0, 0], rotation_vector = [0.3, -0.2, 0.4], angular_velocity = [-1, 0.5, 2] }}
[method]
integrator = "rkmk4"
step = 1e-3
duration = 0.5
{parts}
"#
    )
}

/// Forces of every kind that acts on bodies that are free: the joint of a free body has its name, and its
/// scalar coordinates are those of its centre of mass.
const FORCES: &str = r#"
[[force]]
name = "spring"
kind = "spring_damper"
between = ["a", "b"]
points = [[0.1, 0, 0], [0, 0.1, 0]]
stiffness = 20
damping = 1.5
length = 0.5
[[force]]
name = "twist"
kind = "rotational_spring_damper"
between = ["a", "b"]
stiffness = 2
damping = 0.3
rest = [0.1, 0, 0.2]
[[force]]
name = "drag"
kind = "expression_force"
body = "a"
force = ["-0.2*vx*sqrt(vx^2 + vy^2 + vz^2)", "-0.2*vy", "k*sin(4*t)"]
point = [0, 0.1, 0]
[[force]]
name = "friction"
kind = "expression_torque"
body = "b"
torque = ["-0.1*wx", "-0.1*wy*abs(wy)", "0.2*t"]
frame = "body"
[[force]]
name = "support"
kind = "bushing"
body = "b"
at = [1, 0, 0]
stiffness = [10, 20, 30]
damping = [0.1, 0.2, 0.3]
[[force]]
name = "slide"
kind = "joint_spring_damper"
joint = "a"
component = 1
stiffness = "k"
damping = 0.2
rest = 0.4
[[force]]
name = "floor"
kind = "joint_limit"
joint = "a"
component = 3
lower = 0.2
stiffness = 500
damping = 5
depth = 0.01
[[force]]
name = "motor"
kind = "joint_torque"
joint = "b"
component = 3
torque = "k*cos(5*t) - 0.3*v"
[[force]]
name = "follow"
kind = "joint_control"
joint = "a"
component = 2
trajectory = { kind = "accelerations", times = [0, 0.2, 0.4], accelerations = [3, "-k"], position = 0.2, velocity = -1, hold = true }
proportional = 40
derivative = 4
feed_forward = "0.5*ad"
limit = 30
"#;

#[test]
fn joint_outputs_tell_the_coordinates_and_what_acts_on_them() {
    let parts = format!(
        "{FORCES}{}",
        r#"
[[output]]
name = "q"
quantity = "joint_position"
joint = "a"
[[output]]
name = "p"
quantity = "position"
body = "a"
[[output]]
name = "turn"
quantity = "rotation_vector"
body = "a"
[[output]]
name = "v"
quantity = "joint_velocity"
joint = "a"
[[output]]
name = "rate"
quantity = "joint_acceleration"
joint = "a"
component = 2
[[output]]
name = "acceleration"
quantity = "acceleration"
body = "a"
[[output]]
name = "force"
quantity = "joint_force"
joint = "a"
[[output]]
name = "wanted"
quantity = "trajectory"
control = "follow"
[[output]]
name = "wanted_rate"
quantity = "trajectory_velocity"
control = "follow"
[[output]]
name = "error"
quantity = "tracking_error"
control = "follow"
"#
    );
    let s = parse(&body(&parts));
    let out = outputs(&s);
    let value = |name: &str| value(&s, &out, name);
    for (i, axis) in ["x", "y", "z"].iter().enumerate() {
        assert_eq!(value(&format!("q.{}", i + 1)), value(&format!("p.{axis}")));
        assert_eq!(value(&format!("q.{}", i + 4)), value(&format!("turn.{axis}")));
    }
    // the joint's own frame is that of the world, up to the rounding of its rotation
    assert!((value("rate") - value("acceleration.y")).abs() < 1e-12, "{}", value("rate"));
    assert_eq!(value("force.1"), -(3.0 * (value("q.1") - 0.4) + 0.2 * value("v.1")));
    // held at 0.4 s: 0.2 - 1 0.4 + 3 (0.2^2/2 + 0.2 0.2) - 3 0.2^2/2
    assert!((value("wanted") - (0.2 - 0.4 + 0.12)).abs() < 1e-14, "{}", value("wanted"));
    assert_eq!((value("wanted_rate"), value("error")), (0.0, value("wanted") - value("q.2")));
    assert_eq!(value("force.2"), 40.0 * value("error") + 4.0 * (0.0 - value("v.2")));
    let units: Vec<(String, String)> = s.study.mechanism.columns();
    for (name, unit) in
        [("q.3", "m"), ("q.4", "rad"), ("v.1", "m/s"), ("v.6", "rad/s"), ("force.1", "N"), ("force.5", "N m")]
    {
        assert!(units.contains(&(name.into(), unit.into())), "{name} {unit}: {units:?}");
    }
}

/// Two bodies of 1 kg and 3 kg in the same place, the first with this velocity along x, and this between them; the
/// output `x` is how far they are apart at the end.
fn apart(velocity: f64, spring: &str, method: &str) -> Vec<(&'static str, f64)> {
    let body = |name: &str, mass: f64, velocity: f64| {
        format!(
            "[[body]]\nname = \"{name}\"\nmass = {mass}\ninertia = [1, 1, 1]\ninitial = {{ velocity = [{velocity:?}, 0, \
             0] }}\n"
        )
    };
    let position = |name: &str| format!("[[output]]\nname = \"{name}\"\nquantity = \"position\"\nbody = \"{name}\"\n");
    let s = parse(&format!(
        "{}{}[[force]]\nname = \"spring\"\nkind = \"spring_damper\"\nbetween = [\"a\", \"b\"]\npoints = [[0, 0, 0], \
         [0, 0, 0]]\n{spring}\n{}{}[method]\n{method}\nduration = 0.8\n",
        body("a", 1.0, velocity),
        body("b", 3.0, 0.0),
        position("a"),
        position("b"),
    ));
    let of = |(name, backend): (&'static str, Box<dyn gyrosweep::ensemble::Backend>)| {
        let chunk = run_on(backend.as_ref(), &s);
        let out = chunk.outputs_of(0).unwrap_or_else(|| panic!("{name}: {:?}", chunk.outcomes[0]));
        (name, value(&s, &out, "a.x") - value(&s, &out, "b.x"))
    };
    f64_backends(&s).into_iter().map(of).collect()
}

#[test]
fn a_spring_between_points_that_coincide_has_a_force() {
    let (k, d, mass, t): (f64, f64, f64, f64) = (40.0, 2.0, 0.75, 0.8);
    // x'' + 2 b x' + w^2 x = 0 from x = 0, x' = 0.3
    let (b, w) = (d / mass / 2.0, (k / mass - (d / mass / 2.0).powi(2)).sqrt());
    let expected = 0.3 * (-b * t).exp() * (w * t).sin() / w;
    let spring = "stiffness = 40\ndamping = 2";
    let mut errors = Vec::new();
    for step in [0.02, 0.01, 0.005] {
        let method = format!("integrator = \"rkmk4\"\nstep = {step:?}");
        let all = apart(0.3, spring, &method);
        for (name, x) in &all {
            assert_eq!(x.to_bits(), all[0].1.to_bits(), "{name}");
        }
        errors.push((step, (all[0].1 - expected).abs()));
    }
    // a force that is wrong where the points coincide would leave order one
    let order = slope(&errors);
    assert!((order - 4.0).abs() < 0.2, "{order} from {errors:?}");
    // while they fly apart, a spring with a length pulls with k (x - l): x'' + w^2 x = w^2 l
    let (w, l, t) = ((4.0 / mass).sqrt(), 0.05, 0.8);
    let expected = l + (0.3 * (w * t).sin() / w) - l * (w * t).cos();
    for (name, x) in apart(0.3, "stiffness = 4\nlength = 0.05", "integrator = \"rkmk4\"\nstep = 0.002") {
        assert!((x - expected).abs() < 1e-9, "{name}: {x} {expected}");
    }
    // at rest there is no line
    for spring in [spring, "stiffness = 40\nlength = 0.2"] {
        for (name, x) in apart(0.0, spring, "integrator = \"tsit5\"\ntolerance = 1e-8") {
            assert_eq!(x, 0.0, "{name}");
        }
    }
}
