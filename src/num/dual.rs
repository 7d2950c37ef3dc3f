//! Dual numbers: a value and its first derivatives, over any [`Real`], hence nesting.
//!
//! `Dual<f64, 3>` carries three partial derivatives; `Dual<Dual<f64, 1>, 1>` a second derivative;
//! `Dual<Lanes<8>, 2>` the derivatives of eight members at once.

use super::{Precision, Real, Table};
use std::ops::{Add, Div, Mul, Neg, Sub};
use std::sync::Arc;

/// A value `re` and its derivatives `eps` with respect to `N` independent variables.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dual<R, const N: usize> {
    /// The value.
    pub re: R,
    /// The partial derivatives.
    pub eps: [R; N],
}

impl<R: Real, const N: usize> Dual<R, N> {
    /// Returns the independent variable number `index < N` at the point `value`.
    pub fn variable(value: R, index: usize) -> Self {
        let mut eps = [R::zero(); N];
        eps[index] = R::one();
        Self { re: value, eps }
    }

    /// Returns the dual number of a value that depends on no variable.
    #[inline]
    pub fn resting(value: R) -> Self {
        Self { re: value, eps: [R::zero(); N] }
    }

    /// Returns the function with value `re` and derivative `slope` at `self.re`, by the chain rule.
    #[inline]
    fn chain(self, re: R, slope: R) -> Self {
        Self { re, eps: R::structurally(|| self.eps.map(|e| slope * e)) }
    }
}

impl<R: Real> Dual<R, 1> {
    /// Returns numbers with their derivatives by the one at an index among them, or by none of them.
    pub fn by_one(values: &[R], place: Option<usize>) -> Vec<Self> {
        let mut all: Vec<Self> = values.iter().map(|x| Self::resting(*x)).collect();
        if let Some(place) = place {
            all[place].eps = [R::one()];
        }
        all
    }
}

/// Returns the derivative of a square root, from the root: of zero a number beyond all limits, but finite, so that what
/// does not move has derivative zero there.
#[inline]
pub fn sqrt_slope<R: Real>(root: R) -> R {
    let smallest = match R::precision() {
        Precision::Double => 1e-250,
        // products of double-float numbers are split, and must not overflow at that
        Precision::DoubleFloat | Precision::Single => 1e-33,
    };
    R::constant(0.5) / R::select(root.less_equal(R::zero()), R::constant(smallest), root)
}

impl<R: Real, const N: usize> Add for Dual<R, N> {
    type Output = Self;
    #[inline]
    fn add(self, o: Self) -> Self {
        Self { re: self.re + o.re, eps: R::structurally(|| std::array::from_fn(|i| self.eps[i] + o.eps[i])) }
    }
}

impl<R: Real, const N: usize> Sub for Dual<R, N> {
    type Output = Self;
    #[inline]
    fn sub(self, o: Self) -> Self {
        Self { re: self.re - o.re, eps: R::structurally(|| std::array::from_fn(|i| self.eps[i] - o.eps[i])) }
    }
}

#[allow(clippy::suspicious_arithmetic_impl)] // the product rule has a sum
impl<R: Real, const N: usize> Mul for Dual<R, N> {
    type Output = Self;
    #[inline]
    fn mul(self, o: Self) -> Self {
        let eps = R::structurally(|| std::array::from_fn(|i| self.re * o.eps[i] + self.eps[i] * o.re));
        Self { re: self.re * o.re, eps }
    }
}

#[allow(clippy::suspicious_arithmetic_impl)] // the quotient rule has a difference
impl<R: Real, const N: usize> Div for Dual<R, N> {
    type Output = Self;
    #[inline]
    fn div(self, o: Self) -> Self {
        let re = self.re / o.re;
        Self { re, eps: R::structurally(|| std::array::from_fn(|i| (self.eps[i] - re * o.eps[i]) / o.re)) }
    }
}

impl<R: Real, const N: usize> Neg for Dual<R, N> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self { re: -self.re, eps: self.eps.map(|e| -e) }
    }
}

impl<R: Real, const N: usize> Real for Dual<R, N> {
    type Mask = R::Mask;

