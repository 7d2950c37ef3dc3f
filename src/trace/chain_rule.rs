//! Products and sums of derivatives.

use super::node::{Node, NodeId};
use super::recording::{Recorded, Traced, with};
use crate::num::Real;

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

fn choice(x: Traced) -> Option<(NodeId, NodeId, NodeId)> {
    match with(|graph| graph.nodes[x.node() as usize]) {
        Node::Select(mask, yes, no) => Some((mask, yes, no)),
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
