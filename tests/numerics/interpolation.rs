//! Interpolation of motions beside `tests/golden/p15_motion.json`: weights, poses, curvatures and their derivatives in six bases by
//! six metrics.

use crate::common::golden;
use gyrosweep::interpolation::{Basis, Curve, Metric};
use gyrosweep::lie::{LieGroup, Motion, Rotation, UnitQuaternion, VectorialParameterisation as V};
use gyrosweep::num::{Dual, Vec3};
use serde_json::Value;

fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(all) => all.iter().flat_map(numbers).collect(),
        value => vec![value.as_f64().expect("a number")],
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn pose(value: &Value) -> Motion<f64> {
    let position = Vec3::from_slice(&numbers(&value["position"]));
    Motion::new(position, UnitQuaternion::from_slice(&numbers(&value["quaternion"])))
}

fn largest(found: &[f64], expected: &[f64]) -> f64 {
    assert_eq!(found.len(), expected.len());
    found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

fn basis(case: &Value, count: usize) -> Basis {
    let numbers_of = |key: &str| numbers(&case[key]);
    match case["basis"].as_str().expect("a basis") {
        "lagrange_equispaced" => Basis::equispaced(count),
        "gauss_lobatto_legendre" => Basis::gauss_lobatto_legendre(count),
        "chebyshev_gauss_lobatto" => Basis::chebyshev_gauss_lobatto(count),
        "fourier" => Basis::fourier(count, false),
        "bspline_periodic" => Basis::b_spline_periodic(3, count),
        _ => Basis::b_spline(3, numbers_of("knots"), numbers_of("nodes")),
    }
    .expect("a basis")
}

const METRICS: [(&str, Metric); 6] = [
    ("matrix", Metric::Matrix),
    ("quaternion", Metric::Quaternion),
    ("geodesic", Metric::Geodesic),
    ("vector_wiener_milenkovic", Metric::Vector(V::WIENER_MILENKOVIC)),
    ("vector_sine3", Metric::Vector(V::Sine(3.0))),
    ("implicit_wiener_milenkovic", Metric::Implicit(V::WIENER_MILENKOVIC)),
];

#[test]
fn weights_are_those_of_the_bases() {
    let golden = golden("p15_motion.json");
    for case in list(&golden["interpolation"]["cases"]) {
        let nodes = numbers(&case["nodes"]);
        let basis = basis(case, nodes.len());
        assert!(largest(basis.nodes(), &nodes) < 1e-15, "{}", case["basis"]);
        for point in list(&case["points"]) {
            let eta = point["eta"].as_f64().expect("a number");
            let found = basis.weights(Dual { re: eta, eps: [1.0] });
            let values: Vec<f64> = found.iter().map(|w| w.re).collect();
            let slopes: Vec<f64> = found.iter().map(|w| w.eps[0]).collect();
            assert!(largest(&values, &numbers(&point["weights"])) < 1e-14, "{} {eta}", case["basis"]);
            assert!(largest(&slopes, &numbers(&point["weight_derivatives"])) < 5e-14, "{} {eta}", case["basis"]);
        }
    }
}

#[test]
fn differentiation_matrices() {
    let golden = golden("p15_motion.json");
    for case in list(&golden["differentiation_matrices"]["cases"]) {
        let nodes = numbers(&case["nodes"]);
        let found = basis(case, nodes.len()).differentiation_matrix();
        let error = largest(&found.concat(), &numbers(&case["matrix"]));
        assert!(error < 1e-13, "{} {}: {error:e}", case["basis"], nodes.len());
        assert!(found.iter().all(|row| row.iter().sum::<f64>().abs() < 1e-13));
    }
}

#[test]
fn poses_and_curvatures() {
    let golden = golden("p15_motion.json");
    let mut compared = 0;
    for case in list(&golden["interpolation"]["cases"]) {
        let poses: Vec<Motion<f64>> = list(&case["poses"]).iter().map(pose).collect();
        let basis = basis(case, poses.len());
        for point in list(&case["points"]) {
            let eta = point["eta"].as_f64().expect("a number");
            for (name, metric) in METRICS {
                let Some(expected) = point["metrics"].get(name) else { continue };
                // a whole turn and poses far apart are not reached from the sum of quaternions
                if ["full_turn", "wide_matrix_only"].contains(&case["name"].as_str().unwrap_or_default()) {
                    continue;
                }
                let found = Curve::at(&basis, metric, &poses, eta);
                let there = pose(&expected["pose"]);
                let at = format!("{} {} {name} {eta}", case["name"], case["basis"]);
                let rotation =
                    largest(&found.motion.rotation().matrix().to_array(), &there.rotation().matrix().to_array());
                let position = largest(&found.motion.position().to_array(), &there.position().to_array());
                assert!(rotation < 1e-13 && position < 1e-13, "{at}: {rotation:e} {position:e}");
                let six = |t: gyrosweep::lie::Twist<f64>| [t.translation.to_array(), t.rotation.to_array()].concat();
                let curvature = largest(&six(found.curvature), &numbers(&expected["curvature"]));
                assert!(curvature < 1e-12, "{at}: {curvature:e}");
                let derivative = largest(&six(found.derivative), &numbers(&expected["curvature_derivative"]));
                assert!(derivative < 1e-10, "{at}: {derivative:e}");
                compared += 1;
            }
        }
    }
    assert!(compared > 200, "{compared}");
}

/// Rigid motions of the world and of the body move what is interpolated with them (3.15).
#[test]
fn schemes_commute_with_rigid_motions() {
    let golden = golden("p15_motion.json");
    let left = pose(&golden["interpolation"]["left_motion_for_the_law"]);
    let case = &golden["interpolation"]["cases"][2];
    let poses: Vec<Motion<f64>> = list(&case["poses"]).iter().map(pose).collect();
    let basis = basis(case, poses.len());
    for (name, metric) in METRICS {
        let at = |poses: &[Motion<f64>]| Curve::at(&basis, metric, poses, 0.37);
        let (plain, moved) = (at(&poses), at(&poses.iter().map(|pose| left.compose(*pose)).collect::<Vec<_>>()));
        let off = left.compose(plain.motion).inverse().compose(moved.motion).log();
        assert!(off.translation.norm() < 1e-12 && off.rotation.norm() < 1e-14, "{name}: {off:?}");
        let turned = at(&poses.iter().map(|pose| pose.compose(left)).collect::<Vec<_>>());
        let off = plain.motion.compose(left).inverse().compose(turned.motion).log();
        assert!(off.translation.norm() < 1e-12 && off.rotation.norm() < 1e-14, "{name}: {off:?}");
    }
}
