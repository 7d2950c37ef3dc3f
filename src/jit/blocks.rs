//! What is known of functions that are called, and where their arguments and results lie.

use super::lower::{Kind, Operation};
use crate::trace::{Graph, NodeId, RecordedFunction};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The code of functions that are called.
#[derive(Default)]
pub(super) struct Called(pub(super) Vec<(Arc<RecordedFunction>, CalledCode)>);

/// The code of a function that is called.
#[derive(Clone, Copy)]
pub(super) struct CalledCode {
    pub(super) offset: usize,
    /// How many places the function and those that it calls use.
    pub(super) places: u32,
}

impl Called {
    /// Returns the code of a function, where it has been written.
    pub(super) fn code_of(&self, function: &Arc<RecordedFunction>) -> Option<CalledCode> {
        self.0.iter().find(|(known, _)| Arc::ptr_eq(known, function)).map(|(_, code)| *code)
    }

    /// Returns where the functions begin, and their names.
    pub(super) fn names(&self) -> Vec<(usize, &'static str)> {
        self.0.iter().map(|(function, code)| (code.offset, function.name)).collect()
    }

    /// Returns how many places the functions use that a graph calls.
    pub(super) fn places(&self, graph: &Graph) -> u32 {
        graph.functions.iter().filter_map(|f| self.code_of(f)).map(|code| code.places).max().unwrap_or(0)
    }
}

/// Where calls of a function have their arguments and results.
#[derive(Default)]
pub(super) struct Blocks {
    /// Of every call how many results are used.
    pub(super) results: FxHashMap<NodeId, u32>,
    /// The first place of what a call works on, where its results begin, how many places there are, and how many results are
    /// needed still.
    pub(super) at_work: FxHashMap<NodeId, [u32; 4]>,
    /// Blocks of so many places that are free.
    pub(super) free: FxHashMap<u32, Vec<u32>>,
}

impl Blocks {
    /// Makes what is known of the calls among some operations.
    pub(super) fn new<'o>(operations: impl Iterator<Item = &'o Operation>) -> Self {
        let mut blocks = Self::default();
        for operation in operations.filter(|operation| operation.kind == Kind::Result) {
            *blocks.results.entry(operation.operands()[0]).or_default() += 1;
        }
        blocks
    }

    /// Notes that a result is not needed any more.
    pub(super) fn release(&mut self, call: NodeId) {
        let Some([first, _, size, left]) = self.at_work.get_mut(&call) else { return };
        *left -= 1;
        if *left == 0 {
            self.free.entry(*size).or_default().push(*first);
            self.at_work.remove(&call);
        }
    }
}
