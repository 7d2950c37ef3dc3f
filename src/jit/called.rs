//! Functions that are called: the code of each stands once, before that of the first function that calls it.
//!
//! Arguments and results of a call lie beside each other among what does not fit into registers; all registers are free to the
//! function, and so are the places behind those of the functions that it calls itself.

use super::allocate::{Allocator, Part};
use super::assembler::Assembler;
use super::blocks::CalledCode;
use super::lower::{Operation, lower};
use super::operand::Place;
use crate::trace::{Graph, Node, NodeId, Schedule};
use std::sync::Arc;

impl Assembler {
    /// Writes the functions that a graph calls.
    pub(super) fn write_called(&mut self, graph: &Graph) {
        for function in &graph.functions {
            if self.called.code_of(function).is_none() {
                self.write_called(&function.graph);
                let code = self.write_function(&function.graph);
                self.called.0.push((Arc::clone(function), code));
            }
        }
    }

    fn write_function(&mut self, graph: &Graph) -> CalledCode {
        self.begin_notes(&graph.notes);
        let offset = self.offset();
        let schedule = Schedule::new(graph);
        let order: Vec<NodeId> = schedule.member.into_iter().chain(schedule.step).collect();
        let mut home = vec![None; graph.nodes.len()];
        for (id, node) in graph.nodes.iter().enumerate() {
            if let Node::Input(i) = node {
                home[id] = Some(Place::Local(*i));
            }
        }
        // callers know results that are arguments or constants
        let is_computed = |id: NodeId| graph.nodes[id as usize].is_operation();
        let results = graph.outputs.iter().enumerate().filter(|(_, id)| is_computed(**id));
        let results = results.map(|(k, id)| (*id, (graph.inputs.len() + k) as u32, None)).collect();
        let operations = lower(graph, &order, graph.outputs.iter().copied());
        let parts = [Part { operations, results, ..Part::default() }];
        let mut allocator = Allocator::new(graph, self, home, &parts).of_called();
        allocator.run(&parts[0]);
        let places = allocator.places();
        self.instructions.end_called();
        CalledCode { offset, places }
    }
}

impl Allocator<'_> {
    /// Writes a call.
    pub(super) fn call(&mut self, operation: &Operation) {
        let function = self.graph.called(operation.node);
        let code = self.assembler.called.code_of(function).expect("functions are written before their calls");
        let [arguments, results] = [function.graph.inputs.len(), function.graph.outputs.len()].map(|n| n as u32);
        let size = arguments + results;
        let free = self.blocks.free.get_mut(&size).and_then(Vec::pop);
        let first = free.unwrap_or_else(|| self.new_block(size));
        for (id, place) in operation.operands().iter().zip(first..) {
            let register = self.fetch(*id);
            self.assembler.store(Place::Spill(place), register);
            self.uses.consume(*id);
            self.release_if_dead(*id);
        }
        self.keep_all_in_memory();
        self.assembler.count_spill(Place::Spill(first + size - 1));
        self.assembler.instructions.call(code.offset, first);
        self.found_row = None;
        let used = self.blocks.results.get(&operation.node).copied().unwrap_or(0);
        self.blocks.at_work.insert(operation.node, [first, first + arguments, size, used]);
    }

    /// Returns where a result of a call lies.
    pub(super) fn place_of_result(&self, id: NodeId) -> Place {
        let Node::Result(call, k) = self.graph.nodes[id as usize] else { unreachable!("a result of a call") };
        Place::Spill(self.blocks.at_work[&call][1] + k)
    }
}
