//! The loops around straight-line code: over attempts, and in each of them over the groups of members that go on.
//!
//! Groups are within attempts and not the other way about: an attempt depends on the one before it, but not on those of
//! other groups, with which the processor fills the time that its operations take (measured: 7 % more steps of a heavy
//! top per second, 11 % with adaptive steps). A loop over steps ends when half of the groups have something else to do, so that
//! they are attended to before too few are left for that; an iteration ends when no group goes on.

use super::assembler::{Assembler, MEMBERS, Place, built};
use iced_x86::{Code, Encoder, Instruction, Register};

/// The number of the group at work.
const GROUP: Register = Register::R8D;
/// The groups that go on, by bits.
const RUNNING: Register = Register::R10D;
/// How many of them may not be too few.
const FEW: Register = Register::R11D;
/// The most attempts, counted down.
const ATTEMPTS: Register = Register::ECX;
const SCRATCH: Register = Register::R9D;

/// A place in the code that a jump leads to.
#[derive(Clone, Copy, Debug)]
struct Label(usize);

/// A jump to a place that is not known yet.
#[derive(Clone, Copy, Debug)]
struct Jump {
    at: usize,
    code: Code,
}

/// The loops of a function that has been begun.
#[derive(Debug)]
pub(super) struct Loops {
    attempt: Label,
    group: Label,
    /// Over a group that does not go on, or over the rest of the work on it.
    skip: Vec<Jump>,
}

impl Assembler {
    fn with_immediate(&mut self, code: Code, register: Register, value: i64) {
        self.push(built(Instruction::with2(code, register, value as i32)));
    }

    fn with_registers(&mut self, code: Code, a: Register, b: Register) {
        self.push(built(Instruction::with2(code, a, b)));
    }

    fn jump_back(&mut self, code: Code, to: Label) {
        self.push(built(Instruction::with_branch(code, to.0 as u64)));
    }

    fn jump_ahead(&mut self, code: Code) -> Jump {
        let at = self.length;
        self.jump_back(code, Label(at));
        Jump { at, code }
    }

    /// Lets a jump lead to the next instruction.
    fn land(&mut self, jump: Jump) {
        let mut encoder = Encoder::new(64);
        let instruction = built(Instruction::with_branch(jump.code, self.length as u64));
        let length = encoder.encode(&instruction, jump.at as u64).expect("a jump");
        let mut written = self.encoder.take_buffer();
        written[jump.at..jump.at + length].copy_from_slice(&encoder.take_buffer());
        self.encoder.set_buffer(written);
    }

    fn groups(&self) -> i64 {
        (MEMBERS / self.target.lanes()) as i64
    }

    fn first_group(&mut self) -> Label {
        self.with_immediate(Code::Mov_r32_imm32, GROUP, 0);
        Label(self.length)
    }

    /// Goes to the next group, and back to the first after the last.
    fn next_group(&mut self, group: Label) {
        let (bytes, groups) = (self.bytes(), self.groups());
        self.with_immediate(Code::Add_rm64_imm32, Register::RDI, bytes);
        self.push(built(Instruction::with1(Code::Inc_rm32, GROUP)));
        self.with_immediate(Code::Cmp_rm32_imm32, GROUP, groups);
        self.jump_back(Code::Jne_rel32_64, group);
        self.with_immediate(Code::Sub_rm64_imm32, Register::RDI, bytes * groups);
    }

    /// The groups for which a slot is not zero in all lanes.
    fn find_busy(&mut self, slot: u32) {
        self.with_immediate(Code::Mov_r32_imm32, RUNNING, 0);
        let group = self.first_group();
        let register = self.number(0);
        self.load(0, Place::Slot(slot));
        if self.wide() {
            let code = Code::EVEX_Vptestmq_kr_k1_zmm_zmmm512b64;
            self.push(built(Instruction::with3(code, Register::K1, register, register)));
            self.with_registers(Code::VEX_Kortestb_kr_kr, Register::K1, Register::K1);
        } else {
            self.with_registers(Code::VEX_Vptest_ymm_ymmm256, register, register);
        }
        let idle = self.jump_ahead(Code::Je_rel32_64);
        self.with_registers(Code::Bts_rm32_r32, RUNNING, GROUP);
        self.land(idle);
        self.next_group(group);
    }

