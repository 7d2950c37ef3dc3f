//! Joints and constraints that act for a part of a run.

use super::expression::Expr;
use super::section::{Invalid, Section};
use std::ops::Range;

/// Lists the keys of joints and constraints that say when they act.
pub const KEYS: &str = "a joint or a constraint may act for a part of the run alone (implicit integrators, absolute coordinates, no [[sampled]]): since = \
                        \"event\" or from = .. (s, over parameters): when it begins to; until = \"event\" or to = .. (s, for good): when it ends to, with \
                        events every time; acts = true | false: whether it does at the start (default true, with since false); and an [[event]] with switch = [\"its \
                        name\", ..] ends what acts and begins what does not. An event of these that would change nothing is not looked for. Where one begins to \
                        act, velocities change as by an impulse of joints, M (v - v0) = B^T lambda, and positions must be as it locks them, within 1e-4 m and \
                        rad (a joint that locks poses: those of at_bodies, else those relative to each other at the start). Where it does not act its \
                        reactions are zero; springs, friction, motors and rotors in a joint act on";

/// How many joints and constraints may be switched: so that sets of them are few.
pub const MOST: usize = 16;

/// Names the part of a mechanism that is switched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SwitchedPart {
    /// The joint of this number.
    Joint(usize),
    /// The constraints of these numbers, of one table.
    Constraints(Range<usize>),
}

/// A joint or a constraint that acts for a part of a run.
#[derive(Clone, Debug)]
pub struct Switched {
    /// The name of the joint or the constraint.
    pub name: String,
    /// What of the mechanism it is.
    pub part: SwitchedPart,
    /// Whether it acts at the start, where no time says otherwise.
    pub acts: bool,
    /// When it begins to act, s.
    pub from: Option<Expr>,
    /// When it ends to act, s.
    pub to: Option<Expr>,
}

impl Switched {
    /// Returns the table of the scenario that it is of, and its number.
    pub fn table(&self) -> (&'static str, usize) {
        match &self.part {
            SwitchedPart::Joint(at) => ("joint", *at),
            SwitchedPart::Constraints(range) => ("constraint", range.start),
        }
    }
    /// Tells whether its check depends on one of the varied parameters.
    pub(super) fn check_depends_on(&self, varied: &impl Fn(usize) -> bool) -> bool {
        [&self.from, &self.to].into_iter().flatten().any(|time| time.depends_on(varied))
    }
    /// Checks when it acts, for values of the parameters.
    pub(super) fn check(&self, parameters: &[f64]) -> Result<(), (&'static str, String)> {
        let time = |at: &Option<Expr>| at.as_ref().map(|at| at.evaluate(parameters));
        let (from, to) = (time(&self.from), time(&self.to));
        for (key, time) in [("from", from), ("to", to)] {
            if let Some(time) = time.filter(|time| !time.is_finite()) {
                return Err((key, format!("found {time} s; accepted: a finite time")));
            }
        }
        match (from, to) {
            (Some(from), Some(to)) if from >= to => {
                Err(("to", format!("found {to:?} s, and from = {from:?} s; accepted: a time after that")))
            }
            _ => Ok(()),
        }
    }
}

/// What a joint or a constraint says of when it acts; its event is looked for once all are known.
#[derive(Clone, Debug)]
pub struct DeclaredSwitch {
    /// What is switched, if something is.
    pub(super) switched: Switched,
    /// The event with which it begins to act.
    pub(super) since: Option<String>,
    /// The event with which it ends to act.
    pub(super) until: Option<String>,
    /// Whether a key says when it acts.
    pub(super) says: bool,
}

impl DeclaredSwitch {
    /// Reads the keys of a `[[joint]]` or a `[[constraint]]` of that name that say when it acts.
    ///
    /// # Errors
    /// Where one is of the wrong kind, or two contradict each other.
    pub fn read(section: &mut dyn Section, name: &str, part: SwitchedPart) -> Result<Self, Invalid> {
        let says_acts = section.has("acts");
        let acts = !says_acts || section.flag("acts")?;
        section.expect_units(&[("from", "s"), ("to", "s")])?;
        let mut time = |key: &str| section.has(key).then(|| section.number(key)).transpose();
        let (from, to) = (time("from")?, time("to")?);
        let mut event = |key: &str| section.has(key).then(|| section.text(key)).transpose();
        let (since, until) = (event("since")?, event("until")?);
        let both = [("from", from.is_some(), "since", since.is_some()), ("to", to.is_some(), "until", until.is_some())];
        for (time, by_time, event, by_event) in both {
            if by_time && by_event {
                let message = format!("{time} says the same by a time; accepted: one of {time} and {event}");
                return Err(section.invalid(event, message));
            }
        }
        if since.is_some() && since == until {
            let message = "the event of since is this one, too; accepted: another".into();
            return Err(section.invalid("until", message));
        }
        if says_acts && from.is_some() {
            let message = "from says when it begins to act; accepted: acts without it".into();
            return Err(section.invalid("acts", message));
        }
        let says = says_acts || since.is_some() || until.is_some() || from.is_some() || to.is_some();
        let acts = if says_acts { acts } else { since.is_none() };
        Ok(Self { switched: Switched { name: name.into(), part, acts, from, to }, since, until, says })
    }
}
