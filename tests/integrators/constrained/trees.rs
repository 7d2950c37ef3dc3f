//! Trees in absolute coordinates: against references, and against joint coordinates.

use super::refined::{Expected, Refined, TIGHT, vector};
use crate::common::{every_joint_and_text, golden, root, scenario};
use gyrosweep::ensemble::Outcome;
use std::fmt::Write;

#[test]
fn the_constrained_top_has_order_two() {
    let data = golden("p02_heavytop.json");
    let refined = Refined::new("heavy_top_constrained", &[], TIGHT, ("1e-3", &[1.0, 2.0, 4.0, 8.0, 16.0, 32.0]));
    let result = &data["cases"][1]["results"][0];
    let at = result["t"].as_f64().expect("a time");
    // the velocity is extrapolated from errors of 1e-5, whose next term is of order 4
    for (name, key, limit) in [("com", "x", 1e-10), ("velocity", "xdot", 1e-8), ("omega", "Omega_body", 1e-8)] {
        refined.check(name, at, &vector(name, &result[key]), limit);
    }
}

#[test]
fn the_constrained_top_runs_with_every_step_of_the_paper() {
    // of Table 5, from 2.5e-3 s, and 1e-4 s
    let refinements = [1.0, 2.0, 4.0, 8.0, 16.0, 25.0, 32.0, 64.0];
    for operator in ["exact", "neglected"] {
        let newton = format!("newton = {{ tangent = \"{operator}\" }}");
        let second = [("duration = 0.1", "duration = 1.0")];
        let refined = Refined::new("heavy_top_constrained", &second, &newton, ("2.5e-3", &refinements));
        let outcomes = &refined.chunk.outcomes;
        assert!(outcomes.iter().all(|outcome| *outcome == Outcome::Completed), "{operator}: {outcomes:?}");
        assert!(refined.chunk.newton.iter().all(|work| work.pivoted == 0), "{operator}: {:?}", refined.chunk.newton);
    }
}

/// A scenario's text with another method, and the largest extrapolated distance at its end from what dop853 gives in joint
/// coordinates, with errors of order 2.
fn agrees_with_joint_coordinates(text: &str, method: &str, steps: (&str, &[f64]), limit: f64) {
    let own = "integrator = \"rkmk4\"\n";
    assert!(text.contains(own), "{text}");
    let fine = Refined::of(&text.replace(own, "integrator = \"dop853\"\n"), "", ("1e-3", &[1.0]));
    let duration = fine.chunk.times[0];
    let columns = fine.scenario.study.mechanism.columns();
    let values = fine.chunk.outputs_of(0).expect("completed");
    let expected: Expected = columns.into_iter().map(|(name, _)| name).zip(values).collect();
    let refined = Refined::of(&text.replace(own, method), TIGHT, steps);
    refined.check(method, duration, &expected, limit);
}

#[test]
fn every_joint_moves_as_in_joint_coordinates() {
    let (scenario, text) = every_joint_and_text("integrator = \"rkmk4\"\nstep = 1e-3\nduration = 0.2");
    let mut text = text.replace("over = \"drift\"", "over = \"end\"");
    for body in &scenario.study.mechanism.bodies {
        for quantity in ["position", "velocity", "angular_velocity", "rotation_matrix"] {
            let name = &body.name;
            writeln!(text, "[[output]]\nname = \"{quantity}_{name}\"\nquantity = \"{quantity}\"\nbody = \"{name}\"")
                .unwrap();
        }
    }
    for joint in scenario.study.mechanism.joints.iter().filter(|joint| joint.kind.degrees() > 0) {
        for quantity in ["joint_position", "joint_velocity"] {
            let name = &joint.name;
            writeln!(text, "[[output]]\nname = \"{quantity}_{name}\"\nquantity = \"{quantity}\"\njoint = \"{name}\"")
                .unwrap();
        }
    }
    for formulation in ["joint", "absolute", "absolute_matrix", "absolute_rotation_vector"] {
        let method = format!("formulation = \"{formulation}\"\nintegrator = \"generalized_alpha\"\n");
        agrees_with_joint_coordinates(&text, &method, ("2e-4", &[1.0, 2.0, 4.0]), 1e-9);
    }
}

#[test]
fn the_puma_falls_as_in_joint_coordinates() {
    let text = std::fs::read_to_string(root().join("scenarios/puma560.toml")).expect("scenario");
    let text = text.replace("over = \"drift\"", "over = \"end\"");
    for formulation in ["joint", "absolute"] {
        let method = format!("formulation = \"{formulation}\"\nintegrator = \"generalized_alpha\"\n");
        agrees_with_joint_coordinates(&text, &method, ("2e-4", &[1.0, 2.0, 4.0]), 1e-9);
    }
}

#[test]
fn a_body_with_a_follower_force_and_torque_meets_its_reference() {
    let data = golden("p06b_follower.json");
    let result = &data["cases"][0]["results"][1];
    let method = ("integrator = \"rkmk4\"", "formulation = \"absolute\"\nintegrator = \"generalized_alpha\"");
    let refined = Refined::new("follower", &[method], TIGHT, ("1e-3", &[1.0, 2.0, 4.0]));
    for (name, key) in [("com", "x"), ("velocity", "xdot"), ("omega", "omega_body")] {
        refined.check(name, 1.0, &vector(name, &result[key]), 1e-9);
    }
}

#[test]
fn what_is_no_tree_is_refused_by_explicit_methods() {
    let error = std::panic::catch_unwind(|| {
        scenario(
            "four_bar",
            &[("formulation = \"absolute\"", ""), ("integrator = \"generalized_alpha\"", "integrator = \"rkmk4\"")],
        )
    });
    let message = error.err().and_then(|e| e.downcast::<String>().ok()).expect("a refusal in words");
    assert!(message.contains("absolute"), "{message}");
}
