//! What a derivative is the derivative of.

/// Says which column is differentiated, by which of the parameters that there are derivatives by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Differentiated {
    /// The column, in the order of [`crate::model::Mechanism::columns`].
    pub column: usize,
    /// The place of the parameter in [`crate::model::Mechanism::sensitivities`], or in
    /// [`crate::model::Mechanism::by_adjoint`].
    pub by: usize,
}

/// Says which column is differentiated twice, and by which two of those parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DifferentiatedTwice {
    /// The column, in the order of [`crate::model::Mechanism::columns`].
    pub column: usize,
    /// The places of the parameters in [`crate::model::Mechanism::sensitivities`], ascending.
    pub by: [usize; 2],
}
