//! Legs that searches ask integrators for.

use crate::ensemble::cpu::{Arrival, Leg};
use crate::ensemble::lockstep::Asker;

/// Asks for the arrivals of legs.
pub(super) type LegAsker = Asker<Legs, Vec<Arrival>>;

/// What integrates legs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LegKind {
    /// Without derivatives.
    Plain,
    /// With derivatives by states and the parameter that changes.
    Differentiated,
    /// With derivatives, by half the step.
    Finer,
}

impl LegKind {
    /// Lists all of them, by their numbers.
    pub(super) const ALL: [Self; 3] = [Self::Plain, Self::Differentiated, Self::Finer];
}

/// Legs of one kind.
#[derive(Debug)]
pub(super) struct Legs {
    pub kind: LegKind,
    pub all: Vec<Leg>,
}

impl Legs {
    /// Makes legs without derivatives.
    pub(super) fn plain(all: Vec<Leg>) -> Self {
        Self { kind: LegKind::Plain, all }
    }
}
