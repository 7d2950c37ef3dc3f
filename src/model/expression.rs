//! Numbers of a scenario: expressions over its parameters.
//!
//! The tree of a text is kept and walked with any [`Real`], so that an expression reaches the GPU and is
//! differentiated like any other equation.

mod arguments;
mod comparisons;
mod dimensions;
mod error;
mod formula;
mod functions;
mod harmonics;
mod held;
mod kinks;
mod linear;
mod parser;
mod relations;
mod scope;

mod signal;
mod switching;
mod tree;
mod vocabulary;
mod written;

pub use crate::interpolation::Outside;
pub use comparisons::{compared_units, comparisons, sides};
pub use error::ExpressionError;
pub use formula::Formula;
pub use functions::{Binary, Ternary, Unary, between, smoothstep};
pub use harmonics::{Harmonics, PHASE_NUMBERS};
pub use held::Steepness;
pub use kinks::Kink;
pub use linear::NonLinear;
pub use relations::{Relation, Wave};
pub use scope::Scope;
pub use switching::{Sides, Switching, Told, at_rest, is_at_rest, parity, side_at_rest, side_at_whole, whole_of};
pub use tree::{Expr, Held, KnownValues, Named, Signal, Spectrum};
pub use vocabulary::{VOCABULARY, is_reserved};

use crate::num::{Real, Vec3};

/// Holds three expressions.
pub type Expr3 = [Expr; 3];

/// Evaluates three expressions.
pub fn evaluate3<R: Real>(e: &Expr3, parameters: &[R]) -> Vec3<R> {
    Vec3::new(e[0].evaluate(parameters), e[1].evaluate(parameters), e[2].evaluate(parameters))
}

/// Says which of three expressions may differ from zero.
pub fn pattern(e: &Expr3) -> [bool; 3] {
    [!e[0].is_zero(), !e[1].is_zero(), !e[2].is_zero()]
}

#[cfg(test)]
mod tests;

/// Returns the smaller of two expressions.
pub fn smaller(a: &Expr, b: &Expr) -> Expr {
    Expr::binary(Binary::Min, a.clone(), b.clone())
}

/// Returns the larger of two expressions.
pub fn larger(a: &Expr, b: &Expr) -> Expr {
    Expr::binary(Binary::Max, a.clone(), b.clone())
}
