//! Positive values with a Gaussian logarithm.

use super::DistributionError;
use super::family::{Family, Form, finite, positive};
use super::gaussian::cdf;
use super::law::{Evaluated, Law, Quantile};
use super::level::Level;
use super::poincare::Poincare;
use crate::num::elementary::ln;
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: "lognormal",
    form: Form::Numbers(&["mu", "sigma"]),
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

/// Natural logarithms of few quantities in any unit are larger.
const LARGE: f64 = 50.0;

/// Mean and standard deviation are those of the natural logarithm.
struct LogNormal {
    mu: f64,
    sigma: f64,
}

impl Quantile for LogNormal {
    fn quantile<R: Evaluated>(&self, level: Level<R>) -> R {
        (level.score().scale(self.sigma) + R::constant(self.mu)).exp()
    }
}

impl Law for LogNormal {
    fn validate(&self) -> Result<(), DistributionError> {
        finite(&[("mu", self.mu), ("sigma", self.sigma)])?;
        positive("sigma", self.sigma)
    }
    fn probabilities(&self, x: f64) -> [f64; 2] {
        let z = if x > 0.0 { (ln(x) - self.mu) / self.sigma } else { f64::NEG_INFINITY };
        [cdf(z), cdf(-z)]
    }
    fn mean_and_deviation(&self) -> (f64, f64) {
        let (square, mean) = (self.sigma * self.sigma, (self.mu + self.sigma * self.sigma / 2.0).exp());
        (mean, mean * square.exp_m1().sqrt())
    }
    fn advice(&self, default: Option<f64>) -> Option<String> {
        // a default that mu itself lies near and the median far from is a mean of values
        let is_mean = default.is_some_and(|value| {
            let far = 6.0 * self.sigma;
            (value - self.mu).abs() <= far.min(0.1 * self.mu.abs()) && (value.ln() - self.mu).abs() > far
        });
        (is_mean || self.mu.abs() > LARGE).then(|| {
            let (mu, sigma) = (self.mu, self.sigma);
            let square = (sigma / mu).powi(2).ln_1p();
            let other = (mu > 0.0).then(|| {
                format!(
                    "; values with the mean {mu} and the standard deviation {sigma} have lognormal = [{:.6}, {:.6}]",
                    mu.ln() - 0.5 * square,
                    square.sqrt()
                )
            });
            format!(
                "has the median {:.4e}: its numbers are mean and standard deviation of the natural logarithm{}",
                mu.exp(),
                other.unwrap_or_default()
            )
        })
    }
    fn support(&self) -> Option<[f64; 2]> {
        Some([0.0, f64::INFINITY])
    }
    fn poincare(&self) -> Result<Poincare, &'static str> {
        // the logarithm is normal; by the parameter itself there is no constant, its tail is too heavy
        Ok(Poincare { constant: self.sigma * self.sigma, logarithmic: true })
    }
}
