//! Derivatives through contacts whose force begins with a power of the depth, beside closed forms.

use super::*;

/// A ball that a plane throws back, without gravity, by that law of the contact.
fn thrown_back(law: &str, method: &str) -> String {
    format!(
        r#"
[parameters]
s = 0.2
v = 1.3
k = 4e4
[gravity]
acceleration = [0, 0, 0]
[[body]]
name = "ball"
mass = 0.6
inertia = [6e-4, 6e-4, 6e-4]
initial = {{ position = [0, 0, "s"], velocity = [0, 0, "-v"] }}
[[contact]]
name = "floor"
between = ["ball", "ground"]
plane = {{ normal = [0, 0, 1] }}
stiffness = "k"
{law}
[[output]]
name = "p"
quantity = "position"
body = "ball"
[method]
{method}
duration = 0.5
[plan]
kind = "one"
[sensitivity]
parameters = "all"
"#
    )
}

fn derivatives(law: &str, method: &str) -> Vec<f64> {
    let s = parse(&thrown_back(law, method));
    let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread"), &s);
    ["s", "v", "k"].map(|by| chunk.outputs.value(0, column(&s, &format!("d(p.z)/d({by})")))).to_vec()
}

#[test]
fn derivatives_through_a_contact_of_hertz_have_the_error_of_the_tolerance() {
    // T - s/v - t_c, with the time of contact 2 D/v times the integral of 1/sqrt(1 - u^(5/2)), D^(5/2) = 5 m v^2/(4 k)
    let (s, v, k, m): (f64, f64, f64, f64) = (0.2, 1.3, 4e4, 0.6);
    let term = |i: i32| {
        let x = (f64::from(i) + 0.5) / 4e3;
        2.0 * x / (1.0 - (1.0 - x * x).powf(2.5)).sqrt() / 4e3
    };
    let contact = 2.0 * (5.0 * m * v * v / (4.0 * k)).powf(0.4) / v * (0..4000).map(term).sum::<f64>();
    let right = [-1.0, 0.5 - contact + 0.2 * contact, v * 0.4 * contact / k];
    for name in ["tsit5", "dop853"] {
        let found = derivatives("", &format!("integrator = {name:?}\ntolerance = 1e-10"));
        for ((found, right), scale) in found.iter().zip(right).zip([s, v, k]) {
            let error = (found - right).abs() * scale;
            assert!(error < 1e-8, "{name}: {found:?}, right {right:?}");
        }
    }
}

#[test]
fn a_damper_that_begins_with_a_root_of_the_depth_leaves_derivatives_by_what_moves_the_meeting_empty() {
    let law = "normal_law = \"kelvin_voigt\"\nexponent = 1.5\nrestitution = 0.7";
    for method in ["integrator = \"tsit5\"\ntolerance = 1e-9", "integrator = \"rkmk4\"\nstep = 1e-4"] {
        let found = derivatives(law, method);
        assert!(found[0].is_nan() && found[1].is_nan() && found[2].is_finite(), "{method}: {found:?}");
    }
}

#[test]
fn the_impulse_of_a_contact_that_begins_with_a_power_moves_as_the_momentum_does() {
    let more = r#"
normal_law = "hunt_crossley"
exponent = 1.5
damping = 0.2
[[output]]
name = "impulse"
quantity = "normal_force"
contact = "floor"
over = "integral"
[[output]]
name = "velocity"
quantity = "velocity"
body = "ball"
"#;
    // where the depth is zero the derivative of the force has no rate
    let method = "integrator = \"generalized_alpha\"\nformulation = \"absolute\"\ntolerance = 1e-6";
    for by in ["direct", "adjoint"] {
        let text = format!("{}method = {by:?}\n", thrown_back(more, method));
        let s = parse(&text.replace("acceleration = [0, 0, 0]", "acceleration = [0, 0, -9.81]"));
        let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread"), &s);
        let value = |name: &str| chunk.outputs.value(0, column(&s, name));
        let momentum = 0.6 * (value("velocity.z") + 1.3 + 9.81 * 0.5);
        for (parameter, size, own) in [("s", 0.2, 0.0), ("v", 1.3, 0.6), ("k", 4e4, 0.0)] {
            let slope = |name: &str| value(&format!("d({name})/d({parameter})"));
            let difference = size * (slope("impulse") - 0.6 * slope("velocity.z") - own);
            assert!(difference.abs() < 1e-3 * momentum, "{by}, {parameter}: {difference} of {momentum}");
        }
    }
}
