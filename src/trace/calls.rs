//! Calls while a recording is made, and their derivatives.
//!
//! A function is recorded when it is first called, with arguments that are zero, one or minus one as constants, which fold. Its
//! derivatives by some of its arguments are a function as well, recorded when they are first asked for.

use super::graph::{Input, Rate, RecordedFunction};
use super::node::{Node, NodeId};
use super::recording::{Differentiated, Pattern, Source, Traced, push, record, suspended, with, with_recording};
use crate::num::{Function, Real};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// Records a function by itself; returns its number in the graph.
fn record_function(name: &'static str, arguments: usize, source: &Source) -> u32 {
    let precision = Traced::precision();
    let function = suspended(|| {
        let input = |i: usize| Input { name: format!("a{i}"), rate: Rate::Step };
        let graph = record(precision, (0..arguments).map(input).collect(), |arguments| {
            let mut results = source(arguments);
            Traced::require_finite(&mut results);
            results
        });
        Arc::new(RecordedFunction { name, graph })
    });
    let number = with(|graph| graph.number_of(&function));
    with_recording(|recording| recording.calls.sources.insert(number, Rc::clone(source)));
    number
}

/// Records a call of a function by its number; returns the node.
fn record_call(function: u32, arguments: &[NodeId]) -> NodeId {
    let last = arguments.iter().skip(1).fold(push(Node::Argument(arguments[0], arguments[0])).0, |before, argument| {
        push(Node::Argument(before, *argument)).0
    });
    push(Node::Call(function, last)).0
}

/// Returns result `k` of a call.
fn result(call: NodeId, k: usize) -> Traced {
    let output = with(|graph| {
        let of = &graph.called(call).graph;
        of.nodes[of.outputs[k] as usize]
    });
    match output {
        Node::Constant(bits) => Traced::constant(f64::from_bits(bits)),
        Node::Input(i) => Traced(with(|graph| graph.arguments(call)[i as usize])),
        _ => push(Node::Result(call, k as u32)),
    }
}

/// Returns the bits of a number that is a constant which folds.
fn folding(number: Traced) -> Option<u64> {
    let value = with(|graph| graph.constant(number.0))?;
    [0.0, 1.0, -1.0].contains(&value).then(|| value.to_bits())
}

/// Calls a function: see [`Real::call`].
pub(super) fn call<F: Function>(function: &F, arguments: &[Traced]) -> Vec<Traced> {
    let constants: Vec<Option<u64>> = arguments.iter().map(|x| folding(*x)).collect();
    let free: Vec<NodeId> =
        arguments.iter().zip(&constants).filter(|(_, constant)| constant.is_none()).map(|(x, _)| x.0).collect();
    if free.is_empty() {
        return function.evaluate(arguments);
    }
    let key = (function.name(), function.key(), constants);
    let known = with_recording(|recording| recording.calls.numbers.get(&key).copied());
    let number = known.unwrap_or_else(|| {
        let (function, constants) = (function.clone(), key.2.clone());
        let source: Source = Rc::new(move |free| {
            let mut free = free.iter().copied();
            let number = |constant: &Option<u64>| match constant {
                Some(bits) => Traced::constant(f64::from_bits(*bits)),
                None => free.next().expect("a number for every argument"),
            };
            function.evaluate(&constants.iter().map(number).collect::<Vec<Traced>>())
        });
        let number = record_function(key.0, free.len(), &source);
        with_recording(|recording| recording.calls.numbers.insert(key, number));
        number
    });
    let call = record_call(number, &free);
    let count = with(|graph| graph.called(call).graph.outputs.len());
    (0..count).map(|k| result(call, k)).collect()
}

/// Derivatives of a number by unknowns.
type Row = Vec<(usize, Traced)>;

/// Derivatives of results by seeds, row by row: see [`super::derivatives`].
type Derivatives = fn(&[Traced], &[(Traced, Row)]) -> Vec<Row>;

impl Differentiated {
    /// Returns the derivative of a result by the unknown of a column.
    fn entry(&self, k: u32, column: usize) -> Traced {
        result(self.call, k as usize * self.unknowns.len() + column)
    }
}

