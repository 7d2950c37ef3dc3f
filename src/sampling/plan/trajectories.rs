//! The plan for Morris' elementary effects: trajectories on a grid of levels, in each of which every parameter makes one
//! jump.
//!
//! M. Morris, "Factorial sampling plans for preliminary computational experiments", Technometrics 33 (1991) 161-174. Of p
//! levels, an even number, a jump has the length p/(2(p - 1)) of the range; from each of the p/2 lower levels it is as
//! likely as from the level that it ends at.

use super::PlanInfo;
use super::sampled::stream;
use crate::sampling::hash;

pub(super) const INFO: PlanInfo = PlanInfo {
    name: "morris",
    help: "trajectories for Morris' elementary effects, which screen many independent parameters with few members",
    keys: "trajectories (at least 2); levels (even, default 4; they are the quantiles from 0 to 1 of bounded distributions, from \
           0.005 to 0.995 of others); seed (default 0); vary as of sobol. Of d parameters a trajectory has d + 1 members, and a \
           jump the length levels/(2(levels - 1)) of the range",
    sequence: None,
    example: r#"[plan]
kind = "morris"
trajectories = 4
levels = 4
seed = 3
[plan.vary]
mass = { uniform = [1.8, 2.2] } # kg
stiffness = { normal = [300, 10] } # N/m
"#,
};

/// Marks the stream from which the orders of jumps come; columns count from 0 and never reach it.
pub(super) const ORDER_STREAM: u64 = u64::MAX - 2;

/// Holds what trajectories are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trajectories {
    columns: Vec<String>,
    levels: u64,
    seed: u64,
}

impl Trajectories {
    /// Makes trajectories over an even number of levels.
    pub(super) fn new(columns: Vec<String>, levels: u64, seed: u64) -> Self {
        Self { columns, levels, seed }
    }

    /// Returns the names of the columns that jump.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Returns the number of levels.
    #[must_use]
    pub fn levels(&self) -> u64 {
        self.levels
    }

    /// Returns the number of members of a trajectory.
    pub(super) fn blocks(&self) -> u64 {
        self.columns.len() as u64 + 1
    }

    /// Returns the length of a jump in parts of the range.
    #[must_use]
    pub fn jump(&self) -> f64 {
        self.levels as f64 / (2 * (self.levels - 1)) as f64
    }

    /// Returns the member of a trajectory, from zero on, after which a column jumps.
    #[must_use]
    pub fn before(&self, row: u64, column: usize) -> u64 {
        hash::permute(column as u64, self.columns.len() as u64, hash::bits(self.seed, ORDER_STREAM, row))
    }

    /// Says whether a column jumps upwards in a trajectory.
    #[must_use]
    pub fn is_upwards(&self, row: u64, column: usize) -> bool {
        hash::bits(self.seed, stream(column), row) & 1 == 1
    }

    /// Returns the level of a column of a member.
    pub(super) fn level(&self, member: u64, column: usize) -> u64 {
        let (row, block) = (member / self.blocks(), member % self.blocks());
        let lower = hash::below(hash::bits(self.seed, stream(column), row), self.levels / 2);
        let has_jumped = block > self.before(row, column);
        if has_jumped == self.is_upwards(row, column) { lower + self.levels / 2 } else { lower }
    }
}
