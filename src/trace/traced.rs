//! The recording number.

use super::graph::{Graph, Input};
use super::node::{Node, NodeId};
use super::table_entry::TableEntry;
use crate::num::{Precision, Real, Table, elementary};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};
use std::rc::Rc;
use std::sync::Arc;

thread_local! {
    /// The recording that this thread is making.
    static RECORDING: RefCell<Option<Recording>> = const { RefCell::new(None) };
}

/// The numbers that a value is a function of, and how its derivatives by them are recorded.
pub(super) type Slopes = Rc<[(NodeId, Box<dyn Fn() -> Traced>)]>;

struct Recording {
    graph: Graph,
    /// The values of functions whose derivatives are known.
    slopes: FxHashMap<NodeId, Slopes>,
}

/// A number that records what is done with it. Meaningful only inside [`record`].
#[derive(Clone, Copy, Debug)]
pub struct Traced(pub(super) NodeId);

/// A truth value that records what is done with it.
#[derive(Clone, Copy, Debug)]
pub struct TracedMask(NodeId);

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

/// A result that can be recorded: a number or a truth value.
pub trait Recorded {
    /// Returns the index of the number's node in the graph.
    fn node(self) -> NodeId;
}

impl Recorded for Traced {
    fn node(self) -> NodeId {
        self.0
    }
}

impl Recorded for TracedMask {
    fn node(self) -> NodeId {
        self.0
    }
}

/// Evaluates `function` on recording numbers, one per input, and returns what it did. The results of
/// the function become the outputs of the graph. Recordings do not nest.
pub fn record<T: Recorded>(
    precision: Precision,
    inputs: Vec<Input>,
    function: impl FnOnce(&[Traced]) -> Vec<T>,
) -> Graph {
    /// Ends the recording also when the function panics.
    struct Guard;
    impl Drop for Guard {
        fn drop(&mut self) {
            RECORDING.with(|r| r.borrow_mut().take());
        }
    }
    let count = inputs.len() as u32;
    RECORDING.with(|r| {
        let recording = Recording { graph: Graph::new(precision, inputs), slopes: FxHashMap::default() };
        let previous = r.borrow_mut().replace(recording);
        assert!(previous.is_none(), "recordings do not nest");
    });
    let guard = Guard;
    let numbers: Vec<Traced> = (0..count).map(|i| push(Node::Input(i))).collect();
    let outputs = function(&numbers);
    let recording = RECORDING.with(|r| r.borrow_mut().take());
    drop(guard);
    let mut graph = recording.expect("the recording that this function began").graph;
    graph.outputs = outputs.into_iter().map(T::node).collect();
    graph
}

/// Records a function that has been recorded before, operation by operation, at these inputs.
pub fn record_again(graph: &Graph, inputs: &[Traced]) -> Vec<Traced> {
    assert!(graph.inputs.len() == inputs.len(), "one number per input");
    // what may be dropped from it has been
    recording_exactly(true, || {
        let mut places: Vec<NodeId> = Vec::with_capacity(graph.nodes.len());
        for (node, leaf) in graph.nodes.iter().zip(&graph.leaves) {
            let place = match *node {
                Node::Input(i) => inputs[i as usize].0,
                node => with(|recording| {
                    recording.note(graph.notes[*leaf as usize]);
                    let node = TableEntry::moved(node, &graph.entries, &mut recording.entries);
                    recording.push(node.with_operands(|operand| places[operand as usize]))
                }),
            };
            places.push(place);
        }
        graph.outputs.iter().map(|output| Traced(places[*output as usize])).collect()
    })
}

fn with_recording<T>(f: impl FnOnce(&mut Recording) -> T) -> T {
    RECORDING.with(|r| f(r.borrow_mut().as_mut().expect("a Traced number is used inside record() only")))
}

/// Gives access to the graph that this thread is recording.
pub(super) fn with<T>(f: impl FnOnce(&mut Graph) -> T) -> T {
    with_recording(|recording| f(&mut recording.graph))
}

/// Returns the derivatives of a node, if it is the value of a function whose derivatives are known.
pub(super) fn known_slopes(id: NodeId) -> Option<Slopes> {
    with_recording(|recording| recording.slopes.get(&id).cloned())
}

fn push(node: Node) -> Traced {
    Traced(with(|graph| graph.push(node)))
}

fn push_mask(node: Node) -> TracedMask {
    TracedMask(with(|graph| graph.push(node)))
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

/// Runs a function while the graph records exactly, or by the structure of the equations.
fn recording_exactly<T>(exact: bool, function: impl FnOnce() -> T) -> T {
    let before = with(|graph| graph.set_exact(exact));
    let value = function();
    with(|graph| graph.set_exact(before));
    value
}
