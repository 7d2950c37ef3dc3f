//! What can be written in an expression.

use super::functions::{Binary, Ternary, Unary};

/// Lists the functions and constants that an expression may use.
pub const VOCABULARY: &str = "+ - * / ^ ( ), sin cos tan (not a number beyond 1.6e9 rad; 2.6e7 in df64, 2.5e4 in f32) \
                              asin acos atan sinh cosh tanh exp ln log10 sqrt abs floor, sign(x) (-1, 0 or 1) step(x) \
                              (0 below 0, 1 from 0 on) smoothstep(x) (from 0 at 0 to 1 at 1, with slope 0 at both) smooth(x) (x, and \
                              no step ends where something switches in it), \
                              atan2(y, x) min(a, b) max(a, b) mod(a, b) (a - b floor(a/b)), where(c, a, b) (a where \
                              c > 0, otherwise b) clamp(x, low, high), the name of a [[signal]] as road(t), its \
                              derivatives as road'(t), pi, e (Euler's number, where nothing else has that name); a^b of \
                              negative a has a value for whole b; what is not a number stays so, and ends the member as non_finite where its state \
                              depends on it";

/// Names what can be called, by its number of arguments.
#[derive(Clone, Copy, Debug)]
pub(super) enum Builtin {
    One(Unary),
    Two(Binary),
    Three(Ternary),
}

impl Builtin {
    /// Lists all functions as they are called.
    pub(super) const ALL: &[(&str, Builtin)] = &[
        ("sin(x)", Builtin::One(Unary::Sin)),
        ("cos(x)", Builtin::One(Unary::Cos)),
        ("tan(x)", Builtin::One(Unary::Tan)),
        ("asin(x)", Builtin::One(Unary::Asin)),
        ("acos(x)", Builtin::One(Unary::Acos)),
        ("atan(x)", Builtin::One(Unary::Atan)),
        ("sinh(x)", Builtin::One(Unary::Sinh)),
        ("cosh(x)", Builtin::One(Unary::Cosh)),
        ("tanh(x)", Builtin::One(Unary::Tanh)),
        ("exp(x)", Builtin::One(Unary::Exp)),
        ("ln(x)", Builtin::One(Unary::Ln)),
        ("log10(x)", Builtin::One(Unary::Log10)),
        ("sqrt(x)", Builtin::One(Unary::Sqrt)),
        ("abs(x)", Builtin::One(Unary::Abs)),
        ("floor(x)", Builtin::One(Unary::Floor)),
        ("sign(x)", Builtin::One(Unary::Sign)),
        ("step(x)", Builtin::One(Unary::Step)),
        ("smoothstep(x)", Builtin::One(Unary::Smoothstep)),
        ("smooth(x)", Builtin::One(Unary::Smooth)),
        ("atan2(y, x)", Builtin::Two(Binary::Atan2)),
        ("min(a, b)", Builtin::Two(Binary::Min)),
        ("max(a, b)", Builtin::Two(Binary::Max)),
        ("mod(a, b)", Builtin::Two(Binary::Mod)),
        ("where(c, a, b)", Builtin::Three(Ternary::Where)),
        ("clamp(x, low, high)", Builtin::Three(Ternary::Clamp)),
    ];

    /// Returns what stands here for a function that other programs have.
    pub(super) fn elsewhere(name: &str) -> Option<&'static str> {
        Some(match name {
            "not" => "where(x, 0, 1) of a number, or the other comparison",
            "log" => "ln(x) or log10(x)",
            "log2" => "ln(x)/ln(2)",
            "pow" | "power" => "a^b",
            "if" | "ifelse" | "piecewise" | "select" => "where(c, a, b)",
            "deg" | "degrees" | "rad2deg" => "x*180/pi",
            "rad" | "radians" | "deg2rad" => "x*pi/180",
            "norm" | "hypot" => "sqrt(x^2 + y^2)",
            "heaviside" => "step(x)",
            "ceil" => "-floor(-x)",
            "round" => "floor(x + 0.5)",
            _ => return None,
        })
    }

    /// Returns the name in a signature.
    pub(super) fn name(signature: &str) -> &str {
        signature.split('(').next().unwrap_or(signature)
    }

    /// Finds the function of a name, with its signature.
    pub(super) fn named(name: &str) -> Option<(&'static str, Self)> {
        Self::ALL.iter().copied().find(|(signature, _)| Self::name(signature) == name)
    }

    /// Returns the number of the function's arguments.
    pub(super) fn arity(self) -> usize {
        match self {
            Builtin::One(_) => 1,
            Builtin::Two(_) => 2,
            Builtin::Three(_) => 3,
        }
    }
}

/// Is the binding power of sums: operators that bind less belong to conditions.
pub(super) const SUM: u8 = 3;

/// Returns the binding power of an operator between two operands, and what it computes.
pub(super) fn infix(token: &str) -> Option<(u8, Binary)> {
    Some(match token {
        "or" => (0, Binary::Or),
        "and" => (1, Binary::And),
        "<" => (2, Binary::Less),
        "<=" => (2, Binary::LessOrEqual),
        ">" => (2, Binary::Greater),
        ">=" => (2, Binary::GreaterOrEqual),
        "+" => (SUM, Binary::Add),
        "-" => (SUM, Binary::Sub),
        "*" => (SUM + 1, Binary::Mul),
        "/" => (SUM + 1, Binary::Div),
        _ => return None,
    })
}

/// Returns the value of a constant.
pub(super) fn constant(name: &str) -> Option<f64> {
    match name {
        "pi" => Some(std::f64::consts::PI),
        "e" => Some(std::f64::consts::E),
        _ => None,
    }
}

/// Says whether a name means something in expressions and cannot be a parameter. That of Euler's number can, as coefficients of
/// restitution are called so: exp(1) is the number, too.
pub fn is_reserved(name: &str) -> bool {
    name != "e" && constant(name).is_some() || Builtin::named(name).is_some()
}
