//! Machine instructions of one target.
//!
//! Registers: rdi the slots of the group of members at work, rsi what does not fit into registers, rdx the constants;
//! those of the loops are in [`super::control`]. The three bases point past the beginning of what they are for, so that
//! displacements of one byte reach twice as far.

use super::lower::Kind;
use super::target::Target;
use iced_x86::{Code, Encoder, IcedError, Instruction, MemoryOperand, Register};
use std::collections::HashMap;

/// Members that a slot holds.
pub(super) const MEMBERS: usize = 64;

/// A place in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A slot: a number of every member.
    Slot(u32),
    /// A number of the group of members at work.
    Spill(u32),
    /// A constant, by its place in the pool.
    Constant(u32),
}

/// Where an operand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// In a register of its class.
    Register(u8),
    /// In memory.
    Memory(Place),
}

/// The condition of a comparison instruction: ordered, quiet.
const LESS: u32 = 0x11;
const LESS_EQUAL: u32 = 0x12;
/// The rounding of a rounding instruction: down, without an exception.
const DOWN: u32 = 0x09;

/// Writes instructions.
pub(super) struct Assembler {
    pub(super) target: Target,
    pub(super) encoder: Encoder,
    pub(super) length: usize,
    /// Constants by their bits, in the order of their places.
    constants: Vec<u64>,
    places: HashMap<u64, u32>,
    /// How many entries the notes have before those of the function at work.
    pub(super) notes: u32,
    /// Where which equation begins: offset and entry of the notes.
    marks: Vec<(usize, u32)>,
    spills: u32,
}

/// What an assembler has written.
pub(super) struct Assembled {
    pub(super) code: Vec<u8>,
    pub(super) constants: Vec<u64>,
    pub(super) marks: Vec<(usize, u32)>,
    /// How many numbers of a group do not fit into registers.
    pub(super) spills: u32,
}

pub(super) fn built(instruction: Result<Instruction, IcedError>) -> Instruction {
    instruction.expect("the operands are of the kinds that the instruction takes")
}

impl Assembler {
    pub(super) fn new(target: Target) -> Self {
        Self {
            target,
            encoder: Encoder::new(64),
            length: 0,
            constants: Vec::new(),
            places: HashMap::new(),
            notes: 0,
            marks: Vec::new(),
            spills: 0,
        }
    }

    pub(super) fn finish(mut self) -> Assembled {
        let code = self.encoder.take_buffer();
        Assembled { code, constants: self.constants, marks: self.marks, spills: self.spills }
    }

    /// Where the next instruction will be.
    pub(super) fn offset(&self) -> usize {
        self.length
    }

    /// The place of a constant.
    pub(super) fn constant(&mut self, bits: u64) -> Place {
        let next = self.constants.len() as u32;
        let place = *self.places.entry(bits).or_insert(next);
        if place == next {
            self.constants.push(bits);
        }
        Place::Constant(place)
    }

    /// Notes that what follows belongs to an equation.
    pub(super) fn mark(&mut self, leaf: u32) {
        let note = self.notes + leaf;
        if self.marks.last().is_none_or(|(_, last)| *last != note) {
            self.marks.push((self.length, note));
        }
    }

    pub(super) fn push(&mut self, instruction: Instruction) {
        self.length += self.encoder.encode(&instruction, self.length as u64).expect("an instruction of 64-bit code");
    }

    pub(super) fn wide(&self) -> bool {
        self.target == Target::Avx512
    }

    /// Bytes of a register.
    pub(super) fn bytes(&self) -> i64 {
        8 * self.target.lanes() as i64
    }

    /// How far the bases point past the beginning: of whole registers, of constants.
    pub(super) fn bias(&self) -> (i64, i64) {
        Self::biases(self.target)
    }

    /// How far the bases of a target point past the beginning: of whole registers, of constants.
    pub(super) fn biases(target: Target) -> (i64, i64) {
        match target {
            Target::Avx2 => (128, 128),
            Target::Avx512 => (128 * 64, 128 * 8),
        }
    }

