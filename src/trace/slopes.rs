//! What depends on what in a graph that is being recorded, and the derivatives of operations by their operands.

use super::calls;
use super::node::{Node, NodeId};
use super::recording::{Recorded, Traced, known_slopes, with};
use crate::num::Real;
use crate::num::dual::sqrt_slope;
use rustc_hash::FxHashMap;

pub(super) fn arguments(call: NodeId) -> Vec<Traced> {
    with(|graph| graph.arguments(call)).into_iter().map(Traced).collect()
}

/// Returns the calls between seeds and results, each with those of its results that matter: first those that need no other of them, then
/// those that need these alone, and so on.
pub(super) fn calls_between(
    seeds: &[(Traced, Vec<(usize, Traced)>)],
    results: &[Traced],
) -> Vec<Vec<(NodeId, Vec<u32>)>> {
    if with(|graph| graph.functions.is_empty()) {
        return Vec::new();
    }
    let rows: FxHashMap<NodeId, &Vec<(usize, Traced)>> = seeds.iter().map(|(seed, row)| (seed.node(), row)).collect();
    let mut levels: FxHashMap<NodeId, usize> = FxHashMap::default();
    let mut all: Vec<Vec<(NodeId, Vec<u32>)>> = Vec::new();
    for id in between(&rows, results) {
        if rows.contains_key(&id) {
            continue;
        }
        let mut level = 0;
        slopes(id, |operand, _| level = level.max(levels.get(&operand).copied().unwrap_or(0)));
        if let Node::Result(call, k) = with(|graph| graph.nodes[id as usize]) {
            all.resize_with(all.len().max(level + 1), Vec::new);
            // results of a call follow each other
            match all[level].last_mut().filter(|(last, _)| *last == call) {
                Some((_, wanted)) => wanted.push(k),
                None => all[level].push((call, vec![k])),
            }
            level += 1;
        }
        if level > 0 {
            levels.insert(id, level);
        }
    }
    all
}

/// Returns the nodes that depend on a seed and that a result needs, in the order of recording.
pub(super) fn between<T>(seeds: &FxHashMap<NodeId, &Vec<T>>, results: &[Traced]) -> Vec<NodeId> {
    let Some(first) = seeds.keys().min() else { return Vec::new() };
    let count = with(|graph| graph.nodes.len());
    let (mut depends, mut needed) = (vec![false; count], vec![false; count]);
    let vertices = *first..count as NodeId;
    for id in vertices.clone() {
        match seeds.get(&id) {
            Some(row) => depends[id as usize] = !row.is_empty(),
            None => slopes(id, |operand, _| depends[id as usize] |= depends[operand as usize]),
        }
    }
    results.iter().for_each(|result| needed[result.node() as usize] = true);
    for id in vertices.clone().rev() {
        if needed[id as usize] && depends[id as usize] && !seeds.contains_key(&id) {
            slopes(id, |operand, _| needed[operand as usize] = true);
        }
    }
    vertices.filter(|id| depends[*id as usize] && needed[*id as usize]).collect()
}

/// Passes every operand that a node has a derivative by, with that derivative, which is recorded when it is asked for.
pub(super) fn slopes(id: NodeId, mut pass: impl FnMut(NodeId, &dyn Fn() -> Traced)) {
    let constant = Traced::constant;
    let value = Traced(id);
    if let Some(known) = known_slopes(id) {
        return known.iter().for_each(|(argument, slope)| pass(*argument, &**slope));
    }
    match with(|graph| graph.nodes[id as usize]) {
        Node::Neg(a) => pass(a, &|| constant(-1.0)),
        Node::Sqrt(a) => pass(a, &|| sqrt_slope(value)),
        Node::Abs(a) => {
            pass(a, &|| Traced::select(Traced(a).less(Traced::zero()), constant(-1.0), Traced::one()));
        }
        Node::Add(a, b) => {
            pass(a, &Traced::one);
            pass(b, &Traced::one);
        }
        Node::Sub(a, b) => {
            pass(a, &Traced::one);
            pass(b, &|| constant(-1.0));
        }
        Node::Mul(a, b) => {
            pass(a, &|| Traced(b));
            pass(b, &|| Traced(a));
        }
        Node::MulAdd(a, b, c) | Node::MulSub(a, b, c) | Node::SubMul(a, b, c) => {
            unreachable!("a function is differentiated before products of it are fused: {a} {b} {c}")
        }
        Node::Div(a, b) => {
            let inverse = || Traced::one() / Traced(b);
            pass(a, &inverse);
            pass(b, &|| -(value * inverse()));
        }
        Node::Select(mask, a, b) => {
            let mask = Traced(mask).as_mask();
            pass(a, &|| Traced::select(mask, Traced::one(), Traced::zero()));
            pass(b, &|| Traced::select(mask, Traced::zero(), Traced::one()));
        }
        Node::Result(call, k) => {
            let arguments = with(|graph| graph.arguments(call));
            for (at, argument) in arguments.into_iter().enumerate() {
                pass(argument, &|| calls::slope(call, k, at));
            }
        }
        // results of calls lead to their arguments
        Node::Argument(..) | Node::Call(..) => {}
        Node::Floor(_) | Node::Entry(..) | Node::Input(_) | Node::Constant(_) | Node::Known(_) => {}
        Node::Less(..) | Node::LessEqual(..) | Node::And(..) | Node::Or(..) | Node::Not(_) => {}
    }
}
