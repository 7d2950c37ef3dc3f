//! The mean over the time: the integral over the duration.

use super::reduce::{Reduce, Source};
use crate::num::Real;

pub(super) struct Mean;

impl Reduce for Mean {
    const NAME: &'static str = "mean";
    const SUMMARY: &'static str =
        "the mean over the time: the integral over the duration of the run, to the terminal event that ends it";
    const SOURCE: Source = Source::Integral;

    fn finish<R: Real>(result: R, duration: R) -> R {
        result / duration
    }
}
