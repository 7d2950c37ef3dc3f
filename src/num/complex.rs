//! Complex numbers over any [`Real`]: an analytic function of x + i eps has its derivative times eps as imaginary part,
//! without the cancellation of differences, so that eps may be as small as 1e-20: Squire, Trapp (1998), Using complex
//! variables to estimate derivatives of real functions, SIAM Review 40.
//!
//! Comparisons, and so the choices that are made of them, see the real part; the absolute value and the floor are those of
//! functions that are analytic but where the real part is zero or an integer.

use super::{Precision, Real, Table};
use std::ops::{Add, Div, Mul, Neg, Sub};
use std::sync::Arc;

/// The number `re` + i `im`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Complex<R> {
    /// The real part.
    pub re: R,
    /// The imaginary part.
    pub im: R,
}

impl<R: Real> Complex<R> {
    /// Returns the complex number with the given real part and no imaginary part.
    #[inline]
    pub fn real(re: R) -> Self {
        Self { re, im: R::zero() }
    }

    /// Returns the square of the magnitude of the number.
    #[inline]
    fn norm2(self) -> R {
        self.re.square() + self.im.square()
    }
}

impl<R: Real> Add for Complex<R> {
    type Output = Self;
    #[inline]
    fn add(self, o: Self) -> Self {
        Self { re: self.re + o.re, im: self.im + o.im }
    }
}

impl<R: Real> Sub for Complex<R> {
    type Output = Self;
    #[inline]
    fn sub(self, o: Self) -> Self {
        Self { re: self.re - o.re, im: self.im - o.im }
    }
}

#[allow(clippy::suspicious_arithmetic_impl)] // the square of i is -1
impl<R: Real> Mul for Complex<R> {
    type Output = Self;
    #[inline]
    fn mul(self, o: Self) -> Self {
        Self { re: self.re * o.re - self.im * o.im, im: self.re * o.im + self.im * o.re }
    }
}

#[allow(clippy::suspicious_arithmetic_impl)] // the divisor is made real
impl<R: Real> Div for Complex<R> {
    type Output = Self;
    /// Divides; the imaginary part of the divisor is taken to be the smaller one.
    #[inline]
    fn div(self, o: Self) -> Self {
        let ratio = o.im / o.re;
        let divisor = o.re + o.im * ratio;
        Self { re: (self.re + self.im * ratio) / divisor, im: (self.im - self.re * ratio) / divisor }
    }
}

impl<R: Real> Neg for Complex<R> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self { re: -self.re, im: -self.im }
    }
}

/// Returns the hyperbolic sine, to all digits near zero as well.
fn sinh<R: Real>(x: R) -> R {
    let (up, square) = (x.exp(), x.square());
    let series = square.scale(1.0 / 42.0) + R::one();
    let series = (series * square).scale(1.0 / 20.0) + R::one();
    let series = (series * square).scale(1.0 / 6.0) + R::one();
    R::select(x.abs().less(R::constant(0.02)), x * series, (up - R::one() / up).scale(0.5))
}

/// Returns the inverse of the hyperbolic tangent, to all digits near zero as well.
fn atanh<R: Real>(x: R) -> R {
    let square = x.square();
    let terms = [9.0, 7.0, 5.0, 3.0].map(|n| R::constant(1.0 / n));
    let series = terms.into_iter().fold(R::constant(1.0 / 11.0), |sum, term| sum * square + term) * square + R::one();
    let is_small = x.abs().less(R::constant(0.02));
    let far = R::select(is_small, R::zero(), x);
    R::select(is_small, x * series, ((R::one() + far) / (R::one() - far)).ln().scale(0.5))
}

impl<R: Real> Real for Complex<R> {
    type Mask = R::Mask;

