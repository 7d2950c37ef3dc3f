//! Distributions cut to a window.

use super::gaussian::bound;
use super::level::Level;
use crate::num::Real;

/// The part of a distribution that a window holds.
///
/// The wanted probability is the mix `(1 - u) * P(low) + u * P(high)`. It is formed with probabilities below and with
/// probabilities above: the smaller of the two keeps its relative accuracy. So a window far out in either tail is resolved
/// as well as one around the mean.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    /// The probabilities of values below the ends of the window.
    pub(super) below: [f64; 2],
    /// The probabilities of values above them.
    pub(super) above: [f64; 2],
}

impl Window {
    /// Returns the window `low..high` of the standard normal law, either of which may be infinite.
    pub(super) fn of_scores([low, high]: [f64; 2]) -> Self {
        Self { below: [bound(low), bound(high)], above: [bound(-low), bound(-high)] }
    }

    /// Returns the probability of the window.
    pub(super) fn mass(&self) -> f64 {
        if self.below[0] > 0.5 { self.above[0] - self.above[1] } else { self.below[1] - self.below[0] }
    }

    /// Returns the level in the whole distribution of a level within the window.
    pub(super) fn level<R: Real>(&self, level: Level<R>) -> Level<R> {
        let [below, above] = level.probabilities();
        let mix = |[low, high]: [f64; 2]| above.scale(low) + below.scale(high);
        Level::Probabilities { below: mix(self.below), above: mix(self.above) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::level::Level;
    use super::Window;

    fn close(found: f64, expected: f64, tolerance: f64) {
        let error = (found - expected).abs() / expected.abs();
        assert!(error <= tolerance, "{found:e} against {expected:e}: {error:e}");
    }

    fn truncated_quantile(low: f64, high: f64, u: f64) -> f64 {
        Window::of_scores([low, high]).level(Level::of_unit(u)).score().clamp(low, high)
    }

    /// References: mpmath 1.3.0 at 50 digits, inverse of the mixed survival function.
    #[test]
    fn truncated_quantile_matches_references() {
        let inf = f64::INFINITY;
        for (low, high, u, x) in [
            (8.0, 9.0, 0.1, 8.012_960_571_504_21),
            (8.0, 9.0, 0.5, 8.084_888_899_018_166),
            (8.0, 9.0, 0.99, 8.546_703_681_127_419),
            (30.0, 31.0, 0.5, 30.023_070_467_827_31),
            (3.0, inf, 0.9, 3.642_522_275_831_624),
            (-1.0, 10.0, 0.999_999, 4.788_217_827_041_137),
            (-9.0, -8.0, 0.25, -8.168_898_708_564_893),
            (-2.0, 1.0, 0.5, -0.171_163_918_017_824_8),
            (5.0, 5.001, 0.5, 5.000_499_374_938_19),
        ] {
            // The last bits of u = 0.999999 reach the result 4.788 magnified to 1e-12.
            close(truncated_quantile(low, high, u), x, 5e-12);
            if u < 0.99 {
                close(truncated_quantile(low, high, u), x, 1e-14);
            }
        }
    }
}
