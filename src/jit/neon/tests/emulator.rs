//! A processor that has the instructions of [`crate::jit::neon`], as the manual of the architecture describes them.

use crate::jit::neon::encoding as form;
use crate::num::Table;
use std::sync::Arc;

/// Bits of the address that say which part of memory it is of.
const AREA: u32 = 40;
/// The stack is the last part; what is saved there is sixty-four bytes long, and sixteen for each call within calls.
const STACK: usize = 3;
const STACK_BYTES: usize = 64 + 16 * 4;
/// The register of the address that a function returns to.
const LINK: usize = 30;
/// What the lower halves of the registers hold that a function leaves as they are.
const KEPT: std::ops::Range<usize> = 8..16;

/// The registers and the memory: slots, what does not fit into registers, constants, the stack.
pub(super) struct Emulator {
    x: [u64; 31],
    v: [[u64; 2]; 32],
    stack: u64,
    /// The sides of the last comparison.
    compared: [u32; 2],
    pub(super) memory: [Vec<u64>; 4],
    tables: Vec<Arc<Table>>,
}

impl Emulator {
    pub(super) fn new(slots: Vec<u64>, spills: usize, constants: Vec<u64>, tables: Vec<Arc<Table>>) -> Self {
        let memory = [slots, vec![0; spills], constants, vec![0; STACK_BYTES / 8]];
        Self { x: [0; 31], v: [[0; 2]; 32], stack: 0, compared: [0; 2], memory, tables }
    }

    /// Calls a function.
    pub(super) fn call(&mut self, code: &[u8], at: usize, attempts: u32) {
        // what registers hold must not matter
        self.x = std::array::from_fn(|i| 0xdead_beef_0000_0000 + i as u64);
        self.v = std::array::from_fn(|i| [0x7ff8_0000_dead_0000 + i as u64; 2]);
        (self.x[0], self.x[1], self.x[2], self.x[3]) = (0, 1 << AREA, 2 << AREA, u64::from(attempts));
        self.stack = ((STACK as u64) << AREA) + STACK_BYTES as u64;
        let (stack, constants) = (self.stack, self.memory[2].clone());
        let caller = self.x[LINK];
        let kept = self.v[KEPT].iter().map(|v| v[0]).collect::<Vec<_>>();
        let mut at = at;
        loop {
            let word = u32::from_le_bytes(code[at..at + 4].try_into().expect("four bytes"));
            if form::BL.is_form_of(word) {
                self.x[LINK] = at as u64 + 4;
            }
            match self.step(word) {
                Some(distance) => at = at.wrapping_add_signed(4 * distance as isize),
                None if self.x[LINK] == caller => break,
                None => at = self.x[LINK] as usize,
            }
        }
        assert!(self.v[KEPT].iter().map(|v| v[0]).eq(kept), "registers are left as they were");
        assert!(self.stack == stack && self.memory[2] == constants);
    }

    fn word(&self, register: usize) -> u32 {
        self.x[register] as u32
    }

    /// Returns two numbers in memory at an address, which is a multiple of 16.
    fn place(&mut self, address: u64) -> &mut [u64] {
        let offset = address & ((1 << AREA) - 1);
        assert!(offset.is_multiple_of(16), "{address:x}");
        let at = offset as usize / 8;
        &mut self.memory[(address >> AREA) as usize][at..at + 2]
    }

