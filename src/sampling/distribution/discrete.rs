//! One of some values, by weights.

use super::family::{Family, Form};
use super::law::Law;
use super::single_values::SingleValues;
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: "discrete",
    form: Form::Pairs,
    help: "one of the listed values, with probabilities that are proportional to the weights",
    example: r#"[plan]
kind = "latin_hypercube"
members = 12
[plan.vary]
mass = { discrete = [[1.8, 1], [2, 2], [2.5, 1]] } # kg, weight
"#,
    law: |pairs| {
        let of = |column: usize| pairs.iter().skip(column).step_by(2).copied().collect();
        let law = || Arc::new(SingleValues::new("discrete", of(0), Some(of(1))));
        pairs.len().is_multiple_of(2).then(|| law() as Arc<dyn Law>)
    },
};