    pub(super) fn number(&self, register: u8) -> Register {
        let first = if self.wide() { Register::ZMM0 } else { Register::YMM0 };
        first + u32::from(register)
    }

    pub(super) fn mask(&self, register: u8) -> Register {
        if self.target.has_mask_registers() { Register::K1 + u32::from(register) } else { self.number(register) }
    }

    pub(super) fn memory(&mut self, place: Place) -> MemoryOperand {
        let (bias, bias_of_constants) = self.bias();
        let (base, displacement, broadcast) = match place {
            Place::Slot(i) => (Register::RDI, i64::from(i) * 8 * MEMBERS as i64 - bias, false),
            Place::Spill(i) => {
                self.spills = self.spills.max(i + 1);
                (Register::RSI, i64::from(i) * self.bytes() - bias, false)
            }
            Place::Constant(i) if self.wide() => (Register::RDX, i64::from(i) * 8 - bias_of_constants, true),
            Place::Constant(i) => (Register::RDX, i64::from(i) * self.bytes() - bias_of_constants, false),
        };
        MemoryOperand::new(base, Register::None, 1, displacement, 1, broadcast, Register::None)
    }

    /// The code for AVX2 or AVX-512.
    fn code(&self, narrow: Code, wide: Code) -> Code {
        if self.wide() { wide } else { narrow }
    }

    /// Instruction with a destination and a source.
    fn two(&mut self, code: Code, to: Register, b: Source) {
        let instruction = match b {
            Source::Register(b) => Instruction::with2(code, to, self.number(b)),
            Source::Memory(place) => Instruction::with2(code, to, self.memory(place)),
        };
        self.push(built(instruction));
    }

    /// Instruction with a destination and two sources.
    fn three(&mut self, code: Code, to: Register, a: Register, b: Source) {
        let instruction = match b {
            Source::Register(b) => Instruction::with3(code, to, a, self.number(b)),
            Source::Memory(place) => Instruction::with3(code, to, a, self.memory(place)),
        };
        self.push(built(instruction));
    }

    /// A number or, on a target without mask registers, a mask, from memory.
    pub(super) fn load(&mut self, to: u8, place: Place) {
        let to = self.number(to);
        let code = match place {
            Place::Constant(_) if self.wide() => {
                let mut memory = self.memory(place);
                memory.is_broadcast = false;
                return self.push(built(Instruction::with2(Code::EVEX_Vbroadcastsd_zmm_k1z_xmmm64, to, memory)));
            }
            _ => self.code(Code::VEX_Vmovapd_ymm_ymmm256, Code::EVEX_Vmovapd_zmm_k1z_zmmm512),
        };
        self.two(code, to, Source::Memory(place));
    }

    /// A number from another register.
    pub(super) fn copy(&mut self, to: u8, from: u8) {
        let code = self.code(Code::VEX_Vmovapd_ymm_ymmm256, Code::EVEX_Vmovapd_zmm_k1z_zmmm512);
        self.two(code, self.number(to), Source::Register(from));
    }

    /// The reverse.
    pub(super) fn store(&mut self, place: Place, from: u8) {
        let code = self.code(Code::VEX_Vmovapd_ymmm256_ymm, Code::EVEX_Vmovapd_zmmm512_k1z_zmm);
        let (memory, from) = (self.memory(place), self.number(from));
        self.push(built(Instruction::with2(code, memory, from)));
    }

    /// A mask register from memory: one byte of the place.
    pub(super) fn load_mask(&mut self, to: u8, place: Place) {
        let (to, memory) = (self.mask(to), self.memory(place));
        self.push(built(Instruction::with2(Code::VEX_Kmovb_kr_km8, to, memory)));
    }

    /// The reverse.
    pub(super) fn store_mask(&mut self, place: Place, from: u8) {
        let (memory, from) = (self.memory(place), self.mask(from));
        self.push(built(Instruction::with2(Code::VEX_Kmovb_m8_kr, memory, from)));
    }

