//! What a user asks of a GPU.

use crate::gpu::kernel::Arithmetic;
use crate::gpu::kernel::Form;
use crate::num::Precision;
use std::time::Duration;

/// Which adapter computes, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct GpuOptions {
    /// The precision of the kernel.
    pub precision: Precision,
    /// Who decides how its operations are compiled; where the adapter has no exact arithmetic, it is the driver.
    pub arithmetic: Arithmetic,
    /// The adapter's name, a part of it, or its number in `gyrosweep devices`; the best one where it is absent.
    pub adapter: Option<String>,
    /// Whether a software device may be taken.
    pub software: bool,
    /// How the functions of the study are written; where it is absent, as its length calls for.
    pub form: Option<Form>,
    /// How long a dispatch is to take: a desktop stays usable, and no watchdog fires.
    pub dispatch: Duration,
    /// A dispatch or a read-back that takes longer than this hangs.
    pub patience: Duration,
    /// The fewest members of a chunk that the device begins, where starts have the bits of the host's: as many as the host begins in the
    /// time that a kernel for it takes to be compiled.
    pub fewest_begun: usize,
}

impl GpuOptions {
    /// Makes the default options: the best real GPU, exact arithmetic, dispatches of 50 ms.
    pub fn new(precision: Precision) -> Self {
        Self {
            precision,
            arithmetic: Arithmetic::Exact,
            adapter: None,
            software: false,
            form: None,
            dispatch: Duration::from_millis(50),
            patience: Duration::from_secs(60),
            fewest_begun: 4096,
        }
    }

    /// Allows a software device where there is no other, and waits ten minutes for a dispatch: the first one compiles the kernel.
    pub fn or_software(self) -> Self {
        Self { software: true, patience: Duration::from_secs(600), ..self }
    }
}
