//! The command line. The only module that prints.

mod analysis;
mod arguments;
mod bench;
mod check;
mod choices;
mod console;
mod converge;
mod devices;
mod exit;
mod heartbeat;
mod import;
mod interpolate;
mod kernel;
mod list;
mod merge;
mod optimise;
mod plot;
mod progress;
mod reliability;
mod report;
mod run;
mod sensitivity;
mod signals;
mod study;
mod validate;

use arguments::ScenarioArguments;
use clap::{Parser, Subcommand};
use console::Console;
use exit::{FAILED, STOPPED};
use gyrosweep::model::text::is_hidden;
use gyrosweep::report::counted;
use gyrosweep::studies::modes::Modes;
use gyrosweep::studies::periodic::Periodic;
use gyrosweep::studies::statics::Statics;
use gyrosweep::studies::{self, Failure, Request};
use std::ffi::OsString;

const ABOUT: &str = "Parallel ensembles of multibody systems on Lie groups.

Integrates one mechanism many thousand times, each time with other parameters, on SIMD lanes of all CPU cores \
or on a GPU, and says of every run whether its result can be trusted.";

const EXAMPLES: &str = "Examples:
  gyrosweep run scenarios/heavy_top.toml              one heavy top
  gyrosweep run scenarios/heavy_top_sweep.toml        16,384 of them, each with other parameters
  gyrosweep run scenarios/heavy_top.toml --set spin=90
                                                      with another default of a parameter
  gyrosweep check scenarios/rotor.toml                what a scenario says, without running it
  gyrosweep import robot.urdf                         the scenario of a robot, robot.toml
  gyrosweep plot results/heavy_top_sweep --x com.x --y com.z --colour mass
                                                      where they end up, as a picture
  gyrosweep report results/heavy_top_sweep            the whole run as one file to look at and to send
  gyrosweep sensitivity scenarios/heavy_top_uncertain.toml
                                                      which parameters matter, after a run of it
  gyrosweep optimise scenarios/heavy_top_identification.toml
                                                      the parameters that fit measurements
  gyrosweep reliability scenarios/oscillator_reliability.toml
                                                      how probable a failure is
  gyrosweep converge scenarios/heavy_top.toml --error 1e-9
                                                      which method reaches that most cheaply
  gyrosweep validate scenarios/lorenz.toml            are the derivatives by the parameters right?
  gyrosweep modes scenarios/quarter_car.toml          frequencies and damping near the start
  gyrosweep interpolate poses.csv --out fine.csv      poses of a table at other times, with velocities
  gyrosweep kernel scenarios/heavy_top_sweep.toml     the GPU kernel that it becomes
  gyrosweep list                                      what a scenario can contain
  gyrosweep list --examples bushing                   a scenario that uses it

Exit codes: 0 all members completed or met a terminal event, 3 some did not (their outcome is in the table), 2 bad input, 130 stopped by \
Ctrl-C, 1 anything else. Of validate: 0 no derivative is doubtful, 3 some are wrong or undecided; of interpolate: 3 some times have no answer.";

#[derive(Debug, Parser)]
#[command(name = "gyrosweep", version, about = ABOUT, after_help = EXAMPLES, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    #[command(about = studies::run::Request::VERB.summary)]
    Run(run::RunArguments),
    /// Make the results of one run of those of its shards
    Merge(merge::MergeArguments),
    /// Read a scenario, check it, and say what it asks for
    Check(check::CheckArguments),
    /// Write the scenario of a robot that a URDF file describes
    Import(import::ImportArguments),
    /// Draw a result as a picture (SVG, PNG or PDF): dots, lines, a map, a histogram or a distribution function
    Plot(plot::PlotArguments),
    #[command(about = studies::report::Request::VERB.summary)]
    Report(report::ReportArguments),
    #[command(about = studies::sensitivity::Request::VERB.summary)]
    Sensitivity(sensitivity::SensitivityArguments),
    #[command(about = studies::optimise::Request::VERB.summary)]
    Optimise(optimise::OptimiseArguments),
    #[command(about = studies::reliability::Request::VERB.summary)]
    Reliability(reliability::ReliabilityArguments),
    #[command(about = studies::converge::Request::VERB.summary)]
    Converge(converge::ConvergeArguments),
    #[command(about = studies::validate::Request::VERB.summary)]
    Validate(validate::ValidateArguments),
    #[command(about = studies::interpolate::Request::VERB.summary)]
    Interpolate(interpolate::InterpolateArguments),
    #[command(about = studies::modes::Request::VERB.summary)]
    Modes(analysis::AnalysisArguments),
    #[command(about = studies::periodic::Request::VERB.summary)]
    Periodic(analysis::AnalysisArguments),
    #[command(about = studies::statics::Request::VERB.summary)]
    Statics(analysis::AnalysisArguments),
    /// List the GPUs of this machine, the precisions they compute as they must, and what they reach
    Devices(devices::DevicesArguments),
    /// Print what a scenario becomes: the GPU kernel (WGSL), what its driver makes of it (--statistics), or machine code of
    /// the CPU
    Kernel(kernel::KernelArguments),
    /// List methods, joints, forces, outputs, plans, distributions and outcomes
    List(list::ListArguments),
    /// Measure the throughput of this machine
    Bench(bench::BenchArguments),
}

