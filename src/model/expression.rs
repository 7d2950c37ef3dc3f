//! Numbers of a scenario: expressions over its parameters.
//!
//! `exmex` parses; the tree that it builds is kept and walked with any [`Real`], so that an expression
//! is evaluated in lanes, reaches the GPU and is differentiated like any other equation.

mod notation;

use crate::num::elementary::pow;
use crate::num::series::polynomial;
use crate::num::{Real, Vec3};
use exmex::{BinOp, Express, FlatEx, MakeOperators, Operator};
use std::fmt::Debug;
use std::str::FromStr;
use std::sync::Arc;

/// An expression over the parameters of a mechanism.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A number.
    Constant(f64),
    /// The parameter of that number.
    Parameter(usize),
    /// A function of one argument.
    Unary(Unary, Arc<Expr>),
    /// A function of two arguments.
    Binary(Binary, Arc<Expr>, Arc<Expr>),
    /// A pair of parentheses, while parsing only.
    Group(Arc<Expr>),
}

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
}

/// The functions and constants that an expression may use.
pub const VOCABULARY: &str = "+ - * / ^ ( ), sin cos tan asin acos atan sinh cosh tanh exp ln log10 sqrt abs floor, \
                              atan2(y, x) min(a, b) max(a, b), pi, e";

/// Why a text is not an expression.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ExpressionError {
    /// The text cannot be parsed.
    #[error("{text:?} is not an expression ({reason}); an expression may use parameters and {VOCABULARY}")]
    Syntax {
        /// The text.
        text: String,
        /// What the parser says.
        reason: String,
    },
    /// A name is neither a parameter nor a function.
    #[error("{text:?}: unknown name {name:?}; {}", known(.parameters, .nearest.as_ref()))]
    UnknownName {
        /// The text.
        text: String,
        /// The name.
        name: String,
        /// The parameter or function that is most like it, if one is.
        nearest: Option<String>,
        /// The parameters there are.
        parameters: Vec<String>,
    },
    /// The text is too long.
    #[error("the expression has {found} characters; accepted: at most {limit}")]
    TooLong {
        /// Its length.
        found: usize,
        /// The greatest length.
        limit: usize,
    },
}

fn known(parameters: &[String], nearest: Option<&String>) -> String {
    let list = if parameters.is_empty() { "there are none".to_string() } else { parameters.join(", ") };
    match nearest {
        Some(near) => format!("did you mean {near:?}? parameters: {list}"),
        None => format!("parameters: {list}"),
    }
}

impl Default for Expr {
    fn default() -> Self {
        Expr::Constant(0.0)
    }
}

impl FromStr for Expr {
    type Err = std::num::ParseFloatError;
    fn from_str(s: &str) -> Result<Self, Self::Err> {
        s.parse().map(Expr::Constant)
    }
}

fn unary(f: Unary, a: Expr) -> Expr {
    Expr::Unary(f, Arc::new(a))
}

fn binary(f: Binary, a: Expr, b: Expr) -> Expr {
    Expr::Binary(f, Arc::new(a), Arc::new(b))
}

macro_rules! vocabulary {
    (unary: $($name:literal $unary:ident,)* ; operators: $($symbol:literal $binary:ident $priority:literal,)*) => {
        #[derive(Clone, Debug)]
        struct Vocabulary;
        impl MakeOperators<Expr> for Vocabulary {
            fn make<'a>() -> Vec<Operator<'a, Expr>> {
                vec![
                    $(Operator::make_unary($name, |a| unary(Unary::$unary, a)),)*
                    $(Operator::make_bin($symbol, BinOp {
                        apply: |a, b| binary(Binary::$binary, a, b), prio: $priority, is_commutative: false,
                    }),)*
                    Operator::make_bin_unary("-", BinOp {
                        apply: |a, b| binary(Binary::Sub, a, b), prio: 1, is_commutative: false,
                    }, |a| unary(Unary::Neg, a)),
                    Operator::make_bin_unary("+", BinOp {
                        apply: |a, b| binary(Binary::Add, a, b), prio: 0, is_commutative: false,
                    }, |a| a),
                    Operator::make_unary(notation::GROUP, |a| Expr::Group(Arc::new(a))),
                    Operator::make_constant("pi", Expr::Constant(std::f64::consts::PI)),
                    Operator::make_constant("e", Expr::Constant(std::f64::consts::E)),
                ]
            }
        }
    };
}

