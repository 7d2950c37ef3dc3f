//! `gyrosweep converge`: which method reaches which error, and what it costs.

use super::console::Console;
use super::plot::PictureFile;
use super::{Failure, PrecisionChoice, SOME_FAILED, ScenarioArguments, say_adapter};
use crate::convergence::{
    At, Candidate, Clock, LeftOut, Machine, Reference, ReferenceError, Sweep, Target, halvings, measure, read_table,
};
use crate::ensemble::cpu::{CpuBackend, LaneWidth};
use crate::ensemble::{Backend, BackendError, Study};
use crate::gpu::{GpuBackend, GpuOptions};
use crate::io::convergence::ConvergenceTable;
use crate::io::folder::{Existing, ResultsFolder};
use crate::io::inputs::keep_inputs;
use crate::io::manifest::{ConvergenceManifest, write_json};
use crate::io::scenario::Scenario;
use crate::num::Precision;
use crate::plot::Picture;
use crate::report::convergence::Comparison;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget};
use std::path::PathBuf;
use std::time::Instant;

#[derive(Debug, Args)]
pub(crate) struct ConvergeArguments {
    #[command(flatten)]
    scenario: ScenarioArguments,
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
    reference: Option<PathBuf>,
    /// The wanted error, to be reached at the least cost [default: that of the scenario's own method]
    #[arg(long, value_name = "X", value_parser = positive, allow_negative_numbers = true)]
    error: Option<f64>,
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
    /// Where the results go [default: results/, the name of the scenario and _convergence]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace results that are there already
    #[arg(long)]
    force: bool,
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

/// Rows that are printed; more are in the file.
const MOST_ROWS: usize = 64;

/// Methods that are named where they are left out; all are in the manifest.
const MOST_NAMES: usize = 4;

pub(crate) fn converge(console: &Console, arguments: &ConvergeArguments) -> Result<u8, Failure> {
    let scenario = arguments.scenario.read()?;
    let target = arguments.target(&scenario)?;
    let sweep = arguments.sweep(&target)?;
    let (mut candidates, left_out) = sweep.candidates(&target).map_err(Failure::input)?;
    let own = Sweep::include_own(&mut candidates, &target);
    let given =
        arguments.reference.as_ref().map(|path| read_table(path, &target).map_err(Failure::input)).transpose()?;
    if let Some(adapter) = &arguments.adapter {
        if arguments.backend == BackendChoice::Cpu {
            return Err(Failure::input(format!(
                "--adapter {adapter}: --backend cpu uses no adapter; choose --backend gpu"
            )));
        }
        say_adapter(console, adapter)?;
    }
    let make = arguments.backend()?;
    let description = make(target.study()).map_err(Failure::input)?.description();
    let machine = arguments.machine(make.as_ref());
    let existing = if arguments.force { Existing::Replace } else { Existing::Refuse };
    let reads: Vec<PathBuf> = scenario.files().into_iter().chain(arguments.reference.clone()).collect();
    let folder = ResultsFolder::create(&arguments.folder(), existing, &reads).map_err(Failure::input)?;
    let mut table =
        ConvergenceTable::create(&folder.path().join("convergence.csv"), &target).map_err(Failure::other)?;
    let mut manifest =
        ConvergenceManifest::new(arguments.error, &scenario, &target, &machine, description.clone(), &left_out);
    write_json(&folder.manifest(), &manifest).map_err(Failure::other)?;
    keep_inputs(&folder, &scenario).map_err(Failure::other)?;

    console.heading(&format!("{}: {} methods", scenario.title, candidates.len()));
    say_left_out(console, &left_out);
    let start = Instant::now();
    let reference = match given {
        Some(reference) => reference,
        None => own_reference(&target, &sweep.steps)?,
    };
    let mut series = Vec::new();
    let bar = progress(&candidates);
    for candidate in &candidates {
        bar.set_message(candidate.name());
        let one = measure(&target, &reference, candidate, &machine, |_| bar.inc(1)).map_err(Failure::other)?;
        table.write(&one).map_err(Failure::other)?;
        series.push(one);
    }
    bar.finish_and_clear();
    let rows = table.finish().map_err(Failure::other)?;

    let clock = (machine.repeats > 0).then_some((machine.clock, machine.batch));
    // what the reference hides is not computed, which may be the scenario's own point
    let own = Some(own).filter(|(i, j)| *j < series[*i].points.len());
    let comparison = Comparison {
        title: &scenario.title,
        target: &target,
        reference: &reference,
        series: &series,
        own,
        wanted: arguments.error,
        clock,
    };
    let pictures = [("convergence", comparison.error_picture()), ("work_precision", comparison.work_picture())];
    for (name, picture) in pictures {
        match picture {
            Some(picture) => draw(&folder, name, &picture)?,
            None => console.warning(&format!("no error is known, so there is no {name}.svg")),
        }
    }
    say(console, &comparison, &description);
    console.line(&format!("{rows} rows in {}", folder.path().join("convergence.csv").display()));
    manifest.complete(&reference, &series, comparison.answer(), start.elapsed());
    write_json(&folder.manifest(), &manifest).map_err(Failure::other)?;
    let completed = series.iter().flat_map(|s| &s.points).any(|p| p.outcome.has_outputs());
    Ok(if completed { 0 } else { SOME_FAILED })
}

impl ConvergeArguments {
    fn target(&self, scenario: &Scenario) -> Result<Target, Failure> {
        let at = match self.at {
            AtChoice::End => At::End,
            AtChoice::Max => At::Max,
        };
        Target::new(&scenario.study, self.member, &self.output, at).map_err(Failure::input)
    }