    /// The beginning of a function and of the work on a group; groups for which the slot `busy` is zero are left as
    /// they are. Attempts end when half of the other groups do not go on, or when all of them do not.
    pub(super) fn begin(&mut self, busy: Option<u32>, all: bool) -> Loops {
        let (bias, bias_of_constants) = self.bias();
        self.with_immediate(Code::Sub_rm64_imm32, Register::RDI, -bias);
        self.with_immediate(Code::Sub_rm64_imm32, Register::RSI, -bias);
        self.with_immediate(Code::Sub_rm64_imm32, Register::RDX, -bias_of_constants);
        match busy {
            Some(slot) => self.find_busy(slot),
            None => self.with_immediate(Code::Mov_r32_imm32, RUNNING, (1 << self.groups()) - 1),
        }
        if all {
            self.with_immediate(Code::Mov_r32_imm32, FEW, 0);
        } else {
            self.with_registers(Code::Popcnt_r32_rm32, FEW, RUNNING);
            self.push(built(Instruction::with2(Code::Shr_rm32_imm8, FEW, 1)));
        }
        let attempt = Label(self.length);
        let group = self.first_group();
        self.with_registers(Code::Bt_rm32_r32, RUNNING, GROUP);
        let skip = vec![self.jump_ahead(Code::Jae_rel32_64)];
        Loops { attempt, group, skip }
    }

    /// Lets a group go on unless a mask of `stop` holds somewhere or `again` nowhere. What follows is left out where it
    /// does not, if there is a `rest`.
    pub(super) fn test(&mut self, stop: &[u8], again: u8, rest: bool, loops: &mut Loops) {
        let stops: Vec<Jump> = stop.iter().map(|stop| self.jump_where_any(*stop)).collect();
        let goes_on = self.jump_where_any(again);
        stops.into_iter().for_each(|jump| self.land(jump));
        self.with_registers(Code::Btr_rm32_r32, RUNNING, GROUP);
        if rest {
            loops.skip.push(self.jump_ahead(Code::Jmp_rel32_64));
        }
        self.land(goes_on);
    }

    /// A jump that is made where a mask holds somewhere.
    fn jump_where_any(&mut self, mask: u8) -> Jump {
        let mask = self.mask(mask);
        if self.wide() {
            self.with_registers(Code::VEX_Kortestb_kr_kr, mask, mask);
        } else {
            self.with_registers(Code::VEX_Vmovmskpd_r32_ymm, SCRATCH, mask);
            self.with_registers(Code::Test_rm32_r32, SCRATCH, SCRATCH);
        }
        self.jump_ahead(Code::Jne_rel32_64)
    }

    /// The end of a function; `attempts` where there may be several.
    pub(super) fn end(&mut self, loops: Loops, attempts: bool) {
        loops.skip.into_iter().for_each(|jump| self.land(jump));
        self.next_group(loops.group);
        if attempts {
            self.push(built(Instruction::with1(Code::Dec_rm32, ATTEMPTS)));
            let enough = self.jump_ahead(Code::Je_rel32_64);
            self.with_registers(Code::Popcnt_r32_rm32, SCRATCH, RUNNING);
            self.with_registers(Code::Cmp_r32_rm32, SCRATCH, FEW);
            self.jump_back(Code::Ja_rel32_64, loops.attempt);
            self.land(enough);
        }
        self.push(Instruction::with(Code::VEX_Vzeroupper));
        self.push(Instruction::with(Code::Retnq));
    }
}
