//! What a joint moves must oppose to it: what counts is all that moves together, not each part.

use super::refusal;
use crate::common::parse;

/// A body on a joint of the ground, and a second one on this kind of joint.
fn two(first: &str, second: &str, joint: &str) -> String {
    format!(
        "[[body]]\nname = \"a\"\n{first}\n[[body]]\nname = \"tip\"\n{second}\n[[joint]]\nname = \"j1\"\nkind = \
         \"revolute\"\nbetween = [\"ground\", \"a\"]\nat = [0, 0, 0]\naxis = [0, 1, 0]\n[[joint]]\nname = \"j2\"\n\
         between = [\"a\", \"tip\"]\n{joint}\n[method]\nintegrator = \"rkmk4\"\nstep = 0.01\nduration = 0.01\n\
         [[output]]\nname = \"e\"\nquantity = \"energy\"\n"
    )
}

const FULL: &str = "mass = 1\ninertia = [0.1, 0.1, 0.1]";
const NONE: &str = "mass = 0\ninertia = [0, 0, 0]";
const REVOLUTE: &str = "kind = \"revolute\"\nat = [0, 0, 0]\naxis = [0, 1, 0]";
const FIXED: &str = "kind = \"fixed\"";

#[test]
fn parts_of_an_identified_mechanism_may_be_negative_where_the_whole_is_not() {
    // the noise of a file beside a rotor; a link of the robot TIAGo, fixed to its torso; products without moments
    for (inertia, joint) in [
        ("[0, 0, 0, 0, 2.4e-35, 0]", format!("{REVOLUTE}\nrotor_inertia = 0.01")),
        ("[9e-8, 3.5e-8, -3.5e-8]", FIXED.to_string()),
        ("[0, 0, 0, 1e-3, -2e-3, 3e-3]", FIXED.to_string()),
        ("[0.02, -0.01, 0.02, 0, 1e-4, 0]", format!("{REVOLUTE}\nrotor_inertia = 0.03")),
    ] {
        let tip = format!("mass = 0.1\ninertia = {inertia}\ninertia_kind = \"identified\"");
        parse(&two(FULL, &tip, &joint));
        // a body by itself is a rigid one
        assert!(
            refusal(&two(FULL, &tip.replace("identified", "rigid_body"), &joint)).contains("they must be positive")
        );
    }
    let tip = "mass = 0.1\ninertia = [0.02, -0.01, 0.02]\ninertia_kind = \"identified\"";
    let joint = format!("{REVOLUTE}\nrotor_inertia = 0.01");
    let message = refusal(&two(FULL, tip, &joint));
    assert!(message.contains("nothing gives the joint \"j2\" inertia: what it moves opposes to it with"), "{message}");
    // together, for the joint before them
    let message = refusal(&two("mass = 1\ninertia = [0.1, 0.01, 0.1]", tip, FIXED));
    assert!(message.contains("nothing gives the joint \"j1\" inertia"), "{message}");
}

#[test]
fn free_bodies_are_heavy_together() {
    let text = |inertia: &str| {
        format!(
            "[[body]]\nname = \"a\"\n{FULL}\n[[body]]\nname = \"b\"\nmass = 0\ninertia = {inertia}\ninertia_kind = \
             \"identified\"\n[[joint]]\nname = \"j\"\nkind = \"fixed\"\nbetween = [\"a\", \"b\"]\n[method]\nintegrator \
             = \"rkmk4\"\nstep = 0.01\nduration = 0.01\n[[output]]\nname = \"e\"\nquantity = \"energy\"\n"
        )
    };
    parse(&text("[-0.05, -0.05, -0.05]"));
    let message = refusal(&text("[-0.2, 0, 0]"));
    assert!(message.contains("body[0].inertia: \"a\" and what it carries oppose with -0.1"), "{message}");
}

#[test]
fn what_gives_a_joint_inertia_is_said() {
    for (joint, expected) in [
        (
            REVOLUTE,
            "what it moves opposes to it with 0.0 kg m^2; accepted: a mass of \"tip\" or of what it carries beside the \
             axis, an inertia about it, or a rotor_inertia of the joint",
        ),
        (
            "kind = \"prismatic\"\naxis = [0, 1, 0]",
            "what it moves opposes to it with 0.0 kg; accepted: a mass of \"tip\" or of what it carries, or a \
             rotor_inertia of the joint",
        ),
        (
            "kind = \"spherical\"\nat = [0, 0, 0]",
            "what it moves opposes to it with 0.0 kg m^2; accepted: a mass of \"tip\" or of what it carries beside the \
             axis, an inertia about it",
        ),
    ] {
        let message = refusal(&two(FULL, NONE, joint));
        assert!(
            message.ends_with(&format!("joint[1].between: nothing gives the joint \"j2\" inertia: {expected}")),
            "{message}"
        );
    }
    parse(&two(FULL, NONE, &format!("{REVOLUTE}\nrotor_inertia = 0.01")));
    parse(&two(FULL, &NONE.replace("[0, 0, 0]", "[0, 0.1, 0]"), REVOLUTE));
    // about an axis beside it a mass is an inertia
    parse(&two(FULL, "mass = 1\ninertia = [0, 0, 0]", &REVOLUTE.replace("[0, 0, 0]", "[1, 0, 0]")));
}

#[test]
fn what_rounding_leaves_is_no_inertia() {
    // a rod without thickness in a direction that is no axis, and one whose thickness is rounding
    let (x, y, z) = (0.48, 0.6, 0.64);
    let rod = [1.0 - x * x, 1.0 - y * y, 1.0 - z * z, -x * y, -x * z, -y * z];
    for inertia in [format!("{rod:?}"), "[1, 1, 1e-17]".to_string()] {
        let text = two(FULL, &format!("mass = 1\ninertia = {inertia}"), "kind = \"spherical\"\nat = [0, 0, 0]");
        let message = refusal(&text);
        assert!(message.contains("nothing gives the joint \"j2\" inertia"), "{message}");
        parse(&text.replace("kind = \"spherical\"\nat = [0, 0, 0]", FIXED));
    }
}

#[test]
fn a_nearly_singular_mass_matrix_is_told() {
    let text = |inertia: f64| two(&format!("mass = 0\ninertia = [0, {inertia:?}, 0]"), FULL, REVOLUTE);
    assert_eq!(parse(&text(1e-6)).study.advice(), Vec::<String>::new());
    let advice = parse(&text(1e-11)).study.advice();
    let expected = "the mass matrix is nearly singular: \"j1\" moves 1.0e-11 kg m^2 where what it carries gives way and \
                    1.0e-1 kg m^2 where it is held, so that 10 digits of its accelerations are lost";
    assert_eq!(advice, [expected]);
}
