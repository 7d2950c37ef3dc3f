//! From a graph to a tape: slots are assigned, products go into the sums that use them.

use super::{Call, Instruction, Op, Slot, Tape, call};
use crate::trace::graph::Graph;
use crate::trace::node::{Node, NodeId};
use crate::trace::schedule::Schedule;
use rustc_hash::FxHashMap;

/// A node, the operation that computes it and its operands.
type Chosen = (NodeId, Op, [Option<NodeId>; 4]);

impl Tape {
    /// Assembles the tape of a graph in the order of a schedule.
    pub fn new(graph: &Graph, schedule: &Schedule) -> Self {
        Assembler::new(graph, schedule).assemble(schedule).checked()
    }

    /// Returns the tape, after making sure that every slot and constant that its instructions name exists.
    fn checked(self) -> Self {
        let (slots, constants, entries) = (self.slot_count, self.constants.len(), self.entries.len());
        for i in self.member.iter().chain(&self.step) {
            let operands = [i.a, i.b, i.c, i.d].into_iter().enumerate();
            let fits = |(place, at): (usize, Slot)| {
                let most = match (i.op, place) {
                    (Op::Entry, 1) => entries,
                    (Op::Call, 0) => self.calls.len(),
                    (op, place) if is_constant_operand(op, place) => constants,
                    _ => slots,
                };
                (at as usize) < most
            };
            assert!((i.to as usize) < slots && operands.into_iter().all(fits), "an instruction leaves its memory");
        }
        assert!(self.outputs.iter().all(|o| (*o as usize) < slots), "a result is nowhere");
        assert!(self.has_sound_calls(), "a call leaves its memory");
        self
    }
}

/// Assigns slots and fuses.
pub(super) struct Assembler<'a> {
    graph: &'a Graph,
    constants: Vec<f64>,
    /// How often a node is used; results count once more.
    uses: Vec<u32>,
    /// Nodes that the instruction of their only user computes.
    absorbed: Vec<bool>,
    slots: Vec<Slot>,
    calls: Vec<Call>,
    /// The results of every call that are used: numbers and nodes.
    results: FxHashMap<NodeId, Vec<(u32, NodeId)>>,
}

/// A node has no slot.
const NONE: Slot = Slot::MAX;

impl<'a> Assembler<'a> {
    pub(super) fn new(graph: &'a Graph, schedule: &Schedule) -> Self {
        let mut uses = vec![0u32; graph.nodes.len()];
        let mut results: FxHashMap<NodeId, Vec<(u32, NodeId)>> = FxHashMap::default();
        for &id in schedule.member.iter().chain(&schedule.step) {
            if let Node::Result(call, k) = graph.nodes[id as usize] {
                results.entry(call).or_default().push((k, id));
            }
            for operand in graph.nodes[id as usize].operands() {
                uses[operand as usize] += 1;
            }
        }
        for &output in &graph.outputs {
            uses[output as usize] += 2;
        }
        let n = graph.nodes.len();
        let (constants, calls) = (Vec::new(), Vec::new());
        Self { graph, constants, uses, absorbed: vec![false; n], slots: vec![NONE; n], calls, results }
    }

    fn node(&self, id: NodeId) -> Node {
        self.graph.nodes[id as usize]
    }

    fn constant(&mut self, value: f64) -> Slot {
        let same = |c: &f64| c.to_bits() == value.to_bits();
        let at = self.constants.iter().position(same).unwrap_or_else(|| {
            self.constants.push(value);
            self.constants.len() - 1
        });
        at as Slot
    }

    /// Returns the product that a node is, if only one instruction uses it.
    fn product(&self, id: NodeId, phase: &[bool]) -> Option<(NodeId, NodeId)> {
        match self.node(id) {
            Node::Mul(a, b) if self.uses[id as usize] == 1 && phase[id as usize] => Some((a, b)),
            _ => None,
        }
    }

    /// Returns factor and constant of a product with a constant.
    fn scaled(&self, (a, b): (NodeId, NodeId)) -> Option<(NodeId, NodeId)> {
        match (self.graph.constant(a).is_some(), self.graph.constant(b).is_some()) {
            (false, true) => Some((a, b)),
            (true, false) => Some((b, a)),
            _ => None,
        }
    }

