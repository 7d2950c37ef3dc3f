//! The reasons why a study cannot be made.

use crate::ensemble::{SamplingError, StartError, StepSequenceError};
use crate::integrator;
use crate::model::Inconsistent;

/// Events that a study may have: each is evaluated at every step.
pub(super) const MOST_EVENTS: usize = 1024;

/// The reason why a study cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StudyError {
    /// A column of the plan is no parameter.
    #[error("the plan varies {0:?}, which is not a parameter")]
    UnknownParameter(String),
    /// An analysis does not suit the study.
    #[error("{0}")]
    Analysis(String),
    /// No output can be sampled.
    #[error("nothing to sample: every output is reduced over time; add an [[output]] without `over`")]
    NothingSampled,
    /// Samples do not suit the duration.
    #[error(transparent)]
    Sampling(#[from] SamplingError),
    /// The formulation cannot do the mechanism.
    #[error("{}", .0.message)]
    Formulation(Inconsistent),
    /// The mechanism has no consistent state at its default values.
    #[error("{0}")]
    Start(#[from] StartError),
    /// An output needs reactions that the motion does not determine.
    #[error("{}", .0.message)]
    Undetermined(Inconsistent),
    /// The base jumps, or its velocity does.
    #[error("{}", .0.message)]
    Jump(Inconsistent),
    /// The integrator cannot integrate the mechanism.
    #[error(transparent)]
    Unsupported(#[from] integrator::Unsupported),
    /// Times depend on parameters that something is differentiated by twice.
    #[error(
        "second derivatives are of times that no parameter moves, and {0} moves some; accepted: no [[event]], outputs over \
         end, mean or integral, and a step and a duration that do not depend on the parameters of [sensitivity]"
    )]
    MovingTimes(String),
    /// A signal or a relation jumps where a parameter moves it that something is differentiated by.
    #[error(
        "{place} {jumps}, and {parameter:?} moves where: derivatives take no notice of that; accepted: an argument like \
         speed*t - delay in a force (no second derivatives), {smooth}, or other parameters"
    )]
    MovingJump {
        /// The key of the expression.
        place: String,
        /// What jumps in it.
        jumps: &'static str,
        /// What does not jump.
        smooth: &'static str,
        /// The parameter.
        parameter: String,
    },
    /// Derivatives would take no notice of a jump where a side changes; what switches.
    #[error(
        "{0} switches with the state, and parameters move where: these derivatives take no notice of the jump there, or of one of the slope; \
         accepted: an integrator that does not split, of order = 2 from a given start if it is implicit, and no `second` where something begins \
         with a root; or smoothstep in place of what jumps, of a contact normal_law = \"hunt_crossley\", or an exponent above 1"
    )]
    JumpingSide(String),
    /// Second derivatives by an implicit method take no notice of a jump or a kink; what switches, and the method.
    #[error(
        "{0} switches with the state, and parameters move where: second derivatives by {1} take no notice of the jump there, or of one of the slope; \
         accepted: first derivatives, an explicit integrator, or smoothstep in place of what jumps"
    )]
    TwiceAtSide(String, &'static str),
    /// What an event sets cannot be set.
    #[error("{name:?} sets variables, and {problem}")]
    Unset {
        /// The number of the event.
        event: usize,
        /// Its name.
        name: String,
        /// Why not, and what is accepted.
        problem: &'static str,
    },
    /// The adjoint method would go back over what a method begins anew behind, while parameters move the steps; its name.
    #[error(
        "{0} begins anew behind corners and changes of sides, which the adjoint method does not go back over where derivatives are by what the \
         duration or the steps depend on; accepted: method = \"direct\" in [sensitivity], an explicit integrator, or other parameters"
    )]
    AdjointAnew(&'static str),
    /// Order 4 cannot be had; why not.
    #[error(
        "order = 4 combines runs with equal steps h and h/2, and {0}; accepted: equal steps without events, or order = 2"
    )]
    Extrapolation(&'static str),
    /// A parameter that something is differentiated by moves the instants of a sampled variable.
    #[error(
        "the sampled variable {name:?}: {parameter:?} moves its instants, and derivatives take no notice; accepted: other parameters in \
         [sensitivity]"
    )]
    MovingInstants {
        /// The name of the variable.
        name: String,
        /// The parameter.
        parameter: String,
    },
    /// What is switched does not suit the method, or leaves nothing that moves.
    #[error("{name:?}: {problem}")]
    Switched {
        /// The name of the joint or the constraint.
        name: String,
        /// Its table and number.
        part: (&'static str, usize),
        /// What is wrong.
        problem: String,
    },
    /// The mechanism has more events than are accepted.
    #[error("there are {0} events; accepted: at most {MOST_EVENTS}")]
    TooManyEvents(usize),
    /// Step, tolerances or duration do not fit.
    #[error(transparent)]
    Steps(#[from] StepSequenceError),
}
