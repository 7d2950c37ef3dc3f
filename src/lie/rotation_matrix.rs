//! SO(3) by orthogonal matrices.

use super::group::{LieGroup, Rotation};
use super::tangent::{AngleFunctions, so3_operators};
use super::unit_quaternion::UnitQuaternion;
use crate::num::{Mat3, Real, Vec3};

/// Holds an orthogonal matrix with determinant one, `world_from_body`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RotationMatrix<R>(pub Mat3<R>);

impl<R: Real> RotationMatrix<R> {
    /// Returns the unit quaternion of the same rotation, by the largest of its components so that nothing
    /// is divided by a small number.
    pub fn to_quaternion(self) -> UnitQuaternion<R> {
        let [r0, r1, r2] = self.0.rows;
        let one = R::one();
        // four times the squares of w, x, y, z
        let squares =
            [one + r0.x + r1.y + r2.z, one + r0.x - r1.y - r2.z, one - r0.x + r1.y - r2.z, one - r0.x - r1.y + r2.z];
        let (x, y, z) = (r2.y - r1.z, r0.z - r2.x, r1.x - r0.y); // 4 w (x, y, z)
        let (xy, xz, yz) = (r0.y + r1.x, r0.z + r2.x, r1.z + r2.y); // 4 x y, ...
        let candidates =
            [[squares[0], x, y, z], [x, squares[1], xy, xz], [y, xy, squares[2], yz], [z, xz, yz, squares[3]]];
        let (mut best, mut largest) = (candidates[0], squares[0]);
        for i in 1..4 {
            let better = largest.less(squares[i]);
            largest = R::select(better, squares[i], largest);
            best = std::array::from_fn(|j| R::select(better, candidates[i][j], best[j]));
        }
        let factor = R::constant(0.5) / largest.sqrt();
        // the largest square is one at least
        factor.assume_at_most(1.0);
        UnitQuaternion { w: best[0] * factor, v: Vec3::new(best[1], best[2], best[3]) * factor }
    }
}

impl<R: Real> LieGroup<R> for RotationMatrix<R> {
    type Algebra = Vec3<R>;

    fn identity() -> Self {
        Self(Mat3::identity())
    }
    fn compose(self, other: Self) -> Self {
        Self(self.0 * other.0)
    }
    fn inverse(self) -> Self {
        Self(self.0.transpose())
    }
    fn exp(psi: Vec3<R>) -> Self {
        // I + sin|psi|/|psi| psi~ + (1 - cos|psi|)/|psi|^2 psi~^2, with sin(2y)/(2y) = sinc cos
        let f = AngleFunctions::new(psi);
        let skew = Mat3::skew(psi);
        Self(Mat3::identity() + skew.scaled(f.sinc() * f.cos()) + (skew * skew).scaled(-f.f1()))
    }
    fn log(self) -> Vec3<R> {
        self.to_quaternion().log()
    }
    so3_operators!();
}

impl<R: Real> Rotation<R> for RotationMatrix<R> {
    fn matrix(self) -> Mat3<R> {
        self.0
    }
}
