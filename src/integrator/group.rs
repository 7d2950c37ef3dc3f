//! The group that a step of stages moves coordinates on: a product of vectors and rotations, or of motions of bodies in their place.

use super::implicit::Group;
use super::step::Step;
use crate::lie::so3::{AngleFunctions, exponential, tangent_less_one_with};
use crate::lie::{LieGroup, Rotation, UnitQuaternion, dual_vector, parts};
use crate::num::{Real, Vec3};
use crate::problem::{Layout, Place};

/// A point of a step, in the algebra.
#[derive(Debug)]
pub struct Point<S> {
    /// Increments of the coordinates, one after another.
    pub(super) increments: Vec<Vec<S>>,
    /// What the velocity has changed by since the beginning.
    pub(super) change: Vec<S>,
    /// The rate of the velocity, times h^2.
    pub(super) scaled_rate: Vec<S>,
}

/// Returns exp(psi), of less than half a turn.
fn turn<R: Real>(psi: Vec3<R>) -> UnitQuaternion<R> {
    let half = psi * R::constant(0.5);
    exponential(&AngleFunctions::within_half_turn(half), half)
}

/// Returns T(psi) w - w, of rotations by less than half a turn.
fn less_one<R: Real>(psi: Vec3<R>, w: Vec3<R>) -> Vec3<R> {
    tangent_less_one_with(&AngleFunctions::within_half_turn(psi * R::constant(0.5)), psi, w)
}

/// Returns the position of the screw motion exp(psi, u), of less than half a turn: T(psi)^T u.
fn moved_by<R: Real>(psi: Vec3<R>, u: Vec3<R>) -> Vec3<R> {
    u + less_one(-psi, u)
}

/// Where a step begins, on a group, in numbers of any kind. Vectors of the algebra have a number per velocity but for the
/// integrals: on SE(3) those of a body are the velocity of its origin and its angular velocity, both in its frame.
#[derive(Debug)]
pub(super) struct Origin<'a, S> {
    layout: &'a Layout,
    group: Group,
    q: Vec<S>,
    v: Vec<S>,
    count: usize,
}

fn at<S: Real>(values: &[S], place: usize) -> Vec3<S> {
    Vec3::from_slice(&values[place..])
}

impl<'a, S: Real> Origin<'a, S> {
    /// Returns where a step begins; `lift` makes constants of its numbers.
    pub(super) fn new<R: Real>(step: &Step<'a, R>, group: Group, lift: impl Fn(R) -> S) -> Self {
        let [q, v] = [step.q, step.v].map(|values| values.iter().map(|x| lift(*x)).collect());
        Self { layout: step.layout, group, q, v, count: step.sizes.rates }
    }

    /// Returns where a step begins, in coordinates and velocities.
    pub(super) fn at(layout: &'a Layout, group: Group, (q, v): (&[S], &[S])) -> Self {
        Self { layout, group, q: q.to_vec(), v: v.to_vec(), count: layout.quadratures().start }
    }

    /// Returns the bodies that move on SE(3): the places of their positions and rotations.
    pub(super) fn frames(&self) -> Vec<[Place; 2]> {
        if self.group == Group::Motions { self.layout.frames() } else { Vec::new() }
    }

    fn rotations(&self) -> impl Iterator<Item = Place> {
        self.layout.places().filter(|place| place.factor.group_rotation().is_some())
    }

    fn orientation(&self, q: &[S], place: Place) -> UnitQuaternion<S> {
        place.factor.group_rotation().expect("a rotation on the group").orientation(&q[place.q..])
    }

    /// Returns the velocity at the beginning, in the algebra.
    pub(super) fn velocity(&self) -> Vec<S> {
        let mut w = self.v[..self.count].to_vec();
        for [position, rotation] in self.frames() {
            let turned = self.orientation(&self.q, rotation).rotate_back(at(&w, position.v));
            turned.write(&mut w[position.v..]);
        }
        w
    }

    /// Returns v' at the beginning, in the algebra, from that of the velocities.
    pub(super) fn rate(&self, rate: &[S]) -> Vec<S> {
        let (mut a, w) = (rate[..self.count].to_vec(), self.velocity());
        for [position, rotation] in self.frames() {
            let turned = self.orientation(&self.q, rotation).rotate_back(at(&a, position.v));
            (turned - at(&w, rotation.v).cross(at(&w, position.v))).write(&mut a[position.v..]);
        }
        a
    }

