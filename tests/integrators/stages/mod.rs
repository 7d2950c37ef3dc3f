//! Methods with stages on SE(3) and R^3 x SO(3), Radau IIA and Galerkin methods in time, beside discrete solutions of the schemes
//! themselves: Han (2019), Chapter 5.

mod adaptive;
mod discrete;
mod orders;
mod refused;

use crate::common::{numbers, parse, run_on, scenario};
use gyrosweep::ensemble::Chunk;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::io::scenario::Scenario;
use serde_json::Value;

/// A scheme of the reference in the words of a scenario.
fn method(case: &Value) -> String {
    let group = if case["group"] == "SE(3)" { "se3" } else { "r3so3" };
    let integrator = match case["scheme"].as_str().unwrap() {
        "radau2a_2" => "integrator = \"radau2a\"\nstages = 2".to_string(),
        "radau2a_3" => "integrator = \"radau2a\"\nstages = 3".to_string(),
        name => format!("integrator = \"{name}\""),
    };
    format!("{integrator}\ngroup = \"{group}\"")
}

/// Outputs of every mechanism: position, quaternion, velocity and angular velocity of its body, then the reaction of its joint if
/// there is one.
const OUTPUTS: &str = r#"
[[output]]
name = "x"
quantity = "position"
body = "body"
[[output]]
name = "q"
quantity = "quaternion"
body = "body"
[[output]]
name = "v"
quantity = "velocity"
body = "body"
[[output]]
name = "w"
quantity = "angular_velocity"
body = "body"
"#;

const FREE: &str = r#"
[[body]]
name = "body"
mass = 2
inertia = [1.0, 2.0, 2.6, 0.1, -0.05, 0.2]
initial = { position = [0.1, -0.2, 0.3], velocity = [1, 0.5, -0.25], angular_velocity = [0.3, 2.0, -0.5] }
"#;

const TOP: &str = r#"
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "body"
mass = 15
inertia = [0.234375, 0.46875, 0.234375]
initial = { position = [0, 1, 0], velocity = [4.61538, 0, 0], angular_velocity = [0, 150, -4.61538] }
[[joint]]
name = "pivot"
kind = "spherical"
between = ["ground", "body"]
at = [0, 0, 0]
"#;

const REACTION: &str = "[[output]]\nname = \"r\"\nquantity = \"reaction_force\"\njoint = \"pivot\"\n";

/// A mechanism of the reference, by a method with its steps, for a time (s), with samples at these intervals (s).
fn mechanism(name: &str, method: &str, (duration, every): (f64, f64)) -> Scenario {
    let times = format!("duration = {duration:?}");
    let samples = format!("[sampling]\nevery = {every:?}");
    match name {
        "prescribed_5.5.1" => scenario(
            "prescribed_forces",
            &[
                ("integrator = \"dg\"", method),
                ("step = 0.05\nduration = 4.0", &times),
                ("[sampling]\nevery = 0.05", &samples),
            ],
        ),
        "free_body" => {
            let method = format!("[method]\nformulation = \"joint\"\n{method}\n{times}\n");
            parse(&format!("{FREE}{method}{OUTPUTS}{samples}"))
        }
        _ => {
            let method = format!("[method]\nformulation = \"absolute\"\n{method}\n{times}\n");
            parse(&format!("{TOP}{method}{OUTPUTS}{REACTION}{samples}"))
        }
    }
}

/// A rotation matrix, row by row, of a quaternion.
fn matrix(q: &[f64]) -> [[f64; 3]; 3] {
    let [w, x, y, z] = q[..] else { panic!("a quaternion") };
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
        [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

/// The largest difference between numbers.
fn largest(found: &[f64], expected: &[f64]) -> f64 {
    assert_eq!(found.len(), expected.len());
    found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

fn rows(value: &Value) -> [[f64; 3]; 3] {
    [0, 1, 2].map(|i| numbers(&value[i]).try_into().unwrap())
}

/// The outputs of the only member at a sample.
fn sample(chunk: &Chunk, at: usize) -> Vec<f64> {
    chunk.samples.values.row(at)
}

fn run(scenario: &Scenario) -> Chunk {
    run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).unwrap(), scenario)
}
