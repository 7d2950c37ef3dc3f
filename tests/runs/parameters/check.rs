//! `gyrosweep check` says what a scenario asks for.

use crate::common::place::Place;

const CART: &str = r#"[parameters]
m = { default = 2, unit = "kg" }
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "cart"
mass = "m"
inertia = [1, 1, 1]
[[joint]]
name = "rail"
kind = "prismatic"
between = ["ground", "cart"]
axis = [1, 0, 0]
stiffness = 10
damping = 1
[[constraint]]
name = "stroke"
kind = "motion"
joint = "rail"
position = "0.1*t^2"
[[event]]
name = "end"
expression = "x - 0.02"
direction = "rising"
terminal = true
[[output]]
name = "x"
quantity = "joint_position"
joint = "rail"
[method]
formulation = "absolute"
integrator = "generalized_alpha"
step = 1e-3
duration = 0.5
[sampling]
every = 0.1
[plan]
kind = "random"
members = 8
seed = 3
[plan.vary]
m = { uniform = [1, 2] }
"#;

#[test]
fn check_names_what_acts_what_varies_and_what_is_written() {
    let place = Place::new(CART);
    let said = place.output(&["check", "top.toml"]);
    assert_eq!(said.status.code(), Some(0), "{said:?}");
    let text = String::from_utf8_lossy(&said.stdout).into_owned();
    let line =
        |first: &str| text.lines().find(|line| line.starts_with(first)).unwrap_or_else(|| panic!("{first}: {text}"));
    for (first, words) in [
        ("gravity", "[0.0, 0.0, -9.81] m/s^2"),
        ("forces", "2 joint_spring_damper"),
        ("constraint ", "motion"),
        ("parameter", "varied, uniform [1.0, 2.0]"),
        ("event", "rising, ends the run"),
        ("samples", "every 0.1 s"),
        ("plan", "8 members, seed 3"),
    ] {
        assert!(line(first).contains(words), "{words}: {text}");
    }
}
