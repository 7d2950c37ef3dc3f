//! The largest value.

use super::reduce::{Reduce, Source};
use crate::num::Real;
use std::ops::BitOr;

pub(super) struct Max;

impl Reduce for Max {
    const NAME: &'static str = "max";
    const SUMMARY: &'static str = "the largest value, also between the ends of steps";
    const SOURCE: Source = Source::Values;

    #[inline(always)]
    fn update<R: Real>(_: R, result: R, y: R) -> R {
        result.max(y)
    }
    #[inline(always)]
    fn may_change<R: Real>(_: R, result: R, _: R, high: R) -> R::Mask {
        result.less(high)
    }
    #[inline(always)]
    fn of<M: BitOr<Output = M>>(largest: M, _: M) -> M {
        largest
    }
}
