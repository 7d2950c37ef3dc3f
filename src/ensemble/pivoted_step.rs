//! A step of an implicit method with its derivatives, where the linear equations for derivatives of the unknowns are solved
//! with pivoting: for members in which the static order of elimination loses digits, and for the scalar code.

use super::recorded_matrix::RecordedMatrix;
use crate::linalg::{DVector, Equilibrated};
use crate::trace::Tape;

/// Functions of a study with derivatives that need no order of elimination.
#[derive(Debug)]
pub(super) struct PivotedStep {
    /// The step as a function of its inputs and the derivatives of its unknowns: the results of a step, then the right sides
    /// of the equations for these derivatives.
    pub(super) step: Tape,
    /// The matrix of these equations.
    pub(super) matrix: RecordedMatrix,
    /// What is monitored.
    pub(super) monitored: Tape,
    /// The values of parameters that the plan does not vary, which are inputs of the matrix.
    pub(super) fixed: Vec<f64>,
    /// How many equations there are for one direction.
    pub(super) unknowns: usize,
    /// How many directions, or pairs of them, are solved for at once: the second derivatives need the first ones.
    pub(super) solved: [usize; 2],
}

impl PivotedStep {
    /// Returns the results of a step whose unknowns are solved for, from its inputs.
    pub(super) fn step(&self, inputs: &[f64]) -> Vec<f64> {
        let count = self.step.input_count() - inputs.len();
        let mut all = inputs.to_vec();
        all.resize(self.step.input_count(), 0.0);
        let factors = Equilibrated::new(&self.matrix.at(&[inputs, &self.fixed].concat()));
        let (mut solved, results_of_step) = (0, self.step.output_count() - count);
        for directions in self.solved.into_iter().filter(|count| *count > 0) {
            let loads = self.step.evaluate(&[&all]).split_off(results_of_step);
            for _ in 0..directions {
                let own = solved..solved + self.unknowns;
                let slopes = factors.solve(&DVector::from_column_slice(&loads[own.clone()]));
                all[inputs.len()..][own].copy_from_slice(slopes.as_slice());
                solved += self.unknowns;
            }
        }
        let mut all = self.step.evaluate(&[&all]);
        all.truncate(results_of_step);
        all
    }

    /// Returns what is monitored, from its inputs.
    pub(super) fn monitored(&self, inputs: &[f64]) -> Vec<f64> {
        self.monitored.evaluate(&[inputs])
    }
}
