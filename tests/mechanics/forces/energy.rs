//! The energy changes by what forces do.

use super::{FORCES, body, outputs, value};
use crate::common::{cpu_backends, parse, run_on, tables_of};
use gyrosweep::io::scenario::example::{BASE, assemble};

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
        samples.values.each_row().map(|row| [row[0], row[1]]).collect()
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
    // both are integrated by one method; the kinks of a limited force let the difference fall slower than its order
    let (coarse, fine) = (balance("1e-3"), balance("5e-4"));
    eprintln!("{coarse:.2e} {fine:.2e}");
    assert!(coarse < 2e-5 && fine < 0.5 * coarse, "{coarse:e} {fine:e}");
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
