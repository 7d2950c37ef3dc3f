//! `gyrosweep run --statistics`: a sweep whose members are not kept.

use super::arguments::RunArguments;
use super::manifest::{Account, RUNNING};
use crate::backends::OpenBackends;
use crate::cli::console::Console;
use crate::cli::progress::ProgressDisplay;
use crate::cli::{Failure, SOME_FAILED, default_folder};
use crate::ensemble::{HistogramRange, Progress, Statistics, Study, summarize};
use crate::io::folder::ResultsFolder;
use crate::io::manifest::write_json;
use crate::io::scenario::Scenario;
use crate::io::statistics::{SHARES, write};
use crate::report::{Report, statistics_table};
use serde_json::json;
use std::time::{Duration, Instant};

pub(super) fn run(console: &Console, arguments: &RunArguments, mut scenario: Scenario) -> Result<u8, Failure> {
    let ranges = ranges(&scenario.study, &arguments.histogram)?;
    // samples change no step, and would be the only thing that grows with the members
    if scenario.study.sampling.take().is_some() {
        console.warning("--statistics keeps no members, so [sampling] is left out");
    }
    let study = &scenario.study;
    let backends = OpenBackends::open(study, &arguments.backends()?, &mut |note| console.note(note))?;
    let fallback = backends.fallback();
    let pool = backends.block_pool(&fallback);
    let account = Account::new(&scenario, &pool, &backends);
    let out = arguments.out.clone().unwrap_or_else(|| default_folder(&scenario.path));
    let folder = ResultsFolder::create(&out, arguments.force).map_err(Failure::input)?;
    let format = arguments.format.format();
    let report = Report::new(study);
    let describe = |progress: &Progress, wall, error, statistics: Option<&Statistics>| {
        let mut value = account.manifest(progress, &report, wall, error);
        value["outputs"] = statistics.map_or(json!([]), |s| figures(study, s));
        value["members_kept"] = json!(false);
        value
    };
    // a run that is stopped leaves this one
    let started = describe(&Progress::default(), Duration::ZERO, Some(RUNNING.to_string()), None);
    write_json(&folder.manifest(), &started).map_err(Failure::other)?;

    account.announce(console);
    let mut display = ProgressDisplay::new(study.plan().members());
    let start = Instant::now();
    let mut reached = Progress::default();
    let result = summarize(study, &pool, &ranges, |progress| {
        reached = progress.clone();
        display.update(progress);
    });
    let wall = start.elapsed();
    display.finish();
    pool.faults().iter().for_each(|fault| console.warning(&fault.to_string()));
    let statistics = match result {
        Ok(statistics) => statistics,
        Err(error) => {
            let _ = write_json(&folder.manifest(), &describe(&reached, wall, Some(error.to_string()), None));
            return Err(Failure::other(error));
        }
    };
    let columns = study.mechanism.columns();
    write(&folder, format, &columns, &statistics).map_err(Failure::other)?;
    let progress = &statistics.progress;
    write_json(&folder.manifest(), &describe(progress, wall, None, Some(&statistics))).map_err(Failure::other)?;

    console.line(&format!("\n{}", report.outcomes(progress)));
    console.line("");
    console.print(&statistics_table(&columns, &statistics));
    console.line("");
    console.line(&report.throughput(progress, wall));
    console.line(&format!("statistics in {}", folder.statistics(format).display()));
    console.line(&format!("histograms in {}", folder.histogram(format).display()));
    Ok(if progress.failures() == 0 { 0 } else { SOME_FAILED })
}

/// The bounds that `--histogram` gives, per output component.
fn ranges(study: &Study, arguments: &[String]) -> Result<Vec<Option<HistogramRange>>, Failure> {
    let columns = study.mechanism.columns();
    let mut ranges = vec![None; columns.len()];
    for argument in arguments {
        let wrong = |what: String| Failure::input(format!("--histogram {argument}: {what}"));
        let parts = argument.rsplit_once('=').and_then(|(name, range)| Some((name, range.split_once(':')?)));
        let Some((name, (min, max))) = parts else {
            return Err(wrong("expected OUTPUT=MIN:MAX, for example com.x=-1.5:2".into()));
        };
        let Some(at) = columns.iter().position(|(column, _)| column == name) else {
            let known: Vec<&str> = columns.iter().map(|(column, _)| column.as_str()).collect();
            return Err(wrong(format!("no output component {name:?}; there are {}", known.join(", "))));
        };
        let number = |text: &str| match text.trim().parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(value),
            _ => Err(wrong(format!("{text:?} is not a finite number"))),
        };
        let (min, max) = (number(min)?, number(max)?);
        if min >= max || !(max - min).is_finite() {
            return Err(wrong(format!("the lower bound {min} must be below the upper bound {max}")));
        }
        if ranges[at].replace((min, max)).is_some() {
            return Err(wrong(format!("{name} is given twice")));
        }
    }
    Ok(ranges)
}

/// What the manifest says of the outputs.
fn figures(study: &Study, statistics: &Statistics) -> serde_json::Value {
    let columns = study.mechanism.columns();
    let figures = columns.iter().zip(&statistics.components).map(|((name, unit), s)| {
        let mut value = json!({
            "name": name, "unit": unit, "count": s.count(), "mean": s.mean(), "std": s.std(), "min": s.min(),
            "max": s.max(), "histogram": { "edges": s.bins().edges(), "counts": s.counts() },
        });
        for (key, share) in SHARES {
            let found = s.quantile(share);
            value[key] = json!(found.map(|(quantile, _)| quantile));
            value[format!("{key}_within")] = json!(found.map(|(_, width)| width));
        }
        value
    });
    figures.collect()
}
