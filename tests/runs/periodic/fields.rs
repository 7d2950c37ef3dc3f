//! Motions within elements in time, as they are and corrected: orders of Han (2019), 6.8.1 and 6.8.2.

use super::*;
use gyrosweep::lie::{LieGroup, UnitQuaternion};
use gyrosweep::num::Vec3;
use std::f64::consts::TAU;

/// The samples of a scenario's motion at seven times of every element.
fn sampled(scenario: &str, (method, correction): (&str, &str), nodes: usize) -> Vec<Row> {
    let correction = if correction.is_empty() { String::new() } else { format!("correction = \"{correction}\"\n") };
    let text = format!(
        "{scenario}[periodic]\nperiod = {TAU:?}\ncheck = false\nmethod = \"{method}\"\nnodes = {nodes}\n{correction}[sampling]\nevery = {:?}\n",
        TAU / (7 * nodes) as f64
    );
    let [rows, _, samples] = found(parse(&text));
    assert_eq!((&rows[0]["outcome"][..], samples.len()), ("periodic", 7 * nodes + 1), "{text}");
    samples
}

/// The relative errors of samples, root mean squares: of some columns that belong together beside their values at a time.
fn errors<const N: usize>(samples: &[Row], of: impl Fn(&Row) -> [[f64; 2]; N]) -> [f64; N] {
    let mut sums = [[0.0; 2]; N];
    for row in samples {
        sums.iter_mut().zip(of(row)).for_each(|(sum, [error, size])| {
            sum[0] += error;
            sum[1] += size;
        });
    }
    sums.map(|[error, size]| (error / size).sqrt())
}

/// x'' + stiffness x = cos t, whose motion is cos t/(stiffness - 1).
fn spring(stiffness: f64, how: (&str, &str), nodes: usize) -> [f64; 2] {
    let text = std::fs::read_to_string(root().join("scenarios/duffing.toml")).unwrap();
    let text = replaced(
        &text[..text.find("[periodic]").unwrap()],
        &[
            ("coordinate = 0.5, velocity = 1.5", "coordinate = 0.0, velocity = 0.0"),
            ("gamma*cos(omega*t) - delta*v - alpha*q - beta*q^3", &format!("cos(t) - {stiffness:?}*q")),
        ],
    );
    let amplitude = 1.0 / (stiffness - 1.0);
    errors(&sampled(&text, how, nodes), |row| {
        let (sin, cos) = number(row, "time").sin_cos();
        let pair = |found: f64, expected: f64| [(found - expected).powi(2), expected.powi(2)];
        [pair(number(row, "x"), amplitude * cos), pair(number(row, "v"), -amplitude * sin)]
    })
}

#[test]
fn fields_of_a_mass_and_a_spring_have_the_orders_of_the_thesis() {
    let case = golden("p08b_massspring.json")["cases"].clone();
    let of = |k: usize| case[k]["Omega2"].as_f64().unwrap();
    // displacement and velocity; what no correction is asked of is interpolated by values and rates at nodes
    for (stiffness, how, orders) in [
        (of(0), ("cg", "none"), [2.0, 1.0]),
        (of(0), ("cg", "reinterpolation"), [2.0, 2.0]),
        (of(0), ("dg", "none"), [2.0, 2.0]),
        (of(0), ("dg", "reinterpolation"), [2.0, 2.0]),
        (of(0), ("dg", "radau"), [3.0, 3.0]),
        (of(0), ("dg", ""), [3.0, 3.0]),
        (of(1), ("dg", "none"), [2.0, 1.0]),
        (of(1), ("dg", "radau"), [2.0, 1.0]),
        (of(1), ("dg", "reinterpolation"), [2.0, 2.0]),
        (of(1), ("dg", ""), [2.0, 1.0]),
    ] {
        let [coarse, fine] = [48, 96].map(|nodes| spring(stiffness, how, nodes));
        for k in 0..2 {
            let order = (coarse[k] / fine[k]).log2();
            assert!((order - orders[k]).abs() < 0.1, "{stiffness} {how:?}, {k}: {order} of {coarse:?}");
        }
        // what the methods are off by, not more than the thesis shows
        assert!(fine[0] < 2e-3 && fine[1] < 5e-2, "{stiffness} {how:?}: {fine:?}");
    }
}