    /// Returns T(increment) w - w, for the velocity T(increment) w of exp(increment) where the increment changes by w.
    pub(super) fn tangent_less_one(&self, increment: &[S], w: &[S]) -> Vec<S> {
        S::note("T(theta) theta' - theta'");
        let mut out = vec![S::zero(); w.len()];
        let frames = self.frames();
        for rotation in self.rotations() {
            match frames.iter().find(|[_, of]| of.v == rotation.v) {
                None => less_one(at(increment, rotation.v), at(w, rotation.v)).write(&mut out[rotation.v..]),
                Some([position, _]) => {
                    let twist = |values: &[S]| dual_vector(at(values, rotation.v), at(values, position.v));
                    let [turns, moves] = parts(less_one(twist(increment), twist(w)));
                    turns.write(&mut out[rotation.v..]);
                    moves.write(&mut out[position.v..]);
                }
            }
        }
        out
    }

    /// Returns how far a body's position moves, world frame, by exp(a) exp(b) for each of some increments.
    fn displacement(&self, [position, rotation]: [Place; 2], increments: &[&[S]]) -> Vec3<S> {
        let (mut sum, mut there) = (Vec3::zero(), self.orientation(&self.q, rotation));
        for increment in increments {
            let psi = at(increment, rotation.v);
            sum = sum + there.rotate(moved_by(psi, at(increment, position.v)));
            there = there.multiply(turn(psi));
        }
        sum
    }

    /// Returns what positions add up and rotations turn by, psi, where coordinates move by exp(a) exp(b) for each of one or two
    /// increments of the algebra.
    pub(super) fn way(&self, increments: &[&[S]]) -> Vec<S> {
        S::note("increments of positions, world frame, and of rotations");
        let mut way = sum(increments);
        for rotation in self.rotations() {
            if let [first, second] = increments {
                let [a, b] = [first, second].map(|increment| turn(at(increment, rotation.v)));
                a.multiply(b).log().write(&mut way[rotation.v..]);
            }
        }
        for frame in self.frames() {
            self.displacement(frame, increments).write(&mut way[frame[0].v..]);
        }
        way
    }

    /// Returns the coordinates after some increments, one after another.
    fn moved(&self, increments: &[&[S]]) -> Vec<S> {
        S::note("q = q0 exp(a) exp(b)");
        let (way, mut q) = (sum(increments), self.q.clone());
        for place in self.layout.places().filter(|place| place.factor.group_rotation().is_none()) {
            for i in 0..place.factor.local_count() {
                q[place.q + i] = self.q[place.q + i] + way[place.v + i];
            }
        }
        for rotation in self.rotations() {
            let parameterisation = rotation.factor.group_rotation().expect("a rotation on the group");
            for increment in increments {
                let before = q.clone();
                let turn = turn(at(increment, rotation.v));
                parameterisation.compose(&before[rotation.q..], turn, &mut q[rotation.q..]);
            }
        }
        for frame in self.frames() {
            let [position, _] = frame;
            (at(&self.q, position.q) + self.displacement(frame, increments)).write(&mut q[position.q..]);
        }
        q
    }

    /// Returns coordinates, velocities, and v' times a scale, as the equations of motion take them, at a point.
    pub(super) fn state(&self, point: &Point<S>, scale: S) -> [Vec<S>; 3] {
        let q = self.moved(&slices(&point.increments));
        let begin = self.velocity();
        let w: Vec<S> = begin.iter().zip(&point.change).map(|(w, change)| *w + *change).collect();
        let [mut v, mut rate] = [self.v.clone(), point.scaled_rate.clone()];
        v[..self.count].copy_from_slice(&w);
        for [position, rotation] in self.frames() {
            let turn = self.orientation(&q, rotation);
            let (moves, turns) = (at(&w, position.v), at(&w, rotation.v));
            turn.rotate(moves).write(&mut v[position.v..]);
            let seen = at(&point.scaled_rate, position.v) + turns.cross(moves) * scale;
            turn.rotate(seen).write(&mut rate[position.v..]);
        }
        [q, v, rate]
    }

    /// Returns what velocities change by, for their change in the algebra on the way to `v`.
    pub(super) fn velocity_change(&self, change: &[S], v: &[S]) -> Vec<S> {
        let mut change = change.to_vec();
        for i in self.frames().into_iter().flat_map(|[position, _]| position.v..position.v + 3) {
            change[i] = v[i] - self.v[i];
        }
        change
    }

    /// Returns a vector of the algebra at the beginning as the world sees it: what positions add up.
    pub(super) fn seen(&self, mut vector: Vec<S>) -> Vec<S> {
        for [position, rotation] in self.frames() {
            let turned = self.orientation(&self.q, rotation).rotate(at(&vector, position.v));
            turned.write(&mut vector[position.v..]);
        }
        vector
    }
}

/// Returns increments as slices.
pub(super) fn slices<S>(increments: &[Vec<S>]) -> Vec<&[S]> {
    increments.iter().map(Vec::as_slice).collect()
}

fn sum<S: Real>(increments: &[&[S]]) -> Vec<S> {
    let mut sum = increments[0].to_vec();
    for more in &increments[1..] {
        sum.iter_mut().zip(*more).for_each(|(sum, x)| *sum = *sum + *x);
    }
    sum
}
