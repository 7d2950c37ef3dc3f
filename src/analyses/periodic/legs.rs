//! Legs that are asked for, by kinds.

use crate::ensemble::cpu::{Arrival, Leg};
use crate::ensemble::lockstep::Asker;

/// Asks for the arrivals of legs.
pub(super) type LegAsker = Asker<Legs, Vec<Arrival>>;

/// Legs of one kind.
#[derive(Debug)]
pub(super) enum Legs {
    /// Without derivatives.
    Plain(Vec<Leg>),
    /// With derivatives by states and the parameter that changes.
    Differentiated(Vec<Leg>),
    /// With derivatives, by half the step.
    Finer(Vec<Leg>),
}

impl Legs {
    /// How many kinds there are.
    pub(super) const KINDS: usize = 3;

    /// Returns the number of the kind.
    pub(super) fn kind(&self) -> usize {
        match self {
            Self::Plain(_) => 0,
            Self::Differentiated(_) => 1,
            Self::Finer(_) => 2,
        }
    }
    /// Returns the legs.
    pub(super) fn all(&self) -> &[Leg] {
        match self {
            Self::Plain(legs) | Self::Differentiated(legs) | Self::Finer(legs) => legs,
        }
    }
}
