//! Registers, operands in memory, and the bytes of instructions.
//!
//! Registers: rdi the slots of the group of members at work, rsi what does not fit into registers, rdx the constants;
//! those of the loops are in [`super::control`], and rbx what a function that is called works on. The four bases point past the beginning of what they are for, so that
//! displacements of one byte reach twice as far.

use crate::jit::operand::{MEMBERS, Place, Source};
use crate::jit::target::Target;
use iced_x86::{Code, Encoder, IcedError, Instruction, MemoryOperand, Register};

/// The address of arguments and results of a function that is called.
pub(super) const LOCALS: Register = Register::RBX;

/// Writes instructions of x86-64.
pub(in crate::jit) struct X86 {
    target: Target,
    encoder: Encoder,
    pub(super) length: usize,
}

pub(super) fn built(instruction: Result<Instruction, IcedError>) -> Instruction {
    instruction.expect("the operands are of the kinds that the instruction takes")
}

/// Returns how far the bases of a target point past the beginning: of whole registers, of constants.
pub(super) fn biases(target: Target) -> (i64, i64) {
    if target == Target::Avx512 { (128 * 64, 128 * 8) } else { (128, 128) }
}

impl X86 {
    /// Makes an encoder for AVX2 or AVX-512.
    pub(in crate::jit) fn new(target: Target) -> Self {
        Self { target, encoder: Encoder::new(64), length: 0 }
    }

    pub(super) fn take(&mut self) -> Vec<u8> {
        self.encoder.take_buffer()
    }

    /// Overwrites four bytes that have been written.
    pub(super) fn patch(&mut self, at: usize, bytes: [u8; 4]) {
        let mut written = self.encoder.take_buffer();
        written[at..at + 4].copy_from_slice(&bytes);
        self.encoder.set_buffer(written);
    }

    pub(super) fn push(&mut self, instruction: Instruction) {
        self.length += self.encoder.encode(&instruction, self.length as u64).expect("an instruction of 64-bit code");
    }

    pub(super) fn wide(&self) -> bool {
        self.target == Target::Avx512
    }

    /// Returns the number of bytes of a register.
    pub(super) fn bytes(&self) -> i64 {
        8 * self.target.lanes() as i64
    }

    /// Returns how far the bases point past the beginning: of whole registers, of constants.
    pub(super) fn bias(&self) -> (i64, i64) {
        biases(self.target)
    }

    pub(super) fn number(&self, register: u8) -> Register {
        let first = if self.wide() { Register::ZMM0 } else { Register::YMM0 };
        first + u32::from(register)
    }

    pub(super) fn mask(&self, register: u8) -> Register {
        if self.target.has_mask_registers() { Register::K1 + u32::from(register) } else { self.number(register) }
    }

    pub(super) fn memory(&self, place: Place) -> MemoryOperand {
        let (bias, bias_of_constants) = self.bias();
        let (base, displacement, broadcast) = match place {
            Place::Slot(i) => (Register::RDI, i64::from(i) * 8 * MEMBERS as i64 - bias, false),
            Place::Local(i) => (LOCALS, i64::from(i) * self.bytes() - bias, false),
            Place::Spill(i) => (Register::RSI, i64::from(i) * self.bytes() - bias, false),
            Place::Constant(i) if self.wide() => (Register::RDX, i64::from(i) * 8 - bias_of_constants, true),
            Place::Constant(i) => (Register::RDX, i64::from(i) * self.bytes() - bias_of_constants, false),
        };
        MemoryOperand::new(base, Register::None, 1, displacement, 1, broadcast, Register::None)
    }

    /// Returns the code of an instruction for AVX2 or AVX-512.
    pub(super) fn code(&self, narrow: Code, wide: Code) -> Code {
        if self.wide() { wide } else { narrow }
    }

    /// Writes an instruction with a destination and a source.
    pub(super) fn two(&mut self, code: Code, to: Register, b: Source) {
        let instruction = match b {
            Source::Register(b) => Instruction::with2(code, to, self.number(b)),
            Source::Memory(place) => Instruction::with2(code, to, self.memory(place)),
        };
        self.push(built(instruction));
    }

    /// Writes an instruction with a destination and two sources.
    pub(super) fn three(&mut self, code: Code, to: Register, a: Register, b: Source) {
        let instruction = match b {
            Source::Register(b) => Instruction::with3(code, to, a, self.number(b)),
            Source::Memory(place) => Instruction::with3(code, to, a, self.memory(place)),
        };
        self.push(built(instruction));
    }
}
