//! What a step says about its own validity.

use crate::lie::RotationParameterisation;
use crate::num::{Real, series};
use crate::problem::{Layout, Place};

/// How far Euler parameters may be from unit length, as a part of its square: a rotation matrix made of them is off by
/// twice that. Beyond, the steps are as much too long as after a rotation by half a revolution.
const DEFECT: f64 = 0.01;

/// Returns how many times the way of a step a method of that order must stay away from a singularity of angles where
/// nothing estimates its error. Angles turn by 1/`clearance` rad in a step there, and their rates keep an error of about
/// that to the power of the order: a thirtieth.
pub(super) fn clearance(order: usize) -> f64 {
    30f64.powf(1.0 / order as f64)
}

/// How far a step turned and how near it came to a singularity.
#[derive(Clone, Copy, Debug)]
pub struct Monitor<R> {
    /// The largest |psi|^2/4 of a rotation that the state at the beginning of the step alone decides: that of the first
    /// stage that moves.
    pub first_turn: R,
    /// The largest |psi|^2/4 of any rotation within the step. Beyond [`series::HALF_TURN`], half a revolution, the
    /// increments mean nothing.
    pub largest_turn: R,
    /// The smallest [`RotationParameterisation::margin`] at the beginning and at any stage, less what a step of given
    /// length must stay away from the singularity; one where no parameterisation has one.
    pub margin: R,
    /// The largest square of an angular velocity at which rotations that are integrated like vectors turn, if there are
    /// any: the length of the step makes an angle of rotation of it once, not at every stage.
    fastest: Option<R>,
    /// Whether `fastest` is of the largest sum of magnitudes instead, whose square is up to three times as large: see
    /// [`Workspace::bound_turns`](super::Workspace::bound_turns).
    bounds: bool,
}

impl<R: Real> Monitor<R> {
    /// Returns the monitor of a step without rotation, far from any singularity.
    pub fn none() -> Self {
        Self { first_turn: R::zero(), largest_turn: R::zero(), margin: R::one(), fastest: None, bounds: false }
    }
    /// Returns the monitor of a step without rotation, in which angles of rotation are bounded where that costs less.
    pub(super) fn bounding_turns(bounds: bool) -> Self {
        Self { bounds, ..Self::none() }
    }
    /// Returns the monitor of two steps together.
    pub fn merged(self, other: Self) -> Self {
        Self {
            first_turn: self.first_turn.max(other.first_turn),
            largest_turn: self.largest_turn.max(other.largest_turn),
            margin: self.margin.min(other.margin),
            ..Self::none()
        }
    }
    /// Takes note of a rotation with the value `s` of |psi|^2/4.
    pub(super) fn turned(&mut self, s: R) {
        self.largest_turn = self.largest_turn.max(s);
    }
    /// Takes note of rotations at the angular velocities that were [`passed`](Self::passed), in a step of length `h`,
    /// s.
    pub(super) fn turned_at_rates(&mut self, h: R) {
        self.largest_turn = self.largest_turn_with_rates(h);
    }
    /// Takes note of the rotations so far as those that the state at the beginning decides.
    pub(super) fn turned_first(&mut self, h: R) {
        self.first_turn = self.largest_turn_with_rates(h);
    }
    fn largest_turn_with_rates(&self, h: R) -> R {
        let of_rates = self.fastest.map(|fastest| match self.bounds {
            true => (fastest * h.scale(0.5)).square(),
            false => fastest * h.square().scale(0.25),
        });
        of_rates.map_or(self.largest_turn, |turn| self.largest_turn.max(turn))
    }
    /// Takes note of the coordinates and velocities of a stage of a step of length `h`, s: how fast rotations that are
    /// integrated like vectors turn, and whether they keep `clearance` times that from a singularity.
    pub(super) fn passed(&mut self, layout: &Layout, (h, clearance): (R, f64), q: &[R], v: &[R]) {
        for (place, parameterisation) in vectors(layout) {
            let (q, v) = (&q[place.q..], &v[place.v..]);
            let angular_velocity = parameterisation.angular_velocity(q, v);
            let speed = if self.bounds {
                let [x, y, z] = angular_velocity.to_array().map(R::abs);
                x + y + z
            } else {
                angular_velocity.norm_squared()
            };
            self.fastest = Some(self.fastest.map_or(speed, |fastest| fastest.max(speed)));
            if parameterisation.has_singularity() {
                // a turn about the third axis changes the third angle alone
                let way = (angular_velocity.x.square() + angular_velocity.y.square()).sqrt() * h.abs();
                // angular velocities do not suffer from the angles
                let rates = parameterisation == RotationParameterisation::EulerAngleRates;
                let clearance = if rates { clearance } else { clearance.min(1.0) };
                self.margin = self.margin.min(parameterisation.margin(q) - way.scale(clearance));
            }
        }
    }
    /// Takes note of the coordinates at the end, `q` + `delta_q`.
    pub(super) fn ended(&mut self, layout: &Layout, q: &[R], delta_q: &[R]) {
        for (place, parameterisation) in vectors(layout).filter(|(_, p)| !p.has_singularity()) {
            let end = (place.q..place.q + parameterisation.coordinate_count()).map(|i| (q[i] + delta_q[i]).square());
            let defect = end.fold(-R::one(), |sum, square| sum + square).abs();
            self.turned(defect.scale(series::HALF_TURN / DEFECT));
        }
    }
}

/// Returns the rotations whose coordinates are integrated like vectors: angles and Euler parameters.
fn vectors(layout: &Layout) -> impl Iterator<Item = (Place, RotationParameterisation)> {
    layout.places().filter_map(|place| Some((place, place.factor.vector_rotation()?)))
}
