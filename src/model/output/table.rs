//! All outputs together: formulas are made of the columns of the others.

use super::final_value;
use super::snapshot::Snapshot;
use super::{Output, Quantity, all, constraint_force, expression};
use crate::model::TimeReduction;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::model::unit::{Factor, Unit};
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
        outputs.push(if is_formula(head) { None } else { Some(head.read(*section)?) });
    }
    // a formula has one column, which those before it cannot use
    let names = outputs.iter().flat_map(|output| output.as_ref().map_or(vec![(String::new(), false)], marked_columns));
    let mut columns: Vec<(String, bool)> = std::iter::once((TIME.to_string(), false)).chain(names).collect();
    let mut variables: Vec<String> = columns.iter().map(|(name, _)| name.clone()).collect();
    let mut units = vec![Factor::ONE; variables.len()];
    let mut column = 1;
    for output in &outputs {
        let (count, size) = output.as_ref().map_or((1, Factor::ONE), |o| (o.columns().len(), o.size()));
        units[column..column + count].fill(size);
        column += count;
    }
    let mut column = 1;
    for (output, (head, section)) in outputs.iter_mut().zip(heads.iter().zip(sections.iter_mut())) {
        if let Some(output) = output {
            column += output.columns().len();
        } else {
            let formula =
                final_value::recognised(head.read_formula(*section, &variables, &units)?, *section, &columns)?;
            columns[column..=column].clone_from_slice(&marked_columns(&formula));
            variables[column].clone_from(&columns[column].0);
            units[column] = formula.size();
            column += 1;
            *output = Some(formula);
        }
    }
    Ok(outputs.into_iter().flatten().collect())
}

/// Returns the names of the columns of an output, each with whether its value is final.
fn marked_columns(output: &Output<Expr>) -> Vec<(String, bool)> {
    output.columns().into_iter().map(|(name, _)| (name, output.is_final())).collect()
}

/// Names the time in expressions.
const TIME: &str = "t";

/// Holds what every output says of itself.
struct Head {
    name: String,
    kind: &'static str,
    reduction: TimeReduction,
    unit: Option<Unit>,
}

/// Lists the keys that all outputs have.
pub const KEYS: &str = "name (of the column; components of a vector are name.x, name.y, name.z), quantity, its keys, over (default: the value \
                        at the end), and unit (of all its columns, in tables, statistics and pictures; default that of the SI. \
                        Expressions that name a column see it in the SI; one over = \"integral\" may have the unit of the integral)";

fn read_head(section: &mut dyn Section) -> Result<Head, Invalid> {
    let name = section.text("name")?;
    if name == TIME {
        return Err(section.invalid("name", format!("{TIME:?} is the time in expressions; choose another name")));
    }
    let kind = section.text("quantity")?;
    let all = all();
    let kind = crate::model::find_kind("quantity", &kind, &all).map_err(|m| section.invalid("quantity", m))?.name;
    let words: Vec<&'static str> = TimeReduction::ALL.iter().map(|reduction| reduction.name()).collect();
    let own = constraint_force::reduction_of(kind);
    let reduction = match own {
        Some(own) => own,
        None => {
            let word = section.choice("over", &words)?;
            TimeReduction::ALL.iter().copied().find(|reduction| reduction.name() == word).unwrap_or(TimeReduction::End)
        }
    };
    if own.is_some() && section.has("over") {
        section.choice("over", &[reduction.name()])?;
    }
    let unit = if section.has("unit") { Some(section.unit("unit")?) } else { None };
    Ok(Head { name, kind, reduction, unit })
}

impl Head {
    /// Reads a quantity.
    fn read(&self, section: &mut dyn Section) -> Result<Output<Expr>, Invalid> {
        let quantity = Quantity::read(self.kind, section, &[])?;
        if quantity.of_event().is_some() && self.reduction != TimeReduction::End {
            let message = format!("{:?} has no value at an instant and cannot be reduced over time", self.kind);
            return Err(section.invalid("over", message));
        }
        let output = self.output(self.unit.clone(), quantity);
        self.check_unit(section, &output)?;
        // that of a variable is what the scenario says
        let own = output.quantity.components().into_iter().find_map(|c| Unit::parse(&c.unit).ok());
        let unit = self.unit.clone().or_else(|| own.filter(|unit| !unit.factor.is_one()));
        Ok(Output { unit, ..output })
    }