    #[inline]
    fn constant(value: f64) -> Self {
        Self::real(R::constant(value))
    }
    #[inline]
    fn precision() -> Precision {
        R::precision()
    }
    /// Returns the square root whose real part is not negative; zero where the number is.
    #[inline]
    fn sqrt(self) -> Self {
        let re = (self.norm2().sqrt() + self.re).scale(0.5).sqrt();
        let divisor = R::select(R::zero().less(re), re, R::one());
        Self { re, im: self.im.scale(0.5) / divisor }
    }
    #[inline]
    fn abs(self) -> Self {
        Self::select(self.re.less(R::zero()), -self, Self { re: self.re.abs(), im: self.im })
    }
    #[inline]
    fn floor(self) -> Self {
        Self::real(self.re.floor())
    }
    #[inline]
    fn entry(self, table: &Arc<Table>, column: usize) -> Self {
        Self::real(self.re.entry(table, column))
    }
    #[inline]
    fn less(self, o: Self) -> R::Mask {
        self.re.less(o.re)
    }
    #[inline]
    fn less_equal(self, o: Self) -> R::Mask {
        self.re.less_equal(o.re)
    }
    #[inline]
    fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        Self { re: R::select(mask, yes.re, no.re), im: R::select(mask, yes.im, no.im) }
    }
    fn sin_cos(self) -> (Self, Self) {
        let ((sin, cos), sinh) = (self.re.sin_cos(), sinh(self.im));
        let cosh = (sinh.square() + R::one()).sqrt();
        (Self { re: sin * cosh, im: cos * sinh }, Self { re: cos * cosh, im: -(sin * sinh) })
    }
    /// Returns the angle of the point (`x`, `self`): for complex numbers u = x + i y and v = x - i y, which are not
    /// conjugate, it is (ln u - ln v) / 2i.
    fn atan2(self, x: Self) -> Self {
        let y = self;
        let argument = |re: R, im: R| im.atan2(re);
        let turns = argument(x.re - y.im, y.re + x.im) + argument(x.re + y.im, y.re - x.im);
        let ratio = (x.re * y.im - x.im * y.re) / (x.norm2() + y.norm2());
        Self { re: turns.scale(0.5), im: atanh(ratio.scale(2.0)).scale(0.5) }
    }
    fn exp(self) -> Self {
        let (size, (sin, cos)) = (self.re.exp(), self.im.sin_cos());
        Self { re: size * cos, im: size * sin }
    }
    fn ln(self) -> Self {
        Self { re: self.norm2().ln().scale(0.5), im: self.im.atan2(self.re) }
    }
    #[inline]
    fn exactly<T>(function: impl FnOnce() -> T) -> T {
        R::exactly(function)
    }
    #[inline]
    fn finite_where<T>(function: impl FnOnce() -> (T, R::Mask)) -> (T, R::Mask) {
        R::finite_where(function)
    }
    #[inline]
    fn structurally<T>(function: impl FnOnce() -> T) -> T {
        R::structurally(function)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::Dual;

    fn f<R: Real>(x: R) -> R {
        let (s, c) = (x * x).sin_cos();
        (s.exp() + (c + R::constant(2.0)).ln()).sqrt() / s.atan2(x - R::constant(1.0)) + (x - R::one()).abs()
    }

    #[test]
    fn the_imaginary_part_is_the_derivative() {
        for x in [0.3, 0.9, 1.4, 2.1, -0.7] {
            let exact = f(Dual::<f64, 1>::variable(x, 0));
            for eps in [1e-20, 1e-100] {
                let found = f(Complex { re: x, im: eps });
                assert!(
                    (found.re - exact.re).abs() < 4e-15 * exact.re.abs().max(1.0),
                    "{x}: {} {}",
                    found.re,
                    exact.re
                );
                let slope = found.im / eps;
                assert!(
                    (slope - exact.eps[0]).abs() < 2e-14 * exact.eps[0].abs().max(1.0),
                    "{x}: {slope} {}",
                    exact.eps[0]
                );
            }
        }
    }

    #[test]
    fn functions_are_those_of_complex_analysis() {
        let near = |a: Complex<f64>, b: Complex<f64>, what: &str| {
            let far = (a.re - b.re).abs().max((a.im - b.im).abs());
            assert!(far < 1e-14 * b.norm2().sqrt().max(1.0), "{what}: {a:?} {b:?}");
        };
        for (re, im) in [(0.7, 0.3), (-0.4, 0.01), (1.9, -1.1), (2.3, 1e-9)] {
            let z = Complex { re, im };
            let positive = z.abs();
            near(positive.sqrt() * positive.sqrt(), positive, "square root");
            near(z.ln().exp(), z, "logarithm");
            let (s, c) = z.sin_cos();
            near(s * s + c * c, Complex::constant(1.0), "circle");
            let i = Complex { re: 0.0, im: 1.0 };
            near(c + i * s, (i * z).exp(), "Euler");
            let angle = s.scale(2.0).atan2(c.scale(2.0));
            near(angle, z, "angle");
            near((z / Complex { re: 2.0, im: 0.5 }) * Complex { re: 2.0, im: 0.5 }, z, "quotient");
        }
        assert_eq!(Complex::<f64>::zero().sqrt(), Complex::zero());
    }

    #[test]
    fn the_angle_of_points_on_the_negative_axis_is_a_half_turn() {
        for eps in [1e-20, -1e-20] {
            let angle = Complex { re: 0.0, im: eps }.atan2(Complex::constant(-2.0));
            assert_eq!(angle, Complex { re: std::f64::consts::PI, im: -0.5 * eps });
        }
    }
}