    #[inline]
    fn constant(value: f64) -> Self {
        Self { re: R::constant(value), eps: [R::zero(); N] }
    }
    #[inline]
    fn precision() -> Precision {
        R::precision()
    }
    #[inline]
    fn sqrt(self) -> Self {
        let re = self.re.sqrt();
        self.chain(re, sqrt_slope(re))
    }
    #[inline]
    fn abs(self) -> Self {
        let sign = R::select(self.re.less(R::zero()), R::constant(-1.0), R::one());
        self.chain(self.re.abs(), sign)
    }
    #[inline]
    fn floor(self) -> Self {
        Self { re: self.re.floor(), eps: [R::zero(); N] }
    }
    #[inline]
    fn entry(self, table: &Arc<Table>, column: usize) -> Self {
        Self { re: self.re.entry(table, column), eps: [R::zero(); N] }
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
        Self {
            re: R::select(mask, yes.re, no.re),
            eps: std::array::from_fn(|i| R::select(mask, yes.eps[i], no.eps[i])),
        }
    }
    fn sin_cos(self) -> (Self, Self) {
        let (sin, cos) = self.re.sin_cos();
        (self.chain(sin, cos), self.chain(cos, -sin))
    }
    fn atan2(self, x: Self) -> Self {
        let norm2 = self.re.square() + x.re.square();
        let (dy, dx) = (x.re / norm2, -self.re / norm2);
        let eps = R::structurally(|| std::array::from_fn(|i| dy * self.eps[i] + dx * x.eps[i]));
        Self { re: self.re.atan2(x.re), eps }
    }
    fn exp(self) -> Self {
        let re = self.re.exp();
        self.chain(re, re)
    }
    fn ln(self) -> Self {
        self.chain(self.re.ln(), R::one() / self.re)
    }
    fn integral(self, slope: Self) -> Self {
        let eps = R::structurally(|| self.eps.map(|e| slope.re * e));
        Self { re: self.re.integral(slope.re), eps }
    }
    fn detached(self) -> Self {
        Self::resting(self.re.detached())
    }
    #[inline]
    fn exactly<T>(function: impl FnOnce() -> T) -> T {
        R::exactly(function)
    }
    #[inline]
    fn finite_where<T>(function: impl FnOnce() -> (T, R::Mask)) -> (T, R::Mask) {
        R::finite_where(function)
    }
    /// Evaluates a function whose zeros are structural: derivatives are zero where the number does not depend on a
    /// variable.
    #[inline]
    fn structurally<T>(function: impl FnOnce() -> T) -> T {
        R::structurally(function)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f<R: Real>(x: R) -> R {
        let (s, c) = (x * x).sin_cos();
        (s.exp() + (c + R::constant(2.0)).ln()).sqrt() / s.atan2(x)
    }

    #[test]
    fn first_derivative_matches_central_difference() {
        for x in [0.3, 0.9, 1.4] {
            let d = f(Dual::<f64, 1>::variable(x, 0));
            let h = 1e-5;
            let fd = (f(x + h) - f(x - h)) / (2.0 * h);
            assert!((d.eps[0] - fd).abs() < 1e-8 * fd.abs().max(1.0), "{x}: {} {fd}", d.eps[0]);
            assert_eq!(d.re, f(x));
        }
    }

    #[test]
    fn integrals_have_the_derivatives_of_their_slopes() {
        type Third = Dual<Dual<Dual<f64, 1>, 1>, 1>;
        // along x = sin(2 t), y = t^2: the integral of y by x, and its derivatives y x', y' x' + y x'', ..
        let t = 0.4;
        let time = Third { re: Dual { re: Dual::variable(t, 0), eps: [Dual::one()] }, eps: [Dual::one()] };
        let integral = time.scale(2.0).sin_cos().0.integral(time * time);
        let (sin, cos) = (2.0 * t).sin_cos();
        let (x1, x2, x3) = (2.0 * cos, -4.0 * sin, -8.0 * cos);
        let (y, y1, y2) = (t * t, 2.0 * t, 2.0);
        assert_eq!(integral.re.re.re, 0.0);
        let found = [integral.re.re.eps[0], integral.re.eps[0].eps[0], integral.eps[0].eps[0].eps[0]];
        let expected = [y * x1, y1 * x1 + y * x2, y2 * x1 + 2.0 * y1 * x2 + y * x3];
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-14, "{found} {expected}");
        }
    }

    #[test]
    fn nested_duals_give_the_second_derivative() {
        let x = 0.7;
        let outer = Dual { re: Dual::<f64, 1>::variable(x, 0), eps: [Dual::constant(1.0)] };
        let second = f::<Dual<Dual<f64, 1>, 1>>(outer).eps[0].eps[0];
        let h = 1e-5;
        let slope = |x: f64| f(Dual::<f64, 1>::variable(x, 0)).eps[0];
        let fd = (slope(x + h) - slope(x - h)) / (2.0 * h);
        assert!((second - fd).abs() < 1e-7 * fd.abs().max(1.0), "{second} {fd}");
    }
}
