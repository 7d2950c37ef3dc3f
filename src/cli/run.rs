//! `gyrosweep run`: a scenario from file to results.

mod arguments;
mod manifest;
mod statistics;

use super::console::Console;
use super::progress::ProgressDisplay;
use super::{Failure, SOME_FAILED, default_folder};
use crate::backends::OpenBackends;
use crate::ensemble::{Progress, RunError, run_crew};
use crate::io::folder::ResultsFolder;
use crate::io::manifest::write_json;
use crate::io::results::ResultTables;
use crate::io::space;
use crate::io::table::TableError;
use crate::report::{Report, count};
pub(crate) use arguments::RunArguments;
use manifest::{Account, RUNNING};
use std::time::{Duration, Instant};

pub(crate) fn run(console: &Console, arguments: &RunArguments) -> Result<u8, Failure> {
    let scenario = arguments.scenario.read()?;
    if arguments.statistics {
        return statistics::run(console, arguments, scenario);
    }
    let study = &scenario.study;
    let format = arguments.format.format();
    let out = arguments.out.clone().unwrap_or_else(|| default_folder(&scenario.path));
    space::check(study, format, &out, space::free).map_err(Failure::input)?;
    let backends = OpenBackends::open(study, &arguments.backends()?, &mut |note| console.note(note))?;
    let fallback = backends.fallback();
    let pool = backends.pool(&fallback);
    let account = Account::new(&scenario, &pool, &backends);
    let folder = ResultsFolder::create(&out, arguments.force).map_err(Failure::input)?;
    let mut tables = ResultTables::create(&folder, study, format).map_err(Failure::other)?;
    let mut report = Report::new(study);
    // a run that is stopped, or that fills the disk, leaves this one
    let started = account.manifest(&Progress::default(), &report, Duration::ZERO, Some(RUNNING.to_string()));
    write_json(&folder.manifest(), &started).map_err(Failure::other)?;

    account.announce(console);

    let mut display = ProgressDisplay::new(study.plan().members());
    let start = Instant::now();
    let mut reached = Progress::default();
    let result = run_crew(study, &pool, |chunk, progress| {
        tables.write(&chunk)?;
        report.add(&chunk);
        reached = progress.clone();
        display.update(progress);
        Ok::<(), TableError>(())
    });
    let wall = start.elapsed();
    display.finish();
    pool.faults().iter().for_each(|fault| console.warning(&fault.to_string()));

    let progress = match result {
        Ok(progress) => progress,
        Err(error) => {
            // what was written stays; the manifest says how far the run came
            let manifest = account.manifest(&reached, &report, wall, Some(error.to_string()));
            let _ = write_json(&folder.manifest(), &manifest);
            return Err(match error {
                RunError::Sink(error) => Failure::other(error),
                RunError::Backend { .. } => Failure::other(error),
            });
        }
    };
    tables.finish().map_err(Failure::other)?;
    let manifest = account.manifest(&progress, &report, wall, None);
    write_json(&folder.manifest(), &manifest).map_err(Failure::other)?;

    console.line(&format!("\n{}", report.outcomes(&progress)));
    console.line("");
    console.print(&report.output_table());
    console.line("");
    console.line(&report.throughput(&progress, wall));
    console.line(&format!("results in {}", folder.members(format).display()));
    if study.sampling.is_some() {
        console.line(&format!("samples in {}", folder.samples(format).display()));
    }
    if !study.mechanism.events.is_empty() {
        let (n, table) = (count(progress.events), folder.events(format));
        console.line(&format!("{n} events in {}", table.display()));
    }
    Ok(if progress.failures() == 0 { 0 } else { SOME_FAILED })
}
