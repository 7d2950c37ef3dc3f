//! The largest distance from the value at the start.

use super::reduce::{Reduce, Source};
use crate::num::Real;
use std::ops::BitOr;

pub(super) struct Drift;

impl Reduce for Drift {
    const NAME: &'static str = "drift";
    const SUMMARY: &'static str =
        "the largest distance from the value at the start, also between the ends of steps, of each component by itself";
    const SOURCE: Source = Source::Values;
    const REMEMBERS: bool = true;
    const OF_CHANGES: bool = true;

    fn start<R: Real>(_: R) -> R {
        R::zero()
    }
    #[inline(always)]
    fn update<R: Real>(first: R, result: R, y: R) -> R {
        result.max(Self::alone(first, y))
    }
    #[inline(always)]
    fn alone<R: Real>(first: R, y: R) -> R {
        (y - first).abs()
    }
    #[inline(always)]
    fn may_change<R: Real>(first: R, result: R, low: R, high: R) -> R::Mask {
        result.less(high - first) | result.less(first - low)
    }
    #[inline(always)]
    fn of<M: BitOr<Output = M>>(largest: M, smallest: M) -> M {
        largest | smallest
    }
}
