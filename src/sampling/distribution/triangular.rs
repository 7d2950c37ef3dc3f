//! A density with the shape of a triangle.

use super::DistributionError;
use super::family::{Family, Form, finite, ordered};
use super::law::{Evaluated, Law, Quantile};
use super::level::Level;
use super::poincare;
use super::poincare::Poincare;
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: "triangular",
    form: Form::Numbers(&["min", "mode", "max"]),
    help: "density rises linearly from min to mode and falls linearly to max",
    example: r#"[plan]
kind = "latin_hypercube"
members = 12
[plan.vary]
mass = { triangular = [1.8, 2, 2.4] } # kg: lowest, likeliest, highest
"#,
    law: |numbers| match *numbers {
        [min, mode, max] => Some(Arc::new(Triangular { min, mode, max })),
        _ => None,
    },
};

/// Equal bounds make a constant.
struct Triangular {
    min: f64,
    mode: f64,
    max: f64,
}

impl Quantile for Triangular {
    /// Inverts the distribution function, which is made of two parabolas.
    fn quantile<R: Evaluated>(&self, level: Level<R>) -> R {
        let &Self { min, mode, max } = self;
        let width = max - min;
        if width <= 0.0 {
            return R::constant(min);
        }
        let along = level.below().scale(width);
        let rising = along.scale(mode - min).sqrt() + R::constant(min);
        let falling = R::constant(max) - level.above().scale(width).scale(max - mode).sqrt();
        R::select(along.less(R::constant(mode - min)), rising, falling)
    }
}

impl Law for Triangular {
    fn validate(&self) -> Result<(), DistributionError> {
        let &Self { min, mode, max } = self;
        finite(&[("min", min), ("mode", mode), ("max", max)])?;
        ordered(min, max)?;
        if mode < min || mode > max {
            return Err(DistributionError::ModeOutside { min, mode, max });
        }
        Ok(())
    }
    fn probabilities(&self, x: f64) -> [f64; 2] {
        let &Self { min, mode, max } = self;
        let x = x.clamp(min, max);
        let part = |from: f64, side: f64| from / (max - min) * (from / side);
        if x < mode {
            let below = part(x - min, mode - min);
            [below, 1.0 - below]
        } else {
            let above = if x < max { part(max - x, max - mode) } else { 0.0 };
            [1.0 - above, above]
        }
    }
    fn mean_and_deviation(&self) -> (f64, f64) {
        let [a, b] = [self.mode - self.min, self.max - self.min];
        (self.min + (a + b) / 3.0, ((a * a + b * b - a * b) / 18.0).sqrt())
    }
    fn support(&self) -> Option<[f64; 2]> {
        Some([self.min, self.max])
    }
    fn poincare(&self) -> Result<Poincare, &'static str> {
        let of_width = || poincare::constant(|z| self.at_score(z));
        Ok(Poincare::plain(if self.max > self.min { of_width()? } else { 0.0 }))
    }
}
