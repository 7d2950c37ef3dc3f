//! Plans whose members come in rows.

use super::columns::checked;
use super::levels::Levels;
use super::replicated::replicated;
use super::rule::Rule;
use super::saltelli::Saltelli;
use super::sampled::{Sampled, Sequence};
use super::shapley::Shapley;
use super::{Arrangement, Design, Factors, PlanError, Subsets, Trajectories, saltelli, shapley, sobol, trajectories};
use crate::sampling::dependence::Dependence;
use crate::sampling::distribution::Distribution;
use std::sync::Arc;

/// What rows of members are made from.
#[derive(Clone, Debug)]
pub struct Rows {
    /// The parameters with their distributions.
    pub columns: Vec<(String, Distribution)>,
    /// Parameters that count as one.
    pub groups: Vec<(String, Vec<String>)>,
    /// The number of rows.
    pub rows: u64,
    /// The number of replicates, a divisor of it.
    pub replicates: u64,
    /// What selects the random numbers.
    pub seed: u64,
}

/// Fails where replicates are not of one size.
pub(super) fn check_replicates(counted: &'static str, count: u64, replicates: u64) -> Result<(), PlanError> {
    match replicates > 0 && count.is_multiple_of(replicates) {
        true => Ok(()),
        false => Err(PlanError::Replicates { counted, count, replicates }),
    }
}

impl Rows {
    /// Returns the names of the columns, their distributions and the factors.
    fn parts(&self, plan: &'static str) -> Result<(Vec<String>, Vec<Distribution>, Factors), PlanError> {
        let (names, distributions): (Vec<String>, Vec<Distribution>) = self.columns.iter().cloned().unzip();
        let names = checked(plan, names)?;
        check_replicates("rows", self.rows, self.replicates)?;
        let factors = Factors::new(&names, &self.groups)?;
        Ok((names, distributions, factors))
    }

    /// Returns the points of a Sobol' sequence of twice as many columns, one for each row.
    fn points(&self, plan: &'static str) -> Result<Box<dyn Sequence>, PlanError> {
        let Some(new) = sobol::INFO.sequence else { return Err(PlanError::NoMembers) };
        let points = replicated(new, 2 * self.columns.len(), (self.rows, self.replicates), self.seed);
        points.map_err(|error| match error {
            PlanError::TooManyColumns { limit, found, .. } => {
                PlanError::TooManyColumns { plan, limit: limit / 2, found: found / 2 }
            }
            other => other,
        })
    }

    fn arrangement(&self, design: Design, blocks: u64) -> Result<(Option<Arrangement>, u64), PlanError> {
        let (rows, replicates) = (self.rows, self.replicates);
        let members = rows.checked_mul(blocks).filter(|members| *members < 1 << 53);
        let members = members.ok_or(PlanError::TooManyRows { rows, blocks })?;
        if members == 0 {
            return Err(PlanError::NoMembers);
        }
        Ok((Some(Arrangement { design, replicates, blocks }), members))
    }
}

/// The parts of a plan whose members belong together.
pub(super) struct Arranged {
    pub(super) columns: Vec<String>,
    pub(super) members: u64,
    pub(super) rule: Arc<dyn Rule>,
    pub(super) arrangement: Option<Arrangement>,
}

/// Makes rows of two points and their mixtures.
pub(super) fn saltelli(of: &Rows, second: bool) -> Result<Arranged, PlanError> {
    let name = saltelli::INFO.name;
    let (columns, distributions, factors) = of.parts(name)?;
    let blocks = Saltelli::blocks(&factors, second);
    let (arrangement, members) = of.arrangement(Design::Saltelli { factors: factors.clone(), second }, blocks)?;
    let sequence = Box::new(Saltelli { factors, blocks, points: of.points(name)? });
    let rule = Arc::new(Sampled { distributions, dependence: None, sequence });
    Ok(Arranged { columns, members, rule, arrangement })
}

/// Makes rows of a point and members that have subsets of the parameters in common with it.
pub(super) fn shapley(of: &Rows, dependence: Option<Dependence>) -> Result<Arranged, PlanError> {
    let name = shapley::INFO.name;
    let (columns, distributions, factors) = of.parts(name)?;
    let subsets = Subsets::new(factors, of.seed);
    let (arrangement, members) = of.arrangement(Design::Shapley(subsets.clone()), subsets.blocks())?;
    let rule = Arc::new(Shapley::new(distributions, dependence, subsets, of.points(name)?));
    Ok(Arranged { columns, members, rule, arrangement })
}

/// Makes trajectories over an even number of levels.
pub(super) fn morris(of: &Rows, levels: u64) -> Result<Arranged, PlanError> {
    let (columns, distributions, _) = of.parts(trajectories::INFO.name)?;
    if levels < 2 || !levels.is_multiple_of(2) || levels > MOST_LEVELS {
        return Err(PlanError::Levels { levels, most: MOST_LEVELS });
    }
    let trajectories = Trajectories::new(columns.clone(), levels, of.seed);
    let (arrangement, members) = of.arrangement(Design::Morris(trajectories.clone()), trajectories.blocks())?;
    let rule = Arc::new(Levels::of_trajectories(distributions, trajectories));
    Ok(Arranged { columns, members, rule, arrangement })
}

/// Most levels of trajectories.
const MOST_LEVELS: u64 = 1 << 20;
