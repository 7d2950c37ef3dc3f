//! The recorded graph: nodes in the order of their creation, shared and folded.

use super::finite;
use super::node::{Node, NodeId};
use super::table_entry::TableEntry;
use crate::num::Precision;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How often the value of an input changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rate {
    /// Once per member: parameters.
    Member,
    /// Every step: time, step, state.
    Step,
}

/// An input of the recorded function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The name that the printed kernel gives it.
    pub name: String,
    /// The rate at which the input changes.
    pub rate: Rate,
}

/// A function that is recorded by itself.
#[derive(Clone, Debug)]
pub struct RecordedFunction {
    /// The name in listings.
    pub name: &'static str,
    /// What it computes; every step, whatever its arguments are.
    pub graph: Graph,
}

/// A recorded function: its nodes, its inputs and which nodes are its results.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The precision whose series were recorded.
    pub precision: Precision,
    /// The inputs in the order of their numbers.
    pub inputs: Vec<Input>,
    /// All nodes, operands before operations.
    pub nodes: Vec<Node>,
    /// What is looked up, by the numbers of [`Node::Entry`].
    pub entries: Vec<TableEntry>,
    /// What is called, by the numbers of [`Node::Call`].
    pub functions: Vec<Arc<RecordedFunction>>,
    /// For every node, which entry of `notes` it was recorded under.
    pub leaves: Vec<u32>,
    /// The names of equations, entry 0 being empty.
    pub notes: Vec<&'static str>,
    /// The results.
    pub outputs: Vec<NodeId>,
    shared: FxHashMap<Node, NodeId>,
    leaf: u32,
    /// For every node, a bound of its magnitude; infinite where it may be infinite or not a number.
    pub(super) bounds: Vec<f64>,
    /// True while what is recorded must be what IEEE arithmetic gives, with the signs of zeros.
    pub(super) exact: bool,
    /// For every node, whether it was recorded so.
    pub(super) exactly: Vec<bool>,
    /// What was multiplied by zero, or divided zero, and need not be finite: its product was dropped.
    suspects: Vec<NodeId>,
}

impl Graph {
    pub(super) fn new(precision: Precision, inputs: Vec<Input>) -> Self {
        Self {
            precision,
            inputs,
            nodes: Vec::new(),
            entries: Vec::new(),
            functions: Vec::new(),
            leaves: Vec::new(),
            notes: vec![""],
            outputs: Vec::new(),
            shared: FxHashMap::default(),
            leaf: 0,
            bounds: Vec::new(),
            exact: false,
            exactly: Vec::new(),
            suspects: Vec::new(),
        }
    }

    /// Says whether what follows is recorded exactly; returns whether what came before was.
    pub(super) fn set_exact(&mut self, exact: bool) -> bool {
        std::mem::replace(&mut self.exact, exact)
    }

    /// Assumes that a value is finite, and no larger than a bound.
    pub(super) fn assume_at_most(&mut self, id: NodeId, bound: f64) {
        self.bounds[id as usize] = bound;
    }

    /// Adds to the first result what makes it no number where something that was dropped so far is not finite and no
    /// result would show it: a force that the joints take, say, whose components that move something are finite.
    pub(super) fn require_finite(&mut self, results: &mut [NodeId]) {
        let suspects = std::mem::take(&mut self.suspects);
        let facts = finite::Facts { bounds: &self.bounds, exact: &self.exactly };
        let unseen = finite::unseen(&self.nodes, &facts, results, &suspects);
        let exact = self.set_exact(true);
        let zero = self.push(Node::Constant(0.0f64.to_bits()));
        let products = unseen.into_iter().map(|id| self.push(Node::Mul(zero, id))).collect::<Vec<_>>();
        let sum = products.into_iter().reduce(|sum, product| self.push(Node::Add(sum, product)));
        if let (Some(sum), Some(first)) = (sum, results.first_mut()) {
            *first = self.push(Node::Add(*first, sum));
        }
        self.set_exact(exact);
    }

    /// Returns how many values have been dropped that need not be finite.
    pub(super) fn suspect_count(&self) -> usize {
        self.suspects.len()
    }

    /// Says that those that were dropped behind so many others are to be finite only where a mask holds.
    pub(super) fn suspect_where(&mut self, mask: NodeId, first: usize) {
        let exact = self.set_exact(true);
        let zero = self.push(Node::Constant(0.0f64.to_bits()));
        for i in first..self.suspects.len() {
            self.suspects[i] = self.push(Node::Select(mask, self.suspects[i], zero));
        }
        self.set_exact(exact);
    }

    /// Names the equation that the following nodes belong to.
    pub(super) fn note(&mut self, note: &'static str) {
        self.leaf = match self.notes.iter().position(|n| *n == note) {
            Some(at) => at as u32,
            None => {
                self.notes.push(note);
                (self.notes.len() - 1) as u32
            }
        };
    }

    /// Returns the value of a node if it is a constant.
    pub fn constant(&self, id: NodeId) -> Option<f64> {
        match self.nodes[id as usize] {
            Node::Constant(bits) => Some(f64::from_bits(bits)),
            _ => None,
        }
    }

