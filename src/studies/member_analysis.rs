//! Analyses of every member in place of a run: what they have in common, from a request to results.

use super::common::folder;
use super::request::{Results, Verb};
use super::rounds::{Rounds, check_output};
use super::run::{self, Found, OwnBackend, Part, Target, options, suffix};
use super::{Failure, Listener};
use crate::backends::BackendOptions;
use crate::ensemble::{Backend, Progress, Study};
use crate::io::folder::Existing;
use crate::io::manifest::RunManifest;
use crate::io::names::ColumnNames;
use crate::io::run::Maker;
use crate::io::scenario::Scenario;
use crate::io::table::Format;
use crate::report::{Page, RowSelection};
use std::marker::PhantomData;
use std::path::Path;

/// Finds something of every member in place of running it.
pub trait MemberAnalysis {
    /// The verb.
    const VERB: Verb;

    /// Reads what a scenario asks, and makes all ready that finds it.
    ///
    /// # Errors
    /// Why nothing can be found.
    fn prepare(scenario: &Scenario, listener: &dyn Listener) -> Result<Prepared, Failure>;
}

/// What finds the results of members.
pub struct Prepared {
    /// The study whose outputs, and points, they are.
    pub(super) study: Study,
    /// What finds them.
    pub(super) backend: Box<dyn Backend>,
    /// What is found at the default values of the parameters.
    pub(super) page: Page,
    /// The files that are written beside the tables, each with its text.
    pub(super) files: Vec<(String, Vec<u8>)>,
    /// What is to be said of all members in the end.
    pub(super) last: Last,
}

/// Says something of the results of all members, if there is something to say.
pub type Last = Box<dyn Fn(&AllMembers<'_>) -> Option<Page> + Send>;

/// What is known of all members in the end, of one run or of its shards that are merged.
#[derive(Clone, Copy, Debug)]
pub struct AllMembers<'a> {
    /// The study whose outputs are found.
    pub study: &'a Study,
    /// What was done.
    pub progress: &'a Progress,
    /// What the run is, how far it came and what it found.
    pub manifest: &'a RunManifest,
    /// The folder of the results, if they are not in memory.
    pub folder: Option<&'a Path>,
}

impl std::fmt::Debug for Prepared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prepared").field("study", &self.study).finish_non_exhaustive()
    }
}

/// Asks for an analysis of all members of a scenario.
#[derive(Debug)]
pub struct Request<A> {
    /// The scenario; what it asks stands in the table with the name of the verb.
    pub scenario: Scenario,
    /// Where the results go: usually to `results/`, the name of the scenario and that of the verb.
    pub target: Target,
    /// The members: all, one, or a shard.
    pub part: Part,
    /// What is done with results that are there already.
    pub existing: Existing,
    /// The format of the tables.
    pub format: Format,
    /// How many threads compute, all where it is absent, and how many members are computed at a time.
    pub backends: BackendOptions,
    /// Statistics and histograms instead of a row per member, with bounds of histograms as `OUTPUT=MIN:MAX`.
    pub statistics: Option<Vec<String>>,
    /// Which outputs the page shows.
    pub selection: RowSelection,
    /// The analysis.
    pub analysis: PhantomData<A>,
}

impl<A> Request<A> {
    /// Asks for the analysis of all members of a scenario.
    pub fn of(scenario: Scenario) -> Self {
        Self {
            scenario,
            target: Target::Usual,
            part: Part::Whole,
            existing: Existing::Refuse,
            format: Format::Parquet,
            backends: BackendOptions::default(),
            statistics: None,
            selection: RowSelection::new(Vec::new(), 30),
            analysis: PhantomData,
        }
    }
}

impl<A: MemberAnalysis> super::Request for Request<A> {
    const VERB: Verb = A::VERB;
    type Found = Found;

    fn run(self, listener: &dyn Listener) -> Result<Results<Found>, Failure> {
        let asked = (&self.target, self.part, self.existing);
        let usual = || folder(None, &self.scenario.path, &format!("_{}{}", A::VERB.name, suffix(self.part)));
        let kept = (ColumnNames::Usual, self.statistics.is_some());
        let Some(rounds) = Rounds::of(&self.scenario, asked, kept, usual)? else { return self.once(listener, true) };
        let mut is_first = true;
        rounds.run(listener, |(scenario, target, existing), listener| {
            let Self { part, format, analysis, .. } = self;
            let (backends, selection) = (self.backends.clone(), self.selection.clone());
            let round =
                Self { scenario, target, existing, part, format, backends, selection, analysis, statistics: None };
            round.once(listener, std::mem::take(&mut is_first))
        })
    }
}

impl<A: MemberAnalysis> Request<A> {
    /// Finds what is asked of the members that the plan has; shows what is found at the default values, too, if that is asked for.
    fn once(self, listener: &dyn Listener, shows_defaults: bool) -> Result<Results<Found>, Failure> {
        let Self { mut scenario, target, part, existing, format, backends, statistics, selection, .. } = self;
        let Prepared { study, backend, page, files, last } = A::prepare(&scenario, listener)?;
        check_output(&scenario, &study)?;
        if shows_defaults {
            listener.show(&page);
        }
        scenario.study = study;
        let usual = || folder(None, &scenario.path, &format!("_{}{}", A::VERB.name, suffix(part)));
        let target = if let Target::Usual = target { Target::Folder(usual()) } else { target };
        let request = run::Request {
            target,
            options: options(&scenario, part),
            part,
            existing,
            format,
            backends,
            statistics,
            selection,
            own_backend: Some(OwnBackend(backend)),
            maker: Maker { verb: A::VERB.name, files },
            ..run::Request::of(scenario)
        };
        let mut results = super::run(request, listener)?;
        let Found { scenario, progress, manifest, folder, .. } = &results.found;
        let all = AllMembers { study: &scenario.study, progress, manifest, folder: folder.as_deref() };
        if let Some(last) = last(&all) {
            listener.show(&last);
            results.page.append(last);
        }
        Ok(results)
    }
}
