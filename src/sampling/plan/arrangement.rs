//! How the members of a plan belong together.

use super::{Factors, Subsets, Trajectories};

/// Says how the members of a plan belong together: in replicates, which are randomised independently of each other, and
/// in rows, whose members are compared with each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrangement {
    /// What the members of a row are.
    pub design: Design,
    /// Replicates; 1 where the plan has none.
    pub replicates: u64,
    /// Members of a row; 1 where the plan has no rows.
    pub blocks: u64,
}

/// Says what the members of a row are.
#[derive(Clone, Debug, PartialEq)]
pub enum Design {
    /// Single points.
    Points,
    /// Two points and mixtures of them.
    Saltelli {
        /// What is taken from the other point.
        factors: Factors,
        /// True where there are mixtures for indices of pairs.
        second: bool,
    },
    /// A trajectory of steps of one parameter each.
    Morris(Trajectories),
    /// A point, of which some factors are held and the rest is drawn again.
    Shapley(Subsets),
}

/// Where a member stands in a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The replicate, from zero on.
    pub replicate: u64,
    /// The row, from zero on.
    pub row: u64,
    /// The place in the row.
    pub block: u64,
}

/// The name of a column that says where members stand, with what it holds.
pub type PositionColumn = (&'static str, fn(Position) -> u64);

impl Arrangement {
    /// Returns where a member stands.
    #[must_use]
    pub fn position(&self, member: u64) -> Position {
        let (row, block) = (member / self.blocks, member % self.blocks);
        Position { replicate: row % self.replicates, row, block }
    }

    /// Says whether a member is one of those that are independent draws of the parameters: of rows, their points.
    #[must_use]
    pub fn is_draw(&self, member: u64) -> bool {
        let block = self.position(member).block;
        match &self.design {
            Design::Points => true,
            Design::Saltelli { .. } => block < 2,
            Design::Shapley(_) => block == 0 || block == self.blocks - 1,
            Design::Morris(_) => false,
        }
    }

    /// Returns the columns that say where members stand, with what they hold.
    #[must_use]
    pub fn columns(&self) -> Vec<PositionColumn> {
        let mut columns: Vec<PositionColumn> = Vec::new();
        if self.replicates > 1 {
            columns.push(("replicate", |position| position.replicate));
        }
        if self.blocks > 1 {
            columns.push(("row", |position| position.row));
            columns.push(("block", |position| position.block));
        }
        columns
    }
}
