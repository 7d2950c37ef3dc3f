//! Values between bounds, of many shapes.

use super::DistributionError;
use super::family::{Family, Form, finite, nonempty, ordered, shape};
use super::law::{Evaluated, Law, Quantile, limited};
use super::level::Level;
use super::poincare::{self, Poincare};
use super::tabulated::{Tabulated, beyond};
use crate::num::elementary::{exp, ln};
use crate::statistics::incomplete_beta;
use std::sync::{Arc, OnceLock};

pub(super) const FAMILY: Family = Family {
    name: "beta",
    form: Form::Numbers(&["alpha", "beta", "min", "max"]),
    help: "between min and max, with density (x - min)^(alpha - 1) (max - x)^(beta - 1)",
    example: r#"[plan]
kind = "latin_hypercube"
members = 12
[plan.vary]
mass = { beta = [2, 3, 1.8, 2.3] } # kg: alpha, beta, between
"#,
    law: |numbers| match *numbers {
        [alpha, beta, min, max] => Some(Arc::new(Beta { shapes: [alpha, beta], min, max, tabulated: OnceLock::new() })),
        _ => None,
    },
};

struct Beta {
    shapes: [f64; 2],
    min: f64,
    max: f64,
    /// The logarithm of the distances from min over that from max.
    tabulated: OnceLock<Tabulated>,
}

impl Beta {
    /// Returns the logarithm of a tail at the logarithm of p/(1 - p), with its slope.
    fn tail(&self, g: f64, is_upper: bool) -> [f64; 2] {
        beyond(g, |g| {
            let e = exp(-g.abs());
            let [less, more] = [e / (1.0 + e), 1.0 / (1.0 + e)];
            incomplete_beta(self.shapes, if g < 0.0 { [less, more] } else { [more, less] }).logarithm(is_upper)
        })
    }
}

impl Quantile for Beta {
    fn quantile<R: Evaluated>(&self, level: Level<R>) -> R {
        let [a, b] = self.shapes;
        let first = ln(a / b) - 1.0 / a - 1.0 / b;
        let tabulated = self.tabulated.get_or_init(|| Tabulated::new(first, |g, upper| self.tail(g, upper)));
        let g = tabulated.value(level);
        let e = (-g.abs()).exp();
        let off = e.scale(self.max - self.min) / (R::one() + e);
        let value = R::select(g.less(R::zero()), R::constant(self.min) + off, R::constant(self.max) - off);
        limited(value, self.min, self.max)
    }
}

impl Law for Beta {
    fn validate(&self) -> Result<(), DistributionError> {
        let ([a, b], [min, max]) = (self.shapes, [self.min, self.max]);
        finite(&[("alpha", a), ("beta", b), ("min", min), ("max", max)])?;
        shape("alpha", a)?;
        shape("beta", b)?;
        ordered(min, max)?;
        nonempty(min, max)
    }
    fn probabilities(&self, x: f64) -> [f64; 2] {
        let width = self.max - self.min;
        match [(x - self.min) / width, (self.max - x) / width] {
            [low, _] if low <= 0.0 => [0.0, 1.0],
            [_, high] if high <= 0.0 => [1.0, 0.0],
            ends => incomplete_beta(self.shapes, ends).tails(),
        }
    }
    fn mean_and_deviation(&self) -> (f64, f64) {
        let ([a, b], width) = (self.shapes, self.max - self.min);
        let sum = a + b;
        (self.min + width * (a / sum), width / sum * (a * b / (sum + 1.0)).sqrt())
    }
    fn support(&self) -> Option<[f64; 2]> {
        Some([self.min, self.max])
    }
    fn poincare(&self) -> Result<Poincare, &'static str> {
        Ok(Poincare::plain(poincare::constant(|z| self.at_score(z))?))
    }
}
