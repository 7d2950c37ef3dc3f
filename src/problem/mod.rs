//! What an integrator sees: a vector field on a product of groups. Traits and layouts only; nothing
//! here knows joints, and nothing here advances time.

use crate::num::Real;

/// One factor of the group that a configuration lives on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factor {
    /// R^n: n coordinates, n velocities, added up.
    Vector(usize),
    /// SO(3) as a unit quaternion `world_from_body`, scalar first: 4 coordinates, 3 body-frame angular
    /// velocities.
    Rotation,
}

impl Factor {
    /// How many coordinates it stores.
    #[inline(always)]
    pub fn coordinate_count(self) -> usize {
        match self {
            Factor::Vector(n) => n,
            Factor::Rotation => 4,
        }
    }
    /// Its dimension, the number of its velocities.
    #[inline(always)]
    pub fn velocity_count(self) -> usize {
        match self {
            Factor::Vector(n) => n,
            Factor::Rotation => 3,
        }
    }
}

/// Where the factors lie in the arrays of coordinates q and velocities v.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    factors: Vec<Factor>,
    coordinate_count: usize,
    velocity_count: usize,
}

impl Layout {
    /// The factors one after another.
    pub fn new(factors: Vec<Factor>) -> Self {
        let coordinate_count = factors.iter().map(|f| f.coordinate_count()).sum();
        let velocity_count = factors.iter().map(|f| f.velocity_count()).sum();
        Self { factors, coordinate_count, velocity_count }
    }
    /// Length of q.
    #[inline(always)]
    pub fn coordinate_count(&self) -> usize {
        self.coordinate_count
    }
    /// Length of v.
    #[inline(always)]
    pub fn velocity_count(&self) -> usize {
        self.velocity_count
    }
    /// The factors; the coordinates and the velocities of each follow those of the one before.
    #[inline(always)]
    pub fn factors(&self) -> &[Factor] {
        &self.factors
    }
}

/// The dynamics v' = M^-1 g(q, v, t), (23) of Holzinger et al. (2024), on a product of groups.
pub trait Field<R: Real> {
    /// Where coordinates and velocities lie.
    fn layout(&self) -> &Layout;
    /// Writes v' for the coordinates `q`, the velocities `v` and the time `t` (s) into `rate`, which
    /// has the length of `v`. `&mut self` is for scratch memory only.
    fn acceleration(&mut self, t: R, q: &[R], v: &[R], rate: &mut [R]);
}
