//! Point masses: bodies without inertia, which have no rotation.

use crate::common::*;
use gyrosweep::io::scenario::Scenario;

/// Two masses and a plate that springs, a rope and their attraction pull.
const WEB: &str = r#"
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "a"
mass = 1.5
INERTIA
initial = { position = [1, 0, 0], velocity = [0, 0.4, 0.3] }
[[body]]
name = "b"
mass = 0.5
INERTIA
initial = { position = [0, 1, 0.2], velocity = [0.2, 0, -0.1] }
[[body]]
name = "plate"
mass = 2
inertia = [0.2, 0.3, 0.4]
initial = { position = [0.5, 0.5, 1], angular_velocity = [1, 2, 0.5] }
[[force]]
name = "ab"
kind = "spring_damper"
between = ["a", "b"]
points = [[0, 0, 0], [0, 0, 0]]
stiffness = 40
damping = 0.3
length = 1
[[force]]
name = "line"
kind = "rope"
bodies = ["ground", "b", "plate", "a"]
points = [[0, 0, 2], [0, 0, 0], [0.1, 0.2, 0], [0, 0, 0]]
stiffness = 50
length = 2
[[force]]
name = "all"
kind = "gravitation"
bodies = ["a", "b", "plate"]
constant = 2
FURTHER
[[output]]
name = "a"
quantity = "position"
body = "a"
[[output]]
name = "b"
quantity = "position"
body = "b"
[[output]]
name = "plate"
quantity = "pose"
body = "plate"
[[output]]
name = "energy"
quantity = "energy"
[[output]]
name = "turned"
quantity = "rotation_vector"
body = "a"
[method]
METHOD
duration = 0.4
"#;

const EXPLICIT: &str = "integrator = \"rkmk4\"\nstep = 1e-3";

fn web(inertia: &str, further: &str, method: &str) -> String {
    replaced(WEB, &[("INERTIA", inertia), ("FURTHER", further), ("METHOD", method)])
}

/// The outputs at the end, the same bits by tapes and machine code, and where the method is explicit by scalars.
fn outputs(s: &Scenario) -> Vec<f64> {
    let mut all: Vec<Vec<f64>> = Vec::new();
    for (_, backend) in cpu_backends().into_iter().skip(usize::from(s.study.is_implicit())) {
        let chunk = run_on(backend.as_ref(), s);
        all.push(chunk.outputs_of(0).unwrap_or_else(|| panic!("{:?}", chunk.outcomes[0])));
    }
    let bits = |values: &Vec<f64>| values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert!(all.iter().all(|one| bits(one) == bits(&all[0])));
    all.swap_remove(0)
}

#[test]
fn point_masses_move_as_bodies_that_nothing_turns() {
    let (points, bodies) = (parse(&web("", "", EXPLICIT)), parse(&web("inertia = [0.1, 0.2, 0.15]", "", EXPLICIT)));
    let degrees = |s: &Scenario| s.study.layout().velocity_count();
    // with the side of the rope
    assert_eq!((degrees(&points), degrees(&bodies)), (13, 19));
    let (found, expected) = (outputs(&points), outputs(&bodies));
    // rounding over 400 steps
    assert!(distance(&found, &expected) < 1e-12, "{found:?} {expected:?}");
    let turned = column(&points, "turned.x");
    assert_eq!(found[turned..turned + 3], [0.0; 3]);
}

/// Asserts that outputs tend to these with the square of the step, and without that error are much nearer.
fn assert_order_two(exact: &[f64], of: impl Fn(f64) -> Vec<f64>) {
    let found = [4e-3, 2e-3, 1e-3].map(|step| (step, of(step)));
    let errors = found.each_ref().map(|(step, out)| (*step, distance(out, exact)));
    let order = slope(&errors);
    let extrapolated: Vec<f64> =
        found[1].1.iter().zip(&found[2].1).map(|(coarse, fine)| fine + (fine - coarse) / 3.0).collect();
    let left = distance(&extrapolated, exact);
    eprintln!("{order}, {left:e}, {errors:?}");
    assert!((order - 2.0).abs() < 0.1 && left < 1e-2 * errors[2].1, "{order}, {left:e} from {errors:?}");
}

