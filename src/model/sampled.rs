//! Sampled numbers: variables that take a value at equal distances of time and hold it between, as digital controllers do.

use super::expression::{Expr, Formula};
use super::names::VariableShape;
use super::output::{Output, read_instantaneous};
use super::section::{Invalid, Section};
use super::unit::{Factor, Unit};
use super::variable::{Declared, Update, Variable, seen};
use crate::num::Real;

/// Lists the keys of a `[[sampled]]`.
pub const KEYS: &str = "name, every (s, or an expression over the parameters), value = \"..\" (in units of the SI, over parameters, t \
                        (s), all variables, those of [[sampled]] above it, previous(..) of any, which is the value at the instant before, and \
                        columns of outputs that have a value at every instant), delay (s, less than every; default 0: how long after an instant \
                        the value is there), initial (a number, in its unit, or an expression over the parameters; default 0: the value before the \
                        first instant, t = 0), unit = \"..\" (in which outputs show it; default 1). Expressions use its name as that of a \
                        variable, and an output of quantity = \"variable\" shows it. Steps end at the instants";

/// The name of the value at the instant before.
fn previous(name: &str) -> String {
    format!("previous.{name}")
}

/// The name of the value that waits until its delay is over.
fn waiting(name: &str) -> String {
    format!("{name}.waiting")
}

/// Holds a `[[sampled]]` whose value is not read yet.
#[derive(Clone, Debug)]
pub struct DeclaredSampled {
    shape: VariableShape,
    initial: Expr,
    every: Expr,
    delay: Option<Expr>,
}

impl DeclaredSampled {
    /// Reads a `[[sampled]]` without its value. Its name must differ from those of the parameters.
    ///
    /// # Errors
    /// Where a key is missing or of the wrong kind, or the name cannot be one.
    pub fn read(section: &mut dyn Section, parameters: &[String]) -> Result<Self, Invalid> {
        let name = Declared::read_name(section, parameters)?;
        let unit = if section.has("unit") { section.unit("unit")? } else { Unit::default() };
        if section.has("unit") {
            section.expect_units(&[("initial", &unit.text)])?;
        }
        section.expect_units(&[("every", "s"), ("delay", "s")])?;
        let size = if section.is_number("initial") { unit.factor } else { Factor::ONE };
        let initial = section.number_or("initial", 0.0)?.in_unit(size);
        let every = section.number("every")?;
        let delay = if section.has("delay") { Some(section.number("delay")?) } else { None };
        Ok(Self { shape: VariableShape { name, unit: unit.text }, initial, every, delay })
    }

    /// Returns what others may refer to: the value, and where it has a delay the one that waits.
    pub fn shapes(&self) -> Vec<VariableShape> {
        let waits =
            self.delay.as_ref().map(|_| VariableShape { name: waiting(&self.shape.name), ..self.shape.clone() });
        waits.into_iter().chain([self.shape.clone()]).collect()
    }
}

/// Reads the values of all `[[sampled]]`, whose variables follow the first `others` of all; `columns` are those of these outputs.
///
/// # Errors
/// Where one is missing or no expression over what it may use.
pub fn read_values(
    (declared, sections): (Vec<DeclaredSampled>, &mut [impl Section]),
    (variables, others, parameters): (&[VariableShape], usize, usize),
    columns: &[String],
    outputs: &[Output<Expr>],
) -> Result<Vec<Variable<Expr>>, Invalid> {
    // the place of what is computed at an instant, and of the value that others see
    let mut place = others;
    let places: Vec<[usize; 2]> = declared
        .iter()
        .map(|one| {
            let count = one.shapes().len();
            place += count;
            [place - count, place - 1]
        })
        .collect();
    let names: Vec<&str> = declared.iter().map(|one| one.shape.name.as_str()).collect();
    let mut all = Vec::new();
    for (k, (one, section)) in declared.iter().zip(sections).enumerate() {
        let is_hidden = |at: usize| at >= others && (0..names.len()).all(|j| j >= k || places[j][1] != at);
        let visible =
            |(at, shape): (usize, &VariableShape)| if is_hidden(at) { String::new() } else { shape.name.clone() };
        let own = variables.iter().enumerate().map(visible);
        let before = names.iter().map(|name| previous(name));
        let is_variable = |name: &String| variables.iter().any(|shape| shape.name == *name);
        let columns = columns.iter().map(|name| if is_variable(name) { String::new() } else { name.clone() });
        let scope: Vec<String> = std::iter::once("t".to_string()).chain(own).chain(before).chain(columns).collect();
        let text = section.text("value").unwrap_or_default();
        let value = read_instantaneous(section, "value", &scope, outputs).map_err(|error| {
            let reads = |j: &usize| *j >= k && text.contains(names[*j]) && error.message.contains(&format!("{:?}", names[*j]));
            match (k..names.len()).find(|j| reads(j)) {
                Some(j) => {
                    let own = names[j];
                    section.invalid("value", format!("{own:?} has no value yet where this one is computed; accepted: previous({own}), the value at the instant before"))
                }
                None => error,
            }
        })?;
        let before = places.iter().map(|[computed, _]| *computed).collect();
        let variable = |shape: &VariableShape, update| Variable::updated(shape.clone(), one.initial.clone(), update);
        let shapes = one.shapes();
        let first =
            Update { every: one.every.clone(), offset: Expr::Constant(0.0), value: Formula::new(value), before };
        all.push(variable(&shapes[0], first));
        if let Some(delay) = &one.delay {
            // over the same names: what waits
            let value = Formula::new(Expr::Parameter(parameters + 1 + places[k][0]));
            let before = places.iter().map(|[computed, _]| *computed).collect();
            all.push(variable(&shapes[1], Update { every: one.every.clone(), offset: delay.clone(), value, before }));
        }
    }
    Ok(all)
}

/// Returns the variables at an instant: those that are sampled there have their new value. `t` is the time (s) at the end of a step that begins at
/// another, near which instants count as reached, and columns are those of all outputs.
pub fn at_instant<R: Real>(variables: &[Variable<R>], [begin, t, near]: [R; 3], values: &[R], columns: &[R]) -> Vec<R> {
    let mut after = values.to_vec();
    for (i, variable) in variables.iter().enumerate() {
        let Some(update) = &variable.update else { continue };
        let before = update.before.iter().map(|at| values[*at]);
        let scope: Vec<R> = std::iter::once(t)
            .chain(after[..seen(variables)].iter().copied())
            .chain(before)
            .chain(columns.iter().copied())
            .collect();
        let value = update.value.value(&scope);
        after[i] = R::select(update.is_reached([begin, t], near), value, values[i]);
    }
    after
}
