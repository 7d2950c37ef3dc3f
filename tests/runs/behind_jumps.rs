//! Steps that end where something jumps, or are shorter or longer than the last one, keep the order of their method.

use crate::common::*;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};

/// A pendulum of 2 kg in a revolute joint under a torque, whose joint force is looked at.
fn pendulum(torque: &str) -> String {
    format!(
        r#"
[parameters]
size = 5.0
at = 0.5037
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "rod"
mass = 2.0
inertia = [0.01, 0.2, 0.2]
initial = {{ position = [0.5, 0, 0] }}
[[joint]]
name = "pin"
kind = "revolute"
between = ["ground", "rod"]
at = [0, 0, 0]
axis = [0, 1, 0]
[[force]]
name = "torque"
kind = "joint_torque"
joint = "pin"
torque = "{torque}"
[[output]]
name = "force"
quantity = "reaction_force"
joint = "pin"
[[output]]
name = "angle"
quantity = "joint_position"
joint = "pin"
[[output]]
name = "acceleration"
quantity = "joint_acceleration"
joint = "pin"
"#
    )
}

/// A rod that hangs on a slider, which is led along a smooth step: the force that leads it jumps at both ends.
const LED: &str = r#"
[parameters]
size = 0.3
at = 0.3037
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "slider"
mass = 1.0
inertia = [0.1, 0.1, 0.1]
[[body]]
name = "rod"
mass = 2.0
inertia = [0.01, 0.2, 0.2]
initial = { position = [0, 0, -0.5], rotation_vector = [0, "pi/2", 0] }
[[joint]]
name = "rail"
kind = "prismatic"
between = ["ground", "slider"]
axis = [1, 0, 0]
[[joint]]
name = "pin"
kind = "revolute"
between = ["slider", "rod"]
at = [0, 0, 0]
axis = [0, 1, 0]
[[constraint]]
name = "drive"
kind = "motion"
joint = "rail"
position = "size*smoothstep((t - at)/0.4)"
[[output]]
name = "force"
quantity = "constraint_force"
constraint = "drive"
"#;

/// A top that a force pushes from a time on.
const TOP: &str = r#"
[parameters]
size = 200
at = 0.05037
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "top"
mass = 15.0
inertia = [0.234375, 0.46875, 0.234375]
initial = { position = [0, 1, 0], velocity = [4.61538, 0, 0], angular_velocity = [0, 150, -4.61538] }
[[joint]]
name = "pivot"
kind = "spherical"
between = ["ground", "top"]
at = [0, 0, 0]
[[force]]
name = "push"
kind = "expression_force"
body = "top"
force = ["size*step(t - at)", "0", "0"]
[[output]]
name = "force"
quantity = "reaction_force"
joint = "pivot"
"#;

/// The columns of the end of a run by a method, derivatives behind outputs; before them those of samples, which the adjoint method has not.
fn numbers(mechanism: &str, method: &str, (by, every): (&str, f64)) -> Vec<Vec<f64>> {
    let sampling = if by == "direct" { format!("[sampling]\nevery = {every:?}\n") } else { String::new() };
    let more = format!(
        "[method]\n{method}\n[plan]\nkind = \"one\"\n{sampling}[sensitivity]\nparameters = [\"size\", \"at\"]\nmethod = \"{by}\"\n"
    );
    let lanes = CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread");
    let chunk = run_on(&lanes, &parse(&[mechanism, &more].concat()));
    let samples = (0..chunk.samples.rows.len()).skip(1).map(|row| chunk.samples.values.row(row).to_vec());
    samples.chain([chunk.outputs.row(0).to_vec()]).collect()
}

/// The largest difference of numbers, whose last rows are of the same time, in parts of the largest of each column.
fn difference(found: &[Vec<f64>], exact: &[Vec<f64>]) -> f64 {
    let columns = exact[exact.len() - 1].len();
    let (mut apart, mut size) = (vec![0.0f64; columns], vec![1e-3f64; columns]);
    for (found, exact) in found.iter().rev().zip(exact.iter().rev()) {
        for (c, (found, exact)) in found.iter().zip(exact).enumerate() {
            apart[c] = apart[c].max((found - exact).abs());
            size[c] = size[c].max(exact.abs());
        }
    }
    apart.iter().zip(size).map(|(apart, size)| apart / size).fold(0.0, f64::max)
}

