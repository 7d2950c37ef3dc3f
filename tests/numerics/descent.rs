//! Functions of rotations: derivatives by increments three ways, Newton's method with a radius of trust, means of rotations.

use crate::common::golden;
use gyrosweep::interpolation::{Metric, mean, rotation_at};
use gyrosweep::lie::{
    DescentError, Expansion, LieGroup, Motion, Rotation, Trust, Twice, Twist, UnitQuaternion,
    VectorialParameterisation as V, minimum, newton, so3,
};
use gyrosweep::num::{Mat3, Real, Vec3};
use nalgebra::{DMatrix, DVector};

type Quaternion<R> = UnitQuaternion<R>;

/// A turn by up to 2.6 rad.
fn turn(k: usize) -> Quaternion<f64> {
    let number = |i: usize| (2.3 * (3 * k + i) as f64 + 0.4).sin();
    UnitQuaternion::exp(Vec3::new(number(0), number(1), number(2)) * 1.5)
}

fn lifted<R: Real>(q: Quaternion<f64>) -> Quaternion<R> {
    UnitQuaternion { w: R::constant(q.w), v: Vec3::constant(q.v.to_array()) }
}

const A: [f64; 9] = [0.7, -0.3, 0.2, 1.1, 0.4, -0.9, 0.5, 0.8, -0.6];

/// The trace of a matrix times the rotation.
fn trace<R: Real>(q: Quaternion<R>) -> R {
    let columns = q.matrix().transpose().to_array();
    A.iter().zip(columns).fold(R::zero(), |sum, (a, r)| sum + r.scale(*a))
}

/// Half the squared angle to another rotation.
fn half_squared_angle<R: Real>(q: Quaternion<R>) -> R {
    q.inverse().compose(lifted(turn(7))).log().norm_squared().scale(0.5)
}

/// Gradient and Hessian in closed form, and by differences.
fn compare(
    expansion: &Expansion<f64>,
    at: Quaternion<f64>,
    function: impl Fn(Quaternion<f64>) -> f64,
    closed: (Vec3<f64>, Mat3<f64>),
) {
    let unit =
        |i: usize, h: f64| UnitQuaternion::exp(Vec3::from_slice(&[0, 1, 2].map(|k| if k == i { h } else { 0.0 })));
    let (h, near) = (1e-4, |a: f64, b: f64, off: f64| assert!((a - b).abs() < off, "{a:e} {b:e}"));
    near(expansion.value, function(at), 1e-15);
    for i in 0..3 {
        let gradient = expansion.gradient.to_array()[i];
        near(gradient, closed.0.to_array()[i], 1e-13);
        near(gradient, (function(at.compose(unit(i, h))) - function(at.compose(unit(i, -h)))) / (2.0 * h), 1e-7);
        for j in 0..3 {
            let entry = expansion.hessian.to_array()[3 * i + j];
            near(entry, closed.1.to_array()[3 * i + j], 1e-13);
            // by the increment i after the increment j (2.62a)
            let there = |a: f64, b: f64| function(at.compose(unit(j, a)).compose(unit(i, b)));
            near(entry, (there(h, h) - there(h, -h) - there(-h, h) + there(-h, -h)) / (4.0 * h * h), 1e-6);
        }
    }
    // (2.63), and what both Hessians differ by
    let skew = expansion.hessian - expansion.hessian.transpose() - Mat3::skew(expansion.gradient);
    assert!(skew.to_array().iter().all(|x| x.abs() < 1e-13), "{skew:?}");
}

#[test]
fn derivatives_of_functions_of_rotations_three_ways() {
    for k in 0..6 {
        let at = turn(k);
        let m =
            (Mat3::from_rows(Vec3::from_slice(&A), Vec3::from_slice(&A[3..]), Vec3::from_slice(&A[6..]))) * at.matrix();
        let [a, b, c] = m.rows;
        let gradient = Vec3::new(b.z - c.y, c.x - a.z, a.y - b.x);
        let hessian = m.transpose() - Mat3::identity().scaled(a.x + b.y + c.z);
        compare(&Expansion::of(trace, at), at, trace, (gradient, hessian));
        let psi = at.inverse().compose(turn(7)).log();
        let columns = [0, 1, 2].map(|i| so3::tangent_inverse(-psi, Mat3::identity().column(i)));
        let hessian = Mat3::from_rows(columns[0], columns[1], columns[2]).transpose();
        compare(&Expansion::of(half_squared_angle, at), at, half_squared_angle, (-psi, hessian));
    }
}

