//! The largest value.

use super::reduce::Reduce;
use crate::num::Real;

pub(super) struct Max;

impl Reduce for Max {
    const NAME: &'static str = "max";
    const SUMMARY: &'static str = "the largest value at the start and at the ends of all steps";

    fn start<R: Real>(y: R) -> [R; 2] {
        [R::zero(), y]
    }
    #[inline(always)]
    fn update<R: Real>(_: R, result: R, _: R, y: R) -> R {
        result.max(y)
    }
}
