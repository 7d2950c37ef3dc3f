//! Dimensions of expressions, as far as units of names state them, and what compares quantities of others.
//!
//! A number without a unit may stand for any quantity, as 9.81 does for an acceleration. So a number, a product with one, and a
//! function such as `sin` have unknown dimensions, which fit all others.

use super::functions::{Binary, Ternary, Unary};
use super::tree::Expr;
use crate::model::unit::{Dimension, ValueUnit};

/// The largest whole exponent whose power has a dimension here.
const LARGEST_POWER: f64 = 12.0;

impl Expr {
    /// Says which quantities of different units the expression as a whole compares, or takes from each other; nothing where it does not. Parts
    /// of other formulas, such as control laws, add what they like. Parameters and variables have these names, and values in these units.
    pub fn unlike_quantities(&self, names: &[String], units: &[ValueUnit]) -> Option<String> {
        let mut found = None;
        self.for_each_part(&mut |part| {
            let pairs: Vec<[&Expr; 2]> = match part {
                // with a sign before a it is a sum, such as that of a deviation and its rate in a control law
                Expr::Binary(Binary::Sub, a, _) if matches!(**a, Expr::Unary(Unary::Neg, _)) => Vec::new(),
                Expr::Binary(
                    Binary::Sub
                    | Binary::Min
                    | Binary::Max
                    | Binary::Less
                    | Binary::LessOrEqual
                    | Binary::Greater
                    | Binary::GreaterOrEqual,
                    a,
                    b,
                ) => vec![[a, b]],
                Expr::Ternary(Ternary::Clamp, x, low, high) => vec![[x, low], [x, high], [low, high]],
                _ => Vec::new(),
            };
            for [a, b] in pairs {
                if let (Some(of_a), Some(of_b)) = (a.dimension(units), b.dimension(units))
                    && of_a != of_b
                    && found.is_none()
                {
                    let [left, right] = [a, b].map(|e| e.without_conversions(units).written(names));
                    let factor = if right.contains(['+', '-']) { format!("({right})") } else { right.clone() };
                    let [of_a, of_b] = [of_a.words(), of_b.words()];
                    let what = match part {
                        Expr::Binary(Binary::Sub, ..) => format!("subtracts {right:?}, {of_b}, from {left:?}, {of_a}"),
                        _ => format!("compares {left:?}, {of_a}, with {right:?}, {of_b}"),
                    };
                    found = Some(format!(
                        "{what}; accepted: quantities of the same unit; a number, or a product with one, as 1*{factor}, fits every unit"
                    ));
                }
            }
            found.is_none() && matches!(part, Expr::Unary(Unary::Neg, _) | Expr::Binary(Binary::And | Binary::Or, ..))
        });
        found
    }

    /// Returns the dimension of the expression; none where it is unknown.
    fn dimension(&self, units: &[ValueUnit]) -> Option<Dimension> {
        if let Some(place) = self.place_of_leaf(units) {
            return units.get(place)?.dimension;
        }
        let of = |e: &Expr| e.dimension(units);
        match self {
            Expr::Named(named) => of(&named.expression),
            Expr::Unary(Unary::Neg | Unary::Abs | Unary::Smooth, a) => of(a),
            Expr::Unary(Unary::Sqrt, a) => root(of(a)?),
            Expr::Binary(Binary::Add | Binary::Sub | Binary::Min | Binary::Max | Binary::Mod, a, b) => {
                common(&[of(a), of(b)])
            }
            Expr::Binary(Binary::Mul, a, b) => Some(of(a)?.times(of(b)?, 1)),
            Expr::Binary(Binary::Div, a, b) => Some(of(a)?.times(of(b)?, -1)),
            Expr::Binary(Binary::Pow, a, b) => match **b {
                Expr::Constant(0.5) => root(of(a)?),
                Expr::Constant(n) if n.fract() == 0.0 && n.abs() <= LARGEST_POWER => {
                    Some(Dimension::default().times(of(a)?, n as i32))
                }
                _ => None,
            },
            Expr::Ternary(Ternary::Where, _, a, b) => common(&[of(a), of(b)]),
            Expr::Ternary(Ternary::Clamp, x, low, high) => common(&[of(x), of(low), of(high)]),
            _ => None,
        }
    }

