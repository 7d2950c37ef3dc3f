//! The standard space of parameters that are drawn: independent standard normal numbers, of which every point of it stands for
//! values of the parameters.

use super::distribution::Distribution;
use super::plan::Plan;

/// Maps independent standard normal numbers to values of parameters.
#[derive(Clone, Debug)]
pub struct StandardSpace {
    distributions: Vec<Distribution>,
    /// For every parameter the numbers that its normal score is a sum of, with their factors.
    factors: Vec<Vec<(usize, f64)>>,
}

impl StandardSpace {
    /// Makes the space of the parameters of a plan; nothing where these are not drawn from distributions.
    #[must_use]
    pub fn new(plan: &Plan) -> Option<Self> {
        let distributions = plan.distributions()?.to_vec();
        let factors = |column: usize| plan.dependence().map_or(vec![(column, 1.0)], |all| all.factors_of(column));
        Some(Self { factors: (0..distributions.len()).map(factors).collect(), distributions })
    }

    /// Returns the distributions of the parameters.
    #[must_use]
    pub fn distributions(&self) -> &[Distribution] {
        &self.distributions
    }

    /// Returns the dimension.
    #[must_use]
    pub fn dimension(&self) -> usize {
        self.distributions.len()
    }

    /// Returns the normal score of a parameter at a point.
    #[must_use]
    pub fn score(&self, u: &[f64], parameter: usize) -> f64 {
        self.factors[parameter].iter().map(|(column, factor)| factor * u[*column]).sum()
    }

    /// Returns the values of the parameters at a point.
    #[must_use]
    pub fn values(&self, u: &[f64]) -> Vec<f64> {
        (0..self.dimension()).map(|k| self.distributions[k].at_score(self.score(u, k))).collect()
    }

    /// Returns the values of the parameters at points that are given one after another: a column for each parameter.
    #[must_use]
    pub fn columns(&self, points: &[f64]) -> Vec<f64> {
        let n = self.dimension();
        let column = |k: usize| {
            let mut column: Vec<f64> = points.chunks_exact(n).map(|u| self.score(u, k)).collect();
            self.distributions[k].put_at_scores(&mut column);
            column
        };
        (0..n).flat_map(column).collect()
    }

    /// Returns the gradient at a point of what has this gradient by the parameters.
    #[must_use]
    pub fn gradient(&self, u: &[f64], by_parameters: &[f64]) -> Vec<f64> {
        let mut gradient = vec![0.0; self.dimension()];
        for (k, slope) in by_parameters.iter().enumerate().filter(|(_, slope)| **slope != 0.0) {
            let [first, _] = self.distributions[k].slopes_at_score(self.score(u, k));
            self.factors[k].iter().for_each(|(column, factor)| gradient[*column] += slope * first * factor);
        }
        gradient
    }

    /// Returns the second derivatives at a point, row by row, of what has this gradient and these second derivatives by the
    /// parameters.
    #[must_use]
    pub fn hessian(&self, u: &[f64], by_parameters: &[f64], second: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let n = self.dimension();
        let slopes: Vec<[f64; 2]> = (0..n).map(|k| self.distributions[k].slopes_at_score(self.score(u, k))).collect();
        let mut hessian = vec![vec![0.0; n]; n];
        for k in 0..n {
            for l in 0..n {
                let bend = if k == l { by_parameters[k] * slopes[k][1] } else { 0.0 };
                let both = second[k][l] * slopes[k][0] * slopes[l][0] + bend;
                for (i, of_k) in &self.factors[k] {
                    self.factors[l].iter().for_each(|(j, of_l)| hessian[*i][*j] += both * of_k * of_l);
                }
            }
        }
        hessian
    }
}
