//! The recording number.

use super::calls;
use super::node::{Node, NodeId};
use super::recording::{Traced, TracedMask, push, push_mask, recording_exactly, with, with_recording};
use super::table_entry::TableEntry;
use crate::num::{Function, Precision, Real, Table, elementary};
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};
use std::rc::Rc;
use std::sync::Arc;

impl Traced {
    /// Tells whether the number is the constant zero.
    pub fn is_zero(self) -> bool {
        with(|graph| graph.constant(self.0) == Some(0.0))
    }
    /// Tells whether the number is a constant.
    pub fn is_constant(self) -> bool {
        with(|graph| graph.constant(self.0).is_some())
    }
    /// Tells whether the number is the same number of the recording as another one.
    pub fn is_same(self, other: Self) -> bool {
        self.0 == other.0
    }
    /// Takes an input for a truth value, which it is in a printed function with a parameter of that type.
    pub fn as_mask(self) -> TracedMask {
        TracedMask(self.0)
    }

    fn with_slopes<const N: usize>(self, slopes: [(NodeId, Box<dyn Fn() -> Traced>); N]) -> Self {
        with_recording(|recording| recording.slopes.entry(self.0).or_insert_with(|| Rc::new(slopes)).len());
        self
    }
}

macro_rules! binary {
    ($trait:ident, $method:ident) => {
        impl $trait for Traced {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                push(Node::$trait(self.0, other.0))
            }
        }
    };
}
binary!(Add, add);
binary!(Sub, sub);
binary!(Mul, mul);
binary!(Div, div);

impl Neg for Traced {
    type Output = Self;
    fn neg(self) -> Self {
        push(Node::Neg(self.0))
    }
}

impl BitAnd for TracedMask {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        push_mask(Node::And(self.0, other.0))
    }
}

impl BitOr for TracedMask {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        push_mask(Node::Or(self.0, other.0))
    }
}

impl Not for TracedMask {
    type Output = Self;
    fn not(self) -> Self {
        push_mask(Node::Not(self.0))
    }
}

impl Real for Traced {
    type Mask = TracedMask;

    fn constant(value: f64) -> Self {
        push(Node::Constant(value.to_bits()))
    }
    fn precision() -> Precision {
        with(|graph| graph.precision)
    }
    fn sqrt(self) -> Self {
        push(Node::Sqrt(self.0))
    }
    fn abs(self) -> Self {
        push(Node::Abs(self.0))
    }
    fn floor(self) -> Self {
        push(Node::Floor(self.0))
    }
    fn entry(self, table: &Arc<Table>, column: usize) -> Self {
        Traced(with(|graph| {
            let entry = TableEntry::number(&mut graph.entries, table, column);
            graph.push(Node::Entry(entry, self.0))
        }))
    }
    fn less(self, other: Self) -> TracedMask {
        push_mask(Node::Less(self.0, other.0))
    }
    fn less_equal(self, other: Self) -> TracedMask {
        push_mask(Node::LessEqual(self.0, other.0))
    }
    fn select(mask: TracedMask, yes: Self, no: Self) -> Self {
        push(Node::Select(mask.0, yes.0, no.0))
    }
    fn note(leaf: &'static str) {
        with(|graph| graph.note(leaf));
    }
    fn exactly<T>(function: impl FnOnce() -> T) -> T {
        recording_exactly(true, function)
    }
    fn structurally<T>(function: impl FnOnce() -> T) -> T {
        recording_exactly(false, function)
    }
    fn finite_where<T>(function: impl FnOnce() -> (T, TracedMask)) -> (T, TracedMask) {
        let before = with(|graph| graph.suspect_count());
        let (value, mask) = function();
        with(|graph| graph.suspect_where(mask.0, before));
        (value, mask)
    }
    fn assume_at_most(self, bound: f64) {
        with(|graph| graph.assume_at_most(self.0, bound));
    }
    fn require_finite(results: &mut [Self]) {
        let mut nodes: Vec<NodeId> = results.iter().map(|r| r.0).collect();
        with(|graph| graph.require_finite(&mut nodes));
        results.iter_mut().zip(nodes).for_each(|(result, node)| result.0 = node);
    }
    fn with_slope(self, argument: Self, slope: impl Fn() -> Self + 'static) -> Self {
        self.with_slopes([(argument.0, Box::new(slope))])
    }
    /// Returns a number of its own, which is equal and whose derivatives are zero: a choice that is never taken otherwise.
    fn detached(self) -> Self {
        if self.is_constant() {
            return self;
        }
        let own = Traced::select(self.less(self), Traced::one(), self);
        assert!(own.0 != self.0, "the choice has a node of its own");
        own.with_slopes([])
    }
    /// Returns a number of its own, which is zero and whose derivative is the slope: a choice that is never taken otherwise.
    fn integral(self, slope: Self) -> Self {
        if self.is_constant() || slope.is_zero() {
            return Self::zero();
        }
        Traced::select(self.less(self), slope, Traced::zero()).with_slope(self, move || slope)
    }
    fn call<F: Function>(function: &F, arguments: &[Self]) -> Vec<Self> {
        calls::call(function, arguments)
    }
    fn sin_cos(self) -> (Self, Self) {
        let (sine, cosine) = elementary::sin_cos(self);
        (sine.with_slope(self, move || cosine), cosine.with_slope(self, move || -sine))
    }
    fn atan2(self, x: Self) -> Self {
        let norm2 = move || self.square() + x.square();
        let angle = elementary::atan2(self, x);
        angle.with_slopes([(self.0, Box::new(move || x / norm2())), (x.0, Box::new(move || -self / norm2()))])
    }
    fn exp(self) -> Self {
        let value = elementary::exp(self);
        value.with_slope(self, move || value)
    }
    fn ln(self) -> Self {
        elementary::ln(self).with_slope(self, move || Self::one() / self)
    }
}
