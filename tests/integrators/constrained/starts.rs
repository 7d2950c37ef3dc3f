//! What a start of multipliers of order 2 does to velocities, and who is told.

use crate::common::parse;

/// A pendulum on a hinge that begins with 20 rad/s, and an event there.
const PENDULUM: &str = r#"[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "arm"
mass = 1
inertia = [0.01, 0.02, 0.03]
initial = { position = [0.2, 0, 0.3] }
[[joint]]
name = "hinge"
kind = "revolute"
between = ["ground", "arm"]
at = [0, 0, 0]
axis = [0, 1, 0]
initial = { velocity = 20 }
[[output]]
name = "w"
quantity = "joint_velocity"
joint = "hinge"
[[event]]
name = "slower"
expression = "w - 20"
direction = "falling"
[method]
formulation = "absolute"
integrator = "generalized_alpha"
step = 1e-3
duration = 0.1
"#;

#[test]
fn an_event_that_the_start_decides_is_told_of() {
    let told = |text: &str| {
        let advice = parse(text).advice();
        advice
            .iter()
            .any(|a| a.contains("the event \"slower\" is zero at the start") && a.contains("start = \"plain\""))
    };
    assert!(told(PENDULUM));
    for (from, to) in [
        ("w - 20", "w - 19"),
        ("duration = 0.1", "duration = 0.1\nstart = \"plain\""),
        ("\"generalized_alpha\"", "\"rattle\""),
        // without constraints nothing is moved
        ("\"absolute\"", "\"joint\""),
    ] {
        assert!(PENDULUM.contains(from), "{from}");
        assert!(!told(&PENDULUM.replace(from, to)), "{to}");
    }
}
