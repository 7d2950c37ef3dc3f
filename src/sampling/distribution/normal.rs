//! The Gaussian distribution.

use super::DistributionError;
use super::family::{Family, finite, positive};
use super::law::{Law, Quantile};
use super::level::Level;
use super::poincare::Poincare;
use crate::num::Real;
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: "normal",
    arguments: &["mean", "std"],
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
    fn quantile<R: Real>(&self, level: Level<R>) -> R {
        level.score().scale(self.std) + R::constant(self.mean)
    }
}

impl Law for Normal {
    fn validate(&self) -> Result<(), DistributionError> {
        finite(&[("mean", self.mean), ("std", self.std)])?;
        positive("std", self.std)
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
