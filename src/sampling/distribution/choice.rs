//! One of some values, each equally likely.

use super::DistributionError;
use super::family::{Family, Law, Poincare};
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: "choice",
    arguments: &["values..."],
    help: "one of the listed values, each equally likely",
    example: r#"[plan]
kind = "latin_hypercube"
members = 12
[plan.vary]
mass = { choice = [1.8, 2, 2.5] } # kg
"#,
    law: |values| Some(Arc::new(Choice(values.to_vec()))),
};

struct Choice(Vec<f64>);

impl Law for Choice {
    fn validate(&self) -> Result<(), DistributionError> {
        if self.0.is_empty() {
            return Err(DistributionError::EmptyChoice);
        }
        match self.0.iter().enumerate().find(|(_, v)| !v.is_finite()) {
            Some((index, &value)) => {
                Err(DistributionError::NotFinite { argument: format!("choice value {}", index + 1), value })
            }
            None => Ok(()),
        }
    }
    /// Returns the entry whose share of the unit interval holds `u`.
    fn quantile(&self, u: f64) -> f64 {
        let index = (u * self.0.len() as f64) as usize;
        let last = self.0.len().saturating_sub(1);
        self.0.get(index.min(last)).copied().unwrap_or(f64::NAN)
    }
    fn mean_and_deviation(&self) -> (f64, f64) {
        let n = self.0.len() as f64;
        let mean = self.0.iter().sum::<f64>() / n;
        (mean, (self.0.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n).sqrt())
    }
    fn support(&self) -> Option<[f64; 2]> {
        None
    }
    fn poincare(&self) -> Result<Poincare, &'static str> {
        Err("its values are single ones, which derivatives say nothing of")
    }
}
