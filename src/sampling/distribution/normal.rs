//! The Gaussian distribution.

use super::DistributionError;
use super::family::{Family, Form, finite, positive};
use super::gaussian::cdf;
use super::law::{Evaluated, Law, Quantile};
use super::level::Level;
use super::poincare::Poincare;
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: "normal",
    form: Form::Numbers(&["mean", "std"]),
    help: "Gaussian with a mean and a standard deviation",
    example: r#"[plan]
kind = "latin_hypercube"
members = 12
[plan.vary]
mass = { normal = [2, 0.1] } # kg: mean, standard deviation
"#,
    law: |numbers| match *numbers {
        [mean, std] => Some(Arc::new(Normal { mean, std })),
        _ => None,
    },
};

struct Normal {
    mean: f64,
    std: f64,
}

impl Quantile for Normal {
    fn quantile<R: Evaluated>(&self, level: Level<R>) -> R {
        level.score().scale(self.std) + R::constant(self.mean)
    }
}

impl Law for Normal {
    fn validate(&self) -> Result<(), DistributionError> {
        finite(&[("mean", self.mean), ("std", self.std)])?;
        positive("std", self.std)
    }
    fn probabilities(&self, x: f64) -> [f64; 2] {
        let z = (x - self.mean) / self.std;
        [cdf(z), cdf(-z)]
    }
    fn mean_and_deviation(&self) -> (f64, f64) {
        (self.mean, self.std)
    }
    fn support(&self) -> Option<[f64; 2]> {
        Some([f64::NEG_INFINITY, f64::INFINITY])
    }
    fn poincare(&self) -> Result<Poincare, &'static str> {
        Ok(Poincare::plain(self.std * self.std))
    }
}
