//! What a formulation computes for values of the parameters.

use crate::model::output::Reaction;
use crate::model::state::{FrameRates, FrameState, JointState, Loads};
use crate::num::{Real, Vec3};
use crate::problem::{Layout, Unknowns};

/// Kinematics and dynamics of the bodies in some coordinates q and velocities v. Both slices may be longer than what is
/// the bodies': variables follow.
pub trait Dynamics<R: Real> {
    /// What a state is brought to before anything else is computed from it.
    type State;

    /// Multiplies the acceleration of gravity by a factor.
    fn scale_gravity(&mut self, factor: R);
    /// Returns the state at the time `t` (s).
    fn state(&self, t: R, q: &[R], v: &[R]) -> Self::State;
    /// Returns the motion of every body.
    fn bodies(&self, at: &Self::State, q: &[R]) -> Vec<FrameState<R>>;
    /// Returns the motion of every joint, and of every free body after them: see [`crate::model::state::Motion::joints`].
    fn joints(&self, at: &Self::State, q: &[R], v: &[R]) -> Vec<JointState<R>>;
    /// Returns the parameters of the curves that points stay on.
    fn curves<'a>(&self, _at: &'a Self::State) -> &'a [R] {
        &[]
    }
    /// Returns the accelerations of all degrees of freedom under gravity and under loads, if there are any, m/s^2 and
    /// rad/s^2; of a rotation that of the angular velocity, whatever stores it.
    fn accelerations(&self, at: &Self::State, loads: Option<(&Loads<R>, &[FrameState<R>])>) -> Vec<R>;
    /// Writes the rates of the velocities for the accelerations of the degrees of freedom.
    fn write_rates(&self, q: &[R], v: &[R], accelerations: &[R], rate: &mut [R]);
    /// Returns the accelerations of every body for those of the degrees of freedom.
    fn body_rates(&self, at: &Self::State, bodies: &[FrameState<R>], accelerations: &[R]) -> Vec<FrameRates<R>>;
    /// Returns the accelerations of every joint, on each of its degrees of freedom, for rates of the velocities.
    fn joint_accelerations(&self, at: &Self::State, q: &[R], v: &[R], rate: &[R]) -> Vec<Vec<R>>;
    /// Returns the accelerations of all degrees of freedom from the rates of the velocities, where these are known from the
    /// solution of the equations of motion in residual form; none where [`Dynamics::accelerations`] gives them.
    fn known_accelerations(&self, _q: &[R], _v: &[R], _rate: &[R]) -> Option<Vec<R>> {
        None
    }
    /// Counts the constraints between the degrees of freedom, unit lengths apart.
    fn multiplier_count(&self) -> usize {
        0
    }
    /// Appends the equations of motion of the bodies in residual form, M w - s g + B^T mu, one number per degree of freedom in
    /// the order of the velocities: see [`crate::problem::Constrained::residual`].
    fn motion_residual(
        &self,
        at: &Self::State,
        loads: Option<(&Loads<R>, &[FrameState<R>])>,
        qv: (&[R], &[R]),
        scale: R,
        unknowns: Unknowns<'_, R>,
        out: &mut Vec<R>,
    );
    /// Appends the residuals Phi of the constraints at the time `t` (s).
    fn constraints(&self, _t: R, _at: &Self::State, _q: &[R], _out: &mut Vec<R>) {}
    /// Returns which of the constraints in use are of velocities alone.
    fn velocity_rows(&self) -> Vec<usize> {
        Vec::new()
    }
    /// Returns the residuals Phi of the redundant constraints.
    fn redundant_constraints(&self, _at: &Self::State, _q: &[R]) -> Vec<R> {
        Vec::new()
    }
    /// Returns the multipliers of all constraints, those of joints first, from those of the constraints in use, or from all.
    fn all_multipliers(&self, _multipliers: &[R]) -> Vec<R> {
        Vec::new()
    }
    /// Returns of the multipliers of all constraints that have the forces of these those of least norm.
    fn least_multipliers(&self, _at: &Self::State, _q: &[R], _all: &[R]) -> Vec<R> {
        Vec::new()
    }
    /// Returns what the constraints of every joint exert, for the multipliers of all constraints.
    fn reactions(&self, _at: &Self::State, _all: &[R]) -> Vec<Reaction<R>> {
        Vec::new()
    }
    /// Returns Phi, Phi' and Phi'' of all constraints, in use or not, along the motion through a state at the time `t` (s)
    /// with these rates of the velocities.
    fn constraint_residuals(&self, _layout: &Layout, _t: R, _qv: (&[R], &[R]), _rate: &[R]) -> [Vec<R>; 3] {
        [const { Vec::new() }; 3]
    }
    /// Writes the angles that follow from the other coordinates: see [`crate::problem::Constrained::follow_angles`].
    fn follow_angles(&self, _t: R, _q: &[R], _angles: &mut [R]) {}
    /// Returns the kinetic energy of what turns in joints beside the bodies, J.
    fn rotor_energy(&self, joints: &[JointState<R>], v: &[R]) -> R;
    /// Returns the principal inertia of a factor of the layout: see [`crate::problem::Field::principal_inertia`].
    fn principal_inertia(&self, factor: usize) -> Option<Vec3<R>>;
    /// Returns the angular momentum of a factor of the layout: see [`crate::problem::Constrained::angular_momentum`].
    fn angular_momentum(&self, factor: usize, w: Vec3<R>) -> Option<Vec3<R>> {
        self.principal_inertia(factor).map(|j| Vec3::new(j.x * w.x, j.y * w.y, j.z * w.z))
    }
}
