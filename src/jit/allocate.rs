//! Registers for straight-line code: when one is needed, the value gives way whose next use is farthest (Belady, A
//! study of replacement algorithms for a virtual-storage computer, 1966). All uses are known in advance.

use super::assembler::{Assembler, foldable};
use super::blocks::Blocks;
use super::lower::{Kind, Operation};
use super::operand::{FoundRow, Place, Scratch, Source};
use super::target::Target;
use super::uses::{NEVER, Uses};
use crate::trace::{Graph, Node, NodeId};

/// No register.
pub(super) const NONE: u8 = u8::MAX;

/// Operations that follow each other, and what is to be stored where.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    /// Values that are copied before the first operation: node, slot.
    pub(super) first: Vec<(NodeId, u32)>,
    pub(super) operations: Vec<Operation>,
    /// Results of these operations: node, slot, and the input that has this slot, if one has. That input may be
    /// overwritten after its last use only, or lives elsewhere from the end of the part on.
    pub(super) results: Vec<(NodeId, u32, Option<NodeId>)>,
    /// Values that are stored after the last operation: node, slot, and the input that has this slot, if one has.
    pub(super) last: Vec<(NodeId, u32, Option<NodeId>)>,
    /// Masks that are wanted in registers after that.
    pub(super) masks: Vec<NodeId>,
}

/// The registers of one class.
pub(super) struct File {
    pub(super) owner: Vec<Option<NodeId>>,
}

/// Gives registers to the operations of one function and writes their instructions.
pub(super) struct Allocator<'a> {
    pub(super) graph: &'a Graph,
    pub(super) target: Target,
    pub(super) assembler: &'a mut Assembler,
    pub(super) numbers: File,
    /// Empty where masks live in registers of numbers.
    pub(super) masks: File,
    /// For every node its register and its place in memory.
    pub(super) register: Vec<u8>,
    pub(super) home: Vec<Option<Place>>,
    pub(super) uses: Uses,
    /// How many operations the parts have that have been begun.
    end: u32,
    pub(super) free_spills: Vec<u32>,
    pub(super) spills: u32,
    /// Registers that are kept because the operation at work reads them.
    pub(super) pinned: Vec<NodeId>,
    /// True where masks are stored as masks: what is stored is read by code of the same target.
    pub(super) raw: bool,
    /// The row of a table that has been found last.
    pub(super) found_row: Option<FoundRow>,
    /// Where rows and numbers of tables are kept.
    pub(super) scratch: Option<Scratch>,
    /// Where calls have their arguments and results.
    pub(super) blocks: Blocks,
    /// True for a function that is called.
    pub(super) is_called: bool,
}

impl<'a> Allocator<'a> {
    /// Makes an allocator for the parts of a function; `home` says where values are in memory that no operation
    /// computes.
    pub(super) fn new(
        graph: &'a Graph,
        assembler: &'a mut Assembler,
        home: Vec<Option<Place>>,
        parts: &[Part],
    ) -> Self {
        let (n, target) = (graph.nodes.len(), assembler.target);
        let uses = Uses::new(n, |use_at| {
            let mut at = 0;
            for part in parts {
                part.first.iter().for_each(|(id, _)| use_at(at, *id));
                for operation in &part.operations {
                    operation.operands().iter().for_each(|id| use_at(at, *id));
                    at += 1;
                }
                part.last.iter().for_each(|(id, ..)| use_at(at, *id));
                part.masks.iter().for_each(|id| use_at(at, *id));
            }
        });
        let masks = if target.has_mask_registers() { 7 } else { 0 };
        let spills = assembler.called.places(graph);
        Self {
            graph,
            target,
            assembler,
            numbers: File { owner: vec![None; target.numbers()] },
            masks: File { owner: vec![None; masks] },
            register: vec![NONE; n],
            home,
            uses,
            end: 0,
            free_spills: Vec::new(),
            spills,
            pinned: Vec::new(),
            raw: false,
            found_row: None,
            scratch: None,
            blocks: Blocks::new(parts.iter().flat_map(|part| &part.operations)),
            is_called: false,
        }
    }

    /// Makes the allocator one for a function that is called.
    pub(super) fn of_called(mut self) -> Self {
        self.is_called = true;
        self
    }

    /// Returns how many places for what does not fit into registers are used, with those of functions that are called.
    pub(super) fn places(&self) -> u32 {
        self.spills
    }

