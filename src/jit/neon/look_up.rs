//! Instructions that load numbers of tables.

use super::encoding as form;
use super::operations::{ADDRESS, Neon, SCRATCH};
use crate::jit::instructions::{LookUp, Operations};
use crate::jit::operand::{Place, Scratch};

/// The rows of both members, then their numbers.
const FIRST: i64 = 13;
const SECOND: i64 = 14;

impl LookUp for Neon {
    fn keep_rows(&mut self, work: u8, row: u8, [first, last, width]: [Place; 3], rows: Place) {
        // these take the other number where one is none
        for (form, a, b) in [(form::FMAXNM, row, first), (form::FMINNM, work, last)] {
            self.load(SCRATCH, b);
            self.three(form, work, a, SCRATCH);
        }
        self.two(form::FRINTM, work, work);
        self.load(SCRATCH, width);
        self.three(form::FMUL, work, work, SCRATCH);
        self.two(form::FCVTZS, work, work);
        self.store(rows, work);
    }

    fn look_up(&mut self, to: u8, column: &f64, scratch: Scratch) {
        let (to, both) = (i64::from(to), i64::from(SCRATCH));
        self.load(SCRATCH, scratch.rows);
        self.push(form::FMOV_TO_LONG, &[FIRST, both]);
        self.push(form::MOV_FROM_SECOND, &[SECOND, both]);
        let address = std::ptr::from_ref(column) as u64;
        let part = |k: u32| (address >> (16 * k) & 0xffff) as i64;
        self.push(form::MOVZ_LONG, &[ADDRESS, part(0)]);
        for (form, k) in [(form::MOVK_16, 1), (form::MOVK_32, 2), (form::MOVK_48, 3)] {
            self.push(form, &[ADDRESS, part(k)]);
        }
        for row in [FIRST, SECOND] {
            self.push(form::LDR_INDEXED, &[row, ADDRESS, row]);
        }
        self.push(form::FMOV_FROM_LONG, &[to, FIRST]);
        self.push(form::MOV_TO_SECOND, &[to, SECOND]);
    }
}
