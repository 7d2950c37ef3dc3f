//! Instructions of calls.

use super::encoder::{LOCALS, X86, built};
use crate::jit::instructions::Calls;
use crate::jit::operand::Place;
use iced_x86::{Code, Instruction};

impl Calls for X86 {
    fn call(&mut self, function: usize, arguments: u32) {
        self.push(built(Instruction::with1(Code::Push_r64, LOCALS)));
        // as far past the beginning as other addresses
        let mut there = self.memory(Place::Spill(arguments));
        there.displacement += self.bias().0;
        self.push(built(Instruction::with2(Code::Lea_r64_m, LOCALS, there)));
        self.push(built(Instruction::with_branch(Code::Call_rel32_64, function as u64)));
        self.push(built(Instruction::with1(Code::Pop_r64, LOCALS)));
    }

    fn end_called(&mut self) {
        self.push(Instruction::with(Code::Retnq));
    }
}
