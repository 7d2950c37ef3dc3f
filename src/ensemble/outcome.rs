//! What became of a member.

use serde::{Deserialize, Serialize};

/// How a member's run ended. The codes are the same on every backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The member reached the end, and state and outputs are finite.
    Completed,
    /// A parameter, the state or an output is not finite, or a component of state or outputs exceeds
    /// [`Outcome::STATE_LIMIT`].
    NonFinite,
    /// A body turned by more than half a revolution within a step, or Euler parameters left unit length: the step is too
    /// long for the motion.
    IncrementTooLarge,
    /// The member's parameters make no mechanism or no method: mass or inertia that no body has, a step that is not
    /// positive or longer than the duration.
    Invalid,
    /// A terminal event ended the run; the member's outputs are those at the event.
    Event,
    /// The parameters of a rotation came to their singularity, or closer than steps of given length can pass it.
    Singular,
    /// The step that the tolerance asks for is smaller than the smallest.
    StepTooSmall,
    /// The member took more attempts than allowed.
    StepLimit,
    /// Newton's method did not solve a step.
    NewtonDiverged,
    /// The member has no consistent state at the start, or where joints or constraints begin to act.
    NotAssembled,
    /// Redundant constraints, which follow from others at the start, no longer hold.
    ConstraintDrift,
    /// The member met more events than allowed.
    EventLimit,
    /// A signal without a value outside of its samples is called there.
    SignalRange,
    /// What is found in the place of a periodic motion is an equilibrium.
    Trivial,
    /// The path of equilibria had its most points before it came to the limit of its loads.
    MostPoints,
    /// The path of equilibria came back to itself before it came to the limit of its loads.
    Closed,
}