    /// Returns the operation that a sum, or else a difference, becomes with the products that it absorbs, and its operands.
    fn sum(
        &self,
        (x, y): (NodeId, NodeId),
        add: bool,
        phase: &[bool],
        absorb: &mut Vec<NodeId>,
    ) -> (Op, [Option<NodeId>; 4]) {
        let is_constant = |id: NodeId| self.graph.constant(id).is_some();
        let plain = |p: Option<(NodeId, NodeId)>| p.filter(|(a, b)| !is_constant(*a) && !is_constant(*b));
        let (none, some) = (None, Some);
        let (px, py) = (self.product(x, phase), self.product(y, phase));
        let (sx, sy) = (px.and_then(|p| self.scaled(p)), py.and_then(|p| self.scaled(p)));
        let (px, py) = (plain(px), plain(py));
        match (px, py) {
            (Some((a, b)), Some((c, d))) if x != y => {
                absorb.extend([x, y]);
                (if add { Op::MulAddMul } else { Op::MulSubMul }, [some(a), some(b), some(c), some(d)])
            }
            (Some((a, b)), _) if !is_constant(y) => {
                absorb.push(x);
                (if add { Op::MulAdd } else { Op::MulSub }, [some(a), some(b), some(y), none])
            }
            (_, Some((a, b))) if !is_constant(x) => {
                absorb.push(y);
                (if add { Op::MulAdd } else { Op::SubMul }, [some(a), some(b), some(x), none])
            }
            _ => match (sx, sy) {
                (Some((a, k)), _) if is_constant(y) && add => {
                    absorb.push(x);
                    (Op::Linear, [some(a), some(k), none, some(y)])
                }
                (_, Some((a, k))) if is_constant(x) && add => {
                    absorb.push(y);
                    (Op::Linear, [some(a), some(k), none, some(x)])
                }
                (Some((a, k)), _) if !is_constant(y) => {
                    absorb.push(x);
                    (if add { Op::ScaleAdd } else { Op::ScaleSub }, [some(a), some(k), some(y), none])
                }
                (_, Some((a, k))) if !is_constant(x) => {
                    absorb.push(y);
                    (if add { Op::ScaleAdd } else { Op::SubScale }, [some(a), some(k), some(x), none])
                }
                _ => match (add, is_constant(x), is_constant(y)) {
                    (true, false, true) => (Op::AddConstant, [some(x), some(y), none, none]),
                    (true, true, false) => (Op::AddConstant, [some(y), some(x), none, none]),
                    (false, false, true) => (Op::SubConstant, [some(x), some(y), none, none]),
                    (false, true, false) => (Op::ConstantSub, [some(y), some(x), none, none]),
                    (true, ..) => (Op::Add, [some(x), some(y), none, none]),
                    (false, ..) => (Op::Sub, [some(x), some(y), none, none]),
                },
            },
        }
    }

