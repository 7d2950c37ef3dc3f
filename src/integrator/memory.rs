//! What an implicit method remembers from step to step.

use crate::problem::{Layout, Unknowns};

/// Where the parts of the method's memory lie, for a layout and a number of constraints.
#[derive(Clone, Copy, Debug)]
pub struct MemoryPlaces {
    /// Velocities but for the integrals.
    pub rates: usize,
    /// Constraints.
    pub multipliers: usize,
}

impl MemoryPlaces {
    /// Returns them for a layout and a number of constraints.
    pub fn new(layout: &Layout, constraints: usize) -> Self {
        Self { rates: layout.quadratures().start, multipliers: constraints }
    }
    /// Counts all numbers.
    pub fn count(&self) -> usize {
        2 * self.rates + self.multipliers
    }
    /// Counts the unknowns of a step.
    pub fn unknown_count(&self) -> usize {
        self.rates + self.multipliers
    }
    /// Returns v' and lambda of a memory.
    pub fn known<'a, R>(&self, memory: &'a [R]) -> Unknowns<'a, R> {
        Unknowns { rate: &memory[..self.rates], multipliers: &memory[2 * self.rates..] }
    }
}
