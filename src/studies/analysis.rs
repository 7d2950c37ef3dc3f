//! What outputs are of: runs, equilibria, modes or periodic motions, and what computes these.

use super::member_analysis::{AllMembers, Last};
use super::{Failure, modes, periodic, statics};
use crate::ensemble::{Backend, PerMember, Study};
use crate::io::scenario::{Overrides, Purpose, Scenario};
use std::path::Path;

/// Says what outputs are of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnalysisKind {
    /// A run: its outputs.
    #[default]
    Run,
    /// Static equilibria: outputs, limit and buckling loads.
    Statics,
    /// Modes: frequencies and damping.
    Modes,
    /// Periodic motions: outputs over the period, multipliers.
    Periodic,
}

/// A study whose outputs are of an analysis.
pub struct Analysed {
    /// The study.
    pub study: Study,
    /// What computes its members in place of integrating them, but of runs.
    pub backend: Option<Box<dyn Backend>>,
    /// What is to be said of all members in the end.
    pub last: Last,
}

impl AnalysisKind {
    /// All of them, with the names of the verbs.
    pub const ALL: [(&'static str, Self); 4] =
        [("run", Self::Run), ("statics", Self::Statics), ("modes", Self::Modes), ("periodic", Self::Periodic)];

    /// Returns the name of the verb.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, analysis)| *analysis == self).map_or("run", |(name, _)| name)
    }

    /// Reads the scenario of results of a verb, with the study whose outputs these are.
    ///
    /// # Errors
    /// Where it cannot be read, or is not of that verb.
    pub fn read(verb: &str, path: &Path) -> Result<Scenario, Failure> {
        Self::read_with_last(verb, path).map(|(scenario, _)| scenario)
    }

    /// Reads the scenario as [`AnalysisKind::read`], with what is to be said of all members in the end.
    ///
    /// # Errors
    /// Where it cannot be read, or is not of that verb.
    pub fn read_with_last(verb: &str, path: &Path) -> Result<(Scenario, Last), Failure> {
        let found = Self::ALL.iter().find(|(name, _)| *name == verb);
        let Some((_, analysis)) = found else {
            return Err(Failure::input(format!(
                "{} is of the results of {verb:?}, which has no members",
                path.display()
            )));
        };
        let overrides = Overrides { purpose: Purpose::of_verb(verb), ..Overrides::default() };
        let mut scenario = Scenario::read(path, overrides).map_err(Failure::input)?;
        let Analysed { study, last, .. } = analysis.of(&scenario)?;
        scenario.study = study;
        Ok((scenario, last))
    }

    /// Returns the study of a scenario whose outputs are of this analysis.
    ///
    /// # Errors
    /// Why the scenario has none.
    pub fn of(self, scenario: &Scenario) -> Result<Analysed, Failure> {
        let nothing = || -> Last { Box::new(|_| None) };
        Ok(match self {
            Self::Run => Analysed { study: scenario.study.clone(), backend: None, last: nothing() },
            Self::Statics => {
                let (study, equilibria) = statics::study_of(scenario)?;
                Analysed { study, backend: Some(Box::new(PerMember::new(equilibria))), last: nothing() }
            }
            Self::Modes => {
                let (study, modes) = modes::of_defaults(scenario)?;
                let last = Box::new(modes::growth_page);
                Analysed { study, backend: Some(Box::new(PerMember::new(modes))), last }
            }
            Self::Periodic => {
                let (study, motions, loads) = periodic::motions_of_scenario(scenario)?;
                let last = Box::new(move |all: &AllMembers<'_>| periodic::objections_page(&loads, all));
                Analysed { study, backend: Some(Box::new(PerMember::new(motions))), last }
            }
        })
    }
}

impl std::fmt::Debug for Analysed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Analysed").field("study", &self.study).finish_non_exhaustive()
    }
}