vocabulary! {
    unary:
    "sin" Sin, "cos" Cos, "tan" Tan, "asin" Asin, "acos" Acos, "atan" Atan, "sinh" Sinh, "cosh" Cosh,
    "tanh" Tanh, "exp" Exp, "ln" Ln, "log10" Log10, "sqrt" Sqrt, "abs" Abs, "floor" Floor,;
    operators:
    "*" Mul 2, "/" Div 3, "^" Pow 4, "atan2" Atan2 0, "min" Min 0, "max" Max 0,
}

/// True where a name means something in expressions and cannot be a parameter.
pub fn is_reserved(name: &str) -> bool {
    Vocabulary::make().iter().any(|operator| operator.repr() == name)
}

/// Gives powers their usual meaning: -a^b is -(a^b), a^b^c is a^(b^c). The parser binds a sign tighter
/// than a power and chains powers from the left.
fn usual_powers(expr: &Expr) -> Expr {
    match expr {
        Expr::Constant(_) | Expr::Parameter(_) => expr.clone(),
        Expr::Group(inner) => usual_powers(inner),
        Expr::Unary(f, a) => unary(*f, usual_powers(a)),
        Expr::Binary(Binary::Pow, base, exponent) => match &**base {
            Expr::Unary(Unary::Neg, a) => {
                unary(Unary::Neg, usual_powers(&binary(Binary::Pow, (**a).clone(), (**exponent).clone())))
            }
            Expr::Binary(Binary::Pow, a, b) => {
                let upper = binary(Binary::Pow, (**b).clone(), (**exponent).clone());
                usual_powers(&binary(Binary::Pow, (**a).clone(), upper))
            }
            _ => binary(Binary::Pow, usual_powers(base), usual_powers(exponent)),
        },
        Expr::Binary(f, a, b) => binary(*f, usual_powers(a), usual_powers(b)),
    }
}

impl Expr {
    /// Parses a text over the given parameters.
    ///
    /// # Errors
    /// Where the text is no expression or uses a name that is not a parameter.
    pub fn parse(text: &str, parameters: &[String]) -> Result<Self, ExpressionError> {
        if let Ok(number) = text.trim().parse::<f64>() {
            return Ok(Expr::Constant(number));
        }
        // what else the parser finds wrong is the order of operators and values
        let syntax = |_| {
            let reason = if text.trim().is_empty() { "it is empty" } else { "an operator or a value is missing" };
            ExpressionError::Syntax { text: text.to_string(), reason: reason.to_string() }
        };
        let rewritten = notation::rewrite(text, parameters)?;
        let flat = FlatEx::<Expr, Vocabulary, notation::Number>::parse(&rewritten).map_err(syntax)?;
        let place = |name: &String| parameters.iter().position(|p| p == name);
        let values: Vec<Expr> = flat.var_names().iter().filter_map(place).map(Expr::Parameter).collect();
        let tree = flat.eval(&values).map_err(syntax)?;
        Ok(usual_powers(&tree).folded())
    }

    /// The expression with what does not depend on a parameter evaluated.
    fn folded(self) -> Self {
        if !self.depends_on(&|_| true) { Expr::Constant(self.evaluate::<f64>(&[])) } else { self }
    }

    /// The value for the given values of the parameters.
    pub fn evaluate<R: Real>(&self, parameters: &[R]) -> R {
        match self {
            Expr::Constant(value) => R::constant(*value),
            Expr::Parameter(at) => parameters[*at],
            Expr::Group(inner) => inner.evaluate(parameters),
            Expr::Unary(f, a) => f.apply(a.evaluate(parameters)),
            Expr::Binary(Binary::Pow, a, b) => match **b {
                Expr::Constant(n) if n.fract() == 0.0 && n.abs() <= 64.0 => whole_power(a.evaluate(parameters), n),
                Expr::Constant(0.5) => a.evaluate(parameters).sqrt(),
                _ => pow(a.evaluate(parameters), b.evaluate(parameters)),
            },
            Expr::Binary(f, a, b) => f.apply(a.evaluate(parameters), b.evaluate(parameters)),
        }
    }

    /// True where the expression is zero whatever the parameters.
    pub fn is_zero(&self) -> bool {
        *self == Expr::Constant(0.0)
    }

