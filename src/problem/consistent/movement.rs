//! Positions moved by increments on the group, and how far apart two are.

use crate::num::Real;
use crate::problem::{Constrained, Factor, Layout, Place};

/// How far a position is from another one at most.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Movement {
    /// The largest distance of a vector of coordinates, m.
    pub translation: f64,
    /// The largest angle of a rotation, rad.
    pub rotation: f64,
}

impl Movement {
    /// Returns the movement from one position to another.
    pub fn between(layout: &Layout, from: &[f64], to: &[f64]) -> Self {
        Self::by_factor(layout, from, to).into_iter().fold(Self::default(), Self::farthest)
    }
    /// Returns the larger distance and the larger angle of two movements.
    pub fn farthest(self, other: Self) -> Self {
        Self { translation: self.translation.max(other.translation), rotation: self.rotation.max(other.rotation) }
    }
    /// Returns the movement of every factor of the layout.
    pub fn by_factor(layout: &Layout, from: &[f64], to: &[f64]) -> Vec<Self> {
        let of = |place: Place| {
            let [translation, rotation] = place.factor.distances(&from[place.q..], &to[place.q..]);
            Self { translation, rotation }
        };
        layout.places().map(of).collect()
    }
    /// Returns what an increment on the group costs per velocity: one for 1 m, the given length (m) for 1 rad. Euler
    /// parameters change by half the angle.
    pub fn weights(layout: &Layout, length: f64) -> Vec<f64> {
        let of = |factor: &Factor| std::iter::repeat_n(factor.weight(length), factor.velocity_count());
        layout.factors().iter().flat_map(of).collect()
    }
    /// Tells whether the movement stays within the limits of another one.
    pub fn within(self, limits: Self) -> bool {
        self.translation <= limits.translation && self.rotation <= limits.rotation
    }
}

/// Returns q exp(increment), where the increment holds a number per velocity but for the integrals; coordinates that are not on
/// a group move by their slope, and angles follow from the others at the time `t`.
pub fn displaced<R: Real>(system: &impl Constrained<R>, t: R, q: &[R], increment: &[R]) -> Vec<R> {
    let (layout, mut to) = (system.layout(), q.to_vec());
    for place in layout.places() {
        place.factor.retract(&q[place.q..], &increment[place.v..], &mut to[place.q..]);
    }
    let mut angles = to[layout.angles()].to_vec();
    system.follow_angles(t, &to, &mut angles);
    to[layout.angles()].copy_from_slice(&angles);
    to
}
