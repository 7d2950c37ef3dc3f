//! Registers for straight-line code: when one is needed, the value gives way whose next use is farthest (Belady, A
//! study of replacement algorithms for a virtual-storage computer, 1966). All uses are known in advance.

use super::assembler::{Assembler, Place, Source, foldable};
use super::lower::{Kind, Operation};
use super::target::Target;
use crate::trace::{Graph, Node, NodeId};

/// No register, no use.
const NONE: u8 = u8::MAX;
const NEVER: u32 = u32::MAX;

/// What is to be stored where, apart from the results of operations going into their slots.
#[derive(Clone, Debug, Default)]
pub(super) struct Stores {
    /// Values that are copied before the first operation: node, slot.
    pub(super) first: Vec<(NodeId, u32)>,
    /// Results of operations: node, slot, and the input that has this slot, if one has. That input may be
    /// overwritten after its last use only.
    pub(super) results: Vec<(NodeId, u32, Option<NodeId>)>,
    /// Values that are stored after the last operation: node, slot.
    pub(super) last: Vec<(NodeId, u32)>,
    /// Masks that are wanted in registers after that.
    pub(super) masks: Vec<NodeId>,
}

/// The registers of one class.
struct File {
    owner: Vec<Option<NodeId>>,
}

/// Gives registers to the operations of one function and writes their instructions.
pub(super) struct Allocator<'a> {
    graph: &'a Graph,
    target: Target,
    assembler: &'a mut Assembler,
    numbers: File,
    /// Empty where masks live in registers of numbers.
    masks: File,
    /// For every node its register, its place in memory, and its uses from `cursor` on.
    register: Vec<u8>,
    home: Vec<Option<Place>>,
    uses: Vec<u32>,
    cursor: Vec<u32>,
    uses_end: Vec<u32>,
    free_spills: Vec<u32>,
    spills: u32,
    /// Registers that the operation at work reads.
    pinned: Vec<NodeId>,
    /// True where masks are stored as masks: what is stored is read by code of the same target.
    raw: bool,
}

impl<'a> Allocator<'a> {
    /// For the operations of a function; `home` says where values are in memory that no operation computes.
    pub(super) fn new(
        graph: &'a Graph,
        target: Target,
        assembler: &'a mut Assembler,
        home: Vec<Option<Place>>,
        operations: &[Operation],
        stores: &Stores,
    ) -> Self {
        let n = graph.nodes.len();
        let end = operations.len() as u32;
        let at_the_end = || stores.last.iter().map(|(id, _)| *id).chain(stores.masks.iter().copied());
        let mut count = vec![0u32; n + 1];
        let each = |f: &mut dyn FnMut(u32, NodeId)| {
            stores.first.iter().for_each(|(id, _)| f(0, *id));
            for (at, operation) in operations.iter().enumerate() {
                operation.operands().iter().for_each(|id| f(at as u32, *id));
            }
            at_the_end().for_each(|id| f(end, id));
        };
        each(&mut |_, id| count[id as usize + 1] += 1);
        for i in 0..n {
            count[i + 1] += count[i];
        }
        let mut next = count[..n].to_vec();
        let mut uses = vec![0u32; count[n] as usize];
        each(&mut |at, id| {
            uses[next[id as usize] as usize] = at;
            next[id as usize] += 1;
        });
        let masks = if target.has_mask_registers() { 7 } else { 0 };
        Self {
            graph,
            target,
            assembler,
            numbers: File { owner: vec![None; target.numbers()] },
            masks: File { owner: vec![None; masks] },
            register: vec![NONE; n],
            home,
            uses,
            cursor: count[..n].to_vec(),
            uses_end: next,
            free_spills: Vec::new(),
            spills: 0,
            pinned: Vec::new(),
            raw: false,
        }
    }

    /// Says whether masks are stored as they are.
    pub(super) fn raw(mut self, raw: bool) -> Self {
        self.raw = raw;
        self
    }

