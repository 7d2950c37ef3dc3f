//! Transition matrices beside derivatives by parameters that are values at the start.

use super::*;
use crate::io::scenario::{Overrides, Scenario};
use std::path::Path;

fn study(text: &str) -> Study {
    Scenario::parse(Path::new("test.toml"), text, Overrides::default()).unwrap_or_else(|e| panic!("{e}\n{text}")).study
}

fn of(study: &Study) -> Transition {
    transitions(study, &Members::draw(study, 0, 1)).remove(0)
}

const PENDULUM: &str = r#"
[parameters]
angle = 0.7
rate = 0.3
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "rod"
mass = 1.0
inertia = [0.1, 0.2, 0.3]
initial.position = [0, 0, -0.5]
[[joint]]
name = "hinge"
kind = "revolute"
between = ["ground", "rod"]
at = [0, 0, 0]
axis = [0, 1, 0]
initial.coordinate = "angle"
initial.velocity = "rate"
[[output]]
name = "angle_at_end"
quantity = "joint_position"
joint = "hinge"
[[output]]
name = "rate_at_end"
quantity = "joint_velocity"
joint = "hinge"
[sensitivity]
parameters = ["angle", "rate"]
[plan]
kind = "one"
"#;

fn derivatives(study: &Study) -> DMatrix<f64> {
    let (attempt, tapes) = (Attempt::new(study), Tapes::new(study, Arithmetic::Exact));
    let executor = TapeExecutor::<Lanes<64>>::new(study, &tapes, &attempt);
    let starts = InitialStates::recorded(study, tapes.initial_state());
    let members = Members::draw(study, 0, 1);
    let chunk = block::run(study, (&members, 0..1), attempt, executor, starts, None);
    DMatrix::from_row_slice(2, 2, &chunk.outputs.row(0)[2..6])
}

#[test]
fn in_joint_coordinates_it_is_the_derivatives_by_parameters() {
    let event =
        "[[event]]\nname = \"lowest\"\nexpression = \"angle_at_end\"\ndirection = \"falling\"\nterminal = true\n";
    let adaptive = "integrator = \"tsit5\"\ntolerance = 1e-10\nduration = 1.0\n";
    let equal = "integrator = \"rkmk4\"\nstep = 0.01\nduration = 1.0\n";
    for (method, further) in [(equal, ""), (adaptive, ""), (equal, event), (adaptive, event)] {
        let study = study(&format!("{PENDULUM}{further}[method]\n{method}"));
        let (found, expected) = (of(&study), derivatives(&study));
        assert_eq!(found.outcome, if further.is_empty() { Outcome::Completed } else { Outcome::Event });
        assert!((&found.matrix - &expected).amax() < 1e-11 * expected.amax(), "{method}{further}{found:?}{expected}");
    }
}

/// With constraints an increment that holds them goes where derivatives by parameters say; there are two of them.
#[test]
fn with_constraints_it_has_twice_the_degrees_of_freedom() {
    let absolute = "formulation = \"absolute\"\nstep = 0.01\nduration = 0.5\n";
    for integrator in ["generalized_alpha", "rattle"] {
        let study = study(&format!("{PENDULUM}[method]\nintegrator = \"{integrator}\"\n{absolute}"));
        let found = of(&study);
        assert_eq!(found.outcome, Outcome::Completed);
        let values = found.matrix.clone().svd(false, false).singular_values;
        assert_eq!(values.iter().filter(|x| **x > 1e-9 * values[0]).count(), 2, "{integrator}: {values}");
        // the rod turns about the hinge by an angle: the middle moves with it
        let (angle, rate) = (0.7_f64, 0.3);
        let turn = [-0.5 * angle.cos(), 0.0, 0.5 * angle.sin(), 0.0, 1.0, 0.0];
        let swing = [0.5 * angle.sin() * rate, 0.0, 0.5 * angle.cos() * rate, 0.0, 0.0, 0.0];
        let by_angle = DVector::from_iterator(12, turn.into_iter().chain(swing));
        let by_rate = DVector::from_iterator(12, [0.0; 6].into_iter().chain(turn));
        let expected = derivatives(&study);
        for (k, start) in [by_angle, by_rate].into_iter().enumerate() {
            let end = &found.matrix * start;
            // the rod turns about y
            for (row, expected) in [(4, expected[(0, k)]), (10, expected[(1, k)])] {
                assert!((end[row] - expected).abs() < 1e-6, "{integrator}, {k}: {} {expected}", end[row]);
            }
        }
    }
}

/// A free body without moments: the flow keeps volumes, and coordinates on the group count as increments.
#[test]
fn of_a_free_body_it_has_the_determinant_one() {
    let text = "[[body]]\nname = \"stone\"\nmass = 2.0\ninertia = [0.1, 0.2, 0.3]\ninitial.position = [0, 0, 0]\n\
        initial.velocity = [1, 0, 0]\ninitial.angular_velocity = [1.0, 2.0, 0.5]\n[[output]]\nname = \"x\"\nquantity = \"position\"\n\
        body = \"stone\"\n[plan]\nkind = \"one\"\n[method]\nintegrator = \"rkmk4\"\nstep = 0.002\nduration = 1.0\n";
    for rotation in ["joint", "joint_matrix", "joint_rotation_vector"] {
        let found = of(&study(&format!("{text}formulation = \"{rotation}\"\n")));
        assert_eq!((found.outcome, found.matrix.shape()), (Outcome::Completed, (12, 12)));
        let determinant = found.matrix.determinant();
        assert!((determinant - 1.0).abs() < 1e-8, "{rotation}: {determinant}");
        // a turn of the whole at the start turns the end alike: q exp(w) with w at both ends in axes of the body
        let turned = found.matrix.view((3, 3), (3, 3)).into_owned();
        assert!((&turned * turned.transpose() - DMatrix::identity(3, 3)).amax() < 1e-9, "{rotation}: {turned}");
    }
}
