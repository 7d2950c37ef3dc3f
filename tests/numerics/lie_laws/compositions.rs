//! The composition of rotation vectors, (A10)-(A13).

use super::points::{Region, examples, vectors};
use super::{EPS, distance};
use gyrosweep::lie::{LieGroup, Rotation, RotationMatrix, RotationVector};
use gyrosweep::num::Vec3;
use std::f64::consts::PI;

/// (A10)-(A13) as printed, with sinc(x) = sin(x)/x and the functions of the standard library.
fn printed_composition(psi0: Vec3<f64>, dpsi: Vec3<f64>) -> Vec3<f64> {
    let half = |psi: Vec3<f64>| {
        let y = psi.norm() / 2.0;
        (y.cos(), psi * (0.5 * y.sin() / y))
    };
    let ((eta0, eta), (nu0, nu)) = (half(psi0), half(dpsi));
    let scalar = eta0 * nu0 - eta.dot(nu);
    let vector = nu * eta0 + eta * nu0 + eta.cross(nu);
    let angle = scalar.acos();
    vector * (2.0 * angle / angle.sin())
}

#[test]
fn composition_equals_the_printed_form_where_that_is_regular() {
    let ordinary: Vec<_> = examples().into_iter().filter(|e| e.0 == Region::Ordinary).map(|e| e.1).collect();
    let mut compared = 0;
    for (i, a) in ordinary.iter().enumerate() {
        for b in ordinary.iter().skip(i % 3).step_by(3) {
            let (a, b) = (Vec3::constant(*a), Vec3::constant(*b));
            let printed = printed_composition(a, b);
            // regular: away from the identity, and not to be shortened
            if !(0.1..PI).contains(&printed.norm()) {
                continue;
            }
            compared += 1;
            let composed = RotationVector(a).compose(RotationVector(b)).0;
            // acos loses 1/sin of the angle: a factor of twenty at 0.1
            assert!((composed - printed).norm() < 200.0 * EPS, "{a:?} {b:?}: {composed:?} {printed:?}");
        }
    }
    assert!(compared > 500);
}

/// About one axis, angles add up and wrap into (-pi, pi].
#[test]
fn composition_about_one_axis() {
    let axes = [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 0.6, 0.8], [1.0 / 3.0, -2.0 / 3.0, 2.0 / 3.0]];
    let angles = [
        (1e-8, -1e-8, 0.0),
        (1e-8, 2e-8, 3e-8),
        (0.3, -0.3 + 1e-12, 1e-12), // over the identity
        (3.0, -3.0, 0.0),
        (1e-160, 2e-160, 3e-160),
        (PI - 1e-6, 0.5e-6, PI - 0.5e-6),
        (3.0, 0.3, 3.3 - 2.0 * PI), // across pi
        (-3.0, -0.3, 2.0 * PI - 3.3),
        (PI - 1e-6, 2e-6, -PI + 1e-6),
        (3.0, 3.0, 6.0 - 2.0 * PI), // across pi, towards 2 pi
        (PI - 1e-3, PI - 1e-3, -2e-3),
        (PI, PI, 0.0), // 2 pi: once around
        (PI, 0.5 * PI, -0.5 * PI),
        (5.0, 1.5, 6.5 - 2.0 * PI), // beyond 2 pi, from beyond pi
        (2.0 * PI - 1e-3, 2e-3, 1e-3),
        (2.0 * PI + 1e-3, -2e-3, -1e-3),
    ];
    for axis in axes.map(Vec3::constant) {
        for (a, b, sum) in angles {
            let composed = RotationVector(axis * a).compose(RotationVector(axis * b)).0;
            // the angles, their sum and the axis are rounded: to eight roundings of the largest
            let limit = 8.0 * EPS * f64::max(a.abs(), b.abs());
            assert!((composed - axis * sum).norm() <= limit, "{a} + {b} = {sum} about {axis:?}: {composed:?}");
        }
    }
}

