//! Lifetimes and strengths.

use super::DistributionError;
use super::family::{Family, Form, finite, positive};
use super::law::{Evaluated, Law, Quantile};
use super::level::Level;
use super::moments;
use super::poincare::{self, Poincare};
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: "weibull",
    form: Form::Numbers(&["shape", "scale"]),
    help: "positive, as lifetimes and strengths; an exponential distribution to the power 1/shape",
    example: r#"[plan]
kind = "latin_hypercube"
members = 12
[plan.vary]
mass = { weibull = [20, 2.05] } # kg: shape, scale
"#,
    law: |numbers| match *numbers {
        [shape, scale] => Some(Arc::new(Weibull { shape, scale })),
        _ => None,
    },
};

struct Weibull {
    shape: f64,
    scale: f64,
}

impl Quantile for Weibull {
    fn quantile<R: Evaluated>(&self, level: Level<R>) -> R {
        (level.minus_ln_above().ln().scale(1.0 / self.shape)).exp().scale(self.scale)
    }
}

impl Law for Weibull {
    fn validate(&self) -> Result<(), DistributionError> {
        finite(&[("shape", self.shape), ("scale", self.scale)])?;
        positive("shape", self.shape)?;
        positive("scale", self.scale)
    }
    fn probabilities(&self, x: f64) -> [f64; 2] {
        let power = libm::pow(x.max(0.0) / self.scale, self.shape);
        [-libm::expm1(-power), libm::exp(-power)]
    }
    fn mean_and_deviation(&self) -> (f64, f64) {
        moments::mean_and_deviation(|z| self.at_score(z))
    }
    fn support(&self) -> Option<[f64; 2]> {
        Some([0.0, f64::INFINITY])
    }
    fn poincare(&self) -> Result<Poincare, &'static str> {
        if self.shape < 1.0 {
            return Err("its tail is too heavy for a constant, as the shape is less than one");
        }
        Ok(Poincare::plain(poincare::constant(|z| self.at_score(z))?))
    }
}
