//! One of the values of a column of a table, each equally likely.

use super::family::{Family, Form};
use super::single_values::SingleValues;
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: "empirical",
    form: Form::Column,
    help: "one of the values that were measured, each equally likely: a column of a table (CSV, beside the scenario, or .parquet), a \
           copy of which is kept with the results",
    example: r#"[plan]
kind = "latin_hypercube"
members = 12
[plan.vary]
mass = { empirical = { file = "members.csv", column = "mass" } } # kg
"#,
    law: |values| {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        Some(Arc::new(SingleValues::new("empirical", sorted, None)))
    },
};
