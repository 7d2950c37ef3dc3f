//! A commutator-free method as data.

/// The coefficients of a commutator-free method.
#[derive(Debug)]
pub struct Exponentials {
    /// The weights of the slopes in every exponential of the stages 2, 3, ..., the exponential that acts first leading.
    pub stages: &'static [&'static [&'static [f64]]],
    /// The weights of the slopes in every exponential of the end of the step, the exponential that acts first leading.
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