/// Runs the program with arguments, the first of which is its name, and returns its exit code.
pub(crate) fn main(given: &[OsString]) -> u8 {
    let console = Console::new();
    let arguments = match Arguments::try_parse_from(given) {
        Ok(arguments) => arguments,
        Err(error) => {
            // an argument may hold hidden characters, which clap repeats
            if given.iter().any(|argument| argument.to_string_lossy().contains(is_hidden)) {
                let text = error.render().to_string();
                console.error(text.trim_start_matches("error: ").trim_end());
                return if error.use_stderr() { 2 } else { 0 };
            }
            // help and version go to standard output and are no error
            let printed = error.print();
            if error.use_stderr() {
                return 2;
            }
            console.note_written(printed);
            return said(&console, 0);
        }
    };
    let result = match arguments.verb {
        Verb::Run(arguments) => run::run(&console, &arguments),
        Verb::Merge(arguments) => merge::merge(&console, &arguments),
        Verb::Check(arguments) => check::check(&console, &arguments),
        Verb::Import(arguments) => import::import(&console, &arguments),
        Verb::Plot(arguments) => plot::plot(&console, &arguments),
        Verb::Report(arguments) => report::report(&console, &arguments),
        Verb::Sensitivity(arguments) => sensitivity::sensitivity(&console, &arguments),
        Verb::Optimise(arguments) => optimise::optimise(&console, &arguments),
        Verb::Reliability(arguments) => reliability::reliability(&console, &arguments),
        Verb::Converge(arguments) => converge::converge(&console, &arguments),
        Verb::Validate(arguments) => validate::validate(&console, &arguments),
        Verb::Interpolate(arguments) => interpolate::interpolate(&console, &arguments),
        Verb::Modes(arguments) => analysis::analysis::<Modes>(&console, &arguments),
        Verb::Periodic(arguments) => analysis::analysis::<Periodic>(&console, &arguments),
        Verb::Statics(arguments) => analysis::analysis::<Statics>(&console, &arguments),
        Verb::Devices(arguments) => devices::devices(&console, &arguments),
        Verb::Kernel(arguments) => kernel::kernel(&console, &arguments),
        Verb::List(arguments) => list::list(&console, &arguments),
        Verb::Bench(arguments) => bench::bench(&console, &arguments),
    };
    match result {
        Ok(code) => said(&console, code),
        Err(Failure::Input(message)) => {
            console.error(&message);
            2
        }
        Err(Failure::Other(message)) => {
            console.error(&message);
            FAILED
        }
        Err(Failure::Stopped(message)) => {
            console.warning(&message);
            STOPPED
        }
        Err(Failure::Unfinished { message, kept }) => {
            console.error(&message);
            if kept > 0 {
                let kept = counted(kept, "member");
                console.line(&format!("the results of {kept} are kept; --resume goes on after them"));
            }
            FAILED
        }
    }
}

/// Returns an exit code, or that of a failure where what was to be said could not be written.
fn said(console: &Console, code: u8) -> u8 {
    match console.failed() {
        None => code,
        Some(error) => {
            console.error(&format!("cannot write to standard output: {}", gyrosweep::io::cause(&error)));
            FAILED
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_has_all_verbs_of_the_catalog() {
        let command = Arguments::command();
        for verb in studies::VERBS {
            let about = command.find_subcommand(verb.name).and_then(|of| of.get_about()).map(ToString::to_string);
            assert_eq!(about.as_deref(), Some(verb.summary), "{}", verb.name);
        }
    }
}
