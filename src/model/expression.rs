//! Numbers of a scenario: expressions over its parameters.
//!
//! `exmex` parses; the tree that it builds is kept and walked with any [`Real`], so that an expression
//! reaches the GPU and is differentiated like any other equation.

mod functions;
mod law;
mod notation;
mod scope;

pub use functions::{Binary, Ternary, Unary, smoothstep};
pub use law::Law;
pub use scope::Scope;

use crate::num::elementary::pow;
use crate::num::{Real, Vec3};
use exmex::{BinOp, Express, FlatEx, MakeOperators, Operator};
use std::fmt::Debug;
use std::str::FromStr;
use std::sync::Arc;

/// An expression over the names of a [`Scope`]: the parameters of a mechanism and, in some places, variables.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A number.
    Constant(f64),
    /// The parameter of that number; variables are counted on from the parameters.
    Parameter(usize),
    /// A function of one argument.
    Unary(Unary, Arc<Expr>),
    /// A function of two arguments.
    Binary(Binary, Arc<Expr>, Arc<Expr>),
    /// A function of three arguments.
    Ternary(Ternary, Arc<Expr>, Arc<Expr>, Arc<Expr>),
    /// A pair of parentheses, while parsing only.
    Group(Arc<Expr>),
    /// The last two arguments of a function of three, while parsing only.
    Pair(Arc<Expr>, Arc<Expr>),
}

/// The functions and constants that an expression may use.
pub const VOCABULARY: &str = "+ - * / ^ ( ), sin cos tan asin acos atan sinh cosh tanh exp ln log10 sqrt abs floor, \
                              sign(x) (-1, 0 or 1) step(x) (0 below 0, 1 from 0 on) smoothstep(x) (from 0 at 0 to 1 at \
                              1, with slope 0 at both), atan2(y, x) min(a, b) max(a, b) mod(a, b) (a - b floor(a/b)), \
                              where(c, a, b) (a where c > 0, otherwise b) clamp(x, low, high), pi, e";

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
    #[error("{text:?}: unknown name {name:?}; {}", known(.scope, .nearest.as_ref()))]
    UnknownName {
        /// The text.
        text: String,
        /// The name.
        name: String,
        /// The parameter or function that is most like it, if one is.
        nearest: Option<String>,
        /// The names there are.
        scope: Scope,
    },
    /// A name is that of a parameter and of a variable, or of two variables.
    #[error(
        "{text:?}: {name:?} is both a {} and a variable that this expression has ({}); rename the {0}",
        if .scope.parameters().contains(.name) { "parameter" } else { "[[variable]]" },
        list(.scope.variables())
    )]
    Ambiguous {
        /// The text.
        text: String,
        /// The name.
        name: String,
        /// The names there are.
        scope: Scope,
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

fn list<'a>(names: impl Iterator<Item = &'a String>) -> String {
    let names: Vec<&str> = names.map(String::as_str).collect();
    if names.is_empty() { "there are none".into() } else { names.join(", ") }
}

