//! Sums of exponential values.

use super::DistributionError;
use super::family::{Family, Form, finite, positive, shape};
use super::law::{Evaluated, Law, Quantile};
use super::level::Level;
use super::poincare::Poincare;
use super::tabulated::{Tabulated, beyond};
use crate::num::elementary::{exp, ln};
use crate::statistics::incomplete_gamma;
use std::f64::consts::LN_2;
use std::sync::{Arc, OnceLock};

pub(super) const FAMILY: Family = Family {
    name: "gamma",
    form: Form::Numbers(&["shape", "scale"]),
    help: "positive; with a whole shape the sum of so many exponential values with the mean scale",
    example: r#"[plan]
kind = "latin_hypercube"
members = 12
[plan.vary]
mass = { gamma = [400, 0.005] } # kg: shape, scale
"#,
    law: |numbers| match *numbers {
        [shape, scale] => Some(Arc::new(Gamma { shape, scale, tabulated: OnceLock::new() })),
        _ => None,
    },
};

struct Gamma {
    shape: f64,
    scale: f64,
    /// The logarithm of values over the scale.
    tabulated: OnceLock<Tabulated>,
}

impl Gamma {
    /// Returns the logarithm of a tail at the logarithm of a value, with its slope.
    fn tail(&self, g: f64, is_upper: bool) -> [f64; 2] {
        beyond(g, |g| incomplete_gamma(self.shape, exp(g)).logarithm(is_upper))
    }
}

impl Quantile for Gamma {
    fn quantile<R: Evaluated>(&self, level: Level<R>) -> R {
        let first =
            if self.shape > 1.0 { ln(self.shape) } else { (libm::lgamma(self.shape + 1.0) - LN_2) / self.shape };
        let tabulated = self.tabulated.get_or_init(|| Tabulated::new(first - 1.0, |g, upper| self.tail(g, upper)));
        tabulated.value(level).exp().scale(self.scale)
    }
}

impl Law for Gamma {
    fn validate(&self) -> Result<(), DistributionError> {
        finite(&[("shape", self.shape), ("scale", self.scale)])?;
        shape("shape", self.shape)?;
        positive("scale", self.scale)
    }
    fn probabilities(&self, x: f64) -> [f64; 2] {
        match x / self.scale {
            x if x <= 0.0 => [0.0, 1.0],
            x if x.is_infinite() => [1.0, 0.0],
            x => incomplete_gamma(self.shape, x).tails(),
        }
    }
    fn mean_and_deviation(&self) -> (f64, f64) {
        (self.shape * self.scale, self.shape.sqrt() * self.scale)
    }
    fn support(&self) -> Option<[f64; 2]> {
        Some([0.0, f64::INFINITY])
    }
    fn poincare(&self) -> Result<Poincare, &'static str> {
        // its operator is that of Coulomb's potential: beside zero there is an eigenvalue, where the shape is more than one, and the
        // spectrum begins at 1/4
        let k = self.shape;
        let constant = if k > 1.0 { (k + 1.0) / k * (k + 1.0) } else { 4.0 };
        Ok(Poincare::plain(constant * self.scale * self.scale))
    }
}
