//! Plans: which parameter values each member of an ensemble gets.
//!
//! A plan is a pure function. The values of member `k` depend on the plan, its seed and `k`
//! alone, so members can be run in any order, on any thread, again or never, and they get
//! the same values.

mod arrangement;
mod catalog;
mod columns;
mod error;
mod factors;
mod followed;
mod grid;
mod halton;
mod held;
mod info;
mod latin_hypercube;
mod levels;
mod numbered;
mod one;
mod random;
mod replicated;
mod rows;
mod rule;
mod saltelli;
mod sample;
mod sampled;
mod shapley;
mod sobol;
mod subsets;
mod table;
#[cfg(test)]
mod tests;
mod trajectories;

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use crate::sampling::dependence::Dependence;
use crate::sampling::distribution::Distribution;

use columns::checked;
use numbered::{Numbered, Order};
use rule::Rule;

pub use arrangement::{Arrangement, Design, Position, PositionColumn};
pub use catalog::ALL;
pub use error::PlanError;
pub use factors::Factors;
pub use grid::Axis;
pub use info::PlanInfo;
pub use rows::Rows;
pub use sample::SampleKind;
pub use subsets::Subsets;
pub use table::Table;
pub use trajectories::Trajectories;

/// Which parameters vary over an ensemble, how many members it has and what values each
/// member gets.
///
/// Copies share their data, so they are cheap.
#[derive(Debug, Clone)]
pub struct Plan {
    columns: Vec<String>,
    /// The first member, of a part of a plan.
    first: u64,
    members: u64,
    /// Members of the whole plan.
    of: u64,
    rule: Arc<dyn Rule>,
    /// How members belong together, where they do.
    arrangement: Option<Arc<Arrangement>>,
}

impl Plan {
    /// Makes a plan of one member that leaves every parameter as it is.
    #[must_use]
    pub fn one() -> Self {
        Self::whole_of(Vec::new(), 1, Arc::new(one::One))
    }

    /// Makes a plan of every combination of the values of the axes; the last axis varies fastest.
    ///
    /// # Errors
    ///
    /// If there is no axis, an axis is empty, two have the same name, or the number of
    /// combinations does not fit 64 bits.
    pub fn grid(axes: Vec<Axis>) -> Result<Self, PlanError> {
        let columns = checked("grid", axes.iter().map(|axis| axis.name.clone()).collect())?;
        let grid = grid::Grid::new(axes)?;
        Ok(Self::whole_of(columns, grid.members(), Arc::new(grid)))
    }

    /// Makes a plan of `members` points of a random or low-discrepancy sequence, each column mapped through its
    /// distribution.
    ///
    /// # Errors
    ///
    /// If there is no member or no column, a name comes twice, a distribution is invalid, or
    /// the sampler cannot serve that many members or columns.
    ///
    /// # Panics
    ///
    /// If the kind is not sampled.
    pub fn sampled(
        kind: &PlanInfo,
        columns: Vec<(String, Distribution)>,
        members: u64,
        seed: u64,
    ) -> Result<Self, PlanError> {
        Self::dependent(kind, columns, None, members, seed)
    }

    /// Makes a plan as [`Plan::sampled`] does, whose columns depend on each other.
    ///
    /// # Errors
    ///
    /// As [`Plan::sampled`].
    ///
    /// # Panics
    ///
    /// If the kind is not sampled.
    pub fn dependent(
        kind: &PlanInfo,
        columns: Vec<(String, Distribution)>,
        dependence: Option<Dependence>,
        members: u64,
        seed: u64,
    ) -> Result<Self, PlanError> {
        Self::replicated(kind, columns, dependence, (members, 1), seed)
    }

    /// Makes a plan as [`Plan::dependent`] does, of so many members in so many replicates, each randomised independently
    /// of the others: member k belongs to replicate k mod replicates.
    ///
    /// # Errors
    ///
    /// As [`Plan::sampled`], and if replicates do not divide members.
    ///
    /// # Panics
    ///
    /// If the kind is not sampled.
    pub fn replicated(
        kind: &PlanInfo,
        columns: Vec<(String, Distribution)>,
        dependence: Option<Dependence>,
        (members, replicates): (u64, u64),
        seed: u64,
    ) -> Result<Self, PlanError> {
        let Some(new) = kind.sequence else { panic!("plan `{}` is not sampled", kind.name) };
        if members == 0 {
            return Err(PlanError::NoMembers);
        }
        rows::check_replicates("members", members, replicates)?;
        let (names, distributions): (Vec<String>, Vec<Distribution>) = columns.into_iter().unzip();
        let columns = checked(kind.name, names)?;
        let sequence = replicated::replicated(new, columns.len(), (members, replicates), seed)?;
        let rule = sampled::Sampled { distributions, dependence, sequence };
        let arrangement = Arrangement { design: Design::Points, replicates, blocks: 1 };
        Ok(Self::whole_of(columns, members, Arc::new(rule)).arranged((replicates > 1).then_some(arrangement)))
    }

