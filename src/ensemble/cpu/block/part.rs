//! What a block is given of members beside their parameters, and what it keeps of their ends.

use crate::ensemble::{InitialState, Members, Resumed};
use std::ops::Range;

/// Members that are to be integrated.
#[derive(Clone, Debug)]
pub(in crate::ensemble::cpu) struct Part<'a> {
    /// The members of a chunk.
    pub(in crate::ensemble::cpu) members: &'a Members,
    /// The indices of those that are meant.
    pub(in crate::ensemble::cpu) places: Range<usize>,
    /// The states that they begin with, where they are in the middle of a run; one per member.
    pub(in crate::ensemble::cpu) starts: Option<&'a [InitialState]>,
    /// Whether the states at the ends of those that have outputs are kept.
    pub(in crate::ensemble::cpu) keeps_ends: bool,
}

impl<'a> Part<'a> {
    /// Returns the whole runs of the members at some indices.
    pub(in crate::ensemble::cpu) fn whole((members, places): (&'a Members, Range<usize>)) -> Self {
        Self { members, places, starts: None, keeps_ends: false }
    }
}

/// The state of a member at its end.
#[derive(Clone, Debug)]
pub(in crate::ensemble::cpu) struct FinalState {
    /// The state, with derivatives.
    pub(in crate::ensemble::cpu) state: Vec<f64>,
    /// How the time of the end moves in every direction, where the end is an event.
    pub(in crate::ensemble::cpu) moved: Vec<f64>,
    /// With what the run goes on, where the end is that of a part of it.
    pub(in crate::ensemble::cpu) rest: Option<Resumed>,
}

impl FinalState {
    /// Returns what stands for a state that is none, of so many numbers.
    pub(in crate::ensemble::cpu) fn none(count: usize) -> Self {
        Self { state: vec![f64::NAN; count], moved: Vec::new(), rest: None }
    }
}