fn known(scope: &Scope, nearest: Option<&String>) -> String {
    let mut names = format!("parameters: {}", list(scope.parameters().iter()));
    if scope.variables().next().is_some() {
        names += &format!("; variables: {}", list(scope.variables()));
    }
    match nearest {
        Some(near) => format!("did you mean {near:?}? {names}"),
        None => names,
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

/// A function of three arguments, whose last two come as a pair.
fn ternary(f: Ternary, a: Expr, rest: Expr) -> Expr {
    match rest {
        Expr::Group(inner) => ternary(f, a, (*inner).clone()),
        Expr::Pair(b, c) => Expr::Ternary(f, Arc::new(a), b, c),
        _ => unreachable!("the notation writes a pair"),
    }
}

macro_rules! vocabulary {
    (
        unary: $($name:literal $unary:ident,)* ;
        operators: $($symbol:literal $binary:ident $priority:literal,)* ;
        ternary: $($three:literal $ternary:ident,)*
    ) => {
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
                    $(Operator::make_bin($three, BinOp {
                        apply: |a, b| ternary(Ternary::$ternary, a, b), prio: 0, is_commutative: false,
                    }),)*
                    Operator::make_bin(notation::PAIR, BinOp {
                        apply: |a, b| Expr::Pair(Arc::new(a), Arc::new(b)), prio: 0, is_commutative: false,
                    }),
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
    "tanh" Tanh, "exp" Exp, "ln" Ln, "log10" Log10, "sqrt" Sqrt, "abs" Abs, "floor" Floor, "sign" Sign, "step" Step,
    "smoothstep" Smoothstep,;
    operators:
    "*" Mul 2, "/" Div 3, "^" Pow 4, "atan2" Atan2 0, "min" Min 0, "max" Max 0, "mod" Mod 0,;
    ternary:
    "where" Where, "clamp" Clamp,
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
        Expr::Ternary(f, a, b, c) => {
            let [a, b, c] = [a, b, c].map(|e| Arc::new(usual_powers(e)));
            Expr::Ternary(*f, a, b, c)
        }
        Expr::Pair(a, b) => Expr::Pair(Arc::new(usual_powers(a)), Arc::new(usual_powers(b))),
    }
}

impl Expr {
    /// Parses a text over the names of a scope.
    ///
    /// # Errors
    /// Where the text is no expression, or uses a name that the scope has not or has twice.
    pub fn parse(text: &str, scope: &Scope) -> Result<Self, ExpressionError> {
        if let Ok(number) = text.trim().parse::<f64>() {
            return Ok(Expr::Constant(number));
        }
        // what else the parser finds wrong is the order of operators and values
        let syntax = |_| {
            let reason = if text.trim().is_empty() { "it is empty" } else { "an operator or a value is missing" };
            ExpressionError::Syntax { text: text.to_string(), reason: reason.to_string() }
        };
        let rewritten = notation::rewrite(text, scope)?;
        let flat = FlatEx::<Expr, Vocabulary, notation::Number>::parse(&rewritten).map_err(syntax)?;
        let values: Vec<Expr> = flat.var_names().iter().filter_map(|name| notation::place(name)).collect();
        let tree = flat.eval(&values).map_err(syntax)?;
        Ok(usual_powers(&tree).folded())
    }

    /// The expression with what does not depend on a name evaluated.
    fn folded(self) -> Self {
        if !self.depends_on(&|_| true) { Expr::Constant(self.evaluate::<f64>(&[])) } else { self }
    }

    /// The value for the given values of the parameters and, if it has any, of its variables.
    pub fn evaluate<R: Real>(&self, parameters: &[R]) -> R {
        match self {
            Expr::Constant(value) => R::constant(*value),
            Expr::Parameter(at) => parameters[*at],
            Expr::Group(inner) => inner.evaluate(parameters),
            Expr::Unary(f, a) => f.apply(a.evaluate(parameters)),
            Expr::Binary(Binary::Pow, a, b) => match **b {
                Expr::Constant(n) if n.fract() == 0.0 && n.abs() <= 64.0 => {
                    functions::whole_power(a.evaluate(parameters), n)
                }
                Expr::Constant(0.5) => a.evaluate(parameters).sqrt(),
                _ => pow(a.evaluate(parameters), b.evaluate(parameters)),
            },
            Expr::Binary(f, a, b) => f.apply(a.evaluate(parameters), b.evaluate(parameters)),
            Expr::Ternary(f, a, b, c) => {
                f.apply(a.evaluate(parameters), b.evaluate(parameters), c.evaluate(parameters))
            }
            Expr::Pair(..) => unreachable!("a pair is the arguments of a function of three"),
        }
    }

    /// Half of an expression.
    pub fn half_of(expression: &Expr) -> Self {
        Expr::Binary(Binary::Mul, Arc::new(expression.clone()), Arc::new(Expr::Constant(0.5)))
    }

    /// True where the expression is zero whatever the parameters and variables.
    pub fn is_zero(&self) -> bool {
        *self == Expr::Constant(0.0)
    }

    /// True where the expression contains a parameter or variable for whose number `predicate` holds.
    pub fn depends_on(&self, predicate: &impl Fn(usize) -> bool) -> bool {
        match self {
            Expr::Constant(_) => false,
            Expr::Parameter(at) => predicate(*at),
            Expr::Unary(_, a) | Expr::Group(a) => a.depends_on(predicate),
            Expr::Binary(_, a, b) | Expr::Pair(a, b) => a.depends_on(predicate) || b.depends_on(predicate),
            Expr::Ternary(_, a, b, c) => [a, b, c].iter().any(|e| e.depends_on(predicate)),
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
mod tests;
