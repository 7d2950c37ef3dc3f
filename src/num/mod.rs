//! What an equation is evaluated in: the trait [`Real`] and the numbers that implement it.
//!
//! | number | file | gives |
//! |---|---|---|
//! | `f64`, `f32` | [`scalar`] | the reference; single precision for tests of the series |
//! | [`DoubleFloat`] | [`double_float`] | two `f32` as one number: what kernels of precision df64 compute |
//! | [`Lanes`] | [`lanes`] | 8 or 16 ensemble members at once, on any processor |
//! | [`MaybeConstant`] | [`maybe_constant`] | constants apart from what depends on parameters |
//! | [`Dual`] | [`dual`] | exact first derivatives; nests over any `Real` |
//! | [`Complex`] | [`complex`] | the complex step: derivatives of analytic functions without cancellation |
//! | `Traced` | [`crate::trace`] | a graph that becomes a WGSL kernel |
//!
//! An equation written over `Real` uses only `+ - * /`, square root, absolute value, floor, and
//! [`Real::select`]. Everything transcendental is built from these in [`elementary`] and
//! [`series`], so that all numbers, and all devices, compute the same thing: on IEEE hardware the
//! scalar, the lanes and the trace interpreter agree bit for bit.

pub mod complex;
pub mod double_float;
pub mod dual;
pub mod elementary;
pub mod hash;
pub mod lanes;
pub mod matrix;
pub mod maybe_constant;
pub mod pattern;
mod precision;
pub mod scalar;
pub mod series;
mod table;
pub mod vector;

pub use complex::Complex;
pub use double_float::DoubleFloat;
pub use dual::Dual;
pub use lanes::{LaneReal, Lanes};
pub use matrix::Mat3;
pub use maybe_constant::MaybeConstant;
pub use pattern::{Sparse3, SparseSym3};
pub use precision::Precision;
pub use scalar::with_one_nan;
pub use table::Table;
pub use vector::Vec3;

use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};
use std::sync::Arc;

/// A function that is called: the same equations for other arguments, again and again.
pub trait Function: Clone + 'static {
    /// Returns the name in listings.
    fn name(&self) -> &'static str;
    /// Returns what tells functions of this name apart.
    fn key(&self) -> String;
    /// Evaluates the function.
    fn evaluate<R: Real>(&self, arguments: &[R]) -> Vec<R>;
}

