//! The mass matrix by composite bodies, and its factors L^T D L that keep the zeros of the tree.

use super::inertia::RigidInertia;
use super::kinematics::KinematicState;
use super::tree::{Applied, Tree};
use crate::formulation::frames::along;
use crate::model::joint::ElementaryJoint;
use crate::num::Real;

/// H = L^T D L, L with ones on its diagonal. Of every row there is what lies on the way from its degree of freedom to
/// the ground: the entry of a degree of freedom is at its depth.
struct Factors<R> {
    /// L below the diagonal; D on it.
    lower: Vec<Vec<R>>,
    /// 1/D.
    inverse: Vec<R>,
    way: Way,
}

/// The way from every degree of freedom to the ground.
struct Way {
    /// The degree of freedom before each one.
    before: Vec<Option<usize>>,
    /// The number of degrees of freedom before each one.
    depth: Vec<usize>,
}

impl<R: Real> Tree<R> {
    /// Returns the mass matrix over the degrees of freedom; its entries between those that are on no common way to the
    /// ground are zero.
    pub(super) fn mass_matrix(&self, at: &KinematicState<R>) -> Vec<Vec<R>> {
        let (rows, Way { before, depth }) = (self.mass_rows(at), self.way());
        let mut matrix = vec![vec![R::zero(); self.degrees]; self.degrees];
        for d in 0..self.degrees {
            let mut on_the_way = Some(d);
            while let Some(o) = on_the_way {
                matrix[d][o] = rows[d][depth[o]];
                matrix[o][d] = matrix[d][o];
                on_the_way = before[o];
            }
        }
        matrix
    }

    /// Returns the inertia that each degree of freedom sees where those outwards of it are locked: the diagonal of the
    /// mass matrix.
    pub(super) fn diagonal(&self, at: &KinematicState<R>) -> Vec<R> {
        let mut diagonal = Vec::new();
        for (link, body) in self.links.iter().zip(self.composites(at)) {
            let [x, y, z] = [0, 1, 2].map(|i| body.inertia.rows[i].to_array()[i]);
            let own: Vec<R> = match link.joint {
                ElementaryJoint::Prismatic(_) => vec![body.mass],
                ElementaryJoint::Revolute(k) => vec![[x, y, z][k]],
                ElementaryJoint::Spherical => vec![x, y, z],
            };
            diagonal.extend(own.into_iter().map(|inertia| link.rotor.map_or(inertia, |rotor| inertia + rotor)));
        }
        diagonal
    }

    /// Returns the inertia that moves with each link where the joints outwards of it are locked.
    fn composites(&self, at: &KinematicState<R>) -> Vec<RigidInertia<R>> {
        let mut composites: Vec<RigidInertia<R>> = self.links.iter().map(|s| s.inertia).collect();
        for (s, link) in self.links.iter().enumerate().rev() {
            if let Some(p) = link.parent {
                composites[p] = composites[p].plus(&self.on_parent(s, at, &composites[s]));
            }
        }
        composites
    }

    /// Returns the rows of the mass matrix, of each the entries on the way to the ground.
    fn mass_rows(&self, at: &KinematicState<R>) -> Vec<Vec<R>> {
        R::note("mass matrix: composite bodies inwards, and the force of each freedom on those before it");
        let composite = self.composites(at);
        let Way { depth, .. } = self.way();
        let mut rows: Vec<Vec<R>> = depth.iter().map(|depth| vec![R::zero(); depth + 1]).collect();
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
                        rows[d][depth[o + j]] = part;
                    }
                    let Some(p) = other.parent else { break };
                    let place = &at.placements[at_link];
                    force = other.to_parent(place, force);
                    torque = other.to_parent(place, torque) + place.origin.cross(force);
                    at_link = p;
                }
                if let Some(rotor) = link.rotor {
                    rows[d][depth[d]] = rows[d][depth[d]] + rotor;
                }
            }
        }
        rows
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

    fn way(&self) -> Way {
        let (mut before, mut depth) = (Vec::new(), Vec::new());
        for link in &self.links {
            let last = link.parent.map(|p| {
                let parent = &self.links[p];
                parent.degree + parent.joint.degrees() - 1
            });
            for i in 0..link.joint.degrees() {
                let own = if i == 0 { last } else { Some(link.degree + i - 1) };
                depth.push(own.map_or(0, |d: usize| depth[d] + 1));
                before.push(own);
            }
        }
        Way { before, depth }
    }

    fn factors(&self, at: &KinematicState<R>) -> Factors<R> {
        let (mut h, way) = (self.mass_rows(at), self.way());
        R::note("mass matrix = L^T D L");
        let Way { before, depth } = &way;
        let mut inverse = vec![R::zero(); self.degrees];
        for k in (0..self.degrees).rev() {
            inverse[k] = R::one() / h[k][depth[k]];
            let mut i = before[k];
            while let Some(row) = i {
                let factor = h[k][depth[row]] * inverse[k];
                let mut j = Some(row);
                while let Some(column) = j {
                    h[row][depth[column]] = h[row][depth[column]] - factor * h[k][depth[column]];
                    j = before[column];
                }
                h[k][depth[row]] = factor;
                i = before[row];
            }
        }
        Factors { lower: h, inverse, way }
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
}

impl<R: Real> Factors<R> {
    /// Replaces b by H^-1 b.
    fn solve(&self, x: &mut [R]) {
        R::note("accelerations: L^T D L x = b");
        let Way { before, depth } = &self.way;
        for i in (0..x.len()).rev() {
            let mut j = before[i];
            while let Some(k) = j {
                x[k] = x[k] - self.lower[i][depth[k]] * x[i];
                j = before[k];
            }
        }
        for i in 0..x.len() {
            x[i] = x[i] * self.inverse[i];
            // the nearest last, since it is known last: in the other order the Panda took 3 % longer
            for k in self.way.outwards_to(i) {
                x[i] = x[i] - self.lower[i][self.way.depth[k]] * x[k];
            }
        }
    }
}

impl Way {
    /// Returns the degrees of freedom before one, the one next to the ground first.
    fn outwards_to(&self, degree: usize) -> Vec<usize> {
        let mut all: Vec<usize> = std::iter::successors(self.before[degree], |d| self.before[*d]).collect();
        all.reverse();
        all
    }
}
