//! The conditions whose probabilities a scenario asks for.

use super::keys::Keys;
use crate::model::expression::compared_units;
use crate::model::output::{self, Output};
use crate::model::unit::Unit;
use crate::model::{Expr, Invalid, Section};

/// The name of the entry of `gyrosweep list`.
pub(super) const PROBABILITY: &str = "probability";

/// What a probability is, for `gyrosweep list`.
pub(super) const SUMMARY: &str =
    "how often a condition holds: an estimate over the members that have a value, with an interval";

/// What a scenario may say of a probability.
pub(super) const KEYS: &str = "of = \"overshoot > 0.05\" (comparisons by <, <=, > and >= of expressions over columns of outputs, at the \
                        end of the run where they are not reduced over time, parameters and t (s), the end of the run, all in units of the SI, but for numbers with a unit behind them, as in swing > 102.4 deg; several are joined by \
                        and, or, with parentheses), name (of the column; default P(overshoot > 0.05))";

/// Tables that use a probability.
pub(super) const EXAMPLE: &str = r#"[plan]
kind = "random"
members = 12
[plan.vary]
mass = { uniform = [1.8, 2.2] } # kg
[[output]]
name = "com"
quantity = "position"
body = "top"
[[probability]]
name = "high and light"
of = "com.z > -4.1e-3 and mass < 2.1"
"#;

/// What holds for all probabilities.
pub(super) const ESTIMATE: &str = "The condition is a column of the members' table, 1 or 0, empty where the member failed or a value that decides \
                              is missing, as the time of an event that did not happen. The share of the members that have a value is \
                              the estimate. Of a plan of kind random, it has Wilson's 95 % interval, and where members have no value, the shares \
                              with all of these counted as no and as yes. Of latin_hypercube, halton and sobol plans it has none: their members are \
                              spread more evenly than random ones, so that the estimate is usually closer than such an interval says, but by \
                              how much, members of one plan do not tell (compare several seeds). Of a grid or a table it is a share of these members. A \
                              condition has no derivatives";

/// Reads every `[[probability]]`: its section, with the output that it is. They may use the columns of these outputs.
pub(super) fn read<'a>(root: &Keys<'a>, outputs: &[Output<Expr>]) -> Result<Vec<(Keys<'a>, Output<Expr>)>, Invalid> {
    let read = |mut section: Keys<'a>| {
        section.know(&["of", "name"])?;
        let (text, condition) = condition(&section, "of", outputs)?;
        let name = if section.has("name") { section.text("name")? } else { format!("P({text})") };
        Ok((section, Output::of_condition(name, text, condition)))
    };
    root.tables("probability")?.into_iter().map(read).collect()
}

/// Reads a condition over the parameters, the time and the columns of these outputs, with its text.
pub(super) fn condition(section: &Keys<'_>, key: &str, outputs: &[Output<Expr>]) -> Result<(String, Expr), Invalid> {
    let (variables, units) = (output::variables(outputs), output::units_of_variables(outputs));
    let columns: Vec<(String, String)> = outputs.iter().flat_map(Output::columns).collect();
    let (names, units_of_names) = section.document.names_with_units(outputs);
    let (text, condition) = section.condition(key, &variables, &units)?;
    check_units(section, key, &text, &columns)?;
    match condition.unlike_quantities(&names, &units_of_names) {
        Some(unlike) => Err(section.invalid(key, format!("{text:?} {unlike}"))),
        None => Ok((text, condition)),
    }
}

/// Refuses to compare a column with a number in a unit of something else.
fn check_units(section: &Keys<'_>, key: &str, text: &str, columns: &[(String, String)]) -> Result<(), Invalid> {
    for (name, unit) in compared_units(text) {
        let of_column = columns.iter().find(|(column, unit)| column == name && !unit.is_empty());
        let units = of_column.and_then(|(_, of)| Some((Unit::parse(unit).ok()?, Unit::parse(of).ok()?)));
        if let Some(message) = units.and_then(|(found, of)| found.mismatch(&of)) {
            return Err(section.invalid(key, format!("{name} is compared with a number in {message}")));
        }
    }
    Ok(())
}
