//! Vectors and symmetric matrices that know which of their entries are zero in every member.
//!
//! A mechanism's data are mostly zeros: gravity has one component, the arm of a top one, its
//! inertia three of six. Which ones are zero is known when the scenario is read, so the products
//! below leave those terms out. The recording number takes the same path, so that the kernel and the
//! native code perform the same operations.

use super::{Real, Vec3};

/// A vector with known zero components.
#[derive(Clone, Copy, Debug)]
pub struct Sparse3<R> {
    /// The components.
    pub value: Vec3<R>,
    /// Which components may differ from zero.
    pub nonzero: [bool; 3],
}

/// Returns the product `c r` where `c` may be absent. (These are functions, not closures, so that they are always
/// inlined into code that is compiled for another instruction set.)
#[inline(always)]
#[allow(clippy::manual_map)]
fn times<R: Real>(c: Option<R>, r: R) -> Option<R> {
    match c {
        Some(c) => Some(c * r),
        None => None,
    }
}

/// Returns the sum `a + b` where either may be absent.
#[inline(always)]
fn plus<R: Real>(a: Option<R>, b: Option<R>) -> Option<R> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a + b),
        (Some(a), None) => Some(a),
        (None, b) => b,
    }
}

/// Returns the difference `a - b` where either may be absent.
#[inline(always)]
fn minus<R: Real>(a: Option<R>, b: Option<R>) -> R {
    match (a, b) {
        (Some(a), Some(b)) => a - b,
        (Some(a), None) => a,
        (None, Some(b)) => -b,
        (None, None) => R::zero(),
    }
}

#[inline(always)]
fn or_zero<R: Real>(a: Option<R>) -> R {
    match a {
        Some(a) => a,
        None => R::zero(),
    }
}

impl<R: Real> Sparse3<R> {
    /// Returns a vector all of whose components may be nonzero.
    #[inline(always)]
    pub fn dense(value: Vec3<R>) -> Self {
        Self { value, nonzero: [true; 3] }
    }
    /// Returns a vector with the given pattern.
    #[inline(always)]
    pub fn new(value: Vec3<R>, nonzero: [bool; 3]) -> Self {
        Self { value, nonzero }
    }
    /// Says whether every component is known to be zero.
    #[inline(always)]
    pub fn is_zero(&self) -> bool {
        !self.nonzero.contains(&true)
    }
    /// Returns the components of the vector that may differ from zero.
    #[inline(always)]
    pub fn components(&self) -> [Option<R>; 3] {
        let Vec3 { x, y, z } = self.value;
        let [a, b, c] = self.nonzero;
        [if a { Some(x) } else { None }, if b { Some(y) } else { None }, if c { Some(z) } else { None }]
    }
    /// Returns the vector times a number.
    #[inline(always)]
    pub fn scaled(&self, s: R) -> Self {
        Self { value: self.value * s, nonzero: self.nonzero }
    }
    /// Returns the scalar product with a dense vector.
    #[inline(always)]
    pub fn dot(&self, v: Vec3<R>) -> R {
        let [x, y, z] = self.components();
        or_zero(plus(plus(times(x, v.x), times(y, v.y)), times(z, v.z)))
    }
    /// Returns the vector product `self` x `v` with a dense vector.
    #[inline(always)]
    pub fn cross(&self, v: Vec3<R>) -> Vec3<R> {
        let [x, y, z] = self.components();
        Vec3::new(
            minus(times(y, v.z), times(z, v.y)),
            minus(times(z, v.x), times(x, v.z)),
            minus(times(x, v.y), times(y, v.x)),
        )
    }
    /// Returns the sum of the vector and a dense one.
    #[inline(always)]
    pub fn add_to(&self, v: Vec3<R>) -> Vec3<R> {
        let [x, y, z] = self.components();
        Vec3::new(or_zero(plus(Some(v.x), x)), or_zero(plus(Some(v.y), y)), or_zero(plus(Some(v.z), z)))
    }
}

/// A symmetric 3 x 3 matrix, diagonal where its products of inertia are known to be zero.
#[derive(Clone, Copy, Debug)]
pub struct SparseSym3<R> {
    /// xx, yy, zz.
    pub diagonal: Vec3<R>,
    /// xy, xz, yz; `None` where all are zero in every member.
    pub off_diagonal: Option<Vec3<R>>,
}

impl<R: Real> SparseSym3<R> {
    /// Returns the product of the matrix and a vector.
    #[inline(always)]
    pub fn apply(&self, v: Vec3<R>) -> Vec3<R> {
        let d = self.diagonal;
        match self.off_diagonal {
            None => Vec3::new(d.x * v.x, d.y * v.y, d.z * v.z),
            Some(o) => Vec3::new(
                d.x * v.x + o.x * v.y + o.y * v.z,
                o.x * v.x + d.y * v.y + o.z * v.z,
                o.y * v.x + o.z * v.y + d.z * v.z,
            ),
        }
    }

