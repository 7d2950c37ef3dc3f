//! The mass matrix by composite bodies, and its factors L^T D L that keep the zeros of the tree.

use super::inertia::RigidInertia;
use super::kinematics::KinematicState;
use super::link::along;
use super::tree::{Applied, Tree};
use crate::model::joint::ElementaryJoint;
use crate::num::Real;

/// H = L^T D L, L with ones on its diagonal.
struct Factors<R> {
    /// L below the diagonal; H on it and above.
    lower: Vec<Vec<R>>,
    /// 1/D.
    inverse: Vec<R>,
    /// D.
    diagonal: Vec<R>,
    /// The degree of freedom before each one on the way to the ground.
    before: Vec<Option<usize>>,
}

impl<R: Real> Tree<R> {
    /// The mass matrix over the degrees of freedom; its entries between those that are on no common way to the
    /// ground are zero.
    pub(super) fn mass_matrix(&self, at: &KinematicState<R>) -> Vec<Vec<R>> {
        R::note("mass matrix: composite bodies inwards, and the force of each freedom on those before it");
        let mut composite: Vec<RigidInertia<R>> = self.links.iter().map(|s| s.inertia).collect();
        for (s, link) in self.links.iter().enumerate().rev() {
            if let Some(p) = link.parent {
                composite[p] = composite[p].plus(&self.on_parent(s, at, &composite[s]));
            }
        }
        let mut matrix = vec![vec![R::zero(); self.degrees]; self.degrees];
        for (s, link) in self.links.iter().enumerate() {
            let body = &composite[s];
            for i in 0..link.joint.degrees() {
                let d = link.degree + i;
                // the torque and force of a unit acceleration
                let (mut torque, mut force) = match link.joint {
                    ElementaryJoint::Prismatic(k) => {
                        let unit = along(k, R::constant(link.sign));
                        (body.moment.cross(unit), unit * body.mass)
                    }
                    ElementaryJoint::Revolute(k) => {
                        let unit = along(k, R::constant(link.sign));
                        (body.inertia.apply(unit), unit.cross(body.moment))
                    }
                    ElementaryJoint::Spherical => {
                        let unit = along(i, R::one());
                        (body.inertia.column(i), unit.cross(body.moment))
                    }
                };
                let mut at_link = s;
                loop {
                    let other = &self.links[at_link];
                    let o = other.degree;
                    let parts: Vec<R> = match other.joint {
                        ElementaryJoint::Prismatic(k) => vec![force.to_array()[k].scale(other.sign)],
                        ElementaryJoint::Revolute(k) => vec![torque.to_array()[k].scale(other.sign)],
                        ElementaryJoint::Spherical => torque.to_array().to_vec(),
                    };
                    for (j, part) in parts.into_iter().enumerate().filter(|(j, _)| o + j <= d) {
                        matrix[d][o + j] = part;
                        matrix[o + j][d] = part;
                    }
                    let Some(p) = other.parent else { break };
                    let place = &at.placements[at_link];
                    force = other.to_parent(place, force);
                    torque = other.to_parent(place, torque) + place.origin.cross(force);
                    at_link = p;
                }
                if let Some(rotor) = link.rotor {
                    matrix[d][d] = matrix[d][d] + rotor;
                }
            }
        }
        matrix
    }

    fn on_parent(&self, s: usize, at: &KinematicState<R>, body: &RigidInertia<R>) -> RigidInertia<R> {
        let (link, place) = (&self.links[s], &at.placements[s]);
        let turned = RigidInertia {
            mass: body.mass,
            moment: place.turned.apply(body.moment),
            inertia: place.turned.congruence(&body.inertia),
        };
        turned.rotated(&link.rotation).shifted(place.origin)
    }

    /// For every degree of freedom the one before it on the way to the ground.
    fn before(&self) -> Vec<Option<usize>> {
        let mut before = Vec::new();
        for link in &self.links {
            let last = link.parent.map(|p| {
                let parent = &self.links[p];
                parent.degree + parent.joint.degrees() - 1
            });
            for i in 0..link.joint.degrees() {
                before.push(if i == 0 { last } else { Some(link.degree + i - 1) });
            }
        }
        before
    }

    fn factors(&self, at: &KinematicState<R>) -> Factors<R> {
        let mut h = self.mass_matrix(at);
        R::note("mass matrix = L^T D L");
        let before = self.before();
        let mut inverse = vec![R::zero(); self.degrees];
        for k in (0..self.degrees).rev() {
            inverse[k] = R::one() / h[k][k];
            let mut i = before[k];
            while let Some(row) = i {
                let factor = h[k][row] * inverse[k];
                let mut j = Some(row);
                while let Some(column) = j {
                    h[row][column] = h[row][column] - factor * h[k][column];
                    j = before[column];
                }
                h[k][row] = factor;
                i = before[row];
            }
        }
        let diagonal = (0..self.degrees).map(|k| h[k][k]).collect();
        Factors { lower: h, inverse, diagonal, before }
    }

    pub(super) fn composite_accelerations(&self, at: &KinematicState<R>, applied: &Applied<R>) -> Vec<R> {
        let still = self.outward(at, None, self.base_acceleration(at));
        let mut x = self.inward(at, self.loads(at, Some(&still), applied));
        for (x, joint) in x.iter_mut().zip(&applied.joint) {
            *x = *x + *joint;
        }
        self.factors(at).solve(&mut x);
        x
    }

    /// The inertia that each degree of freedom sees where those outwards of it give way: positive in a mechanism
    /// that can be accelerated.
    pub(super) fn pivots(&self, at: &KinematicState<R>) -> Vec<R> {
        self.factors(at).diagonal
    }
}

impl<R: Real> Factors<R> {
    /// Replaces b by H^-1 b.
    fn solve(&self, x: &mut [R]) {
        R::note("accelerations: L^T D L x = b");
        for i in (0..x.len()).rev() {
            let mut j = self.before[i];
            while let Some(k) = j {
                x[k] = x[k] - self.lower[i][k] * x[i];
                j = self.before[k];
            }
        }
        for i in 0..x.len() {
            x[i] = x[i] * self.inverse[i];
            let mut j = self.before[i];
            while let Some(k) = j {
                x[i] = x[i] - self.lower[i][k] * x[k];
                j = self.before[k];
            }
        }
    }
}