#[test]
fn point_masses_move_alike_in_absolute_coordinates() {
    let exact = outputs(&parse(&web("", "", "integrator = \"rkmk4\"\nstep = 2e-4")));
    for integrator in ["generalized_alpha", "rattle"] {
        assert_order_two(&exact, |step| {
            let method = format!("formulation = \"absolute\"\nintegrator = \"{integrator}\"\nstep = {step:?}");
            outputs(&parse(&web("", "", &method)))
        });
    }
}

/// A double pendulum in space: two point masses on rods.
const PENDULUM: &str = r#"
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "upper"
mass = 1
initial = { position = [1, 0, 0], velocity = [0, 1.5, 0] }
[[body]]
name = "lower"
mass = 2
initial = { position = [1, 0, -0.7], velocity = [0, 1.5, 0] }
[[constraint]]
name = "first"
kind = "distance"
between = ["ground", "upper"]
points = [[0, 0, 0], [0, 0, 0]]
[[constraint]]
name = "second"
kind = "distance"
between = ["upper", "lower"]
points = [[0, 0, 0], [0, 0, 0]]
[[output]]
name = "upper"
quantity = "position"
body = "upper"
[[output]]
name = "lower"
quantity = "position"
body = "lower"
[[output]]
name = "first"
quantity = "constraint_force"
constraint = "first"
[[output]]
name = "second"
quantity = "constraint_force"
constraint = "second"
[method]
formulation = "absolute"
integrator = "generalized_alpha"
step = 1e-3
duration = 0.5
"#;

#[test]
fn masses_on_rods_meet_their_reference() {
    // the classical method of fourth order on M x'' = M g - B^T lambda, B M^-1 B^T lambda = B g + B' v, 5000 steps; it and
    // 2500 steps agree to 3e-11
    let expected = [
        0.083931482794,
        0.137702696260,
        -0.986911076865,
        0.565576734802,
        0.573696776142,
        -1.247539190325,
        30.901082411210,
        14.499936246596,
    ];
    assert_order_two(&expected, |step| outputs(&parse(&PENDULUM.replace("step = 1e-3", &format!("step = {step:?}")))));
}

#[test]
fn three_masses_attract_each_other_as_lagrange_says() {
    // an equilateral triangle of side d turns at the rate w with w^2 = G (m1 + m2 + m3) / d^3 about the centre of mass
    let masses = [1.0, 2.0, 3.0];
    let corners = [[0.0, 0.0], [1.0, 0.0], [0.5, 0.75_f64.sqrt()]];
    let centre = [0, 1].map(|k| (0..3).map(|i| masses[i] * corners[i][k]).sum::<f64>() / 6.0);
    let rate = (0.5_f64 * 6.0).sqrt();
    let from_centre = |i: usize| [corners[i][0] - centre[0], corners[i][1] - centre[1]];
    let mut text = String::new();
    for (i, mass) in masses.into_iter().enumerate() {
        let [x, y] = from_centre(i);
        text += &format!(
            "[[body]]\nname = \"m{i}\"\nmass = {mass:?}\ninitial = {{ position = [{x:?}, {y:?}, 0], velocity = [{:?}, {:?}, \
             0] }}\n[[output]]\nname = \"m{i}\"\nquantity = \"position\"\nbody = \"m{i}\"\n",
            -rate * y,
            rate * x
        );
    }
    text += "[[force]]\nname = \"all\"\nkind = \"gravitation\"\nbodies = [\"m0\", \"m1\", \"m2\"]\nconstant = 0.5\n[method]\n";
    let s = parse(&(text + "integrator = \"rkmk4\"\nstep = 1e-3\nduration = 2\n"));
    let (sin, cos) = (rate * 2.0).sin_cos();
    let turned = (0..3).flat_map(|i| {
        let [x, y] = from_centre(i);
        [cos * x - sin * y, sin * x + cos * y, 0.0]
    });
    let error = distance(&outputs(&s), &turned.collect::<Vec<f64>>());
    // the method's own error, h^4
    assert!(error < 1e-10, "{error:e}");
}

