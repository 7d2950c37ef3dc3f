//! SO(3) by unit quaternions.

use super::group::{LieGroup, Rotation};
use super::tangent::{AngleFunctions, so3_operators};
use crate::num::elementary::atan_over_argument;
use crate::num::{Mat3, Real, Sparse3, Vec3};

/// Holds a unit quaternion w + v, `world_from_body`. q and -q are the same rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnitQuaternion<R> {
    /// The scalar part, cos(|psi|/2).
    pub w: R,
    /// The vector part.
    pub v: Vec3<R>,
}

#[inline]
fn twice<R: Real>(r: R) -> R {
    r + r
}

impl<R: Real> UnitQuaternion<R> {
    /// Reads a unit quaternion from the first four entries of a slice, scalar first.
    #[inline]
    pub fn from_slice(s: &[R]) -> Self {
        Self { w: s[0], v: Vec3::from_slice(&s[1..4]) }
    }
    /// Writes the four components, scalar first.
    #[inline]
    pub fn write(self, s: &mut [R]) {
        s[0] = self.w;
        self.v.write(&mut s[1..4]);
    }
    /// Returns the quaternion product; bilinear, so also for quaternions that are not of unit length.
    #[inline]
    pub fn multiply(self, o: Self) -> Self {
        let (a, b) = (self.v, o.v);
        Self {
            w: self.w * o.w - a.x * b.x - a.y * b.y - a.z * b.z,
            v: Vec3::new(
                self.w * b.x + a.x * o.w + a.y * b.z - a.z * b.y,
                self.w * b.y - a.x * b.z + a.y * o.w + a.z * b.x,
                self.w * b.z + a.x * b.y - a.y * b.x + a.z * o.w,
            ),
        }
    }
    /// Returns row `i` of the rotation matrix: the world axis `i` in the body frame.
    #[inline]
    pub fn row(self, i: usize) -> Vec3<R> {
        let (w, Vec3 { x, y, z }) = (self.w, self.v);
        let one = R::one();
        match i {
            0 => Vec3::new(one - twice(y * y + z * z), twice(x * y - w * z), twice(x * z + w * y)),
            1 => Vec3::new(twice(x * y + w * z), one - twice(x * x + z * z), twice(y * z - w * x)),
            _ => Vec3::new(twice(x * z - w * y), twice(y * z + w * x), one - twice(x * x + y * y)),
        }
    }
    /// Returns a world-frame vector with known zeros in the body frame: only the rows that are needed.
    #[inline]
    pub fn rotate_back_sparse(self, v: &Sparse3<R>) -> Vec3<R> {
        let mut total: Option<Vec3<R>> = None;
        for (i, component) in v.components().into_iter().enumerate() {
            if let Some(c) = component {
                let term = self.row(i) * c;
                total = match total {
                    None => Some(term),
                    Some(sum) => Some(sum + term),
                };
            }
        }
        match total {
            Some(sum) => sum,
            None => Vec3::zero(),
        }
    }
    /// Returns the quaternion divided by its length.
    #[inline]
    pub fn normalized(self) -> Self {
        let inverse = R::one() / (self.w.square() + self.v.norm_squared()).sqrt();
        Self { w: self.w * inverse, v: self.v * inverse }
    }
    /// Returns the one of q and -q whose scalar part is not negative.
    #[inline]
    pub fn short(self) -> Self {
        self.with_sign(self.w)
    }
    /// Returns the one of q and -q that is nearer to another quaternion.
    #[inline]
    pub fn near(self, to: Self) -> Self {
        self.with_sign(self.w * to.w + self.v.dot(to.v))
    }
    /// Returns -q where a number is negative, else q.
    #[inline]
    fn with_sign(self, of: R) -> Self {
        let flip = of.less(R::zero());
        Self { w: R::select(flip, -self.w, self.w), v: Vec3::select(flip, -self.v, self.v) }
    }
}

impl<R: Real> LieGroup<R> for UnitQuaternion<R> {
    type Algebra = Vec3<R>;

    fn identity() -> Self {
        Self { w: R::one(), v: Vec3::zero() }
    }
    fn compose(self, other: Self) -> Self {
        self.multiply(other)
    }
    fn inverse(self) -> Self {
        Self { w: self.w, v: -self.v }
    }
    fn exp(psi: Vec3<R>) -> Self {
        let f = AngleFunctions::new(psi);
        Self { w: f.cos(), v: psi * f.sinc().scale(0.5) }
    }
    #[inline]
    fn log(self) -> Self::Algebra {
        let q = self.short();
        // 2 atan2(|v|, w) / |v|. The quotient v2/w2 serves small angles, where |v| has no derivative
        let v2 = q.v.norm_squared();
        let near = v2.less(q.w.square().scale(0.17));
        let one = R::one();
        let w_safe = R::select(near, q.w, one);
        let small = atan_over_argument(R::select(near, v2, R::zero()) / w_safe.square()) / w_safe;
        let n = R::select(near, one, v2).sqrt();
        let large = n.atan2(R::select(near, one, q.w)) / n;
        q.v * R::select(near, small, large).scale(2.0)
    }
    so3_operators!();
}

impl<R: Real> Rotation<R> for UnitQuaternion<R> {
    #[inline]
    fn matrix(self) -> Mat3<R> {
        Mat3::from_rows(self.row(0), self.row(1), self.row(2))
    }
}
