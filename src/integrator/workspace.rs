//! What a step of any method computes in and leaves behind.

use super::composition::Splitting;
use super::method::{Integrator, Scheme};
use super::monitor::clearance;
use super::weights::StageWeights;
use crate::num::Real;
use crate::problem::Layout;

/// Holds the memory of one step, and its result.
#[derive(Debug)]
pub struct Workspace<R> {
    /// The method's weights, sorted for evaluation.
    pub(super) plan: Plan,
    /// How far a step stays away from a singularity: see [`clearance`]; zero where its error is estimated.
    pub(super) clearance: f64,
    /// Whether the monitor bounds turns only, see [`Workspace::bound_turns`].
    pub(super) bounds_turns: bool,
    /// The slopes of the local coordinates, stage after stage.
    pub(super) slopes_q: Vec<R>,
    /// The slopes of the velocities, stage after stage.
    pub(super) slopes_v: Vec<R>,
    pub(super) q_stage: Vec<R>,
    pub(super) v_stage: Vec<R>,
    /// What the method remembers, so many numbers as [`super::ImplicitLayout::history_count`] says: the caller puts it here before a step.
    pub history: Vec<R>,
    /// What to add to the history after it.
    pub delta_history: Vec<R>,
    /// What to add to q; the addition is left to the caller, who may compensate it.
    pub delta_q: Vec<R>,
    /// What to add to v.
    pub delta_v: Vec<R>,
    /// The estimated error of every local coordinate (for a rotation on the group the three components of the
    /// difference of the increments in the Lie algebra, rad), then of every velocity: (B15), (B16) of Holzinger,
    /// Arnold, Gerstmayr (2024), with its sign. Empty where the method has no estimate.
    pub error: Vec<R>,
    /// The two estimates that every error is [combined](super::explicit::combined) of; empty where a method has one.
    pub estimates: Vec<[R; 2]>,
}

/// What a workspace prepares of a method.
#[derive(Debug)]
pub(super) enum Plan {
    Explicit(StageWeights),
    Splitting(&'static Splitting),
    Implicit,
}

impl<R: Real> Workspace<R> {
    /// Makes memory for a method on a layout, with the error estimate if the method has one.
    pub fn new(integrator: &Integrator, layout: &Layout) -> Self {
        Self::with_plan(integrator, layout, 0, true)
    }

    /// Makes memory for steps of given length: the stages that only the error estimate needs are dropped.
    pub fn without_error(integrator: &Integrator, layout: &Layout) -> Self {
        Self::with_plan(integrator, layout, 0, false)
    }

    /// Makes memory for an implicit method on a layout that remembers so many numbers, for steps that its error estimate
    /// chooses or for steps of given length.
    pub fn constrained(integrator: &Integrator, layout: &Layout, history: usize, adaptive: bool) -> Self {
        Self::with_plan(integrator, layout, history, adaptive)
    }

    /// Makes steps tell of angles of rotation only that they are not too large: those of rotations that are integrated
    /// like vectors are then bounded by the sum of the magnitudes of angular velocities. Products decide how fast a
    /// step is, sums are made beside them: `rkmk4` on Euler parameters needs a tenth less of the units that multiply.
    pub fn bound_turns(&mut self) {
        self.bounds_turns = true;
    }

    fn with_plan(integrator: &Integrator, layout: &Layout, history: usize, estimate: bool) -> Self {
        let plan = match &integrator.scheme {
            Scheme::Rkmk { tableau, inverse } => Plan::Explicit(StageWeights::rkmk(tableau, *inverse, estimate)),
            Scheme::CommutatorFree(exponentials) => Plan::Explicit(StageWeights::commutator_free(exponentials)),
            Scheme::CrouchGrossman(tableau) => Plan::Explicit(StageWeights::crouch_grossman(tableau)),
            Scheme::Splitting(splitting) => Plan::Splitting(splitting),
            Scheme::Implicit(_) => Plan::Implicit,
        };
        let (nq, nv, local) = (layout.coordinate_count(), layout.velocity_count(), layout.local_count());
        let stages = integrator.stage_count();
        let estimates = match &plan {
            Plan::Explicit(plan) => plan.estimates(),
            Plan::Splitting(_) => false,
            Plan::Implicit => true,
        };
        let zeros = |n| vec![R::zero(); n];
        Self {
            plan,
            bounds_turns: false,
            clearance: if estimates && estimate { 0.0 } else { clearance(integrator.order) },
            slopes_q: zeros(local * stages),
            slopes_v: zeros(nv * stages),
            q_stage: zeros(nq),
            v_stage: zeros(nv),
            history: zeros(history),
            delta_history: zeros(history),
            delta_q: zeros(nq),
            delta_v: zeros(nv),
            error: zeros(if estimates { local + nv } else { 0 }),
            estimates: Vec::new(),
        }
    }
}
