//! A recorded function as machine code, and the memory that it runs in.

use super::allocate::{Allocator, Stores};
use super::assembler::{Assembler, Place};
use super::executable::{Executable, Pages};
use super::lower::lower;
use super::target::Target;
use crate::num::LaneReal;
use crate::trace::{Graph, Input, Node, NodeId, Schedule};
use std::io;

/// A function that is evaluated again and again, some of its results being its next inputs. All groups of lanes make
/// attempts until half of those that have work do not go on.
#[derive(Clone, Debug, Default)]
pub struct Attempts {
    /// Output and the input that it becomes.
    pub feedback: Vec<(usize, usize)>,
    /// The output that is 1 in lanes that go on; a group of lanes does not where it is 0 in all.
    pub again: usize,
    /// The output that is 1 in lanes that have to be looked at: a group does not go on where it is 1 in any.
    pub stop: usize,
    /// The input that is 0 in lanes without work: a group of lanes that have none is left as it is.
    pub busy: Option<usize>,
}

/// The memory of a program: its slots, one number of 64 members each, and what does not fit into registers.
#[derive(Clone, Debug)]
pub struct Memory<R> {
    slots: Vec<R>,
    spills: Vec<R>,
}

/// The machine code of a recorded function, not yet where it can be run.
#[derive(Debug)]
pub struct MachineCode {
    pub(super) target: Target,
    /// The constants, then the code.
    pub(super) bytes: Vec<u8>,
    /// Where the code begins, and where in the code the part of every step begins.
    pub(super) code_at: usize,
    pub(super) step_at: usize,
    /// Which equation begins where in the code, by its entry in the notes.
    pub(super) marks: Vec<(usize, u32)>,
    pub(super) notes: Vec<&'static str>,
    pub(super) inputs: Vec<Input>,
    slot_count: usize,
    /// The slots of the outputs.
    pub(super) outputs: Vec<u32>,
    /// Slots whose value never changes.
    preset: Vec<(u32, f64)>,
    spills: usize,
}

/// A recorded function as machine code that can be run.
#[derive(Debug)]
pub struct Program {
    executable: Executable,
    code: MachineCode,
}

impl MachineCode {
    /// The machine code of a graph in the order of a schedule.
    pub fn new(graph: &Graph, schedule: &Schedule, attempts: Option<&Attempts>, target: Target) -> Self {
        let plan = Plan::new(graph, schedule, attempts);
        let mut assembler = Assembler::new(target);
        plan.member(graph, schedule, target, &mut assembler);
        let step_at = assembler.offset();
        plan.step(graph, schedule, attempts, target, &mut assembler);
        let assembled = assembler.finish();

        let copies = if target == Target::Avx512 { 1 } else { target.lanes() };
        let mut bytes: Vec<u8> =
            assembled.constants.iter().flat_map(|bits| bits.to_le_bytes().repeat(copies)).collect();
        bytes.resize(bytes.len().next_multiple_of(64), 0);
        let code_at = bytes.len();
        bytes.extend(&assembled.code);
        Self {
            target,
            bytes,
            code_at,
            step_at,
            marks: assembled.marks,
            notes: graph.notes.clone(),
            inputs: graph.inputs.clone(),
            slot_count: plan.slot_count as usize,
            outputs: plan.outputs,
            preset: plan.preset,
            spills: assembled.spills as usize,
        }
    }

    /// What it is for.
    pub fn target(&self) -> Target {
        self.target
    }

    /// How many values did not fit into registers at the same time.
    pub fn spills(&self) -> usize {
        self.spills
    }

    /// The instructions, without the constants.
    pub fn instructions(&self) -> &[u8] {
        &self.bytes[self.code_at..]
    }
}

impl Program {
    /// Puts machine code where it can be run.
    ///
    /// # Errors
    /// Where machine code is not allowed.
    ///
    /// # Panics
    /// Where the processor does not have its instructions.
    pub fn new(code: MachineCode, pages: Pages) -> io::Result<Self> {
        let entries = [code.code_at, code.code_at + code.step_at];
        let executable = Executable::new(pages, code.target, &code.bytes, entries, code.slot_count, code.spills)?;
        Ok(Self { executable, code })
    }

    /// What is run.
    pub fn code(&self) -> &MachineCode {
        &self.code
    }

    /// Memory to run in.
    pub fn memory<R: LaneReal>(&self) -> Memory<R> {
        let mut slots = vec![R::zero(); self.code.slot_count];
        for (slot, value) in &self.code.preset {
            slots[*slot as usize] = R::constant(*value);
        }
        let spills = (self.code.spills * self.code.target.lanes()).div_ceil(R::COUNT);
        Memory { slots, spills: vec![R::zero(); spills] }
    }

    /// Computes what depends on inputs of rate [`crate::trace::Rate::Member`] only.
    pub fn run_member<R: LaneReal>(&self, memory: &mut Memory<R>) {
        self.executable.call(0, &mut memory.slots, &mut memory.spills, 1);
    }

    /// Computes the outputs from all inputs, after [`Program::run_member`]; with [`Attempts`], up to `attempts` times,
    /// each group of lanes as often as it can.
    pub fn run_step<R: LaneReal>(&self, memory: &mut Memory<R>, attempts: u32) {
        self.executable.call(1, &mut memory.slots, &mut memory.spills, attempts);
    }

