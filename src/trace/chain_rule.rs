//! Products and sums of derivatives.

use super::node::{Node, NodeId};
use super::recording::{Recorded, Traced, TracedMask, push_mask, with};
use crate::num::Real;
use rustc_hash::FxHashMap;

/// Returns the value of a number that is a constant.
pub(super) fn constant(x: Traced) -> Option<f64> {
    with(|graph| graph.constant(x.node()))
}

/// Tells whether a product with a number takes no operation.
pub(super) fn is_sign(x: Traced) -> bool {
    constant(x).is_some_and(|x| x.abs() == 1.0)
}

fn is_zero(id: NodeId) -> bool {
    constant(Traced(id)) == Some(0.0)
}

fn is_finite(id: NodeId) -> bool {
    with(|graph| graph.bounds[id as usize].is_finite())
}

fn choice(x: Traced) -> Option<(NodeId, NodeId, NodeId)> {
    match with(|graph| graph.nodes[x.node() as usize]) {
        Node::Select(mask, yes, no) => Some((mask, yes, no)),
        _ => None,
    }
}

/// Returns where a number made of choices is not the zero that they name; none where they name no zero.
///
/// What leads to a branch along several paths, one for each way that its condition is decided, is zero where none of them takes it.
fn support(x: Traced, known: &mut FxHashMap<NodeId, Option<NodeId>>) -> Option<TracedMask> {
    let mut of = |id: NodeId| match known.get(&id) {
        Some(mask) => mask.map(TracedMask),
        None => {
            let mask = if is_zero(id) { Some(push_mask(Node::Known(false))) } else { support(Traced(id), known) };
            known.insert(id, mask.map(Recorded::node));
            mask
        }
    };
    match with(|graph| graph.nodes[x.node() as usize]) {
        Node::Select(mask, yes, no) => {
            let mask = Traced(mask).as_mask();
            match (of(yes), of(no)) {
                (None, None) => None,
                (yes, no) => Some(yes.map_or(mask, |yes| mask & yes) | no.map_or(!mask, |no| !mask & no)),
            }
        }
        Node::Add(a, b) | Node::Sub(a, b) => Some(of(a)? | of(b)?),
        // a product is zero where a factor is and the other one finite
        Node::Mul(a, b) => {
            (if is_finite(b) { of(a) } else { None }).or_else(|| if is_finite(a) { of(b) } else { None })
        }
        Node::Neg(a) => of(a),
        _ => None,
    }
}

/// Returns a product; where a factor is a choice that may be zero, the choice of the product: the other factor need
/// not be finite there.
pub(super) fn product(a: Traced, b: Traced) -> Traced {
    for (x, other) in [(a, b), (b, a)] {
        match choice(x) {
            _ if constant(other) == Some(1.0) => return x,
            Some((mask, yes, no)) if is_zero(no) => {
                return Traced::select(Traced(mask).as_mask(), product(Traced(yes), other), Traced::zero());
            }
            Some((mask, yes, no)) if is_zero(yes) => {
                return Traced::select(Traced(mask).as_mask(), Traced::zero(), product(Traced(no), other));
            }
            _ => {}
        }
    }
    for (x, other) in [(a, b), (b, a)] {
        if !is_finite(other.node())
            && let Some(taken) = support(x, &mut FxHashMap::default())
        {
            return Traced::select(taken, a * b, Traced::zero());
        }
    }
    a * b
}

/// Returns a sum; of the two sides of a choice, the choice between them.
pub(super) fn sum(a: Traced, b: Traced) -> Traced {
    for (x, y) in [(a, b), (b, a)] {
        if let (Some((mask, yes, no)), Some((other, nothing, instead))) = (choice(x), choice(y))
            && mask == other
            && is_zero(no)
            && is_zero(nothing)
        {
            return Traced::select(Traced(mask).as_mask(), Traced(yes), Traced(instead));
        }
    }
    a + b
}
