//! A prescribed motion of a spherical joint: its rotation vector follows expressions of the time, and what the three drives
//! exert is what Euler's equations ask for.

use super::refined::{Refined, TIGHT};
use crate::common::{column, parse, refusal};
use gyrosweep::lie::so3;
use gyrosweep::num::Vec3;

/// An arm on a spherical joint whose rotation vector is prescribed; centre of mass and inertia are in the frame of the arm.
const ARM: &str = r#"[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "arm"
mass = 2
inertia = [0.02, 0.03, 0.05]
initial = { position = [0.3, 0.1, -0.2] }
[[joint]]
name = "ball"
kind = "spherical"
between = ["ground", "arm"]
at = [0, 0, 0]
[[constraint]]
name = "a"
kind = "motion"
joint = "ball"
component = 1
position = "0.4*sin(3*t)"
[[constraint]]
name = "b"
kind = "motion"
joint = "ball"
component = 2
position = "0.3*t + 2*t^2"
[[constraint]]
name = "c"
kind = "motion"
joint = "ball"
component = 3
position = "0.5*sin(2*t)^2"
[[output]]
name = "q"
quantity = "joint_position"
joint = "ball"
[[output]]
name = "a"
quantity = "constraint_force"
constraint = "a"
[[output]]
name = "b"
quantity = "constraint_force"
constraint = "b"
[[output]]
name = "c"
quantity = "constraint_force"
constraint = "c"
[[output]]
name = "energy"
quantity = "energy"
[[output]]
name = "work"
quantity = "power"
over = "integral"
[[output]]
name = "balance"
quantity = "expression"
expression = "energy - work"
unit = "J"
[sampling]
every = 0.3
[method]
formulation = "absolute"
integrator = "generalized_alpha"
step = 1e-3
duration = 0.9
"#;

fn rotation_vector(t: f64) -> Vec3<f64> {
    Vec3::new(0.4 * (3.0 * t).sin(), 0.3 * t + 2.0 * t * t, 0.5 * (2.0 * t).sin().powi(2))
}

/// The derivative of a vector of the time, by differences of order 4.
fn rate(of: impl Fn(f64) -> Vec3<f64>, t: f64) -> Vec3<f64> {
    let h = 1e-3;
    let part = |h: f64| of(t + h) - of(t - h);
    (part(h) * 8.0 - part(2.0 * h)) * (1.0 / (12.0 * h))
}

/// The angular velocity in the frame of the arm.
fn spin(t: f64) -> Vec3<f64> {
    so3::tangent(rotation_vector(t), rate(rotation_vector, t))
}

/// Turns a vector by the rotation vector, by Rodrigues' formula.
fn turned(psi: Vec3<f64>, v: Vec3<f64>) -> Vec3<f64> {
    let angle = psi.norm();
    let axis = psi * (1.0 / angle);
    v * angle.cos() + axis.cross(v) * angle.sin() + axis * (axis.dot(v) * (1.0 - angle.cos()))
}

/// What the drives exert on the three components of the rotation vector, N m: the torque about the joint that Euler's
/// equations ask for, by T(psi)^T.
fn drives(t: f64) -> [f64; 3] {
    let (m, r, i) = (2.0, Vec3::new(0.3, 0.1, -0.2), [0.02, 0.03, 0.05]);
    let momentum = |w: Vec3<f64>| {
        let own = Vec3::new(i[0] * w.to_array()[0], i[1] * w.to_array()[1], i[2] * w.to_array()[2]);
        own + r.cross(w.cross(r)) * m
    };
    let w = spin(t);
    let psi = rotation_vector(t);
    let weight = turned(-psi, Vec3::new(0.0, 0.0, -9.81 * m));
    let torque = momentum(rate(spin, t)) + w.cross(momentum(w)) - r.cross(weight);
    // T(psi)^T = T(-psi)
    so3::tangent(-psi, torque).to_array()
}

#[test]
fn a_spherical_joint_follows_its_rotation_vector() {
    for (integrator, formulation) in
        [("generalized_alpha", "absolute"), ("rattle", "absolute"), ("generalized_alpha", "absolute_euler_parameters")]
    {
        let text = ARM.replace("generalized_alpha", integrator).replace("\"absolute\"", &format!("{formulation:?}"));
        let refined = Refined::of(&text, TIGHT, ("2e-3", &[1.0, 2.0, 4.0]));
        for time in [0.3, 0.6, 0.9] {
            let expected = rotation_vector(time).to_array();
            for (k, expected) in expected.into_iter().enumerate() {
                let found = refined.value(0, time, &format!("q.{}", k + 1));
                assert!((found - expected).abs() < 1e-11, "{integrator}, {time} s: {found} for {expected}");
            }
            for (name, expected) in ["a", "b", "c"].into_iter().zip(drives(time)) {
                let expected = vec![(name.into(), expected)];
                let [coarse, fine] = [0, 2].map(|member| refined.error(member, time, &expected));
                println!("{integrator}, {formulation}, {time} s: {name} {coarse:.1e} N m, {fine:.1e} N m");
                // the joint is led, and rattle takes the torques of led joints from the equations at the end of a step
                let is_exact = integrator == "rattle" && coarse < 1e-9;
                assert!(
                    coarse < 1e-3 && (is_exact || fine < coarse / 8.0),
                    "{integrator}, {time} s, {name}: {coarse} {fine}"
                );
                assert!(refined.extrapolated_error(time, &expected) < 1e-6, "{integrator}, {time} s, {name}");
            }
        }
        let place = column(&refined.scenario, "balance");
        let begin = refined.value(2, 0.0, "energy");
        let lost = |member: usize| refined.chunk.outputs_of(member).expect("completed")[place] - begin;
        let (coarse, fine) = (lost(0), lost(2));
        println!("{integrator}, {formulation}: balance {coarse:.1e} J, {fine:.1e} J");
        assert!(coarse.abs() < 1e-3 && fine.abs() < coarse.abs() / 8.0, "{integrator}: {coarse} {fine}");
    }
}

#[test]
fn what_does_not_fit_a_rotation_is_named() {
    let refused = |from: &str, to: &str| refusal(&ARM.replacen(from, to, 1));
    let message = refused("component = 2\n", "");
    assert!(
        message.contains("constraint[1].component: the joint \"ball\" has several coordinates; say which"),
        "{message}"
    );
    let message = refused("component = 2\n", "component = 4\n");
    assert!(message.contains("has no coordinate of this number; accepted: 1 to 3"), "{message}");
    // of a joint force along a driven rotation nothing is known but from the drive
    let output = "[[output]]\nname = \"f\"\nquantity = \"joint_force\"\njoint = \"ball\"\n[sampling]";
    let message = refused("[sampling]", output);
    assert!(
        message.contains("no force acts in component 1 of the joint \"ball\"") && message.contains("constraint_force"),
        "{message}"
    );
    // two of three may be prescribed
    let (before, after) = ARM.split_once("[[constraint]]\nname = \"c\"").expect("the third");
    let after = &after[after.find("[[output]]").expect("outputs")..];
    let without = format!("{before}{after}")
        .replace("[[output]]\nname = \"c\"\nquantity = \"constraint_force\"\nconstraint = \"c\"\n", "");
    parse(&without);
}
