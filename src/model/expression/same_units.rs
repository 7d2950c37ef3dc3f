//! The check that what is compared is of the same unit.

use super::error::{ExpressionError, Operand};
use super::functions::{Binary, Ternary, Unary};
use super::parser::Parser;
use super::tree::Expr;
use super::vocabulary::Builtin;
use crate::model::unit::Dimension;

impl<'a> Parser<'a> {
    /// Returns the text from a place up to the token.
    pub(super) fn text_from(&self, begin: usize) -> &'a str {
        self.text[begin..self.end - self.token.len()].trim()
    }

    /// Notes the operands of a difference, and refuses to compare quantities of different units.
    pub(super) fn check_operator(
        &mut self,
        operator: Binary,
        left: (&Expr, &'a str),
        right: (&Expr, &'a str),
    ) -> Result<(), Box<ExpressionError>> {
        match operator {
            Binary::Sub => self.difference = [left.1, right.1],
            Binary::Less | Binary::LessOrEqual | Binary::Greater | Binary::GreaterOrEqual => {
                return self.check_pair("compares", left, right);
            }
            _ => {}
        }
        Ok(())
    }

    /// Refuses a call that compares quantities of different units, or chooses between such, for its arguments with their texts.
    /// `difference` holds the texts of the operands of the last difference in the first argument.
    pub(super) fn check_call(
        &self,
        function: Builtin,
        arguments: &[(Expr, &'a str)],
        difference: [&'a str; 2],
    ) -> Result<(), Box<ExpressionError>> {
        let pair = |what, a: usize, b: usize| {
            let [(a, text), (b, other)] = [&arguments[a], &arguments[b]];
            self.check_pair(what, (a, text), (b, other))
        };
        match function {
            Builtin::Two(Binary::Min | Binary::Max) => pair("compares", 0, 1),
            Builtin::Three(Ternary::Clamp) => {
                pair("compares", 0, 1)?;
                pair("compares", 0, 2)?;
                pair("compares", 1, 2)
            }
            Builtin::One(Unary::Step) => self.check_difference(&arguments[0].0, difference),
            Builtin::Three(Ternary::Where) => {
                self.check_difference(&arguments[0].0, difference)?;
                pair("chooses between", 1, 2)
            }
            _ => Ok(()),
        }
    }

    /// Refuses a difference a - b that stands for the relation a > b where these have different units. With a sign before a it is a
    /// sum, such as that of a deviation and its rate in a control law.
    fn check_difference(&self, expression: &Expr, [left, right]: [&'a str; 2]) -> Result<(), Box<ExpressionError>> {
        match expression {
            Expr::Binary(Binary::Sub, a, b) if !matches!(**a, Expr::Unary(Unary::Neg, _)) => {
                self.check_pair("compares", (a, left), (b, right))
            }
            _ => Ok(()),
        }
    }

    fn check_pair(
        &self,
        what: &'static str,
        (a, left): (&Expr, &str),
        (b, right): (&Expr, &str),
    ) -> Result<(), Box<ExpressionError>> {
        let (Some(of_left), Some(of_right)) = (self.scope.dimension(a), self.scope.dimension(b)) else { return Ok(()) };
        if of_left == of_right {
            return Ok(());
        }
        let operand = |text: &str, of: Dimension| Operand { text: text.to_string(), quantity: of.words() };
        let operands = Box::new([operand(left, of_left), operand(right, of_right)]);
        Err(Box::new(ExpressionError::Units { text: self.text.to_string(), what, operands }))
    }
}
