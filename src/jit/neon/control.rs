//! The instructions of loops. The registers are those that a function may change (Arm, Procedure Call Standard for the Arm
//! 64-bit Architecture): of v8 to v15 the lower halves are kept.

use super::encoding as form;
use super::operations::{BYTES, Neon, SCRATCH, SLOTS};
use crate::jit::instructions::{Condition, Control, Jump, Operations};

/// The most attempts, counted down.
const ATTEMPTS: i64 = 3;
/// The number of the group at work.
const GROUP: i64 = 10;
/// The groups that go on, by bits.
const RUNNING: i64 = 11;
/// The number of groups up to which too few go on.
const FEW: i64 = 12;
const WORD: i64 = 13;

/// Pairs of registers whose lower halves a function leaves as they are.
const KEPT: [[i64; 2]; 4] = [[8, 9], [10, 11], [12, 13], [14, 15]];

impl Neon {
    /// Counts the groups that go on.
    fn count_running(&mut self, to: i64) {
        let scratch = i64::from(SCRATCH);
        self.push(form::FMOV_FROM_WORD, &[scratch, RUNNING]);
        self.push(form::CNT, &[scratch, scratch]);
        self.push(form::ADDV, &[scratch, scratch]);
        self.push(form::FMOV_TO_WORD, &[to, scratch]);
    }

    /// Writes the bits of a register that say whether any of its bits are one.
    fn gather(&mut self, register: u8) {
        self.three(form::UMAXP, SCRATCH, register, register);
        self.push(form::FMOV_TO_LONG, &[WORD, i64::from(SCRATCH)]);
    }

    /// Writes the test of a condition and, unless it always holds, a jump over the next instruction where it does not.
    fn test(&mut self, condition: Condition) {
        /// Two instructions further.
        const OVER: i64 = 2;
        match condition {
            Condition::Always => {}
            Condition::Idle => {
                self.push(form::LSR_WORDS, &[WORD, RUNNING, GROUP]);
                self.push(form::TBNZ_FIRST, &[WORD, OVER]);
            }
            Condition::Zero(register) => {
                self.gather(register);
                self.push(form::CBNZ, &[WORD, OVER]);
            }
            Condition::Anywhere(mask) => {
                self.gather(mask);
                self.push(form::CBZ, &[WORD, OVER]);
            }
            Condition::GroupBefore(end) => {
                self.push(form::ADD_WORD, &[GROUP, GROUP, 1]);
                self.push(form::CMP_IMMEDIATE, &[GROUP, i64::from(end)]);
                self.push(form::B_EQ, &[OVER]);
            }
            Condition::LastAttempt => {
                self.push(form::SUBS_WORD, &[ATTEMPTS, ATTEMPTS, 1]);
                self.push(form::B_NE, &[OVER]);
            }
            Condition::ManyRunning => {
                self.count_running(WORD);
                self.push(form::CMP_WORDS, &[WORD, FEW]);
                self.push(form::B_LS, &[OVER]);
            }
        }
    }
}

impl Control for Neon {
    fn enter(&mut self) {
        KEPT.iter().for_each(|pair| self.push(form::SAVE, pair));
    }

    fn leave(&mut self) {
        KEPT.iter().rev().for_each(|pair| self.push(form::RESTORE, pair));
        self.push(form::RET, &[]);
    }

    fn set_running(&mut self, all: bool) {
        // thirty-two groups
        self.push(if all { form::MOVN } else { form::MOVZ }, &[RUNNING, 0]);
    }

    fn set_few(&mut self, all: bool) {
        if all {
            self.push(form::MOVZ, &[FEW, 0]);
        } else {
            self.count_running(FEW);
            self.push(form::HALVE, &[FEW, FEW]);
        }
    }

    fn set_first_group(&mut self) {
        self.push(form::MOVZ, &[GROUP, 0]);
    }

    fn set_goes_on(&mut self, goes_on: bool) {
        self.push(form::MOVZ, &[WORD, 1]);
        self.push(form::LSL_WORDS, &[WORD, WORD, GROUP]);
        self.push(if goes_on { form::OR_WORDS } else { form::BIC_WORDS }, &[RUNNING, RUNNING, WORD]);
    }

    fn move_slots(&mut self, groups: i32) {
        let form = if groups > 0 { form::ADD_LONG } else { form::SUB_LONG };
        self.push(form, &[SLOTS, SLOTS, BYTES * i64::from(groups).abs()]);
    }

    fn jump(&mut self, condition: Condition) -> Jump {
        self.test(condition);
        self.push(form::B, &[0]);
        Jump(self.offset())
    }

    fn lead(&mut self, jump: Jump, to: usize) {
        let at = jump.0 / 4 - 1;
        self.replace(at, form::B, &[(to / 4) as i64 - at as i64]);
    }
}
