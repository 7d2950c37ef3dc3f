//! The file of `gyrosweep bench --json`.

use crate::num::Precision;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Holds what a machine and its GPU reach. It is written after every workload, so that none is lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BenchFile {
    /// The version of the program.
    pub version: String,
    /// The processor with its instruction set.
    pub cpu: String,
    /// Figures of the processor.
    pub figures: Vec<ProcessorFigure>,
    /// The device; null where none is measured.
    pub device: Option<BenchDevice>,
    /// What the device could not compute, in words.
    pub refused: Vec<String>,
    /// Every workload with every kind of steps on every target.
    pub series: Vec<BenchSeries>,
}

/// A figure of the processor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProcessorFigure {
    /// What is measured.
    pub what: String,
    /// The figure, in its unit.
    pub value: f64,
    /// The unit.
    pub unit: String,
    /// What the figure can be compared with, in words.
    pub note: String,
}

/// A device and its measured rates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BenchDevice {
    /// The name of the device.
    pub name: String,
    /// The driver with its version.
    pub driver: String,
    /// The type of the device.
    pub kind: String,
    /// The interface to its driver, such as `vulkan`.
    pub interface: String,
    /// Bytes that a copy reads and writes, B/s.
    pub memory: f64,
    /// Independent products and sums, not fused, by precision, 1/s.
    pub multiply_add: BTreeMap<Precision, f64>,
}

/// A workload with one kind of steps on one target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BenchSeries {
    /// The name of the workload.
    pub workload: String,
    /// The kind of steps: `fixed` or `adaptive`.
    pub steps: String,
    /// What computes: `cpu`, or the device in `f32`, `df64` or `f64`.
    pub target: String,
    /// Bodies that a step advances; one where there are only variables.
    pub units: f64,
    /// Operations of an attempt of a step, as recorded.
    pub operations: usize,
    /// What is made once.
    pub setup: SetupTimes,
    /// The parts of one chunk.
    pub phases: RunPhases,
    /// Whole runs, in the order of their members.
    pub sizes: Vec<BenchSize>,
    /// Members from which on the device is done before the CPU; null on the CPU.
    pub crossover: Option<BenchCrossover>,
    /// A published figure beside ours, where there is one.
    pub published: Option<Comparison>,
}

/// What is made once, before members are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SetupTimes {
    /// Opening the device, or starting threads, s.
    pub start_up: f64,
    /// Recording the equations, s.
    pub tracing: f64,
    /// Compiling the equations, s.
    pub pipeline: f64,
}

impl SetupTimes {
    /// Returns the time of the whole setup, s.
    pub fn total(&self) -> f64 {
        self.start_up + self.tracing + self.pipeline
    }
}

/// The parts of one chunk of members, one after another: medians.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunPhases {
    /// Members of the chunk.
    pub members: u64,
    /// Drawing parameters from the plan, s.
    pub planning: f64,
    /// The kernel alone, s; on the processor, the integration.
    pub kernel: f64,
    /// States at the start, to the device and back, and the outcomes made of them, s.
    pub transfer: f64,
    /// The table, s.
    pub writing: f64,
}

/// Whole runs of one number of members: medians.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WholeRuns {
    /// Members.
    pub members: u64,
    /// Accepted steps of all members.
    pub steps: f64,
    /// Accepted and rejected steps of all members.
    pub attempts: f64,
    /// The time from the plan to the written table, without the setup, s.
    pub run: f64,
    /// The time in kernels that advance members, s; null on the processor.
    pub kernel: Option<f64>,
    /// Bytes that these kernels read and write.
    pub bytes: f64,
}

/// Whole runs of one number of members, and the rates that follow.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BenchSize {
    /// The keys of [`WholeRuns`].
    #[serde(flatten)]
    pub runs: WholeRuns,
    /// Steps of bodies from the command to the written table, 1/s.
    pub end_to_end: f64,
    /// Steps of bodies of the kernel alone, 1/s.
    pub kernel_rate: f64,
    /// Operations of the kernel alone, 1/s.
    pub operation_rate: f64,
    /// The part of the device's products and sums that the operations reach; null on the processor. An operation of
    /// double-float numbers counts as one, however cheap it is, so that df64 may exceed one.
    pub peak_share: Option<f64>,
    /// The part of the device's memory rate that the kernel reaches; null on the processor.
    pub memory_share: Option<f64>,
}

/// Members from which on a device is done before the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum BenchCrossover {
    /// The device is done first with so many members.
    At {
        /// The members.
        members: u64,
        /// False where the time of the processor is extrapolated.
        measured: bool,
    },
    /// The device is not done first up to so many members.
    Beyond {
        /// The members.
        beyond: u64,
    },
}

/// A published figure beside ours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// Who published the figure, with what, on what.
    pub who: String,
    /// The steps of the published figure, the time of the kernel alone, 1/s.
    pub steps_per_second: f64,
    /// Independent products and sums of the device of the published figure, not fused, 1/s.
    pub peak: f64,
    /// Our steps per product or sum of our device's peak, by theirs; null on the processor.
    pub ratio: Option<f64>,
}
