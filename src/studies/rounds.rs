//! Runs of grids that are refined: rounds of members, each of which follows from the table of those before.

use super::request::Results;
use super::run::{Part, Target};
use super::{Failure, Listener};
use crate::ensemble::{Outcome, Study};
use crate::io::folder::{Existing, find_table};
use crate::io::names::ColumnNames;
use crate::io::scenario::Scenario;
use crate::io::table::{Selection, read};
use crate::model::nearest;
use crate::report::{Page, counted};
use crate::sampling::refinement::{RefinedGrid, Refinement};
use std::path::{Path, PathBuf};

/// The rounds of a request.
pub(super) struct Rounds<'a> {
    refinement: &'a Refinement,
    folder: PathBuf,
    existing: Existing,
}

impl<'a> Rounds<'a> {
    /// Returns the rounds of a request, whose results go to `usual` where nothing else is said; none where its grid is not refined, or one member
    /// of it is asked for.
    ///
    /// # Errors
    /// Where the request is for results that no round can follow from.
    pub(super) fn of(
        scenario: &'a Scenario,
        (target, part, existing): (&Target, Part, Existing),
        (names, with_statistics): (ColumnNames, bool),
        usual: impl FnOnce() -> PathBuf,
    ) -> Result<Option<Self>, Failure> {
        let Some(refinement) = scenario.refinement.as_ref().filter(|_| !matches!(part, Part::Member(_))) else {
            return Ok(None);
        };
        let refused = |found: &str, accepted: &str| {
            let message =
                format!("{found}: refine adds members that follow from the table of all before; accepted: {accepted}");
            Err(Failure::input(message))
        };
        let folder = match target {
            _ if matches!(part, Part::Shard(_)) => return refused("--shard", "the whole plan, without --shard"),
            _ if names == ColumnNames::Plain => {
                return refused("--names plain", "columns with their usual names, without --names");
            }
            _ if with_statistics => return refused("--statistics", "a row of every member, without --statistics"),
            Target::Memory(_) => return refused("results in memory", "results in a folder"),
            Target::Usual => usual(),
            Target::Folder(folder) => folder.clone(),
        };
        Ok(Some(Self { refinement, folder, existing }))
    }

    /// Makes all rounds, until one is stopped: `once` makes one, of the scenario with as many members, into the folder.
    ///
    /// # Errors
    /// Why a round fails.
    pub(super) fn run<T>(
        self,
        (scenario, listener): (&Scenario, &dyn Listener),
        is_stopped: impl Fn(&T) -> bool,
        mut once: impl FnMut(Scenario, Target, Existing) -> Result<Results<T>, Failure>,
    ) -> Result<Results<T>, Failure> {
        let mut grid = RefinedGrid::new(self.refinement.clone());
        let first = grid.members();
        let mut existing = self.existing;
        if existing == Existing::Resume {
            // what an earlier run has come to
            while let Ok(true) = self.advance(&mut grid) {}
        }
        loop {
            let study = scenario.study.clone().followed_by(grid.rows(first));
            let target = Target::Folder(self.folder.clone());
            let before = grid.members();
            let results = once(Scenario { study, ..scenario.clone() }, target, existing)?;
            if is_stopped(&results.found) || !self.advance(&mut grid)? {
                return Ok(results);
            }
            let more = counted((grid.members() - before) as u64, "member");
            let Refinement { output, at, .. } = self.refinement;
            let mut page = Page::default();
            page.text(format!("{more} more where {output} passes {at}"));
            listener.show(&page);
            existing = Existing::Resume;
        }
    }

    /// Adds the members that follow from the table, if it has all before; returns whether there are any.
    fn advance(&self, grid: &mut RefinedGrid) -> Result<bool, Failure> {
        let Some((path, format)) = find_table(&self.folder, "members").map_err(Failure::other)? else {
            return Ok(false);
        };
        let Selection { numbers, words } =
            read(&path, format, &[&self.refinement.output], "outcome").map_err(Failure::other)?;
        if words.len() < grid.members() {
            return Ok(false);
        }
        let has_outputs = |word: &String| Outcome::ALL.iter().any(|of| of.has_outputs() && word == of.name());
        let values = numbers.iter().flat_map(|column| &column.values).zip(&words).take(grid.members());
        let side = |(value, word): (&f64, &String)| self.refinement.side(*value).filter(|_| has_outputs(word));
        Ok(grid.advance(&values.map(side).collect::<Vec<_>>()))
    }
}

/// Fails where a study has no output of the name that decides how a grid is refined.
pub(super) fn check_output(scenario: &Scenario, study: &Study) -> Result<(), Failure> {
    let Some(refinement) = &scenario.refinement else { return Ok(()) };
    let columns = study.mechanism.columns();
    let names = || columns.iter().map(|(name, _)| name.as_str());
    let name = refinement.output.as_str();
    if names().any(|known| known == name) {
        return Ok(());
    }
    let hint = nearest(name, names()).map_or(String::new(), |near| format!(" did you mean {near:?}?"));
    let place = Path::new(&scenario.path).display();
    Err(Failure::input(format!(
        "{place}: plan.refine: there is no output {name:?};{hint} accepted: {}",
        names().collect::<Vec<_>>().join(", ")
    )))
}