impl Outcome {
    /// All outcomes; the index of each is its code in kernels.
    pub const ALL: &'static [Outcome] = &[
        Outcome::Completed,
        Outcome::NonFinite,
        Outcome::IncrementTooLarge,
        Outcome::Invalid,
        Outcome::Event,
        Outcome::Singular,
        Outcome::StepTooSmall,
        Outcome::StepLimit,
        Outcome::NewtonDiverged,
        Outcome::NotAssembled,
        Outcome::ConstraintDrift,
        Outcome::EventLimit,
        Outcome::SignalRange,
        Outcome::Trivial,
        Outcome::MostPoints,
        Outcome::Closed,
    ];

    /// A component of the state or of the outputs beyond this magnitude counts as not finite, in every precision.
    pub const STATE_LIMIT: f64 = 1e30;

    /// A cosine of the second Cardan angle below this is a singularity.
    pub const SINGULAR_MARGIN: f64 = 1e-8;

    /// Says whether the member has outputs: it reached its end, or the event that ends it, or its path of equilibria tells of critical loads
    /// alone.
    pub fn has_outputs(self) -> bool {
        matches!(self, Outcome::Completed | Outcome::Event) || self.ends_path_before()
    }

    /// Says whether a path of equilibria ended before the limit of its loads: of outputs it tells the critical loads on its way.
    pub fn ends_path_before(self) -> bool {
        matches!(self, Outcome::MostPoints | Outcome::Closed)
    }

    /// Returns the name of the outcome in result tables.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Completed => "completed",
            Outcome::NonFinite => "non_finite",
            Outcome::IncrementTooLarge => "increment_too_large",
            Outcome::Invalid => "invalid",
            Outcome::Event => "event",
            Outcome::Singular => "singular",
            Outcome::StepTooSmall => "step_too_small",
            Outcome::StepLimit => "step_limit",
            Outcome::NewtonDiverged => "newton_diverged",
            Outcome::NotAssembled => "not_assembled",
            Outcome::ConstraintDrift => "constraint_drift",
            Outcome::EventLimit => "event_limit",
            Outcome::SignalRange => "signal_range",
            Outcome::Trivial => "trivial",
            Outcome::MostPoints => "most_points",
            Outcome::Closed => "closed",
        }
    }

    /// Returns one line on what the outcome means.
    pub fn summary(self) -> &'static str {
        match self {
            Outcome::Completed => "reached the end with finite state and outputs",
            Outcome::NonFinite => {
                "a parameter, the state, an output or, with [sensitivity], a derivative of the state is not finite (or beyond 1e30), as is the sine of an angle beyond 1.6e9 rad"
            }
            Outcome::IncrementTooLarge => {
                "a body turned by more than half a revolution within one step, or its Euler parameters lost their length"
            }
            Outcome::Invalid => {
                "the member's parameters make no mechanism or no method, or loads of another period than `gyrosweep periodic` is given"
            }
            Outcome::Event => "a terminal event ended the run; the outputs are those at the event",
            Outcome::Singular => "rotation angles came too near to their singularity; a Lie formulation has none",
            Outcome::StepTooSmall => "the tolerance asks for a step below the smallest",
            Outcome::StepLimit => "more attempts than `step_limit` allows",
            Outcome::NewtonDiverged => "Newton's method did not solve the equations of a step",
            Outcome::ConstraintDrift => {
                "constraints that follow from others at the default values, and are left out, no longer hold by more than \
                 1e-6 m or rad: the member's joints leave it less freedom than the others"
            }
            Outcome::EventLimit => {
                "more events than `event_limit` allows, at the end of the step that it met them in, of which the first are kept; or what switches with \
                 the state has switched back and forth a hundred times at one time: the motion slides along a jump of forces or rates; the member's last row in \
                 the table of events says where that stands, and what holds on either side"
            }
            Outcome::SignalRange => {
                "a signal or a table of poses with outside = \"error\" is used before its first or after its last row: the member was not \
                 begun"
            }
            Outcome::Trivial => "what `gyrosweep periodic` found in the place of a periodic motion is an equilibrium",
            Outcome::MostPoints => {
                "the path of equilibria has `most_points` before it comes to `load_limit`: it tells of critical loads so far, and has no outputs \
                 at its end"
            }
            Outcome::Closed => {
                "the path of equilibria comes back to itself before it comes to `load_limit`: it tells of critical loads, and has no outputs at \
                 its end"
            }
            Outcome::NotAssembled => {
                "no consistent state at the start, or where joints or constraints begin to act: loops that do not close, velocities \
                 that contradict joints, or accelerations that are not determined"
            }
        }
    }

    /// Returns one line on what helps against the outcome; none where the member has outputs.
    pub fn cure(self) -> Option<&'static str> {
        Some(match self {
            Outcome::Completed | Outcome::Event | Outcome::MostPoints | Outcome::Closed => return None,
            Outcome::NonFinite => {
                "take a smaller `step`, or adaptive steps with `tolerance`, and mind expressions that divide by zero or \
                 take the root or logarithm of a negative number, and with [sensitivity] the root of zero, which has no derivative"
            }
            Outcome::IncrementTooLarge => "take a smaller `step`, or adaptive steps with `tolerance`",
            Outcome::Invalid => {
                "draw parameters that make a mechanism: a positive mass and step, an inertia that a body can have; \
                 `truncated_normal` bounds what it draws"
            }
            Outcome::Singular => "take formulation = \"joint\", whose rotations have no singularity",
            Outcome::StepTooSmall => {
                "replace what jumps or diverges in a force, as sign(v) by tanh(v/eps), or take a larger `tolerance` or a \
                 smaller `smallest_step`"
            }
            Outcome::StepLimit => {
                "replace what jumps in a force, as sign(v) by tanh(v/eps), which makes steps tiny, or take a larger \
                 `tolerance` or `step_limit`"
            }
            Outcome::NewtonDiverged => {
                "where the mechanism has closed loops or prescribed motions, look whether it comes to a dead position, or is led to \
                 one that its links cannot reach, which no step helps against; else take a smaller `step`, or adaptive steps with \
                 `tolerance`, and look whether a force comes to a jump; where `newton` asks for less than stiff springs leave of \
                 rounding, take a larger `relative` or `absolute`"
            }
            Outcome::ConstraintDrift => {
                "draw parameters that keep what makes constraints redundant, such as parallel axes of a planar four-bar, or \
                 choose joints that lock no more than they need"
            }
            Outcome::EventLimit => {
                "look whether an event happens again and again where nothing does, as at a contact that chatters, or take a larger \
                 `event_limit` in [method]; where a sign or a step of the state holds what moves at rest, take joint_friction, friction of \
                 [[contact]], or a law without a jump, as tanh(v/0.01)"
            }
            Outcome::SignalRange => "take a longer table, a shorter run, or outside = \"hold\"",
            Outcome::Trivial => {
                "begin nearer to the motion: other initial values, or more `settle_periods` with start = \"settle\" in [periodic]"
            }
            Outcome::NotAssembled => {
                "draw parameters for which the loops close, such as link lengths of a four-bar that can be joined; where bodies \
                 have to turn by more than 1 rad from the given poses, give nearer ones, or a larger `assembly_limit` in [start]; where \
                 something begins to act within the run, bodies must be within 1e-4 m and rad of where it holds them"
            }
        })
    }

    /// Returns the code that a kernel uses.
    pub fn code(self) -> u32 {
        self as u32
    }

    /// Returns the outcome of a kernel's code.
    pub fn from_code(code: u32) -> Option<Self> {
        Self::ALL.get(code as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::Outcome;

    #[test]
    fn codes_are_places() {
        for (place, outcome) in Outcome::ALL.iter().enumerate() {
            assert_eq!(outcome.code() as usize, place);
            assert_eq!(Outcome::from_code(place as u32), Some(*outcome));
        }
    }

    #[test]
    fn manifests_and_tables_use_the_same_names() {
        for outcome in Outcome::ALL {
            assert_eq!(serde_json::json!(outcome), outcome.name());
        }
    }
}
