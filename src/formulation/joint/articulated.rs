//! Accelerations by articulated bodies: no mass matrix, work in proportion to the number of bodies.
//!
//! A link and all that it carries, whose joints are free to move, oppose to an acceleration (w', a) of its origin
//! the torque and force I (w', a) - p. Freedoms are eliminated one by one, a spherical joint as three.

use super::kinematics::{Centripetal, KinematicState};
use super::link::{Link, Placement};
use super::newton_euler::Load;
use super::tree::{Applied, Tree};
use crate::model::joint::ElementaryJoint;
use crate::num::{Mat3, Real, Vec3};

/// Torque and force, or angular and linear acceleration: six numbers.
type Six<R> = [R; 6];

/// An articulated inertia and its load, in the frame of a link and about its origin.
#[derive(Clone, Debug)]
struct Articulated<R> {
    /// The inertia, symmetric: rows and columns are three angular and three linear ones.
    inertia: [Six<R>; 6],
    load: Six<R>,
}

/// What remains of an eliminated elementary joint: its total acceleration along `at` is u/D - W a.
#[derive(Clone, Copy, Debug)]
struct Eliminated<R> {
    /// The index of the elementary joint among the six directions.
    at: usize,
    /// D.
    pivot: R,
    /// u/D.
    own: R,
    /// The column over D; zero in directions that were eliminated before it, and in itself unless there is a rotor.
    column: Six<R>,
    /// Whether the elementary joint has the inertia of a rotor.
    rotor: bool,
}

fn six<R: Real>(a: Vec3<R>, b: Vec3<R>) -> Six<R> {
    [a.x, a.y, a.z, b.x, b.y, b.z]
}

fn angular<R: Real>(s: &Six<R>) -> Vec3<R> {
    Vec3::from_slice(&s[..3])
}

fn linear<R: Real>(s: &Six<R>) -> Vec3<R> {
    Vec3::from_slice(&s[3..])
}

/// Returns the matrix whose lower half is its upper one.
fn symmetric<R: Real>(m: &Mat3<R>) -> Mat3<R> {
    let [a, b, c] = m.rows;
    Mat3::from_rows(a, Vec3::new(a.y, b.y, b.z), Vec3::new(a.z, b.z, c.z))
}

impl<R: Real> Articulated<R> {
    /// Returns the articulated inertia of a link alone.
    fn of(link: &Link<R>, load: Load<R>) -> Self {
        let own = &link.inertia;
        let (h, zero) = (Mat3::skew(own.moment), R::zero());
        let mut inertia = [[zero; 6]; 6];
        for i in 0..3 {
            let (j, h) = (own.inertia.rows[i].to_array(), h.rows[i].to_array());
            for k in 0..3 {
                inertia[i][k] = j[k];
                inertia[i][3 + k] = h[k];
                inertia[3 + k][i] = h[k];
            }
            inertia[3 + i][3 + i] = own.mass;
        }
        Self { inertia, load: six(load.torque, load.force) }
    }

    fn add(&mut self, other: &Self) {
        for (row, more) in self.inertia.iter_mut().zip(&other.inertia) {
            for (x, y) in row.iter_mut().zip(more) {
                *x = *x + *y;
            }
        }
        for (x, y) in self.load.iter_mut().zip(&other.load) {
            *x = *x + *y;
        }
    }

    /// Returns the load p - I c, for an acceleration c that the link has apart from those of its parent and its
    /// elementary joints.
    fn less(&self, c: &Six<R>) -> Six<R> {
        std::array::from_fn(|i| (0..6).fold(self.load[i], |sum, k| sum - self.inertia[i][k] * c[k]))
    }

    /// Lets the elementary joint along `at` move under the force `applied`: I - U U^T/D, p - U u/D.
    fn eliminate(&mut self, at: usize, applied: R, rotor: Option<R>) -> Eliminated<R> {
        let row = self.inertia[at];
        let seen = rotor.map_or(row[at], |rotor| row[at] + rotor);
        let inverse = R::one() / seen;
        let u = self.load[at] + applied;
        let mut column: Six<R> = std::array::from_fn(|i| row[i] * inverse);
        for i in (0..6).filter(|i| *i != at) {
            for k in (i..6).filter(|k| *k != at) {
                self.inertia[i][k] = self.inertia[i][k] - row[i] * column[k];
                self.inertia[k][i] = self.inertia[i][k];
            }
            self.load[i] = self.load[i] - column[i] * u;
        }
        // without a rotor, what is left along the elementary joint is exactly nothing
        let remains = rotor.map(|rotor| rotor * inverse);
        for (i, entry) in row.into_iter().enumerate() {
            let left = remains.map_or(R::zero(), |share| entry * share);
            self.inertia[at][i] = left;
            self.inertia[i][at] = left;
        }
        self.load[at] = if rotor.is_some() { self.load[at] - column[at] * u } else { -applied };
        if rotor.is_none() {
            column[at] = R::zero();
        }
        Eliminated { at, pivot: seen, own: u * inverse, column, rotor: rotor.is_some() }
    }