    /// Writes the operations; returns the registers of the masks that are wanted at the end.
    pub(super) fn run(mut self, operations: &[Operation], stores: &Stores) -> Vec<u8> {
        for (id, slot) in &stores.first {
            self.store_copy(*id, *slot);
        }
        let mut deferred = Vec::new();
        let mut slots_of: Vec<Vec<(u32, Option<NodeId>)>> = Vec::new();
        let mut first_slot = vec![NEVER; self.graph.nodes.len()];
        for (id, slot, input) in &stores.results {
            let at = &mut first_slot[*id as usize];
            if *at == NEVER {
                *at = slots_of.len() as u32;
                slots_of.push(Vec::new());
            }
            slots_of[*at as usize].push((*slot, *input));
        }
        for operation in operations {
            self.assembler.mark(self.graph.leaves[operation.node as usize]);
            self.operation(operation);
            let id = operation.node;
            let at = first_slot[id as usize];
            if at != NEVER {
                for (slot, input) in &slots_of[at as usize] {
                    let free = input.is_none_or(|input| self.next_use(input) == NEVER);
                    if free {
                        self.store_result(id, *slot);
                    } else {
                        deferred.push((id, *slot));
                        // it is used once more, at the end
                        self.keep(id, operations.len() as u32);
                    }
                }
            }
            self.release_if_dead(id);
        }
        for (id, slot) in deferred {
            self.store_copy(id, slot);
        }
        for (id, slot) in &stores.last {
            self.store_copy(*id, *slot);
        }
        let mut wanted = Vec::new();
        for id in &stores.masks {
            let register = self.fetch(*id);
            self.pinned.push(*id);
            wanted.push(register);
        }
        wanted
    }

    fn is_mask(&self, id: NodeId) -> bool {
        self.graph.nodes[id as usize].is_mask()
    }

    fn in_mask_register(&self, id: NodeId) -> bool {
        self.target.has_mask_registers() && self.is_mask(id)
    }

    /// The next operation that reads a node.
    fn next_use(&self, id: NodeId) -> u32 {
        let (at, end) = (self.cursor[id as usize], self.uses_end[id as usize]);
        if at < end { self.uses[at as usize] } else { NEVER }
    }

    /// Lets a value that has no further use live until `end`.
    fn keep(&mut self, id: NodeId, end: u32) {
        if self.next_use(id) == NEVER {
            self.cursor[id as usize] = self.uses.len() as u32;
            self.uses.push(end);
            self.uses_end[id as usize] = self.uses.len() as u32;
        } else {
            let rest: Vec<u32> =
                self.uses[self.cursor[id as usize] as usize..self.uses_end[id as usize] as usize].to_vec();
            self.cursor[id as usize] = self.uses.len() as u32;
            self.uses.extend(rest);
            self.uses.push(end);
            self.uses_end[id as usize] = self.uses.len() as u32;
        }
    }

    fn file(&mut self, id: NodeId) -> &mut File {
        if self.in_mask_register(id) { &mut self.masks } else { &mut self.numbers }
    }

    /// A register for a value, after its former owner has been stored.
    fn allocate(&mut self, id: NodeId) -> u8 {
        let register = match self.file(id).owner.iter().position(|o| o.is_none()) {
            Some(free) => free as u8,
            None => self.evict(id),
        };
        self.file(id).owner[register as usize] = Some(id);
        self.register[id as usize] = register;
        register
    }

    /// The register whose value is not needed for the longest time; one that is in memory already costs only its
    /// next load, so it goes from half as far.
    fn evict(&mut self, id: NodeId) -> u8 {
        let is_masks = self.in_mask_register(id);
        let file = if is_masks { &self.masks } else { &self.numbers };
        let mut best = (0, NONE);
        for (register, owner) in file.owner.iter().enumerate() {
            let Some(owner) = owner else { continue };
            if self.pinned.contains(owner) {
                continue;
            }
            let distance = u64::from(self.next_use(*owner)) + 1;
            let weight = if self.home[*owner as usize].is_some() { distance * 2 } else { distance };
            if weight > best.0 {
                best = (weight, register as u8);
            }
        }
        assert!(best.1 != NONE, "an operation has fewer operands than there are registers");
        let file = if is_masks { &self.masks } else { &self.numbers };
        let victim = file.owner[best.1 as usize].expect("it has an owner");
        if self.home[victim as usize].is_none() {
            let spill = self.free_spills.pop().unwrap_or_else(|| {
                self.spills += 1;
                self.spills - 1
            });
            self.home[victim as usize] = Some(Place::Spill(spill));
            self.store(victim, Place::Spill(spill));
        }
        self.register[victim as usize] = NONE;
        best.1
    }

