//! Interpolation of motions beside `tests/golden/p15_motion.json`: weights, poses, curvatures and their derivatives in six bases by
//! six metrics.

use crate::common::golden;
use gyrosweep::interpolation::{
    Basis, Block, Curve, Metric, extended, increment_blocks, motion_at, nodal_curvature, nodal_curvature_blocks,
    rotation_at,
};
use gyrosweep::lie::{
    Algebra, LieGroup, Motion, Rotation, RotationMatrix, Twist, UnitQuaternion, VectorialParameterisation as V,
};
use gyrosweep::num::{Dual, Mat3, Real, Vec3};
use serde_json::Value;

pub(crate) fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(all) => all.iter().flat_map(numbers).collect(),
        value => vec![value.as_f64().expect("a number")],
    }
}

pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

pub(crate) fn pose(value: &Value) -> Motion<f64> {
    let position = Vec3::from_slice(&numbers(&value["position"]));
    Motion::new(position, UnitQuaternion::from_slice(&numbers(&value["quaternion"])))
}

fn largest(found: &[f64], expected: &[f64]) -> f64 {
    assert_eq!(found.len(), expected.len());
    found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

pub(crate) fn basis(case: &Value, count: usize) -> Basis {
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

pub(crate) const METRICS: [(&str, Metric); 6] = [
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
                let found = Curve::at(&basis, metric, &poses, eta);
                let there = pose(&expected["pose"]);
                let at = format!("{} {} {name} {eta}", case["name"], case["basis"]);
                let rotation =
                    largest(&found.motion.rotation().matrix().to_array(), &there.rotation().matrix().to_array());
                let position = largest(&found.motion.position().to_array(), &there.position().to_array());
                assert!(rotation < 1e-13 && position < 1e-13, "{at}: {rotation:e} {position:e}");
                let six = |t: Twist<f64>| [t.translation.to_array(), t.rotation.to_array()].concat();
                let curvature = largest(&six(found.curvature), &numbers(&expected["curvature"]));
                assert!(curvature < 1e-12, "{at}: {curvature:e}");
                let derivative = largest(&six(found.derivative), &numbers(&expected["curvature_derivative"]));
                assert!(derivative < 1e-10, "{at}: {derivative:e}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 225, "poses in six bases by six metrics, and by one where they are far apart");
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

/// The mean of rotations and of motions, as the metric says it, with equal weights.
#[test]
fn means_of_rotations_and_motions() {
    let golden = golden("p15_motion.json");
    let means = &golden["means"];
    let poses: Vec<Motion<f64>> = list(&means["poses"]).iter().map(pose).collect();
    let weights = vec![1.0 / poses.len() as f64; poses.len()];
    for (name, metric) in &METRICS[..3] {
        let motion = Motion(motion_at(*metric, &weights, &poses).rotation);
        let rotations: Vec<UnitQuaternion<f64>> = poses.iter().map(|pose| pose.rotation()).collect();
        let rotation = rotation_at(*metric, &weights, &rotations).rotation;
        let expected = pose(&means[*name]["motion"]);
        let off = expected.inverse().compose(motion).log();
        assert!(off.translation.norm() < 1e-13 && off.rotation.norm() < 1e-13, "{name}: {off:?}");
        let expected = UnitQuaternion::from_slice(&numbers(&means[*name]["rotation"]["quaternion"]));
        assert!(expected.inverse().compose(rotation).log().norm() < 1e-14, "{name}");
        if *name == "geodesic" {
            let angles: Vec<f64> = rotations.iter().map(|q| rotation.inverse().compose(*q).log().norm()).collect();
            let squares: f64 = angles.iter().map(|angle| angle * angle).sum::<f64>() / angles.len() as f64;
            let largest = angles.into_iter().fold(0.0, f64::max);
            let [mean, most] =
                ["mean_squared_angle", "largest_angle"].map(|key| means[key].as_f64().expect("a number"));
            assert!((squares - mean).abs() < 1e-14 && (largest - most).abs() < 1e-14);
        }
    }
}

/// Increments of the body at a parameter by those of the nodes (3.38), which a recording has as its derivatives.
#[test]
fn increments_by_those_of_the_nodes() {
    type Moving = Dual<f64, 1>;
    let golden = golden("p15_motion.json");
    let linearisation = &golden["interpolation"]["linearisation"];
    let poses: Vec<Motion<f64>> = list(&linearisation["poses"]).iter().map(pose).collect();
    let basis = Basis::gauss_lobatto_legendre(poses.len()).expect("a basis");
    let lifted = |motion: &Motion<f64>| {
        let still = |x: Dual<f64, 1>| Dual { re: Moving::resting(x.re), eps: [Moving::resting(x.eps[0])] };
        let UnitQuaternion { w, v } = motion.0;
        Motion(UnitQuaternion { w: still(w), v: Vec3::new(still(v.x), still(v.y), still(v.z)) })
    };
    let mut compared = 0;
    for case in list(&linearisation["cases"]) {
        let name = case["metric"].as_str().expect("a name");
        let (_, metric) = METRICS.iter().find(|(known, _)| *known == name).expect("a metric");
        let weights: Vec<Moving> =
            basis.weights(case["eta"].as_f64().expect("a number")).into_iter().map(Moving::resting).collect();
        for (node, block) in list(&case["increment_blocks"]).iter().enumerate() {
            for direction in 0..6 {
                let mut moved: Vec<Motion<Moving>> = poses.iter().map(lifted).collect();
                let unit = |i| if i == direction { Moving { re: 0.0, eps: [1.0] } } else { Moving::resting(0.0) };
                moved[node] = moved[node].compose(Motion::exp(Twist::from_components(unit)));
                let found = motion_at(*metric, &weights, &moved).rotation;
                let part = |take: &dyn Fn(Moving) -> f64| {
                    let of = |x: Dual<Moving, 1>| Dual { re: take(x.re), eps: [take(x.eps[0])] };
                    UnitQuaternion { w: of(found.w), v: Vec3::new(of(found.v.x), of(found.v.y), of(found.v.z)) }
                };
                let (value, slope) = (part(&|x| x.re), part(&|x| x.eps[0]));
                let increment = Twist::from_dual(value.inverse().multiply(slope).v * Dual::constant(2.0));
                let column: Vec<f64> = (0..6).map(|i| increment.component(i)).collect();
                let expected: Vec<f64> = list(block).iter().map(|row| numbers(row)[direction]).collect();
                let error = largest(&column, &expected);
                assert!(error < 1e-12, "{name} {} node {node}: {error:e}", case["eta"]);
                compared += 1;
            }
        }
    }
    assert!(compared >= 24 * 3, "{compared}");
}

/// Blocks of increments (3.38), curvatures at nodes (3.44) and their blocks (3.46), which a common rigid increment leaves alone.
#[test]
fn linearisation_in_closed_form() {
    let golden = golden("p15_motion.json");
    let linearisation = &golden["interpolation"]["linearisation"];
    let poses: Vec<Motion<f64>> = list(&linearisation["poses"]).iter().map(pose).collect();
    let basis = Basis::gauss_lobatto_legendre(poses.len()).expect("a basis");
    for case in list(&linearisation["cases"]) {
        let name = case["metric"].as_str().expect("a name");
        let (_, metric) = METRICS.iter().find(|(known, _)| *known == name).expect("a metric");
        let entries = |block: &Block<f64>| extended(*block).concat();
        let weights = basis.weights(case["eta"].as_f64().expect("a number"));
        let found = motion_at(*metric, &weights, &poses);
        let blocks = increment_blocks(*metric, &weights, &poses, &found);
        let off = largest(&blocks.iter().flat_map(entries).collect::<Vec<_>>(), &numbers(&case["increment_blocks"]));
        assert!(off < 1e-12, "{name}: increments {off:e}");
        let curvatures = nodal_curvature(&basis, *metric, &poses);
        let six = |t: &Twist<f64>| (0..6).map(|i| t.component(i)).collect::<Vec<_>>();
        let all: Vec<f64> = curvatures.iter().flat_map(six).collect();
        let off = largest(&all, &numbers(&case["nodal_curvature"]));
        assert!(off < 1e-12, "{name}: curvatures {off:e}");
        let rows = nodal_curvature_blocks(&basis, *metric, &poses);
        let all: Vec<f64> = rows.iter().flatten().flat_map(entries).collect();
        let off = largest(&all, &numbers(&case["nodal_curvature_blocks"]));
        assert!(off < 1e-12, "{name}: blocks {off:e}");
        for (j, (row, curvature)) in rows.iter().zip(&curvatures).enumerate() {
            let there = Curve::at(&basis, *metric, &poses, basis.nodes()[j]);
            assert!(largest(&six(&there.curvature), &six(curvature)) < 1e-12, "{name}: node {j}");
            let common = Twist { translation: Vec3::new(0.3, -0.2, 0.5), rotation: Vec3::new(0.1, 0.4, -0.7) };
            let seen = row.iter().zip(&poses).map(|(b, pose)| b.apply(pose.inverse().twist(common).to_dual()));
            let left = Twist::from_dual(seen.fold(Vec3::zero(), |sum, v| sum + v));
            assert!(left.translation.norm() < 1e-12 && left.rotation.norm() < 1e-12, "{name}: {left:?}");
        }
    }
}

/// The curve of 3.9.1 at a parameter: position, tangent, and the frame of tangent, normal and binormal.
fn curve<R: Real>(golden: &Value, theta: R) -> (Vec3<R>, Vec3<R>, RotationMatrix<R>) {
    type Twice<R> = Dual<Dual<R, 1>, 1>;
    let theta = Twice { re: Dual { re: theta, eps: [R::one()] }, eps: [Dual::resting(R::one())] };
    let of = |name: &str| golden["parameters"][name].as_f64().expect("a number");
    let number = |x: f64| Twice::<R>::constant(x);
    let share = theta.scale(1.0 / of("T"));
    let off = share.scale(2.0) - number(1.0);
    let rho = number(1.0)
        + off.square().scale(of("rho2"))
        + (number(1.0) - share.scale(of("k1")).sin_cos().1).scale(of("rho3"));
    let pitch = number(of("p0")) + share.scale(of("p1")) + share.scale(of("k2")).sin_cos().0.scale(of("p2"));
    let (sin, cos) = theta.sin_cos();
    let r = [rho * cos, rho * sin, pitch * theta];
    let part = |take: &dyn Fn(Twice<R>) -> R| Vec3::new(take(r[0]), take(r[1]), take(r[2]));
    let (position, first, second) = (part(&|x| x.re.re), part(&|x| x.re.eps[0]), part(&|x| x.eps[0].eps[0]));
    let (t, b) = (first.normalized(), first.cross(second).normalized());
    (position, first, RotationMatrix(Mat3::from_rows(t, b.cross(t), b).transpose()))
}

/// The mean errors of orientation, curvature, position and tangent on 50 parts between nodes (3.49), (3.50).
fn errors(golden: &Value, basis: &Basis, metric: Metric) -> [f64; 4] {
    let period = golden["parameters"]["T"].as_f64().expect("a number");
    let theta = |eta: f64| 0.5 * period * (eta + 1.0);
    let poses: Vec<Motion<f64>> = (basis.nodes().iter())
        .map(|eta| {
            let (position, _, frame) = curve(golden, theta(*eta));
            Motion::new(position, frame.to_quaternion())
        })
        .collect();
    let pairs = basis.nodes().windows(2);
    let inner = pairs.flat_map(|pair| (0..50).map(|j| pair[0] + (pair[1] - pair[0]) * f64::from(j) / 50.0));
    let points: Vec<f64> = inner.chain(basis.nodes().last().copied()).collect();
    let mut sums = [0.0; 4];
    for eta in &points {
        let found = Curve::at(basis, metric, &poses, *eta);
        let (position, tangent, frame) = curve(golden, theta(*eta));
        let (_, _, turning) = curve(golden, Dual { re: theta(*eta), eps: [1.0] });
        let rates: [f64; 9] = turning.0.to_array().map(|x| x.eps[0]);
        let rate = Mat3::from_rows(
            Vec3::from_slice(&rates[..3]),
            Vec3::from_slice(&rates[3..6]),
            Vec3::from_slice(&rates[6..]),
        );
        let w = (frame.0.transpose() * rate).to_array();
        let omega = Vec3::new(w[7], w[2], w[3]);
        // by theta
        let by = 2.0 / period;
        let turned = found.motion.rotation();
        let difference = turned.matrix() - frame.0;
        let off = [
            difference.to_array().iter().map(|x| x * x).sum::<f64>().sqrt(),
            (found.curvature.rotation * by - omega).norm(),
            (found.motion.position() - position).norm(),
            (turned.rotate(found.curvature.translation) * by - tangent).norm(),
        ];
        sums.iter_mut().zip(off).for_each(|(sum, off)| *sum += off);
    }
    sums.map(|sum| sum / (points.len() - 1) as f64)
}

/// The first errors of the studies of 3.9.1, with 8 and 16 intervals: the digits of an independent implementation.
#[test]
fn errors_on_a_curve() {
    let golden = golden("p15_motion.json");
    let study = &golden["convergence"]["open_curve"];
    let equal = |count: usize| (0..count).map(|k| 2.0 * k as f64 / (count - 1) as f64 - 1.0).collect();
    let basis = |name: &str, count: usize| {
        match name {
            "chebyshev_gauss_lobatto" => Basis::chebyshev_gauss_lobatto(count),
            "bspline_clamped_greville_sites" => Basis::b_spline_greville(3, count),
            _ => Basis::b_spline_not_a_knot(equal(count)),
        }
        .expect("a basis")
    };
    for name in ["chebyshev_gauss_lobatto", "bspline_clamped_greville_sites", "bspline_not_a_knot"] {
        for row in list(&study["bases"][name]["errors"]).iter().take(2) {
            let intervals = row["N"].as_u64().expect("a number") as usize;
            for (metric_name, metric) in &METRICS[..2] {
                let found = errors(study, &basis(name, intervals + 1), *metric);
                let expected = ["orientation", "curvature", "position", "tangent"]
                    .map(|key| row[*metric_name][key].as_f64().expect("a number"));
                for (found, expected) in found.iter().zip(expected) {
                    let off = (found / expected - 1.0).abs();
                    assert!(off < 1e-8, "{name} {intervals} {metric_name}: {found:e} {expected:e}");
                }
            }
        }
    }
}
