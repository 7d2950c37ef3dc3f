//! Expressions and values in a scenario.

use super::{Answer, Place, TOP, refused};

#[test]
fn expressions() {
    let place = "top.toml:10: body[0].mass";
    let syntax = |text: &str, column: usize, found: &str, accepted: &str| {
        format!("{place}: {text:?}, column {column}: found {found}; accepted: {accepted}")
    };
    let end = "one of + - * / ^, or the end";
    let cases = [
        ("2*mas", format!("{place}: \"2*mas\": unknown name \"mas\"; did you mean \"mass\"? parameters: mass, spin")),
        ("2*q", format!("{place}: \"2*q\": unknown name \"q\"; parameters: mass, spin")),
        (
            "sqr(spin)",
            format!(
                "{place}: \"sqr(spin)\": unknown name \"sqr\"; did you mean \"sqrt\"? functions: sin, cos, tan, asin, acos, \
                 atan, sinh, cosh, tanh, exp, ln, log10, sqrt, abs, floor, sign, step, smoothstep, atan2, min, max, mod, \
                 where, clamp"
            ),
        ),
        ("1/0", format!("{place}: \"1/0\" is inf, perhaps a division by zero; accepted: a finite number")),
        (
            "1/(spin - 150)",
            format!(
                "{place}: \"1/(spin - 150)\" is inf at the default spin = 150.0, perhaps a division by zero; accepted: \
                 a finite number"
            ),
        ),
        (
            "sqrt(-mass)",
            format!(
                "{place}: \"sqrt(-mass)\" is NaN at the default mass = 15.0, perhaps 0/0, or a function outside of its \
                 range; accepted: a finite number"
            ),
        ),
        ("2*(mass", syntax("2*(mass", 8, "the end", "one of + - * / ^, or \")\" for the \"(\" of column 3")),
        ("mass spin", syntax("mass spin", 6, "\"spin\"", end)),
        ("mass = 3", syntax("mass = 3", 6, "\"=\"", end)),
        ("max(mass)", syntax("max(mass)", 9, "\")\"", "one of + - * / ^, or \",\" and the next argument of max(a, b)")),
        ("", syntax("", 1, "the end", "a number, a name, a function or \"(\"")),
    ];
    for (expression, message) in cases {
        refused(&[("mass = \"mass\"", &format!("mass = {expression:?}"), &message)]);
    }
    // neither long nor deep expressions crash
    for long in ["(".repeat(100_000), "-".repeat(100_000), "mass+".repeat(20_000)] {
        let message = format!("{place}: the expression has 100000 characters; accepted: at most 1000");
        refused(&[("mass = \"mass\"", &format!("mass = {long:?}"), &message)]);
    }
    let deep = format!("mass = \"{}mass\"", "-".repeat(996));
    assert_eq!(
        Place::with("mass = \"mass\"", &deep).run(&["run", "top.toml"]),
        Answer { code: 0, error: String::new() }
    );
}

#[test]
fn bodies_that_cannot_exist() {
    let inertia = "inertia = [0.234375, 0.46875, 0.234375]";
    refused(&[
        (
            "mass = \"mass\"",
            "mass = -1",
            "top.toml:10: body[0].mass: \"top\": the mass is -1.0 kg; it must be positive",
        ),
        (
            inertia,
            "inertia = [1, 1, 2.25]",
            "top.toml:11: body[0].inertia: \"top\": the inertia has the principal moments 1.0, 1.0, 2.25 kg m^2; in a \
             rigid body the largest is at most the sum of the others (inertia_kind = \"identified\" accepts it)",
        ),
        (
            inertia,
            "inertia = [1, 1, -1]",
            "top.toml:11: body[0].inertia: \"top\": the inertia has the principal moments -1.0, 1.0, 1.0 kg m^2; they \
             must be positive",
        ),
        (
            inertia,
            "inertia = [[1, 0, 0], [0.1, 1, 0], [0, 0, 1]]",
            "top.toml:11: body[0].inertia: row 1 column 2 differs from its mirror image; an inertia is symmetric",
        ),
    ]);
    // the products of inertia make a matrix that is not positive definite though its diagonal is
    let answer = Place::with(inertia, "inertia = [1, 1, 1, 2, 0, 0]").run(&["check", "top.toml"]);
    let start = "error: top.toml:11: body[0].inertia: \"top\": the inertia has the principal moments -";
    assert!(answer.code == 2 && answer.error.starts_with(start), "{answer:?}");
    assert!(answer.error.ends_with(" kg m^2; they must be positive\n"), "{answer:?}");
}

