//! Motions beside `tests/golden/p15_motion.json`: dual quaternions, vectorial parameterisations, screw motions.

use crate::common::golden;
use gyrosweep::lie::{
    Algebra, LieGroup, Motion, Rotation, Twist, UnitQuaternion, VectorialParameterisation, dual_vector, parts,
};
use gyrosweep::num::{Dual, Real, Vec3};
use nalgebra::Isometry3;
use serde_json::Value;
use std::f64::consts::TAU;

fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(all) => all.iter().flat_map(numbers).collect(),
        value => vec![value.as_f64().expect("a number")],
    }
}

fn vector(value: &Value) -> Vec3<f64> {
    Vec3::from_slice(&numbers(value))
}

fn pose(value: &Value) -> Motion<f64> {
    Motion::new(vector(&value["position"]), UnitQuaternion::from_slice(&numbers(&value["quaternion"])))
}

fn cases(value: &Value) -> impl Iterator<Item = &Value> {
    value["cases"].as_array().expect("cases").iter()
}

/// The largest difference relative to the largest number.
fn relative(found: &[f64], expected: &[f64]) -> f64 {
    assert_eq!(found.len(), expected.len());
    let largest = expected.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) / largest.max(1e-300)
}

fn dual_parts(q: UnitQuaternion<Dual<f64, 1>>) -> [Vec<f64>; 2] {
    let all = [q.w, q.v.x, q.v.y, q.v.z];
    [all.map(|x| x.re).to_vec(), all.map(|x| x.eps[0]).to_vec()]
}

/// A 6 x 6 matrix, row by row, of a linear map of twists.
fn matrix(map: impl Fn(Twist<f64>) -> Twist<f64>) -> Vec<f64> {
    let columns: Vec<Twist<f64>> =
        (0..6).map(|k| map(Twist::from_components(|i| if i == k { 1.0 } else { 0.0 }))).collect();
    (0..6).flat_map(|i| columns.iter().map(move |column| column.component(i))).collect()
}

#[test]
fn products_of_dual_quaternions() {
    let golden = golden("p15_motion.json");
    let all = &golden["dual_quaternions"]["composition"];
    let [first, second] = ["first", "second"].map(|name| pose(&all[name]));
    for (motion, expected) in [
        (first, &all["first_dual_quaternion"]),
        (second, &all["second_dual_quaternion"]),
        (first.compose(second), &all["product"]),
    ] {
        let [primal, dual] = dual_parts(motion.0);
        assert!(relative(&primal, &numbers(&expected["primal"])) < 4e-16);
        assert!(relative(&dual, &numbers(&expected["dual"])) < 1e-15);
    }
    let product = first.compose(second);
    let position = product.position().to_array();
    assert!(relative(&position, &numbers(&all["product_pose"]["position"])) < 1e-15);
    // what nalgebra makes of the same poses
    let isometry = Isometry3::from(first) * Isometry3::from(second);
    let there = Motion::from(isometry);
    assert!((there.position() - product.position()).norm() < 1e-15);
    let point = Vec3::constant([0.3, -2.0, 0.7]);
    let moved = isometry * nalgebra::Point3::new(0.3, -2.0, 0.7);
    assert!(relative(&product.point(point).to_array(), moved.coords.as_slice()) < 1e-15);
}

#[test]
fn dual_quaternions_are_extracted_from_all_columns() {
    let golden = golden("p15_motion.json");
    let mut columns = Vec::new();
    for case in cases(&golden["dual_quaternions"]["extraction"]) {
        let found = dual_parts(Motion::from_tensor(pose(&case["pose"]).tensor()).0);
        let expected = ["primal", "dual"].map(|part| numbers(&case[part]));
        let sign = if found[0].iter().zip(&expected[0]).map(|(a, b)| a * b).sum::<f64>() < 0.0 { -1.0 } else { 1.0 };
        for (found, expected) in found.iter().zip(&expected) {
            let signed: Vec<f64> = found.iter().map(|x| sign * x).collect();
            assert!(relative(&signed, expected) < 1e-14, "{case}");
        }
        // the component of the chosen column is positive, but where several are equal
        let column = case["column"].as_u64().expect("a column") as usize;
        columns.push(column);
        assert!(sign > 0.0 || columns.len() == 5, "{case}");
    }
    columns.sort_unstable();
    columns.dedup();
    assert_eq!(columns, [0, 1, 2, 3]);
}

/// The dual rotation vector of a pose whose quaternion may be that of more than half a turn.
fn rotation_vector(motion: Motion<f64>) -> Vec3<Dual<f64, 1>> {
    let short = motion.0.log();
    if motion.0.w.re >= 0.0 {
        return short;
    }
    let angle = short.norm();
    short * (Dual::constant(1.0) - Dual::constant(TAU) / angle)
}

