//! `gyrosweep validate`: whether derivatives of the outputs by the parameters are right.

use super::Failure;
use super::arguments::{PrintArguments, ScenarioArguments};
use super::choices;
use super::console::Console;
use super::exit::code;
use super::progress::Display;
use super::study::study;
use clap::Args;
use gyrosweep::backends::{BackendChoice, BackendOptions, PrecisionRequest};
use gyrosweep::io::manifest::json_text;
use gyrosweep::io::scenario::Purpose;
use gyrosweep::num::Precision;
use gyrosweep::studies;
use gyrosweep::studies::AnalysisKind;
use gyrosweep::studies::validate::{DerivativesOf, Request};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct ValidateArguments {
    #[command(flatten)]
    scenario: ScenarioArguments,
    /// The member of the plan whose derivatives are judged [default: the default parameters]
    #[arg(long, value_name = "K")]
    member: Option<u64>,
    /// What outputs are of
    #[arg(long, value_parser = choices::one_of(AnalysisKind::name, ANALYSES), default_value = "run")]
    of: AnalysisKind,
    /// Judge the derivatives of a table (CSV) with the columns parameter, output and derivative [default: the program's
    /// own, by the parameters of [sensitivity] or all]
    #[arg(long, value_name = "FILE.csv", conflicts_with = "against_command")]
    against: Option<PathBuf>,
    /// Judge the derivatives that a command prints as such a table; it is run by the shell and reads
    /// {"parameters": {"mass": 15.0, ..}, "units": {"mass": "kg", "com.x": "m", ..}, "by": ["mass", ..], "outputs": ["com.x",
    /// ..]} from its standard input
    #[arg(long, value_name = "CMD")]
    against_command: Option<String>,
    #[command(flatten)]
    print: PrintArguments,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
    /// Draw errors over perturbations, a picture (SVG and PNG) for every output and parameter, into this folder; pictures of
    /// these names are replaced
    #[arg(long, value_name = "DIR")]
    plot: Option<PathBuf>,
    /// Take a complex step as well, which is exact to rounding, where it applies: with explicit methods and equal steps. It
    /// takes much longer than a run
    #[arg(long)]
    complex_step: bool,
    /// What computes the perturbed runs
    #[arg(long, value_parser = choices::backend(BACKENDS), default_value = "auto")]
    backend: BackendChoice,
    /// The GPU: a part of its name, or its number in `devices` [default: the first real one]
    #[arg(long, value_name = "NAME")]
    adapter: Option<String>,
    /// Precision; f32 and df64 need a GPU
    #[arg(long, value_parser = choices::precision(), default_value = "f64")]
    precision: Precision,
    /// Number of CPU threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    threads: Option<u32>,
}

const ANALYSES: [(AnalysisKind, &str); 3] = [
    (AnalysisKind::Run, "Runs"),
    (AnalysisKind::Statics, "Equilibria, as `gyrosweep statics` finds them, with limit and buckling loads"),
    (AnalysisKind::Modes, "Frequencies and damping, as `gyrosweep modes` finds them"),
];

const BACKENDS: [(BackendChoice, &str); 3] = [
    (BackendChoice::Auto, "The CPU, or a real GPU where it is faster"),
    (BackendChoice::Cpu, "The CPU"),
    (BackendChoice::Gpu, "A GPU, or a software device that stands in for one"),
];

pub(crate) fn validate(console: &Console, arguments: &ValidateArguments) -> Result<u8, Failure> {
    let request = arguments.request(console)?;
    if !arguments.json {
        return study(console, request);
    }
    let results = studies::run(request, &Display::new(console).without_page())?;
    let text = json_text(&results.found.record).map_err(Failure::other)?;
    console.print(&String::from_utf8_lossy(&text));
    Ok(code(results.succeeded))
}

impl ValidateArguments {
    fn request(&self, console: &Console) -> Result<Request, Failure> {
        let of = match (&self.against, &self.against_command) {
            (Some(file), _) => DerivativesOf::File(file.clone()),
            (None, Some(command)) => DerivativesOf::Command(command.clone()),
            (None, None) => DerivativesOf::Program,
        };
        Ok(Request {
            scenario: self.scenario.read_for(Purpose::of_verb(self.of.name()))?,
            member: self.member,
            analysis: self.of,
            of,
            backends: self.backends(),
            complex_step: self.complex_step,
            pictures: self.plot.clone(),
            selection: self.print.selection(console),
        })
    }

    /// Returns what the arguments ask of the backends.
    fn backends(&self) -> BackendOptions {
        let options = BackendOptions {
            backend: self.backend,
            adapter: self.adapter.clone(),
            precision: Some(PrecisionRequest::Given(self.precision)),
            threads: self.threads.map(|n| n as usize),
            ..BackendOptions::default()
        };
        options.limit_threads();
        options
    }
}
