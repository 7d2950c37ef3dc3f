//! What perturbed runs tell of a parameter, for all outputs.

use super::difference_study::{DifferenceStudy, Runs};
use super::perturbation::RELATIVE;
use crate::ensemble::Outcome;

/// A parameter that outputs are differentiated by.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterResult {
    /// The name of the parameter.
    pub name: String,
    /// The unit of the parameter, where the scenario gives one.
    pub unit: Option<String>,
    /// The value of the parameter.
    pub value: f64,
    /// What perturbations are relative to: the magnitude of the value, or one unit where it is zero.
    pub scale: f64,
    /// True where the value is zero.
    pub is_absolute: bool,
    /// Perturbations that are left out.
    pub unresolved: Vec<f64>,
    /// The reason why these perturbations are left out.
    pub reason: &'static str,
    /// Perturbations some of whose runs ended otherwise than the unperturbed one: how, and how many.
    pub failed: Vec<(f64, Outcome, usize)>,
    /// The perturbations, the smallest and the largest, some of whose runs took another number of steps.
    pub other_steps: Option<(f64, f64)>,
    /// False where no output depends on the parameter.
    pub matters: bool,
    /// The place of something that switches where the parameter says, if there is one.
    pub switches: Option<String>,
}

impl DifferenceStudy {
    /// Returns what runs tell of every parameter, but for whether an output depends on it.
    pub(super) fn parameters(&self, runs: &Runs) -> Vec<ParameterResult> {
        let sorted = self.perturbations.sorted(&runs.outcomes, &runs.outcomes[0]);
        let has_other_steps: Vec<bool> = (0..runs.outcomes.len()).map(|i| runs.has_other_steps(i)).collect();
        let other_steps = self.perturbations.sorted(&has_other_steps, &false);
        let of = |(p, levels): (usize, &Vec<[(Outcome, f64); 7]>)| {
            let perturbed = &self.perturbations.parameters[p];
            let number = self.study.varied()[perturbed.column];
            let parameter = &self.study.mechanism.parameters[number];
            let mut failed = Vec::new();
            for (relative, outcomes) in RELATIVE.iter().zip(levels) {
                let others = || outcomes.iter().map(|(o, _)| *o).filter(|o| *o != runs.outcomes[0].0);
                if let Some(first) = others().next() {
                    failed.push((*relative, first, others().count()));
                }
            }
            let unresolved = RELATIVE.iter().zip(&perturbed.steps).filter(|(_, step)| step.is_none());
            let with_others = RELATIVE.iter().zip(&other_steps[p]).filter(|(_, nodes)| nodes.contains(&true));
            let with_others: Vec<f64> = with_others.map(|(relative, _)| *relative).collect();
            ParameterResult {
                other_steps: with_others.last().copied().zip(with_others.first().copied()),
                name: parameter.name.clone(),
                unit: parameter.unit.clone(),
                value: perturbed.value,
                scale: perturbed.scale,
                is_absolute: perturbed.is_absolute(),
                unresolved: unresolved.map(|(relative, _)| *relative).collect(),
                reason: self.perturbations.reason,
                failed,
                matters: true,
                switches: self.study.mechanism.switched_by(number),
            }
        };
        sorted.iter().enumerate().map(of).collect()
    }

    /// Adds what switches where parameters say that no output depends on.
    pub(super) fn add_switches(&self, parameters: &mut [ParameterResult]) {
        let (mut idle, mut columns) = (Vec::new(), Vec::new());
        for (parameter, perturbed) in parameters.iter_mut().zip(&self.perturbations.parameters) {
            if !parameter.matters && parameter.switches.is_none() {
                idle.push(parameter);
                columns.push(perturbed.column);
            }
        }
        let places = self.study.switches_reached_by(&columns);
        idle.into_iter().zip(places).for_each(|(parameter, place)| parameter.switches = place);
    }
}
