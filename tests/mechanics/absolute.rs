//! Absolute coordinates: free bodies move as they do in joint coordinates, methods keep their order, and explicit methods
//! refuse constraints.

use crate::common::*;
use gyrosweep::formulation;
use gyrosweep::io::scenario::{Overrides, Scenario};
use gyrosweep::model::frame::FrameRef;

/// Two free bodies under gravity with forces of every kind between them that needs no joint.
const TWO: &str = r#"
[parameters]
k = { default = 30.0 }
[gravity]
acceleration = [0.3, 0, -9.81]
[[body]]
name = "a"
mass = 1.5
inertia = [1.0, 2.0, 2.5]
initial = { position = [0, 0, 1], rotation_vector = [0.3, 0.2, -0.4], velocity = [1, 0, 0.5], angular_velocity = [0.3, -0.7, 1.1] }
[[body]]
name = "b"
mass = 2
inertia = [1, 1.5, 1.2, 0.1, -0.05, 0.02]
initial = { position = [1, 0.4, 0.2], rotation_vector = [-0.3, 0.9, 0.1], velocity = [0, 0.3, -0.5], angular_velocity = [0.9, 0.2, -0.4] }
[[force]]
name = "spring"
kind = "spring_damper"
between = ["a", "b"]
points = [[0.1, 0.2, 0], [0, -0.3, 0.1]]
stiffness = "k"
damping = 0.4
length = 0.5
[[force]]
name = "mount"
kind = "bushing"
body = "b"
point = [0.1, 0, 0.2]
at = [1, 0.5, 0]
stiffness = [20, 30, 40]
damping = [0.3, 0.2, 0.1]
[[force]]
name = "twist"
kind = "rotational_spring_damper"
between = ["a", "b"]
stiffness = 3
damping = 0.1
[[force]]
name = "drag"
kind = "expression_force"
body = "a"
force = ["-0.3*vx*t", "sin(3*t) - 0.1*vy", "0.2*x*z"]
point = [0.1, 0, 0.3]
[[force]]
name = "shaker"
kind = "expression_torque"
body = "b"
torque = ["cos(2*t)", "-0.1*wy", "0.3*wx"]
frame = "body"
[[force]]
name = "rail"
kind = "joint_spring_damper"
joint = "a"
component = 2
stiffness = 5
damping = 0.2
[[variable]]
name = "work"
initial = 0.5
rate = "power - 0.1*work"
[[output]]
name = "power"
quantity = "power"
[[output]]
name = "work_done"
quantity = "variable"
variable = "work"
[[output]]
name = "energy"
quantity = "energy"
[[output]]
name = "xa"
quantity = "joint_position"
joint = "a"
[[output]]
name = "aa"
quantity = "joint_acceleration"
joint = "a"
[[output]]
name = "fa"
quantity = "joint_force"
joint = "a"
[[output]]
name = "xb"
quantity = "position"
body = "b"
[[output]]
name = "rb"
quantity = "rotation_matrix"
body = "b"
[[output]]
name = "wb"
quantity = "angular_velocity"
body = "b"
[[output]]
name = "ab"
quantity = "acceleration"
body = "b"
[[output]]
name = "alpha"
quantity = "angular_acceleration"
body = "b"
[method]
formulation = "absolute"
integrator = "rkmk4"
step = 1e-3
duration = 0.5
"#;

/// The outputs at the end of a run, the same to the bit on all backends of the CPU.
fn outputs(s: &Scenario) -> Vec<f64> {
    let mut all: Vec<Vec<f64>> = Vec::new();
    for (_, backend) in cpu_backends() {
        let chunk = run_on(backend.as_ref(), s);
        all.push(chunk.outputs_of(0).unwrap_or_else(|| panic!("{:?}", chunk.outcomes[0])));
    }
    let bits = |values: &Vec<f64>| values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert!(all.iter().all(|one| bits(one) == bits(&all[0])));
    all.swap_remove(0)
}

fn with(replacements: &[(&str, &str)]) -> Scenario {
    let mut text = TWO.to_string();
    for (from, to) in replacements {
        assert!(text.contains(from), "{from:?}");
        text = text.replace(from, to);
    }
    parse(&text)
}

fn refusal(text: &str) -> String {
    let path = std::path::Path::new("two.toml");
    Scenario::parse(path, text, Overrides::default()).expect_err("a refusal").to_string()
}

