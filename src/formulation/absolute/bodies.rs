//! Bodies as contributors: where the coordinates and velocities of each lie, and what they are of. Nothing else in the
//! formulation knows how many there are of a body.

use crate::formulation::coordinates::BodyVelocity;
use crate::lie::{RotationParameterisation, UnitQuaternion};
use crate::model::state::{FrameRates, FrameState};
use crate::num::{Real, Vec3};
use crate::problem::Factor;

/// The coordinates of bodies, body after body: the position of the centre of mass, then the rotation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bodies {
    /// How many bodies there are.
    pub count: usize,
    /// How their rotations are stored.
    pub rotation: RotationParameterisation,
}

/// Where a body begins, among coordinates and velocities, and where its rotation does.
struct Indices {
    q: usize,
    v: usize,
    q_rotation: usize,
    v_rotation: usize,
}

impl Bodies {
    /// Returns how many coordinates and velocities all bodies have.
    pub(super) fn counts(self) -> (usize, usize) {
        let Indices { q, v, .. } = self.indices(self.count);
        (q, v)
    }

    /// Returns the factors of the group that the bodies move on.
    pub(super) fn factors(self) -> impl Iterator<Item = Factor> {
        (0..self.count).flat_map(move |_| [Factor::Vector(3), Factor::Rotation(self.rotation)])
    }

    /// Returns the numbers of the factors that are positions of bodies.
    pub(super) fn frames(self) -> Vec<usize> {
        (0..self.count).map(|body| 2 * body).collect()
    }

    fn indices(self, body: usize) -> Indices {
        let (q, v) = (body * (3 + self.rotation.coordinate_count()), body * (3 + self.rotation.velocity_count()));
        Indices { q, v, q_rotation: q + 3, v_rotation: v + 3 }
    }

    /// Returns the body that a factor of the layout is of.
    pub(super) fn body_of(self, factor: usize) -> Option<usize> {
        Some(factor / 2).filter(|body| *body < self.count)
    }

    /// Returns the body whose rotation a factor of the layout is.
    pub(super) fn turned_by(self, factor: usize) -> Option<usize> {
        self.body_of(factor).filter(|_| factor % 2 == 1)
    }

    /// Says what a velocity is of.
    pub(super) fn velocity(self, velocity: usize) -> Option<BodyVelocity> {
        let per_body = 3 + self.rotation.velocity_count();
        let (body, component) = (velocity / per_body, velocity % per_body);
        let turns = component >= 3;
        let axis = match (turns, self.rotation.velocity_count()) {
            (true, 4) => ["p0", "p1", "p2", "p3"][component - 3],
            _ => ["x", "y", "z"][component % 3],
        };
        (body < self.count).then_some(BodyVelocity { body, turns, axis })
    }

    /// Returns the states of all bodies.
    pub(super) fn states<R: Real>(self, q: &[R], v: &[R]) -> Vec<FrameState<R>> {
        let of_body = |body: usize| {
            let at = self.indices(body);
            let (q_rotation, v_rotation) = (&q[at.q_rotation..], &v[at.v_rotation..]);
            FrameState {
                position: Vec3::from_slice(&q[at.q..]),
                velocity: Vec3::from_slice(&v[at.v..]),
                orientation: self.rotation.orientation(q_rotation),
                rotation: self.rotation.rotation(q_rotation),
                angular_velocity: self.rotation.angular_velocity(q_rotation, v_rotation),
            }
        };
        (0..self.count).map(of_body).collect()
    }

    /// Writes position and orientation, velocity and angular velocity of a body.
    pub(super) fn write<R: Real>(
        self,
        body: usize,
        (position, orientation): (Vec3<R>, UnitQuaternion<R>),
        (velocity, angular_velocity): (Vec3<R>, Vec3<R>),
        (q, v): (&mut [R], &mut [R]),
    ) {
        let at = self.indices(body);
        position.write(&mut q[at.q..]);
        velocity.write(&mut v[at.v..]);
        self.rotation.write(orientation, angular_velocity, &mut q[at.q_rotation..], &mut v[at.v_rotation..]);
    }

    /// Returns the accelerations of all bodies from the rates of the velocities.
    pub(super) fn rates<R: Real>(self, q: &[R], v: &[R], rate: &[R]) -> Vec<FrameRates<R>> {
        let of_body = |body: usize| {
            let at = self.indices(body);
            let of_rotation = (&q[at.q_rotation..], &v[at.v_rotation..], &rate[at.v_rotation..]);
            FrameRates {
                acceleration: Vec3::from_slice(&rate[at.v..]),
                angular_acceleration: self.rotation.angular_acceleration(of_rotation.0, of_rotation.1, of_rotation.2),
            }
        };
        (0..self.count).map(of_body).collect()
    }

    /// Returns the accelerations of a body for rates of the velocities times a scale that may be zero, times that scale.
    pub(super) fn scaled_rates<R: Real>(
        self,
        body: usize,
        (q, v): (&[R], &[R]),
        rate: &[R],
        scale: R,
    ) -> FrameRates<R> {
        let at = self.indices(body);
        let (q, v, of_rotation) = (&q[at.q_rotation..], &v[at.v_rotation..], &rate[at.v_rotation..]);
        FrameRates {
            acceleration: Vec3::from_slice(&rate[at.v..]),
            angular_acceleration: self.rotation.scaled_angular_acceleration(q, v, of_rotation, scale),
        }
    }

    /// Writes the rates of the velocities for the accelerations of all bodies.
    pub(super) fn write_rates<R: Real>(self, (q, v): (&[R], &[R]), accelerations: &[R], rate: &mut [R]) {
        for (body, rates) in accelerations_of(accelerations).enumerate() {
            let at = self.indices(body);
            let (q, v) = (&q[at.q_rotation..], &v[at.v_rotation..]);
            rates.acceleration.write(&mut rate[at.v..]);
            self.rotation.velocity_rate(q, v, rates.angular_acceleration, &mut rate[at.v_rotation..]);
        }
    }
}

/// Returns the accelerations of bodies as numbers, body after body.
pub(super) fn numbers_of<R: Real>(rates: impl IntoIterator<Item = FrameRates<R>>) -> Vec<R> {
    let of_body = |rates: FrameRates<R>| [rates.acceleration.to_array(), rates.angular_acceleration.to_array()];
    rates.into_iter().flat_map(of_body).flatten().collect()
}

/// Returns the accelerations of bodies from numbers, body after body.
pub(super) fn accelerations_of<R: Real>(numbers: &[R]) -> impl Iterator<Item = FrameRates<R>> {
    numbers.chunks(6).map(|numbers| FrameRates {
        acceleration: Vec3::from_slice(numbers),
        angular_acceleration: Vec3::from_slice(&numbers[3..]),
    })
}
