//! How a rotation is stored: the coordinates and the velocities of a factor SO(3).
//!
//! The first three parameterisations store a group element, which an integrator moves by increments of its Lie algebra.
//! The others are the classical formulations of Holzinger, Arnold, Gerstmayr (2024), Section 2.1: parameters rho that
//! are integrated like vectors, with (formulation 1) the angular velocity or (formulation 2) the rates rho' as
//! velocities.

use super::{LieGroup, Rotation, RotationMatrix, UnitQuaternion};
use crate::num::{Dual, Mat3, Real, Vec3};

/// The storage of a rotation `world_from_body` (or, in a joint, `parent_from_child`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RotationParameterisation {
    /// A unit quaternion, scalar first; on the group.
    #[default]
    Quaternion,
    /// A rotation matrix, row by row; on the group.
    Matrix,
    /// A rotation vector, rad; on the group, composed by (A10)-(A13).
    RotationVector,
    /// Cardan/Tait-Bryan angles, R = Rx Ry Rz, rad, with the angular velocity: formulation 1.
    EulerAngles,
    /// Cardan/Tait-Bryan angles with their rates: formulation 2.
    EulerAngleRates,
    /// Euler parameters, scalar first, with the angular velocity: formulation 1.
    EulerParameters,
    /// Euler parameters with their rates: formulation 2.
    EulerParameterRates,
}

