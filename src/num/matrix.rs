//! Matrices of three rows and columns.

use super::{Real, Vec3};
use std::ops::{Add, Mul, Sub};

/// A 3 x 3 matrix, stored by rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mat3<R> {
    /// The three rows.
    pub rows: [Vec3<R>; 3],
}

impl<R: Real> Mat3<R> {
    /// Returns the matrix with the given rows.
    #[inline]
    pub fn from_rows(a: Vec3<R>, b: Vec3<R>, c: Vec3<R>) -> Self {
        Self { rows: [a, b, c] }
    }
    /// Returns the unit matrix.
    #[inline]
    pub fn identity() -> Self {
        let (o, i) = (R::zero(), R::one());
        Self::from_rows(Vec3::new(i, o, o), Vec3::new(o, i, o), Vec3::new(o, o, i))
    }
    /// Returns the skew-symmetric matrix v~ of a vector: v~ w = v x w.
    #[inline]
    pub fn skew(v: Vec3<R>) -> Self {
        let o = R::zero();
        Self::from_rows(Vec3::new(o, -v.z, v.y), Vec3::new(v.z, o, -v.x), Vec3::new(-v.y, v.x, o))
    }
    /// Returns column `j` of the matrix as a vector.
    #[inline]
    pub fn column(&self, j: usize) -> Vec3<R> {
        let [a, b, c] = self.rows;
        Vec3::new(a.to_array()[j], b.to_array()[j], c.to_array()[j])
    }
    /// Returns the transpose of the matrix.
    #[inline]
    pub fn transpose(&self) -> Self {
        Self::from_rows(self.column(0), self.column(1), self.column(2))
    }
    /// Returns the product of the matrix and a vector.
    #[inline]
    pub fn apply(&self, v: Vec3<R>) -> Vec3<R> {
        Vec3::new(self.rows[0].dot(v), self.rows[1].dot(v), self.rows[2].dot(v))
    }
    /// Returns the product of the transposed matrix and a vector.
    #[inline]
    pub fn apply_transposed(&self, v: Vec3<R>) -> Vec3<R> {
        self.rows[0] * v.x + self.rows[1] * v.y + self.rows[2] * v.z
    }
    /// Returns the matrix times a number.
    #[inline]
    pub fn scaled(&self, s: R) -> Self {
        let [a, b, c] = self.rows;
        Self::from_rows(a * s, b * s, c * s)
    }
    /// Returns the determinant of the matrix.
    #[inline]
    pub fn determinant(&self) -> R {
        self.rows[0].dot(self.rows[1].cross(self.rows[2]))
    }
    /// Returns the vector that the matrix makes `right` of, by cofactors.
    #[inline]
    pub fn solve(&self, right: Vec3<R>) -> Vec3<R> {
        let [a, b, c] = [0, 1, 2].map(|j| self.column(j));
        let normal = b.cross(c);
        Vec3::new(right.dot(normal), a.dot(right.cross(c)), a.dot(b.cross(right))) * (R::one() / a.dot(normal))
    }
    /// Returns the nine entries of the matrix, row by row.
    pub fn to_array(&self) -> [R; 9] {
        let [a, b, c] = self.rows;
        [a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z]
    }
}

impl<R: Real> Mul for Mat3<R> {
    type Output = Self;
    #[inline]
    fn mul(self, o: Self) -> Self {
        let [a, b, c] = self.rows;
        Self::from_rows(o.apply_transposed(a), o.apply_transposed(b), o.apply_transposed(c))
    }
}

impl<R: Real> Add for Mat3<R> {
    type Output = Self;
    #[inline]
    fn add(self, o: Self) -> Self {
        let ([a, b, c], [d, e, f]) = (self.rows, o.rows);
        Self::from_rows(a + d, b + e, c + f)
    }
}

impl<R: Real> Sub for Mat3<R> {
    type Output = Self;
    #[inline]
    fn sub(self, o: Self) -> Self {
        let ([a, b, c], [d, e, f]) = (self.rows, o.rows);
        Self::from_rows(a - d, b - e, c - f)
    }
}
