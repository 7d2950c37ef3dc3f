//! The two ends of a force or a constraint, each on a body or on the ground.

use crate::model::section::BodyRef;
use crate::model::state::BodyState;
use crate::num::Real;

/// Returns the state of a body or of the ground.
pub(super) fn state_of<R: Real>(states: &[BodyState<R>], body: BodyRef) -> BodyState<R> {
    match body {
        BodyRef::Ground => BodyState::ground(),
        BodyRef::Body(i) => states[i],
    }
}

/// Returns the numbers of the bodies among two that move.
pub(super) fn moving(between: &[BodyRef; 2]) -> Vec<usize> {
    let number = |b: &BodyRef| if let BodyRef::Body(i) = b { Some(*i) } else { None };
    between.iter().filter_map(number).collect()
}