/// Half a turn as a result: its length is pi, and its axis is right up to the sign.
#[test]
fn composition_to_exactly_half_a_turn() {
    for axis in [[1.0, 0.0, 0.0], [0.0, 0.6, 0.8], [1.0 / 3.0, -2.0 / 3.0, 2.0 / 3.0]].map(Vec3::constant) {
        for (a, b) in
            [(0.5 * PI, 0.5 * PI), (PI - 1.0, 1.0), (PI, 0.0), (0.0, PI), (-1.0, PI + 1.0), (1.5 * PI, -0.5 * PI)]
        {
            let composed = RotationVector(axis * a).compose(RotationVector(axis * b)).0;
            // rounding of the angles and of the axis
            assert!((composed.norm() - PI).abs() < 8.0 * EPS, "{a} + {b}: {}", composed.norm());
            let (same, opposite) = ((composed - axis * PI).norm(), (composed + axis * PI).norm());
            assert!(same.min(opposite) < 16.0 * EPS, "{a} + {b} about {axis:?}: {composed:?}");
        }
    }
    // about two axes: half turns about x and y make one about z
    let x = RotationVector(Vec3::new(PI, 0.0, 0.0));
    let z = x.compose(RotationVector(Vec3::new(0.0, PI, 0.0))).0;
    assert!((z.norm() - PI).abs() < 8.0 * EPS && (z.z.abs() - PI).abs() < 8.0 * EPS, "{z:?}");
}

/// exp and compose give the short one of the vectors of a rotation, whatever the length of theirs.
#[test]
fn rotation_vectors_come_out_short() {
    let all = vectors();
    for (i, &psi) in all.iter().enumerate() {
        let phi = RotationVector(all[(29 * i + 11) % all.len()]);
        for result in
            [RotationVector::exp(psi).0, RotationVector(psi).compose(phi).0, phi.compose(RotationVector(psi)).0]
        {
            // pi and the components are rounded
            assert!(result.norm() <= PI * (1.0 + 2.0 * EPS), "{psi:?} {phi:?}: {result:?}");
        }
        assert_eq!(RotationVector(psi).inverse().0, -psi, "the inverse is as long as the vector");
    }
}

#[test]
fn composition_with_the_opposite_vector_is_the_identity() {
    for psi in vectors() {
        for result in
            [RotationVector(psi).compose(RotationVector(-psi)).0, RotationVector(-psi).compose(RotationVector(psi)).0]
        {
            // the same products cancel, so what is left is the rounding of the sum of four
            assert!(result.norm() <= 8.0 * EPS * psi.norm().min(1.0), "{psi:?}: {result:?}");
        }
        let short = RotationVector(psi).compose(RotationVector::identity()).0;
        assert!(short.norm() <= PI * (1.0 + 2.0 * EPS), "{psi:?}: {short:?}");
    }
}

/// Many small steps across pi and 2 pi: the rotation vector flips and the rotation does not.
#[test]
fn a_turning_body_passes_half_and_full_turns() {
    let axis = Vec3::new(0.0, 0.6, 0.8);
    let (step, count) = (1e-2, 2000);
    let (mut vector, mut matrix) = (RotationVector::identity(), RotationMatrix::identity());
    let (increment, turn) = (RotationVector(axis * step), RotationMatrix::exp(axis * step));
    for n in 1..=count {
        (vector, matrix) = (vector.compose(increment), matrix.compose(turn));
        // every step adds a few roundings
        let limit = 8.0 * EPS * f64::from(n);
        assert!(vector.0.norm() <= PI * (1.0 + 2.0 * EPS));
        assert!(distance(vector.matrix(), matrix.matrix()) < limit, "step {n}");
        let exact = RotationMatrix::exp(axis * (f64::from(n) * step)).matrix();
        // from afar the exponential map itself loses in proportion to the angle
        assert!(distance(vector.matrix(), exact) < limit, "step {n}");
    }
}