/// Algorithm 1 on SE(3): a motion whose parameters are given, from far away, and its errors.
#[test]
fn equations_on_the_group_are_solved_within_a_radius_of_trust() {
    let given = Twist { translation: Vec3::new(1.0, -2.0, 0.5), rotation: Vec3::new(-1.2, 2.1, 0.9) };
    let goal = Motion::exp(given);
    let equations = |at: Motion<f64>| {
        let off = goal.inverse().compose(at).log();
        let both = |t: Twist<f64>| [t.translation.to_array(), t.rotation.to_array()].concat();
        let unit = |j: usize| {
            <Twist<f64> as gyrosweep::lie::Algebra<f64>>::from_components(|i| if i == j { 1.0 } else { 0.0 })
        };
        let columns: Vec<f64> = (0..6).flat_map(|j| both(Motion::tangent_inverse(off, unit(j)))).collect();
        (DVector::from_vec(both(off)), DMatrix::from_vec(6, 6, columns))
    };
    let trust = Trust { radius: 0.3, tolerance: 1e-13, steps: 60 };
    let found = newton(Motion::identity(), trust, equations).expect("the motion");
    let turn = given.rotation.norm();
    assert!(found.steps > (turn / 0.3) as usize && found.steps < 20, "{}", found.steps);
    let off = goal.inverse().compose(found.at).log();
    assert!(off.rotation.norm() < 1e-13 && off.translation.norm() < 1e-13);
    let short = newton(Motion::identity(), Trust { steps: 3, ..trust }, equations);
    assert!(matches!(short, Err(DescentError::NotReached { steps: 3, .. })), "{short:?}");
    let flat = |_: Motion<f64>| (DVector::from_element(6, 1.0), DMatrix::zeros(6, 6));
    assert_eq!(newton(Motion::identity(), trust, flat), Err(DescentError::Singular { steps: 0 }));
}

/// From a maximum and from saddles, where the gradient is zero, it goes down as well.
#[test]
fn a_minimum_is_found_from_saddles() {
    let diagonal = |q: Quaternion<Twice<f64>>| -> Twice<f64> {
        let r = q.matrix().to_array();
        -(r[0] + r[4].scale(2.0) + r[8].scale(3.0))
    };
    for axis in [Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 1.0, 0.0), Vec3::new(0.0, 0.0, 1.0)] {
        let start = UnitQuaternion { w: 0.0, v: axis };
        let found = minimum(start, Trust::default(), |q| Expansion::of(diagonal, q)).expect("a minimum");
        assert!(found.at.log().norm() < 1e-13, "{found:?}");
    }
}

/// The mean of many rotations far apart is a minimum where a fixed number of steps from the mean of quaternions leads to none.
#[test]
fn means_of_rotations_far_apart() {
    let (mut fixed_fails, metrics) =
        (0, [Metric::Matrix, Metric::Quaternion, Metric::Geodesic, Metric::Vector(V::WIENER_MILENKOVIC)]);
    let sum = |metric: Metric, weights: &[f64], rotations: &[Quaternion<f64>], at: Quaternion<f64>| -> f64 {
        let distance = match metric {
            Metric::Matrix => V::EULER_RODRIGUES,
            Metric::Quaternion => V::Sine(4.0),
            Metric::Vector(kind) => kind,
            _ => V::Cartesian,
        };
        let squared = |q: &Quaternion<f64>| distance.of_rotation(at.inverse().compose(*q)).norm_squared();
        weights.iter().zip(rotations).map(|(l, q)| l * squared(q)).sum()
    };
    for set in 0..40 {
        let rotations: Vec<Quaternion<f64>> = (0..12)
            .map(|k| {
                let number = |i: usize| (1.9 * (40 * set + 3 * k + i) as f64 + 0.7).sin();
                UnitQuaternion::exp(Vec3::new(number(0), number(1), number(2)) * 2.2)
            })
            .collect();
        let weights: Vec<f64> = (0..12).map(|k| (1.0 + 0.1 * f64::from(k)) / 17.0).collect();
        for metric in metrics {
            let found = mean(metric, &weights, &rotations, Trust::default()).expect("a mean");
            assert!(found.steps < 30, "{metric:?} {set}: {}", found.steps);
            let lowest = sum(metric, &weights, &rotations, found.at);
            for k in 0..20 {
                let beside = found.at.compose(UnitQuaternion::exp(turn(k).log() * 0.02));
                assert!(sum(metric, &weights, &rotations, beside) > lowest, "{metric:?} {set}");
            }
            let fixed = rotation_at(metric, &weights, &rotations);
            let off = fixed.rotation.inverse().compose(found.at).log().norm();
            let lost =
                fixed.residual.norm() > 1e-9 || sum(metric, &weights, &rotations, fixed.rotation) > lowest + 1e-9;
            fixed_fails += usize::from(metric != Metric::Quaternion && lost);
            assert!(
                lost || off < 1e-7 || lowest >= sum(metric, &weights, &rotations, fixed.rotation),
                "{metric:?} {set}: {off:e}"
            );
        }
    }
    println!("fixed steps fail {fixed_fails} times");
    assert!(fixed_fails > 0, "the rotations are far apart");
    let implicit = Metric::Implicit(V::WIENER_MILENKOVIC);
    let close: Vec<Quaternion<f64>> = (0..5).map(|k| UnitQuaternion::exp(turn(k).log() * 0.3)).collect();
    let found = mean(implicit, &[0.2; 5], &close, Trust::default()).expect("a mean");
    assert!(rotation_at(implicit, &[0.2; 5], &close).rotation.inverse().compose(found.at).log().norm() < 1e-14);
    let golden = golden("p15_motion.json");
    assert!(golden["means"]["geodesic"].is_object());
}