    /// Adds a node, or finds the one that computes the same, or the simpler one that it folds to.
    pub(super) fn push(&mut self, node: Node) -> NodeId {
        if let Some(id) = self.move_signs(node) {
            return id;
        }
        let node = match self.fold_zero(node).unwrap_or_else(|| self.fold(node)) {
            Fold::Existing(id) => return id,
            Fold::New(node) => node,
        };
        let new = self.nodes.len() as NodeId;
        let id = *self.shared.entry(node).or_insert(new);
        if id == new {
            self.bounds.push(match node {
                Node::Entry(entry, _) => self.entries[entry as usize].largest(),
                node => finite::bound(&node, self.precision, |of| self.bounds[of as usize]),
            });
            self.nodes.push(node);
            self.exactly.push(self.exact);
            self.leaves.push(self.leaf);
        }
        id
    }

    /// Returns the operand of a change of sign.
    fn negated(&self, id: NodeId) -> Option<NodeId> {
        match self.nodes[id as usize] {
            Node::Neg(a) => Some(a),
            _ => None,
        }
    }

    /// Moves changes of sign from factors to products and from there into differences, where they cost nothing:
    /// exact, since rounding does not depend on the sign.
    fn move_signs(&mut self, node: Node) -> Option<NodeId> {
        use Node::{Add, Div, Mul, Neg, Sub};
        match node {
            Add(a, b) => match (self.negated(a), self.negated(b)) {
                (_, Some(b)) => Some(self.push(Sub(a, b))),
                (Some(a), None) => Some(self.push(Sub(b, a))),
                (None, None) => None,
            },
            Sub(a, b) => self.negated(b).map(|b| self.push(Add(a, b))),
            Mul(a, b) | Div(a, b) => {
                let (na, nb) = (self.negated(a), self.negated(b));
                let (a, b) = (na.unwrap_or(a), nb.unwrap_or(b));
                let plain = if matches!(node, Mul(..)) { Mul(a, b) } else { Div(a, b) };
                match (na, nb) {
                    (None, None) => None,
                    (Some(_), Some(_)) => Some(self.push(plain)),
                    _ => {
                        let plain = self.push(plain);
                        Some(self.push(Neg(plain)))
                    }
                }
            }
            _ => None,
        }
    }

    /// Returns zero where a value is finite; one that need not be finite becomes a suspect, see [`Graph::require_finite`].
    fn zero_for_finite(&mut self, id: NodeId) -> Fold {
        let is_never_finite = matches!(self.nodes[id as usize], Node::Div(_, b) if self.is_never_a_divisor(b));
        if self.bounds[id as usize].is_infinite() && !is_never_finite {
            self.suspects.push(id);
        }
        Fold::New(Node::Constant(0.0f64.to_bits()))
    }

    /// Tells whether a value is zero wherever it is finite: differences of values from themselves, and their sums. A quotient by
    /// it says on purpose that there is no value, where a choice takes it. It is finite nowhere, so what it is multiplied by
    /// zero for, a derivative of the side that no choice takes, is not required to be finite.
    fn is_never_a_divisor(&self, id: NodeId) -> bool {
        match self.nodes[id as usize] {
            Node::Sub(a, b) => a == b,
            Node::Add(a, b) => self.is_never_a_divisor(a) && self.is_never_a_divisor(b),
            Node::Constant(bits) => f64::from_bits(bits) == 0.0,
            _ => false,
        }
    }

    /// Simplifies by zeros of the equations' structure, where it is not to be exact: sums and products with zero,
    /// differences of a value from itself, without the sign of a zero. What need not be finite becomes a suspect.
    fn fold_zero(&mut self, node: Node) -> Option<Fold> {
        use Node::*;
        let is_zero = |id: NodeId| self.constant(id) == Some(0.0);
        let number = |id: NodeId| self.constant(id).is_none();
        if self.exact {
            return None;
        }
        match node {
            Add(a, b) if is_zero(a) && number(b) => Some(Fold::Existing(b)),
            Add(a, b) if is_zero(b) && number(a) => Some(Fold::Existing(a)),
            Sub(a, b) if is_zero(a) && number(b) => Some(self.fold(Neg(b))),
            Sub(a, b) if is_zero(b) && number(a) => Some(Fold::Existing(a)),
            Sub(a, b) if a == b => Some(self.zero_for_finite(a)),
            Mul(a, b) if is_zero(a) && number(b) => Some(self.zero_for_finite(b)),
            Mul(a, b) if is_zero(b) && number(a) => Some(self.zero_for_finite(a)),
            Div(a, b) if is_zero(a) && number(b) => {
                if !self.is_never_a_divisor(b) {
                    let one = self.push(Constant(1.0f64.to_bits()));
                    let inverse = self.push(Div(one, b));
                    self.suspects.push(inverse);
                }
                Some(Fold::New(Constant(0.0f64.to_bits())))
            }
            _ => None,
        }
    }

