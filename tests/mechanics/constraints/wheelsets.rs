//! Two wheels on one axle, which roll on an incline without slip: constraints that follow from each other.

use super::close;
use crate::common::{column, parse, run_on};
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};

/// The outputs at the end, by names.
fn at_the_end(text: &str, names: &[&str]) -> Vec<f64> {
    let scenario = parse(text);
    let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread"), &scenario);
    let outputs = chunk.outputs_of(0).unwrap_or_else(|| panic!("{:?}\n{text}", chunk.outcomes[0]));
    names.iter().map(|name| outputs[column(&scenario, name)]).collect()
}

/// What steps of two lengths extrapolate to, of order 2.
fn extrapolated(what: &str, expected: &[f64], step: f64, of: impl Fn(f64) -> Vec<f64>) {
    let [coarse, fine] = [step, step / 2.0].map(of);
    let error = |found: &[f64]| found.iter().zip(expected).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
    let order = (error(&coarse) / error(&fine)).log2();
    assert!((order - 2.0).abs() < 0.1, "{what}: order {order}, {:e} {:e}", error(&coarse), error(&fine));
    let best: Vec<f64> = coarse.iter().zip(&fine).map(|(coarse, fine)| fine + (fine - coarse) / 3.0).collect();
    close(what, &best, expected, 1e-8);
}

const METHODS: [&str; 2] = ["integrator = \"generalized_alpha\"\nindex = 2", "integrator = \"generalized_alpha\""];

#[test]
fn a_cart_with_two_wheels_that_turn_apart_follows_a_cycloid() {
    let (t, w, slope): (f64, f64, f64) = (1.3, 1.7, 2.0);
    let (r, b, wheel, spin) = (0.3, 0.4, 0.5, 0.02);
    // across the axle nothing moves; along it u' = m g/m_e cos(w t), with the inertia of the wheels about their axle
    let total = 3.0 + 2.0 * wheel;
    let g = slope * total / (total + 2.0 * spin / (r * r));
    let expected =
        [g / (4.0 * w * w) * (1.0 - (2.0 * w * t).cos()), g / (2.0 * w) * (t - (2.0 * w * t).sin() / (2.0 * w)), w];
    for method in METHODS {
        let of = |step: f64| {
            let side = |name: &str, side: f64| {
                format!(
                    "[[body]]\nname = \"{name}\"\nmass = {wheel:?}\ninertia = [0.011, {spin:?}, 0.011]\ninitial = {{ position = [0, {y:?}, \
                     {r:?}], velocity = [{v:?}, 0, 0], angular_velocity = [0, {turn:?}, {w:?}] }}\n[[joint]]\nname = \"{name}\"\nkind = \
                     \"revolute\"\nbetween = [\"axle\", \"{name}\"]\nat = [0, {y:?}, {r:?}]\naxis = [0, 1, 0]\n[[constraint]]\nname = \
                     \"{name}_rolls\"\nkind = \"rolling\"\nbody = \"{name}\"\nradius = {r:?}\naxis = [0, 1, 0]\n",
                    y = side * b,
                    v = -side * w * b,
                    turn = -side * w * b / r,
                )
            };
            let text = format!(
                "[gravity]\nacceleration = [{slope:?}, 0, -9.81]\n[[body]]\nname = \"axle\"\nmass = 3\ninertia = [0.2, 0.1, 0.25]\ninitial \
                 = {{ position = [0, 0, {r:?}], angular_velocity = [0, 0, {w:?}] }}\n{}{}[[output]]\nname = \"p\"\nquantity = \
                 \"position\"\nbody = \"axle\"\n[[output]]\nname = \"w\"\nquantity = \"angular_velocity\"\nbody = \"axle\"\n[method]\n\
                 formulation = \"absolute\"\n{method}\nstep = {step:?}\nduration = {t:?}\n",
                side("left", 1.0),
                side("right", -1.0)
            );
            let found = at_the_end(&text, &["p.x", "p.y", "p.z", "w.z"]);
            close("plane", &found[2..3], &[r], 1e-9);
            [&found[..2], &found[3..]].concat()
        };
        extrapolated(method, &expected, 2e-3, of);
    }
}

#[test]
fn a_wheelset_with_wheels_of_two_radii_rolls_as_a_cone() {
    // the wheels, of the radii 0.3 m and 0.2 m, are 0.5 m apart on one axle: parts of a cone, whose apex rests
    let (half_angle, distance, psi, t): (f64, f64, f64, f64) = (0.2f64.atan(), 1.2, 1.1, 1.6);
    let (mass, spin, across, slope) = (4.0, 0.09, 0.21, 3.0);
    let (c, s) = (half_angle.cos(), half_angle.sin());
    // it turns about the line where it touches, by w = psi' cot(half angle): a pendulum on the incline
    let about_line = spin * c * c + (across + mass * distance * distance) * s * s;
    let squared = mass * slope * distance * c / (about_line * (c / s).powi(2));
    let rate = |[psi, w]: [f64; 2]| [w, -squared * psi.sin()];
    let (n, mut state) = (20_000, [psi, 0.0]);
    let h = t / f64::from(n);
    for _ in 0..n {
        let add = |a: [f64; 2], b: [f64; 2], h: f64| [a[0] + h * b[0], a[1] + h * b[1]];
        let k1 = rate(state);
        let k2 = rate(add(state, k1, h / 2.0));
        let k3 = rate(add(state, k2, h / 2.0));
        let k4 = rate(add(state, k3, h));
        let sum = add(add(add(k1, k2, 2.0), k3, 2.0), k4, 1.0);
        state = add(state, sum, h / 6.0);
    }
    let at = |psi: f64| [distance * c * psi.cos(), distance * c * psi.sin(), distance * s];
    let expected = at(state[0]);
    // world from body: about z by psi, and the axle, x, up by the half angle
    let ([cz, sz], [cy, sy]) =
        ([(psi / 2.0).cos(), (psi / 2.0).sin()], [(half_angle / 2.0).cos(), -(half_angle / 2.0).sin()]);
    let quaternion = [cz * cy, -sz * sy, cz * sy, sz * cy];
    for method in METHODS {
        let of = |step: f64| {
            let wheel = |name: &str, radius: f64, x: f64| {
                format!(
                    "[[constraint]]\nname = \"{name}\"\nkind = \"rolling\"\nbody = \"set\"\nradius = {radius:?}\naxis = [1, 0, 0]\ncentre = \
                     [{x:?}, 0, 0]\n"
                )
            };
            let text = format!(
                "[gravity]\nacceleration = [{slope:?}, 0, -9.81]\n[[body]]\nname = \"set\"\nmass = {mass:?}\ninertia = [{spin:?}, \
                 {across:?}, {across:?}]\ninitial = {{ position = {:?}, quaternion = {quaternion:?} }}\n{}{}[[output]]\nname = \
                 \"p\"\nquantity = \"position\"\nbody = \"set\"\n[method]\nformulation = \"absolute\"\n{method}\nstep = {step:?}\n\
                 duration = {t:?}\n",
                at(psi),
                wheel("outer", 0.3, 0.3),
                wheel("inner", 0.2, -0.2)
            );
            at_the_end(&text, &["p.x", "p.y", "p.z"])
        };
        extrapolated(method, &expected, 2e-3, of);
    }
}