    /// Returns the number of the parameter or variable that the expression is, with what converts it to units of the SI.
    fn place_of_leaf(&self, units: &[ValueUnit]) -> Option<usize> {
        let mut inner = self;
        while let Expr::Binary(Binary::Mul | Binary::Div, a, factor) = inner
            && matches!(**factor, Expr::Constant(_))
        {
            inner = a;
        }
        let Expr::Parameter(place) = inner else { return None };
        let size = units.get(*place)?.size;
        (inner.clone().in_unit(size) == *self).then_some(*place)
    }

    /// Returns the expression as it is written: without what converts names to units of the SI.
    fn without_conversions(&self, units: &[ValueUnit]) -> Self {
        match self.place_of_leaf(units) {
            Some(place) => Expr::Parameter(place),
            None => self.with_operands(&mut |e| e.without_conversions(units)),
        }
    }
}

/// Returns the dimension of a square root.
fn root(of: Dimension) -> Option<Dimension> {
    of.0.iter().all(|power| power % 2 == 0).then(|| Dimension(of.0.map(|power| power / 2)))
}

/// Returns the dimension that quantities have in common where some are known and these agree.
fn common(all: &[Option<Dimension>]) -> Option<Dimension> {
    let mut known = all.iter().flatten();
    let first = *known.next()?;
    known.all(|other| *other == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::expression::Scope;
    use crate::model::unit::Unit;

    /// Returns names and units: m in kg, arm in mm, load in N, angle in deg, k without a unit, and the variables x (m), v (m/s), t (s).
    fn names() -> (Vec<String>, Vec<ValueUnit>, Scope) {
        let unit = |text: &str| ValueUnit::new(Unit::parse(text).unwrap().factor, text);
        let names: Vec<String> = ["m", "arm", "load", "angle", "k", "x", "v", "t"].map(String::from).to_vec();
        let mut units = ["kg", "mm", "N", "deg"].map(unit).to_vec();
        units.push(ValueUnit::UNKNOWN);
        let sizes: Vec<_> = units.iter().map(|unit| unit.size).collect();
        units.extend(["m", "m/s", "s"].map(unit));
        let scope = Scope::of_parameters(&names[..5]).with_units(&sizes).with_variables_in_units(&names[5..], &[]);
        (names, units, scope)
    }

    #[test]
    fn dimensions_follow_from_units_of_names() {
        let (_, units, scope) = names();
        for (text, unit) in [
            ("arm", Some("m")),
            ("-abs(arm)", Some("m")),
            ("arm + arm + 0.1", Some("m")),
            ("m*v/t", Some("N")),
            ("m*v^2/x", Some("N")),
            ("sqrt(x^2 + arm^2)", Some("m")),
            ("(x*arm)^0.5", Some("m")),
            ("where(k, x, 0)", Some("m")),
            ("clamp(x, k, arm)", Some("m")),
            ("x/arm", Some("rad")),
            ("angle/t", Some("rad/s")),
            ("sqrt(x)", None),
            ("9.81*m", None),
            ("x/1000", None),
            ("sin(angle)", None),
            ("x^k", None),
            ("x + v", None),
            ("2", None),
        ] {
            let found = Expr::parse(text, &scope).unwrap().dimension(&units);
            assert_eq!(found, unit.map(|unit| Unit::parse(unit).unwrap().dimension), "{text}");
        }
    }

    #[test]
    fn quantities_of_different_units_are_found_where_they_are_compared() {
        let (names, units, scope) = names();
        let found = |text: &str| Expr::parse_condition(text, &scope).or_else(|_| Expr::parse(text, &scope)).unwrap();
        for text in [
            "x - t",
            "min(x, load)",
            "clamp(k, x, load)",
            "-(t - x)",
            "(x - 0.1) - (v - k)",
            "k > 1 or x - arm < angle",
        ] {
            assert!(found(text).unlike_quantities(&names, &units).is_some(), "{text}");
        }
        for text in [
            "x - 1*t",
            "max(0, load)",
            "-v - x",
            "x + v",
            "sin(x - t)",
            "x - v > k",
            "x - arm",
            "where(k, x, v)",
            "x > 20 mm and v > x/t",
        ] {
            assert_eq!(found(text).unlike_quantities(&names, &units), None, "{text}");
        }
        let words = found("arm + 0.1 - load").unlike_quantities(&names, &units).unwrap();
        assert!(
            words.starts_with("subtracts \"load\", a force (N), from \"arm + 0.1\", a length (m); accepted: "),
            "{words}"
        );
    }
}
