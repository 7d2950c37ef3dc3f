//! Operations on numbers and masks.
//!
//! x0 points to the slots of the group of members at work, x1 to what does not fit into registers, x2 to the constants, x15 to
//! what a function that is called works on. v31
//! is free in every operation, and so is x9.

use super::encoding::{self as form, Form};
use crate::jit::instructions::Operations;
use crate::jit::lower::Kind;
use crate::jit::operand::{MEMBERS, Place, Source};

/// The register that no value has.
pub(super) const SCRATCH: u8 = 31;
/// Addresses of slots, of what does not fit into registers, of constants, and one that is computed.
pub(super) const SLOTS: i64 = 0;
pub(super) const SPILLS: i64 = 1;
pub(super) const CONSTANTS: i64 = 2;
pub(super) const ADDRESS: i64 = 9;
/// Address of arguments and results of the function at work.
pub(super) const LOCALS: i64 = 15;
/// Displacements that an instruction with an address has.
const REACH: i64 = 1 << 16;
/// Bytes of a register.
pub(super) const BYTES: i64 = 16;

/// Writes instructions of aarch64.
#[derive(Debug, Default)]
pub(in crate::jit) struct Neon {
    words: Vec<u32>,
}

impl Neon {
    /// Writes an instruction.
    pub(super) fn push(&mut self, form: Form, operands: &[i64]) {
        self.words.push(form.word(operands));
    }

    /// Returns the number of instructions.
    pub(super) fn count(&self) -> usize {
        self.words.len()
    }

    /// Replaces an instruction.
    pub(super) fn replace(&mut self, number: usize, form: Form, operands: &[i64]) {
        self.words[number] = form.word(operands);
    }

    /// Writes an instruction between two vector registers.
    pub(super) fn two(&mut self, form: Form, to: u8, a: u8) {
        self.push(form, &[to, a].map(i64::from));
    }

    /// Writes an instruction between three vector registers.
    pub(super) fn three(&mut self, form: Form, to: u8, a: u8, b: u8) {
        self.push(form, &[to, a, b].map(i64::from));
    }

    fn copy(&mut self, to: u8, from: u8) {
        self.three(form::ORR, to, from, from);
    }

    /// Writes a load or a store; an address beyond its reach is computed first.
    fn memory(&mut self, form: Form, register: u8, place: Place) {
        let (mut base, mut displacement) = match place {
            Place::Slot(i) => (SLOTS, i64::from(i) * 8 * MEMBERS as i64),
            Place::Spill(i) => (SPILLS, i64::from(i) * BYTES),
            Place::Constant(i) => (CONSTANTS, i64::from(i) * BYTES),
            Place::Local(i) => (LOCALS, i64::from(i) * BYTES),
        };
        while displacement >= REACH {
            let high = (displacement >> 12).min(0xfff);
            self.push(form::ADD_HIGH, &[ADDRESS, base, high]);
            (base, displacement) = (ADDRESS, displacement - (high << 12));
        }
        self.push(form, &[i64::from(register), base, displacement]);
    }

    /// Writes the choice between two numbers by a mask, one of which may have the register of the result.
    fn select(&mut self, to: u8, mask: u8, yes: u8, no: u8) {
        if to == yes {
            self.three(form::BIF, to, no, mask);
        } else if to == no {
            self.three(form::BIT, to, yes, mask);
        } else {
            if to != mask {
                self.copy(to, mask);
            }
            self.three(form::BSL, to, yes, no);
        }
    }

    /// Writes a if it is less than b, or, the other way round, greater, and b elsewhere: the instructions for minima know
    /// other results where a side is not a number.
    fn extreme(&mut self, kind: Kind, to: u8, a: u8, b: u8) {
        let mask = if to == a || to == b { SCRATCH } else { to };
        let (greater, less) = if kind == Kind::Min { (b, a) } else { (a, b) };
        self.three(form::FCMGT, mask, greater, less);
        self.select(to, mask, a, b);
    }
}

impl Operations for Neon {
    fn offset(&self) -> usize {
        4 * self.count()
    }

    fn take_code(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.words).into_iter().flat_map(u32::to_le_bytes).collect()
    }

    fn load(&mut self, to: u8, place: Place) {
        self.memory(form::LDR, to, place);
    }

    fn store(&mut self, place: Place, from: u8) {
        self.memory(form::STR, from, place);
    }

    fn load_mask(&mut self, _: u8, _: Place) {
        unreachable!("masks are in registers of numbers");
    }

    fn store_mask(&mut self, _: Place, _: u8) {
        unreachable!("masks are in registers of numbers");
    }

    fn known_mask(&mut self, _: u8, _: bool) {
        unreachable!("masks are in registers of numbers");
    }

    fn pattern(&self, _: Kind) -> Option<u64> {
        None
    }

    fn operation(&mut self, kind: Kind, to: u8, sources: &[Source]) {
        let mut operands = [0; 3];
        for (operand, source) in operands.iter_mut().zip(sources) {
            *operand = match *source {
                Source::Register(register) => register,
                Source::Memory(place) => {
                    self.load(SCRATCH, place);
                    SCRATCH
                }
            };
        }
        let [a, b, c] = operands;
        match kind {
            Kind::Add => self.three(form::FADD, to, a, b),
            Kind::Sub => self.three(form::FSUB, to, a, b),
            Kind::Mul => self.three(form::FMUL, to, a, b),
            Kind::Div => self.three(form::FDIV, to, a, b),
            Kind::Min | Kind::Max => self.extreme(kind, to, a, b),
            Kind::Sqrt => self.two(form::FSQRT, to, a),
            Kind::Floor => self.two(form::FRINTM, to, a),
            Kind::Neg => self.two(form::FNEG, to, a),
            Kind::Abs => self.two(form::FABS, to, a),
            Kind::Less => self.three(form::FCMGT, to, b, a),
            Kind::LessEqual => self.three(form::FCMGE, to, b, a),
            Kind::And | Kind::SelectOrZero => self.three(form::AND, to, a, b),
            Kind::Or => self.three(form::ORR, to, a, b),
            Kind::Not => self.two(form::NOT, to, a),
            Kind::Select => self.select(to, a, b, c),
            Kind::MulAdd | Kind::MulSub | Kind::SubMul => unreachable!("its result takes the register of its term"),
            Kind::Entry | Kind::Call | Kind::Result => unreachable!("it has instructions of its own, or none"),
        }
    }

    fn multiply_add(&mut self, kind: Kind, to: u8, sources: [Source; 3]) {
        let [a, b, c] = sources.map(Source::register);
        match kind {
            // there is no instruction for a product less a term
            Kind::MulSub => self.two(form::FNEG, to, c),
            _ if to != c => self.copy(to, c),
            _ => {}
        }
        assert!((to != a && to != b) || (to == c && kind != Kind::MulSub), "a factor is still there");
        self.three(if kind == Kind::SubMul { form::FMLS } else { form::FMLA }, to, a, b);
    }
}
