//! Calls of functions on a tape: each function is a tape with slots of its own, which its calls share.

use super::{Slot, Slots, Tape};
use crate::num::Real;
use crate::trace::graph::RecordedFunction;
use crate::trace::schedule::Schedule;
use std::sync::Arc;

/// Makes the tapes of functions.
pub(super) fn tapes(functions: &[Arc<RecordedFunction>]) -> Vec<Tape> {
    let tape = |function: &Arc<RecordedFunction>| {
        // one level of calls is enough for their length
        let graph = function.graph.without_calls();
        Tape::new(&graph, &Schedule::new(&graph))
    };
    functions.iter().map(tape).collect()
}

impl Tape {
    /// Makes the slots of the functions that the tape calls, with their constants.
    pub(super) fn slots_of_functions<R: Real>(&self) -> Vec<Slots<R>> {
        let slots = |tape: &Tape| {
            let mut slots = tape.slots();
            tape.run_member(&mut slots);
            slots
        };
        self.functions.iter().map(slots).collect()
    }

    /// Returns whether slots and functions that calls name exist.
    pub(super) fn has_sound_calls(&self) -> bool {
        let is_slot = |slot: &Slot| (*slot as usize) < self.slot_count;
        self.calls.iter().all(|call| {
            let function = &self.functions[call.function];
            let results = call.results.iter().all(|(k, slot)| (*k as usize) < function.outputs.len() && is_slot(slot));
            results && call.arguments.len() == function.input_count && call.arguments.iter().all(is_slot)
        })
    }
}
