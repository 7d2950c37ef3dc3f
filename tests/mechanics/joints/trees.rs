//! What a scenario says of a tree: velocities of bodies and joints, and what is refused.

use super::{close, initial};
use crate::common::parse;
use gyrosweep::io::scenario::{Overrides, Scenario};
use gyrosweep::lie::RotationParameterisation;

pub(crate) const DOOR: &str = r#"
[[body]]
name = "slider"
mass = 1
inertia = [0.1, 0.1, 0.1]
initial = { position = [2, 0, 0], rotation_vector = [0.3, 0, 0], velocity = [0.7, 4, 0] }

[[body]]
name = "door"
mass = 2
inertia = [1, 1, 1]
initial = { position = [0.5, 0, 0], angular_velocity = [0, 0, 2] }

[[joint]]
name = "rail"
kind = "prismatic"
between = ["slider", "door"]
axis = [3, 0, 0]

[[joint]]
name = "hinge"
kind = "revolute"
between = ["ground", "door"]
at = [0, 0, 0]
axis = [0, 0, -2]

[method]
integrator = "rkmk4"
step = 1e-3
duration = 1e-2

[[output]]
name = "e"
quantity = "energy"
"#;

#[test]
fn velocities_of_bodies_become_those_of_joints() {
    // the door turns at 2 rad/s about z, against its axis; the slider is carried at 4 m/s and moves outwards at 0.7
    let s = parse(DOOR);
    let mechanism = &s.study.mechanism;
    let names: Vec<&str> = mechanism.joints.iter().map(|joint| joint.name.as_str()).collect();
    assert_eq!(names, ["rail", "hinge"]);
    let (q, v) = initial(mechanism, RotationParameterisation::Quaternion, &[]);
    assert_eq!(q, [0.0, 0.0]);
    close("velocities", &v, &[0.7, -2.0], 1e-15);
    // what a joint cannot do is said, with what it makes of it
    for (from, to, message) in [
        (
            "velocity = [0.7, 4, 0]",
            "velocity = [0.7, 3, 0]",
            "door.toml:6: body[0].initial.velocity: [0.7, 3.0, 0.0] does not fit the joint, which makes it \
             [0.7, 4.0, 0.0]; leave it out",
        ),
        (
            "angular_velocity = [0, 0, 2]",
            "angular_velocity = [1, 0, 2]",
            "door.toml:12: body[1].initial.angular_velocity: [1.0, 0.0, 2.0] does not fit the joint, which makes it \
             [0.0, 0.0, 2.0]; leave it out",
        ),
        (
            "axis = [3, 0, 0]",
            "axis = [3, 0, 0]\ninitial = { velocity = 0.7 }",
            "door.toml:19: joint[0].initial: \"rail\" has initial velocities, and so has \"slider\", which it moves; \
             give one of them",
        ),
    ] {
        assert!(DOOR.contains(from));
        assert_eq!(refusal(&DOOR.replace(from, to)), message);
    }
}

/// What a scenario is refused with.
fn refusal(text: &str) -> String {
    let path = std::path::Path::new("door.toml");
    Scenario::parse(path, text, Overrides::default()).expect_err("a refusal").to_string()
}

#[test]
fn what_is_no_tree_is_refused() {
    let hinge = "[[joint]]\nname = \"hinge\"";
    for (from, to, message) in [
        (
            "between = [\"ground\", \"door\"]",
            "between = [\"ground\", \"dor\"]",
            "door.toml:23: joint[1].between: unknown body \"dor\"; did you mean \"door\"? bodies: ground, slider, door",
        ),
        (
            hinge,
            "[[joint]]\nname = \"lock\"\nkind = \"fixed\"\nbetween = [\"slider\", \"ground\"]\n[[joint]]\nname = \"hinge\"",
            "door.toml:27: joint[2].between: the joint \"hinge\" between \"ground\" and \"door\" closes a loop; joint \
             coordinates need a tree; formulations that can: absolute",
        ),
        (
            hinge,
            "[[joint]]\nname = \"lock\"\nkind = \"fixed\"\nbetween = [\"door\", \"slider\"]\n[[joint]]\nname = \"hinge\"",
            "door.toml:23: joint[1].between: the joint \"lock\" between \"door\" and \"slider\" closes a loop with \
             \"rail\"; joint coordinates need a tree; formulations that can: absolute",
        ),
        ("axis = [3, 0, 0]", "", "door.toml:14: joint[0].axis: this key is needed and missing"),
        ("at = [0, 0, 0]", "", "door.toml:20: joint[1].at: this key is needed and missing"),
        (
            "axis = [3, 0, 0]",
            "axis = [0, 0, 0]",
            "door.toml:18: joint[0].axis: the axis of \"rail\" has no direction: its length is zero",
        ),
        (
            "kind = \"revolute\"",
            "kind = \"universal\"\naxes = [[1, 0, 0], [1, 1, 0]]",
            "door.toml:26: joint[1].axis: unknown key; did you mean \"axes\"? accepted: initial, name, kind, between, \
             at_bodies, at, axes, rotor_inertia, stiffness, damping, \
             friction, limits, torque, control, rest, acts, from, to, since, until",
        ),
        (
            "kind = \"revolute\"\nbetween = [\"ground\", \"door\"]\nat = [0, 0, 0]\naxis = [0, 0, -2]",
            "kind = \"universal\"\nbetween = [\"ground\", \"door\"]\nat = [0, 0, 0]\naxes = [[1, 0, 0], [1, 1, 0]]",
            "door.toml:25: joint[1].axes: the axes of \"hinge\" make an angle of 45.000000 degrees; accepted: \
             perpendicular axes",
        ),
        (
            "axis = [3, 0, 0]",
            "axis = [3, 0, 0]\ninitial = { coordinates = [1, 2] }",
            "door.toml:19: joint[0].initial.coordinates: unknown key; did you mean \"coordinate\"? accepted: \
             coordinate, velocity",
        ),
        (
            "mass = 2\ninertia = [1, 1, 1]",
            "mass = 2\ninertia = [1, 1, 1]\ninertia_kind = \"measured\"",
            "door.toml:12: body[1].inertia_kind: found \"measured\"; accepted: rigid_body, identified",
        ),
    ] {
        assert!(DOOR.contains(from), "{from}");
        assert_eq!(refusal(&DOOR.replace(from, to)), message);
    }
}

#[test]
fn a_body_without_mass_is_refused_where_it_would_have_to_be_accelerated() {
    // nothing but the slider opposes to the rail
    assert_eq!(
        refusal(&DOOR.replace("mass = 1\n", "mass = 0\n")),
        "door.toml:17: joint[0].between: nothing gives the joint \"rail\" inertia: what it moves opposes to it with 0.0 \
         kg; accepted: a mass of \"slider\" or of what it carries, or a rotor_inertia of the joint"
    );
    // the door may be massless: the slider opposes to the hinge
    parse(&DOOR.replace("mass = 2\ninertia = [1, 1, 1]", "mass = 0\ninertia = [0, 0, 0]"));
    assert_eq!(
        refusal(&DOOR.replace("inertia = [1, 1, 1]", "inertia = [1, 1, -1]")),
        "door.toml:11: body[1].inertia: \"door\": the inertia has the principal moments -1.0, 1.0, 1.0 kg m^2; they \
         must be positive"
    );
}