    /// The inputs, to be set before a run.
    #[inline(always)]
    pub fn inputs<'m, R>(&self, memory: &'m mut Memory<R>) -> &'m mut [R] {
        &mut memory.slots[..self.code.inputs.len()]
    }

    /// How many outputs there are.
    pub fn output_count(&self) -> usize {
        self.code.outputs.len()
    }

    /// Output `i` of the last run.
    #[inline(always)]
    pub fn output<'m, R>(&self, memory: &'m Memory<R>, i: usize) -> &'m R {
        &memory.slots[self.code.outputs[i] as usize]
    }

    /// Returns an output, to be changed.
    #[inline(always)]
    pub fn output_mut<'m, R>(&self, memory: &'m mut Memory<R>, i: usize) -> &'m mut R {
        &mut memory.slots[self.code.outputs[i] as usize]
    }
}

/// Which value has which slot.
struct Plan {
    varying: Vec<bool>,
    slot_count: u32,
    /// Slots of inputs and of what is computed once per member.
    home: Vec<Option<Place>>,
    outputs: Vec<u32>,
    preset: Vec<(u32, f64)>,
    member: Vec<(NodeId, u32, Option<NodeId>)>,
    step: Stores,
}

impl Plan {
    fn new(graph: &Graph, schedule: &Schedule, attempts: Option<&Attempts>) -> Self {
        let n = graph.nodes.len();
        let varying = graph.changes_every_step();
        let mut home = vec![None; n];
        let mut inputs = vec![0; graph.inputs.len()];
        for (id, node) in graph.nodes.iter().enumerate() {
            if let Node::Input(i) = node {
                home[id] = Some(Place::Slot(*i));
                inputs[*i as usize] = id as NodeId;
            }
        }
        let mut next = graph.inputs.len() as u32;
        let mut new_slot = || {
            next += 1;
            next - 1
        };
        // what the step reads of what is computed once per member
        let mut member = Vec::new();
        let computed = |id: NodeId| !varying[id as usize] && graph.nodes[id as usize].is_operation();
        let reads = schedule.step.iter().flat_map(|id| graph.nodes[*id as usize].operands());
        for id in reads.chain(graph.outputs.iter().copied()) {
            if computed(id) && home[id as usize].is_none() {
                let slot = new_slot();
                home[id as usize] = Some(Place::Slot(slot));
                member.push((id, slot, None));
            }
        }
        let mut fed: Vec<Option<usize>> = vec![None; graph.outputs.len()];
        let mut overwritten = vec![false; graph.inputs.len()];
        for (output, input) in attempts.iter().flat_map(|r| &r.feedback) {
            fed[*output] = Some(*input);
            overwritten[*input] = true;
        }
        let (mut outputs, mut preset, mut step) = (Vec::new(), Vec::new(), Stores::default());
        for (i, &id) in graph.outputs.iter().enumerate() {
            let slot = match fed[i] {
                Some(input) => input as u32,
                None => new_slot(),
            };
            outputs.push(slot);
            match graph.nodes[id as usize] {
                Node::Constant(bits) if fed[i].is_none() => preset.push((slot, f64::from_bits(bits))),
                Node::Known(holds) if fed[i].is_none() => preset.push((slot, f64::from(u8::from(holds)))),
                Node::Input(input) if fed[i] == Some(input as usize) => {}
                Node::Input(input) => {
                    assert!(fed[i].is_none() || !overwritten[input as usize], "inputs do not change places");
                    step.first.push((id, slot));
                }
                _ if varying[id as usize] => step.results.push((id, slot, fed[i].map(|input| inputs[input]))),
                _ => step.last.push((id, slot)),
            }
        }
        if let Some(attempts) = attempts {
            // where it is known when to end, one attempt is made at a time
            let masks = [attempts.stop, attempts.again].map(|output| mask_of(graph, graph.outputs[output]));
            step.masks = masks.into_iter().collect::<Option<_>>().unwrap_or_default();
        }
        Self { varying, slot_count: next, home, outputs, preset, member, step }
    }

    fn member(&self, graph: &Graph, schedule: &Schedule, target: Target, assembler: &mut Assembler) {
        let mut home = self.home.clone();
        for (id, ..) in &self.member {
            home[*id as usize] = None;
        }
        let operations = lower(graph, &schedule.member, self.member.iter().map(|(id, ..)| *id));
        // masks that the step reads are kept as masks
        let stores = Stores { results: self.member.clone(), ..Stores::default() };
        let loops = assembler.begin(None);
        Allocator::new(graph, target, assembler, home, &operations, &stores).raw(true).run(&operations, &stores);
        assembler.end(loops, false);
    }

    fn step(
        &self,
        graph: &Graph,
        schedule: &Schedule,
        attempts: Option<&Attempts>,
        target: Target,
        assembler: &mut Assembler,
    ) {
        let stores = &self.step;
        let roots = stores.results.iter().map(|(id, ..)| *id).chain(stores.masks.iter().copied());
        let roots: Vec<NodeId> = roots.filter(|id| self.varying[*id as usize]).collect();
        let operations = lower(graph, &schedule.step, roots);
        let loops = assembler.begin(attempts.and_then(|r| r.busy).map(|input| input as u32));
        let allocator = Allocator::new(graph, target, assembler, self.home.clone(), &operations, stores);
        let masks = allocator.run(&operations, stores);
        if let [stop, again] = masks.as_slice() {
            assembler.end_attempt(*stop, *again);
        }
        assembler.end(loops, !masks.is_empty());
    }
}

/// The mask of a number that is 1 where it holds and 0 elsewhere; none where that is known.
fn mask_of(graph: &Graph, id: NodeId) -> Option<NodeId> {
    match graph.nodes[id as usize] {
        Node::Select(m, one, zero) if graph.constant(one) == Some(1.0) && graph.constant(zero) == Some(0.0) => Some(m),
        Node::Constant(_) => None,
        ref other => panic!("attempts are ended by numbers that are 1 or 0, not by {other:?}"),
    }
}
