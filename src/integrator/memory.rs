//! What an implicit method remembers from step to step.

use crate::problem::{Layout, Unknowns};

/// Where the parts of the method's memory lie, for a layout and a number of constraints.
#[derive(Clone, Copy, Debug)]
pub struct MemoryPlaces {
    /// Velocities but for the integrals.
    pub rates: usize,
    /// Constraints.
    pub multipliers: usize,
    /// True where velocities hold the constraints, too: see [`super::Implicit::stabilised`].
    pub stabilised: bool,
}

impl MemoryPlaces {
    /// Returns them for a layout and a number of constraints.
    pub fn new(layout: &Layout, constraints: usize) -> Self {
        Self { rates: layout.quadratures().start, multipliers: constraints, stabilised: false }
    }
    /// Returns them with velocities that hold the constraints, or without.
    pub fn stabilised(self, stabilised: bool) -> Self {
        Self { stabilised, ..self }
    }
    /// Counts all numbers.
    pub fn count(&self) -> usize {
        2 * self.rates + self.multipliers
    }
    /// Counts the unknowns of a step: corrections of increments, multipliers and, where velocities hold the constraints,
    /// the multipliers of these.
    pub fn unknown_count(&self) -> usize {
        self.rates + self.multipliers * if self.stabilised { 2 } else { 1 }
    }
    /// Returns v' and lambda of a memory.
    pub fn known<'a, R>(&self, memory: &'a [R]) -> Unknowns<'a, R> {
        Unknowns { rate: &memory[..self.rates], multipliers: &memory[2 * self.rates..] }
    }
}
