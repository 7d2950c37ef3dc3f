//! Which values of a recording are finite whatever its inputs, and which of the others would be seen if they were not.

use super::node::{Node, NodeId};
use crate::num::Precision;

/// Returns a bound of the magnitude of a node's value, from those of its operands; infinite where the value may be
/// infinite or not a number. Masks have none.
pub(super) fn bound(node: &Node, precision: Precision, of: impl Fn(NodeId) -> f64) -> f64 {
    use Node::*;
    let bound = match *node {
        Constant(bits) => f64::from_bits(bits).abs(),
        Neg(a) | Abs(a) => of(a),
        Floor(a) => of(a) + 1.0,
        Add(a, b) | Sub(a, b) => of(a) + of(b),
        Mul(a, b) => of(a) * of(b),
        MulAdd(a, b, c) | MulSub(a, b, c) | SubMul(a, b, c) => of(a) * of(b) + of(c),
        Select(_, a, b) => of(a).max(of(b)),
        // roots of negative numbers and quotients by zero
        Sqrt(_) | Div(..) | Input(_) | Argument(..) | Call(..) | Result(..) => f64::INFINITY,
        Entry(..) => unreachable!("what is looked up has the bound of its column"),
        Less(..) | LessEqual(..) | And(..) | Or(..) | Not(_) | Known(_) => f64::INFINITY,
    };
    // what the operations of double-float numbers may exceed their results by, on their way to them
    let largest = match precision {
        Precision::Double => f64::MAX,
        Precision::Single | Precision::DoubleFloat => f64::from(f32::MAX) / 4.0,
    };
    if bound <= largest { bound } else { f64::INFINITY }
}

/// What a result would show of a node.
#[derive(Clone, Copy, Default)]
struct Seen {
    nan: bool,
    infinite: bool,
}

impl Seen {
    const ALL: Self = Self { nan: true, infinite: true };
    fn all(self) -> bool {
        self.nan && self.infinite
    }
}

/// Marks what the operands of a node are seen by, where the node is seen.
///
/// A sum, a product or a root of what is not a number is none, and so on to a result. An infinite operand makes the
/// result infinite or no number, but for a divisor. Choices and comparisons lose what they are not made by.
fn see_operands(node: &Node, here: Seen, seen: &mut [Seen]) {
    use Node::*;
    let mut see = |id: NodeId, infinite: bool| {
        let there = &mut seen[id as usize];
        *there = Seen { nan: there.nan || here.nan, infinite: there.infinite || infinite };
    };
    match *node {
        Neg(a) | Abs(a) | Floor(a) | Sqrt(a) => see(a, here.all()),
        Add(a, b) | Sub(a, b) | Mul(a, b) => {
            see(a, here.all());
            see(b, here.all());
        }
        Div(a, b) => {
            see(a, here.all());
            see(b, false);
        }
        _ => {}
    }
}

/// What is known of a recording besides its nodes, for each of them.
pub(super) struct Facts<'a> {
    /// The largest magnitude of every node, see [`bound`].
    pub(super) bounds: &'a [f64],
    /// True for what was recorded exactly, whose choices may lie between numbers that are not finite.
    pub(super) exact: &'a [bool],
}

/// Returns nodes that show together where one of the `suspects` is not finite while all `results` are: none where the
/// results would show it.
///
/// A suspect is covered where it is seen by a result, or is made by sums, products and choices of what is covered; so
/// is a quotient by what divides a number that is seen, a root of squares, and a choice of the equations, both of whose sides are finite
/// where what they are computed from is. (That a product of finite numbers overflows is left to the results, whose limit
/// is much lower.) Of the others those nodes are returned that they are sums and products of.
pub(super) fn unseen(nodes: &[Node], facts: &Facts<'_>, results: &[NodeId], suspects: &[NodeId]) -> Vec<NodeId> {
    use Node::*;
    let mut seen = vec![Seen::default(); nodes.len()];
    results.iter().for_each(|id| seen[*id as usize] = Seen::ALL);
    let mut divisor = vec![false; nodes.len()];
    for (id, node) in nodes.iter().enumerate().rev() {
        see_operands(node, seen[id], &mut seen);
        if let Div(_, b) = node {
            divisor[*b as usize] |= seen[id].all();
        }
    }
    let constant = |id: NodeId| match nodes[id as usize] {
        Constant(bits) => Some(f64::from_bits(bits)),
        _ => None,
    };
    let mut not_negative = vec![false; nodes.len()];
    let (mut covered, mut side) = (vec![false; nodes.len()], vec![false; nodes.len()]);
    for (id, node) in nodes.iter().enumerate() {
        let all = |of: &[bool]| node.operands().filter(|o| !nodes[*o as usize].is_mask()).all(|o| of[o as usize]);
        let by_operands = match *node {
            Neg(_) | Abs(_) | Floor(_) | Add(..) | Sub(..) | Mul(..) => all(&covered),
            Select(..) => all(if facts.exact[id] { &covered } else { &side }),
            Div(a, b) => covered[a as usize] && (divisor[b as usize] || constant(b).is_some_and(|b| b != 0.0)),
            Sqrt(a) => covered[a as usize] && not_negative[a as usize],
            _ => false,
        };
        not_negative[id] = match *node {
            Constant(bits) => f64::from_bits(bits) >= 0.0,
            Mul(a, b) if a == b => true,
            Abs(_) | Sqrt(_) => true,
            Add(..) | Mul(..) | Div(..) | Select(..) => all(&not_negative),
            _ => false,
        };
        covered[id] = by_operands || facts.bounds[id].is_finite() || seen[id].all();
        side[id] = covered[id] || !facts.exact[id] && node.is_operation() && all(&side);
    }
    let mut wanted = vec![false; nodes.len()];
    suspects.iter().for_each(|id| wanted[*id as usize] = true);
    let mut unseen = Vec::new();
    for (id, node) in nodes.iter().enumerate().rev() {
        if wanted[id] && !covered[id] && !seen[id].all() {
            match *node {
                Neg(_) | Abs(_) | Floor(_) | Add(..) | Sub(..) | Mul(..) => {
                    node.operands().for_each(|operand| wanted[operand as usize] = true);
                }
                _ => {
                    unseen.push(id as NodeId);
                    seen[id] = Seen::ALL;
                }
            }
        }
        // what is required to be finite shows what it is made of
        see_operands(node, seen[id], &mut seen);
    }
    unseen
}
