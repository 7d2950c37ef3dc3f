//! The instructions of loops.

use super::encoder::{X86, built};
use crate::jit::instructions::{Condition, Control, Jump};
use crate::jit::operand::MEMBERS;
use iced_x86::{Code, Instruction, Register};

/// The number of the group at work.
const GROUP: Register = Register::R8D;
/// The groups that go on, by bits.
const RUNNING: Register = Register::R10D;
/// The number of groups up to which too few go on.
const FEW: Register = Register::R11D;
/// The most attempts, counted down.
const ATTEMPTS: Register = Register::ECX;
const SCRATCH: Register = Register::R9D;

impl X86 {
    fn with_immediate(&mut self, code: Code, register: Register, value: i64) {
        self.push(built(Instruction::with2(code, register, value as i32)));
    }

    fn with_registers(&mut self, code: Code, a: Register, b: Register) {
        self.push(built(Instruction::with2(code, a, b)));
    }

    /// Writes the test of a condition; returns the code of the jump.
    fn test(&mut self, condition: Condition) -> Code {
        match condition {
            Condition::Always => Code::Jmp_rel32_64,
            Condition::Idle => {
                self.with_registers(Code::Bt_rm32_r32, RUNNING, GROUP);
                Code::Jae_rel32_64
            }
            Condition::Zero(register) => {
                let register = self.number(register);
                if self.wide() {
                    let code = Code::EVEX_Vptestmq_kr_k1_zmm_zmmm512b64;
                    self.push(built(Instruction::with3(code, Register::K1, register, register)));
                    self.with_registers(Code::VEX_Kortestb_kr_kr, Register::K1, Register::K1);
                } else {
                    self.with_registers(Code::VEX_Vptest_ymm_ymmm256, register, register);
                }
                Code::Je_rel32_64
            }
            Condition::Anywhere(mask) => {
                let mask = self.mask(mask);
                if self.wide() {
                    self.with_registers(Code::VEX_Kortestb_kr_kr, mask, mask);
                } else {
                    self.with_registers(Code::VEX_Vmovmskpd_r32_ymm, SCRATCH, mask);
                    self.with_registers(Code::Test_rm32_r32, SCRATCH, SCRATCH);
                }
                Code::Jne_rel32_64
            }
            Condition::GroupBefore(end) => {
                self.push(built(Instruction::with1(Code::Inc_rm32, GROUP)));
                self.with_immediate(Code::Cmp_rm32_imm32, GROUP, i64::from(end));
                Code::Jne_rel32_64
            }
            Condition::LastAttempt => {
                self.push(built(Instruction::with1(Code::Dec_rm32, ATTEMPTS)));
                Code::Je_rel32_64
            }
            Condition::ManyRunning => {
                self.with_registers(Code::Popcnt_r32_rm32, SCRATCH, RUNNING);
                self.with_registers(Code::Cmp_r32_rm32, SCRATCH, FEW);
                Code::Ja_rel32_64
            }
        }
    }
}

impl Control for X86 {
    fn enter(&mut self) {
        let (bias, bias_of_constants) = self.bias();
        self.with_immediate(Code::Sub_rm64_imm32, Register::RDI, -bias);
        self.with_immediate(Code::Sub_rm64_imm32, Register::RSI, -bias);
        self.with_immediate(Code::Sub_rm64_imm32, Register::RDX, -bias_of_constants);
    }

    fn leave(&mut self) {
        self.push(Instruction::with(Code::VEX_Vzeroupper));
        self.push(Instruction::with(Code::Retnq));
    }

    fn set_running(&mut self, all: bool) {
        let groups = if all { (1 << (8 * MEMBERS as i64 / self.bytes())) - 1 } else { 0 };
        self.with_immediate(Code::Mov_r32_imm32, RUNNING, groups);
    }

    fn set_few(&mut self, all: bool) {
        if all {
            self.with_immediate(Code::Mov_r32_imm32, FEW, 0);
        } else {
            self.with_registers(Code::Popcnt_r32_rm32, FEW, RUNNING);
            self.push(built(Instruction::with2(Code::Shr_rm32_imm8, FEW, 1)));
        }
    }

    fn set_first_group(&mut self) {
        self.with_immediate(Code::Mov_r32_imm32, GROUP, 0);
    }

    fn set_goes_on(&mut self, goes_on: bool) {
        let code = if goes_on { Code::Bts_rm32_r32 } else { Code::Btr_rm32_r32 };
        self.with_registers(code, RUNNING, GROUP);
    }

    fn move_slots(&mut self, groups: i32) {
        let bytes = self.bytes() * i64::from(groups);
        let code = if bytes > 0 { Code::Add_rm64_imm32 } else { Code::Sub_rm64_imm32 };
        self.with_immediate(code, Register::RDI, bytes.abs());
    }

    fn jump(&mut self, condition: Condition) -> Jump {
        let code = self.test(condition);
        let here = self.length as u64;
        self.push(built(Instruction::with_branch(code, here)));
        Jump(self.length)
    }

    fn lead(&mut self, jump: Jump, to: usize) {
        // the last four bytes are the distance from the end of the instruction
        let distance = (to as i64 - jump.0 as i64) as i32;
        self.patch(jump.0 - 4, distance.to_le_bytes());
    }
}
