//! One of some values, each equally likely.

use super::DistributionError;
use super::family::Family;
use super::law::{Law, Quantile};
use super::level::Level;
use super::poincare::Poincare;
use crate::num::{Real, Table};
use std::sync::{Arc, OnceLock};

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
    law: |values| Some(Arc::new(Choice { values: values.to_vec(), table: OnceLock::new() })),
};

struct Choice {
    values: Vec<f64>,
    /// The values as rows, of a choice that has been checked.
    table: OnceLock<Arc<Table>>,
}

impl Quantile for Choice {
    /// Returns the entry whose share of the unit interval holds the level.
    fn quantile<R: Real>(&self, level: Level<R>) -> R {
        let table = self.table.get_or_init(|| Arc::new(Table::new(self.values.clone(), 1)));
        level.below().scale(self.values.len() as f64).entry(table, 0)
    }
}

impl Law for Choice {
    fn validate(&self) -> Result<(), DistributionError> {
        if self.values.is_empty() {
            return Err(DistributionError::EmptyChoice);
        }
        match self.values.iter().enumerate().find(|(_, v)| !v.is_finite()) {
            Some((index, &value)) => {
                Err(DistributionError::NotFinite { argument: format!("choice value {}", index + 1), value })
            }
            None => Ok(()),
        }
    }
    fn mean_and_deviation(&self) -> (f64, f64) {
        let n = self.values.len() as f64;
        let mean = self.values.iter().sum::<f64>() / n;
        (mean, (self.values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n).sqrt())
    }
    fn support(&self) -> Option<[f64; 2]> {
        None
    }
    fn poincare(&self) -> Result<Poincare, &'static str> {
        Err("its values are single ones, which derivatives say nothing of")
    }
}
