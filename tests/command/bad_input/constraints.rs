//! Joints as constraints that cannot be used, and starts that there are none of.

use super::{Answer, Place};

/// A pendulum of two bodies in absolute coordinates.
const PENDULUM: &str = r#"[gravity]
acceleration = [0, 0, -9.81]

[[body]]
name = "upper"
mass = 1.0
inertia = [0.02, 0.02, 0.02]
initial = { position = [0.5, 0, 0] }

[[body]]
name = "lower"
mass = 1.0
inertia = [0.02, 0.02, 0.02]
initial = { position = [1.5, 0, 0] }

[[joint]]
name = "top"
kind = "revolute"
between = ["ground", "upper"]
at = [0, 0, 0]
axis = [0, 1, 0]

[[joint]]
name = "knee"
kind = "revolute"
between = ["upper", "lower"]
at = [1, 0, 0]
axis = [0, 1, 0]

[method]
formulation = "absolute"
integrator = "generalized_alpha"
step = 1e-3
duration = 2e-3

[[output]]
name = "energy"
quantity = "energy"
"#;

/// The pendulum with parts replaced.
fn pendulum(replaced: &[(&str, &str)]) -> Place {
    let text = replaced.iter().fold(PENDULUM.to_string(), |text, (from, to)| {
        assert_eq!(text.matches(from).count(), 1, "{from:?} in the scenario");
        text.replace(from, to)
    });
    Place::new(&text)
}

fn refused(replaced: &[(&str, &str)], message: &str) {
    let place = pendulum(replaced);
    for verb in ["check", "run"] {
        place.refuses(&[verb, "top.toml"], message);
    }
}

const METHOD: &str = "[method]";

/// A joint that is added to the pendulum.
fn joint(keys: &str) -> String {
    format!("[[joint]]\nname = \"tip\"\n{keys}\n\n{METHOD}")
}

#[test]
fn the_pendulum_runs() {
    let place = Place::new(PENDULUM);
    for verb in ["check", "run"] {
        assert_eq!(place.run(&[verb, "top.toml"]), Answer { code: 0, error: String::new() });
    }
}

#[test]
fn joints_that_contradict_each_other() {
    // 3 m from the pivot with links of 2 m
    let far = joint("kind = \"spherical\"\nbetween = [\"ground\", \"lower\"]\nat_bodies = [[3, 0, 0], [0.5, 0, 0]]");
    refused(
        &[(METHOD, &far)],
        "top.toml:32: joint[2].kind: no consistent start: no position near the given one holds all constraints; after 17 steps these stay open (m or rad): the constraint \"tip\": translation x by 3.334e-1, the constraint \"knee\": translation x by 3.333e-1, the constraint \"top\": translation x by 3.333e-1; they contradict each other, or the given positions are too far off; accepted: joints that can be assembled",
    );
}

#[test]
fn joints_that_contradict_each_other_beside_unit_lengths() {
    let far = joint("kind = \"spherical\"\nbetween = [\"ground\", \"lower\"]\nat_bodies = [[3, 0, 0], [0.5, 0, 0]]");
    let place = pendulum(&[(METHOD, &far), ("\"absolute\"", "\"absolute_euler_parameters\"")]);
    let Answer { code, error } = place.run(&["check", "top.toml"]);
    assert_eq!(code, 2, "{error}");
    for part in ["top.toml:32: joint[2].kind: no consistent start", "the constraint \"tip\": translation x by 3.33"] {
        assert!(error.contains(part), "{part:?} in {error}");
    }
}

#[test]
fn nothing_moves() {
    let welded = joint("kind = \"revolute\"\naxis = [1, 0, 0]\nat = [1.5, 0, 0]\nbetween = [\"ground\", \"lower\"]");
    refused(
        &[(METHOD, &welded)],
        "top.toml:38: method.formulation: no consistent start: the constraints leave no degree of freedom; accepted: a mechanism that moves",
    );
}

#[test]
fn velocities_that_joints_do_not_allow() {
    let velocity = ("position = [1.5, 0, 0]", "position = [1.5, 0, 0], velocity = [0.5, 0, 0]");
    refused(
        &[velocity],
        "top.toml:14: body[1].initial: no consistent start: the given velocities violate the constraint \"top\": translation x by 2.500000e-1 (m/s or rad/s) at least; those that hold all constraints miss the velocity of \"lower\" along x by 5.000000e-1; accepted: velocities that fit, fewer of them, or [start] project_velocities = true, with which the nearest ones that fit are taken",
    );
    let projected = ("[method]", "[start]\nproject_velocities = true\n[method]");
    let place = pendulum(&[velocity, projected]);
    assert_eq!(place.run(&["run", "top.toml"]), Answer { code: 0, error: String::new() });
}

