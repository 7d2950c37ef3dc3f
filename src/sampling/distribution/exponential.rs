//! Times between events that come at random.

use super::DistributionError;
use super::family::{Family, Form, finite, positive};
use super::law::{Evaluated, Law, Quantile};
use super::level::Level;
use super::poincare::Poincare;
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: "exponential",
    form: Form::Numbers(&["mean"]),
    help: "positive, as times between events that come at random",
    example: r#"[plan]
kind = "latin_hypercube"
members = 12
[plan.vary]
mass = { exponential = [2] } # kg: mean
"#,
    law: |numbers| match *numbers {
        [mean] => Some(Arc::new(Exponential { mean })),
        _ => None,
    },
};

struct Exponential {
    mean: f64,
}

impl Quantile for Exponential {
    fn quantile<R: Evaluated>(&self, level: Level<R>) -> R {
        level.minus_ln_above().scale(self.mean)
    }
}

impl Law for Exponential {
    fn validate(&self) -> Result<(), DistributionError> {
        finite(&[("mean", self.mean)])?;
        positive("mean", self.mean)
    }
    fn probabilities(&self, x: f64) -> [f64; 2] {
        let x = x.max(0.0) / self.mean;
        [-libm::expm1(-x), libm::exp(-x)]
    }
    fn mean_and_deviation(&self) -> (f64, f64) {
        (self.mean, self.mean)
    }
    fn support(&self) -> Option<[f64; 2]> {
        Some([0.0, f64::INFINITY])
    }
    fn poincare(&self) -> Result<Poincare, &'static str> {
        // the spectrum of its operator begins at 1/(4 mean^2)
        Ok(Poincare::plain(4.0 * self.mean * self.mean))
    }
}