impl RotationParameterisation {
    /// Every parameterisation.
    pub const ALL: &'static [RotationParameterisation] = &[
        RotationParameterisation::Quaternion,
        RotationParameterisation::Matrix,
        RotationParameterisation::RotationVector,
        RotationParameterisation::EulerAngles,
        RotationParameterisation::EulerAngleRates,
        RotationParameterisation::EulerParameters,
        RotationParameterisation::EulerParameterRates,
    ];

    /// Tells whether an integrator moves the parameterisation by increments of the Lie algebra; otherwise coordinates
    /// are integrated like a vector.
    pub fn is_group(self) -> bool {
        matches!(
            self,
            RotationParameterisation::Quaternion
                | RotationParameterisation::Matrix
                | RotationParameterisation::RotationVector
        )
    }
    /// Tells whether the parameterisation's velocities are the rates of its coordinates: formulation 2.
    pub fn has_rates(self) -> bool {
        matches!(self, RotationParameterisation::EulerAngleRates | RotationParameterisation::EulerParameterRates)
    }
    /// Tells whether the angles are Cardan/Tait-Bryan angles, whose second must not come to a right angle.
    pub fn has_singularity(self) -> bool {
        matches!(self, RotationParameterisation::EulerAngles | RotationParameterisation::EulerAngleRates)
    }
    /// Returns how many coordinates the parameterisation stores.
    pub fn coordinate_count(self) -> usize {
        match self {
            RotationParameterisation::RotationVector
            | RotationParameterisation::EulerAngles
            | RotationParameterisation::EulerAngleRates => 3,
            RotationParameterisation::Quaternion
            | RotationParameterisation::EulerParameters
            | RotationParameterisation::EulerParameterRates => 4,
            RotationParameterisation::Matrix => 9,
        }
    }
    /// Returns how many velocities the parameterisation has.
    pub fn velocity_count(self) -> usize {
        if self == RotationParameterisation::EulerParameterRates { 4 } else { 3 }
    }

    /// Returns the orientation of coordinates `q`, as the quaternion of the same rotation; of unit length as far as
    /// the coordinates are.
    pub fn orientation<R: Real>(self, q: &[R]) -> UnitQuaternion<R> {
        match self {
            RotationParameterisation::Quaternion
            | RotationParameterisation::EulerParameters
            | RotationParameterisation::EulerParameterRates => UnitQuaternion::from_slice(q),
            RotationParameterisation::Matrix => matrix(q).to_quaternion(),
            RotationParameterisation::RotationVector => UnitQuaternion::exp(Vec3::from_slice(q)),
            RotationParameterisation::EulerAngles | RotationParameterisation::EulerAngleRates => {
                let zero = R::zero();
                let about = |angle: R, axis: usize| {
                    let (sin, cos) = angle.scale(0.5).sin_cos();
                    let at = |i| if i == axis { sin } else { zero };
                    UnitQuaternion { w: cos, v: Vec3::new(at(0), at(1), at(2)) }
                };
                about(q[0], 0).multiply(about(q[1], 1)).multiply(about(q[2], 2))
            }
        }
    }

    /// Returns the rotation matrix of coordinates `q`.
    pub fn rotation<R: Real>(self, q: &[R]) -> Mat3<R> {
        match self {
            RotationParameterisation::Matrix => matrix(q).0,
            RotationParameterisation::EulerAngles | RotationParameterisation::EulerAngleRates => {
                let ((sa, ca), (sb, cb), (sc, cc)) = (q[0].sin_cos(), q[1].sin_cos(), q[2].sin_cos());
                Mat3::from_rows(
                    Vec3::new(cb * cc, -(cb * sc), sb),
                    Vec3::new(ca * sc + sa * sb * cc, ca * cc - sa * sb * sc, -(sa * cb)),
                    Vec3::new(sa * sc - ca * sb * cc, sa * cc + ca * sb * sc, ca * cb),
                )
            }
            _ => self.orientation(q).matrix(),
        }
    }

    /// Returns the angular velocity (body frame, rad/s) of coordinates `q` and velocities `v`: v itself, or
    /// G(rho) rho', (13).
    pub fn angular_velocity<R: Real>(self, q: &[R], v: &[R]) -> Vec3<R> {
        match self {
            RotationParameterisation::EulerAngleRates => {
                let [_, (sb, cb), (sc, cc)] = [q[0], q[1], q[2]].map(R::sin_cos);
                Vec3::new(v[0] * cb * cc + v[1] * sc, v[1] * cc - v[0] * cb * sc, v[0] * sb + v[2])
            }
            RotationParameterisation::EulerParameterRates => body_rate(q, v),
            _ => Vec3::from_slice(v),
        }
    }

    /// Writes q' = H^-1 v, (2), for a parameterisation whose coordinates are integrated like a vector.
    pub fn slope<R: Real>(self, q: &[R], v: &[R], out: &mut [R]) {
        self.slope_but_half(q, v, out);
        if self.has_half_slope() {
            out[..self.coordinate_count()].iter_mut().for_each(|x| *x = x.scale(0.5));
        }
    }

    /// Tells whether [`Self::slope_but_half`] is twice the slope.
    pub fn has_half_slope(self) -> bool {
        self == RotationParameterisation::EulerParameters
    }

    /// Writes the slope, or twice the slope of Euler parameters, 2 p' = p (0, w): what sums slopes over a step halves the
    /// step instead, once and not at every stage.
    pub fn slope_but_half<R: Real>(self, q: &[R], v: &[R], out: &mut [R]) {
        match self {
            RotationParameterisation::EulerAngles => angle_rates(q, Vec3::from_slice(v)).write(out),
            RotationParameterisation::EulerParameters => {
                let w = UnitQuaternion { w: R::zero(), v: Vec3::from_slice(v) };
                UnitQuaternion::from_slice(q).multiply(w).write(out);
            }
            _ => out[..self.velocity_count()].copy_from_slice(&v[..self.velocity_count()]),
        }
    }

    /// Writes v' for an angular acceleration (body frame, rad/s^2): itself, or rho'' = G^-1 (W' - G' rho').
    pub fn velocity_rate<R: Real>(self, q: &[R], v: &[R], angular_acceleration: Vec3<R>, out: &mut [R]) {
        match self {
            RotationParameterisation::EulerAngleRates => angle_rates(q, angular_acceleration - bias(q, v)).write(out),
            RotationParameterisation::EulerParameterRates => {
                let (p, rate) = (UnitQuaternion::from_slice(q), UnitQuaternion::from_slice(v));
                let first = half_product(rate, body_rate(q, v));
                let second = half_product(p, angular_acceleration);
                UnitQuaternion { w: first.w + second.w, v: first.v + second.v }.write(out);
            }
            _ => angular_acceleration.write(out),
        }
    }

    /// Returns the angular acceleration (body frame, rad/s^2) of v': the inverse of
    /// [`RotationParameterisation::velocity_rate`].
    pub fn angular_acceleration<R: Real>(self, q: &[R], v: &[R], rate: &[R]) -> Vec3<R> {
        match self {
            RotationParameterisation::EulerAngleRates => {
                RotationParameterisation::EulerAngleRates.angular_velocity(q, rate) + bias(q, v)
            }
            RotationParameterisation::EulerParameterRates => body_rate(q, rate),
            _ => Vec3::from_slice(rate),
        }
    }

    /// Returns the angular acceleration for `rate` = s v', times s, for a scale s that may be zero.
    pub fn scaled_angular_acceleration<R: Real>(self, q: &[R], v: &[R], rate: &[R], scale: R) -> Vec3<R> {
        match self {
            RotationParameterisation::EulerAngleRates => self.angular_velocity(q, rate) + bias(q, v) * scale,
            _ => self.angular_acceleration(q, v, rate),
        }
    }

    /// Writes G^T t, what a torque (body frame, N m) exerts on every velocity, (12); without rates as velocities the torque
    /// itself.
    pub fn generalised_forces<R: Real>(self, q: &[R], torque: Vec3<R>, out: &mut [R]) {
        match self {
            RotationParameterisation::EulerAngleRates => {
                let [(sb, cb), (sc, cc)] = [q[1], q[2]].map(R::sin_cos);
                let Vec3 { x, y, z } = torque;
                Vec3::new((x * cc - y * sc) * cb + z * sb, x * sc + y * cc, z).write(out);
            }
            RotationParameterisation::EulerParameterRates => {
                half_product(UnitQuaternion::from_slice(q), torque * R::constant(4.0)).write(out);
            }
            _ => torque.write(out),
        }
    }

    /// Writes the coordinates and velocities of an orientation and an angular velocity (body frame, rad/s).
    pub fn write<R: Real>(self, orientation: UnitQuaternion<R>, w: Vec3<R>, q: &mut [R], v: &mut [R]) {
        match self {
            RotationParameterisation::Quaternion
            | RotationParameterisation::EulerParameters
            | RotationParameterisation::EulerParameterRates => orientation.write(q),
            RotationParameterisation::Matrix => q[..9].copy_from_slice(&orientation.matrix().to_array()),
            RotationParameterisation::RotationVector => orientation.log().write(q),
            RotationParameterisation::EulerAngles | RotationParameterisation::EulerAngleRates => {
                let [r0, r1, r2] = orientation.matrix().rows;
                let second = r0.z.atan2((r0.x * r0.x + r0.y * r0.y).sqrt());
                Vec3::new((-r1.z).atan2(r2.z), second, (-r0.y).atan2(r0.x)).write(q);
            }
        }
        match self {
            RotationParameterisation::EulerAngleRates => angle_rates(q, w).write(v),
            RotationParameterisation::EulerParameterRates => half_product(orientation, w).write(v),
            _ => w.write(v),
        }
    }

    /// Returns how far coordinates are from a singularity of the parameterisation: the cosine of the second angle, or
    /// one.
    pub fn margin<R: Real>(self, q: &[R]) -> R {
        if self.has_singularity() { q[1].sin_cos().1 } else { R::one() }
    }

    /// Writes q exp(psi) for a parameterisation on the group, from exp(psi) as a quaternion: the map (24).
    pub fn compose<R: Real>(self, q: &[R], exp: UnitQuaternion<R>, out: &mut [R]) {
        match self {
            RotationParameterisation::Matrix => out[..9].copy_from_slice(&(matrix(q).0 * exp.matrix()).to_array()),
            RotationParameterisation::RotationVector => {
                UnitQuaternion::exp(Vec3::from_slice(q)).multiply(exp).log().write(out)
            }
            _ => UnitQuaternion::from_slice(q).multiply(exp).write(out),
        }
    }

    /// Writes q' for a parameterisation on the group that turns with the angular velocity `w`, body frame, rad/s: the
    /// derivative of (24).
    pub fn turning<R: Real>(self, q: &[R], w: Vec3<R>, out: &mut [R]) {
        let half = w * R::constant(0.5);
        let slope = |x: R| Dual { re: R::zero(), eps: [x] };
        let turn = UnitQuaternion { w: Dual::one(), v: Vec3::new(slope(half.x), slope(half.y), slope(half.z)) };
        let here: Vec<Dual<R, 1>> = q[..self.coordinate_count()].iter().map(|x| Dual::resting(*x)).collect();
        let mut there = here.clone();
        self.compose(&here, turn, &mut there);
        out.iter_mut().zip(there).for_each(|(to, x)| *to = x.eps[0]);
    }

    /// Writes q exp(psi) - q for a parameterisation on the group, from exp(psi) - 1 as a quaternion, so that a small
    /// increment keeps all its digits.
    ///
    /// It also takes back, to first order, how far q is from the group: (1 - |q|^2)/2 or (I - R^T R)/2. Rounding moves
    /// q off the group by a random walk, 2e-14 to 5e-14 in 2e5 steps of a heavy top; with this it stays within 2e-16.
    pub fn increment<R: Real>(self, q: &[R], exp_minus_one: UnitQuaternion<R>, out: &mut [R]) {
        let UnitQuaternion { w, v } = exp_minus_one;
        match self {
            RotationParameterisation::Matrix => {
                // exp(psi) - I = 2 (w~ v~ + v~^2), w~ the scalar part of exp(psi)
                let skew = Mat3::skew(v);
                let two = R::constant(2.0);
                let difference = (skew.scaled(w + R::one()) + skew * skew).scaled(two);
                let rotation = matrix(q).0;
                let defect = Mat3::identity() - rotation.transpose() * rotation;
                let exp = Mat3::identity() + difference;
                let corrected = difference + defect.scaled(R::constant(0.5)) * exp;
                out[..9].copy_from_slice(&(rotation * corrected).to_array());
            }
            RotationParameterisation::RotationVector => {
                let psi = Vec3::from_slice(q);
                let end = UnitQuaternion::exp(psi).multiply(UnitQuaternion { w: w + R::one(), v }).log();
                (end - psi).write(out);
            }
            _ => {
                let p = UnitQuaternion::from_slice(q);
                let defect = R::one() - (p.w.square() + p.v.norm_squared());
                p.multiply(UnitQuaternion { w: w + defect.scale(0.5), v }).write(out);
            }
        }
    }
}

