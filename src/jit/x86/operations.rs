//! Operations on numbers and masks.

use super::encoder::{X86, built};
use crate::jit::instructions::Operations;
use crate::jit::lower::Kind;
use crate::jit::operand::{Place, Source};
use iced_x86::{Code, Instruction};

/// The condition of a comparison instruction: ordered, quiet.
const LESS: u32 = 0x11;
const LESS_EQUAL: u32 = 0x12;
/// The rounding of a rounding instruction: down, without an exception.
const DOWN: u32 = 0x09;

impl X86 {
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

impl Operations for X86 {
    fn offset(&self) -> usize {
        self.length
    }

    fn take_code(&mut self) -> Vec<u8> {
        self.take()
    }

    fn load(&mut self, to: u8, place: Place) {
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

    fn store(&mut self, place: Place, from: u8) {
        let code = self.code(Code::VEX_Vmovapd_ymmm256_ymm, Code::EVEX_Vmovapd_zmmm512_k1z_zmm);
        let (memory, from) = (self.memory(place), self.number(from));
        self.push(built(Instruction::with2(code, memory, from)));
    }

    fn load_mask(&mut self, to: u8, place: Place) {
        let (to, memory) = (self.mask(to), self.memory(place));
        self.push(built(Instruction::with2(Code::VEX_Kmovb_kr_km8, to, memory)));
    }

    fn store_mask(&mut self, place: Place, from: u8) {
        let (memory, from) = (self.memory(place), self.mask(from));
        self.push(built(Instruction::with2(Code::VEX_Kmovb_m8_kr, memory, from)));
    }

    fn known_mask(&mut self, to: u8, holds: bool) {
        let to = self.mask(to);
        let code = if holds { Code::VEX_Kxnorb_kr_kr_kr } else { Code::VEX_Kxorb_kr_kr_kr };
        self.push(built(Instruction::with3(code, to, to, to)));
    }

    fn pattern(&self, kind: Kind) -> Option<u64> {
        match kind {
            Kind::Neg => Some(1 << 63),
            Kind::Abs => Some(!0 >> 1),
            Kind::Not if !self.wide() => Some(!0),
            _ => None,
        }
    }

    fn operation(&mut self, kind: Kind, to: u8, sources: &[Source]) {
        let register = |i: usize| sources[i].register();
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
            // their patterns are the last operands
            Kind::Neg => {
                let code = self.code(Code::VEX_Vxorpd_ymm_ymm_ymmm256, Code::EVEX_Vxorpd_zmm_k1z_zmm_zmmm512b64);
                self.three(code, self.number(to), self.number(register(0)), last);
            }
            Kind::Abs => {
                let code = self.code(Code::VEX_Vandpd_ymm_ymm_ymmm256, Code::EVEX_Vandpd_zmm_k1z_zmm_zmmm512b64);
                self.three(code, self.number(to), self.number(register(0)), last);
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
            Kind::Not => self.three(Code::VEX_Vxorpd_ymm_ymm_ymmm256, self.number(to), self.number(register(0)), last),
            Kind::Select => self.select(to, register(0), sources[1], register(2)),
            Kind::SelectOrZero => self.select_or_zero(to, register(0), last),
            Kind::MulAdd | Kind::MulSub | Kind::SubMul => unreachable!("its result takes the register of an operand"),
            Kind::Entry | Kind::Call | Kind::Result => unreachable!("it has instructions of its own, or none"),
        }
    }

    fn multiply_add(&mut self, kind: Kind, to: u8, sources: [Source; 3]) {
        self.fused(kind, to, sources);
    }
}