    /// Reads a formula over these variables, whose values are in units of these sizes: its value is in its own unit.
    fn read_formula(
        &self,
        section: &mut dyn Section,
        variables: &[String],
        units: &[Factor],
    ) -> Result<Output<Expr>, Invalid> {
        let unit = self.unit.clone();
        let size = unit.as_ref().map_or(Factor::ONE, |unit| unit.factor);
        let formula = expression::Expression::over(section, (variables, units), size)?;
        Ok(self.output(unit, Quantity::Expression(formula)))
    }

    fn output(&self, unit: Option<Unit>, quantity: Quantity<Expr>) -> Output<Expr> {
        Output { name: self.name.clone(), reduction: self.reduction, of_final_values: false, unit, quantity }
    }

    /// Refuses a unit of something else than the components are, or than what the reduction makes of them.
    fn check_unit(&self, section: &mut dyn Section, output: &Output<Expr>) -> Result<(), Invalid> {
        let Some(unit) = &self.unit else { return Ok(()) };
        let components = output.quantity.components();
        let refused = |text: String| Unit::parse(&text).ok().and_then(|of| unit.mismatch(&of));
        let of_quantity = components.iter().find_map(|c| refused(c.unit.clone()));
        let of_reduced = || components.iter().find_map(|c| refused(self.reduction.unit(c.unit.clone())));
        if let Some(message) = of_quantity.filter(|_| of_reduced().is_some()) {
            let message = format!("found {message}, which {:?} is", self.kind);
            return Err(section.invalid("unit", message));
        }
        if output.is_quaternion() && !unit.factor.is_one() {
            return Err(section.invalid("unit", format!("found {}; accepted: 1, of quaternions", unit.text)));
        }
        Ok(())
    }
}

/// Returns the time and the columns of all outputs: what the expression of an event is over besides the parameters. It
/// is read by [`super::read_instantaneous`].
pub fn variables(outputs: &[Output<Expr>]) -> Vec<String> {
    let columns = outputs.iter().flat_map(Output::columns).map(|(name, _)| name);
    std::iter::once(TIME.to_string()).chain(columns).collect()
}

/// Returns the sizes of the units that the values of [`variables`] are in.
pub fn units_of_variables(outputs: &[Output<Expr>]) -> Vec<Factor> {
    let columns = outputs.iter().flat_map(|output| std::iter::repeat_n(output.size(), output.columns().len()));
    std::iter::once(Factor::ONE).chain(columns).collect()
}

impl Quantity<Expr> {
    /// Replaces the expression of a formula by one with sides that are held.
    pub fn hold(&mut self, held: impl FnOnce(&Expr) -> Expr) {
        if let Quantity::Expression(expression) = self {
            expression.hold(held);
        }
    }
}

/// Writes the components of all outputs, in their units, at an instant in the order of their columns, replacing what `out` holds:
/// first the quantities, then the formulas over them. Final values that are not known on the way are zeros: see
/// [`super::write_final`].
pub fn write_all<R: Real>(outputs: &[Output<R>], at: &Snapshot<'_, R>, out: &mut Vec<R>) {
    out.clear();
    let mut formulas = Vec::new();
    for output in outputs {
        if output.quantity.is_formula() && !output.of_final_values {
            formulas.push((out.len(), output));
        }
        let first = out.len();
        output.quantity.measures().write(at, out);
        let size = output.size();
        if !size.is_one() && !output.quantity.is_formula() {
            out[first..].iter_mut().for_each(|x| *x = size.from_si(*x));
        }
    }
    if formulas.is_empty() {
        return;
    }
    R::note("output: expressions");
    let mut variables = vec![at.motion.time];
    variables.extend(out.iter());
    for (column, output) in formulas {
        if let Some(value) = output.quantity.measures().formula(&variables, at.motion.sides) {
            out[column] = value;
            variables[column + 1] = value;
        }
    }
}

/// Fails with the first formula whose value among these columns is not finite, as its index among the outputs and the
/// value.
pub fn start_is_finite(outputs: &[Output<Expr>], columns: &[f64], sampled: bool) -> Result<(), (usize, f64)> {
    let mut column = 0;
    for (at, output) in outputs.iter().enumerate() {
        let count = output.quantity.components().len();
        let value = columns[column];
        // what is read at the end alone may be infinite before
        let is_read = sampled || output.reduction != TimeReduction::End;
        if output.quantity.is_formula() && (value.is_nan() || value.is_infinite() && is_read) {
            return Err((at, value));
        }
        column += count;
    }
    Ok(())
}