#[test]
fn free_bodies_move_as_in_joint_coordinates() {
    let absolute = outputs(&with(&[]));
    let joint = outputs(&with(&[("formulation = \"absolute\"", "formulation = \"joint\"")]));
    assert_eq!(absolute.len(), joint.len());
    for (i, (a, j)) in absolute.iter().zip(&joint).enumerate() {
        // both integrate the same coordinates with the same steps: what differs is rounding over 500 of them
        assert!((a - j).abs() < 1e-12 * (1.0 + j.abs()), "output {i}: {a:e} {j:e}");
    }
    assert!(absolute.iter().filter(|x| x.abs() > 1e-3).count() > 30, "{absolute:?}");
}

#[test]
fn methods_keep_their_order() {
    let run = |integrator: &str, step: f64| {
        let (method, step) = (format!("\"{integrator}\""), format!("step = {step:e}"));
        outputs(&with(&[("\"rkmk4\"", &method), ("step = 1e-3", &step)]))
    };
    let exact = run("rk67", 2e-3);
    for (name, order, coarse) in [("heun2", 2, 4e-3), ("rkmk4", 4, 1e-2), ("cf4", 4, 1e-2), ("dopri5", 5, 2e-2)] {
        let points: Vec<(f64, f64)> = (0..3)
            .map(|n| {
                let step = coarse / 2f64.powi(n);
                (step, distance(&run(name, step), &exact))
            })
            .collect();
        let found = slope(&points);
        assert!((found - f64::from(order)).abs() < 0.2, "{name}: {found} {points:?}");
    }
}

#[test]
fn a_splitting_method_sees_principal_inertias() {
    let free = TWO.split("[[force]]").next().unwrap().replace(", 0.1, -0.05, 0.02", "");
    let text = free
        + "[[output]]\nname = \"e\"\nquantity = \"energy\"\nover = \"drift\"\n[method]\nformulation = \"absolute\"\n\
           integrator = \"splitting2\"\nstep = 1e-3\nduration = 1\n";
    assert!(outputs(&parse(&text))[0] < 1e-5);
    let skew = text.replace("[1, 1.5, 1.2]", "[1, 1.5, 1.2, 0.1, 0, 0]");
    assert!(
        refusal(&skew).contains("the rotation number 2 of the mechanism is not of this kind"),
        "{}",
        refusal(&skew)
    );
}

#[test]
fn what_needs_constraints_is_refused() {
    let joint =
        "[[joint]]\nname = \"ball\"\nkind = \"spherical\"\nbetween = [\"ground\", \"a\"]\n[[force]]\nname = \"rail\"\n";
    let text = TWO.replace("[[force]]\nname = \"rail\"\n", joint).replace("component = 2\n", "");
    let text = text.replace("joint = \"a\"\nstiffness = 5", "joint = \"b\"\ncomponent = 1\nstiffness = 5");
    let text = text.replace("joint = \"a\"", "joint = \"ball\"").replace("velocity = [1, 0, 0.5], ", "");
    assert_eq!(
        refusal(&text),
        "two.toml:109: method.integrator: rkmk4 is an explicit method, and the joints are 3 constraints in these \
         coordinates; accepted: formulation = \"joint\" for open chains and trees, or integrator = \
         \"generalized_alpha\" or \"rattle\" or \"radau2a\" or \"radau2a_3\" or \"dg\", which solve constraints"
    );
    parse(&text.replace("formulation = \"absolute\"\n", ""));
    assert_eq!(
        refusal(&TWO.replace("mass = 2\n", "mass = 0\n")),
        "two.toml:13: body[1].mass: \"b\": the mass is 0.0 kg; it must be positive"
    );
}

#[test]
fn a_closed_loop_is_a_mechanism() {
    let mut mechanism = scenario("puma560", &[]).study.mechanism;
    let (first, last) = (mechanism.joints[0].clone(), mechanism.joints[5].clone());
    let mut closing = last;
    closing.name = "closing".into();
    closing.between = [first.between[0], closing.between[1]];
    assert!(closing.between.contains(&FrameRef::Ground));
    mechanism.joints.push(closing);
    let parameters = mechanism.defaults();
    assert_eq!(mechanism.check(&parameters), Ok(()));
    assert!(mechanism.free_bodies().is_empty());
    let refused = formulation::find("joint").unwrap().of(&mechanism).expect_err("a refusal");
    assert_eq!(refused.part, ("joint", 6, "between"));
    assert!(refused.message.contains("\"closing\""), "{}", refused.message);
    assert!(refused.message.contains("closes a loop"), "{}", refused.message);
    assert!(refused.message.ends_with("formulations that can: absolute"), "{}", refused.message);
    assert!(formulation::find("absolute").unwrap().of(&mechanism).is_ok());
}