    /// Makes rows of two points and their mixtures, for Sobol' indices of independent parameters, with `second` also of
    /// pairs of them.
    ///
    /// # Errors
    ///
    /// If there are no rows or columns, groups are not sets of columns that have nothing in common, or replicates do not
    /// divide rows.
    pub fn saltelli(of: &Rows, second: bool) -> Result<Self, PlanError> {
        rows::saltelli(of, second).map(Self::of_rows)
    }

    /// Makes rows of a point and members that have subsets of the parameters in common with it, for Shapley effects.
    ///
    /// # Errors
    ///
    /// As [`Plan::saltelli`].
    pub fn shapley(of: &Rows, dependence: Option<Dependence>) -> Result<Self, PlanError> {
        rows::shapley(of, dependence).map(Self::of_rows)
    }

    /// Makes trajectories, the rows, over an even number of levels, for elementary effects.
    ///
    /// # Errors
    ///
    /// If there are no rows or columns, or levels are no even number.
    pub fn morris(of: &Rows, levels: u64) -> Result<Self, PlanError> {
        rows::morris(of, levels).map(Self::of_rows)
    }

    /// Makes the medians of all parameters, then each alone at two levels, the lower one first.
    ///
    /// # Errors
    ///
    /// If there is no column, or a name comes twice.
    pub fn one_at_a_time(columns: Vec<(String, Distribution)>, at: [f64; 2]) -> Result<Self, PlanError> {
        let (names, distributions): (Vec<String>, Vec<Distribution>) = columns.into_iter().unzip();
        let columns = checked(levels::ONE_AT_A_TIME.name, names)?;
        let members = 1 + 2 * columns.len() as u64;
        Ok(Self::whole_of(columns, members, Arc::new(levels::Levels::one_at_a_time(distributions, at))))
    }

    /// Makes a plan of one member for each row of a table.
    #[must_use]
    pub fn table(table: Table) -> Self {
        Self::whole_of(table.columns().to_vec(), table.rows(), Arc::new(table))
    }

    fn whole_of(columns: Vec<String>, members: u64, rule: Arc<dyn Rule>) -> Self {
        Self { columns, first: 0, members, of: members, rule, arrangement: None }
    }

    fn of_rows(of: rows::Arranged) -> Self {
        Self::whole_of(of.columns, of.members, of.rule).arranged(of.arrangement)
    }

    fn arranged(self, arrangement: Option<Arrangement>) -> Self {
        Self { arrangement: arrangement.map(Arc::new), ..self }
    }

    /// Returns how members belong together, by their numbers in the whole plan, where they do.
    #[must_use]
    pub fn arrangement(&self) -> Option<&Arrangement> {
        self.arrangement.as_deref()
    }

    /// Says whether a member, by its number in the whole plan, is an independent draw of the parameters.
    #[must_use]
    pub fn is_draw(&self, member: u64) -> bool {
        self.arrangement().is_none_or(|arrangement| arrangement.is_draw(member))
    }

    /// Returns the plan with further columns, whose values are those of all members.
    #[must_use]
    pub fn holding(&self, further: impl IntoIterator<Item = (String, f64)>) -> Self {
        let (names, values): (Vec<String>, Vec<f64>) = further.into_iter().unzip();
        let held = held::Held { rule: Arc::clone(&self.rule), columns: self.columns.len(), values };
        let columns = self.columns.iter().cloned().chain(names).collect();
        Self { columns, rule: Arc::new(held), ..self.clone() }
    }

    /// Returns the plan with further members behind its own, whose values are given row by row.
    #[must_use]
    pub fn followed_by(&self, rows: Vec<f64>) -> Self {
        let columns = self.columns.len();
        let members = self.of + (rows.len() / columns.max(1)) as u64;
        let rule = followed::Followed { rule: Arc::clone(&self.rule), members: self.of, columns, rows };
        Self::whole_of(self.columns.clone(), members, Arc::new(rule))
    }

    /// Returns the plan with further columns of whole numbers below a limit: in each, members have numbers in an order that follows
    /// from the seed, and as many members as there are numbers have each once.
    #[must_use]
    pub fn numbering(&self, further: &[String], limit: u64, seed: u64) -> Self {
        self.numbered(further, Order::Shuffled { limit, seed })
    }

