//! Values that are equally likely between two bounds.

use super::DistributionError;
use super::family::{Family, Form, finite, ordered};
use super::law::{Evaluated, Law, Quantile, limited};
use super::level::Level;
use super::poincare::Poincare;
use std::f64::consts::PI;
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: "uniform",
    form: Form::Numbers(&["min", "max"]),
    help: "every value between min and max is equally likely",
    example: r#"[plan]
kind = "latin_hypercube"
members = 12
[plan.vary]
mass = { uniform = [1.8, 2.2] } # kg: between
"#,
    law: |numbers| match *numbers {
        [min, max] => Some(Arc::new(Uniform { min, max })),
        _ => None,
    },
};

/// Equal bounds make a constant.
struct Uniform {
    min: f64,
    max: f64,
}

impl Quantile for Uniform {
    fn quantile<R: Evaluated>(&self, level: Level<R>) -> R {
        let value = level.below().scale(self.max - self.min) + R::constant(self.min);
        limited(value, self.min, self.max)
    }
}

impl Law for Uniform {
    fn validate(&self) -> Result<(), DistributionError> {
        finite(&[("min", self.min), ("max", self.max)])?;
        ordered(self.min, self.max)
    }
    fn probabilities(&self, x: f64) -> [f64; 2] {
        let (x, width) = (x.clamp(self.min, self.max), self.max - self.min);
        [(x - self.min) / width, (self.max - x) / width]
    }
    fn mean_and_deviation(&self) -> (f64, f64) {
        let width = self.max - self.min;
        (self.min + width / 2.0, width / 12f64.sqrt())
    }
    fn support(&self) -> Option<[f64; 2]> {
        Some([self.min, self.max])
    }
    fn poincare(&self) -> Result<Poincare, &'static str> {
        Ok(Poincare::plain(((self.max - self.min) / PI).powi(2)))
    }
}