#[test]
fn a_flat_body_is_accepted() {
    // 0.234375 + 0.234375 = 0.46875: the heavy top lies exactly on the boundary, as every disc does
    assert!(TOP.contains("inertia = [0.234375, 0.46875, 0.234375]"));
    assert_eq!(Place::new(TOP).run(&["check", "top.toml"]).code, 0);
}

#[test]
fn initial_conditions() {
    let spin = "angular_velocity = [0, \"spin\", 0]";
    refused(&[
        (
            spin,
            "quaternion = [1, 0, 0, 0.75]",
            "top.toml:12: body[0].initial.quaternion: found the length 1.25; accepted: 1 to within 1e-6",
        ),
        (
            spin,
            "quaternion = [1, 0, 0]",
            "top.toml:12: body[0].initial.quaternion: found 3 values; accepted: 4 numbers or expressions in brackets",
        ),
        (
            spin,
            "quaternion = [1, 0, 0, 0], rotation_vector = [0, 0, 0]",
            "top.toml:12: body[0].initial.quaternion: give either rotation_vector or quaternion, not both",
        ),
        (
            spin,
            "angular_velocity = [0, 0, 2], velocity = [1, 0, 0]",
            "top.toml:12: body[0].initial.velocity: [1.0, 0.0, 0.0] does not fit the joint, which makes it \
             [-2.0, 0.0, 0.0]; leave it out",
        ),
    ]);
    let fits = Place::with(spin, "angular_velocity = [0, 0, 2], velocity = [-2, 0, 0]");
    assert_eq!(fits.run(&["check", "top.toml"]).code, 0);
}

#[test]
fn adaptive_steps() {
    let method = "integrator = \"rkmk4\"\nstep = 1e-4";
    let adaptive = |keys: &str| format!("integrator = \"dopri5\"\n{keys}");
    let cases = [
        ("tolerance = 0", "21: method.tolerance: the absolute tolerance is 0.0; it must be positive"),
        ("tolerance = -1e-6", "21: method.tolerance: the absolute tolerance is -1e-6; it must be positive"),
        (
            "absolute_tolerance = 1e-6\nrelative_tolerance = 0",
            "22: method.relative_tolerance: the relative tolerance is 0.0; it must be positive",
        ),
        (
            "tolerance = 1e-8\nstep = 1e-4",
            "22: method.step: give either step (equal steps) or tolerance (adaptive steps), not both",
        ),
        (
            "tolerance = 1e-8\nabsolute_tolerance = 1e-3",
            "22: method.absolute_tolerance: tolerance stands for both; give it, or the two others",
        ),
        (
            "absolute_tolerance = 1e-3",
            "19: method.relative_tolerance: both absolute_tolerance and relative_tolerance are needed",
        ),
        (
            "tolerance = 1e-8\nlargest_step = -1",
            "22: method.largest_step: the largest step is -1.0 s; it must be positive",
        ),
        (
            "tolerance = 1e-8\nsmallest_step = 1",
            "22: method.smallest_step: the smallest step is 1.0 s; it must be positive and at most 0.001 s",
        ),
        ("tolerance = 1e-8\ncontrol = \"p\"", "22: method.control: found \"p\"; accepted: pi, i, pid"),
        ("tolerance = 1e-8\nsafety = 2", "22: method.safety: found 2.0; accepted: above 0.3, at most 1.0"),
        ("tolerance = 1e-8\nstep_limit = 0", "22: method.step_limit: found 0; accepted: 1 to 4294967295"),
    ];
    for (keys, message) in cases {
        refused(&[(method, &adaptive(keys), &format!("top.toml:{message}"))]);
    }
    refused(&[(
        "step = 1e-4",
        "tolerance = 1e-6",
        "top.toml:21: method.tolerance: \"rkmk4\" has no estimate of its error; give a step, or choose one of ode23, \
         ode23_truncated, dopri5, dopri5_truncated, tsit5, tsit5_truncated, verner65, dop853, \
         generalized_alpha",
    )]);
}

