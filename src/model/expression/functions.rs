//! The functions of expressions, built from the arithmetic of [`Real`].

use crate::num::Real;
use crate::num::elementary::{pow, unless_nan};
use crate::num::series::polynomial;

/// Functions of one argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Unary {
    Neg,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Exp,
    Ln,
    Log10,
    Sqrt,
    Abs,
    Floor,
    /// -1 below zero, 0 at zero, 1 above.
    Sign,
    /// 0 below zero, 1 from zero on.
    Step,
    /// x^2 (3 - 2 x) between 0 and 1, 0 below and 1 above: continuous with its slope.
    Smoothstep,
    /// x, in which nothing counts as a switch.
    Smooth,
}

/// Functions of two arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Pow,
    Atan2,
    Min,
    Max,
    /// a - b floor(a/b), which has the sign of b.
    Mod,
    /// 1 where it holds, 0 where it does not.
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    /// The conjunction of two conditions: 0 where one is 0, though the other is missing.
    And,
    /// The disjunction of two conditions: 1 where one is 1, though the other is missing.
    Or,
}

/// Functions of three arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ternary {
    /// `where(c, a, b)`: a where c > 0, otherwise b. Both are evaluated; only the one that is taken must be finite.
    Where,
    /// `clamp(x, low, high)`: x, but not below `low` and not above `high`.
    Clamp,
}

impl Unary {
    /// Evaluates the function at `a`; a root, a logarithm, and the inverse of a sine or cosine, with the value at the end of its domain where `a` is
    /// beyond that.
    pub(super) fn apply_continued<R: Real>(self, a: R) -> R {
        /// What stands for zero in a logarithm, which products with powers do not see.
        const LEAST: f64 = 1e-17;
        let (zero, one, found) = (R::zero(), R::one(), self.apply(a));
        let at = |end: f64| R::constant(Self::apply(self, end));
        match self {
            Unary::Sqrt => R::select(a.less(zero), zero, found),
            Unary::Ln | Unary::Log10 => R::select(zero.less(a), found, at(LEAST)),
            Unary::Asin | Unary::Acos => R::select(one.less(a), at(1.0), R::select(a.less(-one), at(-1.0), found)),
            _ => found,
        }
    }

    /// Evaluates the function at `a`.
    pub fn apply<R: Real>(self, a: R) -> R {
        let (zero, one) = (R::zero(), R::one());
        match self {
            Unary::Neg => -a,
            Unary::Sin => a.sin_cos().0,
            Unary::Cos => a.sin_cos().1,
            Unary::Tan => {
                let (sin, cos) = a.sin_cos();
                sin / cos
            }
            Unary::Asin => a.atan2(((one - a) * (one + a)).sqrt()),
            Unary::Acos => ((one - a) * (one + a)).sqrt().atan2(a),
            Unary::Atan => a.atan2(one),
            Unary::Sinh => sinh(a),
            Unary::Cosh => cosh(a),
            Unary::Tanh => {
                let small = a.abs().less(one);
                let near = R::select(small, a, zero);
                // of what vanishes far from zero, and so does its derivative
                let falling = (-(a.abs() + a.abs())).exp();
                let large = one - (falling + falling) / (one + falling);
                R::select(small, sinh(near) / cosh(near), R::select(a.less(zero), -large, large))
            }
            Unary::Exp => a.exp(),
            Unary::Ln => a.ln(),
            Unary::Log10 => a.ln().scale(std::f64::consts::LOG10_E),
            Unary::Sqrt => a.sqrt(),
            Unary::Abs => a.abs(),
            Unary::Floor => a.floor(),
            Unary::Sign => unless_nan(a, R::select(zero.less(a), one, R::select(a.less(zero), -one, zero))),
            Unary::Step => unless_nan(a, R::select(a.less(zero), zero, one)),
            Unary::Smoothstep => smoothstep(a),
            Unary::Smooth => a,
        }
    }
}

impl Binary {
    /// Evaluates the function at `a` and `b`.
    pub fn apply<R: Real>(self, a: R, b: R) -> R {
        match self {
            Binary::Add => a + b,
            Binary::Sub => a - b,
            Binary::Mul => a * b,
            Binary::Div => a / b,
            Binary::Pow => pow(a, b),
            Binary::Atan2 => a.atan2(b),
            Binary::Min => smaller(a, b),
            Binary::Max => larger(a, b),
            Binary::Mod => a - b * (a / b).floor(),
            Binary::Less => unless_nan(b, unless_nan(a, R::select(a.less(b), R::one(), R::zero()))),
            Binary::LessOrEqual => unless_nan(b, unless_nan(a, R::select(b.less(a), R::zero(), R::one()))),
            Binary::Greater => Binary::Less.apply(b, a),
            Binary::GreaterOrEqual => Binary::LessOrEqual.apply(b, a),
            Binary::And => R::select(a.less(half()), a, R::select(b.less(half()), b, a * b)),
            Binary::Or => R::select(half::<R>().less(a), a, R::select(half::<R>().less(b), b, a + b)),
        }
    }

