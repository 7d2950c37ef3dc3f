//! What machine code is made of: a recorded function, and how it is evaluated.

use crate::trace::{Graph, Schedule};

/// How a function is evaluated when it is run. By default once, in all lanes.
///
/// In attempts, all groups of lanes evaluate it again and again, some of its results being its next inputs, each group
/// until it does not go on. That is decided after the outputs that the schedule has first; the others are neither computed
/// nor stored for a group that does not go on.
#[derive(Clone, Debug, Default)]
pub struct Attempts {
    /// Outputs and the inputs that they become.
    pub feedback: Vec<(usize, usize)>,
    /// The output that is 1 in lanes that go on; a group of lanes does not where it is 0 in all. There is one attempt
    /// where it is no output or known when the function is recorded.
    pub again: Option<usize>,
    /// The output that is 1 in lanes that have to be looked at: a group does not go on where it is 1 in any.
    pub stop: Option<usize>,
    /// The input that is 0 in lanes without work: a group of lanes that have none is left as it is.
    pub busy: Option<usize>,
    /// True where attempts are made until no group goes on; elsewhere until half of those that have work do not.
    pub all: bool,
}

/// A recorded function of a program.
#[derive(Clone, Copy, Debug)]
pub struct CodeUnit<'a> {
    /// The name of the function in the listing.
    pub name: &'static str,
    /// The graph of what the function computes.
    pub graph: &'a Graph,
    /// The order of the function's operations.
    pub schedule: &'a Schedule,
    /// How often.
    pub attempts: &'a Attempts,
}