/// The pose of the reference point and its velocity on the path of 6.8.2, and the angular velocity.
fn path(t: f64) -> ([f64; 3], UnitQuaternion<f64>, [f64; 3], [f64; 3]) {
    let about = |axis: usize, angle: f64| {
        let v = [0, 1, 2].map(|i| if i == axis { angle } else { 0.0 });
        UnitQuaternion::exp(Vec3::from_slice(&v))
    };
    let turned = about(2, t.cos()).multiply(about(0, 2.0 * t.sin())).multiply(about(2, 3.0 * t.cos()));
    let [a, b, c] = [-t.sin(), 2.0 * t.cos(), -3.0 * t.sin()];
    let ((s2, c2), (s3, c3)) = ((2.0 * t.sin()).sin_cos(), (3.0 * t.cos()).sin_cos());
    (
        [(2.0 * t).sin(), (4.0 * t).cos(), (6.0 * t).sin()],
        turned,
        [2.0 * (2.0 * t).cos(), -4.0 * (4.0 * t).sin(), 6.0 * (6.0 * t).cos()],
        [a * s2 * s3 + b * c3, a * s2 * c3 - b * s3, a * c2 + c],
    )
}

/// The errors of position, rotation, velocity and angular velocity.
fn body(group: &str, how: (&str, &str), nodes: usize) -> [f64; 4] {
    let text = std::fs::read_to_string(root().join("scenarios/prescribed_period.toml")).unwrap();
    let group = format!("integrator = \"dg\"\ngroup = \"{group}\"");
    let text = replaced(&text[..text.find("[periodic]").unwrap()], &[("integrator = \"dg\"", &group)]);
    errors(&sampled(&text, how, nodes), |row| {
        let (x, turned, v, w) = path(number(row, "time"));
        let pair = |name: &str, expected: [f64; 3]| {
            let found = ["x", "y", "z"].map(|axis| number(row, &format!("{name}.{axis}")));
            let square = |of: [f64; 3]| of.iter().map(|x| x * x).sum::<f64>();
            [square([0, 1, 2].map(|i| found[i] - expected[i])), square(expected)]
        };
        let [qw, qx, qy, qz] = ["w", "x", "y", "z"].map(|part| number(row, &format!("q.{part}")));
        let q = UnitQuaternion { w: qw, v: Vec3::from_slice(&[qx, qy, qz]) };
        let angle = turned.inverse().multiply(q.near(turned)).log().norm();
        [pair("x", x), [angle * angle, 1.0], pair("v", v), pair("w", w)]
    })
}

#[test]
fn fields_of_a_body_have_the_orders_of_the_thesis() {
    // positions and velocities; errors of rotations and angular velocities fall at least as fast
    for (group, how, orders, most) in [
        ("se3", ("cg", "none"), [2.0, 1.0], 0.1),
        ("se3", ("cg", "reinterpolation"), [2.0, 2.0], 0.1),
        ("se3", ("dg", "none"), [2.0, 2.0], 0.3),
        ("se3", ("dg", "radau"), [2.0, 3.0], 0.3),
        ("se3", ("dg", ""), [3.0, 3.0], 0.15),
        ("r3so3", ("dg", "none"), [2.0, 2.0], 0.15),
        ("r3so3", ("dg", "radau"), [3.0, 3.0], 0.15),
    ] {
        let [coarse, fine] = [64, 128].map(|nodes| body(group, how, nodes));
        let found = [0, 1, 2, 3].map(|k: usize| (coarse[k] / fine[k]).log2());
        for (k, order) in [(0, orders[0]), (2, orders[1])] {
            assert!((found[k] - order).abs() < most, "{group} {how:?}, {k}: {found:?} of {coarse:?}");
            assert!(found[k + 1] > order - 0.2 || how.0 == "dg" && found[k + 1] > 1.8, "{group} {how:?}: {found:?}");
        }
    }
    // elements that end at a node have its values there, and Radau polynomials take jumps away
    let text = std::fs::read_to_string(root().join("scenarios/prescribed_period.toml")).unwrap();
    let text = &text[..text.find("[periodic]").unwrap()];
    let [plain, radau, none] =
        ["none", "radau", ""].map(|correction| sampled(text, ("dg", correction), 32).into_iter().collect::<Vec<Row>>());
    for name in ["x.x", "q.w", "v.y", "w.z"] {
        for k in (0..plain.len()).step_by(7) {
            let all = [&plain, &radau, &none].map(|rows| number(&rows[k], name));
            assert!(all.iter().all(|x| (x - all[2]).abs() < 1e-9), "{name}, node {}: {all:?}", k / 7);
        }
    }
}
