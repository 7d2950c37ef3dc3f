//! What a design study is asked, and its course.

use super::optimiser::{DesignError, Optimised, optimise};
use super::page;
use super::record::DesignManifest;
use super::table::{create_table, write_table};
use crate::backends::{BackendChoice, BackendOptions, OpenBackends};
use crate::design::Design;
use crate::ensemble::{BackendPool, Study};
use crate::io::folder::{Existing, Inputs, ResultsFolder};
use crate::io::manifest::{TableRecord, write_json};
use crate::io::scenario::Scenario;
use crate::io::table::Format;
use crate::report::{Page, counted};
use crate::studies::common::{folder, keep, opening};
use crate::studies::request::{Results, Verb};
use crate::studies::telling::Telling;
use crate::studies::{Failure, Listener, Silence, Work};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Asks for the parameters that a scenario's `[design]` looks for.
#[derive(Debug)]
pub struct Request {
    /// The scenario.
    pub scenario: Scenario,
    /// Where the results go; `results/`, the name of the scenario and `_design` where it is absent.
    pub folder: Option<PathBuf>,
    /// What is done with results that are there already.
    pub existing: Existing,
    /// The format of the table.
    pub format: Format,
    /// What computes the points.
    pub backends: BackendOptions,
}

impl Request {
    /// Asks for the parameters that a scenario looks for.
    pub fn of(scenario: Scenario) -> Self {
        let backends = BackendOptions { backend: BackendChoice::Cpu, ..BackendOptions::default() };
        Self { scenario, folder: None, existing: Existing::Refuse, format: Format::Parquet, backends }
    }
}

/// What a design study found.
#[derive(Debug)]
pub struct Found {
    /// The names of the parameters.
    pub names: Vec<String>,
    /// Where the starts ended.
    pub optimised: Optimised,
    /// The manifest.
    pub record: DesignManifest,
}

impl crate::studies::Request for Request {
    const VERB: Verb = Verb {
        name: "optimise",
        summary: "Find the parameters that make an output least or fit measurements, from many starts at once",
    };
    type Found = Found;

    fn run(self, listener: &dyn Listener) -> Result<Results<Found>, Failure> {
        let mut telling = Telling::new(listener);
        let Self { scenario, format, .. } = self;
        let Some(design) = &scenario.design else {
            let message = "there is no [design]; accepted: minimise = \"output component\" or fit = \"measured.csv\"";
            return Err(Failure::input(format!("{}: {message}", scenario.path.display())));
        };
        let study = &design.study(&scenario.study).map_err(Failure::input)?;
        let backends = OpenBackends::open(study, &self.backends, &mut |note| listener.note(note))?;
        let fallback = backends.fallback();
        let pool = backends.pool(&fallback);
        let out = folder(self.folder, &scenario.path, "_design");
        let folder = ResultsFolder::create(&out, self.existing, &Inputs::of(&scenario)).map_err(Failure::input)?;
        let path = folder.path().join(format!("design.{}", format.extension()));
        let mut record = DesignManifest::new((&scenario, design), &path, pool.description());
        keep(&folder, &scenario, &record)?;
        // the manifest names the table before it is there
        let table = create_table(&path, format, &scenario, &design.goal).map_err(Failure::other)?;
        let starts = counted(study.plan().members(), "start");
        telling.show(opening(&scenario, format!("{starts} on {}", pool.description())));
        let begin = Instant::now();
        let found = look(listener, study, design, &pool)?;
        let names = scenario.study.plan().columns();
        let table = write_table(table, names, design, &found).map_err(Failure::other)?;
        record.tables = Some(vec![TableRecord::new(&path, &table)]);
        record.complete(names, design, &found, begin.elapsed());
        write_json(&folder.manifest(), &record).map_err(Failure::other)?;
        telling.show(page::page((study, design), names, &found));
        let mut files = Page::default();
        files.space();
        files.text(format!("{} in {}", counted(table.rows, "row"), path.display()));
        telling.show(files);
        let succeeded = found.starts.iter().all(|start| start.reason.is_least());
        Ok(telling.finish(succeeded, Found { names: names.to_vec(), optimised: found, record }))
    }
}

/// Looks for the least objective from all starts.
fn look(listener: &dyn Listener, study: &Study, design: &Design, pool: &BackendPool<'_>) -> Result<Optimised, Failure> {
    let starts = study.plan().members();
    let now = Arc::new([const { AtomicU64::new(0) }; 2]);
    let shown = Arc::clone(&now);
    let text = move |Silence { seconds, .. }| match [0, 1].map(|i| shown[i].load(Ordering::Relaxed)) {
        [0, 0] => format!("the first ensemble, after {seconds} s"),
        [round, going] => format!("ensemble {round} for {}, after {seconds} s", counted(going, "start")),
    };
    listener.begin(Work::new(text).of_parts(0..starts, "starts have ended"));
    let found = optimise(study, design, pool, |round, points| {
        now[0].store(round, Ordering::Relaxed);
        now[1].store(points as u64, Ordering::Relaxed);
        listener.done(starts.saturating_sub(points as u64));
    });
    listener.rest();
    found.map_err(|error| match error {
        DesignError::TooManyStarts(_) => Failure::input(error),
        _ => Failure::other(error),
    })
}
