//! Positive values with a Gaussian logarithm.

use super::family::{Family, Law, Poincare, finite, positive};
use super::{DistributionError, gaussian};
use crate::num::elementary;
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: "lognormal",
    arguments: &["mu", "sigma"],
    help: "positive; the natural logarithm is Gaussian with mean mu and deviation sigma",
    example: r#"[plan]
kind = "latin_hypercube"
members = 12
[plan.vary]
mass = { lognormal = [0.7, 0.05] } # of kg: mean and standard deviation of the logarithm
"#,
    law: |numbers| match *numbers {
        [mu, sigma] => Some(Arc::new(LogNormal { mu, sigma })),
        _ => None,
    },
};

/// Mean and standard deviation are those of the natural logarithm.
struct LogNormal {
    mu: f64,
    sigma: f64,
}

impl Law for LogNormal {
    fn validate(&self) -> Result<(), DistributionError> {
        finite(&[("mu", self.mu), ("sigma", self.sigma)])?;
        positive("sigma", self.sigma)
    }
    fn quantile(&self, u: f64) -> f64 {
        elementary::exp(gaussian::quantile(u) * self.sigma + self.mu)
    }
    fn mean_and_deviation(&self) -> (f64, f64) {
        let (square, mean) = (self.sigma * self.sigma, (self.mu + self.sigma * self.sigma / 2.0).exp());
        (mean, mean * square.exp_m1().sqrt())
    }
    fn support(&self) -> Option<[f64; 2]> {
        Some([0.0, f64::INFINITY])
    }
    fn poincare(&self) -> Result<Poincare, &'static str> {
        // the logarithm is normal; by the parameter itself there is no constant, its tail is too heavy
        Ok(Poincare { constant: self.sigma * self.sigma, logarithmic: true })
    }
}
