//! Conversions to and from the vectors, matrices and rotations of `nalgebra`.
//!
//! Both sides apply a rotation from the left, `world = R body`, so no rotation is inverted. Matrices here are stored by
//! rows, there by columns; quaternions here are scalar first, there the scalar is stored last. No conversion computes,
//! so a rotation that is a rounding error away from the group stays so.

use super::{RotationMatrix, UnitQuaternion};
use crate::num::{Mat3, Vec3};
use nalgebra::{Matrix3, Quaternion, Rotation3, Unit, UnitQuaternion as Theirs, Vector3};

impl From<Vec3<f64>> for Vector3<f64> {
    fn from(v: Vec3<f64>) -> Self {
        v.to_array().into()
    }
}

impl From<Vector3<f64>> for Vec3<f64> {
    fn from(v: Vector3<f64>) -> Self {
        Vec3::new(v.x, v.y, v.z)
    }
}

impl From<Mat3<f64>> for Matrix3<f64> {
    fn from(m: Mat3<f64>) -> Self {
        Matrix3::from_row_slice(&m.to_array())
    }
}

impl From<Matrix3<f64>> for Mat3<f64> {
    fn from(m: Matrix3<f64>) -> Self {
        let row = |i| Vec3::new(m[(i, 0)], m[(i, 1)], m[(i, 2)]);
        Mat3::from_rows(row(0), row(1), row(2))
    }
}

impl From<UnitQuaternion<f64>> for Theirs<f64> {
    fn from(q: UnitQuaternion<f64>) -> Self {
        Unit::new_unchecked(Quaternion::new(q.w, q.v.x, q.v.y, q.v.z))
    }
}

impl From<Theirs<f64>> for UnitQuaternion<f64> {
    fn from(q: Theirs<f64>) -> Self {
        UnitQuaternion { w: q.w, v: Vec3::new(q.i, q.j, q.k) }
    }
}

impl From<RotationMatrix<f64>> for Rotation3<f64> {
    fn from(r: RotationMatrix<f64>) -> Self {
        Rotation3::from_matrix_unchecked(r.0.into())
    }
}

impl From<Rotation3<f64>> for RotationMatrix<f64> {
    fn from(r: Rotation3<f64>) -> Self {
        RotationMatrix((*r.matrix()).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lie::{LieGroup, Rotation};

    const PSI: Vec3<f64> = Vec3 { x: 0.3, y: -1.1, z: 0.7 };
    const BODY: Vec3<f64> = Vec3 { x: 1.0, y: 2.0, z: -3.0 };

    fn close(got: Vec3<f64>, expected: Vec3<f64>) {
        // a few roundings of numbers below four
        assert!((got - expected).norm() < 4e-15, "{got:?} {expected:?}");
    }

    #[test]
    fn rotations_turn_the_same_way() {
        let ours = UnitQuaternion::exp(PSI);
        let matrix = RotationMatrix::exp(PSI);
        let quaternion = Theirs::from(ours);
        close((quaternion * Vector3::from(BODY)).into(), ours.rotate(BODY));
        close((Rotation3::from(matrix) * Vector3::from(BODY)).into(), matrix.rotate(BODY));
        close(Theirs::from_scaled_axis(Vector3::from(PSI)).scaled_axis().into(), ours.log());
        close(UnitQuaternion::from(Theirs::from_scaled_axis(Vector3::from(PSI))).log(), PSI);
        close(RotationMatrix::from(Rotation3::from_scaled_axis(Vector3::from(PSI))).log(), PSI);
    }

    #[test]
    fn the_scalar_is_first_here_and_last_there() {
        let theirs = Theirs::from(UnitQuaternion { w: 0.1, v: Vec3::new(0.2, 0.3, 0.4) });
        assert_eq!(theirs.coords.as_slice(), [0.2, 0.3, 0.4, 0.1]);
    }

    #[test]
    fn rows_stay_rows() {
        let ours = Mat3::from_rows(Vec3::new(1.0, 2.0, 3.0), Vec3::new(4.0, 5.0, 6.0), Vec3::new(7.0, 8.0, 9.0));
        let theirs = Matrix3::from(ours);
        assert_eq!(theirs[(0, 1)], 2.0);
        assert_eq!(theirs.as_slice()[1], 4.0);
        assert_eq!(Vec3::from(theirs * Vector3::from(BODY)), ours.apply(BODY));
    }

    #[test]
    fn there_and_back_keeps_the_bits() {
        let (q, r) = (UnitQuaternion::exp(PSI), RotationMatrix::exp(PSI));
        assert_eq!(UnitQuaternion::from(Theirs::from(q)), q);
        assert_eq!(RotationMatrix::from(Rotation3::from(r)), r);
        assert_eq!(Mat3::from(Matrix3::from(r.0)), r.0);
        assert_eq!(Vec3::from(Vector3::from(BODY)), BODY);
    }
}
