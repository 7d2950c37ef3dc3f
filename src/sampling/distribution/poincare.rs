//! The constant of the Poincare inequality.

/// Holds the constant of a Poincare inequality, Var f <= C E[f'^2], which holds for every smooth f.
///
/// Roustant, Barthe, Iooss (2017), Poincare inequalities on intervals - application to sensitivity analysis, Electronic
/// Journal of Statistics 11(2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Poincare {
    /// The least C with Var f <= C E[f'^2].
    pub constant: f64,
    /// True where f' is the derivative by the logarithm of the parameter.
    pub logarithmic: bool,
}

impl Poincare {
    /// Makes the constant for derivatives by the parameter itself.
    pub(super) fn plain(constant: f64) -> Self {
        Self { constant, logarithmic: false }
    }
}
