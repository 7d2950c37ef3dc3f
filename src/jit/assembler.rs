//! Code in the making: instructions of one target, with its constants and with where which equation begins.

use super::blocks::Called;
use super::instructions::Instructions;
use super::lower::Kind;
use super::neon::Neon;
use super::operand::{Place, Source};
use super::target::Target;
use super::x86::X86;
use crate::num::Table;
use std::collections::HashMap;
use std::sync::Arc;

/// Writes instructions.
pub(super) struct Assembler {
    pub(super) target: Target,
    pub(super) instructions: Box<dyn Instructions>,
    /// Constants by their bits, in the order of their indices.
    constants: Vec<u64>,
    places: HashMap<u64, u32>,
    /// The names of equations, and how many there are before those of the function at work.
    names: Vec<&'static str>,
    notes: u32,
    /// Where which equation begins: offset and entry of the notes.
    marks: Vec<(usize, u32)>,
    spills: u32,
    /// The tables whose numbers the code loads.
    pub(super) tables: Vec<Arc<Table>>,
    /// The functions that are called.
    pub(super) called: Called,
}

/// What an assembler has written.
pub(super) struct Assembled {
    pub(super) code: Vec<u8>,
    pub(super) constants: Vec<u64>,
    pub(super) marks: Vec<(usize, u32)>,
    pub(super) notes: Vec<&'static str>,
    pub(super) called: Vec<(usize, &'static str)>,
    /// How many numbers of a group do not fit into registers.
    pub(super) spills: u32,
    pub(super) tables: Vec<Arc<Table>>,
}

impl Assembler {
    pub(super) fn new(target: Target) -> Self {
        let instructions: Box<dyn Instructions> = match target {
            Target::Avx2 | Target::Avx512 => Box::new(X86::new(target)),
            Target::Neon => Box::new(Neon::default()),
        };
        Self {
            target,
            instructions,
            constants: Vec::new(),
            places: HashMap::new(),
            names: Vec::new(),
            notes: 0,
            marks: Vec::new(),
            spills: 0,
            tables: Vec::new(),
            called: Called::default(),
        }
    }

    pub(super) fn finish(mut self) -> Assembled {
        let code = self.instructions.take_code();
        let Self { constants, marks, names: notes, spills, tables, called, .. } = self;
        Assembled { code, constants, marks, notes, called: called.names(), spills, tables }
    }

    /// Returns the offset of the next instruction.
    pub(super) fn offset(&self) -> usize {
        self.instructions.offset()
    }

    /// Returns the place of a constant in memory.
    pub(super) fn constant(&mut self, bits: u64) -> Place {
        let next = self.constants.len() as u32;
        let place = *self.places.entry(bits).or_insert(next);
        if place == next {
            self.constants.push(bits);
        }
        Place::Constant(place)
    }

    /// Begins a function whose equations have these names.
    pub(super) fn begin_notes(&mut self, names: &[&'static str]) {
        self.notes = self.names.len() as u32;
        self.names.extend(names);
    }

    /// Notes that what follows belongs to an equation.
    pub(super) fn mark(&mut self, leaf: u32) {
        let note = self.notes + leaf;
        if self.marks.last().is_none_or(|(_, last)| *last != note) {
            self.marks.push((self.offset(), note));
        }
    }

    /// Loads a number or, on a target without mask registers, a mask from memory.
    pub(super) fn load(&mut self, to: u8, place: Place) {
        self.instructions.load(to, place);
    }

    /// Stores a number or, on a target without mask registers, a mask to memory.
    pub(super) fn store(&mut self, place: Place, from: u8) {
        self.count_spill(place);
        self.instructions.store(place, from);
    }

    /// Loads a mask register from memory.
    pub(super) fn load_mask(&mut self, to: u8, place: Place) {
        self.instructions.load_mask(to, place);
    }

    /// Stores a mask register to memory.
    pub(super) fn store_mask(&mut self, place: Place, from: u8) {
        self.count_spill(place);
        self.instructions.store_mask(place, from);
    }

    /// Keeps how many places there are for what does not fit into registers; it is stored there first.
    pub(super) fn count_spill(&mut self, place: Place) {
        if let Place::Spill(i) = place {
            self.spills = self.spills.max(i + 1);
        }
    }

    /// Sets a mask register to the mask that holds everywhere or nowhere.
    pub(super) fn known_mask(&mut self, to: u8, holds: bool) {
        self.instructions.known_mask(to, holds);
    }

    /// Writes one operation. Operands that are not the one that may be in memory are in registers; see [`foldable`].
    pub(super) fn operation(&mut self, kind: Kind, to: u8, sources: &[Source]) {
        match self.instructions.pattern(kind) {
            Some(bits) => {
                let constant = self.constant(bits);
                self.instructions.operation(kind, to, &[sources[0], Source::Memory(constant)]);
            }
            None => self.instructions.operation(kind, to, sources),
        }
    }

    /// Writes a product that is added.
    pub(super) fn multiply_add(&mut self, kind: Kind, to: u8, sources: [Source; 3]) {
        self.instructions.multiply_add(kind, to, sources);
    }
}

/// Returns the operand of an operation that may be in memory, if the operation has one.
pub(super) fn foldable(kind: Kind, target: Target) -> Option<usize> {
    match kind {
        _ if !target.has_memory_operands() => None,
        Kind::Sqrt | Kind::Floor => Some(0),
        Kind::Neg | Kind::Abs | Kind::Not => None,
        Kind::And | Kind::Or if target.has_mask_registers() => None,
        _ => Some(1),
    }
}
