//! What a reliability study is asked, and its course.

use super::agreement::{Estimates, Verdict};
use super::evaluate::{Evaluator, studies};
use super::first_order;
use super::judge::WithoutValue;
use super::members::MemberLog;
use super::page;
use super::record::{ReliabilityManifest, ReliabilityRecord};
use super::stop::Stop;
use super::{importance, random, subset};
use crate::backends::{BackendChoice, BackendOptions, OpenBackends};
use crate::design::{FailedMembers, Reliability, ReliabilityMethod};
use crate::ensemble::BackendPool;
use crate::io::folder::{Existing, Inputs, ResultsFolder};
use crate::io::manifest::{FileRecord, Heading, TableRecord, write_json};
use crate::io::scenario::Scenario;
use crate::io::table::{Format, Published};
use crate::report::{Page, counted};
use crate::sampling::standard::StandardSpace;
use crate::studies::common::{folder, keep, opening};
use crate::studies::request::{Results, Verb};
use crate::studies::telling::Telling;
use crate::studies::{Failure, Listener};
use std::path::PathBuf;
use std::time::Instant;

/// Asks for the probability that a scenario's `[reliability]` describes.
#[derive(Debug)]
pub struct Request {
    /// The scenario.
    pub scenario: Scenario,
    /// Where the results go; `results/`, the name of the scenario and `_reliability` where it is absent.
    pub folder: Option<PathBuf>,
    /// What is done with results that are there already.
    pub existing: Existing,
    /// The format of the table of members.
    pub format: Format,
    /// What computes the members.
    pub backends: BackendOptions,
}

impl Request {
    /// Asks for the probability that a scenario describes.
    pub fn of(scenario: Scenario) -> Self {
        let backends = BackendOptions { backend: BackendChoice::Cpu, ..BackendOptions::default() };
        Self { scenario, folder: None, existing: Existing::Refuse, format: Format::Parquet, backends }
    }
}

/// What a reliability study found.
#[derive(Debug)]
pub struct Found {
    /// The record, as in `reliability.json`.
    pub record: ReliabilityRecord,
}

impl crate::studies::Request for Request {
    const VERB: Verb = Verb {
        name: "reliability",
        summary: "Find the probability that members fail, by design points, importance sampling and subset simulation",
    };
    type Found = Found;

    fn run(self, listener: &dyn Listener) -> Result<Results<Found>, Failure> {
        let mut telling = Telling::new(listener);
        let scenario = &self.scenario;
        let place = scenario.path.display();
        let Some(asked) = &scenario.reliability else {
            let message =
                "there is no [reliability]; accepted: failure = \"peak > 0.27\", a condition as of [[probability]]";
            return Err(Failure::input(format!("{place}: {message}")));
        };
        let refused = |why: String| {
            Failure::input(format!(
                "{place}: reliability.methods: form, sorm and importance need derivatives: {why}; accepted: methods = [\"subset\"] or [\"random\"], which need none"
            ))
        };
        let study = &scenario.study;
        let [plain, first, second] = studies(study, asked).map_err(|error| refused(error.to_string()))?;
        let (Some(plain), Some(space)) = (plain, StandardSpace::new(study.plan())) else {
            return Err(Failure::input(format!("{place}: plan: nothing is drawn from a distribution")));
        };
        let interrupt = listener.interrupt();
        let watch = listener.watch(0).with_stop(interrupt.flag());
        let open = first.as_ref().unwrap_or(&plain);
        let opened = OpenBackends::open(open, &self.backends, &mut |note| listener.note(note))?;
        let backends = opened.watched_by(watch);
        let fallback = backends.fallback();
        let pool = backends.pool(&fallback);
        let evaluator = Evaluator { asked, space: &space, pool: &pool, plain, first, second };
        if let Some(why) = evaluator.without_derivative() {
            return Err(refused(why));
        }
        let out = folder(self.folder.clone(), &scenario.path, "_reliability");
        let folder = ResultsFolder::create(&out, self.existing, &Inputs::of(scenario)).map_err(Failure::input)?;
        let path = folder.path().join(format!("reliability.{}", self.format.extension()));
        let json = folder.path().join("reliability.json");
        let mut manifest = manifest(scenario, &pool, (&path, &json));
        keep(&folder, scenario, &manifest)?;
        // the manifest names the table before it is there
        let mut log = MemberLog::new(&path, self.format, &evaluator.plain).map_err(Failure::other)?;
        let names: Vec<&str> = asked.methods.iter().map(|method| method.name()).collect();
        telling.show(opening(scenario, format!("{} on {}", names.join(", "), pool.description())));
        let (begin, mut without) = (Instant::now(), WithoutValue::default());
        let found = methods(&evaluator, &Stop::new(listener, interrupt), &mut log, &mut without)?;
        let (members, verdict) = (log.members, found.verdict());
        manifest.wall_seconds = Some(begin.elapsed().as_secs_f64());
        let record = ReliabilityRecord::new((scenario, asked), &found, &verdict, (&without, members));
        let table = log.finish().map_err(Failure::other)?;
        write_json(&json, &record).map_err(Failure::other)?;
        manifest.tables = vec![TableRecord::new(&path, &table)];
        manifest.files = FileRecord::at(&json).read(folder.path()).into_iter().collect();
        manifest.complete = true;
        write_json(&folder.manifest(), &manifest).map_err(Failure::other)?;
        telling.show(page::page(&record));
        let mut files = Page::default();
        files.space();
        files.text(format!("{} in {}", counted(table.rows, "row"), path.display()));
        telling.show(files);
        Ok(telling.finish(succeeded(asked, &found, &verdict), Found { record }))
    }
}