    /// Stores a value that is in a register, as it is.
    fn store(&mut self, id: NodeId, place: Place) {
        let register = self.register[id as usize];
        if self.in_mask_register(id) {
            self.assembler.store_mask(place, register);
        } else {
            self.assembler.store(place, register);
        }
    }

    /// Stores a value in a slot that is read from outside, where masks are numbers.
    fn store_result(&mut self, id: NodeId, slot: u32) {
        let place = Place::Slot(slot);
        if self.raw || !self.is_mask(id) {
            self.store(id, place);
            self.home[id as usize].get_or_insert(place);
            return;
        }
        // any node that is a number names the register for a moment
        let mask = self.register[id as usize];
        self.pinned.push(id);
        let free = match self.numbers.owner.iter().position(|o| o.is_none()) {
            Some(free) => free as u8,
            None => self.evict(0),
        };
        let one = self.assembler.constant(1f64.to_bits());
        self.assembler.operation(Kind::SelectOrZero, free, &[Source::Register(mask), Source::Memory(one)]);
        self.assembler.store(place, free);
        self.numbers.owner[free as usize] = None;
        self.pinned.pop();
    }

    /// The place of a value in memory, if it is there; constants are wherever they are wanted.
    fn place(&mut self, id: NodeId) -> Option<Place> {
        match self.graph.nodes[id as usize] {
            Node::Constant(bits) => Some(self.assembler.constant(bits)),
            Node::Known(holds) if !self.target.has_mask_registers() => {
                Some(self.assembler.constant(if holds { !0 } else { 0 }))
            }
            _ => self.home[id as usize],
        }
    }

    /// The register of a value, loaded if need be.
    fn fetch(&mut self, id: NodeId) -> u8 {
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

    /// Stores a value, which is in a register or in memory, in a slot that is read from outside.
    fn store_copy(&mut self, id: NodeId, slot: u32) {
        self.fetch(id);
        self.consume(id);
        self.store_result(id, slot);
        self.release_if_dead(id);
    }

    /// One use of a value is over.
    fn consume(&mut self, id: NodeId) {
        if self.cursor[id as usize] < self.uses_end[id as usize] {
            self.cursor[id as usize] += 1;
        }
    }

    fn release_register_if_dead(&mut self, id: NodeId) {
        if self.next_use(id) == NEVER {
            let register = std::mem::replace(&mut self.register[id as usize], NONE);
            if register != NONE {
                self.file(id).owner[register as usize] = None;
            }
        }
    }

    fn release_if_dead(&mut self, id: NodeId) {
        self.release_register_if_dead(id);
        if self.next_use(id) == NEVER
            && let Some(Place::Spill(spill)) = self.home[id as usize]
        {
            self.home[id as usize] = None;
            self.free_spills.push(spill);
        }
    }

    fn operation(&mut self, operation: &Operation) {
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
                let after = |id: NodeId| self.uses.get(self.cursor[id as usize] as usize + 1).copied();
                let again = |id: NodeId| {
                    let has = self.cursor[id as usize] + 1 < self.uses_end[id as usize];
                    if has { after(id).unwrap_or(NEVER) } else { NEVER }
                };
                a != b && again(b) < again(a)
            };
            if swap {
                operands.swap(0, 1);
            }
        }
        for id in &operands[..count] {
            self.consume(*id);
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

    /// True where an operand in memory is used again and there is a register for it.
    fn is_worth_a_register(&self, id: NodeId) -> bool {
        self.next_use(id) != NEVER && self.numbers.owner.iter().any(|o| o.is_none())
    }
}
