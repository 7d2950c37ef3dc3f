//! The operations of a recording.

/// The index of a node in its graph. Operands come before the operations that use them.
pub type NodeId = u32;

/// One operation. Constants are kept by their bits, so that equality is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the names are the operations
pub enum Node {
    Input(u32),
    Constant(u64),
    Neg(NodeId),
    Sqrt(NodeId),
    Abs(NodeId),
    Floor(NodeId),
    /// What is looked up, by its number among the graph's entries of tables, and the row.
    Entry(u32, NodeId),
    Add(NodeId, NodeId),
    Sub(NodeId, NodeId),
    Mul(NodeId, NodeId),
    Div(NodeId, NodeId),
    /// The product of the first two plus the third, rounded once.
    MulAdd(NodeId, NodeId, NodeId),
    /// The product of the first two minus the third, rounded once.
    MulSub(NodeId, NodeId, NodeId),
    /// The third minus the product of the first two, rounded once.
    SubMul(NodeId, NodeId, NodeId),
    Less(NodeId, NodeId),
    LessEqual(NodeId, NodeId),
    And(NodeId, NodeId),
    Or(NodeId, NodeId),
    Not(NodeId),
    /// Mask, value where it holds, value elsewhere.
    Select(NodeId, NodeId, NodeId),
    /// A mask that is known.
    Known(bool),
    /// Arguments of a call: those before, a number itself where there are none, and one more.
    Argument(NodeId, NodeId),
    /// A call of a function, by its number among those of the graph, with the last of its arguments.
    Call(u32, NodeId),
    /// A result of a call, by its number.
    Result(NodeId, u32),
}

impl Node {
    /// Returns the nodes that this one reads.
    pub fn operands(&self) -> impl Iterator<Item = NodeId> {
        use Node::*;
        let list = match *self {
            Input(_) | Constant(_) | Known(_) => [None; 3],
            Neg(a) | Sqrt(a) | Abs(a) | Floor(a) | Entry(_, a) | Not(a) | Call(_, a) | Result(a, _) => {
                [Some(a), None, None]
            }
            Argument(a, b)
            | Add(a, b)
            | Sub(a, b)
            | Mul(a, b)
            | Div(a, b)
            | Less(a, b)
            | LessEqual(a, b)
            | And(a, b)
            | Or(a, b) => [Some(a), Some(b), None],
            Select(a, b, c) | MulAdd(a, b, c) | MulSub(a, b, c) | SubMul(a, b, c) => [Some(a), Some(b), Some(c)],
        };
        list.into_iter().flatten()
    }
    /// Returns the operation with other operands in place of these.
    pub(super) fn with_operands(self, at: impl Fn(NodeId) -> NodeId) -> Self {
        use Node::*;
        match self {
            Input(_) | Constant(_) | Known(_) => self,
            Neg(a) => Neg(at(a)),
            Sqrt(a) => Sqrt(at(a)),
            Abs(a) => Abs(at(a)),
            Floor(a) => Floor(at(a)),
            Entry(entry, a) => Entry(entry, at(a)),
            Not(a) => Not(at(a)),
            Add(a, b) => Add(at(a), at(b)),
            Sub(a, b) => Sub(at(a), at(b)),
            Mul(a, b) => Mul(at(a), at(b)),
            Div(a, b) => Div(at(a), at(b)),
            MulAdd(a, b, c) => MulAdd(at(a), at(b), at(c)),
            MulSub(a, b, c) => MulSub(at(a), at(b), at(c)),
            SubMul(a, b, c) => SubMul(at(a), at(b), at(c)),
            Less(a, b) => Less(at(a), at(b)),
            LessEqual(a, b) => LessEqual(at(a), at(b)),
            And(a, b) => And(at(a), at(b)),
            Or(a, b) => Or(at(a), at(b)),
            Select(m, a, b) => Select(at(m), at(a), at(b)),
            Argument(before, a) => Argument(at(before), at(a)),
            Call(function, last) => Call(function, at(last)),
            Result(call, k) => Result(at(call), k),
        }
    }
    /// Says whether the node is computed: neither input nor constant.
    pub fn is_operation(&self) -> bool {
        !matches!(self, Node::Input(_) | Node::Constant(_) | Node::Known(_))
    }
    /// Says whether the value is a truth value.
    pub fn is_mask(&self) -> bool {
        use Node::*;
        matches!(self, Less(..) | LessEqual(..) | And(..) | Or(..) | Not(_) | Known(_))
    }
}
