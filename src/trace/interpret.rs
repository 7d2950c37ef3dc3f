//! Evaluating a graph in f64: the oracle for the native code and for the printed kernel.

use super::graph::Graph;
use super::node::{Node, NodeId};
use super::recording::{Recorded, Traced, with};
use rustc_hash::FxHashMap;

/// Evaluates the outputs of a graph for the given values of its inputs.
pub fn interpret(graph: &Graph, inputs: &[f64]) -> Vec<f64> {
    let values = values(graph, inputs);
    graph.outputs.iter().map(|o| values[*o as usize]).collect()
}

/// Evaluates some numbers of the function that is being recorded, for the given values of its inputs.
pub fn values_so_far(numbers: &[Traced], inputs: &[f64]) -> Vec<f64> {
    let values = with(|graph| values(graph, inputs));
    numbers.iter().map(|x| values[x.node() as usize]).collect()
}

/// Evaluates all nodes of a graph for the given values of its inputs.
fn values(graph: &Graph, inputs: &[f64]) -> Vec<f64> {
    let mut values = vec![0.0f64; graph.nodes.len()];
    let mut results: FxHashMap<NodeId, Vec<f64>> = FxHashMap::default();
    let truth = |b: bool| if b { 1.0 } else { 0.0 };
    for id in 0..graph.nodes.len() {
        let v = |i: NodeId| values[i as usize];
        let holds = |i: NodeId| values[i as usize] != 0.0;
        values[id] = match graph.nodes[id] {
            Node::Input(i) => inputs[i as usize],
            Node::Constant(bits) => f64::from_bits(bits),
            Node::Neg(a) => -v(a),
            Node::Sqrt(a) => v(a).sqrt(),
            Node::Abs(a) => v(a).abs(),
            Node::Floor(a) => v(a).floor(),
            Node::Entry(entry, row) => graph.entries[entry as usize].at(v(row)),
            Node::Add(a, b) => v(a) + v(b),
            Node::Sub(a, b) => v(a) - v(b),
            Node::Mul(a, b) => v(a) * v(b),
            Node::Div(a, b) => v(a) / v(b),
            Node::MulAdd(a, b, c) => v(a).mul_add(v(b), v(c)),
            Node::MulSub(a, b, c) => v(a).mul_add(v(b), -v(c)),
            Node::SubMul(a, b, c) => (-v(a)).mul_add(v(b), v(c)),
            Node::Less(a, b) => truth(v(a) < v(b)),
            Node::LessEqual(a, b) => truth(v(a) <= v(b)),
            Node::And(a, b) => truth(holds(a) && holds(b)),
            Node::Or(a, b) => truth(holds(a) || holds(b)),
            Node::Not(a) => truth(!holds(a)),
            Node::Select(m, a, b) => v(if holds(m) { a } else { b }),
            Node::Known(b) => truth(b),
            Node::Argument(..) => 0.0,
            Node::Call(..) => {
                let call = id as NodeId;
                let arguments: Vec<f64> = graph.arguments(call).into_iter().map(v).collect();
                results.insert(call, interpret(&graph.called(call).graph, &arguments));
                0.0
            }
            Node::Result(call, k) => results[&call][k as usize],
        };
    }
    values
}