    /// The mask that holds everywhere or nowhere.
    pub(super) fn known_mask(&mut self, to: u8, holds: bool) {
        let to = self.mask(to);
        let code = if holds { Code::VEX_Kxnorb_kr_kr_kr } else { Code::VEX_Kxorb_kr_kr_kr };
        self.push(built(Instruction::with3(code, to, to, to)));
    }

    /// One operation. Operands that are not the one that may be in memory are in registers; see [`foldable`].
    pub(super) fn operation(&mut self, kind: Kind, to: u8, sources: &[Source]) {
        let register = |i: usize| match sources[i] {
            Source::Register(r) => r,
            Source::Memory(_) => unreachable!("this operand is in a register"),
        };
        let last = sources[sources.len() - 1];
        match kind {
            Kind::Add | Kind::Sub | Kind::Mul | Kind::Div | Kind::Min | Kind::Max => {
                let code = self.arithmetic(kind);
                self.three(code, self.number(to), self.number(register(0)), last);
            }
            Kind::Sqrt => {
                let code = self.code(Code::VEX_Vsqrtpd_ymm_ymmm256, Code::EVEX_Vsqrtpd_zmm_k1z_zmmm512b64_er);
                self.two(code, self.number(to), last);
            }
            Kind::Floor => self.floor(to, last),
            Kind::Neg | Kind::Abs => {
                let (code, bits) = if kind == Kind::Neg {
                    (self.code(Code::VEX_Vxorpd_ymm_ymm_ymmm256, Code::EVEX_Vxorpd_zmm_k1z_zmm_zmmm512b64), 1 << 63)
                } else {
                    (self.code(Code::VEX_Vandpd_ymm_ymm_ymmm256, Code::EVEX_Vandpd_zmm_k1z_zmm_zmmm512b64), !0 >> 1)
                };
                let constant = self.constant(bits);
                self.three(code, self.number(to), self.number(register(0)), Source::Memory(constant));
            }
            Kind::Less => self.compare(to, register(0), last, LESS),
            Kind::LessEqual => self.compare(to, register(0), last, LESS_EQUAL),
            Kind::And | Kind::Or if self.wide() => {
                let code = if kind == Kind::And { Code::VEX_Kandb_kr_kr_kr } else { Code::VEX_Korb_kr_kr_kr };
                let [to, a, b] = [to, register(0), register(1)].map(|r| self.mask(r));
                self.push(built(Instruction::with3(code, to, a, b)));
            }
            Kind::And => self.three(Code::VEX_Vandpd_ymm_ymm_ymmm256, self.number(to), self.number(register(0)), last),
            Kind::Or => self.three(Code::VEX_Vorpd_ymm_ymm_ymmm256, self.number(to), self.number(register(0)), last),
            Kind::Not if self.wide() => {
                let [to, a] = [to, register(0)].map(|r| self.mask(r));
                self.push(built(Instruction::with2(Code::VEX_Knotb_kr_kr, to, a)));
            }
            Kind::Not => {
                let ones = self.constant(!0);
                let (to, a) = (self.number(to), self.number(register(0)));
                self.three(Code::VEX_Vxorpd_ymm_ymm_ymmm256, to, a, Source::Memory(ones));
            }
            Kind::Select => self.select(to, register(0), sources[1], register(2)),
            Kind::SelectOrZero => self.select_or_zero(to, register(0), last),
            Kind::MulAdd | Kind::MulSub | Kind::SubMul => unreachable!("its result takes the register of an operand"),
        }
    }

    fn arithmetic(&self, kind: Kind) -> Code {
        use Code::*;
        match kind {
            Kind::Add => self.code(VEX_Vaddpd_ymm_ymm_ymmm256, EVEX_Vaddpd_zmm_k1z_zmm_zmmm512b64_er),
            Kind::Sub => self.code(VEX_Vsubpd_ymm_ymm_ymmm256, EVEX_Vsubpd_zmm_k1z_zmm_zmmm512b64_er),
            Kind::Mul => self.code(VEX_Vmulpd_ymm_ymm_ymmm256, EVEX_Vmulpd_zmm_k1z_zmm_zmmm512b64_er),
            Kind::Div => self.code(VEX_Vdivpd_ymm_ymm_ymmm256, EVEX_Vdivpd_zmm_k1z_zmm_zmmm512b64_er),
            Kind::Min => self.code(VEX_Vminpd_ymm_ymm_ymmm256, EVEX_Vminpd_zmm_k1z_zmm_zmmm512b64_sae),
            _ => self.code(VEX_Vmaxpd_ymm_ymm_ymmm256, EVEX_Vmaxpd_zmm_k1z_zmm_zmmm512b64_sae),
        }
    }