fn matrix<R: Real>(q: &[R]) -> RotationMatrix<R> {
    RotationMatrix(Mat3::from_rows(Vec3::from_slice(q), Vec3::from_slice(&q[3..]), Vec3::from_slice(&q[6..])))
}

/// Returns p (0, w) / 2.
fn half_product<R: Real>(p: UnitQuaternion<R>, w: Vec3<R>) -> UnitQuaternion<R> {
    p.multiply(UnitQuaternion { w: R::zero(), v: w * R::constant(0.5) })
}

/// Returns the vector part of 2 conj(p) p', the angular velocity of p'.
fn body_rate<R: Real>(p: &[R], rate: &[R]) -> Vec3<R> {
    let (p, rate) = (UnitQuaternion::from_slice(p), UnitQuaternion::from_slice(rate));
    p.inverse().multiply(rate).v * R::constant(2.0)
}

/// Returns the rates of the angles of an angular velocity, G^-1 w. Singular where the second is a right angle.
fn angle_rates<R: Real>(q: &[R], w: Vec3<R>) -> Vec3<R> {
    let [(sb, cb), (sc, cc)] = [q[1], q[2]].map(R::sin_cos);
    let first = (w.x * cc - w.y * sc) / cb;
    Vec3::new(first, w.x * sc + w.y * cc, w.z - sb * first)
}

/// Returns G' rho', the part of the angular acceleration that the rates of the angles make.
fn bias<R: Real>(q: &[R], v: &[R]) -> Vec3<R> {
    let [(sb, cb), (sc, cc)] = [q[1], q[2]].map(R::sin_cos);
    let (a, b, c) = (v[0], v[1], v[2]);
    Vec3::new(b * c * cc - a * (b * sb * cc + c * cb * sc), a * (b * sb * sc - c * cb * cc) - b * c * sc, a * b * cb)
}

#[cfg(test)]
mod tests;
