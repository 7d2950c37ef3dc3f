//! What a device reaches.

use crate::num::Precision;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Measured rates of a device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rates {
    /// For every precision that it offers, products and sums per second, 1/s: independent chains in registers, not
    /// fused where the device lets a kernel say so. An operation of double-float numbers counts as one.
    pub multiply_add: BTreeMap<Precision, f64>,
    /// Bytes per second that a kernel reads and writes when it copies one buffer to another, B/s.
    pub memory: f64,
}

impl Rates {
    /// Returns the products and sums per second in a precision, 1/s, where the device offers it.
    pub fn of(&self, precision: Precision) -> Option<f64> {
        self.multiply_add.get(&precision).copied()
    }
}
