//! Derivatives where the base moves as a scenario prescribes.

use super::differences::{SOLVED, difference};
use super::roots::assert_methods_agree;

/// A double pendulum on a base that moves and turns with the time, as parameters say.
fn swinging(method: &str) -> String {
    format!(
        r#"
[parameters]
reach = {{ default = 0.3, unit = "m" }}
pace = {{ default = 3.0, unit = "rad/s" }}
turn = {{ default = 0.8, unit = "rad" }}
lean = {{ default = 0.2 }}
length = {{ default = 0.7, unit = "m" }}
mass = {{ default = 1.4, unit = "kg" }}
drag = {{ default = 0.3, unit = "N m s/rad" }}
[gravity]
acceleration = [0, 0, -9.81]
[base]
position = ["reach*sin(pace*t)", "0.1*t^2*reach", "0.05*cos(pace*t)"]
rotation = {{ axis = ["lean", 1, 0.3], angle = "turn*(1 - cos(pace*t))" }}
[[body]]
name = "upper"
mass = "mass"
inertia = [0.05, 0.04, 0.02]
initial = {{ position = ["length/2", 0, 0] }}
[[joint]]
name = "shoulder"
kind = "revolute"
between = ["ground", "upper"]
at = [0, 0, 0]
axis = [0, 1, 0]
initial = {{ velocity = 0.4 }}
[[body]]
name = "lower"
mass = 0.9
inertia = [0.02, 0.03, 0.03]
initial = {{ position = ["length + 0.25", 0, 0] }}
[[joint]]
name = "elbow"
kind = "spherical"
between = ["upper", "lower"]
at = ["length", 0, 0]
[[force]]
name = "damper"
kind = "joint_torque"
joint = "shoulder"
torque = "-drag*v"
[method]
{method}
duration = 0.4
[[output]]
name = "place"
quantity = "position"
body = "lower"
[[output]]
name = "spin"
quantity = "angular_velocity"
body = "lower"
[[output]]
name = "energy"
quantity = "energy"
[[output]]
name = "angle"
quantity = "joint_position"
joint = "shoulder"
[[output]]
name = "mean"
quantity = "joint_velocity"
joint = "shoulder"
over = "mean"
"#
    )
}

#[test]
fn parameters_of_a_base_that_moves() {
    for method in ["integrator = \"rkmk4\"\nstep = 2e-3", "integrator = \"dop853\"\nstep = 4e-3"] {
        let text = swinging(method);
        let found = difference(&text, 1e-3);
        assert!(found < 1e-9, "{method}: {found:e}");
        assert_methods_agree(&text, 1e-11);
    }
}

#[test]
fn parameters_of_a_base_that_moves_with_implicit_methods() {
    for formulation in ["joint", "absolute"] {
        let method =
            format!("formulation = \"{formulation}\"\nintegrator = \"generalized_alpha\"\nstep = 5e-3\n{SOLVED}");
        let text = swinging(&method);
        let found = difference(&text, 1e-3);
        // rounding of positions over the step is in the velocities: 2e-9 of differences
        assert!(found < 5e-9, "{formulation}: {found:e}");
        assert_methods_agree(&text, 1e-11);
    }
}
