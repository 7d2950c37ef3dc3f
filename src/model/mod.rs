//! What a mechanism is, as data and leaf equations: parameters, bodies, joints, forces, variables, outputs, events.
//! Nothing here chooses coordinates, so a closed loop is a mechanism like any other; nothing here advances time.
//!
//! A [`Mechanism`] is what a scenario says: its numbers are expressions over the parameters. For given
//! values of the parameters, in any [`crate::num::Real`], it becomes numbers, from which a
//! [`crate::formulation`] makes the problem that an integrator sees.

pub mod acting;
mod advice;
pub mod base;
mod base_jump;
pub mod beam;
pub mod body;
mod checks;
mod columns;
pub mod constraint;
mod corner;
pub mod event;
pub mod expression;
pub mod force;
pub mod frame;
pub mod joint;
pub mod joint_axis;
mod mechanism;
mod member_checks;
pub mod names;
mod orientation;
pub mod output;
pub mod poses;
pub mod reset;
pub mod resets;
pub mod sampled;
pub mod section;
pub mod shape;
mod side;
mod signal_call;
pub mod state;
pub mod switch;
pub mod text;
mod time_reduction;
mod time_relation;
pub mod trajectory;
mod triple;
pub mod unit;
pub mod variable;

pub use corner::{Corner, NEVER};
pub use expression::{Expr, Told};
pub use mechanism::{Inconsistent, JointForce, Mechanism, Parameter};
pub use member_checks::MemberChecks;
pub use section::{Elements, Invalid, Poses, Refined, Section, row_place};
pub use side::{Side, SideList};
pub use signal_call::SignalCall;
pub use time_reduction::{Source, TimeReduction};
pub use time_relation::TimeRelation;

/// The names that other programs use, each with the name here.
const SYNONYMS: [(&str, &str); 13] = [
    ("lhs", "latin_hypercube"),
    ("monte_carlo", "random"),
    ("mc", "random"),
    ("list", "table"),
    ("csv", "table"),
    ("gaussian", "normal"),
    ("rk4", "rkmk4"),
    ("rk45", "dopri5"),
    ("ode45", "dopri5"),
    ("bdf", "generalized_alpha"),
    ("hinge", "revolute"),
    ("ball", "spherical"),
    ("constraint_power", "power"),
];

/// Returns the candidate that another program calls by a name, or the one most like it, if one is like it.
pub fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let candidates: Vec<&str> = candidates.collect();
    let ours = SYNONYMS.iter().find(|(theirs, _)| theirs.eq_ignore_ascii_case(name)).map(|(_, ours)| ours);
    if let Some(known) = candidates.iter().find(|candidate| Some(*candidate) == ours) {
        return Some(known);
    }
    // of those that are equally like it the first
    candidates
        .into_iter()
        .rev()
        .map(|c| (strsim::normalized_damerau_levenshtein(&name.to_lowercase(), &c.to_lowercase()), c))
        .filter(|(likeness, _)| *likeness >= 0.5)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, c)| c)
}

/// Describes a kind of something for `gyrosweep list`.
///
/// There is none without an example:
/// ```compile_fail,E0063
/// use gyrosweep::model::Kind;
/// const KIND: Kind = Kind { name: "magnet", summary: "pulls", keys: "body" };
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The name that a scenario uses.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// The keys that the kind reads, with units.
    pub keys: &'static str,
    /// Tables of a scenario that use it, to be added to `scenarios/examples/base.toml`. Its tests are made of them. Empty
    /// for a formulation, which is used by its name alone.
    pub example: &'static str,
}

/// Returns the kind of that name, or a message that says which there are.
pub fn find_kind<'a>(what: &str, name: &str, all: &'a [Kind]) -> Result<&'a Kind, String> {
    all.iter().find(|k| k.name == name).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|k| k.name).collect();
        match nearest(name, names.iter().copied()) {
            Some(near) => format!("unknown {what} {name:?}; did you mean {near:?}? accepted: {}", names.join(", ")),
            None => format!("unknown {what} {name:?}; accepted: {}", names.join(", ")),
        }
    })
}
