//! What a design is for.

use super::objective::Objective;
use crate::ensemble::{Sampling, Study, StudyError};

/// Says what is to be least, within which bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    /// What is to be least.
    pub goal: Goal,
    /// Iterations that an optimiser may take.
    pub iterations: u64,
    /// The bounds of each parameter that the plan varies.
    pub bounds: Vec<[f64; 2]>,
    /// For each of these the place among the parameters that derivatives are by.
    pub by: Vec<usize>,
}

impl Design {
    /// Returns the study whose members are evaluated: sampled at the times of the measurements, or not at all, and with the
    /// random parameters behind those that are sought.
    ///
    /// # Errors
    /// Where there is no such study.
    pub fn study(&self, study: &Study) -> Result<Study, StudyError> {
        let study = match &self.goal {
            Goal::Fit(measured) => study.clone().sampled(Some(Sampling::At(measured.times.clone().into()))),
            // nobody looks at samples
            Goal::Minimise(Objective { random: None, .. }) => study.clone().sampled(None),
            Goal::Minimise(Objective { random: Some(random), .. }) => {
                let plan = study.plan().holding(random.names.iter().cloned().zip(random.values.iter().copied()));
                Study::new(study.mechanism.clone(), study.method.clone(), None, plan)?
            }
        };
        Ok(study.with_one_sided_derivatives())
    }
}

/// Says what is to be least.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// An expression over outputs, within constraints.
    Minimise(Objective),
    /// The sum of squares of samples minus measurements.
    Fit(Measurements),
}

/// Holds what was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurements {
    /// The times at which something was measured, s, each later than the one before.
    pub times: Vec<f64>,
    /// For each row the number of its time among these, from zero.
    pub samples: Vec<usize>,
    /// Columns of outputs.
    pub columns: Vec<usize>,
    /// Values row by row, one per column; not a number where there is none.
    pub values: Vec<f64>,
    /// The standard deviations of each column, by which differences are divided, where they are known.
    pub deviations: Option<Vec<f64>>,
    /// What should be known of the rows, though nothing is wrong: those that come twice.
    pub notes: Vec<String>,
}

impl Measurements {
    /// Returns how many values there are.
    pub fn count(&self) -> usize {
        self.values.iter().filter(|v| v.is_finite()).count()
    }

    /// Returns by what the differences of a column are divided.
    pub fn deviation(&self, column: usize) -> f64 {
        self.deviations.as_ref().map_or(1.0, |all| all[column])
    }
}