    /// True where the expression contains a parameter for which `predicate` holds.
    pub fn depends_on(&self, predicate: &impl Fn(usize) -> bool) -> bool {
        match self {
            Expr::Constant(_) => false,
            Expr::Parameter(at) => predicate(*at),
            Expr::Unary(_, a) | Expr::Group(a) => a.depends_on(predicate),
            Expr::Binary(_, a, b) => a.depends_on(predicate) || b.depends_on(predicate),
        }
    }
}

/// The hyperbolic sine: its series below 0.3, where the difference of exponentials loses digits.
fn sinh<R: Real>(x: R) -> R {
    const SERIES: [f64; 6] = [1.0, 1.0 / 6.0, 1.0 / 120.0, 1.0 / 5040.0, 1.0 / 362_880.0, 1.0 / 39_916_800.0];
    let small = x.abs().less(R::constant(0.3));
    let near = R::select(small, x, R::zero());
    let series = near * polynomial(near * near, &SERIES);
    R::select(small, series, (x.exp() - (-x).exp()).scale(0.5))
}

/// x^n by repeated squaring.
fn whole_power<R: Real>(x: R, n: f64) -> R {
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
    let value = value.unwrap_or_else(R::one);
    if n < 0.0 { R::one() / value } else { value }
}

impl Unary {
    fn apply<R: Real>(self, a: R) -> R {
        let one = R::one();
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
            Unary::Cosh => (a.exp() + (-a).exp()).scale(0.5),
            Unary::Tanh => {
                let small = sinh(a) / (a.exp() + (-a).exp()).scale(0.5);
                let large = one - R::constant(2.0) / ((a + a).exp() + one);
                R::select(a.abs().less(one), small, large)
            }
            Unary::Exp => a.exp(),
            Unary::Ln => a.ln(),
            Unary::Log10 => a.ln().scale(std::f64::consts::LOG10_E),
            Unary::Sqrt => a.sqrt(),
            Unary::Abs => a.abs(),
            Unary::Floor => a.floor(),
        }
    }
}

impl Binary {
    fn apply<R: Real>(self, a: R, b: R) -> R {
        match self {
            Binary::Add => a + b,
            Binary::Sub => a - b,
            Binary::Mul => a * b,
            Binary::Div => a / b,
            Binary::Pow => pow(a, b),
            Binary::Atan2 => a.atan2(b),
            Binary::Min => a.min(b),
            Binary::Max => a.max(b),
        }
    }
}

/// Three expressions.
pub type Expr3 = [Expr; 3];

/// The value of three expressions.
pub fn evaluate3<R: Real>(e: &Expr3, parameters: &[R]) -> Vec3<R> {
    Vec3::new(e[0].evaluate(parameters), e[1].evaluate(parameters), e[2].evaluate(parameters))
}

