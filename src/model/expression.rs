//! Numbers of a scenario: expressions over its parameters.
//!
//! `exmex` parses; the tree that it builds is kept and walked with any [`Real`], so that an expression
//! is evaluated in lanes, reaches the GPU and is differentiated like any other equation.

use crate::num::elementary::pow;
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
    #[error("{text:?}: unknown name {name:?}; {}", known(.parameters, .name))]
    UnknownName {
        /// The text.
        text: String,
        /// The name.
        name: String,
        /// The parameters there are.
        parameters: Vec<String>,
    },
}

fn known(parameters: &[String], name: &str) -> String {
    let list = if parameters.is_empty() { "there are none".to_string() } else { parameters.join(", ") };
    match crate::model::nearest(name, parameters.iter().map(String::as_str)) {
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
                    Operator::make_unary("group_", |a| Expr::Group(Arc::new(a))),
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

/// Marks grouping parentheses (those that do not hold a function's arguments), so that `-a^b` can be
/// told from `(-a)^b` in what the parser builds.
fn mark_groups(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut previous = ' ';
    for c in text.chars() {
        if c == '(' && !(previous.is_alphanumeric() || previous == '_') {
            out.push_str(" group_");
        }
        out.push(c);
        if !c.is_whitespace() {
            previous = c;
        }
    }
    out
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
        let syntax = |reason: String| ExpressionError::Syntax { text: text.to_string(), reason };
        let flat = FlatEx::<Expr, Vocabulary>::parse(&mark_groups(text))
            .map_err(|e| syntax(e.to_string().replace("group_", "")))?;
        let mut values = Vec::new();
        for name in flat.var_names() {
            let Some(at) = parameters.iter().position(|p| p == name) else {
                return Err(ExpressionError::UnknownName {
                    text: text.to_string(),
                    name: name.clone(),
                    parameters: parameters.to_vec(),
                });
            };
            values.push(Expr::Parameter(at));
        }
        let tree = flat.eval(&values).map_err(|e| syntax(e.to_string()))?;
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
            Unary::Sinh => (a.exp() - (-a).exp()).scale(0.5),
            Unary::Cosh => (a.exp() + (-a).exp()).scale(0.5),
            Unary::Tanh => one - R::constant(2.0) / ((a + a).exp() + one),
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
        ] {
            assert_eq!(value(text), expected, "{text}");
        }
        assert!((value("sin(pi/6)") - 0.5).abs() < 1e-15);
        assert!((value("atan2(1, 1)*4/pi") - 1.0).abs() < 1e-15);
        assert!((value("tanh(1) + exp(0.5) + log10(2)") - (1f64.tanh() + 0.5f64.exp() + 2f64.log10())).abs() < 1e-15);
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
        assert!(Expr::parse("2*(mass", &names).is_err());
        assert!(Expr::parse("", &names).is_err());
    }
}