    /// Equal steps are tried where they are asked for, or where the scenario's own steps are equal and no tolerances are
    /// given; tolerances accordingly.
    fn sweep(&self, target: &Target) -> Result<Sweep, Failure> {
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

    fn folder(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(|| {
            let folder = super::default_folder(&self.scenario.file);
            let name = folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            folder.with_file_name(format!("{name}_convergence"))
        })
    }

    fn backend(&self) -> Result<Box<Make>, Failure> {
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

    fn machine<'a>(&self, backend: &'a Make) -> Machine<'a> {
        let (clock, batch) = match self.backend {
            BackendChoice::Cpu => (Clock::Cpu, LaneWidth::best().count()),
            BackendChoice::Gpu => (Clock::Wall, 4096),
        };
        Machine { backend, repeats: self.repeat, batch: self.batch.map_or(batch, |n| n as usize), clock }
    }
}

type Make = dyn Fn(&Study) -> Result<Box<dyn Backend>, BackendError>;

/// Numbers in falling order, each once.
fn falling(numbers: &[f64]) -> Vec<f64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    sorted.dedup();
    sorted
}

fn own_reference(target: &Target, steps: &[f64]) -> Result<Reference, Failure> {
    let backend = CpuBackend::new(Some(1), LaneWidth::One).map_err(Failure::other)?;
    Reference::compute(target, &backend, steps).map_err(|error| match error {
        ReferenceError::Backend(error) => Failure::other(error),
        other => Failure::input(other),
    })
}

fn progress(candidates: &[Candidate]) -> ProgressBar {
    let total: usize = candidates.iter().map(|c| c.resolutions.len()).sum();
    ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr())
}

/// Methods that are left out, by reason.
fn say_left_out(console: &Console, left_out: &[LeftOut]) {
    let mut reasons: Vec<&str> = Vec::new();
    for left in left_out {
        if !reasons.contains(&left.reason.as_str()) {
            reasons.push(&left.reason);
        }
    }
    for reason in reasons {
        let methods: Vec<&str> = left_out.iter().filter(|l| l.reason == reason).map(|l| l.method.as_str()).collect();
        let named = methods.iter().take(MOST_NAMES).copied().collect::<Vec<_>>().join("; ");
        let more = match methods.len().saturating_sub(MOST_NAMES) {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        console.warning(&format!("left out: {named}{more}: {reason}"));
    }
}

fn say(console: &Console, comparison: &Comparison<'_>, description: &str) {
    console.line(&comparison.reference());
    if let Some((clock, batch)) = comparison.clock {
        let name = clock.name();
        console.line(&format!(
            "{name}: per member, {batch} or more alike at once on {description}; starting does not count"
        ));
    }
    console.line("");
    let rows: usize = comparison.series.iter().map(|s| s.points.len()).sum();
    if rows <= MOST_ROWS {
        console.print(&comparison.points());
        console.line("");
    }
    console.print(&comparison.summary());
    console.print(&comparison.footnotes());
    console.line("");
    console.line(&comparison.answer());
}

fn draw(folder: &ResultsFolder, name: &str, picture: &Picture) -> Result<(), Failure> {
    for ending in ["svg", "png"] {
        PictureFile::new("--out", folder.path().join(format!("{name}.{ending}")), true)?.write(picture)?;
    }
    Ok(())
}
