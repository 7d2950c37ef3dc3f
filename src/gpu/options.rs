//! What a user asks of a GPU.

use super::device::Arithmetic;
use crate::num::Precision;
use std::time::Duration;

/// Which adapter computes, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct GpuOptions {
    /// The precision of the kernel.
    pub precision: Precision,
    /// Who decides how its operations are compiled; where the adapter has no exact arithmetic, it is the driver.
    pub arithmetic: Arithmetic,
    /// The adapter's name or a part of it; the best one where it is absent.
    pub adapter: Option<String>,
    /// Whether a software device may be taken.
    pub software: bool,
    /// How long a dispatch is to take: a desktop stays usable, and no watchdog fires.
    pub dispatch: Duration,
}

impl GpuOptions {
    /// The best real GPU, exact arithmetic, dispatches of 50 ms.
    pub fn new(precision: Precision) -> Self {
        Self {
            precision,
            arithmetic: Arithmetic::Exact,
            adapter: None,
            software: false,
            dispatch: Duration::from_millis(50),
        }
    }

    /// The same, on a software device if there is no other.
    pub fn or_software(self) -> Self {
        Self { software: true, ..self }
    }
}
