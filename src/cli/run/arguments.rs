//! The arguments of `gyrosweep run`.

use crate::backends::{BackendChoice, BackendOptions, PrecisionRequest};
use crate::cli::arguments::{FormName, FormatChoice, ScenarioArguments};
use crate::cli::failure::Failure;
use crate::io::folder::Existing;
use crate::num::Precision;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(super) scenario: ScenarioArguments,
    /// Where the results go [default: results/ and the name of the scenario]
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// What computes: auto is the CPU, or a real GPU where the sweep is large and the GPU faster; all is the CPU and
    /// every real GPU together; cpu,gpu the CPU and one GPU
    #[arg(long, value_enum, default_value = "auto", value_delimiter = ',', num_args = 1)]
    backend: Vec<BackendName>,
    /// The GPU: a part of its name, or its number in `devices` [default: the first real one]
    #[arg(long, value_name = "NAME")]
    adapter: Option<String>,
    /// Precision [default: f64]
    #[arg(long, value_enum)]
    precision: Option<PrecisionName>,
    /// How a GPU's kernel is written [default: unrolled, unless it is too long for compilers]
    #[arg(long, value_enum)]
    kernel: Option<FormName>,
    /// Format of the tables
    #[arg(long, value_enum, default_value_t = FormatChoice::Parquet)]
    pub(super) format: FormatChoice,
    /// Number of CPU threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    threads: Option<u32>,
    /// Members computed and written at a time; the results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    chunk: Option<u32>,
    /// How long a dispatch on a GPU is to take, ms [default: 50]; the shorter, the smoother a desktop
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    dispatch_ms: Option<u32>,
    /// Replace the results that the manifest in the folder names
    #[arg(long)]
    pub(super) force: bool,
    /// Go on where a run that was stopped or killed has come to; without results, begin
    #[arg(long, conflicts_with = "force")]
    pub(super) resume: bool,
    /// Write statistics and histograms of the outputs instead of a row per member: memory, disk and what a GPU
    /// sends back do not grow with the members
    #[arg(long)]
    pub(super) statistics: bool,
    /// Run this share of the members again with half the step, or a tenth of the tolerance, and report by how much every
    /// output differs, and which members end otherwise [default: 1 %, at least 16 and at most 1000 members]
    #[arg(long, value_name = "FRACTION", num_args = 0..=1, value_parser = super::verify::fraction)]
    pub(super) verify: Option<Option<f64>>,
    /// Run one member of an implicit method alone, by the scalar code with pivoting, and print what solving its steps took:
    /// residuals of Newton's iterations, smallest pivots, lengths of steps; nothing is written
    #[arg(long, value_name = "MEMBER", conflicts_with_all = ["resume", "statistics", "verify", "force", "out"])]
    pub(super) replay: Option<u64>,
    /// Bounds of the histogram of an output component, in its unit [default: from the first 1024 members]
    #[arg(long, value_name = "OUTPUT=MIN:MAX", requires = "statistics")]
    pub(super) histogram: Vec<String>,
}

impl RunArguments {
    /// What is to be done with results that are there already.
    pub(super) fn existing(&self) -> Existing {
        match (self.resume, self.force) {
            (true, _) => Existing::Resume,
            (_, true) => Existing::Replace,
            _ => Existing::Refuse,
        }
    }

    /// What they ask of the backends.
    pub(super) fn backends(&self) -> Result<BackendOptions, Failure> {
        let backend = match self.backend[..] {
            [BackendName::Auto] => BackendChoice::Auto,
            [BackendName::Cpu] => BackendChoice::Cpu,
            [BackendName::Gpu] => BackendChoice::Gpu,
            [BackendName::All] => BackendChoice::All,
            _ if self.backend.iter().all(|b| matches!(b, BackendName::Cpu | BackendName::Gpu)) => {
                BackendChoice::CpuAndGpu
            }
            _ => return Err(Failure::input("--backend: auto and all stand alone; a list is made of cpu and gpu")),
        };
        Ok(BackendOptions {
            backend,
            adapter: self.adapter.clone(),
            precision: self.precision.map(PrecisionName::request),
            form: self.kernel.map(FormName::form),
            threads: self.threads.map(|n| n as usize),
            chunk: self.chunk.map(|n| n as usize),
            dispatch: self.dispatch_ms.map(|ms| Duration::from_millis(ms.into())),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BackendName {
    Auto,
    Cpu,
    Gpu,
    All,
}

/// The precision that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PrecisionName {
    /// Single precision, the state compensated (GPU only)
    F32,
    /// Double-float numbers, the sums of two of f32: about 48 bits (GPU only)
    Df64,
    /// Double precision
    F64,
    /// The cheapest whose rounding stays below the error of the integration, measured on some members
    Auto,
}

impl PrecisionName {
    fn request(self) -> PrecisionRequest {
        match self {
            PrecisionName::F32 => PrecisionRequest::Given(Precision::Single),
            PrecisionName::Df64 => PrecisionRequest::Given(Precision::DoubleFloat),
            PrecisionName::F64 => PrecisionRequest::Given(Precision::Double),
            PrecisionName::Auto => PrecisionRequest::Auto,
        }
    }
}
