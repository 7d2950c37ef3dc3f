//! The standard normal law: its distribution function and the inverse of that.

use super::erfc::erfc;
use super::erfc_inverse::erfc_inverse;
use crate::num::Real;
use crate::num::elementary::exp;
use std::f64::consts::{FRAC_1_SQRT_2, SQRT_2, TAU};

/// Returns the probability that a standard normal number is below `x`.
///
/// It keeps its relative accuracy far in the lower tail, where it is tiny. For the upper
/// tail ask for `cdf(-x)`, the probability of being above `x`.
pub(super) fn cdf<R: Real>(x: R) -> R {
    erfc(-x.scale(FRAC_1_SQRT_2)).scale(0.5)
}

/// Returns the density of a standard normal number.
#[must_use]
pub fn normal_density(x: f64) -> f64 {
    exp(-0.5 * x * x) / TAU.sqrt()
}

/// Returns the number that a standard normal number stays below and above with these probabilities.
pub(super) fn score<R: Real>(below: R, above: R) -> R {
    let is_upper = above.less(below);
    let lower = lower_quantile(R::select(is_upper, above, below));
    R::select(is_upper, -lower, lower)
}

/// Returns the number that a standard normal number stays below with a probability up to one half; the caller reflects
/// larger ones, since it knows `1 - p` best.
fn lower_quantile<R: Real>(p: R) -> R {
    erfc_inverse(p.scale(2.0)).scale(-SQRT_2)
}

/// Returns the probability that a standard normal number is below a bound.
pub(super) fn bound(x: f64) -> f64 {
    0.5 * libm::erfc(-x * FRAC_1_SQRT_2)
}

/// Returns the probability of `low..high` under the standard normal law.
pub(super) fn mass([low, high]: [f64; 2]) -> f64 {
    if low > 0.0 { bound(-low) - bound(-high) } else { bound(high) - bound(low) }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::float_cmp,
        clippy::unwrap_used,
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "tests compare exact values and stop at the first failure"
    )]

    use super::*;

    fn quantile(p: f64) -> f64 {
        score(p, 1.0 - p)
    }

    fn close(found: f64, expected: f64, tolerance: f64) {
        let error = (found - expected).abs() / expected.abs();
        assert!(error <= tolerance, "{found:e} against {expected:e}: {error:e}");
    }

    /// References: mpmath 1.3.0 at 50 digits, `ncdf(x)`.
    #[test]
    fn cdf_matches_references() {
        for (x, p) in [
            (-37.0, 5.725_571_222_524_577e-300),
            (-20.0, 2.753_624_118_606_233_7e-89),
            (-8.0, 6.220_960_574_271_784e-16),
            (-5.0, 2.866_515_718_791_939e-7),
            (-2.5, 0.006_209_665_325_776_135),
            (-1.0, 0.158_655_253_931_457_05),
            (-0.1, 0.460_172_162_722_971),
            (0.3, 0.617_911_422_188_952_6),
            (1.5, 0.933_192_798_731_141_9),
            (3.0, 0.998_650_101_968_369_9),
            (6.0, 0.999_999_999_013_412_4),
        ] {
            // One rounding of x / sqrt(2) costs x^2 units in the last place of the result.
            close(cdf(x), p, 1e-15 * (1.0 + x * x));
        }
    }

    /// References: mpmath 1.3.0 at 50 digits, root of `log(ncdf(x)) - log(u)`.
    #[test]
    fn quantile_matches_references() {
        for (u, x) in [
            (1.110_223_024_625_156_5e-16, -8.209_536_151_601_387),
            (1e-300, -37.047_096_299_361_2),
            (1e-100, -21.273_453_560_965_324),
            (1e-12, -7.034_483_825_301_132),
            (1e-5, -4.264_890_793_922_825),
            (0.01, -2.326_347_874_040_841),
            (0.05, -1.644_853_626_951_472_7),
            (0.25, -0.674_489_750_196_081_7),
            (0.4, -0.253_347_103_135_799_7),
            (0.499, -0.002_506_630_899_571_766),
            (0.6, 0.253_347_103_135_799_7),
            (0.95, 1.644_853_626_951_472_3),
            (0.999, 3.090_232_306_167_813),
        ] {
            // Near one half and near one the spacing of u itself limits the result.
            close(quantile(u), x, if u < 0.49 { 1e-15 } else { 1e-13 });
        }
    }

    #[test]
    fn quantile_inverts_cdf() {
        for step in -3000..=3000_i32 {
            let x = f64::from(step) * 1e-3;
            if x.abs() > 0.05 {
                close(quantile(cdf(x)), x, 1e-13);
            } else {
                assert!((quantile(cdf(x)) - x).abs() < 1e-15);
            }
        }
        for step in 30..=370_i32 {
            let x = -f64::from(step) * 0.1;
            close(quantile(cdf(x)), x, 1e-15);
        }
        assert!(quantile(0.5).abs() < 1e-16);
    }
}