    fn floor(&mut self, to: u8, a: Source) {
        let code = self.code(Code::VEX_Vroundpd_ymm_ymmm256_imm8, Code::EVEX_Vrndscalepd_zmm_k1z_zmmm512b64_imm8_sae);
        let to = self.number(to);
        let instruction = match a {
            Source::Register(a) => Instruction::with3(code, to, self.number(a), DOWN),
            Source::Memory(place) => Instruction::with3(code, to, self.memory(place), DOWN),
        };
        self.push(built(instruction));
    }

    fn compare(&mut self, to: u8, a: u8, b: Source, condition: u32) {
        let code = self.code(Code::VEX_Vcmppd_ymm_ymm_ymmm256_imm8, Code::EVEX_Vcmppd_kr_k1_zmm_zmmm512b64_imm8_sae);
        let (to, a) = (self.mask(to), self.number(a));
        let instruction = match b {
            Source::Register(b) => Instruction::with4(code, to, a, self.number(b), condition),
            Source::Memory(place) => Instruction::with4(code, to, a, self.memory(place), condition),
        };
        self.push(built(instruction));
    }

    fn select(&mut self, to: u8, mask: u8, yes: Source, no: u8) {
        let (to, mask, no) = (self.number(to), self.mask(mask), self.number(no));
        if self.wide() {
            let code = Code::EVEX_Vblendmpd_zmm_k1z_zmm_zmmm512b64;
            let mut instruction = built(match yes {
                Source::Register(yes) => Instruction::with3(code, to, no, self.number(yes)),
                Source::Memory(place) => Instruction::with3(code, to, no, self.memory(place)),
            });
            instruction.set_op_mask(mask);
            return self.push(instruction);
        }
        let code = Code::VEX_Vblendvpd_ymm_ymm_ymmm256_ymm;
        let instruction = match yes {
            Source::Register(yes) => Instruction::with4(code, to, no, self.number(yes), mask),
            Source::Memory(place) => Instruction::with4(code, to, no, self.memory(place), mask),
        };
        self.push(built(instruction));
    }

    fn select_or_zero(&mut self, to: u8, mask: u8, yes: Source) {
        if !self.wide() {
            let (to, mask) = (self.number(to), self.mask(mask));
            return self.three(Code::VEX_Vandpd_ymm_ymm_ymmm256, to, mask, yes);
        }
        let to = self.number(to);
        let mut instruction = built(match yes {
            Source::Register(yes) => Instruction::with2(Code::EVEX_Vmovapd_zmm_k1z_zmmm512, to, self.number(yes)),
            Source::Memory(place) => {
                let mut memory = self.memory(place);
                let code = if std::mem::take(&mut memory.is_broadcast) {
                    Code::EVEX_Vbroadcastsd_zmm_k1z_xmmm64
                } else {
                    Code::EVEX_Vmovapd_zmm_k1z_zmmm512
                };
                Instruction::with2(code, to, memory)
            }
        });
        instruction.set_op_mask(self.mask(mask));
        instruction.set_zeroing_masking(true);
        self.push(instruction);
    }
}

/// The operand of an operation that may be in memory, if there is one.
pub(super) fn foldable(kind: Kind, target: Target) -> Option<usize> {
    match kind {
        Kind::Sqrt | Kind::Floor => Some(0),
        Kind::Neg | Kind::Abs | Kind::Not => None,
        Kind::And | Kind::Or if target.has_mask_registers() => None,
        _ => Some(1),
    }
}
