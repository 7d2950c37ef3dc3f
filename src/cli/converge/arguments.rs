//! What `gyrosweep converge` is asked.

use super::super::{Failure, PrecisionChoice, ScenarioArguments, default_folder, say_adapter};
use super::Console;
use crate::ensemble::cpu::{CpuBackend, LaneWidth};
use crate::ensemble::{Backend, BackendError, Study};
use crate::gpu::{GpuBackend, GpuOptions};
use crate::io::scenario::Scenario;
use crate::num::Precision;
use crate::studies::converge::{At, Clock, Machine, Sweep, Target, halvings};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct ConvergeArguments {
    #[command(flatten)]
    pub(super) scenario: ScenarioArguments,
    /// The member of the plan that is integrated [default: the default parameters]
    #[arg(long, value_name = "K")]
    member: Option<u64>,
    /// Integrators, separated by commas [default: all that the scenario supports]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    integrators: Vec<String>,
    /// Formulations, separated by commas, or `all` [default: the scenario's]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    formulations: Vec<String>,
    /// Equal steps in s, separated by commas [default: doublings and halvings of the scenario's step]
    #[arg(long, value_name = "STEPS", value_delimiter = ',', value_parser = positive,
          conflicts_with_all = ["halvings", "doublings"])]
    steps: Vec<f64>,
    /// Number of steps, from the scenario's, each half of the one before, until errors cannot be known [default: 8]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=30))]
    halvings: Option<u32>,
    /// Number of longer steps, each twice the one before [default: 7, which methods of high order need]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=30))]
    doublings: Option<u32>,
    /// Relative tolerances of adaptive steps, separated by commas; absolute ones are equal, or keep the scenario's ratio
    /// [default: 1e-3 to 1e-12 where the scenario's steps are adaptive]
    #[arg(long, value_name = "TOLERANCES", value_delimiter = ',', value_parser = positive)]
    tolerances: Vec<f64>,
    /// Outputs or components that make the error, as the norm of their difference, separated by commas [default: the
    /// first scalar or vector that is not reduced over time]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    output: Vec<String>,
    /// Take the error at the end, or the largest over the samples
    #[arg(long, value_enum, default_value_t = AtChoice::End)]
    at: AtChoice,
    /// A table (CSV) with a column for each component, and `time` for several times [default: a fine solution]
    #[arg(long, value_name = "FILE")]
    pub(super) reference: Option<PathBuf>,
    /// The wanted error, to be reached at the least cost [default: that of the scenario's own method]
    #[arg(long, value_name = "X", value_parser = positive, allow_negative_numbers = true)]
    pub(super) error: Option<f64>,
    /// What computes
    #[arg(long, value_enum, default_value_t = BackendChoice::Cpu)]
    backend: BackendChoice,
    /// The GPU, with --backend gpu: a part of its name, or its number in `devices` [default: the first real one]
    #[arg(long, value_name = "NAME")]
    adapter: Option<String>,
    /// Precision; f32 and df64 need --backend gpu
    #[arg(long, value_enum, default_value_t = PrecisionChoice::F64)]
    precision: PrecisionChoice,
    /// How often every time is measured, of which the smallest counts; 0 measures none
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=1000))]
    repeat: u32,
    /// Members that are integrated at once while a time is measured [default: 64, on a GPU 4096]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    batch: Option<u32>,
    /// Wall time that may be spent, in s: steps and refinements of the reference that would take longer are left out
    #[arg(long, value_name = "SECONDS", value_parser = positive, default_value_t = 60.0)]
    pub(super) seconds: f64,
    /// Where the results go [default: results/, the name of the scenario and _convergence]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace results that are there already
    #[arg(long)]
    pub(super) force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AtChoice {
    End,
    Max,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BackendChoice {
    /// One thread in f64
    Cpu,
    /// A GPU, or a software device that stands in for one
    Gpu,
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|x: &f64| *x > 0.0 && x.is_finite());
    number.ok_or_else(|| "accepted: positive numbers".into())
}

/// Steps where neither the scenario's tolerances nor the arguments say otherwise: those of the paper, and longer ones.
const HALVINGS: u32 = 8;
const DOUBLINGS: u32 = 7;

