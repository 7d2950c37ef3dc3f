//! Mass, first moment and inertia of what moves as one rigid body, about any point.

use crate::num::{Mat3, Real, Vec3};

/// The inertia of a rigid body, in some frame and about its origin. It may be a difference of bodies: neither mass nor
/// inertia need be positive.
#[derive(Clone, Copy, Debug)]
pub(super) struct RigidInertia<R> {
    /// Mass, kg.
    pub mass: R,
    /// Mass times the position of the centre of mass, kg m.
    pub moment: Vec3<R>,
    /// The inertia about the origin, symmetric, kg m^2.
    pub inertia: Mat3<R>,
}

impl<R: Real> RigidInertia<R> {
    /// Returns the inertia of nothing.
    pub(super) fn zero() -> Self {
        let zero = Vec3::zero();
        Self { mass: R::zero(), moment: zero, inertia: Mat3::from_rows(zero, zero, zero) }
    }
    /// Returns the inertia of both bodies together.
    pub(super) fn plus(&self, other: &Self) -> Self {
        Self { mass: self.mass + other.mass, moment: self.moment + other.moment, inertia: self.inertia + other.inertia }
    }
    /// Returns the inertia about a point from which its origin lies at `offset`: with h = m c and r the offset, J' = J
    /// - (h~ r~ + r~ h~) - m r~ r~, where -(h~ r~ + r~ h~) = 2 (h.r) I - h r^T - r h^T.
    pub(super) fn shifted(&self, offset: Vec3<R>) -> Self {
        let (h, r, m) = (self.moment.to_array(), offset.to_array(), self.mass);
        // h r^T + r h^T + m r r^T = (h + m r/2) r^T + r (h + m r/2)^T
        let g: [R; 3] = std::array::from_fn(|i| h[i] + m * r[i].scale(0.5));
        let products: [R; 3] = std::array::from_fn(|i| (g[i] * r[i]).scale(2.0));
        let mut j = self.inertia.rows.map(Vec3::to_array);
        for i in 0..3 {
            j[i][i] = j[i][i] + (products[(i + 1) % 3] + products[(i + 2) % 3]);
            for k in i + 1..3 {
                j[i][k] = j[i][k] - (g[i] * r[k] + r[i] * g[k]);
                j[k][i] = j[i][k];
            }
        }
        let [a, b, c] = j.map(|row| Vec3::from_slice(&row));
        Self { mass: m, moment: self.moment + offset * m, inertia: Mat3::from_rows(a, b, c) }
    }
    /// Returns J - J_xx 1, whose gyroscopic torque (J w) x w is that of J, since w x w is zero: fewer products, and half as
    /// many again where two principal moments are the same number.
    pub(super) fn gyroscopic(&self) -> Mat3<R> {
        let [a, b, c] = self.inertia.rows;
        let (x, zero) = (a.x, R::zero());
        Mat3::from_rows(Vec3::new(zero, a.y, a.z), Vec3::new(b.x, b.y - x, b.z), Vec3::new(c.x, c.y, c.z - x))
    }
    /// Returns the inertia in a frame into which `rotation` takes vectors of this one.
    pub(super) fn rotated(&self, rotation: &Mat3<R>) -> Self {
        let half = *rotation * self.inertia;
        let j: [[R; 3]; 3] = std::array::from_fn(|i| std::array::from_fn(|k| half.rows[i].dot(rotation.rows[k])));
        Self {
            mass: self.mass,
            moment: rotation.apply(self.moment),
            inertia: Mat3::from_rows(
                Vec3::new(j[0][0], j[0][1], j[0][2]),
                Vec3::new(j[0][1], j[1][1], j[1][2]),
                Vec3::new(j[0][2], j[1][2], j[2][2]),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lie::{LieGroup, Rotation, UnitQuaternion};

    #[test]
    fn kinetic_energy_does_not_depend_on_the_point() {
        let body = RigidInertia {
            mass: 1.7,
            moment: Vec3::new(0.3, -0.2, 0.5),
            inertia: Mat3::from_rows(Vec3::new(1.0, 0.1, -0.2), Vec3::new(0.1, 1.4, 0.3), Vec3::new(-0.2, 0.3, 0.9)),
        };
        let twice = |b: &RigidInertia<f64>, v: Vec3<f64>, w: Vec3<f64>| {
            b.mass * v.norm_squared() + 2.0 * v.dot(w.cross(b.moment)) + w.dot(b.inertia.apply(w))
        };
        let (v, w, r) = (Vec3::new(0.4, -1.1, 0.8), Vec3::new(0.9, 0.2, -0.6), Vec3::new(-0.7, 0.5, 0.3));
        let expected = twice(&body, v, w);
        // the origin moves with v where the new point moves with v - w x r
        assert!((twice(&body.shifted(r), v - w.cross(r), w) - expected).abs() < 1e-14);
        let rotation = UnitQuaternion::exp(Vec3::new(0.3, 1.0, -0.4)).matrix();
        let turned = body.rotated(&rotation);
        assert!((twice(&turned, rotation.apply(v), rotation.apply(w)) - expected).abs() < 1e-14);
        let both = body.plus(&turned);
        assert!((twice(&both, v, w) - expected - twice(&turned, v, w)).abs() < 1e-14);
    }
}