    /// Says whether the function's value is a condition, 0 or 1.
    pub(super) fn is_condition(self) -> bool {
        self.is_of_conditions() || matches!(self, Self::Less | Self::LessOrEqual | Self::Greater | Self::GreaterOrEqual)
    }

    /// Says whether the function joins conditions.
    pub(super) fn is_of_conditions(self) -> bool {
        matches!(self, Self::And | Self::Or)
    }
}

/// Lies between the two values of a condition.
fn half<R: Real>() -> R {
    R::constant(0.5)
}

impl Ternary {
    /// Evaluates the function of three expressions, with what evaluates them.
    pub(super) fn apply<R: Real, E>(self, [a, b, c]: [E; 3], value: &mut dyn FnMut(E) -> R) -> R {
        let a = value(a);
        match self {
            Ternary::Where => unless_nan(a, chosen(R::zero().less(a), [b, c], value)),
            Ternary::Clamp => clamp(a, [b, c].map(value)),
        }
    }
}

/// Returns a power that is continued with zero to negative numbers, where it has none.
pub(super) fn power_continued<R: Real>([x, y]: [R; 2], power: R) -> R {
    let has_none = x.less(R::zero()) & R::zero().less(y) & !power.less_equal(power);
    R::select(has_none, R::zero(), power)
}

/// Limits a number to a range.
pub(super) fn clamp<R: Real>(x: R, [low, high]: [R; 2]) -> R {
    smaller(larger(x, low), high)
}

/// Returns the first of two expressions where a mask holds, else the second: the other one may be no number.
pub(super) fn chosen<R: Real, E>(mask: R::Mask, [a, b]: [E; 2], value: &mut dyn FnMut(E) -> R) -> R {
    let (a, _) = R::finite_where(|| (value(a), mask));
    let (b, _) = R::finite_where(|| (value(b), !mask));
    R::select(mask, a, b)
}

/// Evaluates x^2 (3 - 2 x) between 0 and 1, 0 below and 1 above.
pub fn smoothstep<R: Real>(x: R) -> R {
    between(x.max(R::zero()).min(R::one()))
}

/// Evaluates x^2 (3 - 2 x), what [`smoothstep`] is between 0 and 1.
pub fn between<R: Real>(x: R) -> R {
    x * x * (R::constant(3.0) - x.scale(2.0))
}

/// Returns the larger of two numbers, or what is not a number where either is not.
fn larger<R: Real>(a: R, b: R) -> R {
    unless_nan(b, a.max(b))
}

/// Returns the smaller of two numbers, or what is not a number where either is not.
fn smaller<R: Real>(a: R, b: R) -> R {
    unless_nan(b, a.min(b))
}

/// Returns e^|x|/2, which overflows only where it is too large itself, and e^-|x|/2.
fn half_exponentials<R: Real>(x: R) -> (R, R) {
    let x = x.abs();
    let large = R::constant(80.0).less(x);
    let power = R::select(large, x - R::one(), x).exp();
    let rising = power * R::select(large, R::constant(std::f64::consts::E / 2.0), R::constant(0.5));
    (rising, R::constant(0.25) / rising)
}

/// Evaluates the hyperbolic sine: its series below 0.3, where the difference of exponentials loses digits.
fn sinh<R: Real>(x: R) -> R {
    const SERIES: [f64; 6] = [1.0, 1.0 / 6.0, 1.0 / 120.0, 1.0 / 5040.0, 1.0 / 362_880.0, 1.0 / 39_916_800.0];
    let small = x.abs().less(R::constant(0.3));
    let near = R::select(small, x, R::zero());
    let series = near * polynomial(near * near, &SERIES);
    let (rising, falling) = half_exponentials(x);
    let far = rising - falling;
    R::select(small, series, R::select(x.less(R::zero()), -far, far))
}

/// Evaluates the hyperbolic cosine.
fn cosh<R: Real>(x: R) -> R {
    let (rising, falling) = half_exponentials(x);
    rising + falling
}

/// Evaluates x^n by repeated squaring, and the reciprocal of the power where n is negative.
pub(super) fn whole_power<R: Real>(x: R, n: f64) -> R {
    let mut rest = n.abs() as u32;
    let (mut square, mut value) = (x, None);
    while rest > 0 {
        if rest & 1 == 1 {
            value = Some(value.map_or(square, |v| v * square));
        }
        rest >>= 1;
        if rest > 0 {
            square = square * square;
        }
    }
    let value = value.unwrap_or_else(|| unless_nan(x, R::one()));
    if n < 0.0 { R::one() / value } else { value }
}
