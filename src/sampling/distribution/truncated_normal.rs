//! The Gaussian distribution, cut to a window.

use super::DistributionError;
use super::family::{Family, Form, finite, nonempty, positive};
use super::gaussian;
use super::law::{Evaluated, Law, Quantile, limited};
use super::level::Level;
use super::poincare::Poincare;
use super::window::Window;
use super::{moments, poincare};
use std::sync::Arc;

/// Least probability that the window may hold.
///
/// Below it the tail probabilities come close to the smallest numbers that `f64` can hold
/// with full precision. It is reached about 36 standard deviations from the mean.
const LEAST_MASS: f64 = 1e-290;

/// Standard deviations beyond which a normal distribution hardly has values: 0.27 % of them.
const RARE: f64 = 3.0;
/// Standard deviations beyond which a normal distribution has practically no values: 2e-9 of them.
const NEVER: f64 = 6.0;

pub(super) const FAMILY: Family = Family {
    name: "truncated_normal",
    form: Form::Numbers(&["mean", "std", "min", "max"]),
    help: "Gaussian cut to min..max (either bound may be infinite)",
    example: r#"[plan]
kind = "latin_hypercube"
members = 12
[plan.vary]
mass = { truncated_normal = [2, 0.1, 1.9, 2.3] } # kg: mean, standard deviation, between
"#,
    law: |numbers| match *numbers {
        [mean, std, min, max] => Some(Arc::new(TruncatedNormal::new(mean, std, [min, max]))),
        _ => None,
    },
};

/// Mean and standard deviation are those before the truncation.
struct TruncatedNormal {
    mean: f64,
    std: f64,
    min: f64,
    max: f64,
    /// The bounds in standard deviations from the mean, and the law between them.
    bounds: [f64; 2],
    window: Window,
}

impl TruncatedNormal {
    fn new(mean: f64, std: f64, [min, max]: [f64; 2]) -> Self {
        let bounds = [(min - mean) / std, (max - mean) / std];
        Self { mean, std, min, max, bounds, window: Window::of_scores(bounds) }
    }
}

impl Quantile for TruncatedNormal {
    fn quantile<R: Evaluated>(&self, level: Level<R>) -> R {
        let [low, high] = self.bounds;
        let z = limited(self.window.level(level).score(), low, high);
        limited(z.scale(self.std) + R::constant(self.mean), self.min, self.max)
    }
}

impl Law for TruncatedNormal {
    fn validate(&self) -> Result<(), DistributionError> {
        let &Self { mean, std, min, max, .. } = self;
        finite(&[("mean", mean), ("std", std)])?;
        positive("std", std)?;
        for (argument, value) in [("min", min), ("max", max)] {
            if value.is_nan() {
                return finite(&[(argument, value)]);
            }
        }
        nonempty(min, max)?;
        let mass = gaussian::mass(self.bounds);
        if mass < LEAST_MASS {
            return Err(DistributionError::NoMass { mean, std, min, max, mass });
        }
        Ok(())
    }
    fn probabilities(&self, x: f64) -> [f64; 2] {
        let ([low, high], z) = (self.bounds, (x.clamp(self.min, self.max) - self.mean) / self.std);
        [gaussian::mass([low, z]), gaussian::mass([z, high])].map(|part| part / gaussian::mass(self.bounds))
    }
    fn mean_and_deviation(&self) -> (f64, f64) {
        moments::mean_and_deviation(|z| self.at_score(z))
    }
    fn support(&self) -> Option<[f64; 2]> {
        Some([self.min, self.max])
    }
    fn poincare(&self) -> Result<Poincare, &'static str> {
        Ok(Poincare::plain(poincare::constant(|z| self.at_score(z))?))
    }
    /// Says where bounds leave hardly anything, or cut nothing off.
    fn advice(&self, _default: Option<f64>) -> Option<String> {
        let [low, high] = self.bounds;
        if low > RARE || high < -RARE {
            let nearest = if low > RARE { low } else { -high };
            return Some(format!(
                "begins {nearest:.3} standard deviations from its mean: mean and standard deviation are those before the \
                 truncation, and what is left is the tail at that bound"
            ));
        }
        (low < -NEVER && high > NEVER && low.is_finite() && high.is_finite()).then(|| {
            format!(
                "cuts nothing off: its bounds are {:.3} and {high:.3} standard deviations from its mean; its numbers are \
                 mean, standard deviation, lower and upper bound",
                -low
            )
        })
    }
}
