//! A commutator-free method as data.

/// The coefficients of a commutator-free method.
#[derive(Debug)]
pub struct Exponentials {
    /// For the stages 2, 3, ...: the weights of the slopes in every exponential, the one that acts first leading.
    pub stages: &'static [&'static [&'static [f64]]],
    /// For the end of the step: the weights of the slopes in every exponential, likewise.
    pub end: &'static [&'static [f64]],
    /// The abscissae.
    pub c: &'static [f64],
}

impl Exponentials {
    /// Returns the number of stages, that is of evaluations of the dynamics per step.
    pub const fn stage_count(&self) -> usize {
        self.c.len()
    }
}
