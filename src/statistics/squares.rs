//! Sums of squares whose terms neither overflow nor vanish, however large or small they are.

/// Numbers whose exponents are within this have squares that a sum holds with all its digits: they are summed as they are.
const PLAIN: i32 = 400;

/// The exponent of a scale stays within this, so that the scale itself is a number.
const LARGEST: i32 = 1000;

/// A sum of squares, in the square of a scale of 2^exponent. The exponent is zero unless what is squared is as large or as
/// small as hardly anything.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SumOfSquares {
    /// The sum in that scale.
    pub scaled: f64,
    /// The exponent of the scale.
    pub exponent: i32,
}

/// Returns the exponent of the scale for squares of a number, none where that is zero or not finite.
pub(super) fn exponent(x: f64) -> Option<i32> {
    if x == 0.0 || !x.is_finite() {
        return None;
    }
    // of a subnormal number the exponent of the least normal one
    let exponent = ((x.to_bits() >> 52) & 0x7ff) as i32 - 1023;
    Some(if exponent.abs() <= PLAIN { 0 } else { exponent.clamp(-LARGEST, LARGEST) })
}

pub(super) fn power(exponent: i32) -> f64 {
    2f64.powi(exponent)
}

impl SumOfSquares {
    /// Makes a sum that was formed of numbers times that power of two.
    pub fn in_scale(scaled: f64, exponent: i32) -> Self {
        let sum = Self { scaled, exponent };
        if exponent.abs() <= PLAIN { Self { scaled: sum.at(0), exponent: 0 } } else { sum }
    }

    /// Adds a product of two numbers, which are about as large.
    pub fn add_product(&mut self, a: f64, b: f64) {
        let exponents = [exponent(a), exponent(b)];
        if self.exponent == 0 && exponents == [Some(0); 2] {
            self.scaled += a * b;
            return;
        }
        self.widen(exponents);
        let scale = power(-self.exponent);
        self.scaled += (a * scale) * (b * scale);
    }

    /// Adds another sum and a square times a weight.
    pub fn add(&mut self, other: &Self, x: f64, weight: f64) {
        self.widen([exponent(x), (other.scaled > 0.0).then_some(other.exponent)]);
        let x = x * power(-self.exponent);
        self.scaled += other.at(self.exponent) + x * x * weight;
    }

    /// Takes a scale in which these squares are held as well as those that there are.
    fn widen(&mut self, exponents: [Option<i32>; 2]) {
        let own = (self.scaled > 0.0).then_some(self.exponent);
        let exponent = exponents.into_iter().chain([own]).flatten().max().unwrap_or(self.exponent);
        *self = Self { scaled: self.at(exponent), exponent };
    }

    /// Returns the sum in the scale of another exponent.
    fn at(&self, exponent: i32) -> f64 {
        if self.scaled == 0.0 {
            return 0.0;
        }
        // in two factors, each of which is a number
        let by = power(self.exponent - exponent);
        self.scaled * by * by
    }

    /// Returns a part of the sum, if a number holds it with all its digits.
    pub fn part(&self, of: impl Fn(f64) -> f64) -> Option<f64> {
        let value = Self { scaled: of(self.scaled), ..*self }.at(0);
        (self.scaled == 0.0 || value.is_normal()).then_some(value)
    }

    /// Returns the root of a part of the sum.
    pub fn root_of_part(&self, of: impl Fn(f64) -> f64) -> f64 {
        of(self.scaled).sqrt() * power(self.exponent)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::float_cmp, clippy::unwrap_used, reason = "powers of two change no digit")]
    use super::*;

    fn quarter(sum: f64) -> f64 {
        sum / 4.0
    }

    /// Whatever the scale of the numbers, the sum has the same digits, in whatever order and grouping they come.
    #[test]
    fn digits_do_not_depend_on_the_scale() {
        let numbers = [3.0, 0.1, 7.3, 1e-9, 2.0];
        let of = |scale: i32| {
            let mut sums = [SumOfSquares::default(); 2];
            for (i, x) in numbers.into_iter().enumerate() {
                // in two factors: the power alone may be no number
                let x = x * power(scale / 2) * power(scale - scale / 2);
                sums[i % 2].add_product(x, x);
            }
            let (mut sum, [a, b]) = (SumOfSquares::default(), sums);
            sum.add(&a, 0.0, 1.0);
            sum.add(&b, 5.0 * power(scale / 2) * power(scale - scale / 2), 0.5);
            sum
        };
        let expected = of(0);
        assert_eq!((expected.exponent, expected.part(quarter)), (0, Some(expected.scaled / 4.0)));
        for scale in [-990, -700, -420, -401, -399, -300, 300, 399, 401, 420, 700, 1000] {
            assert_eq!(of(scale).root_of_part(quarter), expected.root_of_part(quarter) * power(scale), "{scale}");
        }
        assert_eq!(of(-700).part(quarter), None, "its square is no number");
        assert_eq!(of(700).part(quarter), None);
        assert_eq!(SumOfSquares::default().part(quarter), Some(0.0));
        // what is subnormal has fewer digits of its own
        let mut least = SumOfSquares::default();
        [5e-324, 1e-323].into_iter().for_each(|x| least.add_product(x, x));
        assert_eq!(least.root_of_part(|sum| sum / 5.0), 5e-324);
    }

    #[test]
    fn small_numbers_are_lost_beside_large_ones_and_no_other() {
        let mut sum = SumOfSquares::default();
        for x in [1e-200, 1.0, 1e-200, 3e200] {
            sum.add_product(x, x);
        }
        assert_eq!(sum.root_of_part(|sum| sum), 3e200);
        let mut plain = SumOfSquares::in_scale(8.0, 1);
        assert_eq!(plain, SumOfSquares { scaled: 32.0, exponent: 0 });
        plain.add(&SumOfSquares::in_scale(1.0, -500), 0.0, 0.0);
        assert_eq!(plain, SumOfSquares { scaled: 32.0, exponent: 0 });
    }
}
