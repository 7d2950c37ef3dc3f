//! When a step fails, and with which outcome.
//!
//! An outcome is a number here: its code. Zero is [`Outcome::Completed`], so that nothing is wrong.

use crate::ensemble::Outcome;
use crate::num::{Precision, Real, series};

fn code<R: Real>(outcome: Outcome) -> R {
    R::constant(f64::from(outcome.code()))
}

/// Holds where a component of the state, the value of an event or an output counts as finite. Kernels decide it by the bits of
/// the number (`magnitude` of their preludes), since drivers may take it for granted that numbers are finite.
#[inline(always)]
pub fn is_in_range<R: Real>(x: R) -> R::Mask {
    x.abs().less(R::constant(Outcome::STATE_LIMIT))
}

/// Holds where nothing is wrong with an attempt whose numbers are in range, see [`outcome`]: how far bodies turned in
/// any stage (|psi|^2/4), and the distance from a singularity of their coordinates.
#[inline(always)]
pub fn is_sound<R: Real>(in_range: R::Mask, largest_turn: R, margin: R) -> R::Mask {
    in_range
        & largest_turn.less_equal(R::constant(series::HALF_TURN))
        & R::constant(Outcome::SINGULAR_MARGIN).less(margin)
}

/// Returns the outcome of an attempt as a step: what is wrong first. After an increment that was too large in the first
/// stage the rest means nothing, nor do later increments after a singularity or numbers that are not finite.
pub fn outcome<R: Real>(in_range: R::Mask, first_turn: R, largest_turn: R, margin: R) -> R {
    let too_far = |turn: R, else_: R| {
        R::select(R::constant(series::HALF_TURN).less(turn), code(Outcome::IncrementTooLarge), else_)
    };
    let outcome = too_far(largest_turn, code(Outcome::Completed));
    let outcome = R::select(in_range, outcome, code(Outcome::NonFinite));
    let singular = margin.less_equal(R::constant(Outcome::SINGULAR_MARGIN));
    too_far(first_turn, R::select(singular, code(Outcome::Singular), outcome))
}

/// Returns the amount by which redundant constraints may be violated, m or rad: far more than what the solution of a
/// step and rounding leave of those in use, far less than what matters of a mechanism.
fn drift_limit(precision: Precision) -> f64 {
    match precision {
        Precision::Single => 1e-3,
        Precision::DoubleFloat | Precision::Double => 1e-6,
    }
}

/// What constraints in use are violated by, redundant ones may be by so much more: the inverse of the smallest singular
/// value that their dependence is solved with. Four-bars have 2e-3.
const AMPLIFICATION: f64 = 1e3;

/// Returns the largest violation of redundant constraints, beyond what that of the constraints in use explains, m or
/// rad.
pub fn drift<R: Real>(redundant: &[R], in_use: &[R]) -> R {
    let largest = |all: &[R]| all.iter().fold(R::zero(), |largest, x| largest.max(x.abs()));
    largest(redundant) - largest(in_use).scale(AMPLIFICATION)
}

/// Holds where redundant constraints are not violated.
#[inline(always)]
pub fn holds<R: Real>(drift: R) -> R::Mask {
    drift.less_equal(R::constant(drift_limit(R::precision())))
}

/// Returns the outcome of an attempt whose redundant constraints have that [`drift`], from its outcome without.
pub fn outcome_of_drift<R: Real>(outcome: R, drift: R) -> R {
    let fine = holds(drift) | R::zero().less(outcome);
    R::select(fine, outcome, code(Outcome::ConstraintDrift))
}

/// Returns the outcome of a rejected attempt that would be repeated with a step of that length, s: the member is given
/// up where that is below the smallest.
pub fn outcome_of_shortening<R: Real>(outcome: R, length: R, smallest: R) -> R {
    let is = |o: Outcome| code::<R>(o).less_equal(outcome) & outcome.less_equal(code(o));
    let is_its_own = is(Outcome::Singular) | is(Outcome::NewtonDiverged) | is(Outcome::ConstraintDrift);
    let given_up = R::select(is_its_own, outcome, code(Outcome::StepTooSmall));
    R::select(length.less(smallest), given_up, code(Outcome::Completed))
}

/// Returns a derivative, or not a number where it is infinite or beyond the limit of the state.
pub fn finite_or_none(derivative: f64) -> f64 {
    if is_in_range(derivative) { derivative } else { f64::NAN }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_first_is_the_outcome() {
        let of =
            |in_range, first, largest, margin| Outcome::from_code(outcome(in_range, first, largest, margin) as u32);
        assert_eq!(of(true, 0.1, 0.2, 1.0), Some(Outcome::Completed));
        assert_eq!(of(true, 0.1, 3.0, 1.0), Some(Outcome::IncrementTooLarge));
        assert_eq!(of(false, 0.1, 3.0, 1.0), Some(Outcome::NonFinite));
        assert_eq!(of(false, 0.1, 3.0, 0.0), Some(Outcome::Singular));
        assert_eq!(of(false, 3.0, 3.0, 0.0), Some(Outcome::IncrementTooLarge));
    }

    #[test]
    fn what_is_left_out_may_miss_by_what_is_in_use() {
        let of = |outcome: Outcome, redundant, in_use| {
            Outcome::from_code(outcome_of_drift(f64::from(outcome.code()), drift(&[0.0, redundant], &[in_use])) as u32)
        };
        assert_eq!(of(Outcome::Completed, -0.9e-6, 0.0), Some(Outcome::Completed));
        assert_eq!(of(Outcome::Completed, -1.1e-6, 0.0), Some(Outcome::ConstraintDrift));
        assert_eq!(of(Outcome::Completed, 1e-4, 1e-7), Some(Outcome::Completed));
        assert_eq!(of(Outcome::Singular, 1.0, 0.0), Some(Outcome::Singular));
    }

    #[test]
    fn what_is_sound_has_no_outcome_of_its_own() {
        let inf = f64::INFINITY;
        for (x, largest, margin) in
            [(1.0, 0.1, 1.0), (inf, 0.1, 1.0), (1.0, 3.0, 1.0), (1.0, 0.1, 1e-9), (2e30, 0.1, 1.0)]
        {
            let in_range = is_in_range(x);
            assert_eq!(is_sound(in_range, largest, margin), outcome(in_range, 0.0, largest, margin) == 0.0);
        }
        assert!(!is_in_range(f64::NAN));
    }

    #[test]
    fn a_step_that_gets_too_short_ends_the_member() {
        let of = |o: Outcome, length| outcome_of_shortening(f64::from(o.code()), length, 1e-6);
        assert_eq!(of(Outcome::NonFinite, 1e-6), 0.0);
        assert_eq!(of(Outcome::NonFinite, 1e-7), f64::from(Outcome::StepTooSmall.code()));
        assert_eq!(of(Outcome::Singular, 1e-7), f64::from(Outcome::Singular.code()));
    }
}
