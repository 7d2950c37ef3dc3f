//! Formulas over the columns of other outputs.

use super::kind::{Columns, Component, Description, Measures, component};
use super::snapshot::Snapshot;
use crate::model::Kind;
use crate::model::expression::{Expr, Formula, Sides};
use crate::model::section::{Invalid, Section};
use crate::model::unit::Factor;
use crate::num::Real;

pub(super) const KINDS: &[Kind] = &[Kind {
    name: "expression",
    summary: "any formula over the columns of other outputs, parameters and the time t; it may use another expression that \
              stands before it. Over values at an instant it has one at every instant; where it names an output with \
              `over`, a time_of, a count_of or such an expression, it has one value per run, made at the end of the \
              final values of all that it names",
    keys: "expression = \"..\" (in units of the SI: it is shown in the output's unit, default 1)",
    example: r#"[[output]]
name = "height"
quantity = "position"
body = "plate"
[[output]]
name = "potential_of_plate"
quantity = "expression"
expression = "3.0*9.81*height.z"
unit = "J"
"#,
}];

/// An output that is a formula, of the [`KINDS`].
#[derive(Clone, Debug)]
pub struct Expression<N> {
    formula: Formula<N>,
}

impl Expression<Expr> {
    /// Reads a formula over these variables, whose values are in units of these sizes, as one whose value is in a unit of that
    /// size.
    pub(super) fn over(
        section: &mut dyn Section,
        (variables, units): (&[String], &[Factor]),
        own: Factor,
    ) -> Result<Self, Invalid> {
        let expression = section.expression_in_units("expression", variables, units).map_err(|error| {
            // forces know coordinates of joints by such names, outputs do not
            let unknown = error.message.split("unknown name \"").nth(1).and_then(|rest| rest.split('"').next());
            let of_joint = unknown.is_some_and(|name| [".q", ".v"].iter().any(|end| name.ends_with(end)));
            let more = "; coordinates of joints are columns of outputs of quantity joint_position, velocities of joint_velocity";
            let message = if of_joint { error.message + more } else { error.message };
            Invalid { message, ..error }
        })?;
        Ok(Self { formula: Formula::new(expression.in_unit(own.inverse())) })
    }
}

impl Expression<Expr> {
    /// Replaces the expression by one with sides that are held.
    pub(super) fn hold(&mut self, held: impl FnOnce(&Expr) -> Expr) {
        self.formula = self.formula.with(held);
    }
}

impl Description for Expression<Expr> {
    type At<R: Real> = Expression<R>;

    fn read(_: usize, section: &mut dyn Section, variables: &[String]) -> Result<Self, Invalid> {
        Self::over(section, (variables, &[]), Factor::ONE)
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> Expression<R> {
        Expression { formula: self.formula.evaluate(p) }
    }
    fn formula(&self) -> Option<&Formula<Expr>> {
        Some(&self.formula)
    }
}

impl<N> Columns for Expression<N> {
    fn components(&self) -> Vec<Component> {
        vec![component("", "1")]
    }
    fn is_formula(&self) -> bool {
        true
    }
}

impl<R: Real> Measures<R> for Expression<R> {
    fn write(&self, _: &Snapshot<'_, R>, out: &mut Vec<R>) {
        out.push(R::zero());
    }
    fn formula(&self, variables: &[R], sides: Sides<'_, R>) -> Option<R> {
        Some(self.formula.value_on(variables, sides))
    }
}
