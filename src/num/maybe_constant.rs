//! A number that may be a constant: what a mechanism's geometry is computed in, so that its zeros and ones are
//! seen before any member is.

use super::{Precision, Real, Table};
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};
use std::sync::Arc;

/// A constant, kept in f64, or a number that depends on a parameter. Operations on constants are carried out in
/// f64; zero times anything is zero, and nothing is computed for + 0 and * 1, as in a recording.
#[derive(Clone, Copy, Debug)]
pub enum MaybeConstant<R> {
    /// A constant of all members.
    Constant(f64),
    /// A number that depends on a parameter.
    Number(R),
}

/// A truth value that may be a constant.
#[derive(Clone, Copy, Debug)]
pub enum MaybeConstantMask<M> {
    /// A constant of all members.
    Constant(bool),
    /// A truth value that depends on a parameter.
    Mask(M),
}

use MaybeConstant::{Constant, Number};

impl<R: Real> MaybeConstant<R> {
    /// Returns the number, made of the value where it is constant.
    pub fn number(self) -> R {
        match self {
            Constant(value) => R::constant(value),
            Number(number) => number,
        }
    }
    /// Returns the value of a constant, or none of another number.
    pub fn value(self) -> Option<f64> {
        match self {
            Constant(value) => Some(value),
            Number(_) => None,
        }
    }
    /// Returns the number with rounding flushed: constants below `limit` become zero.
    pub fn flushed(self, limit: f64) -> Self {
        match self {
            Constant(value) if value.abs() <= limit => Constant(0.0),
            other => other,
        }
    }
}

impl<R: Real> Add for MaybeConstant<R> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        match (self, other) {
            (Constant(a), Constant(b)) => Constant(a + b),
            (Constant(0.0), b) => b,
            (a, Constant(0.0)) => a,
            (a, b) => Number(a.number() + b.number()),
        }
    }
}

impl<R: Real> Sub for MaybeConstant<R> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        match (self, other) {
            (Constant(a), Constant(b)) => Constant(a - b),
            (Constant(0.0), b) => -b,
            (a, Constant(0.0)) => a,
            (a, b) => Number(a.number() - b.number()),
        }
    }
}

impl<R: Real> Mul for MaybeConstant<R> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        match (self, other) {
            (Constant(a), Constant(b)) => Constant(a * b),
            (Constant(0.0), _) | (_, Constant(0.0)) => Constant(0.0),
            (Constant(1.0), b) => b,
            (a, Constant(1.0)) => a,
            (a, b) => Number(a.number() * b.number()),
        }
    }
}

impl<R: Real> Div for MaybeConstant<R> {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        match (self, other) {
            (Constant(a), Constant(b)) => Constant(a / b),
            (Constant(0.0), _) => Constant(0.0),
            (a, Constant(1.0)) => a,
            (a, b) => Number(a.number() / b.number()),
        }
    }
}

impl<R: Real> Neg for MaybeConstant<R> {
    type Output = Self;
    fn neg(self) -> Self {
        match self {
            Constant(a) => Constant(0.0 - a),
            Number(a) => Number(-a),
        }
    }
}

impl<R: Real> Real for MaybeConstant<R> {
    type Mask = MaybeConstantMask<R::Mask>;

    fn constant(value: f64) -> Self {
        Constant(value)
    }
    /// Returns double precision: constants are doubles whatever the precision of the numbers.
    fn precision() -> Precision {
        Precision::Double
    }
    fn sqrt(self) -> Self {
        match self {
            Constant(a) => Constant(a.sqrt()),
            Number(a) => Number(a.sqrt()),
        }
    }
    fn abs(self) -> Self {
        match self {
            Constant(a) => Constant(a.abs()),
            Number(a) => Number(a.abs()),
        }
    }
    fn floor(self) -> Self {
        match self {
            Constant(a) => Constant(a.floor()),
            Number(a) => Number(a.floor()),
        }
    }
    fn entry(self, table: &Arc<Table>, column: usize) -> Self {
        match self {
            Constant(a) => Constant(a.entry(table, column)),
            Number(a) => Number(a.entry(table, column)),
        }
    }
    fn less(self, other: Self) -> Self::Mask {
        match (self, other) {
            (Constant(a), Constant(b)) => MaybeConstantMask::Constant(a < b),
            (a, b) => MaybeConstantMask::Mask(a.number().less(b.number())),
        }
    }
    fn less_equal(self, other: Self) -> Self::Mask {
        match (self, other) {
            (Constant(a), Constant(b)) => MaybeConstantMask::Constant(a <= b),
            (a, b) => MaybeConstantMask::Mask(a.number().less_equal(b.number())),
        }
    }
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self {
        match mask {
            MaybeConstantMask::Constant(true) => yes,
            MaybeConstantMask::Constant(false) => no,
            // a constant that is chosen either way
            MaybeConstantMask::Mask(_)
                if yes.value().is_some_and(|a| no.value().map(f64::to_bits) == Some(a.to_bits())) =>
            {
                yes
            }
            MaybeConstantMask::Mask(mask) => Number(R::select(mask, yes.number(), no.number())),
        }
    }
    fn exactly<T>(function: impl FnOnce() -> T) -> T {
        R::exactly(function)
    }
    fn finite_where<T>(function: impl FnOnce() -> (T, Self::Mask)) -> (T, Self::Mask) {
        let (value, mask) = R::finite_where(|| match function() {
            (value, MaybeConstantMask::Mask(mask)) => ((value, None), mask),
            (value, MaybeConstantMask::Constant(known)) => ((value, Some(known)), R::zero().less_equal(R::zero())),
        });
        (value.0, value.1.map_or(MaybeConstantMask::Mask(mask), MaybeConstantMask::Constant))
    }
    fn structurally<T>(function: impl FnOnce() -> T) -> T {
        R::structurally(function)
    }
    /// Returns a number: as a constant it would leave out what it is a factor of.
    fn literal(value: f64) -> Self {
        Number(R::constant(value))
    }
    // of numbers in their own precision, whose range may be smaller than that of constants
    fn sin_cos(self) -> (Self, Self) {
        match self {
            Constant(a) => pair(Real::sin_cos(a), Constant),
            Number(a) => pair(a.sin_cos(), Number),
        }
    }
    fn atan2(self, x: Self) -> Self {
        match (self, x) {
            (Constant(y), Constant(x)) => Constant(Real::atan2(y, x)),
            (y, x) => Number(y.number().atan2(x.number())),
        }
    }
    fn exp(self) -> Self {
        match self {
            Constant(a) => Constant(Real::exp(a)),
            Number(a) => Number(a.exp()),
        }
    }
    fn ln(self) -> Self {
        match self {
            Constant(a) => Constant(Real::ln(a)),
            Number(a) => Number(a.ln()),
        }
    }
}

