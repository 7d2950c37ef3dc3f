//! Constraints by an augmented Lagrangian (J. Nocedal, S. J. Wright, Numerical Optimization, 2nd edition, 17.4): minimisations
//! without constraints of f + sum of rho/2 (max(0, c + lambda/rho)^2 - (lambda/rho)^2), between which the multipliers lambda are
//! mended and, where constraints gain too little, the penalty rho rises.

use super::minimise::minimise;
use super::walk::{Reason, Walk};

/// Minimisations.
const MOST: usize = 40;

/// Constraints are to be nearer by this factor after a minimisation.
const GAIN: f64 = 0.25;

/// Up to where constraints and multipliers count as fitting each other, in units of constraints.
const FITS: f64 = 1e-8;

/// Minimises within constraints, as [`minimise`] does without.
pub(super) fn minimise_within(walk: &mut Walk<'_>, start: &[f64], scale: f64, most: u64) -> (u64, Reason) {
    let (mut iterations, mut before) = (0, f64::INFINITY);
    let mut from = start.to_vec();
    for _ in 0..MOST {
        let (further, reason) = minimise(walk, &from, scale, most - iterations);
        iterations += further.min(most - iterations);
        let (Some(best), Some(mut multipliers)) = (walk.best.clone(), walk.multipliers.clone()) else {
            return (iterations, Reason::Failed);
        };
        if reason == Reason::Failed {
            return (iterations, reason);
        }
        let distance = multipliers.distance(&best.evaluation);
        if distance <= FITS {
            return (iterations, reason);
        }
        if iterations >= most {
            return (iterations, Reason::Limit);
        }
        multipliers.mend(&best.evaluation);
        if distance > GAIN * before && !multipliers.raise_penalty() {
            return (iterations, Reason::NoDescent);
        }
        before = distance;
        from = best.point.clone();
        walk.set_multipliers(multipliers);
    }
    (iterations, Reason::NoDescent)
}
