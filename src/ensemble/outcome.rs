//! What became of a member.

/// How a member's run ended. The codes are the same on every backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It reached the end, and state and outputs are finite.
    Completed,
    /// A parameter, the state or an output is not finite, or a component of the state exceeds
    /// [`Outcome::STATE_LIMIT`].
    NonFinite,
    /// A body turned by more than half a revolution within a step: the step is too long for the motion.
    IncrementTooLarge,
    /// Its parameters make no mechanism or no method: mass or inertia that no body has, a step that is
    /// not positive or longer than the duration.
    Invalid,
}

impl Outcome {
    /// All outcomes; the place of each is its code in kernels.
    pub const ALL: &'static [Outcome] =
        &[Outcome::Completed, Outcome::NonFinite, Outcome::IncrementTooLarge, Outcome::Invalid];

    /// A component of the state beyond this magnitude counts as not finite, in every precision. The GPU looks
    /// after every step, the CPU at samples, at the end, and at least every 64 steps.
    pub const STATE_LIMIT: f64 = 1e30;

    /// Its name in result tables.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Completed => "completed",
            Outcome::NonFinite => "non_finite",
            Outcome::IncrementTooLarge => "increment_too_large",
            Outcome::Invalid => "invalid",
        }
    }

    /// One line on what it means.
    pub fn summary(self) -> &'static str {
        match self {
            Outcome::Completed => "reached the end with finite state and outputs",
            Outcome::NonFinite => "a parameter, the state or an output is not finite (or beyond 1e30)",
            Outcome::IncrementTooLarge => "a body turned by more than half a revolution within one step",
            Outcome::Invalid => "the member's parameters make no mechanism or no method",
        }
    }

    /// The code that a kernel uses.
    pub fn code(self) -> u32 {
        self as u32
    }

    /// The outcome of a kernel's code.
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
}
