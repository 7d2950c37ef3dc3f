//! Variables.

use super::kind::{Columns, Component, Description, Measures, component};
use super::snapshot::Snapshot;
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::num::Real;
use std::marker::PhantomData;

pub(super) const KINDS: &[Kind] = &[Kind {
    name: "variable",
    summary: "the value of a variable, in its unit",
    keys: "variable",
    example: r#"[[variable]]
name = "heat"
initial = 20.0
rate = "mass*energy - 0.1*heat"
unit = "J"
[[output]]
name = "heat_at_end"
quantity = "variable"
variable = "heat"
"#,
}];

/// An output of the value of a variable, one of the [`KINDS`].
#[derive(Clone, Debug)]
pub struct VariableValue<N> {
    variable: usize,
    unit: String,
    numbers: PhantomData<N>,
}

impl Description for VariableValue<Expr> {
    type At<R: Real> = VariableValue<R>;

    fn read(_: usize, section: &mut dyn Section, _: &[String]) -> Result<Self, Invalid> {
        let names = section.names();
        let shapes = &names.variables;
        let names: Vec<&str> = shapes.iter().map(|v| v.name.as_str()).collect();
        let variable = section.named("variable", "variable", &names)?;
        Ok(Self { variable, unit: shapes[variable].unit.clone(), numbers: PhantomData })
    }
    fn evaluate<R: Real>(&self, _: &[R]) -> VariableValue<R> {
        VariableValue { variable: self.variable, unit: self.unit.clone(), numbers: PhantomData }
    }
}

impl<N> Columns for VariableValue<N> {
    fn components(&self) -> Vec<Component> {
        vec![component("", &self.unit)]
    }
    fn of_variable(&self) -> Option<usize> {
        Some(self.variable)
    }
}

impl<R: Real> Measures<R> for VariableValue<R> {
    fn write(&self, at: &Snapshot<'_, R>, out: &mut Vec<R>) {
        R::note("output: variable");
        out.push(at.motion.variables[self.variable]);
    }
}
