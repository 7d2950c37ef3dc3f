//! Double-float numbers: the unevaluated sum of two `f32`, about 48 bits on hardware that computes in 24.
//!
//! The kernels of precision df64 compute the same operations in the same order (`shaders/df64.wgsl`); this is
//! the number that they are compared with. Nothing here asks for a fused product or for more of the hardware than
//! correctly rounded sums and products: quotients and roots may be some units in the last place off, as those of GPUs
//! are, and are corrected. Kernels find the error of a product by fma where the device rounds it once ([`crate::gpu::ProductError`]), which
//! gives the same bits, but for what is lost anyway: where the exact product has digits below 2^-149, the smallest `f32`, the two
//! errors differ by at most two times that, and one that is zero may have another sign.
//!
//! The range is that of `f32`. Below about 1e-24 the low part loses bits, since it cannot be smaller than 1e-38. A
//! result beyond the range is infinite or not a number in its high part, and so are all results that follow from it.
//!
//! Relative errors: sums 3 u^2, products 7 u^2, with u = 2^-24 (Joldes, Muller, Popescu (2017), ACM Transactions on
//! Mathematical Software 44, algorithms 6 and 10), and so are quotients and roots.

use super::{Precision, Real, Table};
use std::ops::{Add, Div, Mul, Neg, Sub};
use std::sync::Arc;

/// `high + low`, where `high` is the sum rounded to `f32`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoubleFloat {
    /// The number rounded to `f32`.
    pub high: f32,
    /// The remainder that the rounding of `high` left.
    pub low: f32,
}

/// The twelve leading bits of a significand.
const LEADING: u32 = 0xffff_f000;

/// Returns the sum of two numbers and its rounding error: Knuth (1969).
#[inline(always)]
fn two_sum(a: f32, b: f32) -> DoubleFloat {
    let sum = a + b;
    let share = sum - a;
    let error = (a - (sum - share)) + (b - share);
    DoubleFloat { high: sum, low: error }
}

/// Returns the sum of two numbers with |a| >= |b|, and its rounding error: Dekker (1971).
#[inline(always)]
fn fast_two_sum(a: f32, b: f32) -> DoubleFloat {
    let sum = a + b;
    DoubleFloat { high: sum, low: b - (sum - a) }
}

/// Returns the product of two numbers and its rounding error: Dekker (1971). The factors are split by their bits
/// instead of by a product, which would overflow; all partial products and sums are exact in the same way.
#[inline(always)]
fn two_product(a: f32, b: f32) -> DoubleFloat {
    let product = a * b;
    let a_high = f32::from_bits(a.to_bits() & LEADING);
    let b_high = f32::from_bits(b.to_bits() & LEADING);
    let (a_low, b_low) = (a - a_high, b - b_high);
    let error = (((a_high * b_high - product) + a_high * b_low) + a_low * b_high) + a_low * b_low;
    DoubleFloat { high: product, low: error }
}

impl DoubleFloat {
    /// Returns the product of the number with an `f32`.
    #[inline(always)]
    fn times_single(self, factor: f32) -> Self {
        let product = two_product(self.high, factor);
        fast_two_sum(product.high, product.low + self.low * factor)
    }

    /// Returns the quotient of two numbers, given how the hardware divides: three digits of 22 bits or more, each from
    /// what is left.
    #[inline(always)]
    fn over(self, divisor: Self, divide: impl Fn(f32, f32) -> f32) -> Self {
        let first = divide(self.high, divisor.high);
        let rest = self - divisor.times_single(first);
        let second = divide(rest.high, divisor.high);
        let rest = rest - divisor.times_single(second);
        let third = divide(rest.high, divisor.high);
        fast_two_sum(first, second) + DoubleFloat { high: third, low: 0.0 }
    }

    /// Returns the square root of the number, given how the hardware computes roots and quotients: two steps of
    /// Newton's method.
    #[inline(always)]
    fn root(self, root: impl Fn(f32) -> f32, divide: impl Fn(f32, f32) -> f32) -> Self {
        let first = root(self.high);
        let twice = first + first;
        let rest = self - two_product(first, first);
        let better = fast_two_sum(first, divide(rest.high, twice));
        let rest = self - better * better;
        let best = better + DoubleFloat { high: divide(rest.high, twice), low: 0.0 };
        if self.high == 0.0 { self } else { best }
    }
}

impl From<f64> for DoubleFloat {
    #[inline(always)]
    fn from(value: f64) -> Self {
        let high = value as f32;
        if high.is_finite() { fast_two_sum(high, (value - f64::from(high)) as f32) } else { Self { high, low: 0.0 } }
    }
}

impl From<DoubleFloat> for f64 {
    #[inline(always)]
    fn from(value: DoubleFloat) -> Self {
        f64::from(value.high) + f64::from(value.low)
    }
}

impl Add for DoubleFloat {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let (high, low) = (two_sum(self.high, other.high), two_sum(self.low, other.low));
        let sum = fast_two_sum(high.high, high.low + low.high);
        fast_two_sum(sum.high, sum.low + low.low)
    }
}

impl Sub for DoubleFloat {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for DoubleFloat {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        let product = two_product(self.high, other.high);
        fast_two_sum(product.high, product.low + (self.high * other.low + self.low * other.high))
    }
}

impl Div for DoubleFloat {
    type Output = Self;
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        self.over(other, |a, b| a / b)
    }
}

impl Neg for DoubleFloat {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self { high: -self.high, low: -self.low }
    }
}

impl Real for DoubleFloat {
    type Mask = bool;

    #[inline(always)]
    fn constant(value: f64) -> Self {
        value.into()
    }
    #[inline(always)]
    fn precision() -> Precision {
        Precision::DoubleFloat
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        self.root(f32::sqrt, |a, b| a / b)
    }
    #[inline(always)]
    fn abs(self) -> Self {
        if self.high < 0.0 { -self } else { self }
    }
    #[inline(always)]
    fn floor(self) -> Self {
        let high = self.high.floor();
        fast_two_sum(high, if high == self.high { self.low.floor() } else { 0.0 })
    }
    #[inline(always)]
    fn entry(self, table: &Arc<Table>, column: usize) -> Self {
        table.entry(column, self.into()).into()
    }
    #[inline(always)]
    fn less(self, other: Self) -> bool {
        self.high < other.high || (self.high == other.high && self.low < other.low)
    }
    #[inline(always)]
    fn less_equal(self, other: Self) -> bool {
        self.high < other.high || (self.high == other.high && self.low <= other.low)
    }
    #[inline(always)]
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }
    crate::num::elementary::elementary_functions!();
}

#[cfg(test)]
mod tests;