    /// Simplifies a node without a change of any bit.
    fn fold(&self, node: Node) -> Fold {
        use Fold::{Existing, New};
        use Node::*;
        let value = |id: NodeId| self.constant(id);
        let constant = |x: f64| New(Constant(x.to_bits()));
        let known = |id: NodeId| match self.nodes[id as usize] {
            Known(b) => Some(b),
            _ => None,
        };
        match node {
            Neg(a) => match self.nodes[a as usize] {
                Constant(bits) => constant(-f64::from_bits(bits)),
                Neg(inner) => Existing(inner),
                _ => New(node),
            },
            Sqrt(a) => value(a).map_or(New(node), |x| constant(x.sqrt())),
            Abs(a) => value(a).map_or(New(node), |x| constant(x.abs())),
            Floor(a) => value(a).map_or(New(node), |x| constant(x.floor())),
            Entry(entry, a) => value(a).map_or(New(node), |row| constant(self.entries[entry as usize].at(row))),
            Add(a, b) => match (value(a), value(b)) {
                (Some(x), Some(y)) => constant(x + y),
                (Some(x), None) if is_negative_zero(x) => Existing(b),
                (None, Some(y)) if is_negative_zero(y) => Existing(a),
                _ => New(Add(a.min(b), a.max(b))),
            },
            Sub(a, b) => match (value(a), value(b)) {
                (Some(x), Some(y)) => constant(x - y),
                (None, Some(y)) if y == 0.0 && !is_negative_zero(y) => Existing(a),
                (Some(x), None) if is_negative_zero(x) => self.fold(Neg(b)),
                _ => New(node),
            },
            Mul(a, b) => match (value(a), value(b)) {
                (Some(x), Some(y)) => constant(x * y),
                (Some(1.0), None) => Existing(b),
                (None, Some(1.0)) => Existing(a),
                (Some(-1.0), None) => self.fold(Neg(b)),
                (None, Some(-1.0)) => self.fold(Neg(a)),
                _ => New(Mul(a.min(b), a.max(b))),
            },
            Div(a, b) => match (value(a), value(b)) {
                (Some(x), Some(y)) => constant(x / y),
                (None, Some(1.0)) => Existing(a),
                (None, Some(-1.0)) => self.fold(Neg(a)),
                _ => New(node),
            },
            Less(a, b) => value(a).zip(value(b)).map_or(New(node), |(x, y)| New(Known(x < y))),
            // what is finite is a number
            LessEqual(a, b) if a == b && self.bounds[a as usize].is_finite() => New(Known(true)),
            LessEqual(a, b) => value(a).zip(value(b)).map_or(New(node), |(x, y)| New(Known(x <= y))),
            And(a, b) => match (known(a), known(b)) {
                (Some(false), _) | (_, Some(false)) => New(Known(false)),
                (Some(true), _) => Existing(b),
                (_, Some(true)) => Existing(a),
                _ => New(node),
            },
            Or(a, b) => match (known(a), known(b)) {
                (Some(true), _) | (_, Some(true)) => New(Known(true)),
                (Some(false), _) => Existing(b),
                (_, Some(false)) => Existing(a),
                _ => New(node),
            },
            Not(a) => known(a).map_or(New(node), |b| New(Known(!b))),
            Select(m, a, b) => match known(m) {
                Some(true) => Existing(a),
                Some(false) => Existing(b),
                None if a == b => Existing(a),
                None => New(node),
            },
            Input(_) | Constant(_) | Known(_) | MulAdd(..) | MulSub(..) | SubMul(..) => New(node),
            Argument(..) | Call(..) | Result(..) => New(node),
        }
    }

    /// Returns, for every node, whether it depends on an input that changes every step.
    pub fn changes_every_step(&self) -> Vec<bool> {
        let mut varying = vec![false; self.nodes.len()];
        for (id, node) in self.nodes.iter().enumerate() {
            varying[id] = match node {
                Node::Input(i) => self.inputs[*i as usize].rate == Rate::Step,
                _ => node.operands().any(|o| varying[o as usize]),
            };
        }
        varying
    }

    /// Returns, for every node, whether an output needs it.
    pub fn is_live(&self) -> Vec<bool> {
        self.needed_by(&self.outputs)
    }

    /// Returns, for every node, whether one of the given outputs needs it.
    pub(super) fn needed_by(&self, outputs: &[NodeId]) -> Vec<bool> {
        let mut live = vec![false; self.nodes.len()];
        for output in outputs {
            live[*output as usize] = true;
        }
        for id in (0..self.nodes.len()).rev() {
            if live[id] {
                for operand in self.nodes[id].operands() {
                    live[operand as usize] = true;
                }
            }
        }
        live
    }

    /// Returns the number of operations that the outputs need, per step and once per member.
    pub fn operation_counts(&self) -> (usize, usize) {
        let (live, varying) = (self.is_live(), self.changes_every_step());
        let count = |every_step: bool| {
            (0..self.nodes.len())
                .filter(|&i| live[i] && varying[i] == every_step && self.nodes[i].is_operation())
                .count()
        };
        (count(true), count(false))
    }
}

fn is_negative_zero(x: f64) -> bool {
    x.to_bits() == (-0.0f64).to_bits()
}

enum Fold {
    Existing(NodeId),
    New(Node),
}
