//! Variables that events set.

use super::document::Document;
use super::keys::Keys;
use crate::model::event::Event;
use crate::model::expression::{Expr, Formula};
use crate::model::output::{Output, read_instantaneous};
use crate::model::reset::Reset;
use crate::model::unit::Unit;
use crate::model::variable::Variable;
use crate::model::{Invalid, Section};

/// Numbers of variables with what an event sets them to.
pub(super) type Set = Vec<(usize, Expr)>;

/// Reads what an event sets: these variables, with expressions over these names, of which the last are columns of these outputs.
///
/// # Errors
/// Where a name is not one of a `[[variable]]`, a value is no expression over the names, or the event does something else.
pub(super) fn read(
    section: &mut Keys<'_>,
    event: &Event<Expr>,
    (outputs, scope, variables): (&[Output<Expr>], &[String], &[Variable<Expr>]),
) -> Result<Set, Invalid> {
    if !section.has("set") {
        return Ok(Vec::new());
    }
    let other = match (event.terminal, section.has("switch")) {
        (true, _) => Some("terminal = true, with which the run ends there"),
        (_, true) => Some("switch, with which a part of the run ends there"),
        _ => None,
    };
    if let Some(other) = other {
        let message = format!("found beside {other}; accepted: one of the two");
        return Err(section.invalid("set", message));
    }
    let (mut values, mut set) = (section.table("set")?, Vec::new());
    for name in values.entries() {
        // what is sampled is behind the others, and what it is follows from its own value
        let may_be_set = |variable: &&Variable<Expr>| variable.update.is_none();
        let Some(at) = variables.iter().filter(may_be_set).position(|variable| variable.name == name) else {
            let names: Vec<&str> = variables.iter().filter(may_be_set).map(|v| v.name.as_str()).collect();
            let accepted = match names.is_empty() {
                true => "the name of a [[variable]], of which there is none".into(),
                false => names.join(", "),
            };
            return Err(values.invalid(&name, format!("{name:?} is no [[variable]]; accepted: {accepted}")));
        };
        let unit = Unit::parse(&variables[at].unit).unwrap_or_default();
        let value = match values.is_number(&name) {
            // as that at the start
            true => values.number(&name)?.in_unit(unit.factor),
            false => read_instantaneous(&mut values, &name, scope, outputs)?,
        };
        set.push((at, value));
    }
    match set.is_empty() {
        true => {
            let message = "found nothing that is set; accepted: names of [[variable]], each with its value";
            Err(section.invalid("set", message.into()))
        }
        false => Ok(set),
    }
}

/// Makes events that set variables those of sides that are held, by the direction in which their expressions pass through zero; what each sets is
/// given by the number of the variable.
pub(super) fn hold(
    document: &Document<'_>,
    set: Vec<Set>,
    (events, sections): (&mut [Event<Expr>], &[Keys<'_>]),
    variables: &mut [Variable<Expr>],
) {
    for ((event, section), set) in events.iter_mut().zip(sections).zip(set).filter(|(_, set)| !set.is_empty()) {
        let place = section.invalid("expression", String::new()).place;
        event.set_at_sign(|expression| document.hold_sign(("event", &place), expression));
        let side = event.side().unwrap_or_default();
        for (variable, value) in set {
            let value = Formula::new(value);
            variables[variable].resets.push(Reset { side, direction: event.direction, value });
        }
    }
}