#[test]
fn a_mass_with_a_joint_keeps_the_rotation_that_the_joint_has() {
    // a bob beside the axis of a revolute joint is a pendulum of length 0.5: q'' = -(g / l) sin q
    let bob = "[gravity]\nacceleration = [0, 0, -9.81]\n[[body]]\nname = \"bob\"\nmass = 2\ninitial = { position = [0, 0, -0.5] \
               }\n[[joint]]\nname = \"hinge\"\nkind = \"revolute\"\nbetween = [\"ground\", \"bob\"]\nat = [0, 0, 0]\naxis = [0, \
               1, 0]\ninitial = { coordinate = 1e-4 }\n[[output]]\nname = \"turned\"\nquantity = \
               \"rotation_vector\"\nbody = \"bob\"\n[method]\nintegrator = \"rkmk4\"\nstep = 1e-3\nduration = 1\n";
    let angle = outputs(&parse(bob))[1];
    let expected = 1e-4 * (9.81_f64 / 0.5).sqrt().cos();
    // the cube of the angle over six
    assert!((angle - expected).abs() < 1e-11, "{angle} {expected}");
}

#[test]
fn what_would_turn_a_point_mass_is_refused() {
    let refused = |further: &str| refusal(&web("", further, EXPLICIT));
    let torque = refused("[[force]]\nname = \"t\"\nkind = \"torque\"\nbody = \"a\"\ntorque = [0, 0, 1]");
    let said = "force[3].kind: found a torque on \"a\", a point mass, which does not turn; accepted: forces at its centre of \
                mass, or an inertia of the body";
    assert!(torque.contains(said), "{torque}");
    let beside = refused(
        "[[force]]\nname = \"far\"\nkind = \"rope\"\nbodies = [\"ground\", \"b\"]\npoints = [[0, 0, 2], [0, 0, \
         0.1]]\nstiffness = 50\nlength = 20",
    );
    assert!(beside.contains("force[3].kind: found a torque on \"b\", a point mass"), "{beside}");
    let rod = refused(
        "[[constraint]]\nname = \"rod\"\nkind = \"distance\"\nbetween = [\"plate\", \"a\"]\npoints = [[0, 0, 0], [0.1, 0, 0]]",
    );
    assert!(rod.contains("constraint[0].kind: found a torque on \"a\", a point mass"), "{rod}");
    let turning = web("", "", EXPLICIT).replace("[0, 0.4, 0.3] }", "[0, 0.4, 0.3], angular_velocity = [1, 0, 0] }");
    let message = refusal(&turning);
    assert!(message.contains("body[0].initial.angular_velocity: found one of \"a\", a point mass"), "{message}");
    let massless = web("", "", "formulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nstep = 1e-3");
    let massless = refusal(&massless.replace("mass = 1.5", "mass = 0"));
    assert!(massless.contains("body[0].mass: \"a\": the mass is 0.0 kg; it must be positive"), "{massless}");
}

#[test]
fn a_point_mass_touches_without_friction_as_a_ball_does() {
    let touching = |inertia: &str, between: &str, more: &str| {
        format!(
            r#"
[gravity]
acceleration = [0.3, 0.2, -9.81]
[[body]]
name = "a"
mass = 0.6
{inertia}
initial = {{ position = [0.1, 0.03, 0.3], velocity = [0.2, -0.1, -1] }}
[[body]]
name = "b"
mass = 0.4
{inertia}
initial = {{ position = [0.11, 0.02, -0.2] }}
[[contact]]
name = "c"
between = {between}
radius = 0.13
{more}
stiffness = 1e4
[[output]]
name = "p"
quantity = "position"
body = "a"
[method]
integrator = "tsit5"
tolerance = 1e-10
duration = 0.3
[plan]
kind = "one"
"#
        )
    };
    let hollow = "sphere = { radius = 0.5, inside = true }";
    for (between, surface) in [
        (r#"["a", "ground"]"#, hollow),
        (r#"["a", "ground"]"#, "plane = { normal = [0.1, 0.2, 1] }"),
        (r#"["a", "b"]"#, "sphere = { radius = 0.21 }"),
    ] {
        let [point, ball] =
            ["", "inertia = [1e-3, 1e-3, 1e-3]"].map(|inertia| outputs(&parse(&touching(inertia, between, surface))));
        for (point, ball) in point.iter().zip(&ball) {
            assert!((point - ball).abs() < 1e-8, "{between}, {surface}: {point}, with an inertia {ball}");
        }
        let rubs = refusal(&touching("", between, &format!("{surface}\nfriction = 0.2")));
        assert!(rubs.contains("a point mass, which does not turn"), "{rubs}");
    }
}
