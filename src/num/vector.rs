//! Vectors of three components.

use super::Real;
use std::ops::{Add, Mul, Neg, Sub};

/// A vector in R^3. The frame it is expressed in is part of the name of the variable that holds it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vec3<R> {
    /// First component.
    pub x: R,
    /// Second component.
    pub y: R,
    /// Third component.
    pub z: R,
}

impl<R: Real> Vec3<R> {
    /// Returns the vector (x, y, z).
    #[inline]
    pub fn new(x: R, y: R, z: R) -> Self {
        Self { x, y, z }
    }
    /// Returns the zero vector.
    #[inline]
    pub fn zero() -> Self {
        Self::new(R::zero(), R::zero(), R::zero())
    }
    /// Returns the vector of three constants.
    #[inline]
    pub fn constant(v: [f64; 3]) -> Self {
        Self::new(R::constant(v[0]), R::constant(v[1]), R::constant(v[2]))
    }
    /// Returns the vector of the first three entries of a slice.
    #[inline]
    pub fn from_slice(s: &[R]) -> Self {
        Self::new(s[0], s[1], s[2])
    }
    /// Writes the components into the first three entries of a slice.
    #[inline]
    pub fn write(self, s: &mut [R]) {
        s[0] = self.x;
        s[1] = self.y;
        s[2] = self.z;
    }
    /// Returns the components x, y, z as an array.
    #[inline]
    pub fn to_array(self) -> [R; 3] {
        [self.x, self.y, self.z]
    }
    /// Returns the scalar product of two vectors.
    #[inline]
    pub fn dot(self, o: Self) -> R {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    /// Returns the vector product of two vectors.
    #[inline]
    pub fn cross(self, o: Self) -> Self {
        Self::new(self.y * o.z - self.z * o.y, self.z * o.x - self.x * o.z, self.x * o.y - self.y * o.x)
    }
    /// Returns the squared Euclidean norm of the vector.
    #[inline]
    pub fn norm_squared(self) -> R {
        self.dot(self)
    }
    /// Returns the Euclidean norm of the vector.
    #[inline]
    pub fn norm(self) -> R {
        self.norm_squared().sqrt()
    }
    /// Returns the vector of length one in the direction of the vector, whatever its length is but zero.
    #[inline]
    pub fn normalized(self) -> Self {
        // the squares of what is scaled by the largest neither overflow nor vanish
        let largest = self.x.abs().max(self.y.abs()).max(self.z.abs());
        let scaled = Self::new(self.x / largest, self.y / largest, self.z / largest);
        let length = scaled.norm();
        Self::new(scaled.x / length, scaled.y / length, scaled.z / length)
    }
    /// Returns `yes` where the mask holds, `no` elsewhere.
    #[inline]
    pub fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        Self::new(R::select(mask, yes.x, no.x), R::select(mask, yes.y, no.y), R::select(mask, yes.z, no.z))
    }
}

impl<R: Real> Add for Vec3<R> {
    type Output = Self;
    #[inline]
    fn add(self, o: Self) -> Self {
        Self::new(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}

impl<R: Real> Sub for Vec3<R> {
    type Output = Self;
    #[inline]
    fn sub(self, o: Self) -> Self {
        Self::new(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}

impl<R: Real> Neg for Vec3<R> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y, -self.z)
    }
}

impl<R: Real> Mul<R> for Vec3<R> {
    type Output = Self;
    #[inline]
    fn mul(self, s: R) -> Self {
        Self::new(self.x * s, self.y * s, self.z * s)
    }
}
