//! The smallest value.

use super::reduce::{Reduce, Source};
use crate::num::Real;
use std::ops::BitOr;

pub(super) struct Min;

impl Reduce for Min {
    const NAME: &'static str = "min";
    const SUMMARY: &'static str = "the smallest value, also between the ends of steps";
    const SOURCE: Source = Source::Values;

    #[inline(always)]
    fn update<R: Real>(_: R, result: R, y: R) -> R {
        result.min(y)
    }
    #[inline(always)]
    fn may_change<R: Real>(_: R, result: R, low: R, _: R) -> R::Mask {
        low.less(result)
    }
    #[inline(always)]
    fn of<M: BitOr<Output = M>>(_: M, smallest: M) -> M {
        smallest
    }
}
