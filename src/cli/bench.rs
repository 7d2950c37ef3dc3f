//! `gyrosweep bench`: what this machine and its GPU reach, each figure with a limit measured in the same run.

mod crossover;
mod host;
mod measure;
mod processor;
mod results;
#[cfg(test)]
mod tests;
mod workloads;

use super::Failure;
use super::console::Console;
use super::progress::Activity;
use clap::Args;
use gyrosweep::ensemble::Backend;
use gyrosweep::ensemble::cpu::InstructionSet;
use gyrosweep::gpu::{GpuError, GpuOptions, adapters, choose, measure_rates};
use gyrosweep::io::output_file::OutputFiles;
use gyrosweep::num::Precision;
use gyrosweep::plot::roofline;
use gyrosweep::report::PictureFile;
use measure::{Effort, Target};
use results::{Measured, Results};
use std::path::PathBuf;
use workloads::Case;

#[derive(Debug, Args)]
#[command(after_long_help = after_help())]
pub(crate) struct BenchArguments {
    /// Also write the figures as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Draw the workloads under the device's limits, as .svg, .png or .pdf
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Replace files that are there already
    #[arg(long)]
    force: bool,
    /// Repetitions of every measurement; medians are printed
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    repeat: u32,
    /// Only these of the workloads, separated by commas (--help lists them)
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "scenario")]
    only: Vec<String>,
    /// Measure this scenario instead
    #[arg(long, value_name = "FILE")]
    scenario: Option<PathBuf>,
    /// Every power of two up to 4,194,304 members of which a run takes less than a minute; otherwise every fourth, and
    /// less than half a second
    #[arg(long)]
    full: bool,
    /// Only these precisions of the device, separated by commas
    #[arg(long, value_name = "P", value_delimiter = ',', value_parser = super::choices::precision())]
    precision: Vec<Precision>,
    /// The GPU to measure: its name, a part of it, or its number in `gyrosweep devices`
    #[arg(long, value_name = "NAME")]
    adapter: Option<String>,
    /// Also measure a software device, if there is no other
    #[arg(long)]
    software: bool,
}

fn after_help() -> String {
    format!("{}\n{}", workloads::help(), results::SCHEMA)
}

/// Lists numbers of members: every second or fourth power of two from the first to the last.
fn sizes(stride: usize) -> Vec<u64> {
    (8..=22).step_by(stride).map(|exponent| 1 << exponent).collect()
}

pub(crate) fn bench(console: &Console, arguments: &BenchArguments) -> Result<u8, Failure> {
    let chosen = workloads::named(&arguments.only)?;
    let cases = match &arguments.scenario {
        Some(path) => vec![Case::file(path)?],
        None => Case::of(&chosen.workloads),
    };
    let mut files = OutputFiles::new(arguments.scenario.clone(), arguments.force);
    let mut picture = arguments.plot.as_ref().map(|path| PictureFile::new(&mut files, "--plot", path)).transpose()?;
    let mut json = arguments.json.as_ref().map(|path| files.take("--json", path)).transpose()?;
    let device = if cases.is_empty() { None } else { device(console, arguments)? };
    if let (Some(file), None) = (&picture, &device) {
        let why = if cases.is_empty() {
            "the rows of the processor are not drawn; name a workload with --only"
        } else {
            "there is no device to draw; --software takes one that computes on the processor"
        };
        return Err(Failure::input(format!("--plot {}: {why}", file.path().display())));
    }

    let one_core = measure::cpu(Some(1), InstructionSet::detect())?;
    let mut results = Results { cpu: one_core.description(), cases, ..Results::default() };
    console.heading("CPU");
    console.line(&results.cpu);
    if (chosen.cpu || chosen.host) && arguments.scenario.is_none() {
        if chosen.cpu {
            results.rows.extend(processor::rows(&one_core, arguments.repeat)?);
        }
        if chosen.host {
            results.rows.extend(host::rows(arguments.repeat)?);
        }
        console.line("");
        console.print(&results.processor());
    }
    let (longest, stride) = if arguments.full { (60.0, 1) } else { (0.5, 2) };
    let effort = Effort { repeat: arguments.repeat, longest, sizes: sizes(stride) };
    let write = |results: &Results| match &mut json {
        Some(file) => file.write_json(&results.file()).map_err(Failure::from),
        None => Ok(()),
    };
    measure_cases(console, device, &effort, &mut results, write)?;
    print(console, &results);

    if let (Some(file), Some(content)) = (&mut picture, results.roofline()) {
        match roofline(&content) {
            Some(drawn) => {
                file.write(&drawn)?;
                console.line(&format!("drawn in {}", file.path().display()));
            }
            None => console.warning("--plot: nothing of the device could be measured"),
        }
    }
    Ok(0)
}

