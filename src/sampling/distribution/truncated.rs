//! The part of another distribution that lies between bounds.

use super::DistributionError;
use super::family::{Family, Form, nonempty};
use super::law::{Evaluated, Law, Quantile, limited};
use super::level::Level;
use super::moments;
use super::poincare::{self, Poincare};
use super::single_values::SingleValues;
use super::window::Window;
use crate::num::elementary::ln;
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: NAME,
    form: Form::Truncated,
    help: "what another distribution has between min and max, one of which may be left out",
    example: r#"[plan]
kind = "latin_hypercube"
members = 12
[plan.vary]
mass = { truncated = { of = { gumbel = [2, 0.1] }, min = 1.9, max = 2.5 } } # kg
"#,
    law: |_| None,
};

const NAME: &str = "truncated";

/// Least probability that the bounds may leave, so that it has all digits.
const LEAST_MASS: f64 = 1e-290;

/// Cuts a distribution to bounds, which may be infinite.
pub(super) fn truncated(of: &Arc<dyn Law>, [min, max]: [f64; 2]) -> Result<Arc<dyn Law>, DistributionError> {
    if let Some((argument, value)) = [("min", min), ("max", max)].into_iter().find(|(_, x)| x.is_nan()) {
        return Err(DistributionError::NotFinite { argument: argument.into(), value });
    }
    nonempty(min, max)?;
    if let Some((values, weights)) = of.single_values() {
        let kept: Vec<usize> = (0..values.len()).filter(|i| (min..=max).contains(&values[*i])).collect();
        let part = |all: &[f64]| kept.iter().map(|i| all[*i]).collect();
        let law = SingleValues::new(NAME, part(values), weights.map(part));
        let nothing = DistributionError::NothingLeft { min, max, mass: 0.0 };
        return law.validate().map_err(|_| nothing).map(|()| Arc::new(law) as Arc<dyn Law>);
    }
    let window = Window::between(&**of, [min, max]);
    if window.mass() < LEAST_MASS {
        return Err(DistributionError::NothingLeft { min, max, mass: window.mass() });
    }
    Ok(Arc::new(Truncated { of: Arc::clone(of), bounds: [min, max], window }))
}

impl Window {
    /// Returns the window between bounds.
    fn between(of: &dyn Law, bounds: [f64; 2]) -> Self {
        let [low, high] = bounds.map(|x| of.probabilities(x));
        Self { below: [low[0], high[0]], above: [low[1], high[1]] }
    }
}

struct Truncated {
    of: Arc<dyn Law>,
    bounds: [f64; 2],
    window: Window,
}

impl Quantile for Truncated {
    fn quantile<R: Evaluated>(&self, level: Level<R>) -> R {
        let [min, max] = self.bounds;
        limited(R::of_law(&*self.of, self.window.level(level)), min, max)
    }
}

impl Law for Truncated {
    /// Accepts what [`truncated`] has made.
    fn validate(&self) -> Result<(), DistributionError> {
        Ok(())
    }
    fn probabilities(&self, x: f64) -> [f64; 2] {
        let [min, max] = self.bounds;
        let x = x.clamp(min, max);
        [[min, x], [x, max]].map(|part| Window::between(&*self.of, part).mass() / self.window.mass())
    }
    fn mean_and_deviation(&self) -> (f64, f64) {
        moments::mean_and_deviation(|z| self.at_score(z))
    }
    fn support(&self) -> Option<[f64; 2]> {
        let ([min, max], [low, high]) = (self.bounds, self.of.support()?);
        Some([min.max(low), max.min(high)])
    }
    fn poincare(&self) -> Result<Poincare, &'static str> {
        let is_bounded = self.support().is_some_and(|ends| ends.iter().all(|end| end.is_finite()));
        let value = |z: f64| self.at_score(z);
        if is_bounded {
            return Ok(Poincare::plain(poincare::constant(value)?));
        }
        let logarithmic = self.of.poincare()?.logarithmic;
        let constant = if logarithmic { poincare::constant(|z| ln(value(z))) } else { poincare::constant(value) }?;
        Ok(Poincare { constant, logarithmic })
    }
}
