//! The file of `gyrosweep devices --json`.

use crate::ensemble::Backend;
use crate::ensemble::cpu::CpuBackend;
use crate::gpu::{self, Inspection, Rates};
use crate::num::Precision;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Says what this machine can compute with, and how fast.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DevicesFile {
    /// The processor.
    pub cpu: Processor,
    /// The adapters, or those of the name that was asked for.
    pub adapters: Vec<AdapterRecord>,
}

/// The processor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Processor {
    /// Instruction set, threads and lanes, in words.
    pub name: String,
    /// Threads that compute.
    pub threads: usize,
    /// Independent products and sums of one core, not fused, by precision, 1/s.
    pub multiply_add_per_core: BTreeMap<Precision, f64>,
}

/// An adapter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AdapterRecord {
    /// The number of the adapter among all adapters, counted from one, which `--adapter` understands.
    pub number: usize,
    /// The name of the adapter.
    pub name: String,
    /// The type of the adapter: `discrete GPU`, `integrated GPU`, `virtual GPU`, `software` or `other`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The interface to its driver, such as `vulkan`.
    pub interface: String,
    /// The driver with its version.
    pub driver: String,
    /// True where it computes on the CPU.
    pub software: bool,
    /// The largest buffer, bytes.
    pub largest_buffer_bytes: u64,
    /// Buffers that a kernel can use at a time.
    pub storage_buffers: u32,
    /// Workgroups of a dispatch, at most.
    pub workgroups: u32,
    /// Threads of a workgroup, at most.
    pub threads_per_workgroup: u32,
    /// For every precision, whether the adapter computes it as it must; null where that cannot be said.
    pub precisions: Option<Vec<PrecisionSupport>>,
    /// What the adapter reaches; null where it cannot be measured.
    pub rates: Option<Rates>,
    /// The reason why `precisions` or `rates` is null.
    pub error: Option<String>,
}

/// What an adapter computes of a precision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrecisionSupport {
    /// The precision.
    pub precision: Precision,
    /// True where results are those of the CPU, within what the precision allows.
    pub passes: bool,
    /// Who decides how operations are compiled; null where the precision is refused.
    pub arithmetic: Option<String>,
    /// How well it passes, or why it is refused.
    pub words: String,
}

impl Processor {
    /// Names a backend; `rate` is that of one core in f64, 1/s.
    pub fn new(cpu: &CpuBackend, rate: f64) -> Self {
        let multiply_add_per_core = [(Precision::Double, rate)].into();
        Self { name: cpu.description(), threads: cpu.threads(), multiply_add_per_core }
    }
}

impl From<&Inspection> for AdapterRecord {
    fn from(found: &Inspection) -> Self {
        let report = found.report.clone();
        let error = found.support.as_ref().err().or(found.rates.as_ref().err());
        Self {
            number: found.number,
            name: report.name,
            kind: report.kind.into(),
            interface: report.interface,
            driver: report.driver,
            software: report.software,
            largest_buffer_bytes: report.buffer_limit,
            storage_buffers: report.binding_limit,
            workgroups: report.workgroup_limit,
            threads_per_workgroup: report.thread_limit,
            precisions: found.support.as_ref().ok().map(|support| support.iter().map(Into::into).collect()),
            rates: found.rates.as_ref().ok().cloned(),
            error: error.map(ToString::to_string),
        }
    }
}

impl From<&gpu::PrecisionSupport> for PrecisionSupport {
    fn from(support: &gpu::PrecisionSupport) -> Self {
        Self {
            precision: support.precision,
            passes: support.arithmetic.is_some(),
            arithmetic: support.arithmetic.map(|arithmetic| arithmetic.to_string()),
            words: support.words.clone(),
        }
    }
}
