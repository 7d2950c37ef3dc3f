//! What every reduction over time says of itself.

use crate::num::Real;

/// Says where the result of a reduction comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A value from the output at the end of the run.
    End,
    /// A value from the integral of the output over the time, which the method integrates with the state.
    Integral,
    /// A value from the output at the start, at the ends of all steps and where its rate is zero between them.
    Values,
}

/// Reduces an output over time to a result.
pub(super) trait Reduce {
    /// Gives the word that a scenario uses.
    const NAME: &'static str;
    /// Says in one line what the reduction is.
    const SUMMARY: &'static str;
    /// Says where the result comes from.
    const SOURCE: Source;
    /// Tells whether the reduction keeps the value at the start.
    const REMEMBERS: bool = false;
    /// Tells whether the result says how the output changes and not how large it is.
    const OF_CHANGES: bool = false;

    /// Returns the result at the start, where the output is `y`; of values only.
    fn start<R: Real>(y: R) -> R {
        y
    }
    /// Returns what the value `y` makes of the result, with the value at the start; of values only.
    fn update<R: Real>(_first: R, result: R, _y: R) -> R {
        result
    }
    /// Returns the result that the value `y` has by itself, with the value at the start; of values only.
    fn alone<R: Real>(_first: R, y: R) -> R {
        y
    }
    /// Holds where a value between `low` and `high` may change the result, with the value at the start; of values only.
    fn may_change<R: Real>(_first: R, result: R, _low: R, _high: R) -> R::Mask {
        result.less(result)
    }
    /// Returns which extremes matter: of the largest and the smallest values; of values only.
    fn of<M: std::ops::BitOr<Output = M>>(_largest: M, smallest: M) -> M {
        smallest
    }
    /// Returns what is written after a run of that duration (s).
    fn finish<R: Real>(result: R, _duration: R) -> R {
        result
    }
    /// Returns the unit of the reduction where the output has the given one.
    fn unit(of_output: String) -> String {
        of_output
    }
}