/// A number that an equation can be evaluated in.
///
/// There is deliberately no `PartialOrd`: a branch on a value cannot be recorded or vectorised, so
/// it does not compile. Comparisons give a [`Real::Mask`] and a choice is [`Real::select`]; both
/// sides of a choice are always evaluated and must stay finite.
pub trait Real:
    Copy
    + Debug
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// The result of a comparison.
    type Mask: Copy + BitAnd<Output = Self::Mask> + BitOr<Output = Self::Mask> + Not<Output = Self::Mask>;

    /// Returns a constant, rounded to the precision in use.
    fn constant(value: f64) -> Self;
    /// Returns the precision that this number is computed in.
    fn precision() -> Precision;
    /// Returns the square root of the number, which must not be negative.
    fn sqrt(self) -> Self;
    /// Returns the absolute value of the number.
    fn abs(self) -> Self;
    /// Returns the largest integer not above the number. Its derivative is zero.
    fn floor(self) -> Self;
    /// Returns the number of a column of a table in the row of this number, see [`Table::entry`]. Its derivative is zero.
    fn entry(self, table: &Arc<Table>, column: usize) -> Self;
    /// Returns `self < other`; false where either is not a number.
    fn less(self, other: Self) -> Self::Mask;
    /// Returns `self <= other`; false where either is not a number.
    fn less_equal(self, other: Self) -> Self::Mask;
    /// Returns `yes` where the mask holds, `no` elsewhere.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// Evaluates a function that recordings hold once, however often they call it.
    fn call<F: Function>(function: &F, arguments: &[Self]) -> Vec<Self> {
        function.evaluate(arguments)
    }
    /// Names the equation that the following operations belong to. Only a recording number listens.
    #[inline(always)]
    fn note(_leaf: &'static str) {}

    /// Evaluates what must be what IEEE arithmetic gives, such as the expressions of a user: a recording then leaves out
    /// no product with zero, which is not a number where the other factor is not finite.
    #[inline(always)]
    fn exactly<T>(function: impl FnOnce() -> T) -> T {
        function()
    }
    /// Evaluates what has zeros by its structure, within [`Real::exactly`] too: a recording leaves out what they are
    /// factors or terms of.
    #[inline(always)]
    fn structurally<T>(function: impl FnOnce() -> T) -> T {
        function()
    }
    /// Makes a constant that a user wrote, among what is evaluated exactly.
    #[inline(always)]
    fn literal(value: f64) -> Self {
        Self::constant(value)
    }
    /// Says that the number is finite and no larger than `bound` wherever its value matters.
    #[inline(always)]
    fn assume_at_most(self, _bound: f64) {}
    /// Says that the number is a function of `argument` with this derivative, which is cheaper, or has more digits, than what
    /// follows from the operations. Only a recording number listens.
    #[inline(always)]
    fn with_slope(self, _argument: Self, _slope: impl Fn() -> Self + 'static) -> Self {
        self
    }
    /// Returns the number as one that depends on nothing: its derivatives are zero.
    #[inline(always)]
    fn detached(self) -> Self {
        self
    }
    /// Returns the integral of `slope` by the number, which begins here: zero, whose derivatives are `slope` times those of the
    /// number. Where `slope` depends on other numbers, too, the integral depends on the path: it has derivatives of every
    /// order along a motion, but no value that belongs to a position.
    #[inline(always)]
    fn integral(self, _slope: Self) -> Self {
        Self::zero()
    }
    /// Says that members fail whose `results` are not all finite. A recording that left out products with zero makes
    /// the first result no number where a factor is not finite and no result would show it.
    #[inline(always)]
    fn require_finite(_results: &mut [Self]) {}

    /// Evaluates a function whose value is of use only where a mask that it returns beside it holds: what a recording leaves out of it as
    /// zero need be finite only there.
    #[inline(always)]
    fn finite_where<T>(function: impl FnOnce() -> (T, Self::Mask)) -> (T, Self::Mask) {
        function()
    }

    /// Returns the number zero.
    #[inline(always)]
    fn zero() -> Self {
        Self::constant(0.0)
    }
    /// Returns the number one.
    #[inline(always)]
    fn one() -> Self {
        Self::constant(1.0)
    }
    /// Returns the product of the number and a constant.
    #[inline(always)]
    fn scale(self, factor: f64) -> Self {
        self * Self::constant(factor)
    }
    /// Returns the number times another one plus a third: rounded once by `f64`, `f32` and their lanes, twice by
    /// others.
    #[inline(always)]
    fn mul_add(self, factor: Self, term: Self) -> Self {
        self * factor + term
    }
    /// Returns the square of the number.
    #[inline(always)]
    fn square(self) -> Self {
        self * self
    }
    /// Returns the larger of two numbers; `self` where either is not a number.
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self::select(self.less(other), other, self)
    }
    /// Returns the smaller of two numbers; `self` where either is not a number.
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self::select(other.less(self), other, self)
    }
    /// Returns the sine and cosine of an angle in rad; see [`elementary::sin_cos`].
    fn sin_cos(self) -> (Self, Self);
    /// Returns the angle in rad of the point (`x`, `self`), in (-pi, pi]; see [`elementary::atan2`].
    fn atan2(self, x: Self) -> Self;
    /// Returns the exponential of the number; see [`elementary::exp`].
    fn exp(self) -> Self;
    /// Returns the natural logarithm of the number; see [`elementary::ln`].
    fn ln(self) -> Self;
}