    /// Returns the gyroscopic torque (J w) x w, as that of J - J_xx 1: w x w is zero, so it is the same with fewer products.
    #[inline(always)]
    pub fn gyroscopic_torque(&self, w: Vec3<R>) -> Vec3<R> {
        let d = self.diagonal;
        let diagonal = Vec3::new(R::zero(), d.y - d.x, d.z - d.x);
        Self { diagonal, ..*self }.apply(w).cross(w)
    }

    /// Returns the inverse matrix, by cofactors.
    #[inline(always)]
    pub fn inverse(&self) -> Self {
        let d = self.diagonal;
        let Some(o) = self.off_diagonal else {
            let one = R::one();
            return Self { diagonal: Vec3::new(one / d.x, one / d.y, one / d.z), off_diagonal: None };
        };
        let (xx, yy, zz, xy, xz, yz) = (d.x, d.y, d.z, o.x, o.y, o.z);
        let cofactor = Vec3::new(yy * zz - yz * yz, xx * zz - xz * xz, xx * yy - xy * xy);
        let (cxy, cxz, cyz) = (xz * yz - xy * zz, xy * yz - xz * yy, xy * xz - xx * yz);
        let inverse_determinant = R::one() / (xx * cofactor.x + xy * cxy + xz * cxz);
        Self {
            diagonal: cofactor * inverse_determinant,
            off_diagonal: Some(Vec3::new(cxy, cxz, cyz) * inverse_determinant),
        }
    }

    /// Returns the inertia about a point that lies at `-arm` from the centre of mass (parallel axes): J + m (|c|^2 I -
    /// c c^T).
    #[inline(always)]
    pub fn shifted(&self, mass: R, arm: &Sparse3<R>) -> Self {
        let [cx, cy, cz] = arm.components();
        let square = |c: Option<R>| c.map(|c| c * c);
        let [xx, yy, zz] = [square(cx), square(cy), square(cz)];
        let moment = |d: R, a: Option<R>, b: Option<R>| plus(a, b).map_or(d, |s| d + mass * s);
        let d = self.diagonal;
        let diagonal = Vec3::new(moment(d.x, yy, zz), moment(d.y, xx, zz), moment(d.z, xx, yy));
        let product = |a: Option<R>, b: Option<R>| a.zip(b).map(|(a, b)| mass * (a * b));
        let products = [product(cx, cy), product(cx, cz), product(cy, cz)];
        let off_diagonal = match (self.off_diagonal, products) {
            (None, [None, None, None]) => None,
            (o, p) => {
                let o = o.unwrap_or_else(Vec3::zero).to_array();
                let e: [R; 3] = std::array::from_fn(|i| p[i].map_or(o[i], |p| o[i] - p));
                Some(Vec3::new(e[0], e[1], e[2]))
            }
        };
        Self { diagonal, off_diagonal }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::Mat3;

    #[test]
    fn sparse_products_equal_the_dense_ones() {
        let v = Vec3::new(0.3, -1.2, 2.0);
        for mask in 0..8 {
            let nonzero = [mask & 1 != 0, mask & 2 != 0, mask & 4 != 0];
            let full = [0.7, -0.4, 1.1];
            let c: [f64; 3] = std::array::from_fn(|i| if nonzero[i] { full[i] } else { 0.0 });
            let dense = Vec3::new(c[0], c[1], c[2]);
            let sparse = Sparse3::new(dense, nonzero);
            assert_eq!(sparse.dot(v), dense.dot(v));
            assert_eq!(sparse.cross(v), dense.cross(v));
            assert_eq!(sparse.add_to(v), dense + v);
            let j = SparseSym3 { diagonal: Vec3::new(1.0, 2.0, 2.5), off_diagonal: None };
            let shifted = j.shifted(3.0, &sparse);
            let c2 = dense.norm_squared();
            let expected = v * (3.0 * c2) - dense * (3.0 * dense.dot(v)) + j.apply(v);
            assert!((shifted.apply(v) - expected).norm() < 1e-14);
            let back = shifted.inverse().apply(shifted.apply(v));
            assert!((back - v).norm() < 1e-13);
            assert_eq!(Mat3::skew(dense).apply(v), dense.cross(v));
            assert!((shifted.gyroscopic_torque(v) - shifted.apply(v).cross(v)).norm() < 1e-13);
        }
    }
}
