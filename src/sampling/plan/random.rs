//! Independent random points.

use crate::sampling::hash;

use super::sampled::{Sequence, stream};
use super::{PlanInfo, SampleKind};

pub(super) const INFO: PlanInfo = PlanInfo {
    name: "random",
    help: "independent random numbers",
    keys: "",
    sequence: Some(|_, _, seed| Ok(Box::new(Random { seed }))),
    example: r#"[plan]
kind = "random"
members = 12
seed = 3
[plan.vary]
mass = { uniform = [1.8, 2.2] } # kg
stiffness = { normal = [300, 10] } # N/m
"#,
};

/// Independent uniform numbers: one stream per column, one index per member.
///
/// So neither more members nor further columns change the numbers that were there before.
#[derive(Debug)]
struct Random {
    seed: u64,
}

impl Sequence for Random {
    fn unit(&self, member: u64, column: usize) -> f64 {
        hash::uniform(self.seed, stream(column), member)
    }

    fn sample(&self) -> SampleKind {
        SampleKind::Random
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{plan, row};
    use super::*;

    #[test]
    fn values_are_pinned() {
        assert_eq!(
            row(&plan(&INFO, 64, 2024), 5),
            [0.342_694_365_973_987_3, 2.619_401_191_473_876, 5.659_730_295_132_131]
        );
    }

    #[test]
    fn values_stay_when_members_are_added() {
        assert_eq!(row(&plan(&INFO, 10, 1), 7), row(&plan(&INFO, 1000, 1), 7));
    }
}