    /// Sets whether masks are stored as they are.
    pub(super) fn raw(mut self, raw: bool) -> Self {
        self.raw = raw;
        self
    }

    /// Writes the next part; returns the registers of the masks that are wanted at its end, until the next one.
    pub(super) fn run(&mut self, part: &Part) -> Vec<u8> {
        for (id, slot) in &part.first {
            self.store_copy(*id, *slot);
        }
        self.end += part.operations.len() as u32;
        let mut last = Vec::new();
        let mut slots_of: Vec<Vec<(u32, Option<NodeId>)>> = Vec::new();
        let mut first_slot = vec![NEVER; self.graph.nodes.len()];
        for (id, slot, input) in &part.results {
            let at = &mut first_slot[*id as usize];
            if *at == NEVER {
                *at = slots_of.len() as u32;
                slots_of.push(Vec::new());
            }
            slots_of[*at as usize].push((*slot, *input));
        }
        for operation in &part.operations {
            self.assembler.mark(self.graph.leaves[operation.node as usize]);
            self.operation(operation);
            let id = operation.node;
            let at = first_slot[id as usize];
            if at != NEVER {
                self.fetch(id);
                for (slot, input) in &slots_of[at as usize] {
                    if input.is_none_or(|input| self.uses.next(input) == NEVER) {
                        self.store_result(id, *slot);
                    } else {
                        last.push((id, *slot, *input));
                        self.uses.add(id, self.end);
                    }
                }
            }
            self.release_if_dead(id);
        }
        last.extend(&part.last);
        for input in last.iter().filter_map(|(.., input)| *input) {
            self.leave_slot(input);
        }
        for (id, slot, _) in last {
            self.store_copy(id, slot);
        }
        let mut wanted = Vec::new();
        for id in &part.masks {
            wanted.push(self.fetch(*id));
            self.pinned.push(*id);
        }
        self.pinned.clear();
        for id in &part.masks {
            self.uses.consume(*id);
            self.release_if_dead(*id);
        }
        wanted
    }

    /// Lets an input whose slot is about to be overwritten live elsewhere, where it is still needed.
    fn leave_slot(&mut self, input: NodeId) {
        if self.uses.next(input) != NEVER {
            self.fetch(input);
            self.home[input as usize] = None;
        }
    }

    pub(super) fn is_mask(&self, id: NodeId) -> bool {
        self.graph.nodes[id as usize].is_mask()
    }

    pub(super) fn in_mask_register(&self, id: NodeId) -> bool {
        self.target.has_mask_registers() && self.is_mask(id)
    }

    pub(super) fn file(&mut self, id: NodeId) -> &mut File {
        if self.in_mask_register(id) { &mut self.masks } else { &mut self.numbers }
    }

    /// Allocates a register for a value, after its former owner has been stored.
    pub(super) fn allocate(&mut self, id: NodeId) -> u8 {
        let register = match self.file(id).owner.iter().position(|o| o.is_none()) {
            Some(free) => free as u8,
            None => self.evict(id),
        };
        self.take(id, register)
    }

    /// Gives a register that is free to a value.
    pub(super) fn take(&mut self, id: NodeId, register: u8) -> u8 {
        self.file(id).owner[register as usize] = Some(id);
        self.register[id as usize] = register;
        register
    }

    /// Frees a register, the one whose value is not needed for the longest time, and returns it; one that is in memory
    /// already costs only its next load, so it goes from half as far.
    pub(super) fn evict(&mut self, id: NodeId) -> u8 {
        let is_masks = self.in_mask_register(id);
        let file = if is_masks { &self.masks } else { &self.numbers };
        let mut best = (0, NONE);
        for (register, owner) in file.owner.iter().enumerate() {
            let Some(owner) = owner else { continue };
            if self.pinned.contains(owner) {
                continue;
            }
            let distance = u64::from(self.uses.next(*owner)) + 1;
            let weight = if self.home[*owner as usize].is_some() { distance * 2 } else { distance };
            if weight > best.0 {
                best = (weight, register as u8);
            }
        }
        assert!(best.1 != NONE, "an operation has fewer operands than there are registers");
        let file = if is_masks { &self.masks } else { &self.numbers };
        let victim = file.owner[best.1 as usize].expect("it has an owner");
        if self.home[victim as usize].is_none() {
            let spill = self.new_spill();
            self.home[victim as usize] = Some(Place::Spill(spill));
            self.store(victim, Place::Spill(spill));
        }
        self.register[victim as usize] = NONE;
        best.1
    }

