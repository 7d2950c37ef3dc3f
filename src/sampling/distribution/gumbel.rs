//! Largest values of many.

use super::DistributionError;
use super::family::{Family, Form, finite, positive};
use super::law::{Evaluated, Law, Quantile};
use super::level::Level;
use super::poincare::Poincare;
use std::f64::consts::PI;
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: "gumbel",
    form: Form::Numbers(&["location", "scale"]),
    help: "largest values of many: the likeliest value is the location",
    example: r#"[plan]
kind = "latin_hypercube"
members = 12
[plan.vary]
mass = { gumbel = [2, 0.1] } # kg: location, scale
"#,
    law: |numbers| match *numbers {
        [location, scale] => Some(Arc::new(Gumbel { location, scale })),
        _ => None,
    },
};

/// The constant of Euler and Mascheroni.
const EULER: f64 = 0.577_215_664_901_532_9;

struct Gumbel {
    location: f64,
    scale: f64,
}

impl Quantile for Gumbel {
    fn quantile<R: Evaluated>(&self, level: Level<R>) -> R {
        R::constant(self.location) - level.minus_ln_below().ln().scale(self.scale)
    }
}

impl Law for Gumbel {
    fn validate(&self) -> Result<(), DistributionError> {
        finite(&[("location", self.location), ("scale", self.scale)])?;
        positive("scale", self.scale)
    }
    fn probabilities(&self, x: f64) -> [f64; 2] {
        let rest = libm::exp((self.location - x) / self.scale);
        [libm::exp(-rest), -libm::expm1(-rest)]
    }
    fn mean_and_deviation(&self) -> (f64, f64) {
        (self.location + EULER * self.scale, PI / 6f64.sqrt() * self.scale)
    }
    fn support(&self) -> Option<[f64; 2]> {
        Some([f64::NEG_INFINITY, f64::INFINITY])
    }
    fn poincare(&self) -> Result<Poincare, &'static str> {
        // by the scale its operator is that of Morse's potential, with one eigenvalue, zero, and a spectrum from 1/4 on
        Ok(Poincare::plain(4.0 * self.scale * self.scale))
    }
}
