//! Kinds of motions along a branch, and what tells where they change.

use super::motion::Orbit;
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
    pub const fn name(self) -> &'static str {
        match self {
            Self::Regular => "regular",
            Self::Fold => "fold",
            Self::PeriodDoubling => "period_doubling",
            Self::NeimarkSacker => "neimark_sacker",
        }
    }
}

/// A multiplier that differs from one by less is one.
const ONE: f64 = 1e-5;

/// Returns what changes its sign where a motion changes its kind, from by how much the parameter changes along the branch.
pub(super) fn signs(orbit: &Orbit, slope: f64) -> [f64; 3] {
    let doubling = orbit.multipliers.iter().fold(Complex::new(1.0, 0.0), |all, m| all * (m + 1.0)).re;
    // of all pairs of multipliers the product less one: real, and zero where two conjugate ones are on the unit circle
    let all = &orbit.multipliers;
    let mut pairs = Complex::new(1.0, 0.0);
    for (i, a) in all.iter().enumerate() {
        for b in &all[i + 1..] {
            pairs *= a * b - 1.0;
        }
    }
    [slope, doubling, pairs.re]
}

/// Returns the multipliers, of a motion that may begin at any time without the one nearest to one.
fn own(orbit: &Orbit, is_free: bool) -> Vec<Complex<f64>> {
    let mut all = orbit.multipliers.clone();
    if is_free {
        let nearest = (0..all.len()).min_by(|i, k| (all[*i] - 1.0).norm().total_cmp(&(all[*k] - 1.0).norm()));
        nearest.map(|at| all.remove(at));
    }
    all
}

/// Returns what changes its sign where a multiplier passes one.
pub(super) fn beside_one(orbit: &Orbit, is_free: bool) -> f64 {
    own(orbit, is_free).iter().fold(Complex::new(1.0, 0.0), |all, m| all * (1.0 - m)).re
}

/// Tells whether an odd number of multipliers is larger than one; none where one of them is one.
pub(super) fn is_odd(orbit: &Orbit, is_free: bool) -> Option<bool> {
    let is_one = own(orbit, is_free).iter().any(|m| (m - 1.0).norm() < ONE);
    (!is_one).then(|| beside_one(orbit, is_free) < 0.0)
}
