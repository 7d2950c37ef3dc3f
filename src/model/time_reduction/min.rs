//! The smallest value.

use super::reduce::Reduce;
use crate::num::Real;

pub(super) struct Min;

impl Reduce for Min {
    const NAME: &'static str = "min";
    const SUMMARY: &'static str = "the smallest value at the start and at the ends of all steps";

    fn start<R: Real>(y: R) -> [R; 2] {
        [R::zero(), y]
    }
    #[inline(always)]
    fn update<R: Real>(_: R, result: R, _: R, y: R) -> R {
        result.min(y)
    }
}
