//! Registers for products that are added, rounded once: instructions whose result takes the register of an operand.

use super::allocate::{Allocator, NONE};
use super::lower::{Kind, Operation};
use super::operand::Source;
use super::uses::NEVER;
use crate::trace::NodeId;

impl Allocator<'_> {
    /// Writes a product that is added.
    pub(super) fn multiply_add(&mut self, operation: &Operation) {
        let &[a, b, c] = operation.operands() else { unreachable!("two factors and a term") };
        let operands = [a, b, c];
        for id in operands {
            self.uses.consume(id);
            if self.register[id as usize] != NONE {
                self.pinned.push(id);
            }
        }
        // the operand that stays in memory, if one does: the one that is needed again last
        let is_absent = |this: &Self, id: NodeId| this.register[id as usize] == NONE;
        let absent = operands.into_iter().filter(|id| is_absent(self, *id) && !self.is_worth_a_register(*id));
        let once = absent.filter(|id| operands.iter().filter(|other| *other == id).count() == 1);
        let left = once.max_by_key(|id| self.uses.next(*id)).filter(|_| self.assembler.target.has_memory_operands());
        let left = left.and_then(|id| Some((id, self.place(id)?)));
        let sources = operands.map(|id| match left {
            Some((there, place)) if there == id => Source::Memory(place),
            _ => {
                let register = self.fetch(id);
                self.pinned.push(id);
                Source::Register(register)
            }
        });
        let to = match self.assembler.target.has_memory_operands() {
            true => self.register_of_any(operation, sources),
            false => self.register_of_term(operation),
        };
        self.assembler.multiply_add(operation.kind, to, sources);
        for id in operands {
            self.release_if_dead(id);
        }
    }

    /// Returns the register for a result, which may be that of any operand.
    fn register_of_any(&mut self, operation: &Operation, sources: [Source; 3]) -> u8 {
        self.pinned.clear();
        let operands = operation.operands();
        for id in operands {
            self.release_register_if_dead(*id);
        }
        let is_over = |id: NodeId| self.uses.next(id) == NEVER;
        let free = operands.iter().zip(sources).find_map(|(id, source)| match source {
            Source::Register(register) if is_over(*id) => Some(register),
            _ => None,
        });
        match free {
            Some(register) => self.take(operation.node, register),
            None => self.allocate(operation.node),
        }
    }

    /// Returns the register for a result, which may be that of the term and not of a factor.
    fn register_of_term(&mut self, operation: &Operation) -> u8 {
        let &[a, b, term] = operation.operands() else { unreachable!("two factors and a term") };
        // a term that is subtracted changes its sign before the factors are read
        let is_read_again = operation.kind == Kind::MulSub && [a, b].contains(&term);
        let register = self.register[term as usize];
        let to = if self.uses.next(term) == NEVER && !is_read_again {
            self.release_register_if_dead(term);
            self.take(operation.node, register)
        } else {
            self.allocate(operation.node)
        };
        self.pinned.clear();
        for id in [a, b, term] {
            self.release_register_if_dead(id);
        }
        to
    }
}
