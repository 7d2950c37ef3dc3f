//! Final values: what has one value per run, known at the end.
//!
//! An output that is reduced over time, that tells of an event, or that is an expression over such outputs has a final
//! value. Expressions over final values are evaluated after the run, for the final values of all that they name.

use super::Output;
use crate::model::TimeReduction;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::model::unit::Factor;
use crate::num::Dual;

/// The key of an output's expression.
const KEY: &str = "expression";

/// Returns a formula that is read as one over final values, where it names one. `columns` are its variables; a column is
/// marked that has a final value.
///
/// # Errors
/// Where it is to be reduced over time, unless that is to say: the largest, smallest or mean of one value is that value.
pub(super) fn recognised(
    output: Output<Expr>,
    section: &mut dyn Section,
    columns: &[(String, bool)],
) -> Result<Output<Expr>, Invalid> {
    let marked = |mark: bool| -> Vec<String> {
        columns.iter().map(|(name, is_final)| if *is_final == mark { name.clone() } else { String::new() }).collect()
    };
    if section.expression(KEY, &marked(false)).is_ok() {
        return Ok(output);
    }
    let of_final_values_alone = section.expression(KEY, &marked(true)).is_ok();
    let over = output.reduction;
    let changes_nothing = matches!(over, TimeReduction::Max | TimeReduction::Min | TimeReduction::Mean);
    if over == TimeReduction::End || changes_nothing && of_final_values_alone {
        return Ok(Output { reduction: TimeReduction::End, of_final_values: true, ..output });
    }
    let message = format!(
        "found {:?}, but the expression of {:?} names an output that has one value per run, so that it has one value \
         itself, made at the end; leave out `over`, or name outputs of the same quantities without `over`, which have a \
         value at every instant",
        over.name(),
        output.name
    );
    Err(section.invalid("over", message))
}

/// Reads an expression that is evaluated on the way. The last of its variables are the columns of these outputs.
///
/// # Errors
/// Where it is none, or names an output that has a final value.
pub fn read_instantaneous(
    section: &mut dyn Section,
    key: &str,
    variables: &[String],
    outputs: &[Output<Expr>],
) -> Result<Expr, Invalid> {
    let owners: Vec<&Output<Expr>> = outputs.iter().flat_map(|o| vec![o; o.columns().len()]).collect();
    let first = variables.len() - owners.len();
    let units: Vec<Factor> =
        std::iter::repeat_n(Factor::ONE, first).chain(owners.iter().map(|output| output.size())).collect();
    let without = |hidden: &dyn Fn(&Output<Expr>) -> bool| -> Vec<String> {
        let hides = |at: usize| at >= first && hidden(owners[at - first]);
        variables.iter().enumerate().map(|(at, v)| if hides(at) { String::new() } else { v.clone() }).collect()
    };
    let read = section.expression_in_units(key, &without(&|o| o.is_final()), &units);
    if read.is_ok() || section.expression(key, variables).is_err() {
        return read;
    }
    let is_named =
        |o: &&Output<Expr>| o.is_final() && section.expression(key, &without(&|other| other.name == o.name)).is_err();
    match outputs.iter().find(is_named) {
        Some(named) => Err(section.invalid(key, refusal(named))),
        None => read,
    }
}

/// Says why an output has no value on the way, and what has one.
fn refusal(output: &Output<Expr>) -> String {
    let (name, over) = (&output.name, output.reduction.name());
    let (what, cure) = if output.reduction != TimeReduction::End {
        let cure = "name another [[output]] of the same quantity without `over`, which has a value at every instant";
        (format!("is reduced over time (over = {over:?})"), cure)
    } else if output.quantity.of_event().is_some() {
        ("tells of an event".to_string(), "name outputs that have a value at every instant")
    } else {
        let cure = "name an expression over outputs without `over`, which have a value at every instant";
        ("is an expression over final values".to_string(), cure)
    };
    format!("{name:?} {what}, so that its value is known at the end of the run only; {cure}")
}

/// Writes expressions over final values at their indices among the columns of all outputs at the end of a run, at the
/// time
/// `t` (s), for values of the parameters. A value is missing, not a number, where one is that the expression names.
///
/// Returns false where one is not finite although nothing is missing.
pub fn write_final(outputs: &[Output<Expr>], parameters: &[f64], t: f64, columns: &mut [f64]) -> bool {
    let mut finite = true;
    let mut column = 0;
    for output in outputs {
        if let Some(formula) = output.quantity.formula().filter(|_| output.of_final_values) {
            let variables: Vec<f64> = std::iter::once(t).chain(columns.iter().copied()).collect();
            let value = formula.evaluate(parameters).value(&variables);
            let names_missing = || formula.depends_on(parameters.len(), |at| variables[at].is_nan());
            finite &= value.is_finite() || value.is_nan() && names_missing();
            columns[column] = value;
        }
        column += output.quantity.components().len();
    }
    finite
}

/// Writes the derivatives of expressions over final values by the parameter at `by` to their indices among `slopes`,
/// those of all columns, whose values these are at the end `t` of a run (s); returns the columns that it has written.
/// Of each derivative that an expression is made of, and of its own, is taken what `finite_or_none` says: what has none
/// leaves none behind, whatever it is multiplied by.
pub fn final_slopes(
    outputs: &[Output<Expr>],
    (parameters, by): (&[f64], usize),
    t: Dual<f64, 1>,
    columns: &[f64],
    slopes: &mut [f64],
    finite_or_none: impl Fn(f64) -> f64,
) -> Vec<usize> {
    let parameters = Dual::by_one(parameters, Some(by));
    let (mut written, mut column) = (Vec::new(), 0);
    for output in outputs {
        if let Some(formula) = output.quantity.formula().filter(|_| output.of_final_values) {
            let values = columns.iter().zip(slopes.iter()).map(|(y, slope)| Dual { re: *y, eps: [*slope] });
            let mut variables: Vec<Dual<f64, 1>> = std::iter::once(t).chain(values).collect();
            variables.iter_mut().for_each(|x| x.eps = x.eps.map(&finite_or_none));
            slopes[column] = formula.evaluate(&parameters).value(&variables).eps[0];
            written.push(column);
        }
        column += output.quantity.components().len();
    }
    written
}
