//! Joints that lock any motions: the named ones among them, all others in both kinds of coordinates, and loops.

use super::kkt::Equations;
use super::{Tree, close, observed};
use crate::common::{parse, refusal, replaced, run_on};
use crate::mechanics::{CLOSED, METHOD, four_bar};
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::problem::Unknowns;

const MOTIONS: [&str; 6] = ["x", "y", "z", "rx", "ry", "rz"];

/// Two bodies: one that turns on the ground, and one on a joint with these lines, which is what the tests are about.
fn two(joint: &str) -> String {
    format!(
        "[gravity]\nacceleration = [0.4, -0.7, -9.81]\n[[body]]\nname = \"a\"\nmass = 1.3\ninertia = [0.04, 0.05, 0.06, \
         0.003, 0.001, 0.002]\ninitial = {{ position = [0.3, 0.1, -0.1], rotation_vector = [0.2, -0.4, 0.3] }}\n[[body]]\n\
         name = \"b\"\nmass = 0.8\ninertia = [0.02, 0.03, 0.025, 0.001, 0.002, 0.003]\ninitial = {{ position = [0.7, 0.2, \
         -0.3], rotation_vector = [-0.3, 0.1, 0.5] }}\n[[joint]]\nname = \"first\"\nkind = \"revolute\"\nbetween = \
         [\"ground\", \"a\"]\nat = [0, 0, 0]\naxis = [0.1, 1, 0.3]\ninitial = {{ coordinate = 0.3, velocity = 0.9 }}\n\
         [[joint]]\nname = \"second\"\nbetween = [\"a\", \"b\"]\nat = [0.5, 0.1, -0.2]\n{joint}\n"
    )
}

/// The outputs that tell where the second body is, in these coordinates.
fn with_method(text: &str, formulation: &str, integrator: &str) -> String {
    let mut all = text.to_string();
    for quantity in ["position", "rotation_matrix", "angular_velocity", "acceleration"] {
        all += &format!("[[output]]\nname = \"{quantity}\"\nquantity = \"{quantity}\"\nbody = \"b\"\n");
    }
    all + &format!(
        "[[output]]\nname = \"q\"\nquantity = \"joint_position\"\njoint = \"second\"\n[method]\nformulation = \
         \"{formulation}\"\nintegrator = \"{integrator}\"\nstep = 1e-3\nduration = 0.1\n"
    )
}

fn at_the_end(text: &str) -> Vec<f64> {
    let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::One).expect("a thread"), &parse(text));
    chunk.outputs_of(0).unwrap_or_else(|| panic!("{:?}\n{text}", chunk.outcomes[0]))
}

