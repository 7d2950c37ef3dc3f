//! One of some values, each equally likely.

use super::family::{Family, Form};
use super::single_values::SingleValues;
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: "choice",
    form: Form::Numbers(&["values..."]),
    help: "one of the listed values, each equally likely",
    example: r#"[plan]
kind = "latin_hypercube"
members = 12
[plan.vary]
mass = { choice = [1.8, 2, 2.5] } # kg
"#,
    law: |values| Some(Arc::new(SingleValues::new("choice", values.to_vec(), None))),
};
