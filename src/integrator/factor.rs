//! Powers of scaled errors, to the accuracy that a step-size factor needs and no more: a sixth of the operations of
//! the logarithm and the exponential function of full precision.

use crate::num::Real;
use crate::num::series::polynomial;

/// Errors are confined to this and its inverse: beyond, the limits of the factor decide.
const LARGEST: f64 = 4294967296.0; // 2^32

/// Returns the coefficients 2 / (ln 2 (2 i + 1)) of a logarithm: log2(x) = 1/2 + z (..), z = (x - sqrt 2)/(x + sqrt 2),
/// for 1 <= x <= 2, |z| <= 0.172. The first term that is left out is 1e-8.
fn coefficients() -> [f64; 4] {
    std::array::from_fn(|i| 2.0 / (std::f64::consts::LN_2 * (2 * i + 1) as f64))
}

/// Returns the binary logarithm of a number that is at least zero, confined to +-32. Absolute error below 1e-7.
pub(super) fn log2<R: Real>(x: R) -> R {
    let x = x.max(R::constant(LARGEST.recip())).min(R::constant(LARGEST));
    let below = x.less(R::one());
    let mut m = R::select(below, R::one() / x, x);
    let mut k = R::constant(0.5);
    for bit in (0..=5).rev() {
        let power = f64::from(1u32 << bit).exp2();
        let large = R::constant(power).less_equal(m);
        m = R::select(large, m.scale(power.recip()), m);
        k = R::select(large, k + R::constant(f64::from(1u32 << bit)), k);
    }
    let root = R::constant(std::f64::consts::SQRT_2);
    let z = (m - root) / (m + root);
    let log = k + z * polynomial(z.square(), &coefficients());
    R::select(below, -log, log)
}

/// Returns 2^x for |x| <= 4. Relative error below 2e-6.
pub(super) fn exp2<R: Real>(x: R) -> R {
    // (e^(x ln 2 / 8))^8, |x ln 2 / 8| <= 0.35: x^7/7! is 1e-7
    let mut factor = 1.0;
    let series: [f64; 7] = std::array::from_fn(|n| {
        factor = if n == 0 { 1.0 } else { factor * std::f64::consts::LN_2 / (8.0 * n as f64) };
        factor
    });
    polynomial(x, &series).square().square().square()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_as_accurate_as_they_say() {
        for i in -320..=320 {
            let x = f64::from(i) * 0.0999;
            assert!((log2(x.exp2()) - x).abs() < 1e-7, "{x}");
            assert!((exp2(x / 8.0) / (x / 8.0).exp2() - 1.0).abs() < 2e-6, "{x}");
        }
        assert!((log2(0.0f64) + 32.0).abs() < 1e-7 && (log2(1e300f64) - 32.0).abs() < 1e-7);
    }
}
