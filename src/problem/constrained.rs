//! Equations of motion in residual form, with constraints: what implicit methods solve.

use super::Layout;
use crate::num::{Real, Vec3};

/// The rates of velocities and the multipliers of constraints.
#[derive(Clone, Copy, Debug)]
pub struct Unknowns<'a, R> {
    /// v', of all velocities but the integrals: m/s^2, rad/s^2, and the rates of values of first order.
    pub rate: &'a [R],
    /// The multipliers lambda, one per constraint: N or N m where the constraint is in m or rad.
    pub multipliers: &'a [R],
}

/// The dynamics M(q) v' = g(q, v, t) - B(q)^T lambda with the constraints Phi(q, t) = 0 on a product of groups: (23) of
/// Holzinger, Arnold, Gerstmayr (2024). B is the derivative of Phi' by v, (10). Some constraints may be of velocities alone.
pub trait Constrained<R: Real> {
    /// Returns the layout: where coordinates and velocities lie.
    fn layout(&self) -> &Layout;
    /// Counts the constraints. They are independent.
    fn multiplier_count(&self) -> usize;
    /// Returns which constraints are of velocities alone, B v + b = 0: their Phi is an integral along the motion, see
    /// [`Real::integral`], so that it has a value nowhere, and the derivatives of others.
    fn velocity_rows(&self) -> Vec<usize> {
        Vec::new()
    }
    /// Tells whether the forces g depend on the multipliers, too, as friction by reactions does: the derivative of the residual by
    /// these is then more than B^T.
    fn forces_see_multipliers(&self) -> bool {
        false
    }
    /// Writes M w - s g + B^T mu, one number per velocity but for the integrals, then Phi, replacing what `out` holds. `at`
    /// holds w and mu: with the scale s = 1 they are v' and lambda, and what is written is (39) and Phi; with another one
    /// both are multiplied by s, and so is (39).
    fn residual(&mut self, t: R, q: &[R], v: &[R], scale: R, at: Unknowns<'_, R>, out: &mut Vec<R>);
    /// Writes B^T mu alone, one number per velocity but for the integrals, replacing what `out` holds.
    fn constraint_forces(&mut self, t: R, q: &[R], v: &[R], multipliers: &[R], out: &mut Vec<R>) {
        let rate = vec![R::zero(); self.layout().quadratures().start];
        self.residual(t, q, v, R::zero(), Unknowns { rate: &rate, multipliers }, out);
        out.truncate(rate.len());
    }
    /// Appends Phi alone, one number per constraint.
    fn constraint_residuals(&mut self, t: R, q: &[R], v: &[R], out: &mut Vec<R>) {
        let [rate, multipliers] =
            [self.layout().quadratures().start, self.multiplier_count()].map(|count| vec![R::zero(); count]);
        let mut all = Vec::new();
        self.residual(t, q, v, R::one(), Unknowns { rate: &rate, multipliers: &multipliers }, &mut all);
        out.extend_from_slice(&all[rate.len()..]);
    }
    /// Returns the angular momentum J w (kg m^2/s) of the rotation that is factor number `factor` of the layout at the angular
    /// velocity `w`, own frame, where it has an inertia J of its own: what variational schemes need.
    fn angular_momentum(&self, factor: usize, w: Vec3<R>) -> Option<Vec3<R>> {
        let _ = (factor, w);
        None
    }
    /// Writes the angles of [`super::Factor::Angles`] for the time `t` (s) and the other coordinates in `q` into `angles`: of
    /// those that differ by whole turns the ones nearest to the angles in `q`.
    fn follow_angles(&self, t: R, q: &[R], angles: &mut [R]);
}
