//! The command line. The only module that prints.

mod bench;
mod check;
mod console;
mod converge;
mod devices;
mod kernel;
mod list;
mod plot;
mod progress;
mod run;

use crate::gpu::{GpuOptions, adapters, choose};
use crate::num::Precision;
use clap::{Parser, Subcommand};
use console::Console;
use std::path::PathBuf;

const ABOUT: &str = "Parallel ensembles of multibody systems on Lie groups.

Integrates one mechanism many thousand times, each time with other parameters, on SIMD lanes of all CPU cores \
or on a GPU, and says of every run whether its result can be trusted.";

const EXAMPLES: &str = "Examples:
  gyrosweep run scenarios/heavy_top.toml              one heavy top
  gyrosweep run scenarios/heavy_top_sweep.toml        16,384 of them, each with other parameters
  gyrosweep check scenarios/rotor.toml                what a scenario says, without running it
  gyrosweep plot results/heavy_top_sweep --x com.x --y com.z --colour mass
                                                      where they end up, as a picture
  gyrosweep converge scenarios/heavy_top.toml --error 1e-9
                                                      which method reaches that most cheaply
  gyrosweep kernel scenarios/heavy_top_sweep.toml     the GPU kernel that it becomes
  gyrosweep list                                      what a scenario can contain
  gyrosweep list --examples bushing                   a scenario that uses it

Exit codes: 0 all members completed, 3 some did not (their outcome is in the table), 2 bad input, 1 anything else.";

#[derive(Debug, Parser)]
#[command(name = "gyrosweep", version, about = ABOUT, after_help = EXAMPLES, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Run a scenario and write its results
    Run(run::RunArguments),
    /// Read a scenario, check it, and say what it asks for
    Check(check::CheckArguments),
    /// Draw a result as a picture (SVG or PNG): dots, lines over time, or a map
    Plot(plot::PlotArguments),
    /// Compare methods: errors over steps, and what they cost
    Converge(converge::ConvergeArguments),
    /// List the GPUs of this machine, the precisions they compute as they must, and what they reach
    Devices(devices::DevicesArguments),
    /// Print what a scenario becomes: the GPU kernel (WGSL), or machine code of the CPU
    Kernel(kernel::KernelArguments),
    /// List methods, joints, forces, outputs, plans, distributions and outcomes
    List(list::ListArguments),
    /// Measure the throughput of this machine
    Bench(bench::BenchArguments),
}

/// Why the program ends without success.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The user's input: exit code 2.
    Input(String),
    /// Anything else: exit code 1.
    Other(String),
}

impl Failure {
    fn input(error: impl std::fmt::Display) -> Self {
        Failure::Input(error.to_string())
    }
    fn other(error: impl std::fmt::Display) -> Self {
        Failure::Other(error.to_string())
    }
}

/// Exit code of a run some of whose members did not complete.
const SOME_FAILED: u8 = 3;

/// Runs the program with the arguments of the process and returns its exit code.
pub fn main() -> u8 {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // help and version go to standard output and are no error
            let _ = error.print();
            return if error.use_stderr() { 2 } else { 0 };
        }
    };
    let console = Console::new();
    let result = match arguments.verb {
        Verb::Run(arguments) => run::run(&console, &arguments),
        Verb::Check(arguments) => check::check(&console, &arguments),
        Verb::Plot(arguments) => plot::plot(&console, &arguments),
        Verb::Converge(arguments) => converge::converge(&console, &arguments),
        Verb::Devices(arguments) => devices::devices(&console, &arguments),
        Verb::Kernel(arguments) => kernel::kernel(&console, &arguments),
        Verb::List(arguments) => list::list(&console, &arguments),
        Verb::Bench(arguments) => bench::bench(&console, &arguments),
    };
    match result {
        Ok(code) => code,
        Err(Failure::Input(message)) => {
            console.error(&message);
            2
        }
        Err(Failure::Other(message)) => {
            console.error(&message);
            1
        }
    }
}

/// The folder that results go to without `--out`.
fn default_folder(scenario: &std::path::Path) -> PathBuf {
    let stem = scenario.file_stem().map_or_else(|| "scenario".into(), |s| s.to_os_string());
    PathBuf::from("results").join(stem)
}

/// The scenario file that every verb takes.
#[derive(Debug, clap::Args)]
pub(crate) struct ScenarioArguments {
    /// The scenario (TOML)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Replace the number of members of a sampled plan
    #[arg(long, value_name = "N")]
    members: Option<u64>,
    /// Replace the seed of a sampled plan
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
}

impl ScenarioArguments {
    fn read(&self) -> Result<crate::io::scenario::Scenario, Failure> {
        let overrides = crate::io::scenario::Overrides { members: self.members, seed: self.seed };
        crate::io::scenario::Scenario::read(&self.file, overrides).map_err(Failure::input)
    }
}

/// Fails where no adapter has the name, and says which is taken where several have.
fn say_adapter(console: &Console, name: &str) -> Result<(), Failure> {
    let options = GpuOptions { adapter: Some(name.into()), ..GpuOptions::new(Precision::Single) };
    let choice = choose(&adapters(), &options).map_err(Failure::input)?;
    choice.remark.iter().for_each(|remark| console.warning(remark));
    Ok(())
}

/// The precision of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum PrecisionChoice {
    /// Single precision, the state compensated (GPU only)
    F32,
    /// Double-float numbers, the sums of two of f32: about 48 bits (GPU only)
    Df64,
    /// Double precision
    F64,
}

impl PrecisionChoice {
    fn precision(self) -> crate::num::Precision {
        match self {
            PrecisionChoice::F32 => crate::num::Precision::Single,
            PrecisionChoice::Df64 => crate::num::Precision::DoubleFloat,
            PrecisionChoice::F64 => crate::num::Precision::Double,
        }
    }
    fn name(self) -> &'static str {
        crate::trace::wgsl::type_name(self.precision())
    }
}
