//! Constraints beside those of joints, and joints in loops.

use super::kkt::{Equations, residual};
use super::{FORCES, Tree, close, mixed_with};
use crate::common::{parse, refusal};
use crate::mechanics::METHOD;
use gyrosweep::formulation::{self, Formulated};
use gyrosweep::model::Mechanism;
use gyrosweep::num::{Dual, Real};
use gyrosweep::problem::{Unknowns, along};

/// One constraint of every kind on the mixed tree.
const CONSTRAINTS: &str = r#"
[[constraint]]
name = "rod"
kind = "distance"
between = ["b0", "b6"]
points = [[0.1, 0.2, 0], [0, -0.3, 0.1]]
[[constraint]]
name = "gear"
kind = "coupling"
joints = ["j_b0", "j_b4", "j_b4", "j_b1", "j_b2", "j_b2"]
components = [1, 1, 2, 1, 1, 2]
factors = [1, "-0.7*m", 0.4, 0.9, 1.3, -0.6]
value = 0.3
[[constraint]]
name = "shafts"
kind = "homokinetic"
between = ["b0", "b6"]
axes = [[0.1, 1, 0.2], [-0.3, 0.5, "m"]]
[[constraint]]
name = "ratio"
kind = "velocity"
expression = "(1 + m*j_b4.q.2)*j_b4.v.1 + 0.3*j_b9.v.5 - 0.2*j_b1.v*sin(j_b9.q.4) + vy - 0.7*wz*z + vx*cos(x)"
body = "b6"
point = [0.2, 0.1, -0.3]
frame = "body"
[[constraint]]
name = "roll"
kind = "rolling"
body = "b6"
on = "b0"
radius = 0.3
axis = [0.1, 1, 0.3]
centre = [0.1, 0, 0.2]
normal = [0.2, "m", 1]
at = [0, 0.1, 0.2]
[[constraint]]
name = "drive"
kind = "motion"
joint = "j_b8"
position = "sin(3*t) + m*t^3"
[[force]]
name = "beside_the_drive"
kind = "joint_torque"
joint = "j_b8"
torque = 0.1
"#;

fn absolute(text: &str) -> (Mechanism, Formulated) {
    let mechanism = parse(text).study.mechanism;
    let formulated = formulation::find("absolute").unwrap().of(&mechanism).unwrap_or_else(|e| panic!("{}", e.message));
    (mechanism, formulated)
}

/// The columns of outputs at the start, with the accelerations that the equations of motion give.
fn at_the_start(mechanism: &Mechanism, formulated: &Formulated) -> (Vec<f64>, Vec<f64>) {
    let parameters = mechanism.defaults();
    let (q, v) = formulated.initial(mechanism, &parameters);
    let equations = Equations::new(formulated, mechanism, (0.0, &q, &v));
    close("Phi", &equations.position, &vec![0.0; equations.position.len()], 1e-14);
    close("Phi'", &equations.velocity, &vec![0.0; equations.velocity.len()], 1e-14);
    let (rate, multipliers) = equations.solve();
    let known = Unknowns { rate: &rate, multipliers: &multipliers };
    let mut out = Vec::new();
    formulated.system(mechanism, &parameters).outputs(0.0, (&q, &v), Some(known), &mut out);
    (out, multipliers)
}

#[test]
fn constraint_forces_have_the_power_of_the_multipliers() {
    for (seed, name) in ["absolute", "absolute_matrix", "absolute_rotation_vector"].into_iter().enumerate() {
        let mechanism = mixed_with(&format!("{FORCES}{CONSTRAINTS}"));
        let tree = Tree::new(mechanism, 0.4, seed, name);
        let Tree { mechanism, t, absolute, x, u, .. } = &tree;
        let n = u.len();
        let equations = Equations::new(absolute, mechanism, (*t, x, u));
        let (transposed, m) = (equations.transposed, equations.position.len());
        assert_eq!(absolute.row_names()[m - 8..m - 4], ["\"rod\"", "\"gear\"", "\"shafts\"", "\"ratio\""]);
        for i in 0..n {
            let v: Vec<f64> = (0..n).map(|k| if k == i { 1.0 } else { 0.0 }).collect();
            let (q1, v1) = along(absolute.layout(), x, &v, &vec![0.0; n]);
            let zeros = (vec![Dual::zero(); n], vec![Dual::zero(); m]);
            let phi = residual(absolute, mechanism, (Dual::constant(*t), &q1, &v1), Dual::one(), (&zeros.0, &zeros.1));
            for row in 0..m {
                let (written, dual) = (transposed[(i, row)], phi[n + row].eps[0]);
                assert!((written - dual).abs() < 1e-13, "row {row}, velocity {i}: {written} {dual}");
            }
        }
        // the drive alone depends on the time: its velocity is that of the joint less the given one
        let joint = mechanism.columns().iter().position(|(name, _)| name == "joint_velocity_j_b8").unwrap();
        let mut out = Vec::new();
        absolute.system(mechanism, &mechanism.defaults()).outputs(*t, (x, u), None, &mut out);
        let expected = out[joint] - (3.0 * (3.0 * t).cos() + 3.0 * 1.3 * t * t);
        assert!((equations.velocity[m - 1] - expected).abs() < 1e-13);
    }
}