    /// Executes an instruction; returns how far it is to the next one, none at the end of a function.
    fn step(&mut self, word: u32) -> Option<i32> {
        let [d, n, m] = [0, 5, 16].map(|at| (word >> at & 0x1f) as usize);
        let immediate = word >> 10 & 0xfff;
        let near = (word as i32) << 8 >> 13;
        let form = form::ALL.iter().find(|form| form.is_form_of(word)).expect("an instruction");
        let mut numbers = |operation: fn(f64, f64, f64) -> f64| {
            let [to, a, b] = [d, n, m].map(|register| self.v[register].map(f64::from_bits));
            self.v[d] = [0, 1].map(|lane| operation(a[lane], b[lane], to[lane]).to_bits());
        };
        match *form {
            form::FADD => numbers(|a, b, _| a + b),
            form::FSUB => numbers(|a, b, _| a - b),
            form::FMUL => numbers(|a, b, _| a * b),
            form::FDIV => numbers(|a, b, _| a / b),
            form::FMLA => numbers(|a, b, to| a.mul_add(b, to)),
            form::FMLS => numbers(|a, b, to| (-a).mul_add(b, to)),
            form::FMAXNM => numbers(|a, b, _| a.max(b)),
            form::FMINNM => numbers(|a, b, _| a.min(b)),
            form::FCMGT => numbers(|a, b, _| f64::from_bits(if a > b { !0 } else { 0 })),
            form::FCMGE => numbers(|a, b, _| f64::from_bits(if a >= b { !0 } else { 0 })),
            form::FSQRT => numbers(|a, _, _| a.sqrt()),
            form::FRINTM => numbers(|a, _, _| a.floor()),
            form::FNEG => numbers(|a, _, _| -a),
            form::FABS => numbers(|a, _, _| a.abs()),
            form::FCVTZS => numbers(|a, _, _| f64::from_bits(a as i64 as u64)),
            form::AND => self.bits(word, |a, b, _| a & b),
            form::ORR => self.bits(word, |a, b, _| a | b),
            form::BSL => self.bits(word, |a, b, to| a & to | b & !to),
            form::BIT => self.bits(word, |a, b, to| a & b | to & !b),
            form::BIF => self.bits(word, |a, b, to| a & !b | to & b),
            form::NOT => self.bits(word, |a, _, _| !a),
            form::UMAXP => {
                let halves = |v: u64| u64::from((v as u32).max((v >> 32) as u32));
                let [a, b] = [n, m].map(|register| self.v[register].map(halves));
                self.v[d] = [a, b].map(|pair| pair[0] | pair[1] << 32);
            }
            form::CNT => {
                let counts = self.v[n][0].to_le_bytes().map(|byte| byte.count_ones() as u8);
                self.v[d] = [u64::from_le_bytes(counts), 0];
            }
            form::ADDV => {
                let sum = self.v[n][0].to_le_bytes().into_iter().fold(0u8, u8::wrapping_add);
                self.v[d] = [u64::from(sum), 0];
            }
            form::LDR => {
                let address = self.x[n] + 16 * u64::from(immediate);
                self.v[d] = self.memory_at(address);
            }
            form::STR => {
                let (address, value) = (self.x[n] + 16 * u64::from(immediate), self.v[d]);
                self.place(address).copy_from_slice(&value);
            }
            form::SAVE | form::RESTORE | form::SAVE_LONG | form::RESTORE_LONG => self.pair(word, form),
            form::B | form::BL => return Some((word as i32) << 6 >> 6),
            form::B_EQ if self.compared[0] == self.compared[1] => return Some(near),
            form::B_NE if self.compared[0] != self.compared[1] => return Some(near),
            form::B_LS if self.compared[0] <= self.compared[1] => return Some(near),
            form::CBZ if self.x[d] == 0 => return Some(near),
            form::CBNZ if self.x[d] != 0 => return Some(near),
            form::TBNZ_FIRST if self.x[d] & 1 == 1 => return Some((word as i32) << 13 >> 18),
            form::B_EQ | form::B_NE | form::B_LS | form::CBZ | form::CBNZ | form::TBNZ_FIRST => {}
            form::RET => return None,
            _ => self.whole_numbers(word, form),
        }
        Some(1)
    }

