//! Derivatives of outputs by parameters: beside reference solutions, finite differences, dual numbers, and on every backend.

mod backends;
mod bases;
mod contacts;
mod continuous;
mod controlled;
mod differences;
mod input;
mod kinks;
mod moving_kernels;
mod roots;
mod rotations;
mod second;
mod starts;
mod times;

use crate::common::*;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::ensemble::{Chunk, Outcome};
use gyrosweep::io::scenario::Scenario;

/// The heavy top of Bruels and Eberhard (2008), Section 6, with its parameters, in these lines of a method.
fn top(formulation: &str, method: &str, further: &str) -> String {
    format!(
        r#"
[parameters]
m = {{ default = 15.0, unit = "kg" }}
Xy = {{ default = 1.0, unit = "m" }}
Jxx = {{ default = 0.234375, unit = "kg m^2" }}
Jyy = {{ default = 0.46875, unit = "kg m^2" }}
Jzz = {{ default = 0.234375, unit = "kg m^2" }}
g = {{ default = 9.81, unit = "m/s^2" }}
spin = {{ default = 150.0, unit = "rad/s" }}
third = {{ default = 4.61538, unit = "rad/s" }}
[gravity]
acceleration = [0.0, 0.0, "-g"]
[[body]]
name = "top"
mass = "m"
inertia = ["Jxx", "Jyy", "Jzz"]
initial = {{ position = [0, "Xy", 0], velocity = ["-third*Xy", 0, 0], angular_velocity = [0, "spin", "third"] }}
[[joint]]
name = "pivot"
kind = "spherical"
between = ["ground", "top"]
[method]
formulation = "{formulation}"
{method}
duration = 0.1
[[output]]
name = "x"
quantity = "position"
body = "top"
[[output]]
name = "v"
quantity = "velocity"
body = "top"
[[output]]
name = "omega"
quantity = "angular_velocity"
body = "top"
{further}
"#
    )
}

/// The text without the sections whose names begin so.
fn without(text: &str, sections: &[&str]) -> String {
    let mut kept = true;
    let of_section = |line: &&str| {
        if let Some(name) = line.trim_start().strip_prefix('[') {
            kept = !sections.iter().any(|section| name.trim_start_matches('[').starts_with(section));
        }
        kept
    };
    text.lines().filter(of_section).map(|line| format!("{line}\n")).collect()
}

/// The only member of a scenario with derivatives by all parameters.
fn differentiated(text: &str) -> (Scenario, Chunk) {
    let scenario =
        parse(&(without(text, &["plan", "sensitivity", "sampling"]) + "[sensitivity]\nparameters = \"all\"\n"));
    let chunk = run_on(&CpuBackend::new(Some(2), LaneWidth::SixtyFour).expect("threads"), &scenario);
    assert!(chunk.outcomes[0].has_outputs(), "{:?}", chunk.outcomes[0]);
    (scenario, chunk)
}

/// The value of a column of the only member.
fn value(scenario: &Scenario, chunk: &Chunk, name: &str) -> f64 {
    chunk.outputs_of(0).expect("outputs")[column(scenario, name)]
}

/// What is compared of a member that must have completed.
fn completed(chunk: &Chunk) -> Vec<f64> {
    assert_eq!(chunk.outcomes[0], Outcome::Completed);
    chunk.outputs_of(0).expect("outputs")
}
