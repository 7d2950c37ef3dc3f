//! The multipliers of constraints: what they add to the objective, and how they are mended.

use super::evaluate::Evaluation;

/// The penalty at first and at most, and by what it rises, in units of the objective over those of constraints.
const PENALTY: [f64; 2] = [10.0, 1e9];
const RISE: f64 = 10.0;

/// Up to where a constraint of an end counts as met, in its unit.
const MET: f64 = 1e-6;

/// The multipliers of constraints.
#[derive(Clone, Debug)]
pub(super) struct Multipliers {
    /// The values of the multipliers, in these units.
    values: Vec<f64>,
    penalty: f64,
    /// The unit of the objective, and of each constraint.
    unit: f64,
    scales: Vec<f64>,
}

impl Multipliers {
    /// Returns the first ones, where units are what is at a place: the size of a value, or of its change over the intervals of
    /// parameters.
    pub(super) fn new(evaluation: &Evaluation, bounds: &[[f64; 2]]) -> Self {
        let size = |i: usize| {
            let along = evaluation.row(i).iter().zip(bounds).map(|(g, [a, b])| (g * (b - a)).powi(2)).sum::<f64>();
            let size = evaluation.values[i].abs().max(along.sqrt());
            if size > 0.0 && size.is_finite() { size } else { 1.0 }
        };
        let count = evaluation.values.len() - 1;
        let scales = (1..=count).map(size).collect();
        Self { values: vec![0.0; count], penalty: PENALTY[0], unit: size(0), scales }
    }

    /// Adds the constraints of a place to its objective and its gradient.
    pub(super) fn add(&self, evaluation: &Evaluation, objective: &mut f64, gradient: &mut [f64]) {
        for (j, (lambda, scale)) in self.values.iter().zip(&self.scales).enumerate() {
            let shifted = (evaluation.values[j + 1] / scale + lambda / self.penalty).max(0.0);
            *objective += self.unit * 0.5 * self.penalty * (shifted.powi(2) - (lambda / self.penalty).powi(2));
            let factor = self.unit * self.penalty * shifted / scale;
            gradient.iter_mut().zip(evaluation.row(j + 1)).for_each(|(g, slope)| *g += factor * slope);
        }
    }

    /// Returns by how much a place violates its worst constraint, in its unit; below zero where all are met.
    fn violation(&self, evaluation: &Evaluation) -> f64 {
        let each = evaluation.values[1..].iter().zip(&self.scales).map(|(c, scale)| c / scale);
        each.fold(f64::NEG_INFINITY, f64::max)
    }

    /// Tells whether all constraints count as met.
    pub(super) fn are_met(&self, evaluation: &Evaluation) -> bool {
        self.violation(evaluation) <= MET
    }

    /// Tells whether constraints and multipliers fit each other: met with none, or without slack.
    pub(super) fn distance(&self, evaluation: &Evaluation) -> f64 {
        let each = evaluation.values[1..].iter().zip(&self.scales).zip(&self.values);
        each.map(|((c, scale), lambda)| (c / scale).max(-lambda / self.penalty).abs()).fold(0.0, f64::max)
    }

    /// Mends the multipliers by what constraints are at a place.
    pub(super) fn mend(&mut self, evaluation: &Evaluation) {
        for ((lambda, scale), c) in self.values.iter_mut().zip(&self.scales).zip(&evaluation.values[1..]) {
            *lambda = (*lambda + self.penalty * c / scale).max(0.0);
        }
    }

    /// Returns by how much the objective falls for each unit that a constraint gives way.
    pub(super) fn rates(&self) -> Vec<f64> {
        self.values.iter().zip(&self.scales).map(|(lambda, scale)| lambda * self.unit / scale).collect()
    }

    /// Raises the penalty; false where it is as large as it may be.
    pub(super) fn raise_penalty(&mut self) -> bool {
        self.penalty *= RISE;
        self.penalty <= PENALTY[1]
    }
}