#[test]
fn events() {
    let after = "[plan]\nkind = \"random\"";
    let with = |keys: &str| format!("[[event]]\nname = \"low\"\n{keys}\n{after}");
    let cases = [
        (
            "expression = \"com.z\"",
            "24: event[0].direction: this key is needed and missing: it says which passages of the expression through \
             zero count; accepted: rising, falling, both",
        ),
        (
            "expression = \"com.z\"\ndirection = \"up\"",
            "27: event[0].direction: found \"up\"; accepted: rising, falling, both",
        ),
        (
            "expression = \"1/com.z\"\ndirection = \"both\"",
            "26: event[0].expression: the expression is inf at the start; accepted: a finite value there: where something is \
             divided by the time, where(t, .., 0) takes 0 at t = 0",
        ),
    ];
    for (keys, message) in cases {
        refused(&[(after, &with(keys), &format!("top.toml:{message}"))]);
    }
}

#[test]
fn a_trajectory_that_ends_too_early() {
    let place = Place::with(
        "kind = \"spherical\"\nbetween = [\"ground\", \"top\"]",
        "kind = \"revolute\"\nbetween = [\"ground\", \"top\"]\nat = [0, 0, 0]\naxis = [0, 1, 0]\n[[force]]\nname = \
         \"motor\"\nkind = \"joint_control\"\njoint = \"pivot\"\nproportional = 1\nderivative = 1\ntrajectory = { kind = \
         \"accelerations\", times = [0, 0.0005], accelerations = [1] }",
    );
    place.refuses(
        &["check", "top.toml"],
        "top.toml:26: force[0].trajectory: the trajectory ends at 0.0005 s and the duration is 0.001 s; accepted: a \
         trajectory as long as the run, or hold = true, with which it stays at its last position",
    );
}

#[test]
fn steps_and_samples() {
    refused(&[
        ("step = 1e-4", "step = 0", "top.toml:21: method.step: the step is 0.0 s; it must be positive"),
        ("step = 1e-4", "step = -1e-4", "top.toml:21: method.step: the step is -0.0001 s; it must be positive"),
        (
            "step = 1e-4",
            "step = 2e-3",
            "top.toml:21: method.step: the step of 0.002 s is longer than the duration of 0.001 s",
        ),
        (
            "step = 1e-4",
            "step = 1e-15",
            "top.toml:21: method.step: 0.001 s in steps of 1e-15 s are more than 4e9 steps",
        ),
        ("duration = 1e-3", "duration = 0", "top.toml:22: method.duration: the duration is 0.0 s; it must be positive"),
        (
            "[plan]",
            "[sampling]\nevery = inf\n[plan]",
            "top.toml:25: sampling.every: found inf; accepted: a positive time in s",
        ),
    ]);
}

#[test]
fn rotations_of_more_than_half_a_turn_are_noted() {
    let note = |angle: &str| {
        let rotated = format!("position = [0, 1, 0], rotation_vector = [0, {angle}, 0]");
        Place::with("position = [0, 1, 0]", &rotated).run(&["check", "top.toml"])
    };
    assert_eq!(note("3.141592653589793"), Answer { code: 0, error: String::new() });
    for (angle, length) in [("3.2", "3.20000"), ("90", "90.00000"), ("\"-4\"", "4.00000")] {
        let error = format!(
            "note: the rotation vector of \"top\" at the start has the length {length} rad, which is more than half a turn: \
             rotations are in rad, and a shorter vector gives the same orientation\n"
        );
        assert_eq!(note(angle), Answer { code: 0, error });
    }
}

