//! What an integrator sees: a vector field or equations with constraints on a product of groups, and what is consistent
//! with them. Nothing here knows joints, and nothing here advances time.

pub mod consistent;
mod constrained;
mod factor;
mod flow;
mod layout;

pub use constrained::{Constrained, Unknowns};
pub use factor::Factor;
pub use flow::{along, slopes_along_group};
pub use layout::{Layout, Place};

use crate::num::{Real, Vec3};

/// The dynamics v' = M^-1 g(q, v, t), (23) of Holzinger et al. (2024), on a product of groups.
pub trait Field<R: Real> {
    /// Returns the layout: where coordinates and velocities lie.
    fn layout(&self) -> &Layout;
    /// Writes v' for the coordinates `q`, the velocities `v` and the time `t` (s) into `rate`, which
    /// has the length of `v`: accelerations, and the rates of values of first order. `&mut self` is for scratch memory
    /// only.
    fn acceleration(&mut self, t: R, q: &[R], v: &[R], rate: &mut [R]);
    /// Returns v' as [`Self::acceleration`] writes it.
    fn rates(&mut self, t: R, q: &[R], v: &[R]) -> Vec<R> {
        let mut rate = vec![R::zero(); v.len()];
        self.acceleration(t, q, v, &mut rate);
        rate
    }
    /// Returns the principal inertia (kg m^2) of the rotation that is factor number `factor` of the layout, where its
    /// kinetic energy is W^T J W / 2 with a constant diagonal J and couples to no other factor: what splitting methods
    /// need.
    fn principal_inertia(&self, factor: usize) -> Option<Vec3<R>> {
        let _ = factor;
        None
    }
}
