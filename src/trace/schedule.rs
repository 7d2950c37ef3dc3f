//! The order in which a printed kernel computes: what does not change between steps first, then the
//! step, in the order in which fewer values are moved to memory and from it.

use super::few_alive::{alive, few_alive};
use super::graph::Graph;
use super::node::NodeId;

/// A value that was touched this many operations ago is taken for one that is no longer in a register.
const REGISTERS: usize = 32;

/// The operations of a graph in the order in which they are printed.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// Computed once per member.
    pub member: Vec<NodeId>,
    /// Computed every step.
    pub step: Vec<NodeId>,
    /// The part of the step that comes first, so that the rest can be skipped.
    pub first: FirstPart,
    /// The largest number of values of the step that are alive at once.
    pub peak_live: usize,
}

/// Says how much of a step comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstPart {
    /// The number of first outputs.
    pub outputs: usize,
    /// The number of operations that the first outputs need.
    pub operations: usize,
}

impl Schedule {
    /// Orders the live operations of a graph. Two orders are tried for the step, that of recording and depth first from
    /// the outputs; the one that moves fewer values to memory and from it is taken. Measured on the CPU: depth first is 12 to 24 %
    /// faster for implicit methods, and the other one up to 12 % for explicit ones; the number of values alive at once, which
    /// counts outputs to the end, does not tell. Nor does that of operands from far back: sums whose terms are added one by one
    /// are moved twice for each, which makes 111,000 instructions of the derivatives of a beam's element of order 4, and this
    /// rule 58,000.
    pub fn new(graph: &Graph) -> Self {
        Self::in_two_parts(graph, graph.outputs.len())
    }

    /// Orders the live operations of a graph, the operations of the step that the first outputs need before all others.
    pub fn in_two_parts(graph: &Graph, first_outputs: usize) -> Self {
        let (live, varying) = (graph.is_live(), graph.changes_every_step());
        let is_printed = |id: NodeId| live[id as usize] && graph.nodes[id as usize].is_operation();
        let all = 0..graph.nodes.len() as NodeId;
        let member: Vec<NodeId> = all.clone().filter(|&id| is_printed(id) && !varying[id as usize]).collect();
        let mut recorded: Vec<NodeId> = all.filter(|&id| is_printed(id) && varying[id as usize]).collect();
        let in_first = graph.needed_by(&graph.outputs[..first_outputs]);
        recorded.sort_by_key(|id| !in_first[*id as usize]);
        let operations = recorded.partition_point(|id| in_first[*id as usize]);
        // depth first, whatever an output needs comes before what only later ones need
        let deep = depth_first(graph, &varying);
        let step = if moves(graph, &deep) < moves(graph, &recorded) { deep } else { recorded };
        let (peak_live, _) = alive(graph, &step, &outputs(graph));
        Self { member, step, first: FirstPart { outputs: first_outputs, operations }, peak_live }
    }

    /// Orders the operations as [`Self::in_two_parts`] does, and then so that fewer values are alive at once, for processors with few
    /// registers a thread.
    pub fn of_few_alive(graph: &Graph, first_outputs: usize) -> Self {
        let Self { member, step, first, .. } = Self::in_two_parts(graph, first_outputs);
        let (head, tail) = step.split_at(first.operations);
        let mut kept = outputs(graph);
        let last = few_alive(graph, tail.to_vec(), &kept);
        // what the second part uses is alive at the end of the first
        let operands = tail.iter().flat_map(|id| graph.nodes[*id as usize].operands());
        operands.for_each(|operand| kept[operand as usize] = true);
        let step = [few_alive(graph, head.to_vec(), &kept), last].concat();
        let (peak_live, _) = alive(graph, &step, &outputs(graph));
        Self { member, step, first, peak_live }
    }
}

/// Tells of every node whether it is an output.
fn outputs(graph: &Graph) -> Vec<bool> {
    let mut all = vec![false; graph.nodes.len()];
    graph.outputs.iter().for_each(|output| all[*output as usize] = true);
    all
}

/// Returns the nodes in post-order from the outputs; of two operands the one with the longer computation comes first.
fn depth_first(graph: &Graph, varying: &[bool]) -> Vec<NodeId> {
    let mut depth = vec![0u32; graph.nodes.len()];
    for (id, node) in graph.nodes.iter().enumerate() {
        depth[id] = 1 + node.operands().map(|o| depth[o as usize]).max().unwrap_or(0);
    }
    let mut done = vec![false; graph.nodes.len()];
    let mut order = Vec::new();
    let mut stack: Vec<(NodeId, bool)> = graph.outputs.iter().rev().map(|&o| (o, false)).collect();
    while let Some((id, operands_done)) = stack.pop() {
        let at = id as usize;
        if done[at] || !varying[at] || !graph.nodes[at].is_operation() {
            continue;
        }
        if operands_done {
            done[at] = true;
            order.push(id);
            continue;
        }
        stack.push((id, true));
        let mut operands: Vec<NodeId> = graph.nodes[at].operands().collect();
        operands.sort_by_key(|o| depth[*o as usize]);
        stack.extend(operands.into_iter().map(|o| (o, false)));
    }
    order
}

/// Returns how many values are moved to memory and from it where [`REGISTERS`] values were touched since they were last: a value is
/// stored once, and an operation reads one of its operands from memory without a load.
fn moves(graph: &Graph, order: &[NodeId]) -> usize {
    let mut touched = vec![None; graph.nodes.len()];
    let mut is_stored = vec![false; graph.nodes.len()];
    let mut moves = 0;
    for (at, &id) in order.iter().enumerate() {
        let mut far = 0;
        for operand in graph.nodes[id as usize].operands() {
            let before: Option<usize> = touched[operand as usize].replace(at);
            if before.is_none_or(|before| at - before > REGISTERS) {
                far += 1;
                // what was not computed here is in memory
                moves += usize::from(before.is_some() && !std::mem::replace(&mut is_stored[operand as usize], true));
            }
        }
        moves += far.max(1) - 1;
        touched[id as usize] = Some(at);
    }
    moves
}