    /// Returns the plan with further columns that hold the number of each member in the whole plan.
    #[must_use]
    pub fn counting(&self, further: &[String]) -> Self {
        self.numbered(further, Order::OfMembers)
    }

    fn numbered(&self, further: &[String], order: Order) -> Self {
        let rule = Numbered { rule: Arc::clone(&self.rule), columns: self.columns.len(), order };
        let columns = self.columns.iter().chain(further).cloned().collect();
        Self { columns, rule: Arc::new(rule), ..self.clone() }
    }

    /// Makes a plan of so many members that are alike, for [`Plan::numbering`] and [`Plan::counting`].
    #[must_use]
    pub fn alike(members: u64) -> Self {
        Self::whole_of(Vec::new(), members, Arc::new(numbered::Alike))
    }

    /// Returns the plan of some of its members, which are counted from zero on; those must be members.
    #[must_use]
    pub fn part(&self, members: Range<u64>) -> Self {
        Self { first: self.first + members.start, members: members.end - members.start, ..self.clone() }
    }

    /// Returns the plan that this is a part of; the plan itself where it is no part of another.
    #[must_use]
    pub fn whole(&self) -> Self {
        Self { first: 0, members: self.of, ..self.clone() }
    }

    /// Returns a plan of at most so many members that stand for all where something is decided for all alike: the first
    /// of the whole plan, whatever part of it this is, and of a sequence that goes on also those after its last member,
    /// so that their number decides nothing.
    #[must_use]
    pub fn representatives(&self, most: u64) -> Self {
        let members = if self.rule.goes_on() { most } else { most.min(self.of) };
        Self { first: 0, members, of: members, ..self.clone() }
    }

    /// Tells whether more members would go on from these, which stay as they are.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.rule.goes_on()
    }

    /// Returns the number in the whole plan of the first member, zero where the plan is no part of another.
    #[must_use]
    pub fn first(&self) -> u64 {
        self.first
    }

    /// Returns the values that a column takes, where these are listed.
    #[must_use]
    pub fn listed(&self, column: usize) -> Option<&[f64]> {
        self.rule.listed(column)
    }

    /// Returns the different values of a column, in order, unless there are more than so many.
    #[must_use]
    pub fn values_of(&self, column: usize, most: usize) -> Option<Vec<f64>> {
        let drawn = || self.distributions()?.get(column)?.single_values();
        let mut values = match self.listed(column).map(<[f64]>::to_vec).or_else(drawn) {
            Some(values) => values,
            _ => {
                let mut row = vec![0.0; self.columns.len()];
                let mut found = BTreeSet::new();
                for member in 0..self.members {
                    self.fill(member, &mut row);
                    found.insert(row[column].to_bits());
                    if found.len() > most {
                        return None;
                    }
                }
                found.into_iter().map(f64::from_bits).collect()
            }
        };
        values.sort_by(f64::total_cmp);
        values.dedup();
        Some(values).filter(|values| values.len() <= most)
    }

    /// Names of the varied parameters, in the order in which [`Plan::fill`] writes them.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Returns the number of members, at least one.
    #[must_use]
    pub fn members(&self) -> u64 {
        self.members
    }

    /// Writes the parameter values of `member`, one for each column.
    ///
    /// `member` has to be less than [`Plan::members`] and `values` as long as [`Plan::columns`]. Otherwise what is
    /// written means nothing, and entries of `values` may be left as they are.
    pub fn fill(&self, member: u64, values: &mut [f64]) {
        self.rule.fill(self.first + member, values);
    }

    /// Writes the parameter values of members that follow each other into a slice for each column, all of one length; what holds of
    /// [`Plan::fill`] holds of each.
    pub fn fill_columns(&self, first: u64, columns: &mut [&mut [f64]]) {
        self.rule.fill_columns(self.first + first, columns);
    }

    /// Returns the distributions of the columns; nothing where members are not drawn from distributions.
    #[must_use]
    pub fn distributions(&self) -> Option<&[Distribution]> {
        self.rule.distributions()
    }

    /// Returns how columns depend on each other, where some do.
    #[must_use]
    pub fn dependence(&self) -> Option<&Dependence> {
        self.rule.dependence()
    }

    /// Returns how the members were chosen: of what their means and shares are estimates.
    #[must_use]
    pub fn sample(&self) -> SampleKind {
        self.rule.sample()
    }

    /// Returns a sentence about a setting that works but is likely not what is wanted, if there is one.
    #[must_use]
    pub fn advice(&self) -> Option<String> {
        self.rule.advice()
    }
}
