//! The mean over the time: the integral over the duration.

use super::integral::Integral;
use super::reduce::Reduce;
use crate::num::Real;

pub(super) struct Mean;

impl Reduce for Mean {
    const NAME: &'static str = "mean";
    const SUMMARY: &'static str = "the mean over the time, by the trapezoidal rule over the steps";
    const REMEMBERS: bool = Integral::REMEMBERS;
    const SUMS: bool = Integral::SUMS;

    fn start<R: Real>(y: R) -> [R; 2] {
        Integral::start(y)
    }
    #[inline(always)]
    fn remember<R: Real>(previous: R, y: R) -> R {
        Integral::remember(previous, y)
    }
    #[inline(always)]
    fn update<R: Real>(previous: R, result: R, h: R, y: R) -> R {
        Integral::update(previous, result, h, y)
    }
    fn finish<R: Real>(result: R, duration: R) -> R {
        result / duration
    }
}
