//! Whether errors of products are what fma gives: exactly, or kernels would have other bits than the CPU.
//!
//! The product of two numbers of 24 bits has 48, which two numbers of 24 bits hold, and so does a number of `f64`. The factors lie
//! such that all its digits are normal numbers of `f32`: what devices do with smaller ones is up to them.

use crate::sampling::hash;

/// The names of the factors, which are numbers of single precision.
pub(super) const FACTORS: [&str; 2] = ["left", "right"];

/// The exponents of factors, and of both together: the last digit of a product is 2^-46 of its first one.
const EXPONENTS: [i32; 2] = [-126, 126];
const OF_BOTH: [i32; 2] = [-80, 124];

/// Returns the factors of a row of the table: of both signs, of all magnitudes, with errors as small and as large as they can be, and none.
pub(super) fn factors(row: usize) -> [f64; 2] {
    let uniform = |column: u64| hash::uniform(2, column, row as u64);
    let digits = |column: u64, bits: i32| 1.0 + (uniform(column) * 2f64.powi(bits)).floor() * 2f64.powi(-bits);
    let ulp = 2f64.powi(-23);
    let significands = match row % 8 {
        // errors of the last digit, of half a digit of the product, of nearly that
        0 => [1.0 + ulp, 1.0 + ulp],
        1 => [1.0 + 2f64.powi(-12), 1.0 + 2f64.powi(-12)],
        2 => [2.0 - ulp, 2.0 - ulp],
        // no errors
        3 => [digits(0, 11), digits(1, 11)],
        4 => [1.0, digits(1, 23)],
        _ => [digits(0, 23), digits(1, 23)],
    };
    let between = |[low, high]: [i32; 2], column: u64| low + (uniform(column) * f64::from(high - low + 1)) as i32;
    let of_both = match row % 5 {
        0 => OF_BOTH[0],
        1 => OF_BOTH[1],
        2 => 0,
        _ => between(OF_BOTH, 2),
    };
    let range = [EXPONENTS[0].max(of_both - EXPONENTS[1]), EXPONENTS[1].min(of_both - EXPONENTS[0])];
    let exponent = match row % 3 {
        0 => range[0],
        1 => range[1],
        _ => between(range, 3),
    };
    let sign = |bit: usize| if row & bit == 0 { 1.0 } else { -1.0 };
    [sign(8) * significands[0] * 2f64.powi(exponent), sign(16) * significands[1] * 2f64.powi(of_both - exponent)]
}

/// Returns a message on the first product that is not exact, if there is one.
pub(super) fn refused(factors: impl Iterator<Item = [f64; 2]>, found: impl Fn(usize) -> f64) -> Option<String> {
    let wrong = |(row, [a, b]): (usize, [f64; 2])| {
        let (found, exact) = (found(row), a * b);
        (found != exact).then(|| {
            format!(
                "the product of {a:e} and {b:e} with its error by fma is off by {:.1e} of it; accepted: no difference (fma \
                 would be rounded once)",
                ((found - exact) / exact).abs()
            )
        })
    };
    factors.enumerate().find_map(wrong)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const ROWS: usize = 256;

    /// The error of a product and the product, as fma gives it.
    fn parts(row: usize) -> [f32; 2] {
        let [a, b] = factors(row).map(|x| x as f32);
        [a * b, a.mul_add(b, -(a * b))]
    }

    #[test]
    fn factors_are_what_is_said_of_them() {
        let mut signs = [0; 4];
        let (mut none, mut ties, mut least) = (0, 0, 0);
        for row in 0..ROWS {
            let [a, b] = factors(row);
            assert!(
                f64::from(a as f32) == a
                    && f64::from(b as f32) == b
                    && (a as f32).is_normal()
                    && (b as f32).is_normal()
            );
            let [product, error] = parts(row);
            assert!(product.is_normal() && (error == 0.0 || error.is_normal()), "{a:e} {b:e}");
            assert_eq!(f64::from(product) + f64::from(error), a * b, "exact by parts");
            signs[usize::from(a < 0.0) + 2 * usize::from(b < 0.0)] += 1;
            none += usize::from(error == 0.0);
            ties += usize::from((error / product).abs() == 2f32.powi(-24) / (1.0 + 2f32.powi(-11)));
            least +=
                usize::from(((a * b).abs().log2().floor().exp2() * 2f64.powi(-46) - f64::from(error.abs())) == 0.0);
        }
        assert!(
            signs.iter().all(|n| *n > 30) && none > 60 && ties > 30 && least > 30,
            "{signs:?} {none} {ties} {least}"
        );
    }

    #[test]
    fn what_is_rounded_otherwise_is_refused() {
        let all = || (0..ROWS).map(factors);
        let exact = |row: usize| parts(row).map(f64::from).iter().sum::<f64>();
        assert_eq!(refused(all(), exact), None);
        // rounded twice: no error is left
        let words = refused(all(), |row| f64::from(parts(row)[0])).unwrap();
        assert!(words.contains("off by 1.4e-14 of it; accepted: no difference"), "{words}");
        // off by a digit of the error, once
        let off = |row: usize| {
            if row == 255 { f64::from(parts(255)[0]) + f64::from(parts(255)[1].next_up()) } else { exact(row) }
        };
        assert!(refused(all(), off).is_some());
        assert!(refused(all(), |_| f64::NAN).is_some());
    }
}
