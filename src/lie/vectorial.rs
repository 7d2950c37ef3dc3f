//! Vectorial parameterisations of rotations, and over dual numbers of motions: p = p(phi) n (2.30) of \[3\] of [`crate::lie`].
//!
//! A parameterisation is its generating function p(phi), here m sin(phi/m) or m tan(phi/m) or phi itself. With the unit quaternion
//! of the angle 2 phi/m, whose vector part is sin(phi/m) n, every operation is one of quaternions, which have no case where an
//! angle is small.

use super::group::LieGroup;
use super::tangent::{AngleFunctions, tangent, tangent_inverse};
use super::unit_quaternion::UnitQuaternion;
use crate::num::{Dual, Real, Vec3};

/// Says how a vector stands for a rotation: p = p(phi) n, of the angle phi about the unit vector n.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum VectorialParameterisation {
    /// p = phi: rotation vectors.
    Cartesian,
    /// p = m sin(phi/m), of this m: up to phi = m pi/2.
    Sine(f64),
    /// p = m tan(phi/m), of this m: below phi = m pi/2.
    Tangent(f64),
}

impl VectorialParameterisation {
    /// p = sin(phi).
    pub const LINEAR: Self = Self::Sine(1.0);
    /// p = 2 sin(phi/2), twice the vector part of the unit quaternion.
    pub const EULER_RODRIGUES: Self = Self::Sine(2.0);
    /// p = 4 tan(phi/4).
    pub const WIENER_MILENKOVIC: Self = Self::Tangent(4.0);

    /// Returns the parameters of a rotation vector of any angle below that of the singularity.
    pub fn of_rotation_vector<R: Real>(self, psi: Vec3<R>) -> Vec3<R> {
        let functions = |m: f64| AngleFunctions::new(psi * R::constant(2.0 / m));
        match self {
            Self::Cartesian => psi,
            Self::Sine(m) => psi * functions(m).sinc(),
            Self::Tangent(m) => {
                let f = functions(m);
                psi * (f.sinc() / f.cos())
            }
        }
    }

    /// Returns the rotation vector, of the angle phi.
    pub fn rotation_vector<R: Real>(self, p: Vec3<R>) -> Vec3<R> {
        let quaternion = |m: f64| (p * R::constant(1.0 / m), R::one());
        let angle = |m: f64, q: UnitQuaternion<R>| q.log() * R::constant(0.5 * m);
        match self {
            Self::Cartesian => p,
            Self::Sine(m) => {
                let (v, one) = quaternion(m);
                angle(m, UnitQuaternion { w: (one - v.norm_squared()).sqrt(), v })
            }
            Self::Tangent(m) => {
                let (v, w) = quaternion(m);
                angle(m, UnitQuaternion { w, v }.normalized())
            }
        }
    }

    /// Returns the rotation (2.34).
    pub fn rotation<R: Real>(self, p: Vec3<R>) -> UnitQuaternion<R> {
        UnitQuaternion::exp(self.rotation_vector(p))
    }

    /// Returns the parameters of a rotation, of an angle of at most half a turn.
    pub fn of_rotation<R: Real>(self, q: UnitQuaternion<R>) -> Vec3<R> {
        self.of_rotation_vector(q.log())
    }

    /// Returns T(p) w: the angular velocity, body frame, at p' = w (2.48). Singular where p has no inverse.
    pub fn tangent<R: Real>(self, p: Vec3<R>, w: Vec3<R>) -> Vec3<R> {
        let [psi, rate] = along(p, w, |p| self.rotation_vector(p));
        tangent(psi, rate)
    }

    /// Returns T(p)^-1 w: the rate p' at the angular velocity w, body frame (2.49).
    pub fn tangent_inverse<R: Real>(self, p: Vec3<R>, w: Vec3<R>) -> Vec3<R> {
        let psi = self.rotation_vector(p);
        let [_, rate] = along(psi, tangent_inverse(psi, w), |psi| self.of_rotation_vector(psi));
        rate
    }
}

/// Returns a function at a point and its derivative in a direction.
fn along<R: Real>(
    at: Vec3<R>,
    direction: Vec3<R>,
    function: impl Fn(Vec3<Dual<R, 1>>) -> Vec3<Dual<R, 1>>,
) -> [Vec3<R>; 2] {
    super::motion::parts(function(super::motion::dual_vector(at, direction)))
}
