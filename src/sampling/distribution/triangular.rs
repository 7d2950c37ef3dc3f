//! A density with the shape of a triangle.

use super::DistributionError;
use super::density::Density;
use super::family::{Family, finite, ordered};
use super::law::{Law, Quantile};
use super::level::Level;
use super::poincare::Poincare;
use crate::num::Real;
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: "triangular",
    arguments: &["min", "mode", "max"],
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
    fn quantile<R: Real>(&self, level: Level<R>) -> R {
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
    fn mean_and_deviation(&self) -> (f64, f64) {
        let [a, b] = [self.mode - self.min, self.max - self.min];
        (self.min + (a + b) / 3.0, ((a * a + b * b - a * b) / 18.0).sqrt())
    }
    fn support(&self) -> Option<[f64; 2]> {
        Some([self.min, self.max])
    }
    fn poincare(&self) -> Result<Poincare, &'static str> {
        let (width, top) = (self.max - self.min, (self.mode - self.min) / (self.max - self.min));
        let of = |x: f64| if x < top { x / top } else { (1.0 - x) / (1.0 - top) };
        let unit = || Density { interval: [0.0, 1.0], of }.poincare();
        Ok(Poincare::plain(if width > 0.0 { width * width * unit() } else { 0.0 }))
    }
}
