//! Which joints and constraints act, in the order of what is switched, and what events do to that.

use super::constraint::Constraint;
use super::event::{Action, Event};
use super::expression::Expr;
use super::mechanism::{Inconsistent, Mechanism};
use super::switch::{DeclaredSwitch, MOST, Switched, SwitchedPart};

/// Which of the switched joints and constraints of a mechanism act: a bit each, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Acting(u32);

impl Acting {
    /// Returns those that act at the start, for values of the parameters.
    pub fn at_start(mechanism: &Mechanism, parameters: &[f64]) -> Self {
        let acts = |switched: &Switched| {
            let time = |at: &Option<Expr>| at.as_ref().map(|at| at.evaluate(parameters));
            let begins = time(&switched.from).map_or(switched.acts, |from| from <= 0.0);
            begins && time(&switched.to).is_none_or(|to| to > 0.0)
        };
        let bits = mechanism.switched.iter().enumerate().map(|(at, switched)| u32::from(acts(switched)) << at);
        Self(bits.sum())
    }
    /// Tells whether the switched joint or constraint of this number acts.
    pub fn has(self, number: usize) -> bool {
        self.0 >> number & 1 != 0
    }
    /// Returns those that act after an event.
    #[must_use]
    pub fn after<N>(self, event: &Event<N>) -> Self {
        let act = |acting: u32, (number, action): &(usize, Action)| {
            let bit = 1 << number;
            match action {
                Action::Begin => acting | bit,
                Action::End => acting & !bit,
                Action::Toggle => acting ^ bit,
            }
        };
        Self(event.switches.iter().fold(self.0, act))
    }
    /// Returns those that act but for such as have ended for good by a time, s.
    #[must_use]
    pub fn without_ended(self, mechanism: &Mechanism, (parameters, time): (&[f64], f64)) -> Self {
        let has_ended = |switched: &Switched| switched.to.as_ref().is_some_and(|to| to.evaluate(parameters) <= time);
        let ended = mechanism.switched.iter().enumerate().map(|(at, switched)| u32::from(has_ended(switched)) << at);
        Self(self.0 & !ended.sum::<u32>())
    }
    /// Tells whether a joint (`"joint"`) or constraint (`"constraint"`) of a mechanism acts.
    pub fn holds(self, mechanism: &Mechanism, table: &str, at: usize) -> bool {
        let is_it = |switched: &Switched| match &switched.part {
            SwitchedPart::Joint(number) => table == "joint" && *number == at,
            SwitchedPart::Constraints(numbers) => table == "constraint" && numbers.contains(&at),
        };
        mechanism.switched.iter().position(is_it).is_none_or(|number| self.has(number))
    }
    /// Names the switched joints and constraints that act, for messages.
    pub fn words(self, mechanism: &Mechanism) -> String {
        let names: Vec<String> = (mechanism.switched.iter().enumerate())
            .filter(|(number, _)| self.has(*number))
            .map(|(_, switched)| format!("{:?}", switched.name))
            .collect();
        if names.is_empty() { "none".into() } else { names.join(", ") }
    }
}

impl Mechanism {
    /// Checks what is switched, for values of the parameters.
    pub(super) fn check_switched(&self, parameters: &[f64]) -> Result<(), Inconsistent> {
        for switched in &self.switched {
            let (table, at) = switched.table();
            let wrong = |(key, message)| Inconsistent { part: (table, at, key), message };
            switched.check(parameters).map_err(wrong)?;
            let SwitchedPart::Constraints(numbers) = &switched.part else { continue };
            if let Some(message) = numbers.clone().find_map(|number| refusal(&self.constraints[number])) {
                return Err(wrong(("kind", message.into())));
            }
        }
        Ok(())
    }
}

/// Finds what is switched, makes events say what they switch, and adds those of times.
///
/// # Errors
/// The table, its number and key, and what is wrong.
pub fn resolve(
    declared: Vec<DeclaredSwitch>,
    named: &[Vec<String>],
    events: &mut Vec<Event<Expr>>,
) -> Result<Vec<Switched>, Inconsistent> {
    let known: Vec<String> = declared.iter().map(|d| d.switched.name.clone()).collect();
    for (at, names) in named.iter().enumerate() {
        if let Some(unknown) = names.iter().find(|name| !known.contains(name)) {
            let all: Vec<String> = known.iter().map(|name| format!("{name:?}")).collect();
            let all = if all.is_empty() { "there are none".into() } else { all.join(", ") };
            let message = format!("{unknown:?} is no joint or constraint; accepted: {all}");
            return Err(Inconsistent { part: ("event", at, "switch"), message });
        }
        let several = |name: &&String| known.iter().filter(|known| known == name).count() > 1;
        let again = |(k, name): (usize, &String)| names[..k].contains(name);
        if names.iter().enumerate().any(again) || names.iter().any(|name| several(&name)) {
            let message = "it names one twice, or a joint and a constraint of one name; accepted: names of one each";
            return Err(Inconsistent { part: ("event", at, "switch"), message: message.into() });
        }
    }
    let is_switched = |d: &DeclaredSwitch| d.says || named.iter().flatten().any(|name| *name == d.switched.name);
    let mut switched = Vec::new();
    for DeclaredSwitch { switched: one, since, until, .. } in declared.into_iter().filter(is_switched) {
        let (table, at) = one.table();
        let number = switched.len();
        if number == MOST {
            let message = format!("more than {MOST} joints and constraints are switched; accepted: at most {MOST}");
            return Err(Inconsistent { part: (table, at, "name"), message });
        }
        for (key, name, action) in [("since", since, Action::Begin), ("until", until, Action::End)] {
            let Some(name) = name else { continue };
            let Some(event) = events.iter_mut().find(|event| event.name == name && !event.is_of_time()) else {
                let events = events.iter().filter(|event| !event.is_of_time());
                let names: Vec<String> = events.map(|event| format!("{:?}", event.name)).collect();
                let names = if names.is_empty() { "there are none".into() } else { names.join(", ") };
                return Err(Inconsistent {
                    part: (table, at, key),
                    message: format!("{name:?} is no event; events: {names}"),
                });
            };
            event.switches.push((number, action));
        }
        for (event, names) in events.iter_mut().zip(named) {
            if names.contains(&one.name) {
                event.switches.push((number, Action::Toggle));
            }
        }
        let times = [(&one.from, "begins", Action::Begin), (&one.to, "ends", Action::End)];
        for (time, what, action) in times {
            let Some(time) = time else { continue };
            let name = format!("{} {what} to act", one.name);
            if let Some(event) = events.iter().position(|event| event.name == name) {
                let message = format!("the event of a time of {:?} has this name; accepted: another", one.name);
                return Err(Inconsistent { part: ("event", event, "name"), message });
            }
            events.push(Event::of_time(name, time.clone(), vec![(number, action)]));
        }
        switched.push(one);
    }
    Ok(switched)
}

/// Tells why a constraint cannot be switched, if it cannot.
fn refusal(constraint: &Constraint<Expr>) -> Option<&'static str> {
    let message = "nothing says where on the curve the point is while the constraint does not act; accepted: one that \
                   always acts";
    constraint.is_on_curve().then_some(message)
}
