//! What every reduction over time says of itself.

use crate::num::Real;

/// Reduces an output over time to a result that begins at the start of a run and changes at the end of every step. It
/// may keep a number besides, its memory.
pub(super) trait Reduce {
    /// Gives the word that a scenario uses.
    const NAME: &'static str;
    /// Says in one line what it is.
    const SUMMARY: &'static str;
    /// Tells whether it keeps a number besides its result.
    const REMEMBERS: bool = false;
    /// Tells whether the result is a sum, which grows step by step.
    const SUMS: bool = false;
    /// Tells whether the result says how the output changes and not how large it is.
    const OF_CHANGES: bool = false;

    /// Returns memory and result at the start, where the output is `y`.
    fn start<R: Real>(y: R) -> [R; 2];
    /// Returns the memory after a step of length `h` (s), at whose end the output is `y`.
    fn remember<R: Real>(memory: R, _y: R) -> R {
        memory
    }
    /// Returns what such a step makes of the result: the new one, or by how much it grows where it is a sum.
    fn update<R: Real>(memory: R, result: R, h: R, y: R) -> R;
    /// Returns what is written after a run of that duration (s).
    fn finish<R: Real>(result: R, _duration: R) -> R {
        result
    }
    /// Returns its unit where the output has that one.
    fn unit(of_output: String) -> String {
        of_output
    }
}
