//! All outputs together: formulas are made of the columns of the others.

use super::snapshot::Snapshot;
use super::{Output, Quantity, all, expression};
use crate::model::TimeReduction;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::num::Real;

/// Reads every `[[output]]` in its section. A formula may use the columns of all quantities, and those of the
/// formulas before it.
///
/// # Errors
/// Where a key is missing or of the wrong kind.
pub fn read_all(sections: &mut [&mut dyn Section]) -> Result<Vec<Output<Expr>>, Invalid> {
    let mut heads = Vec::new();
    for section in sections.iter_mut() {
        heads.push(read_head(*section)?);
    }
    let is_formula = |head: &Head| expression::KINDS.iter().any(|k| k.name == head.kind);
    let mut outputs: Vec<Option<Output<Expr>>> = Vec::new();
    for (head, section) in heads.iter().zip(sections.iter_mut()) {
        outputs.push(if is_formula(head) { None } else { Some(head.read(*section, &[])?) });
    }
    // a formula has one column, which those before it cannot use
    let names = outputs.iter().flat_map(|output| output.as_ref().map_or(vec![String::new()], usable_columns));
    let mut variables: Vec<String> = std::iter::once(TIME.to_string()).chain(names).collect();
    let mut column = 1;
    for (output, (head, section)) in outputs.iter_mut().zip(heads.iter().zip(sections.iter_mut())) {
        if let Some(output) = output {
            column += output.columns().len();
        } else {
            let formula = head.read(*section, &variables)?;
            variables[column..=column].clone_from_slice(&usable_columns(&formula));
            column += 1;
            *output = Some(formula);
        }
    }
    Ok(outputs.into_iter().flatten().collect())
}

/// Names the time in expressions.
const TIME: &str = "t";

/// Holds what every output says of itself.
struct Head {
    name: String,
    kind: &'static str,
    reduction: TimeReduction,
}

fn read_head(section: &mut dyn Section) -> Result<Head, Invalid> {
    let name = section.text("name")?;
    if name == TIME {
        return Err(section.invalid("name", format!("{TIME:?} is the time in expressions; choose another name")));
    }
    let kind = section.text("quantity")?;
    let all = all();
    let kind = crate::model::find_kind("quantity", &kind, &all).map_err(|m| section.invalid("quantity", m))?.name;
    let words: Vec<&'static str> = TimeReduction::ALL.iter().map(|reduction| reduction.name()).collect();
    let word = section.choice("over", &words)?;
    let reduction =
        TimeReduction::ALL.iter().copied().find(|reduction| reduction.name() == word).unwrap_or(TimeReduction::End);
    Ok(Head { name, kind, reduction })
}

impl Head {
    fn read(&self, section: &mut dyn Section, variables: &[String]) -> Result<Output<Expr>, Invalid> {
        let quantity = Quantity::read(self.kind, section, variables)?;
        if quantity.of_event().is_some() && self.reduction != TimeReduction::End {
            let message = format!("{:?} has no value at an instant and cannot be reduced over time", self.kind);
            return Err(section.invalid("over", message));
        }
        Ok(Output { name: self.name.clone(), reduction: self.reduction, quantity })
    }
}

/// Returns the names of the columns of an output, empty where it has no value at an instant.
fn usable_columns(output: &Output<Expr>) -> Vec<String> {
    let usable = output.quantity.of_event().is_none();
    output.columns().into_iter().map(|(name, _)| if usable { name } else { String::new() }).collect()
}

/// Returns the names that the expression of an event may use besides the parameters: the time and the columns of all
/// outputs, with their values at the instant.
pub fn variables(outputs: &[Output<Expr>]) -> Vec<String> {
    std::iter::once(TIME.to_string()).chain(outputs.iter().flat_map(usable_columns)).collect()
}

/// Writes the components of all outputs at an instant in the order of their columns, replacing what `out` holds:
/// first the quantities, then the formulas over them.
pub fn write_all<R: Real>(outputs: &[Output<R>], at: &Snapshot<'_, R>, out: &mut Vec<R>) {
    out.clear();
    let mut formulas = Vec::new();
    for output in outputs {
        if output.quantity.is_formula() {
            formulas.push((out.len(), output));
        }
        output.quantity.measures().write(at, out);
    }
    if formulas.is_empty() {
        return;
    }
    R::note("output: expressions");
    let mut variables = vec![at.motion.time];
    variables.extend(out.iter());
    for (column, output) in formulas {
        if let Some(value) = output.quantity.measures().formula(&variables) {
            out[column] = value;
            variables[column + 1] = value;
        }
    }
}

/// Fails with the first formula whose value among these columns is not finite, as its place among the outputs and the
/// value.
pub fn start_is_finite(outputs: &[Output<Expr>], columns: &[f64]) -> Result<(), (usize, f64)> {
    let mut column = 0;
    for (at, output) in outputs.iter().enumerate() {
        let count = output.quantity.components().len();
        if output.quantity.is_formula() && !columns[column].is_finite() {
            return Err((at, columns[column]));
        }
        column += count;
    }
    Ok(())
}
