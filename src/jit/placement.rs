//! Which value of a function has which place in memory.

use super::allocate::{Allocator, Part};
use super::assembler::Assembler;
use super::code_unit::CodeUnit;
use super::lower::{Operation, lower};
use super::operand::Place;
use super::order::long_chains_first;
use crate::trace::{Graph, Node, NodeId, Rate};
use rustc_hash::FxHashSet;

/// Says which values of a function are stored where, and when.
pub(super) struct Placement {
    /// Slots of inputs and of what is computed once per member.
    home: Vec<Option<Place>>,
    pub(super) outputs: Vec<u32>,
    /// Slots whose value never changes.
    pub(super) preset: Vec<(u32, f64)>,
    member: Part,
    /// The operations that the first outputs need, and the others if there are any.
    step: Vec<Part>,
}

/// Returns for every output the input of the next attempt that it becomes, if it becomes one.
fn fed_inputs(function: &CodeUnit<'_>) -> Vec<Option<usize>> {
    let CodeUnit { graph, attempts, .. } = *function;
    let mut fed: Vec<Option<usize>> = vec![None; graph.outputs.len()];
    let mut is_fed = vec![false; graph.inputs.len()];
    for (output, input) in &attempts.feedback {
        assert!(graph.inputs[*input].rate == Rate::Step, "an input that an output becomes changes every step");
        assert!(!std::mem::replace(&mut is_fed[*input], true), "an input is one output");
        let before = fed[*output].replace(*input);
        assert!(before.is_none(), "an output becomes one input");
    }
    fed
}

impl Placement {
    /// Finds places for the values of a function, from slot `next` on, and an order of its operations for so many registers.
    pub(super) fn new(function: &CodeUnit<'_>, next: &mut u32, registers: usize) -> Self {
        let CodeUnit { graph, schedule, attempts, .. } = *function;
        let varying = graph.changes_every_step();
        let mut home = vec![None; graph.nodes.len()];
        let mut inputs = vec![0; graph.inputs.len()];
        for (id, node) in graph.nodes.iter().enumerate() {
            if let Node::Input(i) = node {
                home[id] = Some(Place::Slot(*i));
                inputs[*i as usize] = id as NodeId;
            }
        }
        let mut new_slot = || {
            *next += 1;
            *next - 1
        };
        // where it is known when to end, one attempt is made at a time
        let ends = attempts.again.iter().flat_map(|again| attempts.stop.iter().chain([again]));
        assert!(ends.clone().all(|output| *output < schedule.first.outputs), "attempts are ended by first outputs");
        let masks: Option<Vec<NodeId>> = ends.map(|output| mask_of(graph, graph.outputs[*output])).collect();
        let masks = masks.unwrap_or_default();
        // what the step reads of what is computed once per member
        let mut member = Part::default();
        let computed = |id: NodeId| !varying[id as usize] && graph.nodes[id as usize].is_operation();
        let mut operations = lower(graph, &schedule.step, graph.outputs.iter().chain(&masks).copied());
        let reads = operations.iter().flat_map(|operation| operation.operands().iter().copied());
        for id in reads.chain(graph.outputs.iter().chain(&masks).copied()) {
            if computed(id) && home[id as usize].is_none() {
                let slot = new_slot();
                home[id as usize] = Some(Place::Slot(slot));
                member.results.push((id, slot, None));
            }
        }
        member.operations = lower(graph, &schedule.member, member.results.iter().map(|(id, ..)| *id));

        let fed = fed_inputs(function);
        // the part of the step that computes a node
        let mut part_of = vec![None; graph.nodes.len()];
        for (at, id) in schedule.step.iter().enumerate() {
            part_of[*id as usize] = Some(usize::from(at >= schedule.first.operations));
        }
        let (mut outputs, mut preset) = (Vec::new(), Vec::new());
        let mut step = vec![Part { masks, ..Part::default() }];
        if schedule.first.outputs < graph.outputs.len() {
            step.push(Part::default());
        }
        for (i, &id) in graph.outputs.iter().enumerate() {
            let slot = match fed[i] {
                Some(input) => input as u32,
                None => new_slot(),
            };
            outputs.push(slot);
            let input = fed[i].map(|input| inputs[input]);
            let number = usize::from(i >= schedule.first.outputs);
            let part = &mut step[number];
            match graph.nodes[id as usize] {
                Node::Constant(bits) if input.is_none() => preset.push((slot, f64::from_bits(bits))),
                Node::Known(holds) if input.is_none() => preset.push((slot, f64::from(u8::from(holds)))),
                Node::Input(_) if input == Some(id) => {}
                Node::Input(_) if input.is_none() => part.first.push((id, slot)),
                _ if part_of[id as usize] == Some(number) => part.results.push((id, slot, input)),
                _ => part.last.push((id, slot, input)),
            }
        }
        let stored = step.iter().flat_map(|part| {
            let results = part.results.iter().chain(&part.last).map(|(id, ..)| *id);
            results.chain(part.masks.iter().copied())
        });
        let mut needed: FxHashSet<NodeId> = stored.collect();
        if let Some(rest) = step.get_mut(1) {
            rest.operations = operations.split_off(operations.partition_point(|o| part_of[o.node as usize] == Some(0)));
            needed.extend(rest.operations.iter().flat_map(Operation::operands));
        }
        step[0].operations = long_chains_first(operations, &needed, registers);
        Self { home, outputs, preset, member, step }
    }

    /// Writes what is computed once per member.
    pub(super) fn member(&self, function: &CodeUnit<'_>, assembler: &mut Assembler) {
        let mut home = self.home.clone();
        for (id, ..) in &self.member.results {
            home[*id as usize] = None;
        }
        // masks that the step reads are kept as masks
        let loops = assembler.begin(None, false);
        let parts = std::slice::from_ref(&self.member);
        Allocator::new(function.graph, assembler, home, parts).raw(true).run(&self.member);
        assembler.end(loops, false);
    }

    /// Writes what is computed every step.
    pub(super) fn step(&self, function: &CodeUnit<'_>, assembler: &mut Assembler) {
        let attempts = function.attempts;
        let mut loops = assembler.begin(attempts.busy.map(|input| input as u32), attempts.all);
        let mut allocator = Allocator::new(function.graph, assembler, self.home.clone(), &self.step);
        for part in &self.step {
            if let [stop @ .., again] = allocator.run(part).as_slice() {
                allocator.assembler.test(stop, *again, self.step.len() > 1, &mut loops);
            }
        }
        assembler.end(loops, !self.step[0].masks.is_empty());
    }
}

/// Returns the mask of a number that is 1 where the mask holds and 0 elsewhere; none where the number is a constant.
fn mask_of(graph: &Graph, id: NodeId) -> Option<NodeId> {
    match graph.nodes[id as usize] {
        Node::Select(m, one, zero) if graph.constant(one) == Some(1.0) && graph.constant(zero) == Some(0.0) => Some(m),
        Node::Constant(_) => None,
        ref other => panic!("attempts are ended by numbers that are 1 or 0, not by {other:?}"),
    }
}
