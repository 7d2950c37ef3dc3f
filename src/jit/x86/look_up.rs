//! Instructions that load numbers of tables.

use super::encoder::{X86, built};
use crate::jit::instructions::{Jump, LookUp, Operations};
use crate::jit::lower::Kind;
use crate::jit::operand::{Place, Scratch, Source};
use iced_x86::{Code, Instruction, MemoryOperand, Register};

/// Where the row of all lanes begins, in numbers of its table; negative where lanes have rows of their own.
const ROW: Register = Register::RAX;
const ROW_WORD: Register = Register::EAX;
/// The address of a column.
const COLUMN: Register = Register::R9;

impl X86 {
    /// Returns the memory of one lane, which has so many bytes, at a place of the group.
    fn lane(&self, place: Place, lane: usize, bytes: i64) -> MemoryOperand {
        let mut memory = self.memory(place);
        memory.displacement += bytes * lane as i64;
        memory
    }

    fn jump_by(&mut self, code: Code) -> Jump {
        let here = self.length as u64;
        self.push(built(Instruction::with_branch(code, here)));
        Jump(self.length)
    }

    /// Lets a jump lead to the next instruction.
    fn land_here(&mut self, jump: Jump) {
        let distance = (self.length - jump.0) as i32;
        self.patch(jump.0 - 4, distance.to_le_bytes());
    }

    fn no_common_row(&mut self) {
        self.push(built(Instruction::with2(Code::Mov_r32_imm32, ROW_WORD, -1)));
    }

    fn lanes(&self) -> usize {
        self.bytes() as usize / 8
    }
}

impl LookUp for X86 {
    fn keep_rows(&mut self, work: u8, row: u8, [first, last, width]: [Place; 3], rows: Place) {
        // of two numbers, a minimum or maximum takes the second where the first is none
        for (kind, a, b) in [(Kind::Max, row, first), (Kind::Min, work, last)] {
            self.operation(kind, work, &[Source::Register(a), Source::Memory(b)]);
        }
        self.operation(Kind::Floor, work, &[Source::Register(work)]);
        self.operation(Kind::Mul, work, &[Source::Register(work), Source::Memory(width)]);
        let number = self.number(work);
        let (words, convert, store) = if self.wide() {
            let words = Register::YMM0 + u32::from(work);
            (words, Code::EVEX_Vcvttpd2dq_ymm_k1z_zmmm512b64_sae, Code::EVEX_Vmovdqu32_ymmm256_k1z_ymm)
        } else {
            let words = Register::XMM0 + u32::from(work);
            (words, Code::VEX_Vcvttpd2dq_xmm_ymmm256, Code::VEX_Vmovdqu_xmmm128_xmm)
        };
        self.push(built(Instruction::with2(convert, words, number)));
        let memory = self.memory(rows);
        self.push(built(Instruction::with2(store, memory, words)));
        let first = self.lane(rows, 0, 4);
        self.push(built(Instruction::with2(Code::Mov_r32_rm32, ROW_WORD, first)));
        let mut others = Vec::new();
        for lane in 1..self.lanes() {
            let other = self.lane(rows, lane, 4);
            self.push(built(Instruction::with2(Code::Cmp_r32_rm32, ROW_WORD, other)));
            others.push(self.jump_by(Code::Jne_rel32_64));
        }
        let same = self.jump_by(Code::Jmp_rel32_64);
        others.into_iter().for_each(|jump| self.land_here(jump));
        self.no_common_row();
        self.land_here(same);
    }

    fn look_up(&mut self, to: u8, column: &f64, scratch: Scratch) {
        let address = std::ptr::from_ref(column) as u64;
        self.push(built(Instruction::with2(Code::Mov_r64_imm64, COLUMN, address)));
        self.push(built(Instruction::with2(Code::Test_rm32_r32, ROW_WORD, ROW_WORD)));
        let apart = self.jump_by(Code::Js_rel32_64);
        let there = MemoryOperand::with_base_index_scale(COLUMN, ROW, 8);
        let broadcast = self.code(Code::VEX_Vbroadcastsd_ymm_m64, Code::EVEX_Vbroadcastsd_zmm_k1z_xmmm64);
        self.push(built(Instruction::with2(broadcast, self.number(to), there)));
        let end = self.jump_by(Code::Jmp_rel32_64);
        self.land_here(apart);
        for lane in 0..self.lanes() {
            let (row, number) = (self.lane(scratch.rows, lane, 4), self.lane(scratch.numbers, lane, 8));
            self.push(built(Instruction::with2(Code::Mov_r32_rm32, ROW_WORD, row)));
            self.push(built(Instruction::with2(Code::Mov_r64_rm64, ROW, there)));
            self.push(built(Instruction::with2(Code::Mov_rm64_r64, number, ROW)));
        }
        self.no_common_row();
        let load = self.code(Code::VEX_Vmovapd_ymm_ymmm256, Code::EVEX_Vmovapd_zmm_k1z_zmmm512);
        self.two(load, self.number(to), Source::Memory(scratch.numbers));
        self.land_here(end);
    }
}
