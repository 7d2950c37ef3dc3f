//! What a user asks of the backends.

use crate::ensemble::cpu;
use crate::gpu::{Form, GpuOptions};
use crate::num::Precision;
use std::time::Duration;

/// Which backends compute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BackendChoice {
    /// The CPU or a real GPU, whichever is expected to be done first.
    #[default]
    Auto,
    /// The CPU.
    Cpu,
    /// One GPU, or a software device where there is none.
    Gpu,
    /// The CPU and one GPU together.
    CpuAndGpu,
    /// The CPU and every real GPU together.
    All,
}

impl BackendChoice {
    /// All choices.
    pub const ALL: [Self; 5] = [Self::Auto, Self::Cpu, Self::Gpu, Self::CpuAndGpu, Self::All];

    /// Returns the name of the choice.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Cpu => "cpu",
            Self::Gpu => "gpu",
            Self::CpuAndGpu => "cpu,gpu",
            Self::All => "all",
        }
    }
}

/// Which precision members are computed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrecisionRequest {
    /// A precision that the user gave.
    Given(Precision),
    /// The cheapest whose rounding stays below the error of the integration, measured on some members.
    Auto,
}

impl PrecisionRequest {
    /// All requests.
    pub const ALL: [Self; 4] = [
        Self::Given(Precision::Double),
        Self::Given(Precision::DoubleFloat),
        Self::Given(Precision::Single),
        Self::Auto,
    ];

    /// Returns the name of the request.
    pub fn name(self) -> &'static str {
        match self {
            Self::Given(precision) => precision.name(),
            Self::Auto => "auto",
        }
    }
}

/// What a user asks of the backends.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BackendOptions {
    /// Which backends compute.
    pub backend: BackendChoice,
    /// The GPU: a part of its name, or its number in `gyrosweep devices`.
    pub adapter: Option<String>,
    /// The precision; double where it is absent.
    pub precision: Option<PrecisionRequest>,
    /// The arithmetic of the CPU; where it is absent, the fastest if the CPU computes alone, else the exact one of devices.
    pub arithmetic: Option<cpu::Arithmetic>,
    /// How a GPU's kernel is written; as its length calls for where it is absent.
    pub form: Option<Form>,
    /// Threads of the CPU; all cores where it is absent.
    pub threads: Option<usize>,
    /// Members that are computed at a time; as many as a backend wants where it is absent.
    pub chunk: Option<usize>,
    /// How long a dispatch on a GPU is to take.
    pub dispatch: Option<Duration>,
}

/// What a user should know of a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// What was chosen, and why.
    Choice(String),
    /// What is not as it was asked for.
    Warning(String),
}

impl BackendOptions {
    /// Lets what the host does beside a backend, as drawing members and encoding tables, take no more threads than these options give
    /// the CPU. The first limit of a process stays.
    pub fn limit_threads(&self) {
        if let Some(threads) = self.threads {
            let _ = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
        }
    }

    /// Returns how many threads that is: all cores where nobody has limited them.
    pub fn host_threads() -> usize {
        rayon::current_num_threads()
    }

    /// Returns what this asks of a GPU in a precision; `software` says whether a software device may be taken.
    pub(super) fn of_gpu(&self, precision: Precision, software: bool) -> GpuOptions {
        let options = GpuOptions { software, adapter: self.adapter.clone(), ..GpuOptions::new(precision) };
        GpuOptions { dispatch: self.dispatch.unwrap_or(options.dispatch), form: self.form, ..options }
    }
}
