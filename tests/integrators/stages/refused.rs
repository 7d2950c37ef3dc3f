//! What methods with stages refuse, in words.

use super::{FREE, OUTPUTS, TOP};
use crate::common::refusal;

fn method(keys: &str) -> String {
    format!("[method]\nformulation = \"absolute\"\nstep = 1e-3\nduration = 0.01\n{keys}\n{OUTPUTS}")
}

#[test]
fn keys_that_do_not_belong_to_a_method() {
    for (keys, words) in [
        (
            "integrator = \"generalized_alpha\"\ngroup = \"se3\"",
            "method.group: \"generalized_alpha\" has no choice of groups",
        ),
        ("integrator = \"rkmk4\"\ngroup = \"se3\"", "method.group: \"rkmk4\" is explicit"),
        ("integrator = \"dg\"\ngroup = \"so3\"", "accepted: se3, r3so3"),
        ("integrator = \"dg\"\nrho_inf = 0.5", "method.rho_inf: \"dg\" has no coefficients"),
        ("integrator = \"dg\"\nstages = 2", "method.stages: the stages of \"dg\" are its own"),
        ("integrator = \"radau2a\"\nstages = 4", "method.stages: found 4; accepted: 2 (order 3), 3 (order 5)"),
        ("integrator = \"radau2a\"\norder = 4", "method.order: the order of \"radau2a\" is its own, 3"),
        ("integrator = \"dg\"\nnewton = { tangent = \"neglected\" }", "has the exact matrix alone"),
        ("integrator = \"dg\"\nnewton = { stiffness = \"applied\" }", "has the exact matrix alone"),
    ] {
        let found = refusal(&format!("{FREE}{}", method(keys)));
        assert!(found.contains(words), "{keys}: {found}");
    }
}

#[test]
fn the_continuous_method_solves_no_constraints() {
    let found = refusal(&format!("{TOP}{}", method("integrator = \"cg\"")));
    assert!(found.contains("cg solves no constraints, and there are 3") && found.contains("\"joint\""), "{found}");
}

#[test]
fn constraints_of_velocities_are_for_other_methods() {
    let blade = "[[constraint]]\nname = \"blade\"\nkind = \"velocity\"\nbody = \"body\"\nexpression = \"vy\"\nframe = \"body\"\n";
    let found = refusal(&format!("{FREE}{blade}{}", method("integrator = \"radau2a\"")));
    assert!(found.contains("velocities alone"), "{found}");
}
