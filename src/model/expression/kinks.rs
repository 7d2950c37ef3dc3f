//! Where expressions have no derivative by a parameter: kinks, jumps and roots that parameters alone decide.

use super::functions::{Binary, Unary};
use super::relations::Relation;
use super::switching::Switching;
use super::tree::Expr;
use crate::num::Dual;

/// Distances on both sides at which differences are taken, as parts of the parameter: of a derivative they come nearer to each other.
const DISTANCES: [f64; 3] = [1e-4, 1e-5, 1e-6];
/// By how much of themselves derivatives differ that agree.
const SAME: f64 = 1e-6;

/// A part of an expression, of parameters alone, that has no derivative for some values of them.
#[derive(Clone, Debug)]
pub struct Kink {
    part: Expr,
    passages: Vec<Passage>,
}

/// A number whose zero may be a kink, a jump or a root, and the number that passes it: another one there, it changes with a parameter.
#[derive(Clone, Debug)]
struct Passage {
    zero: Expr,
    passing: Expr,
}

impl Kink {
    /// Returns the kinks in the largest parts of an expression that depend on the first `count` of its parameters and variables
    /// alone.
    pub fn of(expression: &Expr, count: usize) -> Vec<Self> {
        let (mut open, mut found) = (vec![expression], Vec::new());
        while let Some(part) = open.pop() {
            let of_parameters = |part: &Expr| part.depends_on(&|_| true) && !part.depends_on(&|at| at >= count);
            if part.depends_on(&|at| at >= count) {
                // of a choice by parameters between others
                let own = Passage::at(part).into_iter().filter(|passage| of_parameters(&passage.zero));
                found.extend(own.map(|passage| Self {
                    part: Expr::unary(Unary::Sign, passage.zero.clone()),
                    passages: vec![passage],
                }));
                open.extend(part.operands());
                continue;
            }
            let mut passages: Vec<Passage> = Vec::new();
            part.for_each_part(&mut |inner| {
                passages.extend(Passage::at(inner));
                true
            });
            passages.retain(|passage| of_parameters(&passage.zero));
            found.extend((!passages.is_empty()).then(|| Self { part: part.clone(), passages }));
        }
        found
    }

    /// Says whether a parameter for whose number `predicate` holds decides it.
    pub fn depends_on(&self, predicate: &impl Fn(usize) -> bool) -> bool {
        self.part.depends_on(predicate)
    }

    /// Tells whether one of its zeros is there, for these values of all parameters: elsewhere it is not met.
    pub fn is_near(&self, parameters: &[f64]) -> bool {
        self.passages.iter().any(|passage| passage.zero.evaluate(parameters) == 0.0)
    }

    /// Tells whether there is no derivative by a parameter, for these values of all.
    pub fn is_met(&self, parameters: &[f64], by: usize) -> bool {
        self.passages.iter().any(|passage| passage.happens(parameters, by)) && !self.has_derivative(parameters, by)
    }

    /// Tells whether differences on both sides have one limit: those of a kink stay apart, those of a jump grow.
    fn has_derivative(&self, parameters: &[f64], by: usize) -> bool {
        let mut beside = parameters.to_vec();
        let mut at = |distance: f64| {
            beside[by] = parameters[by] + distance;
            self.part.evaluate(&beside)
        };
        let here = at(0.0);
        let scale = if parameters[by] == 0.0 { 1.0 } else { parameters[by].abs() };
        let [wide, middle, narrow] = DISTANCES.map(|part| {
            let step = part * scale;
            [(at(step) - here) / step, (here - at(-step)) / step]
        });
        let apart = |[after, before]: [f64; 2]| (after - before).abs();
        let moved = |[a, b]: [f64; 2], [c, d]: [f64; 2]| ((a - c) + (b - d)).abs();
        let rounding = 8.0 * f64::EPSILON * here.abs() / (DISTANCES[2] * scale);
        let negligible = rounding.max(SAME * (narrow[0].abs() + narrow[1].abs()));
        let falls = |from: f64, to: f64| to <= negligible.max(0.5 * from);
        falls(apart(wide), apart(narrow)) && falls(moved(wide, middle), moved(middle, narrow))
    }
}