    /// Returns the instruction of a node, with nodes as operands: which operands are constants depends on the
    /// operation.
    fn select(&mut self, id: NodeId, phase: &[bool]) -> (Op, [Option<NodeId>; 4]) {
        let is_constant = |id: NodeId| self.graph.constant(id).is_some();
        let (none, some) = (None, Some);
        let scale = |product: (NodeId, NodeId)| self.scaled(product);
        let mut absorb = Vec::new();
        let result = match self.node(id) {
            Node::Neg(a) => (Op::Neg, [some(a), none, none, none]),
            Node::Sqrt(a) => (Op::Sqrt, [some(a), none, none, none]),
            Node::Abs(a) => (Op::Abs, [some(a), none, none, none]),
            Node::Floor(a) => (Op::Floor, [some(a), none, none, none]),
            Node::Entry(_, a) => (Op::Entry, [some(a), none, none, none]),
            Node::Add(x, y) => self.sum((x, y), true, phase, &mut absorb),
            Node::Sub(x, y) => self.sum((x, y), false, phase, &mut absorb),
            Node::Mul(x, y) => match scale((x, y)) {
                Some((a, k)) => (Op::MulConstant, [some(a), some(k), none, none]),
                None => (Op::Mul, [some(x), some(y), none, none]),
            },
            Node::Div(x, y) => match (is_constant(x), is_constant(y)) {
                (false, true) => (Op::DivConstant, [some(x), some(y), none, none]),
                (true, false) => (Op::ConstantDiv, [some(y), some(x), none, none]),
                _ => (Op::Div, [some(x), some(y), none, none]),
            },
            Node::MulAdd(a, b, c) => (Op::FusedMulAdd, [some(a), some(b), some(c), none]),
            Node::MulSub(a, b, c) => (Op::FusedMulSub, [some(a), some(b), some(c), none]),
            Node::SubMul(a, b, c) => (Op::FusedSubMul, [some(a), some(b), some(c), none]),
            Node::Less(a, b) => (Op::Less, [some(a), some(b), none, none]),
            Node::LessEqual(a, b) => (Op::LessEqual, [some(a), some(b), none, none]),
            Node::And(a, b) => (Op::And, [some(a), some(b), none, none]),
            Node::Or(a, b) => (Op::Or, [some(a), some(b), none, none]),
            Node::Not(a) => (Op::Not, [some(a), none, none, none]),
            Node::Select(m, a, b) => {
                let alone = self.uses[m as usize] == 1 && phase[m as usize];
                match self.node(m) {
                    Node::Less(x, y) if alone => {
                        absorb.push(m);
                        (Op::SelectLess, [some(x), some(y), some(a), some(b)])
                    }
                    Node::LessEqual(x, y) if alone => {
                        absorb.push(m);
                        (Op::SelectLessEqual, [some(x), some(y), some(a), some(b)])
                    }
                    _ => (Op::Select, [some(m), some(a), some(b), none]),
                }
            }
            Node::Call(..) => (Op::Call, [none; 4]),
            Node::Input(_) | Node::Constant(_) | Node::Known(_) | Node::Argument(..) | Node::Result(..) => {
                unreachable!("no instruction of its own")
            }
        };
        for id in absorb {
            self.absorbed[id as usize] = true;
        }
        result
    }

    /// Returns the instructions of a step, in slots from `next` on that are used again after the last use of what they hold.
    fn in_used_slots(&mut self, step: &[Chosen], next: &mut Slot) -> Vec<Instruction> {
        let mut last_use = vec![0usize; self.graph.nodes.len()];
        for (at, chosen) in step.iter().enumerate() {
            last_use[chosen.0 as usize] = at;
            for operand in self.reads(chosen) {
                last_use[operand as usize] = at;
            }
        }
        for &output in &self.graph.outputs {
            last_use[output as usize] = usize::MAX;
        }
        let mut of_step = vec![false; self.graph.nodes.len()];
        let mut free: Vec<Slot> = Vec::new();
        let mut tape = Vec::with_capacity(step.len());
        for (at, chosen) in step.iter().enumerate() {
            let id = chosen.0;
            let mut released = self.reads(chosen);
            released.sort_unstable();
            released.dedup();
            for operand in released {
                if of_step[operand as usize] && last_use[operand as usize] == at {
                    free.push(self.slots[operand as usize]);
                }
            }
            for id in self.written(id) {
                self.slots[id as usize] = free.pop().unwrap_or_else(|| {
                    *next += 1;
                    *next - 1
                });
                of_step[id as usize] = true;
            }
            tape.push(self.instruction(chosen));
        }
        tape
    }