#[test]
fn a_rod_holds_a_pendulum() {
    let text = "[gravity]\nacceleration = [0, 0, -9.81]\n[[body]]\nname = \"bob\"\nmass = 2\ninertia = [1, 1, 1]\n\
                initial = { position = [3, 0, -4], velocity = [0.8, 2, 0.6] }\n[[constraint]]\nname = \"rod\"\n\
                kind = \"distance\"\nbetween = [\"ground\", \"bob\"]\npoints = [[0, 0, 0], [0, 0, 0]]\n\
                [[output]]\nname = \"a\"\nquantity = \"acceleration\"\nbody = \"bob\"\n";
    let (mechanism, formulated) = absolute(&format!("{text}{METHOD}"));
    let (a, multipliers) = at_the_start(&mechanism, &formulated);
    // along the rod e = (0.6, 0, -0.8): a.e = -v^2/l, and the tension is m (v^2/l + g.e)
    let tension = 2.0 * (5.0 / 5.0 + 9.81 * 0.8);
    close("acceleration", &a, &[-0.6 * tension / 2.0, 0.0, -9.81 + 0.8 * tension / 2.0], 1e-14);
    close("tension", &multipliers, &[tension], 1e-14);
    let wrong = text.replace("points", "length = -1\npoints");
    let message = "12: constraint[0].length: the length is -1.0 m; it must be positive";
    assert!(refusal(&format!("{wrong}{METHOD}")).ends_with(message), "{}", refusal(&format!("{wrong}{METHOD}")));
}

/// Two wheels on the ground, 0.2 and 0.5 kg m^2 about their axes, and a torque of 3 N m on the first.
const WHEELS: &str = r#"
[[body]]
name = "a"
mass = 1
inertia = [0.2, 0.2, 0.2]
[[body]]
name = "b"
mass = 1
inertia = [0.5, 0.5, 0.5]
initial = { position = [1, 0, 0] }
[[joint]]
name = "axle_a"
kind = "revolute"
between = ["ground", "a"]
at = [0, 0, 0]
axis = [0, 0, 1]
initial = { coordinate = 0.3, velocity = 4 }
[[joint]]
name = "axle_b"
kind = "revolute"
between = ["b", "ground"]
at = [1, 0, 0]
axis = [0, 0, 1]
initial = { coordinate = 0.4, velocity = -2 }
[[force]]
name = "motor"
kind = "joint_torque"
joint = "axle_a"
torque = 3
[[output]]
name = "a"
quantity = "joint_acceleration"
joint = "axle_a"
[[output]]
name = "b"
quantity = "joint_acceleration"
joint = "axle_b"
"#;

#[test]
fn a_gear_couples_two_wheels() {
    let gear = "[[constraint]]\nname = \"gear\"\nkind = \"coupling\"\njoints = [\"axle_a\", \"axle_b\"]\nfactors = [1, \
                2]\n";
    let (mechanism, formulated) = absolute(&format!("{WHEELS}{gear}{METHOD}"));
    let (out, multipliers) = at_the_start(&mechanism, &formulated);
    // a + 2 b is constant: (0.2 + 0.5/4) a'' = 3
    let first = 3.0 / 0.325;
    close("accelerations", &out, &[first, -first / 2.0], 1e-13);
    close("multiplier", &multipliers[10..], &[3.0 - 0.2 * first], 1e-13);
    for (from, to, message) in [
        ("factors = [1, 2]", "factors = [1]", "constraint[0].factors: found 1 value; accepted: 2, one per joint"),
        ("joints = [\"axle_a\"", "joints = [\"axle\"", "constraint[0].joints: unknown joint \"axle\";"),
        ("coupling", "couplng", "constraint[0].kind: unknown constraint \"couplng\"; did you mean \"coupling\"?"),
        (
            "formulation = \"absolute\"\nintegrator = \"generalized_alpha\"",
            "integrator = \"rkmk4\"",
            "constraint[0].kind: the constraint \"gear\" is an equation between coordinates; joint coordinates are \
             independent; formulations that can: absolute",
        ),
    ] {
        let text = format!("{WHEELS}{gear}{METHOD}");
        assert!(text.contains(from), "{from}");
        let found = refusal(&text.replace(from, to));
        assert!(found.contains(message), "{found}");
    }
}

#[test]
fn a_drive_moves_a_joint_as_prescribed() {
    let drive = "[[constraint]]\nname = \"drive\"\nkind = \"motion\"\njoint = \"axle_a\"\nposition = \"0.3 + 4*t + \
                 sin(5*t)^2\"\n";
    let (mechanism, formulated) = absolute(&format!("{WHEELS}{drive}{METHOD}"));
    let (out, multipliers) = at_the_start(&mechanism, &formulated);
    close("accelerations", &out, &[50.0, 0.0], 1e-13);
    // M v' + B^T lambda = g: the drive exerts what the motor lacks
    close("multiplier", &multipliers[10..], &[3.0 - 0.2 * 50.0], 1e-13);
}