impl Passage {
    /// Tells whether the zero is passed as a parameter changes, for these values of all.
    fn happens(&self, parameters: &[f64], by: usize) -> bool {
        if self.zero.evaluate(parameters) != 0.0 {
            return false;
        }
        let passing = self.passing.evaluate(&Dual::<f64, 1>::by_one(parameters, Some(by)));
        passing.eps[0] != 0.0
    }

    /// Returns the passages of a function for its arguments.
    fn at(part: &Expr) -> Vec<Self> {
        // the root of a sum of squares is a length, whose kink each of them passes
        let root = |a: &Expr| {
            let length = |base: &Expr| Self { zero: a.clone(), passing: base.clone() };
            squared(a).into_iter().map(length).collect::<Vec<Self>>()
        };
        match part {
            Expr::Unary(Unary::Sqrt, a) => root(a),
            Expr::Binary(Binary::Pow, a, power) if matches!(**power, Expr::Constant(0.5)) => root(a),
            _ => Relation::of(part).into_iter().filter(|relation| relation.grade < 2).map(Self::of).collect(),
        }
    }

    /// Returns the passage of a relation.
    fn of(Relation { passing, switching, .. }: Relation) -> Self {
        let zero = match switching {
            Switching::AtZero => passing.clone(),
            Switching::AtWhole => {
                Expr::binary(Binary::Sub, passing.clone(), Expr::unary(Unary::Floor, passing.clone()))
            }
        };
        Self { zero, passing }
    }
}

/// Returns the numbers whose squares an expression is the sum of; none where it is another one.
fn squared(expression: &Expr) -> Vec<&Expr> {
    match expression {
        Expr::Binary(Binary::Add, a, b) => {
            let [a, b] = [squared(a), squared(b)];
            if a.is_empty() || b.is_empty() { Vec::new() } else { [a, b].concat() }
        }
        Expr::Binary(Binary::Pow, a, power) if matches!(**power, Expr::Constant(2.0)) => vec![&**a],
        Expr::Binary(Binary::Mul, a, b) if a == b => vec![&**a],
        Expr::Named(named) => squared(&named.expression),
        _ => Vec::new(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::model::expression::Scope;

    #[test]
    fn kinks_jumps_and_lengths_of_zero_have_no_derivative() {
        let scope = Scope::new(&["p", "q"].map(String::from), &["t".to_string()]);
        let kinks = |text: &str| Kink::of(&Expr::parse(text, &scope).unwrap(), 2);
        for (text, by) in [
            ("1 + abs(p)", 0),
            ("t*abs(2*p - q + 1)", 0),
            ("sqrt(p^2)", 0),
            ("sqrt((p + q - 1)^2 + p*p)", 1),
            ("(p^2 + (q - 1)^2)^0.5", 1),
            ("clamp(q, 0, 1)", 1),
            ("mod(q, 0.5)", 1),
            ("floor(q)*t", 1),
            ("step(p)", 0),
            ("max(p, q - 1)", 0),
            ("min(t, 3) + sign(p)", 0),
            ("where(p, t, q)", 0),
            ("sign(p) + 1e3*p", 0),
            ("1e3*p + 1e-3*sign(p)", 0),
            ("sign(p)*abs(p)^0.5", 0),
        ] {
            assert!(kinks(text).iter().any(|kink| kink.is_met(&[0.0, 1.0], by)), "{text}");
            assert!(!kinks(text).iter().any(|kink| kink.is_met(&[0.1, 1.3], by)), "{text}");
        }
        // another parameter, terms that move alike, numbers that the motion decides, and kinks that nothing is left of
        for text in [
            "abs(q - 1)",
            "max(p + q, 2*p + q - p)",
            "abs(p*t)",
            "sqrt(q)",
            "smoothstep(p)",
            "p^2",
            "t + abs(p)^1.5",
            "1000 + p*abs(p)",
            "sign(p)*abs(p)^1.5",
            "cos(abs(p)) + 5*p",
            "max(q, abs(p))",
        ] {
            assert!(!kinks(text).iter().any(|kink| kink.is_met(&[0.0, 1.0], 0)), "{text}");
        }
    }
}