/// Records the derivatives of a call by unknowns, from those of all its arguments: empty for what does not move. Of calls whose
/// arguments depend on unknowns alike they are one function, with the chain rule in it.
fn differentiated(call: NodeId, rows: &[Row], derivatives: Derivatives) -> Differentiated {
    let (name, mut arguments, function) = with(|graph| {
        let (function, _) = graph.call(call);
        (graph.called(call).name, graph.arguments(call), function)
    });
    let unknowns: BTreeSet<usize> = rows.iter().flatten().map(|(unknown, _)| *unknown).collect();
    let unknowns: Vec<usize> = unknowns.into_iter().collect();
    let place = |unknown: &usize| unknowns.binary_search(unknown).expect("an unknown of the arguments");
    let pattern: Pattern =
        rows.iter().map(|row| row.iter().map(|(unknown, d)| (place(unknown), folding(*d))).collect()).collect();
    let key = (function, pattern);
    let known = with_recording(|recording| recording.calls.derivatives.get(&key).copied());
    let free = rows.iter().flatten().filter(|(_, d)| folding(*d).is_none()).map(|(_, d)| d.0).collect::<Vec<NodeId>>();
    let (count, columns) = (arguments.len(), unknowns.len());
    let number = known.unwrap_or_else(|| {
        let source = with_recording(|recording| recording.calls.sources.get(&function).map(Rc::clone));
        let source = source.expect("a function is differentiated in the recording that it was called in first");
        let pattern = key.1.clone();
        let derivative: Source = Rc::new(move |numbers| {
            let (arguments, free) = numbers.split_at(count);
            let results = source(arguments);
            let mut free = free.iter().copied();
            let mut number = |constant: &Option<u64>| match constant {
                Some(bits) => Traced::constant(f64::from_bits(*bits)),
                None => free.next().expect("a number for every derivative"),
            };
            let mut seeds: Vec<(Traced, Row)> = Vec::new();
            for (argument, row) in arguments.iter().zip(&pattern).filter(|(_, row)| !row.is_empty()) {
                seeds.push((*argument, row.iter().map(|(unknown, constant)| (*unknown, number(constant))).collect()));
            }
            let mut all = vec![Traced::zero(); results.len() * columns];
            for (row, entries) in all.chunks_mut(columns.max(1)).zip(derivatives(&results, &seeds)) {
                entries.into_iter().for_each(|(column, entry)| row[column] = entry);
            }
            all
        });
        let number = record_function(name, count + free.len(), &derivative);
        with_recording(|recording| recording.calls.derivatives.insert(key, number));
        number
    });
    arguments.extend(free);
    Differentiated { call: record_call(number, &arguments), unknowns }
}

/// Returns the derivatives of some results of a call by unknowns, row by row, from those of all its arguments.
pub(super) fn along(call: NodeId, wanted: &[u32], rows: &[Row], derivatives: Derivatives) -> Vec<Row> {
    let all = differentiated(call, rows, derivatives);
    let row = |k: &u32| all.unknowns.iter().enumerate().map(|(c, unknown)| (*unknown, all.entry(*k, c))).collect();
    wanted.iter().map(row).collect()
}

/// Prepares for the derivatives of a call by those of its arguments that move.
pub(super) fn differentiate(call: NodeId, moves: impl Fn(NodeId) -> bool, derivatives: Derivatives) {
    let arguments = with(|graph| graph.arguments(call));
    let row = |(k, argument): (usize, &NodeId)| if moves(*argument) { vec![(k, Traced::one())] } else { Row::new() };
    let rows: Vec<Row> = arguments.iter().enumerate().map(row).collect();
    let by_arguments = differentiated(call, &rows, derivatives);
    with_recording(|recording| recording.calls.differentiated.insert(call, Rc::new(by_arguments)));
}

/// Returns the derivative of a result of a call by one of its arguments, after [`differentiate`].
pub(super) fn slope(call: NodeId, k: u32, argument: usize) -> Traced {
    let known = with_recording(|recording| Rc::clone(&recording.calls.differentiated[&call]));
    let column = known.unknowns.binary_search(&argument).ok();
    column.map_or_else(Traced::zero, |column| known.entry(k, column))
}
