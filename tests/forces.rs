//! Forces by expressions, joint forces, formulas and events in scenario files.

mod common;

use common::*;
use gyrosweep::io::scenario::example::{BASE, assemble};
use gyrosweep::io::scenario::{Overrides, Scenario};
use gyrosweep::model::event::Direction;
use gyrosweep::model::output::EventValue;
use gyrosweep::model::trajectory;

/// The outputs at the end of a run on the scalar backend; all backends of the CPU must agree with it to the bit.
fn outputs(s: &Scenario) -> Vec<f64> {
    let mut first: Option<Vec<f64>> = None;
    for (name, backend) in cpu_backends() {
        let chunk = run_on(backend.as_ref(), s);
        let out = chunk.outputs_of(0).unwrap_or_else(|| panic!("{:?}", chunk.outcomes[0])).to_vec();
        let bits = |values: &[f64]| values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
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

/// Each force of the catalog by itself: its load on the bodies, its potential and its power are one another's derivatives,
/// dE/dt = P, wherever it is in its motion.
#[test]
fn the_energy_changes_at_the_rate_that_is_the_power_of_a_force() {
    const METHOD: &str = "[method]\nintegrator = \"dop853\"\nstep = 1e-4\nduration = 0.05\n[sampling]\nevery = 1e-4\n";
    const POWER: &str = "[[output]]\nname = \"power\"\nquantity = \"power\"\n";
    // energy and power over time
    let motion = |tables: &str| -> Vec<[f64; 2]> {
        let s = parse(&assemble(BASE, [tables, POWER, METHOD]));
        let samples = run_on(cpu_backends()[0].1.as_ref(), &s).samples;
        samples.values.chunks_exact(2).map(|row| [row[0], row[1]]).collect()
    };
    let alone = motion("");
    for tables in tables_of(&["force", "trajectory"]) {
        let rows = motion(&tables);
        let energy = |i: usize| rows[i][0];
        assert_eq!(rows.len(), 501);
        assert!((energy(500) - alone[500][0]).abs() > 1e-6, "it does nothing:\n{tables}");
        let largest = rows.iter().map(|row| row[1].abs()).fold(1.0, f64::max);
        for at in [50, 230, 320, 480] {
            // central differences of order 4 leave rounding of 30 J over h, 1e-10, and h^4 of a damper that sets in within
            // 10 ms, 4e-9; most leave 1e-11
            let rate = (8.0 * (energy(at + 1) - energy(at - 1)) - (energy(at + 2) - energy(at - 2))) / 12e-4;
            let error = (rate - rows[at][1]).abs() / largest;
            eprintln!("{at}: {rate} {} {error:.1e}", rows[at][1]);
            assert!(error < 1e-8, "{error:e} at {at}: {rate} W, {} W:\n{tables}", rows[at][1]);
        }
    }
}

#[test]
fn the_energy_changes_by_the_work_of_the_forces() {
    // without the jumps of a trajectory that ends
    let start = FORCES.find("trajectory = ").unwrap();
    let end = start + FORCES[start..].find('\n').unwrap();
    let smooth = "trajectory = { kind = \"expression\", position = \"0.2 + sin(k*t)/5\" }";
    let forces = format!("{}{smooth}{}", &FORCES[..start], &FORCES[end..]);
    let parts = format!(
        "{forces}{}",
        r#"
[[output]]
name = "energy"
quantity = "energy"
[[output]]
name = "change"
quantity = "energy"
over = "drift"
[[output]]
name = "work"
quantity = "power"
over = "integral"
[[output]]
name = "motor_work"
quantity = "power"
force = "motor"
over = "integral"
"#
    );
    let balance = |step: &str| {
        let at = |duration: &str| {
            let text = body(&parts).replace("step = 1e-3", &format!("step = {step}"));
            let s = parse(&text.replace("duration = 0.5", &format!("duration = {duration}")));
            let out = outputs(&s);
            ["energy", "work", "motor_work"].map(|name| value(&s, &out, name))
        };
        let ([start, before, _], [end, after, motor]) = (at(step), at("0.5"));
        assert!(after.abs() > 0.1 && motor.abs() > 0.01, "the forces work: {after} {motor}");
        ((end - start) - (after - before)).abs()
    };
    // the trapezoidal rule leaves h^2: half the step, a quarter of the difference
    let (coarse, fine) = (balance("1e-3"), balance("5e-4"));
    eprintln!("{coarse:.2e} {fine:.2e}");
    assert!(coarse < 2e-4 && fine < 0.3 * coarse, "{coarse:e} {fine:e}");
}

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

const FORMULAS: &str = r#"
[[output]]
name = "sum"
quantity = "expression"
expression = "k*p.z + 100*t + 0*energy"
unit = "m"
[[output]]
name = "p"
quantity = "position"
body = "a"
[[output]]
name = "energy"
quantity = "energy"
[[output]]
name = "twice"
quantity = "expression"
expression = "2*sum"
[[output]]
name = "largest"
quantity = "expression"
expression = "p.x*t"
over = "max"
[[output]]
name = "area"
quantity = "expression"
expression = "t"
over = "integral"
"#;

#[test]
fn formulas_are_made_of_other_columns() {
    let s = parse(&body(FORMULAS));
    let out = outputs(&s);
    let value = |name: &str| value(&s, &out, name);
    assert_eq!(value("sum"), 3.0 * value("p.z") + 50.0);
    assert_eq!(value("twice"), 2.0 * value("sum"));
    assert!((value("largest") - 0.6 * 0.5).abs() < 1e-14);
    assert!((value("area") - 0.125).abs() < 1e-12);
    let columns = s.study.mechanism.columns();
    assert_eq!(columns[0], ("sum".into(), "m".into()));
    assert_eq!(columns.iter().find(|(name, _)| name == "area").unwrap().1, "s");
}

const EVENTS: &str = r#"
[[event]]
name = "low"
expression = "p.z - k/10"
direction = "falling"
terminal = true
[[event]]
name = "late"
expression = "t - 0.3 + 0*sum"
direction = "both"
[[output]]
name = "when"
quantity = "time_of"
event = "low"
[[output]]
name = "last"
quantity = "time_of"
event = "late"
which = "last"
[[output]]
name = "often"
quantity = "count_of"
event = "late"
"#;

#[test]
fn events_are_expressions_over_the_outputs() {
    let s = parse(&body(&format!("{FORMULAS}{EVENTS}")));
    let m = &s.study.mechanism;
    assert_eq!(m.events.len(), 2);
    assert_eq!((m.events[0].direction, m.events[0].terminal), (Direction::Falling, true));
    assert_eq!((m.events[1].direction, m.events[1].terminal), (Direction::Both, false));
    let mut columns = vec![0.0; m.columns().len()];
    columns[column(&s, "p.z")] = 7.0;
    let parameters = m.defaults();
    assert_eq!(m.events[0].evaluate(&parameters).value(&columns, 1.0), 7.0 - 3.0 / 10.0);
    assert_eq!(m.events[1].evaluate(&parameters).value(&columns, 1.0), 1.0 - 0.3);
    let told: Vec<_> = m.outputs.iter().filter_map(|o| o.quantity.of_event()).map(|q| (q.event, q.value)).collect();
    assert_eq!(told, [(0, EventValue::First), (1, EventValue::Last), (1, EventValue::Count)]);
    assert!(m.columns().contains(&("when".into(), "s".into())));
}

/// What is said of a scenario text.
fn error(text: &str) -> String {
    let path = root().join("top.toml");
    let error = Scenario::parse(&path, text, Overrides::default()).map(|_| ()).unwrap_err().to_string();
    error.replace(&format!("{}", path.display()), "top.toml")
}

/// The message about a scenario of formulas and events, one part of which is replaced, without its place.
fn mistake(from: &str, to: &str) -> String {
    let text = body(&format!("{FORCES}{FORMULAS}{EVENTS}"));
    assert!(text.contains(from), "{from}");
    let message = error(&text.replacen(from, to, 1));
    message.splitn(3, ':').nth(2).unwrap_or(&message).trim().to_string()
}

#[test]
fn mistakes_are_named_with_their_key() {
    let trajectories = trajectory::ALL.iter().map(|t| t.name).collect::<Vec<_>>().join(", ");
    for (from, to, expected) in [
        (
            "direction = \"falling\"\n",
            "",
            "event[0].direction: this key is needed and missing: it says which passages of the expression through zero \
             count; accepted: rising, falling, both",
        ),
        (
            "direction = \"falling\"",
            "direction = \"down\"",
            "event[0].direction: found \"down\"; accepted: rising, falling, both",
        ),
        ("terminal = true", "terminal = 1", "event[0].terminal: found the number 1; accepted: true or false"),
        (
            "p.z - k/10",
            "p.w - k/10",
            "event[0].expression: \"p.w - k/10\": unknown name \"p.w\"; did you mean \"p.z\"? parameters: k; variables: \
             t, sum, p.x, p.y, p.z, energy, twice, largest, area",
        ),
        (
            "p.z - k/10",
            "1/(p.x - 0.1)",
            "event[0].expression: the expression is inf at the start; accepted: a finite value there",
        ),
        (
            "event = \"low\"",
            "event = \"lo\"",
            "output[6].event: unknown event \"lo\"; did you mean \"low\"? events: low, late",
        ),
        (
            "event = \"low\"",
            "event = \"low\"\nover = \"max\"",
            "output[6].over: \"time_of\" has no value at an instant and cannot be reduced over time",
        ),
        (
            "expression = \"k*p.z + 100*t + 0*energy\"",
            "expression = \"twice\"",
            "output[0].expression: \"twice\": unknown name \"twice\"; parameters: k; variables: t, p.x, p.y, p.z, energy",
        ),
        (
            "expression = \"2*sum\"",
            "expression = \"ln(p.x - 1)\"",
            "output[3].expression: the expression is NaN at the start; accepted: a finite value there",
        ),
        ("name = \"energy\"", "name = \"t\"", "output[2].name: \"t\" is the time in expressions; choose another name"),
        ("\"k*sin(4*t)\"", "\"k/t\"", "force[2].name: the force is inf at the start; accepted: finite values there"),
        (
            "joint = \"a\"\ncomponent = 1",
            "joint = \"a\"",
            "force[5].component: the joint \"a\" has several scalar coordinates; say which: 1 (m), 2 (m), 3 (m)",
        ),
        (
            "times = [0, 0.2, 0.4]",
            "times = [0, 0.2, 0.1]",
            "force[8].trajectory.times: 0.1 s follows 0.2 s; accepted: increasing times",
        ),
        (
            "accelerations = [3, \"-k\"]",
            "accelerations = [3]",
            "force[8].trajectory.accelerations: found 1 accelerations for 3 times; accepted: at least two times, and one \
             acceleration between each two",
        ),
        (
            "kind = \"accelerations\"",
            "kind = \"acceleration\"",
            &format!(
                "force[8].trajectory.kind: unknown trajectory \"acceleration\"; did you mean \"accelerations\"? accepted: \
                 {trajectories}"
            ),
        ),
        (
            "hold = true",
            "hold = true, holt = 1",
            "force[8].trajectory.holt: unknown key; did you mean \"hold\"? accepted: kind, times, accelerations, position, \
             velocity, hold",
        ),
        ("limit = 30", "limit = -1", "force[8].limit: found -1.0; accepted: zero or a positive number"),
    ] {
        assert_eq!(mistake(from, to), expected, "{to}");
    }
}

#[test]
fn a_variable_that_is_also_a_parameter_is_named() {
    let text = body(FORCES).replace("[parameters]", "[parameters]\nvx = { default = 1 }");
    assert!(
        error(&text).contains(
            "force[2].force: \"-0.2*vx*sqrt(vx^2 + vy^2 + vz^2)\": \"vx\" is both a parameter and a variable that this \
             expression has (t, x, y, z, vx, vy, vz); rename the parameter"
        ),
        "{}",
        error(&text)
    );
}

#[test]
fn a_trajectory_must_last_as_long_as_the_run() {
    let text = body(&format!("{FORCES}[[output]]\nname = \"e\"\nquantity = \"energy\"\n"));
    let held = parse(&text);
    assert_eq!(held.study.mechanism.check_duration(&[3.0], 0.5), Ok(()));
    let message = error(&text.replace("hold = true", "hold = false"));
    assert!(
        message.contains("force[8].trajectory: the trajectory ends at 0.4 s and the duration is 0.5 s"),
        "{message}"
    );
    let free = parse(&text.replace("hold = true", "hold = false").replace("duration = 0.5", "duration = 0.4"));
    let mechanism = &free.study.mechanism;
    assert_eq!(mechanism.check_duration(&[3.0], 0.4), Ok(()));
    let wrong = mechanism.check_duration(&[3.0], 0.5).unwrap_err();
    assert_eq!(wrong.part, ("force", 8, "trajectory"));
    assert_eq!(
        wrong.message,
        "the trajectory ends at 0.4 s and the duration is 0.5 s; accepted: a trajectory as long as the run, or hold = \
         true, with which it stays at its last position"
    );
}

const ARM: &str = r#"
[parameters]
k = { default = 3.0 }
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "upper"
mass = 2.0
inertia = [0.05, 0.06, 0.02]
initial = { position = [0.3, 0, 0] }
[[body]]
name = "lower"
mass = 1.0
inertia = [0.02, 0.03, 0.02]
initial = { position = [0.9, 0, 0] }
[[body]]
name = "slider"
mass = 0.5
inertia = [0.01, 0.01, 0.01]
initial = { position = [1.2, 0, 0] }
[[joint]]
name = "shoulder"
kind = "revolute"
between = ["ground", "upper"]
at = [0, 0, 0]
axis = [0, 1, 0]
[[joint]]
name = "elbow"
kind = "revolute"
between = ["upper", "lower"]
at = [0.6, 0, 0]
axis = [0, 1, 0]
[[joint]]
name = "rail"
kind = "prismatic"
between = ["lower", "slider"]
axis = [1, 0, 0]
[[force]]
name = "drive"
kind = "joint_control"
joint = "shoulder"
trajectory = { kind = "expression", position = "0.5*sin(k*t)" }
proportional = 200
derivative = 15
feed_forward = "0.9*ad"
[[force]]
name = "brake"
kind = "joint_spring_damper"
joint = "elbow"
stiffness = "k"
damping = 0.3
rest = 0.2
[[force]]
name = "motor"
kind = "joint_torque"
joint = "elbow"
torque = "2*cos(7*t) - 0.1*v"
[[force]]
name = "stops"
kind = "joint_limit"
joint = "rail"
lower = -0.05
upper = 0.05
stiffness = 5e3
damping = 20
depth = 0.005
[method]
integrator = "rkmk4"
step = 1e-3
duration = 1.0
[[output]]
name = "energy"
quantity = "energy"
[[output]]
name = "work"
quantity = "power"
over = "integral"
[[output]]
name = "rail"
quantity = "joint_position"
joint = "rail"
over = "max"
[[output]]
name = "push"
quantity = "joint_force"
joint = "rail"
over = "min"
[[output]]
name = "error"
quantity = "tracking_error"
control = "drive"
[[output]]
name = "elbow"
quantity = "joint_position"
joint = "elbow"
[[output]]
name = "elbow_rate"
quantity = "joint_velocity"
joint = "elbow"
[[output]]
name = "elbow_force"
quantity = "joint_force"
joint = "elbow"
"#;

#[test]
fn an_arm_with_motors_and_stops_balances_its_energy() {
    let run = |step: &str, duration: &str| {
        let text = ARM.replace("step = 1e-3", &format!("step = {step}"));
        let s = parse(&text.replace("duration = 1.0", &format!("duration = {duration}")));
        let out = outputs(&s);
        let at = |name: &str| value(&s, &out, name);
        if duration == "1.0" {
            // the slider is held by its stop, which is pressed in by a fraction of the weight over the stiffness
            assert!(at("rail") > 0.05 && at("rail") < 0.08, "{}", at("rail"));
            assert!(at("push") < -1.0, "{}", at("push"));
            assert!(at("error").abs() < 0.3, "{}", at("error"));
            let (q, v) = (at("elbow"), at("elbow_rate"));
            let expected = -(3.0 * (q - 0.2) + 0.3 * v) + (2.0 * 7f64.cos() - 0.1 * v);
            assert!((at("elbow_force") - expected).abs() < 1e-12 * (1.0 + v.abs()));
        }
        [at("energy"), at("work")]
    };
    let balance = |step: &str| {
        let ([start, before], [end, after]) = (run(step, step), run(step, "1.0"));
        assert!((after - before).abs() > 0.1, "the motors work");
        ((end - start) - (after - before)).abs()
    };
    // the trapezoidal rule leaves h^2 except at the impacts on the stops, whose dampers set in within a few steps;
    // a force that is left out of the balance leaves more than 1e-2
    let (coarse, fine) = (balance("1e-3"), balance("5e-4"));
    eprintln!("{coarse:.2e} {fine:.2e}");
    assert!(fine < 0.7 * coarse && coarse < 2e-4, "{coarse:e} {fine:e}");
}
