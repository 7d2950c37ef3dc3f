//! Dimensions of expressions, as far as units of names state them.
//!
//! A number without a unit may stand for any quantity, as 9.81 does for an acceleration. So a number, a product with one, and a
//! function such as `sin` have unknown dimensions, which fit all others.

use super::functions::{Binary, Ternary, Unary};
use super::scope::Scope;
use super::tree::Expr;
use crate::model::unit::Dimension;

impl Scope {
    /// Returns the dimension of an expression over the names of the scope; none where it is unknown.
    pub(super) fn dimension(&self, expression: &Expr) -> Option<Dimension> {
        if let Some(place) = self.place_of_leaf(expression) {
            return self.unit(place)?.dimension;
        }
        let of = |e: &Expr| self.dimension(e);
        match expression {
            Expr::Named(named) => self.dimension_of_definition(named.name()),
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

    /// Returns the index of the parameter or variable that an expression is, with what converts it to units of the SI.
    fn place_of_leaf(&self, expression: &Expr) -> Option<usize> {
        let mut inner = expression;
        while let Expr::Binary(Binary::Mul | Binary::Div, a, factor) = inner
            && matches!(**factor, Expr::Constant(_))
        {
            inner = a;
        }
        match inner {
            Expr::Parameter(place) if self.leaf(*place) == *expression => Some(*place),
            _ => None,
        }
    }
}

/// The largest whole exponent whose power has a dimension here.
const LARGEST_POWER: f64 = 12.0;

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
    use crate::model::unit::{Factor, Unit, ValueUnit};

    /// Returns the scope of m in kg, arm in mm, load in N, angle in deg, k without a unit, and the variables x (m), v (m/s), t (s).
    fn scope() -> Scope {
        let names = |all: &[&str]| all.iter().map(|name| name.to_string()).collect::<Vec<String>>();
        let unit = |text: &str| ValueUnit::new(Unit::parse(text).unwrap().factor, text);
        let units = [unit("kg"), unit("mm"), unit("N"), unit("deg"), ValueUnit::UNKNOWN];
        let scope = Scope::of_parameters(&names(&["m", "arm", "load", "angle", "k"])).with_units(&units);
        let mut scope = scope.with_variables_in_units(
            &names(&["x", "v", "t"]),
            &[ValueUnit::si("m"), ValueUnit::si("m/s"), ValueUnit::si("s")],
        );
        let twice = Expr::parse("arm + arm", &scope).unwrap();
        scope.define("span", twice, None);
        scope
    }

    #[test]
    fn dimensions_follow_from_units_of_names() {
        let scope = scope();
        let cases = [
            ("arm", Some("m")),
            ("-abs(arm)", Some("m")),
            ("span + 0.1", Some("m")),
            ("m*v/t", Some("N")),
            ("m*v^2/x", Some("N")),
            ("sqrt(x^2 + arm^2)", Some("m")),
            ("(x*arm)^0.5", Some("m")),
            ("where(k, x, 0)", Some("m")),
            ("clamp(x, k, arm)", Some("m")),
            ("x/arm", Some("rad")),
            ("angle", Some("rad")),
            ("angle/t", Some("rad/s")),
            ("sqrt(x)", None),
            ("9.81*m", None),
            ("x/1000", None),
            ("k*x", None),
            ("sin(angle)", None),
            ("x^k", None),
            ("x + v", None),
            ("2", None),
        ];
        for (text, unit) in cases {
            let found = scope.dimension(&Expr::parse(text, &scope).unwrap());
            assert_eq!(found, unit.map(|unit| Unit::parse(unit).unwrap().dimension), "{text}");
        }
        let plain = Scope::of_parameters(&["a".to_string()]).with_units(&[ValueUnit::new(Factor::ONE, "1")]);
        assert_eq!(plain.dimension(&Expr::parse("a", &plain).unwrap()), None);
    }

    #[test]
    fn relations_between_other_quantities_are_refused() {
        let scope = scope();
        for text in [
            "min(x, load)",
            "max(0, max(arm*k, min(angle, v)))",
            "clamp(k, x, load)",
            "clamp(x, -load, load)",
            "where(x - v, 1, 2)",
            "where(k, x, v)",
            "step(t - x)",
            "1 + step((x - 0.1) - (v - k))",
        ] {
            let message = Expr::parse(text, &scope).expect_err(text).to_string();
            assert!(message.contains("; accepted: quantities of the same unit"), "{message}");
        }
        for text in [
            "min(x, span)",
            "max(0, load)",
            "clamp(x, -1, 9.81*m)",
            "where(x - 1*v, x, arm)",
            "where(t - k, sin(t), 1)",
            "step(-v - x) + sign(x - v) + (x - v)",
            "min(angle, x/arm)",
            "min(k, load)",
        ] {
            Expr::parse(text, &scope).unwrap();
        }
        for text in ["x > load", "k > 1 and (2 > t or arm + k <= v*v)", "x - arm < angle"] {
            Expr::parse_condition(text, &scope).expect_err(text);
        }
        Expr::parse_condition("x > 20 mm and v > x/t or load < 3", &scope).unwrap();
    }

    #[test]
    fn messages_name_both_operands_with_their_units() {
        let scope = scope();
        let message = Expr::parse("2*min(arm*k, x) + where( x+0.1 - load , 1, 2)", &scope).unwrap_err().to_string();
        assert_eq!(
            message,
            "\"2*min(arm*k, x) + where( x+0.1 - load , 1, 2)\" compares \"x+0.1\", a length (m), with \"load\", a force (N); \
             accepted: quantities of the same unit; a number, or a product with one, as 1*load, fits every unit"
        );
    }
}
