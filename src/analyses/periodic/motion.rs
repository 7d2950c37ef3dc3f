//! What is looked for, and what is found.

use super::map::State;
use crate::ensemble::Outcome;
use crate::linalg::{Complex, DMatrix, DVector};

/// What is looked for: states at the beginnings of all legs, the period, s, and the parameter that changes along a branch.
#[derive(Clone, Debug)]
pub(super) struct Guess {
    pub states: Vec<State>,
    pub period: f64,
    pub parameter: f64,
}

/// A point of a branch, a direction, and how far along it a motion is looked for.
pub(super) type Along<'a> = Option<(&'a Guess, &'a Tangent, f64)>;

/// A direction along a branch, and what a step along it has moved so far.
#[derive(Clone, Debug)]
pub(super) struct Tangent {
    /// Increments of the first state, of unit length with those of period and parameter.
    pub of_state: DVector<f64>,
    /// Increments of the states of later legs.
    pub of_later: Vec<DVector<f64>>,
    pub period: f64,
    pub parameter: f64,
}

impl Tangent {
    /// Returns the opposite direction.
    pub(super) fn turned(self) -> Self {
        let of_later = self.of_later.into_iter().map(|by| -by).collect();
        Self { of_state: -self.of_state, of_later, period: -self.period, parameter: -self.parameter }
    }
}

/// A periodic motion.
#[derive(Clone, Debug)]
pub(super) struct Orbit {
    pub at: Guess,
    /// The largest difference between the ends of the period, of states of size one.
    pub residual: f64,
    pub iterations: u32,
    /// The eigenvalues of the matrix of the period in what constraints leave free, by falling magnitude.
    pub multipliers: Vec<Complex<f64>>,
    /// The matrix of the period, and the logarithm of its determinant.
    pub monodromy: DMatrix<f64>,
    pub log_determinant: f64,
    /// The orthonormal increments of the first state that the matrix is of.
    pub basis: DMatrix<f64>,
    /// What spans the branch there.
    pub tangent: Option<Tangent>,
    pub is_still: bool,
    /// In how many directions it has neighbours of its kind, where its period is looked for: motions of other energies, as a rule.
    pub family: usize,
}

/// The reason why there is no motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoOrbit {
    Diverged,
    /// The derivatives are singular: the branch turns back here.
    Singular,
    /// A leg fails.
    Left(Outcome),
    Stopped,
}
