//! A scenario whose beams have other elements.

use super::{Overrides, Scenario, ScenarioError};
use crate::ensemble::{Study, StudyError};
use crate::model::Elements;

/// How many times as many elements beams have for a look at the error of a run.
const FINER: usize = 2;

/// The reason why there is no finer study.
#[derive(Debug, thiserror::Error)]
pub enum RefinedError {
    /// Finer steps make no study.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// Finer elements make no scenario.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
}

impl Scenario {
    /// Reads the scenario again with other elements of beams; frames of beams stay where they are, so that elements end at those where no
    /// node would be.
    ///
    /// # Errors
    /// Where a beam cannot have such elements, or a file that the scenario reads is no longer what it was.
    pub fn with_elements(&self, elements: Elements) -> Result<Self, ScenarioError> {
        let overrides = Overrides { elements: Some(elements), ..self.replaced.clone() };
        Self::parse(&self.path, &self.source, overrides)
    }

    /// Returns the study with finer steps, as [`Study::refined`], and with twice the elements of beams, if there are some.
    ///
    /// # Errors
    /// Where these make no study.
    pub fn finer_study(&self) -> Result<Study, RefinedError> {
        if self.study.mechanism.beams.is_empty() {
            return Ok(self.study.refined()?);
        }
        let mechanism = self.with_elements(Elements::Times(FINER))?.study.mechanism;
        Ok(self.study.refined_of(mechanism)?)
    }
}
