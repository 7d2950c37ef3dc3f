//! What holds of rotations in every representation, and between representations.

use super::points::{Region, examples, vectors};
use super::{EPS, distance};
use gyrosweep::lie::{LieGroup, Rotation, RotationMatrix, RotationVector, UnitQuaternion};
use gyrosweep::num::{Mat3, Real, Vec3};
use std::f64::consts::PI;

/// Orthogonality, and both directions of rotating a vector. Near half a turn an entry of the matrix
/// is the sum of terms of size two, each with a few roundings, and an entry of a product of two
/// matrices sums three of them.
fn rotation_laws<Q: Rotation<f64>>() {
    let mut worst: f64 = 0.0;
    for psi in vectors() {
        let g = Q::exp(psi);
        let m = g.matrix();
        let error = distance(m.transpose() * m, Mat3::identity());
        let determinant = (m.determinant() - 1.0).abs();
        worst = worst.max(error).max(determinant);
        assert!(error < 20.0 * EPS && determinant < 20.0 * EPS, "{psi:?}: {error:e}, {determinant:e}");
        let w = Vec3::new(0.3, -0.8, 0.5);
        let back = g.rotate_back(g.rotate(w));
        assert!((back - w).norm() < 16.0 * EPS, "{psi:?}");
        assert!((g.rotate(psi) - psi).norm() <= 16.0 * EPS * psi.norm(), "the axis stays: {psi:?}");
    }
    println!("{}: orthogonal to {worst:.1e}", std::any::type_name::<Q>());
}

#[test]
fn rotations_are_orthogonal() {
    rotation_laws::<UnitQuaternion<f64>>();
    rotation_laws::<RotationMatrix<f64>>();
    rotation_laws::<RotationVector<f64>>();
}

#[test]
fn quaternions_have_unit_length() {
    let mut worst: f64 = 0.0;
    for psi in vectors() {
        let q = UnitQuaternion::exp(psi);
        let error = (q.w.square() + q.v.norm_squared() - 1.0).abs();
        worst = worst.max(error);
        // four squares of components that are each right to a few roundings
        assert!(error < 8.0 * EPS, "{psi:?}: {error:e}");
    }
    println!("|q|^2 - 1 = {worst:.1e}");
}

#[test]
fn representations_agree() {
    let all = vectors();
    let mut worst: f64 = 0.0;
    for (i, &psi) in all.iter().enumerate() {
        let (q, m, r) = (UnitQuaternion::exp(psi), RotationMatrix::exp(psi), RotationVector::exp(psi));
        // each is right to about eight roundings
        worst = worst.max(distance(q.matrix(), m.matrix())).max(distance(r.matrix(), m.matrix()));
        assert!(distance(q.matrix(), m.matrix()) < 16.0 * EPS, "{psi:?}");
        assert!(distance(r.matrix(), m.matrix()) < 16.0 * EPS, "{psi:?}");
        for j in 0..10 {
            let phi = all[(13 * i + 17 * j) % all.len()];
            let qq = q.compose(UnitQuaternion::exp(phi)).matrix();
            let mm = m.compose(RotationMatrix::exp(phi)).matrix();
            let rr = r.compose(RotationVector::exp(phi)).matrix();
            assert!(distance(qq, mm) < 24.0 * EPS && distance(rr, mm) < 24.0 * EPS, "{psi:?} {phi:?}");
            worst = worst.max(distance(qq, mm)).max(distance(rr, mm));
            // quaternions of a matrix: the same rotation
            let back = RotationMatrix(mm).to_quaternion().matrix();
            assert!(distance(back, mm) < 24.0 * EPS, "{psi:?} {phi:?}");
        }
    }
    println!("representations differ by {worst:.1e}");
}

/// What names the same rotation has distance zero.
#[test]
fn two_names_of_one_rotation_are_equal() {
    for psi in vectors() {
        let q = UnitQuaternion::exp(psi);
        let minus = UnitQuaternion { w: -q.w, v: -q.v };
        assert_eq!(distance(q.matrix(), minus.matrix()), 0.0, "every entry is a sum of products of two");
        let logs = (q.log(), minus.log());
        let same = RotationVector(logs.0).matrix();
        assert!(distance(same, RotationVector(logs.1).matrix()) < 16.0 * EPS, "{psi:?}");
        let angle = psi.norm();
        if angle > 1e-3 {
            // a turn more about the same axis; the angle 2 pi is rounded, as is the vector
            let turned = RotationVector(psi * ((angle - 2.0 * PI) / angle)).matrix();
            assert!(distance(RotationVector(psi).matrix(), turned) < 32.0 * EPS, "{psi:?}");
        }
    }
    for (region, v) in examples() {
        if region == Region::HalfTurn {
            let psi = Vec3::constant(v);
            let pair = (RotationVector(psi).matrix(), RotationVector(-psi).matrix());
            // pi is rounded: 2 sin(y) cos(y) is 1.2e-16 and not zero, with either sign
            assert!(distance(pair.0, pair.1) < 8.0 * EPS);
        }
    }
}