    /// Returns the articulated inertia in the frame and about the origin of the parent, whose angular velocity makes
    /// the origin of the link accelerate by `centripetal` (parent's frame).
    fn on_parent(&self, link: &Link<R>, place: &Placement<R>, centripetal: Vec3<R>) -> Self {
        let block = |r: usize, c: usize| {
            let row = |i: usize| Vec3::from_slice(&self.inertia[r + i][c..]);
            let turned = place.turned.congruence(&Mat3::from_rows(row(0), row(1), row(2)));
            link.rotation * turned * link.rotation.transpose()
        };
        let (j, h, m) = (block(0, 0), block(0, 3), symmetric(&block(3, 3)));
        // H' = H + r~ M, J' = J + r~ H^T + (r~ H'^T)^T
        let r = Mat3::skew(place.origin);
        let shifted = h + r * m;
        let [h_rows, s_rows, r_rows] = [h.rows, shifted.rows, r.rows];
        let mut inertia = [[R::zero(); 6]; 6];
        for i in 0..3 {
            let (ji, si, mi) = (j.rows[i].to_array(), s_rows[i].to_array(), m.rows[i].to_array());
            for k in 0..3 {
                inertia[i][3 + k] = si[k];
                inertia[3 + k][i] = si[k];
                inertia[3 + i][3 + k] = mi[k];
                if k == i {
                    inertia[i][i] = ji[i] + r_rows[i].dot(h_rows[i] + s_rows[i]);
                } else if k > i {
                    inertia[i][k] = (ji[k] + r_rows[i].dot(h_rows[k])) + r_rows[k].dot(s_rows[i]);
                    inertia[k][i] = inertia[i][k];
                }
            }
        }
        let force = link.to_parent(place, linear(&self.load));
        let torque = link.to_parent(place, angular(&self.load)) + place.origin.cross(force);
        let all = Self { inertia, load: six(torque, force) };
        Self { load: all.less(&six(Vec3::zero(), centripetal)), ..all }
    }
}

impl<R: Real> Tree<R> {
    /// Returns the inertia that each degree of freedom sees where those outwards of it give way: positive in a
    /// mechanism that can be accelerated.
    pub(super) fn pivots(&self, at: &KinematicState<R>) -> Vec<R> {
        let (zero, nothing) = (R::zero(), || Load { torque: Vec3::zero(), force: Vec3::zero() });
        let mut bodies: Vec<Articulated<R>> = self.links.iter().map(|s| Articulated::of(s, nothing())).collect();
        let mut pivots = vec![zero; self.degrees];
        for (s, link) in self.links.iter().enumerate().rev() {
            let rows = match link.joint {
                ElementaryJoint::Spherical => 0..3,
                ElementaryJoint::Revolute(k) => k..k + 1,
                ElementaryJoint::Prismatic(k) => 3 + k..4 + k,
            };
            for (i, row) in rows.enumerate() {
                pivots[link.degree + i] = bodies[s].eliminate(row, zero, link.rotor).pivot;
            }
            if let Some(p) = link.parent {
                let outer = bodies[s].on_parent(link, &at.placements[s], Vec3::zero());
                bodies[p].add(&outer);
            }
        }
        pivots
    }

    pub(super) fn articulated_accelerations(&self, at: &KinematicState<R>, applied: &Applied<R>) -> Vec<R> {
        let zero = Vec3::zero();
        let loads = self.loads(at, None, applied);
        R::note("articulated bodies inwards: I - U U^T/D, p - U u/D");
        let mut bodies: Vec<Articulated<R>> =
            self.links.iter().zip(loads).map(|(s, load)| Articulated::of(s, load)).collect();
        let centripetal: Vec<Vec3<R>> = (0..self.links.len())
            .map(|s| {
                let parent = self.links[s].parent;
                let w = parent.map_or(at.base.angular_velocity, |p| at.angular[p]);
                Centripetal::new(w, zero).add_to(zero, at.placements[s].origin)
            })
            .collect();
        let bias = |s: usize| {
            let (angular, linear) = self.bias_acceleration(s, at);
            six(angular, linear)
        };
        let mut eliminated: Vec<Vec<Eliminated<R>>> = vec![Vec::new(); self.links.len()];
        for s in (0..self.links.len()).rev() {
            let link = &self.links[s];
            let body = &mut bodies[s];
            let force = |i: usize| applied.joint[link.degree + i];
            match link.joint {
                // the bias acceleration of a spherical joint is along elementary joints that give way to it
                ElementaryJoint::Spherical => {
                    eliminated[s] = (0..3).map(|i| body.eliminate(i, force(i), None)).collect()
                }
                ElementaryJoint::Prismatic(k) | ElementaryJoint::Revolute(k) => {
                    let row = if matches!(link.joint, ElementaryJoint::Revolute(_)) { k } else { 3 + k };
                    let own = body.eliminate(row, force(0).scale(link.sign), link.rotor);
                    body.load = body.less(&bias(s));
                    eliminated[s] = vec![own];
                }
            }
            if let Some(p) = link.parent {
                let outer = bodies[s].on_parent(link, &at.placements[s], centripetal[s]);
                bodies[p].add(&outer);
            }
        }

        R::note("accelerations outwards");
        let start = self.base_acceleration(at);
        let mut all: Vec<Six<R>> = Vec::new();
        let mut rates = vec![R::zero(); self.degrees];
        for (s, link) in self.links.iter().enumerate() {
            let place = &at.placements[s];
            let before = link.parent.map_or(six(at.base.angular_acceleration, start), |p| all[p]);
            let turn = angular(&before);
            let origin = (linear(&before) + centripetal[s]) + turn.cross(place.origin);
            let carried = six(link.to_own(place, turn), link.to_own(place, origin));
            let bias = bias(s);
            let mut total: Six<R> = std::array::from_fn(|i| carried[i] + bias[i]);
            let carried = total;
            for (i, e) in eliminated[s].iter().enumerate().rev() {
                let rest = (0..6).fold(e.own, |sum, k| sum - e.column[k] * total[k]);
                total[e.at] = if e.rotor { carried[e.at] + rest } else { rest };
                rates[link.degree + i] = (total[e.at] - carried[e.at]).scale(link.sign);
            }
            all.push(total);
        }
        rates
    }
}