    /// Returns the register of a value, which is loaded if need be.
    pub(super) fn fetch(&mut self, id: NodeId) -> u8 {
        if self.register[id as usize] != NONE {
            return self.register[id as usize];
        }
        let place = self.place(id);
        if place.is_some() {
            // what is in memory is not stored when it gives way
            self.home[id as usize] = place;
        }
        let register = self.allocate(id);
        match (place, self.graph.nodes[id as usize]) {
            (None, Node::Known(holds)) => self.assembler.known_mask(register, holds),
            (Some(place), _) if self.in_mask_register(id) => self.assembler.load_mask(register, place),
            (Some(place), _) => self.assembler.load(register, place),
            (None, _) => unreachable!("a value is somewhere"),
        }
        register
    }

    pub(super) fn release_register_if_dead(&mut self, id: NodeId) {
        if self.uses.next(id) == NEVER {
            let register = std::mem::replace(&mut self.register[id as usize], NONE);
            if register != NONE {
                self.file(id).owner[register as usize] = None;
            }
        }
    }

    pub(super) fn release_if_dead(&mut self, id: NodeId) {
        self.release_register_if_dead(id);
        if self.uses.next(id) == NEVER
            && let Some(Place::Spill(spill)) = self.home[id as usize]
        {
            self.home[id as usize] = None;
            match self.graph.nodes[id as usize] {
                Node::Result(call, _) => self.blocks.release(call),
                _ => self.free_spills.push(spill),
            }
        }
    }

    fn operation(&mut self, operation: &Operation) {
        if matches!(operation.kind, Kind::MulAdd | Kind::MulSub | Kind::SubMul) {
            return self.multiply_add(operation);
        }
        match operation.kind {
            Kind::Entry => return self.look_up(operation),
            Kind::Call => return self.call(operation),
            Kind::Result => {
                self.uses.consume(operation.operands()[0]);
                self.home[operation.node as usize] = Some(self.place_of_result(operation.node));
                return;
            }
            _ => {}
        }
        let mut operands = [0; 3];
        let count = operation.operands().len();
        operands[..count].copy_from_slice(operation.operands());
        let kind = operation.kind;
        let in_register = |this: &Self, id: NodeId| this.register[id as usize] != NONE;
        // one operand may be in memory: of a sum or a product either
        if matches!(kind, Kind::Add | Kind::Mul) && !in_register(self, operands[0]) {
            let swap = in_register(self, operands[1]) || {
                // both are in memory: the one that is needed again comes into a register
                let (a, b) = (operands[0], operands[1]);
                a != b && self.uses.after_next(b) < self.uses.after_next(a)
            };
            if swap {
                operands.swap(0, 1);
            }
        }
        for id in &operands[..count] {
            self.uses.consume(*id);
            if in_register(self, *id) {
                self.pinned.push(*id);
            }
        }
        let folded = foldable(kind, self.target);
        let mut sources = [Source::Register(NONE); 3];
        for (i, id) in operands[..count].iter().enumerate() {
            if Some(i) != folded {
                sources[i] = Source::Register(self.fetch(*id));
                self.pinned.push(*id);
            }
        }
        if let Some(i) = folded {
            let id = operands[i];
            sources[i] = match self.place(id) {
                Some(place) if !in_register(self, id) && !self.is_worth_a_register(id) => Source::Memory(place),
                _ => Source::Register(self.fetch(id)),
            };
        }
        self.pinned.clear();
        for id in &operands[..count] {
            self.release_register_if_dead(*id);
        }
        let to = self.allocate(operation.node);
        self.assembler.operation(kind, to, &sources[..count]);
        // only now, since the operation may have read an operand there, and the result's register may have been
        // stored before it
        for id in &operands[..count] {
            self.release_if_dead(*id);
        }
    }

    /// Says whether an operand in memory is used again and there is a register for it.
    pub(super) fn is_worth_a_register(&self, id: NodeId) -> bool {
        self.uses.next(id) != NEVER && self.numbers.owner.iter().any(|o| o.is_none())
    }
}
