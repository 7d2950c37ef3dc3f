//! Graphs made of others, node by node.

use super::graph::Graph;
use super::node::{Node, NodeId};
use super::table_entry::TableEntry;

impl Graph {
    /// Returns the function of the first inputs alone, where the others have these values; what follows from constants is
    /// folded.
    pub fn with_last_inputs(&self, values: &[f64]) -> Self {
        let left = self.inputs.len() - values.len();
        let mut folded = Self::new(self.precision, self.inputs[..left].to_vec());
        let mut places: Vec<NodeId> = Vec::with_capacity(self.nodes.len());
        for (id, node) in self.nodes.iter().enumerate() {
            folded.begin_copy(self, id);
            let node = match *node {
                Node::Input(i) if i as usize >= left => Node::Constant(values[i as usize - left].to_bits()),
                node => folded.adopted(node, self).with_operands(|operand| places[operand as usize]),
            };
            let place = folded.push(node);
            folded.keep_bound(place, self, id);
            places.push(place);
        }
        folded.outputs = self.outputs.iter().map(|output| places[*output as usize]).collect();
        folded
    }

    /// Prepares for what is made of a node of another graph: it is recorded as that was, under the same name.
    pub(super) fn begin_copy(&mut self, from: &Self, id: usize) {
        self.note(from.notes[from.leaves[id] as usize]);
        self.exact = from.exactly[id];
    }

    /// Returns a node of another graph with what it looks up or calls by its number here.
    pub(super) fn adopted(&mut self, node: Node, from: &Self) -> Node {
        match node {
            Node::Call(function, last) => Node::Call(self.number_of(&from.functions[function as usize]), last),
            node => TableEntry::moved(node, &from.entries, &mut self.entries),
        }
    }

    /// Assumes of a node what another graph assumes of the one that it is a copy of.
    pub(super) fn keep_bound(&mut self, place: NodeId, from: &Self, id: usize) {
        if from.bounds[id].is_finite() && self.bounds[place as usize].is_infinite() {
            self.assume_at_most(place, from.bounds[id]);
        }
    }
}
