//! How many of the SI's units a unit is, as a quotient: thousandths and sixtieths stay exact.

use crate::num::Real;

/// Holds the size of a unit in those of the SI: `numerator/denominator`.
///
/// A number in the unit is multiplied by the one and divided by the other, and by neither where it is 1: a number in a unit
/// of the SI keeps its bits, and 60 mm are the number that 0.06 m are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Factor {
    numerator: f64,
    denominator: f64,
}

impl Factor {
    /// The factor of the units of the SI.
    pub const ONE: Factor = Factor { numerator: 1.0, denominator: 1.0 };

    /// Makes a quotient, in lowest terms where it is one of whole numbers.
    pub fn new(numerator: f64, denominator: f64) -> Self {
        let divisor = common_divisor(numerator, denominator);
        Self { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    /// Tells whether the unit is that of the SI.
    pub fn is_one(self) -> bool {
        self == Self::ONE
    }

    /// Returns the numerator and the denominator.
    pub fn terms(self) -> [f64; 2] {
        [self.numerator, self.denominator]
    }

    /// Returns the product with another.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        // what cancels goes first, so that whole numbers stay exact as long as they can
        let (a, b) = (Self::new(self.numerator, other.denominator), Self::new(other.numerator, self.denominator));
        Self::new(a.numerator * b.numerator, a.denominator * b.denominator)
    }

    /// Returns the reciprocal.
    #[must_use]
    pub fn inverse(self) -> Self {
        Self { numerator: self.denominator, denominator: self.numerator }
    }

    /// Returns a power.
    #[must_use]
    pub fn power(self, exponent: i32) -> Self {
        let base = if exponent < 0 { self.inverse() } else { self };
        (0..exponent.unsigned_abs()).fold(Self::ONE, |product, _| product.times(base))
    }

    /// Returns a number in this unit in those of the SI.
    pub fn to_si<R: Real>(self, x: R) -> R {
        scaled(x, self)
    }

    /// Returns a number in units of the SI in this one.
    pub fn from_si<R: Real>(self, x: R) -> R {
        scaled(x, self.inverse())
    }
}

fn scaled<R: Real>(x: R, by: Factor) -> R {
    let x = if by.numerator == 1.0 { x } else { x * R::constant(by.numerator) };
    if by.denominator == 1.0 { x } else { x / R::constant(by.denominator) }
}

/// Returns the greatest common divisor of whole numbers that are exact; of others 1, or both where they are equal.
fn common_divisor(a: f64, b: f64) -> f64 {
    const LARGEST: f64 = 9_007_199_254_740_992.0;
    let is_whole = |x: f64| x.fract() == 0.0 && (1.0..=LARGEST).contains(&x);
    if a == b {
        return a;
    }
    if !is_whole(a) || !is_whole(b) {
        return 1.0;
    }
    let (mut a, mut b) = (a, b);
    while b != 0.0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::Factor;

    #[test]
    fn quotients_are_in_lowest_terms_and_exact() {
        let milli = Factor::new(1.0, 1000.0);
        assert_eq!(Factor::new(1000.0, 1.0).times(milli.inverse()), Factor::new(1e6, 1.0));
        assert_eq!(milli.times(Factor::new(1000.0, 1.0)), Factor::ONE);
        assert_eq!(milli.power(-2), Factor::new(1e6, 1.0));
        let degree = Factor::new(std::f64::consts::PI, 180.0);
        assert_eq!(degree.times(degree.inverse()), Factor::ONE);
    }

    #[test]
    fn numbers_of_the_si_keep_their_bits_and_others_are_rounded_once() {
        for x in [0.1, -3.7e300, 5e-324, f64::INFINITY] {
            assert_eq!(Factor::ONE.to_si(x).to_bits(), x.to_bits());
        }
        let milli = Factor::new(1.0, 1000.0);
        for n in 1..2000 {
            let x = f64::from(n);
            let written: f64 = format!("{n}e-3").parse().unwrap();
            assert_eq!(milli.to_si(x), written);
        }
    }
}
