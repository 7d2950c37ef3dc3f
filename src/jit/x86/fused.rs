//! Products that are added, rounded once: the result takes the register of an operand.

use super::encoder::{X86, built};
use crate::jit::instructions::Operations;
use crate::jit::lower::Kind;
use crate::jit::operand::Source;
use iced_x86::{Code, Instruction};

/// The orders of operands that the instructions have, the first being the result's register as well.
#[derive(Clone, Copy)]
enum Order {
    /// first * third + second
    Factor,
    /// second * first + third
    FactorTerm,
    /// second * third + first
    Term,
}

impl X86 {
    /// Copies a number from another register.
    pub(super) fn copy(&mut self, to: u8, from: u8) {
        let code = self.code(Code::VEX_Vmovapd_ymm_ymmm256, Code::EVEX_Vmovapd_zmm_k1z_zmmm512);
        self.two(code, self.number(to), Source::Register(from));
    }

    /// Writes a product that is added; one operand at most is in memory.
    pub(super) fn fused(&mut self, kind: Kind, to: u8, mut sources: [Source; 3]) {
        let here = Source::Register(to);
        if !sources.contains(&here) {
            // the result's register gets an operand first: the one in memory, or the term
            let at = sources.iter().position(|source| matches!(source, Source::Memory(_))).unwrap_or(2);
            match sources[at] {
                Source::Memory(place) => self.load(to, place),
                Source::Register(from) => self.copy(to, from),
            }
            sources[at] = here;
        }
        let [mut a, mut b, c] = sources;
        let (order, second, third) = if c == here {
            if matches!(a, Source::Memory(_)) {
                (a, b) = (b, a);
            }
            (Order::Term, a, b)
        } else {
            if a != here {
                (a, b) = (b, a);
            }
            debug_assert!(a == here);
            if matches!(b, Source::Memory(_)) { (Order::Factor, c, b) } else { (Order::FactorTerm, b, c) }
        };
        let Source::Register(second) = second else { unreachable!("one operand at most is in memory") };
        let (to, second) = (self.number(to), self.number(second));
        let code = fused(kind, order, self.wide());
        let instruction = match third {
            Source::Register(third) => Instruction::with3(code, to, second, self.number(third)),
            Source::Memory(place) => Instruction::with3(code, to, second, self.memory(place)),
        };
        self.push(built(instruction));
    }
}

/// Returns the instruction for AVX-512 or for AVX2 with FMA.
fn fused(kind: Kind, order: Order, wide: bool) -> Code {
    use Code::*;
    let [narrow, of_avx512] = match (kind, order) {
        (Kind::MulAdd, Order::Factor) => [VEX_Vfmadd132pd_ymm_ymm_ymmm256, EVEX_Vfmadd132pd_zmm_k1z_zmm_zmmm512b64_er],
        (Kind::MulAdd, Order::FactorTerm) => {
            [VEX_Vfmadd213pd_ymm_ymm_ymmm256, EVEX_Vfmadd213pd_zmm_k1z_zmm_zmmm512b64_er]
        }
        (Kind::MulAdd, Order::Term) => [VEX_Vfmadd231pd_ymm_ymm_ymmm256, EVEX_Vfmadd231pd_zmm_k1z_zmm_zmmm512b64_er],
        (Kind::MulSub, Order::Factor) => [VEX_Vfmsub132pd_ymm_ymm_ymmm256, EVEX_Vfmsub132pd_zmm_k1z_zmm_zmmm512b64_er],
        (Kind::MulSub, Order::FactorTerm) => {
            [VEX_Vfmsub213pd_ymm_ymm_ymmm256, EVEX_Vfmsub213pd_zmm_k1z_zmm_zmmm512b64_er]
        }
        (Kind::MulSub, Order::Term) => [VEX_Vfmsub231pd_ymm_ymm_ymmm256, EVEX_Vfmsub231pd_zmm_k1z_zmm_zmmm512b64_er],
        (Kind::SubMul, Order::Factor) => {
            [VEX_Vfnmadd132pd_ymm_ymm_ymmm256, EVEX_Vfnmadd132pd_zmm_k1z_zmm_zmmm512b64_er]
        }
        (Kind::SubMul, Order::FactorTerm) => {
            [VEX_Vfnmadd213pd_ymm_ymm_ymmm256, EVEX_Vfnmadd213pd_zmm_k1z_zmm_zmmm512b64_er]
        }
        (Kind::SubMul, Order::Term) => [VEX_Vfnmadd231pd_ymm_ymm_ymmm256, EVEX_Vfnmadd231pd_zmm_k1z_zmm_zmmm512b64_er],
        _ => unreachable!("a product that is added"),
    };
    if wide { of_avx512 } else { narrow }
}
