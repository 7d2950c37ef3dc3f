//! Values whose order of magnitude is unknown.

use super::DistributionError;
use super::family::{Family, Form, finite, nonempty, positive};
use super::law::{Evaluated, Law, Quantile, limited};
use super::level::Level;
use super::moments;
use super::poincare::Poincare;
use crate::num::elementary::ln;
use std::f64::consts::PI;
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: "loguniform",
    form: Form::Numbers(&["min", "max"]),
    help: "positive; the logarithm is equally likely everywhere between those of min and max",
    example: r#"[plan]
kind = "latin_hypercube"
members = 12
[plan.vary]
mass = { loguniform = [1, 4] } # kg: between
"#,
    law: |numbers| match *numbers {
        [min, max] => Some(Arc::new(LogUniform { min, max })),
        _ => None,
    },
};

struct LogUniform {
    min: f64,
    max: f64,
}

impl LogUniform {
    /// Returns the logarithm of max over min.
    fn width(&self) -> f64 {
        ln(self.max / self.min)
    }
}

impl Quantile for LogUniform {
    fn quantile<R: Evaluated>(&self, level: Level<R>) -> R {
        let value = level.below().scale(self.width()).exp().scale(self.min);
        limited(value, self.min, self.max)
    }
}

impl Law for LogUniform {
    fn validate(&self) -> Result<(), DistributionError> {
        finite(&[("min", self.min), ("max", self.max)])?;
        positive("min", self.min)?;
        nonempty(self.min, self.max)?;
        finite(&[("max over min", self.max / self.min)])
    }
    fn probabilities(&self, x: f64) -> [f64; 2] {
        let (x, width) = (x.clamp(self.min, self.max), self.width());
        [ln(x / self.min) / width, ln(self.max / x) / width]
    }
    fn mean_and_deviation(&self) -> (f64, f64) {
        moments::mean_and_deviation(|z| self.at_score(z))
    }
    fn support(&self) -> Option<[f64; 2]> {
        Some([self.min, self.max])
    }
    fn poincare(&self) -> Result<Poincare, &'static str> {
        // the logarithm is uniform
        Ok(Poincare { constant: (self.width() / PI).powi(2), logarithmic: true })
    }
}