    pub(super) fn assemble(mut self, schedule: &Schedule) -> Tape {
        let input_count = self.graph.inputs.len();
        for (id, node) in self.graph.nodes.iter().enumerate() {
            if let Node::Input(i) = node {
                self.slots[id] = *i;
            }
        }
        let mut next = input_count as Slot;
        let member = self.chosen(&schedule.member);
        let step = self.chosen(&schedule.step);
        // constants that an instruction reads from a slot, and results that are constants
        let mut preset = Vec::new();
        let mut load = |this: &mut Self, id: NodeId| {
            let value = match this.node(id) {
                Node::Constant(bits) => f64::from_bits(bits),
                Node::Known(b) => f64::from(u8::from(b)),
                _ => return,
            };
            if this.slots[id as usize] == NONE {
                this.slots[id as usize] = next;
                let k = this.constant(value);
                preset.push(Instruction { op: Op::Constant, to: next, a: 0, b: k, c: 0, d: 0 });
                next += 1;
            }
        };
        for (_, op, operands) in member.iter().chain(&step) {
            for (place, id) in operands.iter().enumerate() {
                if let Some(id) = id
                    && !is_constant_operand(*op, place)
                {
                    load(&mut self, *id);
                }
            }
        }
        for chosen in member.iter().chain(&step).filter(|(_, op, _)| *op == Op::Call) {
            self.reads(chosen).into_iter().for_each(|id| load(&mut self, id));
        }
        for &output in &self.graph.outputs.clone() {
            load(&mut self, output);
        }
        // what is computed once per member keeps its slot
        for id in member.iter().flat_map(|(id, ..)| self.written(*id)).collect::<Vec<_>>() {
            self.slots[id as usize] = next;
            next += 1;
        }
        let mut instructions = preset;
        instructions.extend(member.iter().map(|chosen| self.instruction(chosen)).collect::<Vec<_>>());
        let tape = self.in_used_slots(&step, &mut next);
        let mut in_first = vec![false; self.graph.nodes.len()];
        schedule.step[..schedule.first.operations].iter().for_each(|id| in_first[*id as usize] = true);
        let first = step.partition_point(|(id, ..)| in_first[*id as usize]);
        let outputs = self.graph.outputs.iter().map(|o| self.slots[*o as usize]).collect();
        let slot_count = next as usize;
        Tape {
            member: instructions,
            step: tape,
            first,
            constants: self.constants,
            entries: self.graph.entries.clone(),
            functions: call::tapes(&self.graph.functions),
            calls: self.calls,
            slot_count,
            input_count,
            outputs,
        }
    }

    /// Returns the instructions of one phase; a product goes into the sum that uses it.
    fn chosen(&mut self, order: &[NodeId]) -> Vec<Chosen> {
        let mut phase = vec![false; self.graph.nodes.len()];
        order.iter().for_each(|id| phase[*id as usize] = true);
        let mut chosen: Vec<_> = Vec::with_capacity(order.len());
        for &id in order.iter().rev() {
            let is_of_call = matches!(self.node(id), Node::Argument(..) | Node::Result(..));
            if !self.absorbed[id as usize] && !is_of_call {
                let (op, operands) = self.select(id, &phase);
                chosen.push((id, op, operands));
            }
        }
        chosen.reverse();
        chosen
    }

    /// Returns the nodes that an instruction reads.
    fn reads(&self, (id, op, operands): &Chosen) -> Vec<NodeId> {
        match op {
            Op::Call => self.graph.arguments(*id),
            _ => operands.iter().flatten().copied().collect(),
        }
    }

    /// Returns the nodes whose values the instruction of a node writes.
    fn written(&self, id: NodeId) -> Vec<NodeId> {
        match self.results.get(&id) {
            Some(results) => results.iter().map(|(_, id)| *id).collect(),
            None => vec![id],
        }
    }

    fn instruction(&mut self, (id, op, operands): &Chosen) -> Instruction {
        if let Node::Call(function, _) = self.node(*id) {
            let slot = |id: &NodeId| self.slots[*id as usize];
            let arguments = self.graph.arguments(*id).iter().map(slot).collect();
            let results = self.results.get(id).into_iter().flatten().map(|(k, id)| (*k, slot(id))).collect();
            self.calls.push(Call { function: function as usize, arguments, results });
            return Instruction { op: Op::Call, to: 0, a: self.calls.len() as Slot - 1, b: 0, c: 0, d: 0 };
        }
        let mut place = [0; 4];
        for (at, operand) in operands.iter().enumerate() {
            if let Some(operand) = operand {
                place[at] = match self.graph.constant(*operand) {
                    Some(value) if is_constant_operand(*op, at) => self.constant(value),
                    _ => self.slots[*operand as usize],
                };
                debug_assert_ne!(place[at], NONE);
            }
        }
        if let Node::Entry(entry, _) = self.node(*id) {
            place[1] = entry;
        }
        let [a, b, c, d] = place;
        Instruction { op: *op, to: self.slots[*id as usize], a, b, c, d }
    }
}

/// Says whether the operand at that index is a constant of the instruction.
pub(super) fn is_constant_operand(op: Op, place: usize) -> bool {
    use Op::*;
    match op {
        Constant | AddConstant | SubConstant | ConstantSub | MulConstant | DivConstant | ConstantDiv => place == 1,
        ScaleAdd | ScaleSub | SubScale => place == 1,
        Linear => place == 1 || place == 3,
        _ => false,
    }
}
