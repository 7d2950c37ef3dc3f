//! The integral over the time, by the trapezoidal rule over the steps.

use super::reduce::Reduce;
use crate::num::Real;

pub(super) struct Integral;

impl Reduce for Integral {
    const NAME: &'static str = "integral";
    const SUMMARY: &'static str =
        "the integral over the time, by the trapezoidal rule over the steps; in its unit times s";
    const REMEMBERS: bool = true;
    const SUMS: bool = true;

    fn start<R: Real>(y: R) -> [R; 2] {
        [y, R::zero()]
    }
    #[inline(always)]
    fn remember<R: Real>(_: R, y: R) -> R {
        y
    }
    #[inline(always)]
    fn update<R: Real>(previous: R, _: R, h: R, y: R) -> R {
        (h * (previous + y)).scale(0.5)
    }
    fn unit(of_output: String) -> String {
        if of_output == "1" { "s".to_string() } else { format!("{of_output} s") }
    }
}