#[test]
fn a_body_without_mass() {
    let massless = (
        "mass = 1.0\ninertia = [0.02, 0.02, 0.02]\ninitial = { position = [1.5, 0, 0] }",
        "mass = 0\ninertia = [0, 0, 0]\ninitial = { position = [1.5, 0, 0] }",
    );
    refused(
        &[massless],
        "top.toml:12: body[1].mass: no consistent start: turning \"lower\" along y meets no inertia, and the joints do not determine this motion; accepted: mass and inertia that are positive, or joints that hold the body",
    );
}

#[test]
fn bodies_that_would_move_too_far() {
    let off =
        joint("kind = \"spherical\"\nbetween = [\"ground\", \"lower\"]\nat_bodies = [[1.9, 0, -0.3], [0.5, 0, 0]]");
    let start = "[start]\nassembly_limit = { translation = 1e-2, rotation = 0.1 }\n[method]";
    let limit = off.replace(METHOD, start);
    refused(
        &[(METHOD, &limit)],
        "top.toml:8: body[0].initial: no consistent start: the joints hold only after bodies have moved: \"upper\" by 6.037e-2 m and 1.208e-1 rad, \"lower\" by 1.046e-1 m and 4.340e-1 rad; accepted: at most 0.01 m and 0.1 rad, or another limit ([start] assembly_limit = { translation = .., rotation = .. })",
    );
}

#[test]
fn no_static_equilibrium() {
    let start = "[[force]]\nname = \"engine\"\nkind = \"expression_torque\"\nbody = \"lower\"\ntorque = [\"0\", \"50\", \"0\"]\n[start]\nequilibrium = true\n\n[method]";
    refused(
        &[(METHOD, start)],
        "top.toml:14: body[1].initial: no consistent start: no static equilibrium is found near the given position: with 0 % of the loads the torque on \"lower\" along y stays unbalanced by 1.760e-1 (N or N m); accepted: forces that balance, or no [start] equilibrium",
    );
}

#[test]
fn keys_of_the_method_and_the_start() {
    let step = "step = 1e-3";
    let start = |keys: &str| format!("[start]\n{keys}\n[method]");
    for (from, to, message) in [
        (step, "step = 1e-3\nrho_inf = 1.5".to_string(), "top.toml:34: method.rho_inf: found 1.5; accepted: 0 to 1"),
        (
            step,
            "tolerance = 1e-6\nindex = 3".to_string(),
            "top.toml:34: method.index: found 3 with adaptive steps, which leave multipliers and accelerations wrong; accepted: 2 (stabilised), or equal steps",
        ),
        (step, "step = 1e-3\nrho_inf = -0.1".to_string(), "top.toml:34: method.rho_inf: found -0.1; accepted: 0 to 1"),
        (
            step,
            "step = 1e-3\nnewton = { tolerance = 1e-8 }".to_string(),
            "top.toml:34: method.newton.tolerance: unknown key; accepted: criterion, relative, absolute, iterations, tangent, stiffness, kind",
        ),
        (
            METHOD,
            start("asembly_limit = { rotation = 1 }"),
            "top.toml:31: start.asembly_limit: unknown key; did you mean \"assembly_limit\"? accepted: assembly_limit, project_velocities, equilibrium",
        ),
        (
            METHOD,
            start("assembly_limit = { turn = 1 }"),
            "top.toml:31: start.assembly_limit.turn: unknown key; accepted: translation, rotation",
        ),
        (
            METHOD,
            start("assembly_limit = { rotation = -1 }"),
            "top.toml:31: start.assembly_limit.rotation: found -1.0; accepted: a positive number, or inf",
        ),
        (
            METHOD,
            start("equilibrium = 1"),
            "top.toml:31: start.equilibrium: found the number 1; accepted: true or false",
        ),
    ] {
        refused(&[(from, &to)], message);
    }
    let explicit = "integrator = \"rkmk4\"";
    refused(
        &[
            ("formulation = \"absolute\"\nintegrator = \"generalized_alpha\"", explicit),
            (METHOD, "[start]\nequilibrium = true\n[method]"),
        ],
        "top.toml:30: start: \"rkmk4\" is explicit; this belongs to integrator = \"generalized_alpha\" or \"rattle\"",
    );
}