#[test]
fn angles_of_more_than_a_turn_are_noted() {
    let note = |angle: &str| {
        let hinge =
            format!("kind = \"revolute\"\nat = [0, 0, 0]\naxis = [1, 0, 0]\ninitial = {{ coordinate = {angle} }}");
        let place = Place::with("kind = \"spherical\"", &hinge);
        place.write("top.toml", &place.read("top.toml").replace(", angular_velocity = [0, \"spin\", 0]", ""));
        place.run(&["check", "top.toml"])
    };
    let idle = "note: nothing depends on the parameter \"spin\"\n";
    assert_eq!(note("-6.28"), Answer { code: 0, error: idle.into() });
    let error = format!(
        "{idle}note: the coordinate of \"pivot\" at the start is 90.0 rad, which are 14.3 turns: angles are in rad\n"
    );
    assert_eq!(note("90"), Answer { code: 0, error });
}

#[test]
fn tolerances_that_mean_nothing_are_noted() {
    let note = |tolerance: &str| {
        let method = format!("integrator = \"dopri5\"\ntolerance = {tolerance}");
        Place::with("integrator = \"rkmk4\"\nstep = 1e-4", &method).run(&["check", "top.toml"])
    };
    assert_eq!(note("0.1"), Answer { code: 0, error: String::new() });
    let error = "note: the relative tolerance is 10.0: each step may be wrong by that part of what moves, and results may mean \
                 nothing; 1e-3 is a large one, 1e-8 a usual one\n";
    assert_eq!(note("10"), Answer { code: 0, error: error.into() });
}

#[test]
fn springs_and_dampers_that_feed_energy_in_are_noted() {
    let force = |keys: &str| {
        let force = format!(
            "[[force]]\nname = \"spring\"\nkind = \"spring_damper\"\nbetween = [\"ground\", \"top\"]\npoints = [[0, 0, 0], [0, 0, 1]]\nlength = 1\n{keys}\n[method]"
        );
        Place::with("[method]", &force).run(&["check", "top.toml"])
    };
    assert_eq!(force("stiffness = 10\ndamping = 0"), Answer { code: 0, error: String::new() });
    let error = "note: the stiffness of \"spring\" is negative, -10.0: it pushes away from where it is at rest\n\
                 note: the damping of \"spring\" is negative, -0.5: it feeds energy in, and what moves grows\n";
    assert_eq!(force("stiffness = -10\ndamping = -0.5"), Answer { code: 0, error: error.into() });
    // the members have masses from 14 to 16
    let Answer { code, error } = force("damping = \"mass - 16\"");
    assert_eq!(code, 0);
    assert!(
        error.starts_with("note: the damping of \"spring\" is negative, -") && error.contains(" in member 0: "),
        "{error}"
    );
    assert_eq!(force("damping = \"mass - 14\""), Answer { code: 0, error: String::new() });
}

#[test]
fn truncations_far_from_the_mean_are_noted() {
    let note = |numbers: &str| {
        let vary = format!("truncated_normal = [{numbers}]");
        Place::with("uniform = [14, 16]", &vary).run(&["check", "top.toml"])
    };
    assert_eq!(note("15, 0.5, 14, 17"), Answer { code: 0, error: String::new() });
    assert_eq!(note("15, 0.5, 12, 18"), Answer { code: 0, error: String::new() });
    let tail = note("15, 0.1, 15.5, 16").error;
    assert!(
        tail.starts_with("note: truncated_normal = [15.0, 0.1, 15.5, 16.0] of \"mass\" begins 5.000 standard"),
        "{tail}"
    );
    let idle = note("15, 0.1, 10, 20").error;
    assert!(idle.contains("cuts nothing off: its bounds are 50.000 and 50.000 standard deviations"), "{idle}");
}
