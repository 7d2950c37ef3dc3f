//! From nodes of a graph to operations that are one machine instruction each.

use crate::trace::{Graph, Node, NodeId};

/// What an instruction computes, from its operands a, b, c.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names are the operations
pub(super) enum Kind {
    Neg,
    Abs,
    Sqrt,
    Floor,
    /// A number of a table
    Entry,
    Add,
    Sub,
    Mul,
    Div,
    /// a b + c, rounded once
    MulAdd,
    /// a b - c, rounded once
    MulSub,
    /// c - a b, rounded once
    SubMul,
    /// a where a < b, b elsewhere
    Min,
    /// a where a > b, b elsewhere
    Max,
    Less,
    LessEqual,
    And,
    Or,
    Not,
    /// b where a holds, c elsewhere
    Select,
    /// b where a holds, zero elsewhere
    SelectOrZero,
    /// A call of a function with any number of arguments
    Call,
    /// A result of the call a, which takes no instruction
    Result,
}

/// One operation: the node that it computes and the nodes that it reads.
#[derive(Clone, Debug)]
pub(super) struct Operation {
    pub(super) node: NodeId,
    pub(super) kind: Kind,
    operands: Operands,
}

/// What an operation reads.
#[derive(Clone, Debug)]
enum Operands {
    Few([NodeId; 3], u8),
    Arguments(Vec<NodeId>),
}

impl Operation {
    fn new(node: NodeId, kind: Kind, list: &[NodeId]) -> Self {
        let mut operands = [0; 3];
        operands[..list.len()].copy_from_slice(list);
        Self { node, kind, operands: Operands::Few(operands, list.len() as u8) }
    }
    /// Returns the nodes that the operation reads.
    pub(super) fn operands(&self) -> &[NodeId] {
        match &self.operands {
            Operands::Few(operands, count) => &operands[..*count as usize],
            Operands::Arguments(arguments) => arguments,
        }
    }
    /// Tells whether the operation leaves its result in a register.
    pub(super) fn takes_register(&self) -> bool {
        !matches!(self.kind, Kind::Call | Kind::Result)
    }
}

/// Zero with the sign that no bits have.
const ZERO: Node = Node::Constant(0);

/// Returns the operation of a node. A choice between the sides of its own comparison is a minimum or a maximum, with
/// the same result where a side is not a number or both are zeros.
fn operation(graph: &Graph, id: NodeId) -> Operation {
    let new = |kind, list: &[NodeId]| Operation::new(id, kind, list);
    match graph.nodes[id as usize] {
        Node::Neg(a) => new(Kind::Neg, &[a]),
        Node::Abs(a) => new(Kind::Abs, &[a]),
        Node::Sqrt(a) => new(Kind::Sqrt, &[a]),
        Node::Floor(a) => new(Kind::Floor, &[a]),
        Node::Entry(_, a) => new(Kind::Entry, &[a]),
        Node::Add(a, b) => new(Kind::Add, &[a, b]),
        Node::Sub(a, b) => new(Kind::Sub, &[a, b]),
        Node::Mul(a, b) => new(Kind::Mul, &[a, b]),
        Node::Div(a, b) => new(Kind::Div, &[a, b]),
        Node::MulAdd(a, b, c) => new(Kind::MulAdd, &[a, b, c]),
        Node::MulSub(a, b, c) => new(Kind::MulSub, &[a, b, c]),
        Node::SubMul(a, b, c) => new(Kind::SubMul, &[a, b, c]),
        Node::Less(a, b) => new(Kind::Less, &[a, b]),
        Node::LessEqual(a, b) => new(Kind::LessEqual, &[a, b]),
        Node::And(a, b) => new(Kind::And, &[a, b]),
        Node::Or(a, b) => new(Kind::Or, &[a, b]),
        Node::Not(a) => new(Kind::Not, &[a]),
        Node::Select(m, yes, no) => match graph.nodes[m as usize] {
            Node::Less(a, b) if (yes, no) == (a, b) => new(Kind::Min, &[a, b]),
            Node::Less(a, b) if (yes, no) == (b, a) => new(Kind::Max, &[b, a]),
            _ if graph.nodes[no as usize] == ZERO => new(Kind::SelectOrZero, &[m, yes]),
            _ => new(Kind::Select, &[m, yes, no]),
        },
        Node::Call(..) => {
            let arguments = Operands::Arguments(graph.arguments(id));
            Operation { node: id, kind: Kind::Call, operands: arguments }
        }
        Node::Result(call, _) => new(Kind::Result, &[call]),
        Node::Input(_) | Node::Constant(_) | Node::Known(_) | Node::Argument(..) => unreachable!("not an operation"),
    }
}

/// Returns the operations of nodes in their order, without those that nothing needs: neither an operation after them
/// nor one of the `roots`.
pub(super) fn lower(graph: &Graph, order: &[NodeId], roots: impl IntoIterator<Item = NodeId>) -> Vec<Operation> {
    let mut needed = vec![false; graph.nodes.len()];
    for root in roots {
        needed[root as usize] = true;
    }
    let mut operations = Vec::with_capacity(order.len());
    for &id in order.iter().rev() {
        if needed[id as usize] {
            let operation = operation(graph, id);
            operation.operands().iter().for_each(|o| needed[*o as usize] = true);
            operations.push(operation);
        }
    }
    operations.reverse();
    operations
}
