//! Latin hypercube sampling.
//!
//! `McKay`, Beckman and Conover, "A comparison of three methods for selecting values
//! of input variables in the analysis of output from a computer code", Technometrics 21
//! (1979) 239-245: every column is cut into as many equal slices as there are members, each
//! slice gets one member, and the slices of different columns are paired at random.

use crate::sampling::hash;

use super::PlanInfo;
use super::sampled::{Sequence, stream};

pub(super) const INFO: PlanInfo = PlanInfo {
    name: "latin_hypercube",
    help: "random, with exactly one member in each of `members` equal slices of a column",
    keys: "replicates as of sobol; each has its own slices, and is one of members/replicates",
    sequence: Some(|columns, members, seed| Ok(Box::new(LatinHypercube::new(columns, members, seed)))),
    example: r#"[plan]
kind = "latin_hypercube"
members = 12
seed = 3
[plan.vary]
mass = { uniform = [1.8, 2.2] } # kg
stiffness = { normal = [300, 10] } # N/m
"#,
};

/// Marks the stream from which the seeds of the permutations come; columns count from 0 and
/// never reach it.
const PERMUTATION_STREAM: u64 = u64::MAX;

/// A random permutation of the slices for each column, and a random point within the slice.
#[derive(Debug)]
struct LatinHypercube {
    seed: u64,
    members: u64,
    permutations: Vec<u64>,
}

impl LatinHypercube {
    /// Returns the points that `seed` selects.
    fn new(columns: usize, members: u64, seed: u64) -> Self {
        let permutations = (0..columns).map(|column| hash::bits(seed, PERMUTATION_STREAM, stream(column))).collect();
        Self { seed, members, permutations }
    }
}

impl Sequence for LatinHypercube {
    #[allow(clippy::cast_precision_loss, reason = "beyond 2^53 members the slices are finer than the numbers")]
    fn unit(&self, member: u64, column: usize) -> f64 {
        let seed = self.permutations.get(column).copied().unwrap_or(self.seed);
        let slice = hash::permute(member, self.members, seed);
        let jitter = hash::uniform(self.seed, stream(column), member);
        hash::clamp_open((slice as f64 + jitter) / self.members as f64)
    }

    fn goes_on(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "slices are small whole numbers")]

    use super::super::tests::{plan, row};
    use super::*;

    #[test]
    fn values_are_pinned() {
        assert_eq!(
            row(&plan(&INFO, 64, 2024), 5),
            [0.427_229_599_468_343_55, 2.306_553_143_616_779_4, 5.391_456_555_133_185_4]
        );
    }

    #[test]
    fn there_is_one_member_per_slice() {
        for members in [1_u32, 2, 7, 100, 1000] {
            let plan = plan(&INFO, u64::from(members), 3);
            let mut seen = vec![[false; 2]; members as usize];
            for member in 0..members {
                let [a, b, _] = row(&plan, u64::from(member));
                for (column, u) in [a, b - 2.0].into_iter().enumerate() {
                    let slice = (u * f64::from(members)) as usize;
                    assert!(!seen[slice][column]);
                    seen[slice][column] = true;
                }
            }
        }
    }
}