/// Named joints with their lines, the motions that they lock, and what they give of their start.
const NAMED: [(&str, &str, &str, &str); 7] = [
    ("spherical", "", r#""x", "y", "z""#, "coordinates = [0.2, -0.1, 0.4], velocities = [1, -2, 0.5]"),
    ("revolute", "axis = [1, 0.2, -0.4]", r#""x", "y", "z", "rx", "ry""#, "coordinate = 0.4, velocity = 2"),
    ("prismatic", "axis = [1, 0.2, -0.4]", r#""x", "y", "rx", "ry", "rz""#, "coordinate = 0.1, velocity = 0.5"),
    (
        "cylindrical",
        "axis = [1, 0.2, -0.4]",
        r#""ry", "rx", "y", "x""#,
        "coordinates = [0.1, 0.4], velocities = [0.5, -3]",
    ),
    (
        "universal",
        "axes = [[1, 0.2, -0.4], [0.4, 0, 1]]",
        r#""x", "y", "z", "rz""#,
        "coordinates = [0.4, -0.3], velocities = [0.9, 2]",
    ),
    (
        "planar",
        "axis = [1, 0.2, -0.4]",
        r#""z", "rx", "ry""#,
        "coordinates = [0.1, 0.2, -0.5], velocities = [0.3, -0.2, 2]",
    ),
    (
        "point_on_line",
        "axis = [1, 0.2, -0.4]",
        r#""x", "y""#,
        "coordinates = [0.1, 0.3, -0.2, 0.1], velocities = [0.4, 1, -2, 0.5]",
    ),
];

#[test]
fn named_joints_are_generic_ones() {
    for (name, axes, locked, initial) in NAMED {
        let joint = |kind: &str| format!("{kind}\n{axes}\ninitial = {{ {initial} }}\n");
        let named = two(&joint(&format!("kind = \"{name}\"")));
        let generic = two(&joint(&format!("kind = \"generic\"\nlocked = [{locked}]")));
        for (formulation, integrator) in [("joint", "rkmk4"), ("absolute", "generalized_alpha")] {
            let [expected, got] =
                [&named, &generic].map(|text| at_the_end(&with_method(text, formulation, integrator)));
            close(&format!("{name}, {formulation}"), &got, &expected, 1e-13);
        }
    }
}

/// All sets of motions but none and all of them.
fn sets() -> impl Iterator<Item = Vec<&'static str>> {
    (1..63)
        .map(|set| MOTIONS.iter().enumerate().filter(|(k, _)| set >> k & 1 == 1).map(|(_, motion)| *motion).collect())
}

#[test]
fn any_motions_are_locked_alike_in_both_kinds_of_coordinates() {
    for (seed, locked) in sets().enumerate() {
        let text = two(&format!("kind = \"generic\"\nlocked = {locked:?}\naxes = [[1, 0.2, -0.4], [0.4, 0, 1]]\n"));
        let text = text
            + "[[force]]\nname = \"spring\"\nkind = \"spring_damper\"\nbetween = [\"ground\", \"b\"]\npoints = \
                           [[0, 0, 0], [0.1, 0, 0]]\nstiffness = 10\ndamping = 0.3\nlength = 0.4\n[[force]]\nname = \"motor\"\nkind \
                           = \"joint_torque\"\njoint = \"first\"\ntorque = 0.3\n[method]\nintegrator = \"rkmk4\"\nstep = \
                           1e-3\nduration = 1\n[[output]]\nname = \"e\"\nquantity = \"energy\"\n";
        let mechanism = observed(&parse(&text), "", &text);
        // angles and displacements of the order of 1
        let tree = Tree::new(mechanism, 0.4, seed, "absolute");
        let Tree { mechanism, joint, t, q, v, absolute, x, u } = &tree;
        let mut expected = Vec::new();
        joint.system(mechanism, &[]).outputs(*t, (q, v), None, &mut expected);
        let equations = Equations::new(absolute, mechanism, (*t, x, u));
        assert_eq!(equations.position.len(), 5 + locked.len());
        close("Phi", &equations.position, &vec![0.0; 5 + locked.len()], 1e-13);
        close("Phi'", &equations.velocity, &vec![0.0; 5 + locked.len()], 1e-12);
        let (rate, multipliers) = equations.solve();
        let known = Unknowns { rate: &rate, multipliers: &multipliers };
        let mut got = Vec::new();
        absolute.system(mechanism, &[]).outputs(*t, (x, u), Some(known), &mut got);
        for ((column, _), (got, expected)) in mechanism.columns().iter().zip(got.iter().zip(&expected)) {
            let error = (got - expected).abs() / (1.0 + expected.abs());
            assert!(error < 1e-9, "{locked:?}, {column}: {got:e} {expected:e}");
        }
    }
}

#[test]
fn revolute_joints_of_a_loop_may_be_generic_ones() {
    let outputs = "[[output]]\nname = \"p\"\nquantity = \"position\"\nbody = \"coupler\"\n[[output]]\nname = \"a\"\nquantity \
                   = \"acceleration\"\nbody = \"rocker\"\n";
    let named = four_bar("x = { default = 0 }", CLOSED, outputs) + METHOD;
    let generic =
        named.replace("kind = \"revolute\"", "kind = \"generic\"\nlocked = [\"x\", \"y\", \"z\", \"rx\", \"ry\"]");
    close("four-bar", &at_the_end(&generic), &at_the_end(&named), 1e-13);
}

/// A crank of 0.3 m that turns about y, a rod of 0.9 m on its end with this joint, and what closes the loop.
fn crank_and_rod(at_crank: &str, closing: &str) -> String {
    format!(
        "[gravity]\nacceleration = [0, 0, -9.81]\n[[body]]\nname = \"crank\"\nmass = 0.6\ninertia = [3e-5, 0.0045, 0.0045]\n\
         initial = {{ position = [0.15, 0, 0] }}\n[[body]]\nname = \"rod\"\nmass = 1.8\ninertia = [9e-5, 0.1215, 0.1215]\n\
         initial = {{ position = [0.75, 0, 0] }}\n[[joint]]\nname = \"A\"\nkind = \"revolute\"\nbetween = [\"ground\", \
         \"crank\"]\nat = [0, 0, 0]\naxis = [0, 1, 0]\ninitial = {{ velocity = 3 }}\n[[joint]]\nname = \"B\"\nbetween = \
         [\"crank\", \"rod\"]\nat = [0.3, 0, 0]\n{at_crank}\n{closing}[[output]]\nname = \"p\"\nquantity = \"position\"\n\
         body = \"rod\"\n[[output]]\nname = \"a\"\nquantity = \"acceleration\"\nbody = \"rod\"\n[[output]]\nname = \"q\"\n\
         quantity = \"joint_position\"\njoint = \"A\"\n{}",
        METHOD.replace("step = 1e-3\nduration = 0.02", "step = 1e-3\nduration = 0.1")
    )
}

fn closing(keys: &str) -> String {
    format!("[[joint]]\nname = \"C\"\nbetween = [\"ground\", \"rod\"]\n{keys}\n")
}

const TURNING: &str = "kind = \"revolute\"\naxis = [0, 1, 0]";

#[test]
fn the_end_of_a_rod_slides_on_a_line_or_a_plane() {
    let of = |keys: &str| at_the_end(&crank_and_rod(TURNING, &closing(&format!("at = [1.2, 0, 0]\n{keys}"))));
    let line = of("kind = \"point_on_line\"\naxis = [1, 0, 0]");
    // a slider-crank, with the rod's centre halfway between its ends
    let (sin, cos) = line[6].sin_cos();
    let centre = [0.3 * cos + 0.5 * (0.81 - (0.3 * sin).powi(2)).sqrt(), 0.0, -0.15 * sin];
    close("slider-crank", &line[..3], &centre, 1e-10);
    assert!(line[6] > 0.4, "{line:?}");
    close("in-line", &of("kind = \"generic\"\nlocked = [\"y\", \"z\"]"), &line, 1e-10);
    // what lies in a plane by itself needs but the height
    close("in-plane", &of("kind = \"generic\"\nlocked = [\"z\"]"), &line, 1e-10);
}

#[test]
fn a_rod_that_keeps_its_orientation_moves_on_a_circle() {
    let fixed = closing("kind = \"generic\"\nlocked = [\"rx\", \"ry\", \"rz\"]");
    let found = at_the_end(&crank_and_rod(TURNING, &fixed));
    // the rod is a point mass at the end of the crank: a pendulum with (0.0045 + 0.6 0.15^2 + 1.8 0.3^2) kg m^2
    let angle = found[6];
    close("position", &found[..3], &[0.45 + 0.3 * angle.cos(), 0.0, -0.3 * angle.sin()], 1e-12);
    let (inertia, moment) = (0.0045 + 0.6 * 0.15f64.powi(2) + 1.8 * 0.3f64.powi(2), 9.81 * (0.6 * 0.15 + 1.8 * 0.3));
    let (mut q, mut v, h) = (0.0, 3.0, 1e-5);
    for _ in 0..10_000 {
        let rate = |q: f64| moment * q.cos() / inertia;
        let middle = v + 0.5 * h * rate(q);
        q += h * middle;
        v = middle + 0.5 * h * rate(q);
    }
    // order 2, steps of 1e-3
    assert!((angle - q).abs() < 1e-5, "{angle} {q}");
}

#[test]
fn axes_that_stay_parallel_make_a_ball_joint_a_hinge() {
    let parallel = closing("kind = \"generic\"\nlocked = [\"rx\", \"ry\"]\naxis = [0, 1, 0]");
    let found = at_the_end(&crank_and_rod("kind = \"spherical\"", &parallel));
    close("hinge", &found, &at_the_end(&crank_and_rod(TURNING, "")), 1e-10);
}

#[test]
fn what_locks_nothing_everything_or_twice_is_refused() {
    let of = |keys: &str| {
        let text = with_method(&two(&format!("kind = \"generic\"\n{keys}")), "joint", "rkmk4");
        refusal(&text)
    };
    let locked = "locked = [\"x\", \"y\"]";
    for (keys, message) in [
        ("", "joint[1].locked: this key is needed and missing"),
        ("locked = []", "locked: nothing is locked; accepted: one to five motions, or kind = \"free\""),
        (
            "locked = [\"rz\", \"x\", \"y\", \"z\", \"rx\", \"ry\"]",
            "locked: all motions are locked; accepted: one to five motions, or kind = \"fixed\"",
        ),
        ("locked = [\"x\", \"ry\", \"x\"]", "locked: found \"x\" twice; accepted: each motion once"),
        ("locked = [\"x\", \"tx\"]", "locked: unknown motion \"tx\"; motions: x, y, z, rx, ry, rz"),
        (
            &format!("{locked}\naxis = [0, 0, 1]\naxes = [[1, 0, 0], [0, 1, 0]]"),
            "axes: give either axis or axes, not both",
        ),
        (&format!("{locked}\naxes = [[1, 0, 0], [1, 1, 0]]"), "axes: the axes of \"second\" make an angle of 45"),
        (&format!("{locked}\naxis = [0, 0, 0]"), "axis: the axis of \"second\" has no direction"),
        (&format!("{locked}\nrotor_inertia = 1"), "rotor_inertia: unknown key"),
    ] {
        let found = of(keys);
        assert!(found.contains(message), "{keys}: {found}");
    }
    let nowhere = with_method(&two(&format!("kind = \"generic\"\n{locked}")), "joint", "rkmk4");
    let nowhere = refusal(&replaced(&nowhere, &[("at = [0.5, 0.1, -0.2]\n", "")]));
    assert!(nowhere.contains("joint[1].at: this key is needed and missing"), "{nowhere}");
}
