//! One elementary joint, and what is rigidly attached behind it.

use super::inertia::RigidInertia;
use crate::formulation::frames::{across, along};
use crate::lie::RotationParameterisation;
use crate::lie::{LieGroup, UnitQuaternion};
use crate::model::joint::ElementaryJoint;
use crate::num::{Mat3, Real, Vec3};

/// A frame on the way from the ground to a body: first a constant displacement, then one elementary joint. A joint of
/// several elementary joints is several links, of which only the last carries a body.
#[derive(Clone, Debug)]
pub(super) struct Link<R> {
    /// The link that this one moves on; none for the ground.
    pub parent: Option<usize>,
    /// The elementary joint that moves. Its axis is an axis of the link's own frame.
    pub joint: ElementaryJoint,
    /// `parent_from_link` in the zero position: a constant rotation.
    pub rotation: Mat3<R>,
    /// `rotation` as a quaternion.
    pub quaternion: UnitQuaternion<R>,
    /// The origin in the zero position, parent's frame, m.
    pub offset: Vec3<R>,
    /// The displacement is `sign` q + `zero`: m or rad.
    pub sign: f64,
    /// The displacement for q = 0, m or rad: see `sign`.
    pub zero: R,
    /// The index of the link's first coordinate.
    pub coordinate: usize,
    /// The index of the link's first velocity.
    pub velocity: usize,
    /// The index of the link's first degree of freedom.
    pub degree: usize,
    /// The inertia attached to the link, in its frame, without what moves alike with the parent: see `regroup`.
    pub inertia: RigidInertia<R>,
    /// The matrix of the gyroscopic torque, [`RigidInertia::gyroscopic`].
    pub gyroscopic: Mat3<R>,
    /// The rotor's inertia, added to what the elementary joint sees, kg m^2 or kg.
    pub rotor: Option<R>,
}

/// A rotation that is seen to be about one axis, or not.
#[derive(Clone, Copy, Debug)]
pub(super) enum Turned<R> {
    /// No rotation.
    Not,
    /// A rotation by an angle with that sine and cosine about x, y or z.
    About(usize, R, R),
    /// Any rotation.
    By(Mat3<R>),
}

/// A link at an instant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement<R> {
    /// The rotation of the link's elementary joint, after the constant one.
    pub turned: Turned<R>,
    /// The origin of the link, parent's frame, m.
    pub origin: Vec3<R>,
    /// Angular velocity relative to the parent, own frame, rad/s.
    pub spin: Vec3<R>,
    /// Velocity of the origin relative to the parent, own frame, m/s.
    pub slip: Vec3<R>,
}

impl<R: Real> Turned<R> {
    /// Returns a vector of the turned frame in the frame before.
    pub(super) fn apply(&self, v: Vec3<R>) -> Vec3<R> {
        match self {
            Turned::Not => v,
            Turned::About(k, sin, cos) => plane(*k, *sin, *cos, v),
            Turned::By(matrix) => matrix.apply(v),
        }
    }
    /// Returns a vector of the frame before in the turned frame.
    pub(super) fn apply_transposed(&self, v: Vec3<R>) -> Vec3<R> {
        match self {
            Turned::Not => v,
            Turned::About(k, sin, cos) => {
                let (i, j) = across(*k);
                let mut out = v.to_array();
                let a = out;
                out[i] = *cos * a[i] + *sin * a[j];
                out[j] = *cos * a[j] - *sin * a[i];
                Vec3::from_slice(&out)
            }
            Turned::By(matrix) => matrix.apply_transposed(v),
        }
    }
    /// Returns the product R A R^T for any matrix A of the turned frame. The entries of a symmetric matrix stay
    /// symmetric.
    pub(super) fn congruence(&self, a: &Mat3<R>) -> Mat3<R> {
        match self {
            Turned::Not => *a,
            Turned::By(rotation) => {
                let half = *rotation * *a;
                let row = |i: usize| {
                    let v: [R; 3] = std::array::from_fn(|k| half.rows[i].dot(rotation.rows[k]));
                    Vec3::from_slice(&v)
                };
                Mat3::from_rows(row(0), row(1), row(2))
            }
            Turned::About(k, sin, cos) => {
                let (i, j) = across(*k);
                let mut m = a.rows.map(Vec3::to_array);
                // in the plane: with d = a_ii - a_jj and u = sin d + cos (a_ij + a_ji),
                // a_ii' = a_ii - sin u, a_jj' = a_jj + sin u, a_ij' = cos u - a_ji, a_ji' = cos u - a_ij
                let (aij, aji) = (m[i][j], m[j][i]);
                let u = *sin * (m[i][i] - m[j][j]) + *cos * (aij + aji);
                let (su, cu) = (*sin * u, *cos * u);
                m[i][i] = m[i][i] - su;
                m[j][j] = m[j][j] + su;
                m[i][j] = cu - aji;
                m[j][i] = cu - aij;
                // across it: vectors
                let (aik, ajk, aki, akj) = (m[i][*k], m[j][*k], m[*k][i], m[*k][j]);
                m[i][*k] = *cos * aik - *sin * ajk;
                m[j][*k] = *sin * aik + *cos * ajk;
                m[*k][i] = *cos * aki - *sin * akj;
                m[*k][j] = *sin * aki + *cos * akj;
                let [a, b, c] = m.map(|row| Vec3::from_slice(&row));
                Mat3::from_rows(a, b, c)
            }
        }
    }
}