/// Which of three expressions may differ from zero.
pub fn pattern(e: &Expr3) -> [bool; 3] {
    [!e[0].is_zero(), !e[1].is_zero(), !e[2].is_zero()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::Dual;

    fn value(text: &str) -> f64 {
        Expr::parse(text, &["a".into(), "b".into()]).unwrap().evaluate(&[2.0, 3.0])
    }

    #[test]
    fn usual_precedence() {
        for (text, expected) in [
            ("a + b*a", 8.0),
            ("-a^2", -4.0),
            ("(-a)^2", 4.0),
            ("a^b^2", 512.0),
            ("(a^b)^2", 64.0),
            ("a^-1", 0.5),
            ("2*-a", -4.0),
            ("b - a - 1", 0.0),
            ("b/a/2", 0.75),
            ("b/a*2", 3.0),
            ("2*b/a", 3.0),
            ("-(a+b)", -5.0),
            ("b-(-a)", 5.0),
            ("max(a, b) - min(a, b)", 1.0),
            ("sqrt(a^2 + 4*b)", 4.0),
            ("1.5e-3*a", 3e-3),
            ("-a^2 + b", -1.0),
            ("10 - a^2", 6.0),
            ("max(a, min(b, 2.5)) + min(max(a, 4), b)^2", 11.5),
            ("-max(a, (b + 1)*2)^2", -64.0),
            ("2e2*a + 1E+1 - 5.e-1 - .5", 409.0),
            ("(a)*(b) - ((a))", 4.0),
            (" atan2 ( 0 , a ) ", 0.0),
        ] {
            assert!((value(text) - expected).abs() <= 2.0 * f64::EPSILON * expected.abs(), "{text}: {}", value(text));
        }
        assert!((value("sin(pi/6)") - 0.5).abs() < 1e-15);
        assert!((value("atan2(1, 1)*4/pi") - 1.0).abs() < 1e-15);
        assert!((value("tanh(1) + exp(0.5) + log10(2)") - (1f64.tanh() + 0.5f64.exp() + 2f64.log10())).abs() < 1e-15);
    }

    #[test]
    fn hyperbolic_functions_keep_their_digits_near_zero() {
        for x in [1e-12, 1.7e-5, 0.0017, 0.29, 0.31, 0.99, 1.01, 5.0] {
            let close =
                |got: f64, expected: f64| assert!((got / expected - 1.0).abs() < 2e-15, "{x}: {got} {expected}");
            close(Unary::Sinh.apply(x), x.sinh());
            close(Unary::Tanh.apply(x), x.tanh());
            close(Unary::Tanh.apply(-x), -x.tanh());
        }
    }

    #[test]
    fn derivatives_are_exact() {
        let e = Expr::parse("a^2*sin(b)/b", &["a".into(), "b".into()]).unwrap();
        let d = e.evaluate(&[Dual::<f64, 2>::variable(2.0, 0), Dual::variable(3.0, 1)]);
        let (s, c) = 3f64.sin_cos();
        assert!((d.eps[0] - 4.0 * s / 3.0).abs() < 1e-15);
        assert!((d.eps[1] - 4.0 * (c / 3.0 - s / 9.0)).abs() < 1e-15);
    }

    #[test]
    fn unknown_names_and_bad_syntax_say_so() {
        let names = vec!["mass".to_string(), "arm".to_string()];
        let e = Expr::parse("2*mas", &names).unwrap_err();
        assert_eq!(e.to_string(), "\"2*mas\": unknown name \"mas\"; did you mean \"mass\"? parameters: mass, arm");
        for (text, reason) in [
            ("2*(mass", "a closing parenthesis is missing"),
            ("2*mass)", "a closing parenthesis has no opening one"),
            ("", "it is empty"),
            ("2**mass", "an operator or a value is missing"),
            ("mass arm", "an operator or a value is missing"),
            ("2mass", "an operator or a value is missing"),
            ("1.2.3", "an operator or a value is missing"),
            ("mass(2)", "an operator or a value is missing"),
            ("2*", "an operator or a value is missing"),
            ("()", "an operator or a value is missing"),
            ("sin mass", "the argument of sin belongs in parentheses"),
            ("max(mass)", "max has two arguments"),
            ("max(mass, 2, 3)", "a comma separates the two arguments of atan2, min and max only"),
            ("mass, 2", "a comma separates the two arguments of atan2, min and max only"),
            ("mass = 2", "'=' has no meaning here"),
            ("{mass}", "'{' has no meaning here"),
        ] {
            let e = Expr::parse(text, &names).unwrap_err();
            assert_eq!(e, ExpressionError::Syntax { text: text.into(), reason: reason.into() }, "{text}");
        }
        let e = Expr::parse("sqr(mass)", &names).unwrap_err();
        assert_eq!(e.to_string(), "\"sqr(mass)\": unknown name \"sqr\"; did you mean \"sqrt\"? parameters: mass, arm");
        let e = Expr::parse(&"-".repeat(1001), &names).unwrap_err();
        assert_eq!(e.to_string(), "the expression has 1001 characters; accepted: at most 1000");
    }

    #[test]
    fn parameters_may_begin_like_functions() {
        let names: Vec<String> =
            ["max_load", "minimum", "e1", "pitch", "_x", "sine", "atan22"].map(String::from).into();
        let values = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];
        let sum = Expr::parse("max_load + minimum + e1 + pitch + _x + sine + atan22", &names).unwrap();
        assert_eq!(sum.evaluate(&values), 127.0);
        assert_eq!(Expr::parse("2e1 + e1", &names).unwrap().evaluate(&values), 24.0);
    }

    #[test]
    fn the_deepest_expressions_fit_the_stack() {
        let names = vec!["mass".to_string()];
        let sum = vec!["mass"; 200].join("+");
        let nested = format!("{}mass{}", "(".repeat(498), ")".repeat(498));
        let chain = format!("{}mass", "-".repeat(996));
        let roots = format!("{}mass{}", "abs(".repeat(199), ")".repeat(199));
        for (text, expected) in [(sum, 200.0), (nested, 1.0), (chain, 1.0), (roots, 1.0)] {
            assert_eq!(Expr::parse(&text, &names).unwrap().evaluate(&[1.0]), expected);
        }
    }
}
