//! Contacts with profiles of heights, beside cylinders.

use super::{outputs, value};
use crate::common::*;

/// A ball that meets a surface of the ground, or of a heavy body that turns and drifts; its motion at the end.
fn meets(initial: &str, on: &str, surface: &str, duration: f64) -> Vec<f64> {
    let of = |name: &str| {
        ["position", "velocity", "angular_velocity"]
            .map(|q| format!("[[output]]\nname = \"{q}_{name}\"\nquantity = \"{q}\"\nbody = \"{name}\"\n"))
            .concat()
    };
    let text = format!(
        "[gravity]\nacceleration = [0, 0.3, -9.81]\n[[body]]\nname = \"ball\"\nmass = 0.5\ninertia = [5e-4, 5e-4, 5e-4]\ninitial = {{ \
         {initial} }}\n[[body]]\nname = \"block\"\nmass = 20\ninertia = [3, 4, 5]\ninitial = {{ rotation_vector = [0, 0, 0.3], velocity \
         = [0.1, 0, 0.4], angular_velocity = [0.1, 0.2, 0.3] }}\n[[contact]]\nname = \"c\"\nbetween = [\"ball\", \"{on}\"]\nradius = \
         0.05\n{surface}\nstiffness = 2e5\nrestitution = 0.6\nimpact_velocity = 1\nfriction = 0.3\nvelocity = 0.05\n{}{}[[output]]\nname = \"most\"\nquantity = \
         \"contact_depth\"\ncontact = \"c\"\nover = \"max\"\n[method]\nintegrator = \"dop853\"\ntolerance = 1e-11\nlargest_step = 5e-3\nduration = {duration:?}\n",
        of("ball"),
        of("block")
    );
    let scenario = parse(&text);
    let found = outputs(&scenario);
    assert!(value(&scenario, &found, "most") > 1e-4, "nothing touches: {found:?}");
    found
}

#[test]
fn a_profile_that_is_an_arc_is_a_cylinder() {
    let falls = "position = [0.05, 0, -0.2], velocity = [0.3, 0.1, 0]";
    let over = "position = [-0.02, 0, 0.3], velocity = [0.05, 0.1, 0]";
    for (duration, initial, on, profile, cylinder) in [
        // a bowl, a hill, and a bowl in other directions
        (0.3, falls, "ground", "height = \"-sqrt(0.16 - x^2)\"", "radius = 0.4, axis = [0, 1, 0], inside = true"),
        (0.3, over, "ground", "height = \"sqrt(0.04 - x^2)\"", "radius = 0.2, axis = [0, 1, 0]"),
        (
            0.42,
            "position = [0.1, 0.3684, -0.147], velocity = [0.3, -0.1, 0]",
            "ground",
            "height = \"0.4 - sqrt(0.16 - x^2)\", along = [0, 3, 1], normal = [0, -1, 3], at = [0.1, 0.4, -0.4]",
            "radius = 0.4, axis = [1, 0, 0], at = [7, \"0.4 - 0.4/sqrt(10)\", \"-0.4 + 1.2/sqrt(10)\"], inside = true",
        ),
        // on a body that moves
        (
            0.7,
            "position = [0.05, 0, 0.35], velocity = [0.3, 0.1, 0]",
            "block",
            "height = \"0.5 - sqrt(0.16 - x^2)\", along = [1, 0, 5]",
            "radius = 0.4, axis = [0, 1, 0], at = [0, 0, 0.5], inside = true",
        ),
    ] {
        let [found, expected] = [format!("profile = {{ {profile} }}"), format!("cylinder = {{ {cylinder} }}")]
            .map(|surface| meets(initial, on, &surface, duration));
        assert!(distance(&found, &expected) < 1e-8, "{profile}: {found:?} {expected:?}");
    }
}

#[test]
fn what_makes_no_profile_is_refused() {
    let with = |profile: &str| {
        let text = format!(
            "[[body]]\nname = \"ball\"\nmass = 1\ninertia = [1, 1, 1]\n[[contact]]\nname = \"c\"\nbetween = [\"ball\", \"ground\"]\nradius = \
             0.1\nprofile = {{ {profile} }}\nstiffness = 1e4\n[[output]]\nname = \"p\"\nquantity = \"position\"\nbody = \
             \"ball\"\n[method]\nintegrator = \"rkmk4\"\nstep = 1e-3\nduration = 0.01\n"
        );
        refusal(&text)
    };
    for (profile, words) in [
        ("height = \"0.1*x\", along = [0, 0, 2]", "profile.along: it is zero or along the normal"),
        ("height = \"0.1*x\", normal = [0, 0, 0]", "profile.normal: it has no direction"),
        ("height = \"0.1*y\"", "unknown name \"y\""),
        ("height = \"x\", radius = 1", "radius: unknown key"),
        ("along = [1, 0, 0]", "height"),
    ] {
        let found = with(profile);
        assert!(found.contains(words), "{profile}: {found}");
    }
}
