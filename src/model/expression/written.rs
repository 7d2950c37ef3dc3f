//! Expressions as texts.

use super::functions::{Binary, Unary};
use super::tree::Expr;
use super::vocabulary::{Builtin, SUM};

/// How tight products, signs and powers bind; see [`super::vocabulary::infix`].
const PRODUCT: u8 = SUM + 1;
const SIGN: u8 = SUM + 2;
const POWER: u8 = SUM + 3;

impl Expr {
    /// Returns the expression as a text, with the names of parameters and, behind them, variables.
    pub fn written(&self, names: &[String]) -> String {
        self.written_within(names, 0)
    }

    /// Returns the text as an operand of an operator that binds so tight.
    fn written_within(&self, names: &[String], tight: u8) -> String {
        let of = |e: &Expr, tight: u8| e.written_within(names, tight);
        let (own, text) = match self {
            Expr::Constant(x) if *x < 0.0 => (SIGN, number(*x)),
            Expr::Constant(x) => return number(*x),
            Expr::Parameter(at) => return names.get(*at).cloned().unwrap_or_default(),
            Expr::Named(named) => return named.name().to_string(),
            Expr::Held(held) => return of(&held.function, tight),
            Expr::Signal(_, _, a) | Expr::Position(_, a) => return format!("signal({})", of(a, 0)),
            Expr::Unary(Unary::Neg, a) => (SIGN, format!("-{}", of(a, SIGN))),
            Expr::Unary(f, a) => {
                return format!("{}({})", called(|b| matches!(b, Builtin::One(g) if g == f)), of(a, 0));
            }
            Expr::Binary(f, a, b) => match operator(*f) {
                // equal operators are taken from the left, powers from the right
                Some((own, sign)) if *f == Binary::Pow => (own, of(a, own + 1) + sign + &of(b, own)),
                Some((own, sign)) => (own, of(a, own) + sign + &of(b, own + 1)),
                None => {
                    let name = called(|b| matches!(b, Builtin::Two(g) if g == f));
                    return format!("{name}({}, {})", of(a, 0), of(b, 0));
                }
            },
            Expr::Ternary(f, a, b, c) => {
                let name = called(|b| matches!(b, Builtin::Three(g) if g == f));
                return format!("{name}({}, {}, {})", of(a, 0), of(b, 0), of(c, 0));
            }
        };
        if own < tight { format!("({text})") } else { text }
    }
}

/// Returns the name of a function.
fn called(is_it: impl Fn(&Builtin) -> bool) -> &'static str {
    Builtin::ALL.iter().find(|(_, builtin)| is_it(builtin)).map_or("", |(signature, _)| Builtin::name(signature))
}

/// Returns how tight an operator binds, and its sign.
fn operator(f: Binary) -> Option<(u8, &'static str)> {
    Some(match f {
        Binary::Or => (0, " or "),
        Binary::And => (1, " and "),
        Binary::Less => (2, " < "),
        Binary::LessOrEqual => (2, " <= "),
        Binary::Greater => (2, " > "),
        Binary::GreaterOrEqual => (2, " >= "),
        Binary::Add => (SUM, " + "),
        Binary::Sub => (SUM, " - "),
        Binary::Mul => (PRODUCT, "*"),
        Binary::Div => (PRODUCT, "/"),
        Binary::Pow => (POWER, "^"),
        Binary::Atan2 | Binary::Min | Binary::Max | Binary::Mod => return None,
    })
}

fn number(x: f64) -> String {
    if x == 0.0 || (1e-4..1e6).contains(&x.abs()) { format!("{x}") } else { format!("{x:e}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::expression::Scope;

    #[test]
    fn texts_of_expressions_are_read_as_these() {
        let names = ["a", "b", "x"].map(String::from);
        let scope = Scope::new(&names[..2], &names[2..]);
        for text in [
            "a - (b - x)",
            "a - b + x",
            "-(a + b)*x^2",
            "(a + b)/(x*a)",
            "a^b^x",
            "(a^b)^x",
            "(-a)^2",
            "where(x - a, min(a, -x), atan2(a, 2e-7))",
            "clamp(sin(x)^2, -1, b)",
            "a*(-0.5)",
        ] {
            let expression = Expr::parse(text, &scope).unwrap();
            let written = expression.written(&names);
            assert_eq!(Expr::parse(&written, &scope).unwrap(), expression, "{text}: {written}");
        }
        assert_eq!(Expr::parse("a-b*( x-1.50 )", &scope).unwrap().written(&names), "a - b*(x - 1.5)");
    }
}