/// The multipliers of index 3 had errors of the order of the step for all the steps behind one of another length: 2 N of 60 N.
#[test]
fn multipliers_do_not_ring_behind_steps_of_another_length() {
    for (mechanism, [step, every, duration], most) in [
        (pendulum("size*step(t - at) - 8*step(t - 0.6012)"), [5e-3, 0.05, 0.8], 4e-3),
        (pendulum("where(q - 1.2*at, -40*(q - 1.2*at) - size, 0)"), [5e-3, 0.05, 0.8], 4e-3),
        (pendulum("clamp(-40*(q - at), -4*size, 4*size)"), [5e-3, 0.05, 0.6], 1.5e-2),
        (LED.to_string(), [5e-3, 0.05, 0.8], 2e-3),
        (TOP.to_string(), [1e-3, 5e-3, 0.08], 1e-2),
    ] {
        let run = |method: &str, by: &str| {
            let method = format!("formulation = \"absolute\"\n{method}\nduration = {duration:?}");
            numbers(&mechanism, &method, (by, every))
        };
        let exact = run(&format!("integrator = \"radau2a\"\nstages = 3\nstep = {:?}", step / 5.0), "direct");
        for by in ["direct", "adjoint"] {
            let error = |part: f64| {
                let found = run(&format!("integrator = \"generalized_alpha\"\nstep = {:?}", step * part), by);
                (part, difference(&found, &exact))
            };
            let errors = [1.0, 0.25].map(error);
            let order = slope(&errors);
            eprintln!("{by}: order {order} of {errors:?}");
            assert!(order > 1.7 && errors[1].1 < most, "{by}: order {order} of {errors:?}: {mechanism}");
        }
    }
}

/// What passes zero moves with its rate, which `cg` knew to the first order alone; and a step of a method of order 5 that ended where
/// something jumps was known to the fourth.
#[test]
fn steps_that_end_at_jumps_have_the_order_of_the_method() {
    let variables = "[parameters]\nat = 0.4\nsize = 2.0\n[[variable]]\nname = \"v\"\ninitial = 1.0\nrate = \"where(x - at, -size, 0) - 3*x - 0.5*v - \
                     0.3*sign(v - 0.3)\"\n[[variable]]\nname = \"x\"\ninitial = 0.0\nrate = \"v\"\n[[output]]\nname = \"x\"\nquantity = \
                     \"variable\"\nvariable = \"x\"\n[[output]]\nname = \"speed\"\nquantity = \"variable\"\nvariable = \"v\"\n";
    let passage = "[[event]]\nname = \"passes\"\nexpression = \"speed - 0.1*at\"\ndirection = \"both\"\n[[output]]\nname = \
                   \"passage\"\nquantity = \"time_of\"\nevent = \"passes\"\n";
    let rod = pendulum("where(q - at, -size, 0) - 0.8*v - 0.2*sign(v - 3)");
    for mechanism in [variables, &[variables, passage].concat(), &rod[..]] {
        let run = |method: &str, by: &str| {
            let method = format!("formulation = \"joint\"\n{method}\nduration = 0.9");
            let mechanism =
                mechanism.replace("[[output]]\nname = \"force\"\nquantity = \"reaction_force\"\njoint = \"pin\"\n", "");
            numbers(&mechanism, &method, (by, 0.9))
        };
        let exact = run("integrator = \"dop853\"\nstep = 1e-3", "direct");
        for (method, step, order, most) in [("cg", 0.01, 2.0f64, 2e-4), ("radau2a_3", 0.05, 5.0, 1e-7)] {
            // what lies within steps is known to the fourth order
            let order = if mechanism.contains("time_of") { order.min(3.5) } else { order };
            for by in ["direct", "adjoint"] {
                let error = |part: f64| {
                    let found = run(&format!("integrator = \"{method}\"\nstep = {:?}", step * part), by);
                    (part, difference(&found, &exact))
                };
                let errors = [1.0, 0.5, 0.25].map(error);
                let found = slope(&errors);
                eprintln!("{method}, {by}: order {found} of {errors:?}");
                assert!(
                    found > order - 0.5 && errors[2].1 < most,
                    "{method}, {by}: order {found} of {errors:?}: {mechanism}"
                );
            }
        }
    }
}
