//! `gyrosweep converge`: which method reaches which error, and what it costs.

use super::arguments::existing;
use super::choices;
use super::console::Console;
use super::study::study;
use super::{Failure, ScenarioArguments};
use clap::{Args, ValueEnum};
use gyrosweep::backends::{BackendChoice, BackendOptions, PrecisionRequest};
use gyrosweep::io::scenario::Purpose;
use gyrosweep::num::Precision;
use gyrosweep::studies::AnalysisKind;
use gyrosweep::studies::converge::{At, Request};
use std::path::PathBuf;

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
    /// Compare these numbers of elements of each beam in place of methods, separated by commas, with the scenario's own method
    #[arg(long, value_name = "COUNTS", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=2000),
          conflicts_with_all = ["integrators", "formulations", "steps", "halvings", "doublings", "tolerances", "backend",
                                "adapter", "precision", "repeat", "batch"])]
    elements: Vec<u32>,
    /// What outputs are of, with --elements
    #[arg(long, value_parser = choices::one_of(AnalysisKind::name, ANALYSES), default_value = "run")]
    of: AnalysisKind,
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
    #[arg(long, value_parser = choices::backend(BACKENDS), default_value = "cpu")]
    backend: BackendChoice,
    /// The GPU, with --backend gpu: a part of its name, or its number in `devices` [default: the first real one]
    #[arg(long, value_name = "NAME")]
    adapter: Option<String>,
    /// Precision; f32 and df64 need --backend gpu
    #[arg(long, value_parser = choices::precision(), default_value = "f64")]
    precision: Precision,
    /// How often every time is measured, of which the smallest counts; 0 measures none
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=1000))]
    repeat: u32,
    /// Members that are integrated at once while a time is measured [default: 64, on a GPU 4096]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    batch: Option<u32>,
    /// Wall time that may be spent, in s: steps and refinements of the reference that would take longer are left out
    #[arg(long, value_name = "SECONDS", value_parser = positive, default_value_t = 60.0)]
    seconds: f64,
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

const ANALYSES: [(AnalysisKind, &str); 4] = [
    (AnalysisKind::Run, "Runs"),
    (AnalysisKind::Statics, "Equilibria, as `gyrosweep statics` finds them, with limit and buckling loads"),
    (AnalysisKind::Modes, "Frequencies and damping, as `gyrosweep modes` finds them"),
    (AnalysisKind::Periodic, "Periodic motions, as `gyrosweep periodic` finds them"),
];

const BACKENDS: [(BackendChoice, &str); 2] = [
    (BackendChoice::Cpu, "One thread in f64"),
    (BackendChoice::Gpu, "A GPU, or a software device that stands in for one"),
];

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|x: &f64| *x > 0.0 && x.is_finite());
    number.ok_or_else(|| "accepted: positive numbers".into())
}

pub(crate) fn converge(console: &Console, arguments: &ConvergeArguments) -> Result<u8, Failure> {
    let at = match arguments.at {
        AtChoice::End => At::End,
        AtChoice::Max => At::Max,
    };
    let (backend, adapter, analysis) = (arguments.backend, arguments.adapter.clone(), arguments.of);
    let precision = PrecisionRequest::Given(arguments.precision);
    let request = Request {
        scenario: arguments.scenario.read_for(Purpose::of_verb(analysis.name()))?,
        member: arguments.member,
        integrators: arguments.integrators.clone(),
        formulations: arguments.formulations.clone(),
        steps: arguments.steps.clone(),
        halvings: arguments.halvings,
        doublings: arguments.doublings,
        tolerances: arguments.tolerances.clone(),
        elements: arguments.elements.iter().map(|n| *n as usize).collect(),
        analysis,
        output: arguments.output.clone(),
        at,
        reference: arguments.reference.clone(),
        error: arguments.error,
        backends: BackendOptions { backend, adapter, precision: Some(precision), ..BackendOptions::default() },
        repeats: arguments.repeat,
        batch: arguments.batch.map(|n| n as usize),
        seconds: arguments.seconds,
        folder: arguments.out.clone(),
        existing: existing(arguments.force),
    };
    study(console, request)
}
