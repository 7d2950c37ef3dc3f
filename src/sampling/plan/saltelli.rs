//! The plan for Sobol' indices: in every row two independent points A and B and their mixtures.
//!
//! A. Saltelli, P. Annoni, I. Azzini, F. Campolongo, M. Ratto and S. Tarantola, "Variance based sensitivity analysis of
//! model output", Computer Physics Communications 181 (2010) 259-270. The members of a row are A, B, then for each factor
//! A with this factor of B, then, for indices of pairs, B with this factor of A.

use super::sampled::Sequence;
use super::{Factors, PlanInfo};

pub(super) const INFO: PlanInfo = PlanInfo {
    name: "saltelli",
    help: "rows of members for first, total and second-order Sobol' indices of independent parameters, from a Sobol' sequence",
    keys: "rows (best 2^k); second = true (indices of pairs; default false); groups = { mount = [\"stiffness\", \"damping\"] } \
           (parameters that count as one); replicates (default 16, a divisor of rows); seed (default 0); vary as of sobol. \
           Of d parameters or groups a row has d + 2 members, with second 2 d + 2",
    sequence: None,
    example: r#"[plan]
kind = "saltelli"
rows = 8
replicates = 4
seed = 3
[plan.vary]
mass = { uniform = [1.8, 2.2] } # kg
stiffness = { normal = [300, 10] } # N/m
"#,
};

/// Points of a sequence of twice as many columns, and their mixtures.
#[derive(Debug)]
pub(super) struct Saltelli {
    pub(super) factors: Factors,
    /// Members of a row.
    pub(super) blocks: u64,
    /// The points: the columns of A, then those of B.
    pub(super) points: Box<dyn Sequence>,
}

impl Saltelli {
    /// Returns how many members a row has.
    pub(super) fn blocks(factors: &Factors, second: bool) -> u64 {
        let factors = factors.names().len() as u64;
        2 + if second { 2 * factors } else { factors }
    }

    /// Says whether a factor is that of B in a member of a row.
    fn is_of_second(&self, block: u64, factor: usize) -> bool {
        let (block, factors) = (block as usize, self.factors.names().len());
        match block {
            0 => false,
            1 => true,
            _ if block < 2 + factors => block - 2 == factor,
            _ => block - 2 - factors != factor,
        }
    }

    /// Returns a coordinate of A and of B.
    fn both(&self, row: u64, column: usize) -> [f64; 2] {
        [column, column + self.factors.of_column().len()].map(|column| self.points.unit(row, column))
    }
}

impl Sequence for Saltelli {
    fn unit(&self, member: u64, column: usize) -> f64 {
        let factor = self.factors.of_column()[column];
        self.both(member / self.blocks, column)[usize::from(self.is_of_second(member % self.blocks, factor))]
    }

    fn units(&self, first: u64, column: usize, units: &mut [f64]) {
        let factor = self.factors.of_column()[column];
        let (mut row, mut both) = (None, [0.0; 2]);
        for (member, unit) in (first..).zip(units) {
            if row != Some(member / self.blocks) {
                row = Some(member / self.blocks);
                both = self.both(member / self.blocks, column);
            }
            *unit = both[usize::from(self.is_of_second(member % self.blocks, factor))];
        }
    }

    fn goes_on(&self) -> bool {
        self.points.goes_on()
    }

    fn advice(&self) -> Option<String> {
        self.points.advice().map(of_rows)
    }
}

/// Turns advice on members into that on rows.
pub(super) fn of_rows(advice: String) -> String {
    advice.replace("members = ", "rows = ")
}
