//! The messages of the parser on what cannot stand where it stands.

use super::error::ExpressionError;
use super::functions::Binary;
use super::parser::{OPERATOR, OPERATOR_OF_CONDITIONS, Parser};
use super::vocabulary::{Builtin, SUM};
use crate::model::unit::Unit;

impl Parser<'_> {
    /// Says what can follow a value.
    pub(super) fn operators(&self) -> &'static str {
        if self.lowest < SUM { OPERATOR_OF_CONDITIONS } else { OPERATOR }
    }

    /// Says that an operator does not suit what is on both sides of it.
    pub(super) fn misplaced(&self, operator: Binary, token: &str, column: usize) -> Box<ExpressionError> {
        let (found, accepted) = match operator.is_of_conditions() {
            true => ("something else than a comparison", "comparisons on both sides of it, as in \"a > 1 and b < 2\""),
            false => ("a comparison", "numbers on both sides of it; comparisons are joined by \"and\", \"or\""),
        };
        let (text, found) = (self.text.to_string(), format!("{token:?} beside {found}"));
        Box::new(ExpressionError::Syntax { text, column, found, accepted: accepted.to_string() })
    }

    /// Says that the token cannot stand here.
    pub(super) fn refused(&self, mut accepted: String) -> Box<ExpressionError> {
        if self.lowest == SUM && matches!(self.token, "<" | "<=" | ">" | ">=" | "==" | "and" | "or" | "&&" | "||") {
            accepted += "; comparisons stand in [[probability]] alone: step(a - b) is 1 where a >= b and otherwise 0, \
                         where(a - b, x, y) is x where a > b and otherwise y";
        }
        accepted += &self.unit_instead(&accepted);
        let found = match self.token {
            "" => "the end".to_string(),
            token => format!("{token:?}"),
        };
        let text = self.text.to_string();
        Box::new(ExpressionError::Syntax { text, column: self.column(), found, accepted })
    }

    /// Says how a number in another unit than that of the SI is given, where a unit stands behind a number.
    fn unit_instead(&self, accepted: &str) -> String {
        let (number, unit) = self.text.split_at(self.end - self.token.len());
        let is_unit = accepted.starts_with(OPERATOR) && !self.token.starts_with(|c: char| c.is_ascii_digit());
        let (Ok(x), Ok(factor), true) =
            (number.trim().parse::<f64>(), Unit::parse(unit).map(|unit| unit.factor), is_unit)
        else {
            return String::new();
        };
        let unit = unit.trim();
        let value = match unit {
            "deg" | "°" => format!("{}*pi/180", number.trim()),
            _ => format!("{:?}", factor.to_si(x)),
        };
        format!("; numbers are in units of the SI, here {value}; in others they are parameters, with unit = {unit:?}")
    }

    /// Says why the token, a name that means `meanings` things, cannot be used.
    pub(super) fn nameless(&self, meanings: usize) -> Box<ExpressionError> {
        let (text, name, scope) = (self.text.to_string(), self.token.to_string(), self.scope.clone());
        if meanings > 1 {
            return Box::new(ExpressionError::Ambiguous { text, name, scope });
        }
        let functions = Builtin::ALL.iter().map(|(signature, _)| Builtin::name(signature));
        let known = self.scope.names().chain(self.scope.signals()).map(String::as_str).chain(functions);
        let is_called = self.text[self.end..].trim_start().starts_with('(');
        let elsewhere = Builtin::elsewhere(self.token).filter(|_| is_called).map(str::to_string);
        let nearest = elsewhere.or_else(|| Some(format!("{:?}", crate::model::nearest(self.token, known)?)));
        Box::new(ExpressionError::UnknownName { text, name, nearest, is_called, scope })
    }
}
