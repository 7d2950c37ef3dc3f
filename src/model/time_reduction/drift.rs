//! The largest distance from the value at the start.

use super::reduce::Reduce;
use crate::num::Real;

pub(super) struct Drift;

impl Reduce for Drift {
    const NAME: &'static str = "drift";
    const SUMMARY: &'static str = "the largest distance from the value at the start, at the ends of all steps";
    const REMEMBERS: bool = true;
    const OF_CHANGES: bool = true;

    fn start<R: Real>(y: R) -> [R; 2] {
        [y, R::zero()]
    }
    #[inline(always)]
    fn update<R: Real>(first: R, result: R, _: R, y: R) -> R {
        result.max((y - first).abs())
    }
}
