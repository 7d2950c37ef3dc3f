//! What a validation of derivatives is asked.

use crate::backends::BackendOptions;
use crate::io::scenario::Scenario;
use crate::report::RowSelection;
use crate::studies::AnalysisKind;
use std::path::PathBuf;

/// Asks whether derivatives of the outputs by the parameters are right.
#[derive(Debug)]
pub struct Request {
    /// The scenario.
    pub scenario: Scenario,
    /// The member of the plan whose derivatives are judged; the default parameters where it is absent.
    pub member: Option<u64>,
    /// What outputs are of.
    pub analysis: AnalysisKind,
    /// Which derivatives are judged.
    pub of: DerivativesOf,
    /// What computes the perturbed runs; in double precision where it does not name one.
    pub backends: BackendOptions,
    /// Whether a complex step is taken as well, where it applies.
    pub complex_step: bool,
    /// The folder of pictures, if some are drawn.
    pub pictures: Option<PathBuf>,
    /// Which outputs the page shows.
    pub selection: RowSelection,
}

impl Request {
    /// Asks for the derivatives of a scenario at the default parameters.
    pub fn of(scenario: Scenario) -> Self {
        Self {
            scenario,
            member: None,
            analysis: AnalysisKind::Run,
            of: DerivativesOf::Program,
            backends: BackendOptions::default(),
            complex_step: false,
            pictures: None,
            selection: RowSelection::new(Vec::new(), 30),
        }
    }
}

/// Says where derivatives come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DerivativesOf {
    /// The program.
    #[default]
    Program,
    /// A table.
    File(PathBuf),
    /// What a command prints, as such a table.
    Command(String),
}
