//! `gyrosweep optimise`: the parameters that make an output least, or outputs like measurements, from many starts.

use super::arguments::FormatChoice;
use super::console::Console;
use super::heartbeat::{Heartbeat, bar};
use super::{Failure, SOME_FAILED, ScenarioArguments, default_folder};
use crate::backends::{BackendChoice, BackendOptions, OpenBackends};
use crate::io::folder::{Existing, ResultsFolder};
use crate::io::inputs::keep_inputs;
use crate::io::manifest::write_json;
use crate::report::counted;
use crate::studies::optimise::DesignManifest;
use crate::studies::optimise::{DesignError, optimise as optimise_design};
use crate::studies::optimise::{constraints_table, design_table, figures_table, fit_in_words, parameters_table};
use crate::studies::optimise::{create_table, write_table};
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

#[derive(Debug, Args)]
pub(crate) struct OptimiseArguments {
    #[command(flatten)]
    scenario: ScenarioArguments,
    /// What computes the points
    #[arg(long, value_enum, default_value_t = BackendName::Cpu)]
    backend: BackendName,
    /// The GPU, with --backend gpu: a part of its name, or its number in `devices` [default: the first real one]
    #[arg(long, value_name = "NAME")]
    adapter: Option<String>,
    /// Number of CPU threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    threads: Option<u32>,
    /// Where the results go [default: results/, the name of the scenario and _design]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Format of the table
    #[arg(long, value_enum, default_value_t = FormatChoice::Parquet)]
    format: FormatChoice,
    /// Replace results that are there already
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BackendName {
    /// The CPU
    Cpu,
    /// A GPU in f64, or a software device that stands in for one
    Gpu,
}

impl OptimiseArguments {
    fn folder(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(|| {
            let folder = default_folder(&self.scenario.file);
            let name = folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            folder.with_file_name(format!("{name}_design"))
        })
    }

    fn backends(&self) -> BackendOptions {
        let backend = match self.backend {
            BackendName::Cpu => BackendChoice::Cpu,
            BackendName::Gpu => BackendChoice::Gpu,
        };
        let threads = self.threads.map(|n| n as usize);
        BackendOptions { backend, adapter: self.adapter.clone(), threads, ..BackendOptions::default() }
    }
}

pub(crate) fn optimise(console: &Console, arguments: &OptimiseArguments) -> Result<u8, Failure> {
    let scenario = arguments.scenario.read()?;
    let Some(design) = scenario.design.clone() else {
        let message = "there is no [design]; accepted: minimise = \"output component\" or fit = \"measured.csv\"";
        return Err(Failure::input(format!("{}: {message}", scenario.path.display())));
    };
    let study = &design.study(&scenario.study).map_err(Failure::input)?;
    let format = arguments.format.format();
    let backends = OpenBackends::open(study, &arguments.backends(), &mut |note| console.note(note))?;
    let fallback = backends.fallback();
    let pool = backends.pool(&fallback);
    let existing = if arguments.force { Existing::Replace } else { Existing::Refuse };
    let folder = ResultsFolder::create(&arguments.folder(), existing, &scenario.files()).map_err(Failure::input)?;
    let path = folder.path().join(format!("design.{}", format.extension()));
    let table = create_table(&path, format, &scenario, &design.goal).map_err(Failure::other)?;
    let mut manifest = DesignManifest::new(&scenario, &design, pool.description());
    write_json(&folder.manifest(), &manifest).map_err(Failure::other)?;
    keep_inputs(&folder, &scenario).map_err(Failure::other)?;
    let starts = study.plan().members();
    console.heading(&scenario.title);
    console.line(&format!("{} on {}", counted(starts, "start"), pool.description()));
    scenario.advice().iter().for_each(|advice| console.warning(advice));
    let begin = Instant::now();
    let bar = bar(starts, "{bar:30} {pos}/{len} starts have ended, {msg}");
    let now = Arc::new([const { AtomicU64::new(0) }; 2]);
    let shown = Arc::clone(&now);
    let heartbeat = Heartbeat::on(bar.clone(), move |seconds| match [0, 1].map(|i| shown[i].load(Ordering::Relaxed)) {
        [0, 0] => format!("the first ensemble, after {seconds} s"),
        [round, going] => format!("ensemble {round} for {}, after {seconds} s", counted(going, "start")),
    });
    let found = optimise_design(study, &design, &pool, |round, points| {
        now[0].store(round, Ordering::Relaxed);
        now[1].store(points as u64, Ordering::Relaxed);
        bar.iter().for_each(|bar| bar.set_position(starts.saturating_sub(points as u64)));
    });
    drop(heartbeat);
    bar.iter().for_each(ProgressBar::finish_and_clear);
    let found = found.map_err(|error| match error {
        DesignError::TooManyStarts(_) => Failure::input(error),
        _ => Failure::other(error),
    })?;
    let names = scenario.study.plan().columns();
    let rows = write_table(table, names, &design, &found).map_err(Failure::other)?;
    manifest.complete(names, &design, &found, begin.elapsed());
    write_json(&folder.manifest(), &manifest).map_err(Failure::other)?;
    console.line(&format!("{} in {}\n", counted(found.members, "member"), counted(found.rounds, "ensemble")));
    let columns = study.mechanism.columns();
    console.print(&design_table(names, &columns, &design, &found));
    if let Some(best) = found.best() {
        let unit = |at: &usize| study.mechanism.parameters[*at].unit.clone().unwrap_or_default();
        let named: Vec<(String, String)> = names.iter().cloned().zip(study.varied().iter().map(unit)).collect();
        console.line(&format!("\nbest: start {best}"));
        let tables = [constraints_table(&design.goal, &found.starts[best]), figures_table(&design.goal, &found)]
            .into_iter()
            .flatten();
        let further: Vec<String> = tables.collect();
        console.print(&parameters_table(&named, &found.starts[best], &design.bounds));
        further.iter().for_each(|table| {
            console.line("");
            console.print(table);
        });
    }
    if let Some(words) = found.best().and_then(|best| fit_in_words(names, &columns, &design.goal, &found.starts[best]))
    {
        console.line(&format!("\n{words}"));
    }
    console.line(&format!("\n{} in {}", counted(rows, "row"), path.display()));
    let all = found.starts.iter().all(|start| start.reason.is_least());
    Ok(if all { 0 } else { SOME_FAILED })
}
