//! Grids that are refined: every round has the members that follow from the table of those before.

use crate::ensemble::Outcome;
use crate::io::folder::{Existing, find_table};
use crate::io::scenario::Scenario;
use crate::io::table::{Selection, read};
use crate::report::{Page, counted};
use crate::sampling::refinement::{RefinedGrid, Refinement};
use crate::studies::request::Results;
use crate::studies::run::{Found, Target};
use crate::studies::{Failure, Listener};
use std::path::Path;

/// A grid that is refined.
pub(super) struct Refined<'a> {
    scenario: &'a Scenario,
    refinement: &'a Refinement,
    grid: RefinedGrid,
}

impl<'a> Refined<'a> {
    pub(super) fn new(scenario: &'a Scenario, refinement: &'a Refinement) -> Self {
        Self { scenario, refinement, grid: RefinedGrid::new(refinement.clone()) }
    }

    /// Makes all rounds, until one is stopped.
    pub(super) fn run(
        mut self,
        (folder, mut existing): (&Path, Existing),
        listener: &dyn Listener,
        mut once: impl FnMut((Scenario, Target, Existing), &dyn Listener) -> Result<Results<Found>, Failure>,
    ) -> Result<Results<Found>, Failure> {
        let first = self.grid.members();
        if existing.goes_on() {
            // what an earlier run has come to
            while let Ok(true) = self.advance(folder) {}
        }
        loop {
            let study = self.scenario.study.clone().followed_by(self.grid.rows(first));
            let before = self.grid.members();
            let round = (Scenario { study, ..self.scenario.clone() }, Target::Folder(folder.to_path_buf()), existing);
            let results = once(round, listener)?;
            if results.found.stopped || !self.advance(folder)? {
                return Ok(results);
            }
            let more = counted((self.grid.members() - before) as u64, "member");
            let Refinement { output, at, .. } = self.refinement;
            let mut page = Page::default();
            page.text(format!("{more} more where {output} passes {at}"));
            listener.show(&page);
            existing = Existing::Extend;
        }
    }

    /// Adds the members that follow from the table, if it has all before; returns whether there are any.
    fn advance(&mut self, folder: &Path) -> Result<bool, Failure> {
        let Some((path, format)) = find_table(folder, "members").map_err(Failure::other)? else {
            return Ok(false);
        };
        let Selection { numbers, words } =
            read(&path, format, &[&self.refinement.output], "outcome").map_err(Failure::other)?;
        if words.len() < self.grid.members() {
            return Ok(false);
        }
        let has_outputs = |word: &String| Outcome::ALL.iter().any(|of| of.has_outputs() && word == of.name());
        let values = numbers.iter().flat_map(|column| &column.values).zip(&words).take(self.grid.members());
        let side = |(value, word): (&f64, &String)| self.refinement.side(*value).filter(|_| has_outputs(word));
        Ok(self.grid.advance(&values.map(side).collect::<Vec<_>>()))
    }
}
