//! Formulas of forces: they depend on the time, on the motion and on the variables of the scenario.

use crate::model::expression::{Expr, Formula};
use crate::model::section::{Invalid, Section};
use crate::model::state::Motion;
use crate::model::triple::Triple;
use crate::num::Real;

/// Reads three formulas of some variables, which those of the scenario follow.
pub(super) fn read_formulas(
    section: &mut dyn Section,
    key: &str,
    variables: &[&str],
) -> Result<Triple<Formula<Expr>>, Invalid> {
    let names = with_variables(section, variables);
    let formulas = section.expressions(key, 3, &names)?.into_iter().map(Formula::new);
    let formulas: Vec<Formula<Expr>> = formulas.collect();
    formulas.try_into().map_err(|_| section.invalid(key, "expected 3 expressions".into()))
}

/// Reads a formula of some variables, which those of the scenario follow.
pub(super) fn read_formula(section: &mut dyn Section, key: &str, variables: &[&str]) -> Result<Formula<Expr>, Invalid> {
    let names = with_variables(section, variables);
    Ok(Formula::new(section.expression(key, &names)?))
}

/// Returns these names, then those of the variables of the scenario.
fn with_variables(section: &dyn Section, names: &[&str]) -> Vec<String> {
    let all = section.names();
    let variables = all.variables.iter().map(|v| v.name.clone());
    names.iter().map(|n| n.to_string()).chain(variables).collect()
}

/// Returns the values of what a formula depends on: those of the force itself, then the variables of the scenario.
pub(super) fn formula_values<R: Real>(own: &[R], motion: &Motion<'_, R>) -> Vec<R> {
    own.iter().chain(motion.variables).copied().collect()
}
