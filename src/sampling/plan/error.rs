//! What can be wrong with a plan.

use thiserror::Error;

/// A plan that cannot be carried out.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum PlanError {
    /// The plan has no members.
    #[error("members = 0: a plan needs at least one member")]
    NoMembers,
    /// The plan varies nothing.
    #[error("plan `{plan}` varies no parameter: it needs at least one")]
    NoColumns {
        /// Name of the plan kind.
        plan: &'static str,
    },
    /// A parameter is varied twice.
    #[error("parameter `{column}` is varied twice")]
    RepeatedColumn {
        /// Name of the parameter.
        column: String,
    },
    /// A grid axis has no values.
    #[error("grid axis `{column}` has no values: it needs at least one")]
    EmptyAxis {
        /// Name of the parameter.
        column: String,
    },
    /// An evenly spaced grid axis has more values than one may ask for.
    #[error("grid axis `{column}`: count = {count} is more than {limit}")]
    LongAxis {
        /// Name of the parameter.
        column: String,
        /// Number of values asked for.
        count: u64,
        /// Greatest number of values.
        limit: u64,
    },
    /// A grid axis holds an infinite number or one that is not a number.
    #[error("grid axis `{column}`: {what} = {value} is not a finite number")]
    NotFinite {
        /// Name of the parameter.
        column: String,
        /// The name of the number on the axis.
        what: String,
        /// The number.
        value: f64,
    },
    /// The number of combinations of a grid does not fit 64 bits.
    #[error("the grid of {sizes} values has more than 2^64 - 1 members")]
    GridTooLarge {
        /// Lengths of the axes as a product.
        sizes: String,
    },
    /// A sampled plan cannot serve that many columns.
    #[error("plan `{plan}` can vary at most {limit} parameters, but {found} are varied")]
    TooManyColumns {
        /// Name of the plan kind.
        plan: &'static str,
        /// Greatest number of columns.
        limit: usize,
        /// Number of columns asked for.
        found: usize,
    },
    /// A sampled plan cannot serve that many members.
    #[error("members = {found}: plan `{plan}` can have at most {limit}")]
    TooManyMembers {
        /// Name of the plan kind.
        plan: &'static str,
        /// Greatest number of members.
        limit: u64,
        /// Number of members asked for.
        found: u64,
    },
    /// Replicates are not of one size.
    #[error(
        "found {replicates}, which does not divide {counted} = {count}; accepted: a divisor, or {counted} = {}",
        multiples(*.count, *.replicates)
    )]
    Replicates {
        /// What is divided.
        counted: &'static str,
        /// How many of these there are.
        count: u64,
        /// The number of replicates.
        replicates: u64,
    },
    /// Rows have more members together than are told apart.
    #[error("{rows} rows of {blocks} members are more than 2^53 members")]
    TooManyRows {
        /// The number of rows.
        rows: u64,
        /// Members of a row.
        blocks: u64,
    },
    /// Levels are not two halves.
    #[error("found {levels}; accepted: an even number from 2 to {most}, of which a jump is half of")]
    Levels {
        /// The number of levels.
        levels: u64,
        /// Most levels.
        most: u64,
    },
    /// A group has no parameters.
    #[error(
        "the group {group:?} has no parameters; accepted: some that the plan varies, as in mount = [\"stiffness\", \"damping\"]"
    )]
    EmptyGroup {
        /// The name of the group.
        group: String,
    },
    /// A group has no name, or one that lists of names cannot hold.
    #[error(
        "the group {group:?} has no name that a list of names can hold; accepted: a name without commas, as in mount = [\"stiffness\", \"damping\"]"
    )]
    GroupName {
        /// The name of the group.
        group: String,
    },
    /// A group has a parameter that is not varied.
    #[error("the plan does not vary {column:?} of the group {group:?}; accepted: {varied}")]
    NotVaried {
        /// The name of the group.
        group: String,
        /// The name of the parameter.
        column: String,
        /// The names of the parameters that are varied.
        varied: String,
    },
    /// A parameter is in two groups.
    #[error("{column:?} is in the groups {groups}; accepted: every parameter in one group at most, and once")]
    InTwoGroups {
        /// The name of the parameter.
        column: String,
        /// The names of the groups.
        groups: String,
    },
}

/// Names the multiples of a number around a count.
fn multiples(count: u64, of: u64) -> String {
    let lower = count / of.max(1) * of;
    match lower {
        0 => of.to_string(),
        _ => format!("{lower} or {}", lower.saturating_add(of)),
    }
}