impl ConvergeArguments {
    pub(super) fn target(&self, scenario: &Scenario) -> Result<Target, Failure> {
        let at = match self.at {
            AtChoice::End => At::End,
            AtChoice::Max => At::Max,
        };
        Target::new(&scenario.study, self.member, &self.output, at).map_err(Failure::input)
    }

    /// Equal steps are tried where they are asked for, or where the scenario's own steps are equal and no tolerances are
    /// given; tolerances accordingly.
    pub(super) fn sweep(&self, target: &Target) -> Result<Sweep, Failure> {
        let mut sweep = Sweep::default();
        sweep.add_integrators(&self.integrators).map_err(|e| Failure::input(format!("--integrators: {e}")))?;
        sweep.add_formulations(&self.formulations).map_err(|e| Failure::input(format!("--formulations: {e}")))?;
        let asked = self.halvings.is_some() || self.doublings.is_some();
        sweep.thrifty = self.steps.is_empty();
        sweep.steps = match target.own_step() {
            _ if !self.steps.is_empty() => falling(&self.steps),
            None if asked => {
                return Err(Failure::input(
                    "--halvings, --doublings: the scenario's steps are adaptive, so there is no step to begin with; give \
                     --steps",
                ));
            }
            Some(step) if asked || self.tolerances.is_empty() => {
                let coarser = self.doublings.unwrap_or(DOUBLINGS);
                halvings(step, coarser, self.halvings.unwrap_or(HALVINGS), target.duration())
            }
            _ => Vec::new(),
        };
        sweep.tolerances = match self.tolerances.as_slice() {
            [] if sweep.steps.is_empty() => (3..=12).map(|digits| 10f64.powi(-digits)).collect(),
            given => falling(given),
        };
        Ok(sweep)
    }

    /// Refuses an adapter that nothing uses, and says which one is meant.
    pub(super) fn say_adapter(&self, console: &Console) -> Result<(), Failure> {
        match &self.adapter {
            Some(adapter) if self.backend == BackendChoice::Cpu => {
                Err(Failure::input(format!("--adapter {adapter}: --backend cpu uses no adapter; choose --backend gpu")))
            }
            Some(adapter) => say_adapter(console, adapter),
            None => Ok(()),
        }
    }

    pub(super) fn folder(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(|| {
            let folder = default_folder(&self.scenario.file);
            let name = folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            folder.with_file_name(format!("{name}_convergence"))
        })
    }

    pub(super) fn backend(&self) -> Result<Box<Make>, Failure> {
        let precision = self.precision.precision();
        // one member alone runs as the scalar reference, which needs no recording
        let width = if self.repeat == 0 { LaneWidth::One } else { LaneWidth::best() };
        match self.backend {
            BackendChoice::Cpu if precision != Precision::Double => Err(Failure::input(format!(
                "--precision {}: the CPU backend computes in f64; choose --backend gpu",
                self.precision.name()
            ))),
            BackendChoice::Cpu => Ok(Box::new(move |_: &Study| Ok(Box::new(CpuBackend::new(Some(1), width)?) as _))),
            BackendChoice::Gpu => {
                let options = GpuOptions { adapter: self.adapter.clone(), ..GpuOptions::new(precision).or_software() };
                Ok(Box::new(move |study: &Study| Ok(Box::new(GpuBackend::new(study, &options)?) as _)))
            }
        }
    }

    pub(super) fn machine<'a>(&self, backend: &'a Make) -> Machine<'a> {
        let (clock, batch) = match self.backend {
            BackendChoice::Cpu => (Clock::Cpu, LaneWidth::best().count()),
            BackendChoice::Gpu => (Clock::Wall, 4096),
        };
        Machine { backend, repeats: self.repeat, batch: self.batch.map_or(batch, |n| n as usize), clock }
    }
}

pub(super) type Make = dyn Fn(&Study) -> Result<Box<dyn Backend>, BackendError>;

/// Numbers in falling order, each once.
fn falling(numbers: &[f64]) -> Vec<f64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    sorted.dedup();
    sorted
}
