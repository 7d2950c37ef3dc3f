//! One step of any method.

use super::{Integrator, Scheme, explicit, splitting};
use crate::lie::UnitQuaternion;
use crate::num::Real;
use crate::problem::{Factor, Field, Layout};

/// What a step says about its own validity.
#[derive(Clone, Copy, Debug)]
pub struct Monitor<R> {
    /// The largest |psi|^2/4 of a turn that the state at the beginning of the step alone decides: that of the first
    /// stage that moves.
    pub first_turn: R,
    /// The largest |psi|^2/4 of any turn within the step. Beyond [`crate::num::series::HALF_TURN`], half a
    /// revolution, the increments mean nothing.
    pub largest_turn: R,
    /// The smallest [`crate::lie::RotationParameterisation::margin`] at the beginning and at any stage; one where no
    /// parameterisation has a singularity.
    pub margin: R,
}

impl<R: Real> Monitor<R> {
    /// No turn, and far from any singularity.
    pub fn none() -> Self {
        Self { first_turn: R::zero(), largest_turn: R::zero(), margin: R::one() }
    }
    /// What two steps say together.
    pub fn merged(self, other: Self) -> Self {
        Self {
            first_turn: self.first_turn.max(other.first_turn),
            largest_turn: self.largest_turn.max(other.largest_turn),
            margin: self.margin.min(other.margin),
        }
    }
    /// Takes note of a turn with that |psi|^2/4.
    pub(super) fn turned(&mut self, s: R) {
        self.largest_turn = self.largest_turn.max(s);
    }
    /// Takes note of the coordinates of a stage.
    pub(super) fn passed(&mut self, layout: &Layout, q: &[R]) {
        for place in layout.places() {
            if let Factor::Rotation(parameterisation) = place.factor
                && parameterisation.has_singularity()
            {
                self.margin = self.margin.min(parameterisation.margin(&q[place.q..]));
            }
        }
    }
}

/// The memory of one step, and its result.
#[derive(Debug)]
pub struct Workspace<R> {
    /// The method's weights, sorted for evaluation.
    pub(super) plan: Plan,
    /// The slopes of the local coordinates, stage after stage.
    pub(super) slopes_q: Vec<R>,
    /// The slopes of the velocities, stage after stage.
    pub(super) slopes_v: Vec<R>,
    pub(super) q_stage: Vec<R>,
    pub(super) v_stage: Vec<R>,
    /// What the method remembers, [`Integrator::memory_count`] numbers: the caller puts it here before a step.
    pub memory: Vec<R>,
    /// What to add to the memory after it.
    pub delta_memory: Vec<R>,
    /// What to add to q; the addition is left to the caller, who may compensate it.
    pub delta_q: Vec<R>,
    /// What to add to v.
    pub delta_v: Vec<R>,
    /// The estimated error of every local coordinate (for a rotation on the group the three components of the
    /// difference of the increments in the Lie algebra, rad), then of every velocity: (B15), (B16) of Holzinger,
    /// Arnold, Gerstmayr (2024), with its sign. Empty where the method has no estimate.
    pub error: Vec<R>,
}

/// What a workspace prepares of a method.
#[derive(Debug)]
pub(super) enum Plan {
    Explicit(explicit::Plan),
    Splitting(&'static splitting::Splitting),
}

impl<R: Real> Workspace<R> {
    /// Memory for a method on a layout, with the error estimate if the method has one.
    pub fn new(integrator: &Integrator, layout: &Layout) -> Self {
        Self::with_plan(integrator, layout, true)
    }

    /// Memory for steps of given length: the stages that only the error estimate needs are left out.
    pub fn without_error(integrator: &Integrator, layout: &Layout) -> Self {
        Self::with_plan(integrator, layout, false)
    }

    fn with_plan(integrator: &Integrator, layout: &Layout, estimate: bool) -> Self {
        let plan = match &integrator.scheme {
            Scheme::Rkmk { tableau, inverse } => Plan::Explicit(explicit::Plan::rkmk(tableau, *inverse, estimate)),
            Scheme::CommutatorFree(exponentials) => Plan::Explicit(explicit::Plan::commutator_free(exponentials)),
            Scheme::CrouchGrossman(tableau) => Plan::Explicit(explicit::Plan::crouch_grossman(tableau)),
            Scheme::Splitting(splitting) => Plan::Splitting(splitting),
        };
        let (nq, nv, local) = (layout.coordinate_count(), layout.velocity_count(), layout.local_count());
        let stages = integrator.stage_count();
        let estimates = matches!(&plan, Plan::Explicit(plan) if plan.estimates());
        let zeros = |n| vec![R::zero(); n];
        let memory = integrator.memory_count(layout);
        Self {
            plan,
            slopes_q: zeros(local * stages),
            slopes_v: zeros(nv * stages),
            q_stage: zeros(nq),
            v_stage: zeros(nv),
            memory: zeros(memory),
            delta_memory: zeros(memory),
            delta_q: zeros(nq),
            delta_v: zeros(nv),
            error: zeros(if estimates { local + nv } else { 0 }),
        }
    }
}

/// One step of length `h` (s) from the time `t` (s), the coordinates `q` and the velocities `v`, with the workspace
/// that was made for this method and the layout of the field.
///
/// Leaves the increments of q, v and the method's memory and the error estimate in the workspace.
///
/// # Panics
/// Where a splitting method meets a field that [`super::supports()`] refuses.
pub fn attempt<R: Real, F: Field<R>>(
    integrator: &Integrator,
    field: &mut F,
    (t, h): (R, R),
    q: &[R],
    v: &[R],
    work: &mut Workspace<R>,
) -> Monitor<R> {
    debug_assert_eq!(matches!(integrator.scheme, Scheme::Splitting(_)), matches!(work.plan, Plan::Splitting(_)));
    match work.plan {
        Plan::Explicit(_) => explicit::attempt(field, (t, h), q, v, work),
        Plan::Splitting(splitting) => splitting::attempt(splitting, field, (t, h), q, v, work),
    }
}

/// e1 e2 - 1 from e1 - 1 and e2 - 1, without loss of digits where both are small.
pub(super) fn product_minus_one<R: Real>(first: UnitQuaternion<R>, second: UnitQuaternion<R>) -> UnitQuaternion<R> {
    let both = first.multiply(second);
    UnitQuaternion { w: first.w + second.w + both.w, v: first.v + second.v + both.v }
}