/// Returns the chosen device with its rates, and the precisions to measure; none where there is none, and none was
/// asked for.
fn device(
    console: &Console,
    arguments: &BenchArguments,
) -> Result<Option<(Measured, GpuOptions, Vec<Precision>)>, Failure> {
    let asked = arguments.adapter.is_some() || !arguments.precision.is_empty();
    let options = GpuOptions {
        software: arguments.software || arguments.adapter.is_some(),
        adapter: arguments.adapter.clone(),
        ..GpuOptions::new(Precision::Single)
    };
    let reports = adapters();
    let place = match choose(&reports, &options) {
        Ok(choice) => choice.place,
        Err(error @ (GpuError::NoAdapter | GpuError::NoPrecision { .. })) if !asked => {
            console.line(&format!("not measured: {error}"));
            return Ok(None);
        }
        Err(error) => return Err(Failure::input(error)),
    };
    // the same one for every precision
    let options = GpuOptions { adapter: Some((place + 1).to_string()), ..options };
    let rates = measure_rates(&options).map_err(Failure::other)?;
    let report = reports[place].clone();
    let wanted = arguments.precision.clone();
    let offered = |p: &Precision| report.precisions.contains(p);
    if let Some(missing) = wanted.iter().find(|p| !offered(p)) {
        let name = missing.name();
        return Err(Failure::input(format!("--precision {name}: {} does not offer it", report.name)));
    }
    let precisions = if wanted.is_empty() { report.precisions.clone() } else { wanted };
    Ok(Some((Measured { report, rates }, options, precisions)))
}

/// Measures every case on every target; `write` keeps what there is after each, so that none is lost.
fn measure_cases(
    console: &Console,
    device: Option<(Measured, GpuOptions, Vec<Precision>)>,
    effort: &Effort,
    results: &mut Results,
    mut write: impl FnMut(&Results) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (options, precisions) = match device {
        Some((measured, options, precisions)) => {
            let report = &measured.report;
            console.line("");
            console.heading(&report.name);
            console.line(&format!("{}, {} ({})", report.kind, report.interface, report.driver));
            results.device = Some(measured);
            (options, precisions)
        }
        None => (GpuOptions::new(Precision::Double), Vec::new()),
    };
    write(results)?;
    let activity = Activity::new();
    for number in 0..results.cases.len() {
        for target in [Target::Cpu].into_iter().chain(precisions.iter().map(|p| Target::Device(*p))) {
            let case = &results.cases[number];
            activity.show(&format!("{}, {} steps, {}", case.name, case.stepping.name(), target.name()));
            let found = measure::series((number, case), target, &options, effort, &mut results.refused)?;
            results.series.extend(found);
        }
        write(results)?;
    }
    Ok(())
}

fn print(console: &Console, results: &Results) {
    if results.series.is_empty() {
        return;
    }
    console.line("");
    console
        .heading("Throughput with the most members, body-steps/s: the kernel alone, and from the command to the table");
    console.print(&results.throughput());
    console.line("");
    console.heading("By members, body-steps/s from the command to the table");
    console.print(&results.by_members());
    console.line("");
    console.heading("Parts of a run of one chunk, ms, and members from which on the device is done before the CPU");
    console.print(&results.phases());
    let comparisons = results.comparisons();
    if !comparisons.is_empty() {
        console.line("");
        console.heading("Beside published figures");
        comparisons.iter().for_each(|line| console.line(line));
    }
    results.refused.iter().for_each(|line| console.warning(line));
}