/// Tells whether a probability was found by every method that was asked.
fn succeeded(asked: &Reliability, found: &Estimates, verdict: &Verdict) -> bool {
    let all = found.all();
    let has = |method: &ReliabilityMethod| match method {
        ReliabilityMethod::Sorm => super::sorm::FORMULAS.iter().any(|name| all.iter().any(|e| e.method == *name)),
        _ => all.iter().any(|estimate| estimate.method == method.name()),
    };
    verdict.best.is_some() && asked.methods.iter().all(has)
}

/// Says what the study is of, before anything is found.
fn manifest(
    scenario: &Scenario,
    pool: &BackendPool<'_>,
    (table, json): (&std::path::Path, &std::path::Path),
) -> ReliabilityManifest {
    ReliabilityManifest {
        heading: Heading::new("reliability", scenario),
        inputs: scenario.copy_names(),
        tables: vec![TableRecord::new(table, &Published::default())],
        files: vec![FileRecord::at(json)],
        backend: pool.description(),
        complete: false,
        wall_seconds: None,
    }
}

/// Lets all methods that are asked for find the probability.
fn methods(
    evaluator: &Evaluator<'_>,
    stop: &Stop<'_>,
    log: &mut MemberLog,
    without: &mut WithoutValue,
) -> Result<Estimates, Failure> {
    let asks = |method| evaluator.asked.asks(method);
    let mut found = Estimates {
        asks_form: asks(ReliabilityMethod::Form),
        asks_sorm: asks(ReliabilityMethod::Sorm),
        ..Estimates::default()
    };
    if evaluator.asked.methods.iter().any(|method| method.needs_points()) {
        found.first_order = Some(first_order::find(evaluator, stop, log)?);
    }
    let centres = found.first_order.as_ref().and_then(|found| found.centres());
    if let (Some((centres, probabilities)), true) = (centres, asks(ReliabilityMethod::Importance)) {
        found.importance = Some(importance::sample(evaluator, (&centres, &probabilities), stop, (log, without))?);
    }
    if asks(ReliabilityMethod::Subset) {
        found.subset = Some(subset::simulate(evaluator, stop, (log, without))?);
    }
    if asks(ReliabilityMethod::Random) {
        found.random = Some(random::sample(evaluator, stop, (log, without))?);
    }
    if evaluator.asked.failed == FailedMembers::Failure {
        found.without_value = without.count();
    }
    Ok(found)
}
