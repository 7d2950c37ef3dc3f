//! SE(3): motions of rigid bodies, which are rotations over dual numbers.
//!
//! A motion tensor R + eps u~ R satisfies every identity of a rotation tensor (Han 2019, 2.3), so exponential map, logarithm,
//! tangent operator and composition are those of [`UnitQuaternion`], evaluated over [`Dual`] numbers; its primal part is the
//! rotation, its dual part holds the position. The unit dual quaternion of a motion is q + eps (0, u) q/2 (2.19).

use super::group::{Algebra, LieGroup, Rotation};
use super::rotation_matrix::RotationMatrix;
use super::unit_quaternion::UnitQuaternion;
use crate::num::{Dual, Mat3, Real, Vec3};
use nalgebra::{Isometry3, Quaternion, Translation3};

/// Holds a motion `world_from_body`: the position of the body's origin (world frame) and its rotation, as a unit dual quaternion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion<R>(pub UnitQuaternion<Dual<R, 1>>);

/// Holds a vector of the algebra of SE(3), body frame: of a motion that changes R^T u' and the angular velocity (2.38), of one
/// that is a function of arc length the curvatures (2.40).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Twist<R> {
    /// The dual part: translation.
    pub translation: Vec3<R>,
    /// The primal part: rotation.
    pub rotation: Vec3<R>,
}

/// Holds a line by its Plücker coordinates (2.2): a unit vector along it, and the moment of that about the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line<R> {
    /// The direction, of length one.
    pub direction: Vec3<R>,
    /// The moment: a point of the line times the direction.
    pub moment: Vec3<R>,
}

/// Returns the dual number of a primal and a dual part.
#[inline]
pub fn dual<R: Real>(primal: R, dual: R) -> Dual<R, 1> {
    Dual { re: primal, eps: [dual] }
}

/// Returns the dual vector of a primal and a dual part.
#[inline]
pub fn dual_vector<R: Real>(primal: Vec3<R>, part: Vec3<R>) -> Vec3<Dual<R, 1>> {
    Vec3::new(dual(primal.x, part.x), dual(primal.y, part.y), dual(primal.z, part.z))
}

/// Returns the primal and the dual part of a vector.
#[inline]
pub fn parts<R: Real>(v: Vec3<Dual<R, 1>>) -> [Vec3<R>; 2] {
    [Vec3::new(v.x.re, v.y.re, v.z.re), Vec3::new(v.x.eps[0], v.y.eps[0], v.z.eps[0])]
}

impl<R: Real> Motion<R> {
    /// Makes the motion of a position, world frame, and a rotation.
    pub fn new(position: Vec3<R>, rotation: UnitQuaternion<R>) -> Self {
        let half = UnitQuaternion { w: R::zero(), v: position * R::constant(0.5) }.multiply(rotation);
        let v = dual_vector(rotation.v, half.v);
        Self(UnitQuaternion { w: dual(rotation.w, half.w), v })
    }

    /// Returns the rotation.
    pub fn rotation(self) -> UnitQuaternion<R> {
        let UnitQuaternion { w, v } = self.0;
        UnitQuaternion { w: w.re, v: parts(v)[0] }
    }

    /// Returns the position, world frame: twice the vector part of the dual part times the inverse of the primal one.
    pub fn position(self) -> Vec3<R> {
        let UnitQuaternion { w, v } = self.0;
        let moving = UnitQuaternion { w: w.eps[0], v: parts(v)[1] };
        moving.multiply(self.rotation().inverse()).v * R::constant(2.0)
    }

    /// Returns the motion tensor R + eps u~ R (2.12).
    pub fn tensor(self) -> Mat3<Dual<R, 1>> {
        self.0.matrix()
    }

    /// Extracts the unit dual quaternion of a motion tensor by the column of W(R) = 4 q q^T with the largest pivot (2.25), (2.28),
    /// (2.29); the component of that column is positive.
    pub fn from_tensor(tensor: Mat3<Dual<R, 1>>) -> Self {
        Self(RotationMatrix(tensor).to_quaternion())
    }

