//! Sides that are held over steps, of what a mechanism has read: in outputs, as variables and as events.

use super::document::Document;
use super::keys::Keys;
use crate::model::event::Event;
use crate::model::expression::Expr;
use crate::model::force::Force;
use crate::model::output::Output;
use crate::model::variable::Variable;
use crate::model::{Section, Side, Source};

/// Holds what switches with the state in outputs that are integrated or that rates read; these are the names that formulas of outputs use.
pub(super) fn hold_outputs(
    (document, parameters): (&Document<'_>, usize),
    (outputs, sections): (&mut [Output<Expr>], &[Keys<'_>]),
    names: &[String],
    variables: &[Variable<Expr>],
) {
    let first: Vec<usize> = outputs
        .iter()
        .scan(1, |next, output| {
            let first = *next;
            *next += output.columns().len();
            Some(first)
        })
        .collect();
    // formulas use those before them
    let mut is_read = vec![false; names.len()];
    for (i, output) in outputs.iter_mut().enumerate().rev() {
        let by_rates =
            |at: usize| variables.iter().any(|variable| variable.reads_column(parameters, variables.len(), at - 1));
        let own = first[i]..first[i] + output.columns().len();
        let matters =
            output.reduction.source() == Source::Integral || own.clone().any(|at| is_read[at] || by_rates(at));
        if let Some(formula) = output.quantity.formula().filter(|_| matters) {
            is_read
                .iter_mut()
                .enumerate()
                .for_each(|(at, read)| *read |= formula.depends_on(parameters, |by| by == at));
            let place = sections[i].invalid("expression", String::new()).place;
            output.quantity.hold(|expression| document.hold(("output", &place), expression, names));
        }
    }
}

/// Takes the sides, and adds their variables and events, those of contacts first, forces by number with the names of their events, behind those that have
/// tables.
pub(super) fn taken(
    document: &Document<'_>,
    contacts: Vec<(usize, String)>,
    forces: &[Force<Expr>],
    (variables, events): (&mut Vec<Variable<Expr>>, &mut Vec<Event<Expr>>),
) -> Vec<Side> {
    let sides = document.sides.take().into_all();
    variables.extend((0..sides.len()).map(Variable::of_side));
    let mut hidden: Vec<bool> = vec![true; sides.len()];
    for (at, name) in contacts {
        if let Some(side) = forces[at].side_of_contact() {
            hidden[side] = false;
            events.push(Event::of_side(name, side, Some(at)));
        }
    }
    let hidden = (0..sides.len()).filter(|side| hidden[*side]);
    events.extend(hidden.map(|side| Event::of_side(sides[side].place.clone(), side, None)));
    sides
}
