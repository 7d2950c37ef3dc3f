//! Sides that are held over steps, of what a mechanism has read: in outputs, as variables and as events.

use super::document::Document;
use super::keys::Keys;
use super::resets;
use crate::model::event::Event;
use crate::model::expression::Expr;
use crate::model::force::Force;
use crate::model::output::Output;
use crate::model::variable::Variable;
use crate::model::{Section, Side, Source};

/// Outputs or events, with their tables.
type Read<'a, 'b, T> = (&'a mut [T], &'a [Keys<'b>]);

/// Holds what switches in outputs and events, as far as it matters to what steps see, and what events set, and says which sides depend on others;
/// these are the names that their formulas use.
pub(super) fn hold_watched(
    of: (&Document<'_>, usize),
    ((outputs, sections), (events, event_sections)): (Read<'_, '_, Output<Expr>>, Read<'_, '_, Event<Expr>>),
    names: &[String],
    (variables, set): (&mut [Variable<Expr>], Vec<resets::Set>),
) {
    hold_events(of.0, (events, event_sections), names);
    hold_outputs(of, (outputs, sections), names, (variables, events));
    resets::hold(of.0, set, (events, event_sections), variables);
    deepen(of, outputs, of.0.names().variables.len());
}

/// Says how much an output matters to what steps see.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Matters {
    /// It is a value where a step ends.
    Not,
    /// Where it jumps, its largest or smallest value or a passage of an event may lie.
    AtJumps,
    /// It is integrated.
    Always,
}

/// Holds what switches with the state in outputs that are integrated or that rates read, and where outputs jump whose extremes matter or that
/// events read; these are the names that formulas of outputs use.
fn hold_outputs(
    (document, parameters): (&Document<'_>, usize),
    (outputs, sections): (&mut [Output<Expr>], &[Keys<'_>]),
    names: &[String],
    (variables, events): (&[Variable<Expr>], &[Event<Expr>]),
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
    let mut matters = vec![Matters::Not; names.len()];
    for (i, output) in outputs.iter_mut().enumerate().rev() {
        let by_rates =
            |at: usize| variables.iter().any(|variable| variable.reads_column(parameters, variables.len(), at - 1));
        let by_events = |at: usize| events.iter().any(|event| event.reads_column(parameters, at));
        let of_column = |at: usize| match matters[at] {
            _ if by_rates(at) => Matters::Always,
            Matters::Not if by_events(at) => Matters::AtJumps,
            found => found,
        };
        let own = match output.reduction.source() {
            Source::Integral => Matters::Always,
            Source::Values => Matters::AtJumps,
            Source::End => Matters::Not,
        };
        let columns = first[i]..first[i] + output.columns().len();
        let own = columns.map(of_column).fold(own, |most, other| if most < other { other } else { most });
        if let Some(formula) = output.quantity.formula().filter(|_| own != Matters::Not) {
            let read = matters.iter_mut().enumerate().filter(|(at, _)| formula.depends_on(parameters, |by| by == *at));
            read.filter(|(_, read)| **read < own).for_each(|(_, read)| *read = own);
            let of = ("output", &*sections[i].invalid("expression", String::new()).place);
            output.quantity.hold(|expression| match own {
                Matters::Always => document.hold(of, expression, names),
                _ => document.hold_jumps(of, expression, names),
            });
        }
    }
}

/// Tells sides how deep they depend on others through columns of outputs, which so many variables stand before in rates.
fn deepen((document, parameters): (&Document<'_>, usize), outputs: &[Output<Expr>], variables: usize) {
    let mut depths: Vec<usize> = Vec::new();
    for output in outputs {
        let own = match output.quantity.formula() {
            Some(formula) => {
                let read = (0..depths.len()).filter(|at| formula.depends_on(parameters, |by| by == 1 + at));
                formula.depth_of_sides() + read.map(|at| depths[at]).max().unwrap_or(0)
            }
            // forces and accelerations depend on sides of forces
            None => usize::from(output.quantity.needs_rates() || output.quantity.needs_joint_forces()),
        };
        depths.extend(std::iter::repeat_n(own, output.columns().len()));
    }
    let mut sides = document.sides.borrow_mut();
    for (owner, before) in [("output", 1), ("event", 1), ("variable", 1 + variables)] {
        sides.deepen(owner, parameters + before, &depths);
    }
}

/// Holds what switches with the state where an event may pass by a jump; these are the names that its expression uses.
fn hold_events(document: &Document<'_>, (events, sections): (&mut [Event<Expr>], &[Keys<'_>]), names: &[String]) {
    for (event, section) in events.iter_mut().zip(sections) {
        let place = section.invalid("expression", String::new()).place;
        event.hold(|expression| document.hold_jumps(("event", &place), expression, names));
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
    let mut sides = document.sides.take().into_all();
    if events.iter().any(|event| event.sets) {
        sides.push(Side::instant());
    }
    variables.extend((0..sides.len()).map(Variable::of_side));
    let mut hidden: Vec<bool> = vec![true; sides.len()];
    for (at, name) in contacts {
        if let Some(side) = forces[at].side_of_contact() {
            hidden[side] = false;
            events.push(Event::of_side(name, side, Some(at)));
        }
    }
    // steps end where an event that sets variables passes the other way, too
    events.iter().filter(|event| event.sets).filter_map(Event::side).for_each(|side| hidden[side] = false);
    if events.iter().any(|event| event.sets) {
        hidden.pop();
    }
    let opposite: Vec<Event<Expr>> = events.iter().filter_map(Event::opposite).collect();
    events.extend(opposite);
    let hidden = (0..hidden.len()).filter(|side| hidden[*side]);
    events.extend(hidden.map(|side| Event::of_side(sides[side].described(), side, None)));
    sides
}