    /// Returns a point of the body in the world.
    pub fn point(self, point: Vec3<R>) -> Vec3<R> {
        self.position() + self.rotation().rotate(point)
    }

    /// Returns a line of the body in the world: its dual vector, turned by the motion tensor (2.11).
    pub fn line(self, line: Line<R>) -> Line<R> {
        let [direction, moment] = parts(self.0.rotate(dual_vector(line.direction, line.moment)));
        Line { direction, moment }
    }

    /// Returns a twist of the body seen from its frame in that of the world: the adjoint map.
    pub fn twist(self, twist: Twist<R>) -> Twist<R> {
        Twist::from_dual(self.0.rotate(twist.to_dual()))
    }
}

impl From<Isometry3<f64>> for Motion<f64> {
    fn from(isometry: Isometry3<f64>) -> Self {
        let (t, q) = (isometry.translation.vector, isometry.rotation);
        let rotation = UnitQuaternion { w: q.w, v: Vec3::new(q.i, q.j, q.k) };
        Self::new(Vec3::new(t.x, t.y, t.z), rotation)
    }
}

impl From<Motion<f64>> for Isometry3<f64> {
    fn from(motion: Motion<f64>) -> Self {
        let ([x, y, z], q) = (motion.position().to_array(), motion.rotation());
        let rotation = nalgebra::UnitQuaternion::new_unchecked(Quaternion::new(q.w, q.v.x, q.v.y, q.v.z));
        Isometry3::from_parts(Translation3::new(x, y, z), rotation)
    }
}

impl<R: Real> Twist<R> {
    /// Returns the twist as a dual vector: rotation + eps translation.
    #[inline]
    pub fn to_dual(self) -> Vec3<Dual<R, 1>> {
        dual_vector(self.rotation, self.translation)
    }

    /// Returns the twist of a dual vector.
    #[inline]
    pub fn from_dual(v: Vec3<Dual<R, 1>>) -> Self {
        let [rotation, translation] = parts(v);
        Self { translation, rotation }
    }
}

impl<R: Real> Algebra<R> for Twist<R> {
    const DIM: usize = 6;

    fn from_components(mut component: impl FnMut(usize) -> R) -> Self {
        let translation = Vec3::from_components(&mut component);
        Self { translation, rotation: Vec3::from_components(|i| component(3 + i)) }
    }
    fn component(&self, i: usize) -> R {
        if i < 3 { self.translation.component(i) } else { self.rotation.component(i - 3) }
    }
}

type Dualised<R> = UnitQuaternion<Dual<R, 1>>;

impl<R: Real> LieGroup<R> for Motion<R> {
    type Algebra = Twist<R>;

    fn identity() -> Self {
        Self(Dualised::identity())
    }
    fn compose(self, other: Self) -> Self {
        Self(self.0.compose(other.0))
    }
    fn inverse(self) -> Self {
        Self(self.0.inverse())
    }
    fn exp(v: Twist<R>) -> Self {
        Self(Dualised::exp(v.to_dual()))
    }
    fn log(self) -> Twist<R> {
        Twist::from_dual(self.0.log())
    }
    fn tangent(v: Twist<R>, w: Twist<R>) -> Twist<R> {
        Twist::from_dual(Dualised::<R>::tangent(v.to_dual(), w.to_dual()))
    }
    fn tangent_inverse(v: Twist<R>, w: Twist<R>) -> Twist<R> {
        Twist::from_dual(Dualised::<R>::tangent_inverse(v.to_dual(), w.to_dual()))
    }
    fn tangent_derivative(v: Twist<R>, w: Twist<R>, d: Twist<R>) -> Twist<R> {
        Twist::from_dual(Dualised::<R>::tangent_derivative(v.to_dual(), w.to_dual(), d.to_dual()))
    }
    fn tangent_inverse_derivative(v: Twist<R>, w: Twist<R>, d: Twist<R>) -> Twist<R> {
        Twist::from_dual(Dualised::<R>::tangent_inverse_derivative(v.to_dual(), w.to_dual(), d.to_dual()))
    }
}
