//! The periodic motions of a member, as they are told.

use super::kind::OrbitKind;
use super::stability::Stability;
use crate::ensemble::Outcome;
use crate::linalg::Complex;

/// What became of the search for a motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeriodicOutcome {
    /// There is a periodic motion.
    Periodic,
    /// Newton's method did not find one.
    NewtonDiverged,
    /// What is found is an equilibrium.
    Trivial,
    /// A motion on the way failed, as said.
    LeftRange(Outcome),
    /// The branch turns back at the values of the parameters, so that derivatives are singular.
    Singular,
    /// The values of the parameters make no mechanism, or loads do not come back after the period that is given, or depend on the time where
    /// it is looked for.
    Invalid,
}

impl PeriodicOutcome {
    /// Returns the word of tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Periodic => "periodic",
            Self::NewtonDiverged | Self::Singular => "newton_diverged",
            Self::Trivial => "trivial",
            Self::LeftRange(_) => "left_range",
            Self::Invalid => "invalid",
        }
    }
    /// Returns the outcome of the member.
    pub fn of_member(self) -> Outcome {
        match self {
            Self::Periodic => Outcome::Completed,
            Self::NewtonDiverged | Self::Singular => Outcome::NewtonDiverged,
            Self::Trivial => Outcome::Trivial,
            Self::LeftRange(outcome) => outcome,
            Self::Invalid => Outcome::Invalid,
        }
    }
}

/// A periodic motion of a member.
#[derive(Clone, Debug, PartialEq)]
pub struct BranchPoint {
    /// The value of the parameter that changes; not a number where none does.
    pub parameter: f64,
    /// The period, s.
    pub period: f64,
    /// How many periods, of loads or of the first branch, it takes.
    pub periods: usize,
    /// The largest difference between the ends of the period, of states of size one.
    pub residual: f64,
    /// The iterations of Newton's method.
    pub iterations: u32,
    /// The eigenvalues of the matrix of the period, by falling magnitude.
    pub multipliers: Vec<Complex<f64>>,
    /// Which of these tell of growth, and their errors.
    pub stability: Stability,
    /// What the motion is.
    pub kind: OrbitKind,
    /// Coordinates and velocities at the beginning of the period.
    pub state: [Vec<f64>; 2],
    /// In how many directions it has neighbours of its kind, of other energies as a rule, where its period is looked for.
    pub family: usize,
}

/// The periodic motions of a member.
#[derive(Clone, Debug, PartialEq)]
pub struct PeriodicResult {
    /// What became of the search.
    pub outcome: PeriodicOutcome,
    /// The motions, in the order of the branch.
    pub points: Vec<BranchPoint>,
    /// Whether the branch ended before the range of its parameter.
    pub is_cut: bool,
}

impl PeriodicResult {
    /// Returns the last motion of the branch that was followed first.
    pub fn last(&self) -> Option<&BranchPoint> {
        self.points.iter().rev().find(|point| point.periods == 1)
    }
}