    /// Runs an instruction that saves or restores two registers.
    fn pair(&mut self, word: u32, instruction: &form::Form) {
        let [d, other] = [0, 10].map(|at| (word >> at & 0x1f) as usize);
        match *instruction {
            form::SAVE | form::SAVE_LONG => {
                let pair = [d, other].map(|i| if *instruction == form::SAVE { self.v[i][0] } else { self.x[i] });
                self.stack -= 16;
                self.place(self.stack).copy_from_slice(&pair);
            }
            _ => {
                let pair = self.memory_at(self.stack);
                for (i, value) in [d, other].into_iter().zip(pair) {
                    if *instruction == form::RESTORE { self.v[i] = [value, 0] } else { self.x[i] = value }
                }
                self.stack += 16;
            }
        }
    }

    /// Runs an instruction on general registers.
    fn whole_numbers(&mut self, word: u32, instruction: &form::Form) {
        let [d, n, m] = [0, 5, 16].map(|at| (word >> at & 0x1f) as usize);
        let immediate = word >> 10 & 0xfff;
        match *instruction {
            form::FMOV_FROM_WORD => self.v[d] = [u64::from(self.word(n)), 0],
            form::FMOV_TO_LONG => self.x[d] = self.v[n][0],
            form::FMOV_TO_WORD => self.x[d] = u64::from(self.v[n][0] as u32),
            form::FMOV_FROM_LONG => self.v[d] = [self.x[n], 0],
            form::MOV_FROM_SECOND => self.x[d] = self.v[n][1],
            form::MOV_TO_SECOND => self.v[d][1] = self.x[n],
            form::MOVK_16 | form::MOVK_32 | form::MOVK_48 => {
                let at = 16 * (word >> 21 & 3);
                self.x[d] = self.x[d] & !(0xffff << at) | u64::from(word >> 5 & 0xffff) << at;
            }
            form::LDR_INDEXED => {
                let address = self.x[n] + 8 * self.x[m];
                let holds = |table: &&Table| table.values().as_ptr_range().contains(&(address as *const f64));
                let table = self.tables.iter().map(AsRef::as_ref).find(holds).expect("an address of a table");
                let at = (address - table.values().as_ptr() as u64) as usize / 8;
                self.x[d] = table.values()[at].to_bits();
            }
            form::MOVZ | form::MOVZ_LONG => self.x[d] = u64::from(word >> 5 & 0xffff),
            form::MOVN => self.x[d] = u64::from(!(word >> 5 & 0xffff)),
            form::ADD_LONG => self.x[d] = self.x[n] + u64::from(immediate),
            form::ADD_HIGH => self.x[d] = self.x[n] + (u64::from(immediate) << 12),
            form::SUB_LONG => self.x[d] = self.x[n] - u64::from(immediate),
            form::ADD_WORD => self.x[d] = u64::from(self.word(n) + immediate),
            form::SUBS_WORD => {
                self.compared = [self.word(n), immediate];
                self.x[d] = u64::from(self.word(n).wrapping_sub(immediate));
            }
            form::CMP_IMMEDIATE => self.compared = [self.word(n), immediate],
            form::CMP_WORDS => self.compared = [self.word(n), self.word(m)],
            form::OR_WORDS => self.x[d] = u64::from(self.word(n) | self.word(m)),
            form::BIC_WORDS => self.x[d] = u64::from(self.word(n) & !self.word(m)),
            form::LSL_WORDS => self.x[d] = u64::from(self.word(n) << (self.word(m) % 32)),
            form::LSR_WORDS => self.x[d] = u64::from(self.word(n) >> (self.word(m) % 32)),
            form::HALVE => self.x[d] = u64::from(self.word(n) >> 1),
            other => panic!("not used: {other:?}"),
        }
    }

    fn memory_at(&mut self, address: u64) -> [u64; 2] {
        let pair = self.place(address);
        [pair[0], pair[1]]
    }

    fn bits(&mut self, word: u32, operation: fn(u64, u64, u64) -> u64) {
        let [d, n, m] = [0, 5, 16].map(|at| (word >> at & 0x1f) as usize);
        self.v[d] = [0, 1].map(|lane| operation(self.v[n][lane], self.v[m][lane], self.v[d][lane]));
    }
}