#[test]
fn vectorial_parameterisations() {
    let golden = golden("p15_motion.json");
    let mut compared = 0;
    for case in cases(&golden["parameterisations"]) {
        let kind = match case["kind"].as_str().expect("a kind") {
            "cartesian" => VectorialParameterisation::Cartesian,
            "linear" => VectorialParameterisation::LINEAR,
            "euler_rodrigues" => VectorialParameterisation::EULER_RODRIGUES,
            _ => VectorialParameterisation::WIENER_MILENKOVIC,
        };
        let near = case["where"] == "near_singularity";
        let limit = if near { 1e-9 } else { 1e-14 };
        let motion = pose(case);
        let expected = numbers(&case["parameters"]);
        let p = Twist { translation: vector(&case["parameters"]), rotation: Vec3::from_slice(&expected[3..]) };
        let p = p.to_dual();
        // near half a turn Euler-Rodrigues parameters say cos(phi/2) = 4.6e-5 by the square root of what their length lacks to 2:
        // that they are rounded in the file moves it by up to 5e-8 of itself, and with it all that is made of it
        let is_root = near && case["kind"] == "euler_rodrigues";
        let close = |what: &str, found: &[f64], expected: &Value| {
            let error = relative(found, &numbers(expected));
            let limit = if is_root && what != "parameters" { 1e-7 } else { limit };
            assert!(error < limit, "{} {} {what}: {error:e}", case["kind"], case["angle"]);
        };
        let found = Twist::from_dual(kind.of_rotation_vector(rotation_vector(motion)));
        let components: Vec<f64> = (0..6).map(|i| found.component(i)).collect();
        close("parameters", &components, &case["parameters"]);
        let [rotation, dual] = {
            let tensor = kind.rotation(p).matrix().to_array();
            [tensor.map(|x| x.re), tensor.map(|x| x.eps[0])]
        };
        close("rotation", &rotation, &case["motion_tensor_rotation"]);
        close("position", &dual, &case["motion_tensor_dual"]);
        close("T", &matrix(|w| Twist::from_dual(kind.tangent(p, w.to_dual()))), &case["tangent"]);
        close("T^-1", &matrix(|w| Twist::from_dual(kind.tangent_inverse(p, w.to_dual()))), &case["tangent_inverse"]);
        compared += 1;
    }
    assert_eq!(compared, 25);
}

#[test]
fn laws_of_parameterisations() {
    use VectorialParameterisation as V;
    let p = dual_vector(Vec3::constant([0.3, -0.4, 0.2]), Vec3::constant([1.0, 2.0, -0.5]));
    let w = dual_vector(Vec3::constant([-0.7, 0.1, 0.6]), Vec3::constant([0.2, -3.0, 0.4]));
    let close = |a: Vec3<Dual<f64, 1>>, b: Vec3<Dual<f64, 1>>| {
        let [primal, dual] = parts(a - b);
        assert!(primal.norm() < 1e-15 && dual.norm() < 1e-14, "{primal:?} {dual:?}");
    };
    for kind in [V::Cartesian, V::LINEAR, V::EULER_RODRIGUES, V::WIENER_MILENKOVIC, V::Sine(3.0), V::Tangent(2.0)] {
        // (2.33), (2.51) and T T^-1 = 1
        close(kind.rotation(p).rotate(p), p);
        close(kind.rotation(p).rotate(kind.tangent(p, w)), kind.tangent(-p, w));
        close(kind.tangent(p, kind.tangent_inverse(p, w)), w);
        close(kind.rotation_vector(kind.of_rotation_vector(p)), p);
    }
    // (2.56), with p = 2 q: T^-1(p) = eta + q~
    let q = V::EULER_RODRIGUES.rotation(p);
    close(V::EULER_RODRIGUES.tangent_inverse(p, w), w * q.w + q.v.cross(w));
}

#[test]
fn screw_motions() {
    let golden = golden("p15_motion.json");
    for case in cases(&golden["dual_quaternions"]["sclerp"]) {
        let [start, end] = ["start", "end"].map(|name| pose(&case[name]));
        let screw = start.inverse().compose(end).log();
        let components: Vec<f64> = (0..6).map(|i| screw.component(i)).collect();
        let expected = numbers(&case["relative_motion_vector"]);
        let half_turn = case["name"].as_str().is_some_and(|name| name.contains("half_turn"));
        // half a turn goes either way round
        let sign = if half_turn && components[3] * expected[3] < 0.0 { -1.0 } else { 1.0 };
        // relative to the poses, of which it is the difference
        let error = components.iter().zip(&expected).map(|(a, b)| (sign * a - b).abs()).fold(0.0, f64::max);
        assert!(error < 1e-14 || half_turn && error < 1e-13, "{}: {error:e}", case["name"]);
        for at in case["values"].as_array().expect("values") {
            let share = at["parameter"].as_f64().expect("a number");
            let part = Twist::from_dual(screw.to_dual() * Dual::constant(sign * share));
            let expected = pose(&at["pose"]);
            let found = start.compose(Motion::exp(part));
            let off = expected.inverse().compose(found).log();
            let off = (0..6).map(|i| off.component(i).abs()).fold(0.0, f64::max);
            assert!(off < 2e-14 || half_turn && sign < 0.0, "{} at {share}: {off:e}", case["name"]);
        }
    }
}