fn pair<A, B>((a, b): (A, A), of: impl Fn(A) -> B) -> (B, B) {
    (of(a), of(b))
}

impl<M: Copy + BitAnd<Output = M>> BitAnd for MaybeConstantMask<M> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        match (self, other) {
            (MaybeConstantMask::Constant(true), m) | (m, MaybeConstantMask::Constant(true)) => m,
            (MaybeConstantMask::Constant(false), _) | (_, MaybeConstantMask::Constant(false)) => {
                MaybeConstantMask::Constant(false)
            }
            (MaybeConstantMask::Mask(a), MaybeConstantMask::Mask(b)) => MaybeConstantMask::Mask(a & b),
        }
    }
}

impl<M: Copy + BitOr<Output = M>> BitOr for MaybeConstantMask<M> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        match (self, other) {
            (MaybeConstantMask::Constant(false), m) | (m, MaybeConstantMask::Constant(false)) => m,
            (MaybeConstantMask::Constant(true), _) | (_, MaybeConstantMask::Constant(true)) => {
                MaybeConstantMask::Constant(true)
            }
            (MaybeConstantMask::Mask(a), MaybeConstantMask::Mask(b)) => MaybeConstantMask::Mask(a | b),
        }
    }
}

impl<M: Copy + Not<Output = M>> Not for MaybeConstantMask<M> {
    type Output = Self;
    fn not(self) -> Self {
        match self {
            MaybeConstantMask::Constant(b) => MaybeConstantMask::Constant(!b),
            MaybeConstantMask::Mask(m) => MaybeConstantMask::Mask(!m),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f<R: Real>(x: R, y: R) -> R {
        let (s, c) = (x * y).sin_cos();
        let far = x.less(y) & !y.less_equal(R::zero()) | s.less(c);
        R::select(far, (s / y + c * x).abs().sqrt(), (x - y).floor()) - R::one() * x
    }

    #[test]
    fn constants_and_numbers_give_the_same_bits() {
        for (x, y) in [(0.3, -1.2), (-0.7, 0.4), (2.0, 2.0), (0.0, 1.0)] {
            let expected = f(x, y);
            for a in [Constant(x), Number(x)] {
                for b in [Constant(y), Number(y)] {
                    assert_eq!(f(a, b).number(), expected, "{x} {y}");
                }
            }
            assert_eq!(f(MaybeConstant::<f64>::Constant(x), Constant(y)).value(), Some(expected));
        }
    }

    #[test]
    fn zeros_and_ones_are_seen() {
        let x = Number(2.5);
        assert_eq!((x * Constant(0.0)).value(), Some(0.0));
        assert_eq!((x * Constant(0.0) + Constant(1.0)).value(), Some(1.0));
        assert_eq!((x * Constant(1.0)).number(), 2.5);
        assert_eq!(MaybeConstant::<f64>::Constant(-6e-17).flushed(1e-16).value(), Some(0.0));
        assert_eq!(MaybeConstant::<f64>::Constant(1e-12).flushed(1e-16).value(), Some(1e-12));
        let either = MaybeConstantMask::Mask(true);
        assert_eq!(MaybeConstant::<f64>::select(either, Constant(2.0), Constant(2.0)).value(), Some(2.0));
        assert_eq!(MaybeConstant::<f64>::select(either, Constant(2.0), Constant(0.0)).value(), None);
    }
}
