//! A share of independent members as an estimate of a probability.
//!
//! E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American Statistical
//! Association 22 (1927) 209-212. The interval holds the probabilities p whose distance from the share x/n is at most z
//! standard deviations sqrt(p (1 - p)/n): it stays within 0 and 1, and is of use where none or all have it.

use super::{Interval, IntervalKind, student_t_beyond};

/// The value that a normally distributed number of mean 0 and standard deviation 1 exceeds in magnitude with a probability of
/// 5 %.
const Z: f64 = 1.959_963_984_540_054;

/// Counts the members that have something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proportion {
    /// Members that have it.
    pub having: u64,
    /// All members.
    pub of: u64,
}

impl Proportion {
    /// Returns the share, if there is a member.
    #[must_use]
    pub fn share(self) -> Option<f64> {
        (self.of > 0).then(|| self.having as f64 / self.of as f64)
    }

    /// Returns Wilson's interval, if there is a member.
    #[must_use]
    pub fn interval(self) -> Option<Interval> {
        self.wilson().map(|bounds| Interval { kind: IntervalKind::Wilson, bounds })
    }

    /// Returns Wilson's interval of another level, if there is a member.
    #[must_use]
    pub fn interval_at(self, level: f64) -> Option<Interval> {
        // so many degrees that t is normal
        let z = student_t_beyond(1.0 - level, u64::MAX);
        self.within(z).map(|bounds| Interval { kind: IntervalKind::Wilson, bounds })
    }

    /// Returns the bounds of Wilson's interval of 95 %, if there is a member.
    #[must_use]
    pub fn wilson(self) -> Option<[f64; 2]> {
        self.within(Z)
    }

    /// Returns the probabilities that are so many standard deviations from the share, if there is a member.
    fn within(self, z: f64) -> Option<[f64; 2]> {
        let (x, n) = (self.having as f64, self.of as f64);
        // the roots of (x/n - p)^2 = z^2 p (1 - p)/n
        let centre = (x + z * z / 2.0) / (n + z * z);
        let half = z / (n + z * z) * (x * (n - x) / n + z * z / 4.0).sqrt();
        let lower = if self.having == 0 { 0.0 } else { centre - half };
        let upper = if self.having == self.of { 1.0 } else { centre + half };
        (self.of > 0).then_some([lower, upper])
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests stop at the first failure")]
    use super::*;

    /// The bounds are the roots of the quadratic that defines them.
    #[test]
    fn bounds_are_z_standard_deviations_away() {
        for (having, of) in [(1, 2), (3, 10), (7, 7000), (999_999, 1_000_000)] {
            let proportion = Proportion { having, of };
            let share = proportion.share().unwrap();
            for p in proportion.wilson().unwrap() {
                let distance = (share - p).abs() / (p * (1.0 - p) / of as f64).sqrt();
                assert!((distance - Z).abs() < 1e-9, "{having} of {of}: {distance}");
            }
        }
        assert_eq!(Proportion { having: 0, of: 0 }.wilson(), None);
        assert_eq!(Proportion { having: 0, of: 0 }.share(), None);
    }

    /// Where none has it, the upper bound is z^2/(n + z^2), the lower one zero.
    #[test]
    fn extremes_have_a_closed_form() {
        let upper = Z * Z / (20.0 + Z * Z);
        let [low, high] = Proportion { having: 0, of: 20 }.wilson().unwrap();
        assert!(low == 0.0 && (high - upper).abs() < 1e-15, "{low} {high}");
        let [low, high] = Proportion { having: 20, of: 20 }.wilson().unwrap();
        assert!(high == 1.0 && (low - (1.0 - upper)).abs() < 1e-15, "{low} {high}");
    }

    /// The numbers are those of statsmodels 0.15, `proportion_confint(x, n, 0.05, "wilson")`.
    #[test]
    fn bounds_are_those_of_statsmodels() {
        for (having, of, expected) in [
            (0, 10, [0.0, 0.277_532_799_862_889_26]),
            (1, 10, [0.017_876_213_095_072_924, 0.404_150_026_795_238_54]),
            (5, 10, [0.236_593_090_512_563_94, 0.763_406_909_487_436_1]),
            (10, 10, [0.722_467_200_137_110_6, 1.0]),
            (15, 148, [0.062_386_399_530_736_28, 0.160_487_241_723_303_1]),
            (263, 2000, [0.117_392_900_855_312_23, 0.147_019_962_990_971_14]),
            (1, 1_000_000, [1.765_245_767_453_717_6e-7, 5.664_911_804_311_445e-6]),
            (999_983, 1_000_000, [0.999_972_773_179_225_7, 0.999_989_385_507_319_5]),
        ] {
            for (found, expected) in (Proportion { having, of }).wilson().unwrap().into_iter().zip(expected) {
                // statsmodels takes the half width as a difference of larger numbers
                assert!((found - expected).abs() <= 1e-14 + 1e-9 * expected, "{having} of {of}: {found} {expected}");
            }
        }
    }
}
