//! A density with the shape of a triangle.

use super::DistributionError;
use super::density::Density;
use super::family::{Family, Law, Poincare, finite, ordered};
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
    /// The distribution function is made of two parabolas.
    fn quantile(&self, u: f64) -> f64 {
        let &Self { min, mode, max } = self;
        let width = max - min;
        let along = u * width;
        if width <= 0.0 {
            min
        } else if along < mode - min {
            (along * (mode - min)).sqrt() + min
        } else {
            max - ((1.0 - u) * width * (max - mode)).sqrt()
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
        let (width, top) = (self.max - self.min, (self.mode - self.min) / (self.max - self.min));
        let of = |x: f64| if x < top { x / top } else { (1.0 - x) / (1.0 - top) };
        let unit = || Density { interval: [0.0, 1.0], of }.poincare();
        Ok(Poincare::plain(if width > 0.0 { width * width * unit() } else { 0.0 }))
    }
}
