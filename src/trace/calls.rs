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

/// Prepares for the derivatives of a call by those of its arguments that move.
pub(super) fn differentiate(call: NodeId, moves: impl Fn(NodeId) -> bool, derivatives: Derivatives) {
    let (name, arguments, function) = with(|graph| {
        let (function, _) = graph.call(call);
        (graph.called(call).name, graph.arguments(call), function)
    });
    let moving: Vec<bool> = arguments.iter().map(|argument| moves(*argument)).collect();
    let key = (function, moving.clone());
    let known = with_recording(|recording| recording.calls.derivatives.get(&key).copied());
    let number = known.unwrap_or_else(|| {
        let source = with_recording(|recording| recording.calls.sources.get(&function).map(Rc::clone));
        let source = source.expect("a function is differentiated in the recording that it was called in first");
        let by = moving.clone();
        let derivative: Source = Rc::new(move |arguments| {
            let results = source(arguments);
            let moving = arguments.iter().zip(&by).filter(|(_, moves)| **moves).enumerate();
            let seeds: Vec<_> = moving.map(|(k, (x, _))| (*x, vec![(k, Traced::one())])).collect();
            let mut all = vec![Traced::zero(); results.len() * seeds.len()];
            for (row, entries) in all.chunks_mut(seeds.len().max(1)).zip(derivatives(&results, &seeds)) {
                entries.into_iter().for_each(|(column, entry)| row[column] = entry);
            }
            all
        });
        let number = record_function(name, arguments.len(), &derivative);
        with_recording(|recording| recording.calls.derivatives.insert(key, number));
        number
    });
    let of_derivative = record_call(number, &arguments);
    let mut count = 0;
    let mut column = |moves: bool| {
        count += usize::from(moves);
        moves.then(|| count - 1)
    };
    let columns: Vec<Option<usize>> = moving.into_iter().map(&mut column).collect();
    let differentiated = Differentiated { call: of_derivative, columns, count };
    with_recording(|recording| recording.calls.differentiated.insert(call, differentiated));
}

/// Returns the derivatives of some results of a call by unknowns, row by row, from those of all its arguments: empty for what does not
/// move. Of calls whose arguments depend on unknowns alike they are one function, with the chain rule in it.
pub(super) fn along(call: NodeId, wanted: &[u32], rows: &[Row], derivatives: Derivatives) -> Vec<Row> {
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
    let known = with_recording(|recording| recording.calls.along.get(&key).copied());
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
            for (row, entries) in all.chunks_mut(columns).zip(derivatives(&results, &seeds)) {
                entries.into_iter().for_each(|(column, entry)| row[column] = entry);
            }
            all
        });
        let number = record_function(name, count + free.len(), &derivative);
        with_recording(|recording| recording.calls.along.insert(key, number));
        number
    });
    arguments.extend(free);
    let of_derivatives = record_call(number, &arguments);
    let entry = |k: u32, c: usize| result(of_derivatives, k as usize * columns + c);
    let row = |k: &u32| unknowns.iter().enumerate().map(|(c, unknown)| (*unknown, entry(*k, c))).collect();
    wanted.iter().map(row).collect()
}

/// Returns the derivative of a result of a call by one of its arguments, after [`differentiate`].
pub(super) fn slope(call: NodeId, k: u32, argument: usize) -> Traced {
    let found = with_recording(|recording| {
        let Differentiated { call, columns, count } = &recording.calls.differentiated[&call];
        columns[argument].map(|column| (*call, k as usize * count + column))
    });
    found.map_or_else(Traced::zero, |(derivative, k)| result(derivative, k))
}
