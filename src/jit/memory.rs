//! Values in memory: what does not fit into registers, what is read from outside, constants.

use super::allocate::{Allocator, NONE};
use super::lower::Kind;
use super::operand::{Place, Scratch, Source};
use super::uses::NEVER;
use crate::trace::{Node, NodeId};

impl Allocator<'_> {
    /// Returns a place for what does not fit into registers.
    pub(super) fn new_spill(&mut self) -> u32 {
        self.free_spills.pop().unwrap_or_else(|| {
            self.spills += 1;
            self.spills - 1
        })
    }

    /// Returns the first of so many places that follow each other.
    pub(super) fn new_block(&mut self, size: u32) -> u32 {
        self.spills += size;
        self.spills - size
    }

    /// Stores what is in registers and needed again.
    pub(super) fn keep_all_in_memory(&mut self) {
        let owners: Vec<NodeId> = self.numbers.owner.iter().chain(&self.masks.owner).flatten().copied().collect();
        for id in owners {
            if self.home[id as usize].is_none() && self.uses.next(id) != NEVER {
                let place = Place::Spill(self.new_spill());
                self.home[id as usize] = Some(place);
                self.store(id, place);
            }
            let register = std::mem::replace(&mut self.register[id as usize], NONE);
            self.file(id).owner[register as usize] = None;
        }
    }

    /// Returns the places for rows and numbers of tables.
    pub(super) fn scratch(&mut self) -> Scratch {
        if self.scratch.is_none() {
            let [rows, numbers] = [self.new_spill(), self.new_spill()].map(Place::Spill);
            self.scratch = Some(Scratch { rows, numbers });
        }
        self.scratch.expect("there are places now")
    }

    /// Stores a value that is in a register, as it is.
    pub(super) fn store(&mut self, id: NodeId, place: Place) {
        let register = self.register[id as usize];
        if self.in_mask_register(id) {
            self.assembler.store_mask(place, register);
        } else {
            self.assembler.store(place, register);
        }
    }

    /// Stores a value in a slot that is read from outside, where masks are numbers.
    pub(super) fn store_result(&mut self, id: NodeId, slot: u32) {
        let place = if self.is_called { Place::Local(slot) } else { Place::Slot(slot) };
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

    /// Returns the place of a value in memory, if it is there; constants are wherever they are wanted.
    pub(super) fn place(&mut self, id: NodeId) -> Option<Place> {
        match self.graph.nodes[id as usize] {
            Node::Constant(bits) => Some(self.assembler.constant(bits)),
            Node::Known(holds) if !self.target.has_mask_registers() => {
                Some(self.assembler.constant(if holds { !0 } else { 0 }))
            }
            _ => self.home[id as usize],
        }
    }

    /// Stores a value, which is in a register or in memory, in a slot that is read from outside.
    pub(super) fn store_copy(&mut self, id: NodeId, slot: u32) {
        self.fetch(id);
        self.uses.consume(id);
        self.store_result(id, slot);
        self.release_if_dead(id);
    }
}
