//! What an implicit method remembers from step to step.

use crate::problem::{Layout, Unknowns};

/// Where the parts of the method's memory lie, for a layout and a number of constraints: v', its slope, or forces in
/// its place ([`super::Form::Residual`]), and the multipliers.
#[derive(Clone, Copy, Debug)]
pub struct MemoryPlaces {
    /// Velocities but for the integrals.
    pub rates: usize,
    /// Constraints.
    pub multipliers: usize,
    /// True where velocities hold the constraints, too, by corrections of the coordinates: see
    /// [`super::Implicit::stabilised`].
    pub stabilised: bool,
    /// True where both halves of a step have equations of motion and multipliers of their own, as in [`super::rattle`]: the
    /// velocities at the end, which hold the constraints, too, are unknowns, and the slopes of the multipliers are remembered.
    pub halves: bool,
}

impl MemoryPlaces {
    /// Returns them for a layout and a number of constraints.
    pub fn new(layout: &Layout, constraints: usize) -> Self {
        Self { rates: layout.quadratures().start, multipliers: constraints, stabilised: false, halves: false }
    }
    /// Returns them with velocities that hold the constraints, or without.
    pub fn stabilised(self, stabilised: bool) -> Self {
        Self { stabilised: stabilised && !self.halves, ..self }
    }
    /// Returns them with equations of motion for both halves of a step, or for its end alone.
    pub fn halves(self, halves: bool) -> Self {
        Self { halves, ..self }
    }
    /// How many of each unknown there are.
    fn parts(&self) -> usize {
        if self.halves { 2 } else { 1 }
    }
    /// Counts all numbers.
    pub fn count(&self) -> usize {
        2 * self.rates + self.multipliers * self.parts()
    }
    /// Counts the unknowns of a step: corrections of increments, multipliers and, where velocities hold the constraints,
    /// the multipliers of these.
    pub fn unknown_count(&self) -> usize {
        let of_velocities = if self.stabilised { self.multipliers } else { 0 };
        (self.rates + self.multipliers) * self.parts() + of_velocities
    }
    /// True where the velocities hold the constraints, too, and there are any.
    pub fn holds_velocities(&self) -> bool {
        (self.stabilised || self.halves) && self.multipliers > 0
    }
    /// Returns v' and lambda of a memory.
    pub fn known<'a, R>(&self, memory: &'a [R]) -> Unknowns<'a, R> {
        let multipliers = 2 * self.rates..2 * self.rates + self.multipliers;
        Unknowns { rate: &memory[..self.rates], multipliers: &memory[multipliers] }
    }
}