#[test]
fn a_joint_in_a_loop_is_as_written() {
    // a door on two hinges: the second, which gives its coordinate, moves the ground relative to the door
    let hinge = |name: &str, between: &str, z: f64, initial: &str| {
        format!(
            "[[joint]]\nname = \"{name}\"\nkind = \"revolute\"\nbetween = [{between}]\nat = [0, 0, {z}]\naxis = [0, 0, \
             2]\n{initial}\n[[output]]\nname = \"q_{name}\"\nquantity = \"joint_position\"\njoint = \"{name}\"\n\
             [[output]]\nname = \"v_{name}\"\nquantity = \"joint_velocity\"\njoint = \"{name}\"\n[[output]]\nname = \
             \"a_{name}\"\nquantity = \"joint_acceleration\"\njoint = \"{name}\"\n"
        )
    };
    let door = "[gravity]\nacceleration = [0, -9.81, 0]\n[[body]]\nname = \"door\"\nmass = 2\ninertia = [0.1, 0.2, 0.3]\n\
                initial = { position = [0.5, 0, 0.3] }\n";
    let lower = hinge("lower", "\"ground\", \"door\"", 0.0, "");
    let upper = hinge("upper", "\"door\", \"ground\"", 1.0, "initial = { coordinate = -7, velocity = -2 }");
    let (mechanism, all) = absolute(&format!("{door}{lower}{upper}{METHOD}"));
    assert_eq!(all.row_names().len(), 10);
    let (out, _) = at_the_start(&mechanism, &all.with_rows(&[0, 1, 2, 3, 4]));
    // 0.3 + 2/4 about the hinge
    let angular = -9.81 * 2.0 * 0.5 * 7f64.cos() / 0.8;
    // the angle of the hinge that closes the loop is known but for whole turns
    let turned = 7.0 - std::f64::consts::TAU;
    close("door", &out, &[turned, 2.0, angular, -7.0, -2.0, -angular], 1e-13);
    let universal = upper.replace("revolute", "universal").replace("axis = [0, 0, 2]", "axes = [[1, 0, 0], [0, 0, 1]]");
    let universal = universal.replace("coordinate = -7, velocity = -2", "coordinates = [1, 2]");
    let message = "18: joint[1].between: the joint \"upper\" is in a loop and gives coordinates";
    let text = format!("{door}{}{}{METHOD}", lower.split("[[output]]").next().unwrap(), universal);
    assert!(refusal(&text).contains(message), "{}", refusal(&text));
}

#[test]
fn places_in_both_bodies_say_what_a_place_in_the_world_says() {
    let text = "[parameters]\nl = { default = 0.7 }\n[[body]]\nname = \"a\"\nmass = 1\ninertia = [1, 1, 1]\ninitial = { \
                position = [0, 0, 1], rotation_vector = [0, 0, \"pi/2\"] }\n[[body]]\nname = \"b\"\nmass = 1\ninertia = \
                [1, 1, 1]\ninitial = { position = [\"l\", 0, 1], rotation_vector = [0, 0, \"pi\"] }\n[[joint]]\nname = \
                \"j\"\nkind = \"spherical\"\nbetween = [\"b\", \"a\"]\nat = [0, \"l\", 1]\n[[output]]\nname = \
                \"e\"\nquantity = \"energy\"\n";
    let places = text.replace("at = [0, \"l\", 1]", "at_bodies = [[\"l\", \"-l\", 0], [\"l\", 0, 0]]");
    let of = |text: &str| {
        let (mechanism, formulated) = absolute(&format!("{text}{METHOD}"));
        let (q, v) = formulated.initial(&mechanism, &mechanism.defaults());
        let moved: Vec<f64> = q.iter().enumerate().map(|(i, q)| q + 0.01 * (i as f64).sin()).collect();
        residual(&formulated, &mechanism, (0.0, &moved, &v), 1.0, (&[0.1; 12], &[1.0, 2.0, 3.0]))
    };
    close("residuals", &of(&places), &of(text), 1e-14);
    let explicit =
        METHOD.replace("formulation = \"absolute\"\nintegrator = \"generalized_alpha\"", "integrator = \"rkmk4\"");
    let found = refusal(&format!("{places}{explicit}"));
    assert!(found.contains("joint[0].at_bodies: the joint \"j\" gives its place in each body"), "{found}");
    let coordinates = places.replace("\n[[output]]", "\ninitial = { coordinates = [0, 0, 0] }\n[[output]]");
    let found = refusal(&format!("{coordinates}{explicit}"));
    let absolute_alone = "joint[0].initial: the joint gives its place in each body (at_bodies), which formulation = \
                          \"absolute\" is for";
    assert!(found.contains(absolute_alone), "{found}");
    let both = places.replace("at_bodies", "at = [0, 0, 0]\nat_bodies");
    let found = refusal(&format!("{both}{METHOD}"));
    assert!(found.ends_with("joint[0].at_bodies: give either at or at_bodies, not both"), "{found}");
}