/// Returns the rotation of `v` about axis `k` by the angle of that sine and cosine.
fn plane<R: Real>(k: usize, sin: R, cos: R, v: Vec3<R>) -> Vec3<R> {
    let (i, j) = across(k);
    let a = v.to_array();
    let mut out = a;
    out[i] = cos * a[i] - sin * a[j];
    out[j] = sin * a[i] + cos * a[j];
    Vec3::from_slice(&out)
}

impl<R: Real> Link<R> {
    /// Returns the placement of the link for the coordinates `q` and velocities `v` of the whole mechanism.
    pub(super) fn place(&self, parameterisation: RotationParameterisation, q: &[R], v: &[R]) -> Placement<R> {
        let zero = Vec3::zero();
        let still = Placement { turned: Turned::Not, origin: self.offset, spin: zero, slip: zero };
        let displacement = || q[self.coordinate].scale(self.sign) + self.zero;
        let velocity = || v[self.velocity].scale(self.sign);
        match self.joint {
            ElementaryJoint::Prismatic(k) => Placement {
                origin: self.offset + self.rotation.apply(along(k, displacement())),
                slip: along(k, velocity()),
                ..still
            },
            ElementaryJoint::Revolute(k) => {
                R::note("sine and cosine of the joint's angle");
                let (sin, cos) = displacement().sin_cos();
                R::note("joints: rotations, and angular velocities outwards");
                Placement { turned: Turned::About(k, sin, cos), spin: along(k, velocity()), ..still }
            }
            ElementaryJoint::Spherical => {
                let (q, v) = (&q[self.coordinate..], &v[self.velocity..]);
                Placement {
                    turned: Turned::By(parameterisation.rotation(q)),
                    spin: parameterisation.angular_velocity(q, v),
                    ..still
                }
            }
        }
    }

    /// Returns the rotation of the link's elementary joint as a quaternion.
    pub(super) fn joint_quaternion(&self, parameterisation: RotationParameterisation, q: &[R]) -> UnitQuaternion<R> {
        match self.joint {
            ElementaryJoint::Prismatic(_) => UnitQuaternion::identity(),
            ElementaryJoint::Revolute(k) => {
                let angle = q[self.coordinate].scale(self.sign) + self.zero;
                let (sin, cos) = angle.scale(0.5).sin_cos();
                UnitQuaternion { w: cos, v: along(k, sin) }
            }
            ElementaryJoint::Spherical => parameterisation.orientation(&q[self.coordinate..]),
        }
    }

    /// Returns a vector of the link's frame in the parent's.
    pub(super) fn to_parent(&self, at: &Placement<R>, v: Vec3<R>) -> Vec3<R> {
        self.rotation.apply(at.turned.apply(v))
    }
    /// Returns a vector of the parent's frame in the link's.
    pub(super) fn to_own(&self, at: &Placement<R>, v: Vec3<R>) -> Vec3<R> {
        at.turned.apply_transposed(self.rotation.apply_transposed(v))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lie::Rotation;

    #[test]
    fn turning_about_an_axis_is_turning_by_its_matrix() {
        let v = Vec3::new(0.3, -1.1, 0.7);
        let a = Mat3::from_rows(Vec3::new(1.0, 0.2, -0.5), Vec3::new(0.7, 2.0, 0.3), Vec3::new(-0.1, 0.6, 3.0));
        for k in 0..3 {
            let angle = 0.8f64;
            let about = Turned::About(k, angle.sin(), angle.cos());
            let by = Turned::By(UnitQuaternion::exp(along(k, angle)).matrix());
            assert!((about.apply(v) - by.apply(v)).norm() < 1e-15);
            assert!((about.apply_transposed(v) - by.apply_transposed(v)).norm() < 1e-15);
            for (x, y) in about.congruence(&a).to_array().iter().zip(by.congruence(&a).to_array()) {
                assert!((x - y).abs() < 1e-14, "axis {k}: {x} {y}");
            }
        }
    }
}
