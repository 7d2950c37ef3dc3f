//! The recording that a thread is making.

use super::graph::{Graph, Input};
use super::node::{Node, NodeId};
use crate::num::Precision;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

thread_local! {
    /// The recording that this thread is making.
    static RECORDING: RefCell<Option<Recording>> = const { RefCell::new(None) };
}

/// The numbers that a value is a function of, and how its derivatives by them are recorded.
pub(super) type Slopes = Rc<[(NodeId, Box<dyn Fn() -> Traced>)]>;

/// A function that is being recorded.
pub(super) struct Recording {
    graph: Graph,
    /// The values of functions whose derivatives are known.
    pub(super) slopes: FxHashMap<NodeId, Slopes>,
    /// The functions that it calls.
    pub(super) calls: Calls,
}

/// A number that records what is done with it. Meaningful only inside [`record`].
#[derive(Clone, Copy, Debug)]
pub struct Traced(pub(super) NodeId);

/// A truth value that records what is done with it.
#[derive(Clone, Copy, Debug)]
pub struct TracedMask(pub(super) NodeId);

/// Evaluates a function for its arguments, but for those that are constants.
pub(super) type Source = Rc<dyn Fn(&[Traced]) -> Vec<Traced>>;

/// What tells functions apart: name, key, and the bits of arguments that are constants.
pub(super) type Key = (&'static str, String, Vec<Option<u64>>);

/// The functions that a recording calls.
#[derive(Default)]
pub(super) struct Calls {
    /// Functions by what tells them apart: their numbers in the graph.
    pub(super) numbers: FxHashMap<Key, u32>,
    /// What evaluates them, by their numbers.
    pub(super) sources: FxHashMap<u32, Source>,
    /// Derivatives of functions along what their arguments depend on, by how they do.
    pub(super) derivatives: FxHashMap<(u32, Pattern), u32>,
    /// Calls that are differentiated by their arguments.
    pub(super) differentiated: FxHashMap<NodeId, Rc<Differentiated>>,
}

/// For every argument of a function, the unknowns that it depends on, counted among those of the function, with the bits of derivatives
/// that are constants.
pub(super) type Pattern = Vec<Vec<(usize, Option<u64>)>>;

/// A call of the derivatives of a function along some unknowns, whose results are rows of as many columns.
pub(super) struct Differentiated {
    pub(super) call: NodeId,
    pub(super) unknowns: Vec<usize>,
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
/// the function become the outputs of the graph. Recordings do not nest, but for those of functions that are called.
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
        let graph = Graph::new(precision, inputs);
        let recording = Recording { graph, slopes: FxHashMap::default(), calls: Calls::default() };
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
                    let node = recording.adopted(node, graph);
                    recording.push(node.with_operands(|operand| places[operand as usize]))
                }),
            };
            places.push(place);
        }
        graph.outputs.iter().map(|output| Traced(places[*output as usize])).collect()
    })
}

/// Evaluates a function that makes a recording of its own, while the one that is being made waits.
pub(super) fn suspended<T>(function: impl FnOnce() -> T) -> T {
    let waiting = RECORDING.with(|r| r.borrow_mut().take());
    let value = function();
    RECORDING.with(|r| *r.borrow_mut() = waiting);
    value
}

pub(super) fn with_recording<T>(f: impl FnOnce(&mut Recording) -> T) -> T {
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

pub(super) fn push(node: Node) -> Traced {
    Traced(with(|graph| graph.push(node)))
}

pub(super) fn push_mask(node: Node) -> TracedMask {
    TracedMask(with(|graph| graph.push(node)))
}

/// Runs a function while the graph records exactly, or by the structure of the equations.
pub(super) fn recording_exactly<T>(exact: bool, function: impl FnOnce() -> T) -> T {
    let before = with(|graph| graph.set_exact(exact));
    let value = function();
    with(|graph| graph.set_exact(before));
    value
}
