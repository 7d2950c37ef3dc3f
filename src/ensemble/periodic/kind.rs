//! Kinds of motions along a branch, and what tells where they change.

use super::motion::{Orbit, Tangent};
use crate::linalg::Complex;

/// What a point of a branch is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrbitKind {
    /// A motion like those beside it.
    Regular,
    /// The branch turns back.
    Fold,
    /// A multiplier passes -1.
    PeriodDoubling,
    /// Two multipliers that are conjugate pass the unit circle.
    NeimarkSacker,
}

impl OrbitKind {
    /// Returns the word of tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Regular => "regular",
            Self::Fold => "fold",
            Self::PeriodDoubling => "period_doubling",
            Self::NeimarkSacker => "neimark_sacker",
        }
    }
}

/// Returns what changes its sign where a motion changes its kind.
pub(super) fn signs(orbit: &Orbit, tangent: &Tangent) -> [f64; 3] {
    let doubling = orbit.multipliers.iter().fold(Complex::new(1.0, 0.0), |all, m| all * (m + 1.0)).re;
    // of all pairs of multipliers the product less one: real, and zero where two conjugate ones are on the unit circle
    let all = &orbit.multipliers;
    let mut pairs = Complex::new(1.0, 0.0);
    for (i, a) in all.iter().enumerate() {
        for b in &all[i + 1..] {
            pairs *= a * b - 1.0;
        }
    }
    [tangent.parameter, doubling, pairs.re]
}
