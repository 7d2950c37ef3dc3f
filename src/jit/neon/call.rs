//! Instructions of calls.

use super::encoding as form;
use super::operations::{BYTES, LOCALS, Neon, SPILLS};
use crate::jit::instructions::{Calls, Operations};

/// The register of the address that a function returns to.
const LINK: i64 = 30;

impl Calls for Neon {
    fn call(&mut self, function: usize, arguments: u32) {
        self.push(form::SAVE_LONG, &[LOCALS, LINK]);
        let displacement = i64::from(arguments) * BYTES;
        self.push(form::ADD_LONG, &[LOCALS, SPILLS, displacement & 0xfff]);
        let mut high = displacement >> 12;
        while high > 0 {
            self.push(form::ADD_HIGH, &[LOCALS, LOCALS, high.min(0xfff)]);
            high -= high.min(0xfff);
        }
        let at = self.offset() as i64;
        self.push(form::BL, &[(function as i64 - at) / 4]);
        self.push(form::RESTORE_LONG, &[LOCALS, LINK]);
    }

    fn end_called(&mut self) {
        self.push(form::RET, &[]);
    }
}
