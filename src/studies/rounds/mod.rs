//! Runs whose members come in rounds: what the members before tell decides which follow, or whether any do.

mod place;
mod quiet;
mod refined;
mod until;

use super::request::Results;
use super::run::{Found, Part, Target};
use super::{Failure, Listener};
use crate::ensemble::Study;
use crate::io::folder::Existing;
use crate::io::names::ColumnNames;
use crate::io::scenario::Scenario;
use crate::model::nearest;
use place::TablePlace;
use refined::Refined;
use std::path::{Path, PathBuf};
use until::Until;

/// The rounds of a request.
pub(super) struct Rounds<'a> {
    kind: Kind<'a>,
    place: TablePlace,
    existing: Existing,
}

/// What decides which members follow.
enum Kind<'a> {
    Refined(Refined<'a>),
    Until(Until<'a>),
}

impl<'a> Rounds<'a> {
    /// Returns the rounds of a request, whose results go to `usual` where nothing else is said; none where its members do not come in rounds,
    /// or one of them is asked for.
    ///
    /// # Errors
    /// Where the request is for results that no round can follow from.
    pub(super) fn of(
        scenario: &'a Scenario,
        (target, part, existing): (&Target, Part, Existing),
        (names, with_statistics): (ColumnNames, bool),
        usual: impl FnOnce() -> PathBuf,
    ) -> Result<Option<Self>, Failure> {
        let (kind, why) = match &scenario.refinement {
            _ if matches!(part, Part::Member(_)) => return Ok(None),
            Some(refinement) => {
                (Kind::Refined(Refined::new(scenario, refinement)), "refine adds members that follow from")
            }
            None if scenario.until.is_empty() => return Ok(None),
            None => (Kind::Until(Until::new(scenario)), "[[until]] decides by"),
        };
        let refused = |found: &str, accepted: &str| {
            let message = format!("{found}: {why} the table of all before; accepted: {accepted}");
            Err(Failure::input(message))
        };
        let place = match target {
            _ if matches!(part, Part::Shard(_)) => return refused("--shard", "the whole plan, without --shard"),
            _ if names == ColumnNames::Plain => {
                return refused("--names plain", "columns with their usual names, without --names");
            }
            _ if with_statistics => return refused("--statistics", "a row of every member, without --statistics"),
            Target::Memory(_) if scenario.refinement.is_some() => {
                return refused("results in memory", "results in a folder");
            }
            Target::Memory(results) => TablePlace::Memory(results.clone()),
            Target::Usual => TablePlace::Folder(usual()),
            Target::Folder(folder) => TablePlace::Folder(folder.clone()),
        };
        Ok(Some(Self { kind, place, existing }))
    }

    /// Makes all rounds, until one is stopped: `once` makes one, of a scenario with the members so far.
    ///
    /// # Errors
    /// Why a round fails.
    pub(super) fn run(
        self,
        listener: &dyn Listener,
        once: impl FnMut((Scenario, Target, Existing), &dyn Listener) -> Result<Results<Found>, Failure>,
    ) -> Result<Results<Found>, Failure> {
        let Self { kind, place, existing } = self;
        match kind {
            Kind::Refined(refined) => match place {
                TablePlace::Folder(folder) => refined.run((&folder, existing), listener, once),
                TablePlace::Memory(_) => unreachable!("members of refined grids follow from a table in a folder"),
            },
            Kind::Until(until) => until.run((&place, existing), listener, once),
        }
    }
}

/// Fails where a study has no output of a name that decides which members follow.
pub(super) fn check_output(scenario: &Scenario, study: &Study) -> Result<(), Failure> {
    let columns = study.mechanism.columns();
    let of_refinement = scenario.refinement.iter().map(|refinement| ("plan.refine".to_string(), &refinement.output));
    let of_until = scenario.until.iter().enumerate().map(|(at, wanted)| (format!("until[{at}].of"), &wanted.of));
    for (key, name) in of_refinement.chain(of_until) {
        let names = || columns.iter().map(|(name, _)| name.as_str());
        if names().any(|known| known == name) {
            continue;
        }
        let hint = nearest(name, names()).map_or(String::new(), |near| format!(" did you mean {near:?}?"));
        let place = Path::new(&scenario.path).display();
        return Err(Failure::input(format!(
            "{place}: {key}: there is no output {name:?};{hint} accepted: {}",
            names().collect::<Vec<_>>().join(", ")
        )));
    }
    Ok(())
}
