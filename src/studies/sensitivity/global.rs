//! Derivative-based global sensitivity measures, and what they say of total Sobol' indices.
//!
//! Sobol', Kucherenko (2009), Derivative based global sensitivity measures and their link with global sensitivity indices,
//! Mathematics and Computers in Simulation 79; for other than uniform and normal distributions Roustant, Barthe, Iooss
//! (2017), see [`Distribution::poincare`].

use crate::sampling::distribution::Distribution;
use crate::statistics::Estimate;

/// Says how strongly an output depends on a parameter over the distribution of all parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct GlobalMeasure {
    /// Members whose values and derivatives made it.
    pub members: u64,
    /// The mean square of the derivative, nu = E[(dy/dp)^2].
    pub nu: Estimate,
    /// The bound on the total Sobol' index, S <= C nu/Var y, or why there is none.
    pub bound: Result<Estimate, NoBound>,
}

/// Says why a total Sobol' index has no bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoBound {
    /// The output does not vary.
    #[error("the output does not vary")]
    Constant,
    /// Parameters depend on each other.
    #[error("parameters depend on each other, so that what one explains is not bounded by its derivatives")]
    Dependent,
    /// The distribution has no Poincare constant.
    #[error("{0}")]
    Distribution(&'static str),
}

impl GlobalMeasure {
    /// Measures an output by its value in every member, its derivative by a parameter there, and that parameter; members
    /// without one of these do not count. Nothing where fewer than two count.
    pub fn of(
        values: &[f64],
        slopes: &[f64],
        parameter: &[f64],
        (distribution, is_dependent): (&Distribution, bool),
    ) -> Option<Self> {
        let all = values.iter().zip(slopes).zip(parameter).map(|((y, d), p)| [*y, *d, *p]);
        let rows: Vec<[f64; 3]> = all.filter(|row| row.iter().all(|x| x.is_finite())).collect();
        if rows.len() < 2 {
            return None;
        }
        let nu = Estimate::mean(rows.iter().map(|[_, d, _]| d * d));
        let centre = Estimate::mean(rows.iter().map(|[y, ..]| *y)).value;
        let variance = Estimate::mean(rows.iter().map(|[y, ..]| (y - centre).powi(2))).value;
        let poincare = distribution.poincare().map_err(NoBound::Distribution);
        let poincare = if is_dependent { Err(NoBound::Dependent) } else { poincare };
        let bound = poincare.and_then(|poincare| {
            if variance <= 0.0 {
                return Err(NoBound::Constant);
            }
            let square = |d: f64, p: f64| (if poincare.logarithmic { p * d } else { d }).powi(2);
            let ratio = Estimate::mean(rows.iter().map(|[_, d, p]| square(*d, *p))).value / variance;
            // the quotient of two means, to first order in their errors
            let errors = rows.iter().map(|[y, d, p]| (square(*d, *p) - ratio * (y - centre).powi(2)) / variance);
            let standard_error = Estimate::mean(errors).standard_error;
            let scaled = |x: f64| poincare.constant * x;
            Ok(Estimate { value: scaled(ratio), standard_error: scaled(standard_error) })
        });
        Some(Self { members: rows.len() as u64, nu, bound })
    }

    /// Returns the bound, or where there is none the mean square of the derivative times a variance: by this parameters
    /// are ranked.
    pub fn weight(&self, distribution: &Distribution) -> f64 {
        let (_, deviation) = distribution.mean_and_deviation();
        self.bound.as_ref().map_or(self.nu.value * deviation.powi(2), |bound| bound.value)
    }
}
