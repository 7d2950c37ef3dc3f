//! Functions that a recording calls.
//!
//! A call is a chain of nodes [`Node::Argument`], one for each argument, a [`Node::Call`] at its end, and a [`Node::Result`] for
//! every result that is used. So a graph is walked as it is without calls, and the same function of the same arguments is called
//! once. What a function computes is a graph by itself, whose inputs are the arguments.

use super::graph::{Graph, RecordedFunction};
use super::node::{Node, NodeId};
use std::sync::Arc;

impl Graph {
    /// Returns the number of a function among those that are called, behind which it is put if it is not there yet.
    pub(super) fn number_of(&mut self, function: &Arc<RecordedFunction>) -> u32 {
        let at = self.functions.iter().position(|known| Arc::ptr_eq(known, function)).unwrap_or_else(|| {
            self.functions.push(Arc::clone(function));
            self.functions.len() - 1
        });
        at as u32
    }

    /// Returns the number of the function that a call is of, and the last of its arguments.
    ///
    /// # Panics
    /// Where the node is no call.
    pub(super) fn call(&self, call: NodeId) -> (u32, NodeId) {
        let Node::Call(function, last) = self.nodes[call as usize] else { panic!("node {call} is no call") };
        (function, last)
    }

    /// Returns the function that a call is of.
    ///
    /// # Panics
    /// Where the node is no call.
    pub fn called(&self, call: NodeId) -> &Arc<RecordedFunction> {
        &self.functions[self.call(call).0 as usize]
    }

    /// Returns the arguments of a call.
    ///
    /// # Panics
    /// Where the node is no call.
    pub fn arguments(&self, call: NodeId) -> Vec<NodeId> {
        let mut arguments = vec![0; self.called(call).graph.inputs.len()];
        let (_, mut at) = self.call(call);
        for argument in arguments.iter_mut().rev() {
            let Node::Argument(before, value) = self.nodes[at as usize] else { panic!("node {at} is no argument") };
            (*argument, at) = (value, before);
        }
        arguments
    }

    /// Returns the function with the operations of what it calls in place of the calls.
    pub fn without_calls(&self) -> Self {
        if self.functions.is_empty() {
            return self.clone();
        }
        let mut written = Self::new(self.precision, self.inputs.clone());
        let inputs: Vec<NodeId> = (0..self.inputs.len() as u32).map(|i| written.push(Node::Input(i))).collect();
        // what may be dropped from it has been
        written.set_exact(true);
        written.outputs = written.write_out(self, &inputs);
        written
    }

    /// Adds what a function computes of these nodes, operation by operation; returns its results.
    fn write_out(&mut self, function: &Self, inputs: &[NodeId]) -> Vec<NodeId> {
        let mut places: Vec<NodeId> = Vec::with_capacity(function.nodes.len());
        let mut results: Vec<Vec<NodeId>> = Vec::new();
        for (id, node) in function.nodes.iter().enumerate() {
            let place = match *node {
                Node::Input(i) => inputs[i as usize],
                // what it leads to is what counts
                Node::Argument(..) => 0,
                Node::Call(..) => {
                    let call = id as NodeId;
                    let arguments = function.arguments(call).into_iter().map(|at| places[at as usize]);
                    results.push(self.write_out(&function.called(call).graph, &arguments.collect::<Vec<_>>()));
                    results.len() as NodeId - 1
                }
                Node::Result(call, k) => results[places[call as usize] as usize][k as usize],
                node => {
                    self.note(function.notes[function.leaves[id] as usize]);
                    let node = self.adopted(node, function).with_operands(|operand| places[operand as usize]);
                    let place = self.push(node);
                    self.keep_bound(place, function, id);
                    place
                }
            };
            places.push(place);
        }
        function.outputs.iter().map(|output| places[*output as usize]).collect()
    }
}
