//! The file of `gyrosweep sensitivity --json`.

use crate::io::manifest::IntervalRecord;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Says that an index was found by members that the plan made for it.
pub(super) const MEMBERS: &str = "members";
/// Says that an index was found by polynomial chaos.
pub(super) const CHAOS: &str = "chaos";

/// Says what the derivatives of outputs in a finished run say of the whole ensemble.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SensitivityFile {
    /// The scenario file, as it was named.
    pub scenario: String,
    /// SHA-256 of the text of the scenario, in hexadecimal.
    pub scenario_sha256: String,
    /// The table of members that was read.
    pub table: String,
    /// Members in that table.
    pub members: u64,
    /// The parameters of the central member: the mean of the distribution of each that the plan varies.
    pub central: BTreeMap<String, f64>,
    /// The parameters that the plan varies and no derivative is by; the propagation leaves them out.
    pub without_derivatives: Vec<String>,
    /// The outputs that differ between members by rounding alone, which nothing is said of.
    #[serde(default)]
    pub rounding: Vec<String>,
    /// The outputs that have derivatives.
    pub outputs: Vec<OutputSensitivity>,
    /// The indices that the members of the plan allow; null where it allows none.
    #[serde(default)]
    pub indices: Option<IndicesRecord>,
}

/// The indices of all outputs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct IndicesRecord {
    /// Members that failed.
    pub failed: u64,
    /// The share of members that may fail.
    pub accepted: f64,
    /// The indices, output by output.
    pub indices: Vec<IndexRecord>,
    /// The polynomial chaos of outputs, where it was asked for.
    #[serde(default)]
    pub chaos: Vec<ChaosRecord>,
    /// The outputs that have none.
    pub without: Vec<WithoutIndices>,
}

/// The polynomial chaos of an output: a sum of products of orthonormal polynomials of the parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChaosRecord {
    /// The name of the output component.
    pub output: String,
    /// The unit of the component.
    pub unit: String,
    /// The largest degree of a product.
    pub degree: u64,
    /// True where that degree was asked for; else it is the one whose error is least.
    pub degree_was_given: bool,
    /// The products that the sum has.
    pub terms: u64,
    /// The products of that degree, which they were chosen from.
    pub candidates: u64,
    /// The members that the sum is made of.
    pub members: u64,
    /// Their equations: a value each, and derivatives.
    pub equations: u64,
    /// The parameters, in the order of the degrees of terms.
    pub parameters: Vec<String>,
    /// The terms of the sum, the one that was chosen first first.
    pub sum: Vec<ChaosTerm>,
    /// The mean that the sum has.
    pub mean: f64,
    /// The standard deviation that the sum has.
    pub std: f64,
    /// The root mean square error in members that terms were not chosen by (five-fold cross-validation).
    pub error: f64,
}

/// An index of an output.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IndexRecord {
    /// The name of the output component, a column of the table of members.
    pub output: String,
    /// The unit of the component; that of `mu`, `mu_star`, `sigma`, `at_low` and `at_high`, too, other indices have none.
    pub unit: String,
    /// What it was found by: `members` that the plan made for it, or polynomial `chaos`.
    #[serde(default = "members")]
    pub by: String,
    /// The index: `first`, `total`, `second`, `shapley`, `explained` (parts of the variance), `mu`, `mu_star`, `sigma` (of
    /// elementary effects, per unit of the range), `rank_correlation`, `at_low` or `at_high` (changes from the medians); of a probability also
    /// `half_deviation` (what it changes by with half the deviation of a parameter), `by_deviation` and `by_mean` (its derivatives).
    pub index: String,
    /// The parameters or groups that it is of.
    pub of: Vec<String>,
    /// The value of the index.
    pub value: f64,
    /// The interval; null where members do not tell any.
    pub interval: Option<IntervalRecord>,
    /// The rows that it was made of; of a rank correlation, of derivatives and of polynomial chaos members; of `half_deviation` the members of that which they are worth.
    pub counted: u64,
    /// The rows that were left out, since a member of them has no value.
    pub left_out: u64,
}

/// A product of orthonormal polynomials, of a degree in each parameter, times its coefficient.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChaosTerm {
    /// The degree of the polynomial of each parameter.
    pub degrees: Vec<u8>,
    /// The coefficient, in the unit of the output.
    pub coefficient: f64,
}

/// Returns what indices are by that do not say it.
fn members() -> String {
    MEMBERS.into()
}

/// An output without indices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WithoutIndices {
    /// The name of the output component.
    pub output: String,
    /// The reason, in words.
    pub why: String,
}

/// What is known of an output component.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OutputSensitivity {
    /// The name of the component, a column of the table.
    pub name: String,
    /// The unit of the component.
    pub unit: String,
    /// The parameters by how much they can matter, the first most; those that no member has a derivative by are left out.
    pub parameters: Vec<ParameterMeasure>,
    /// Propagation to first order beside the ensemble; null where the central member or the ensemble has no value.
    pub propagation: Option<PropagationRecord>,
}

/// How much a parameter can matter to an output.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ParameterMeasure {
    /// The name of the parameter.
    pub name: String,
    /// Members that have the value and the derivative.
    pub members: u64,
    /// The mean square of the derivative, nu = E[(dy/dp)^2], in squared units of the derivative.
    pub mean_square: f64,
    /// The standard error of the mean square.
    pub mean_square_standard_error: f64,
    /// The bound on the total Sobol' index, by the Poincare inequality of the distribution; null where there is none. It
    /// may exceed one.
    pub total_index_bound: Option<f64>,
    /// The standard error of the bound.
    pub total_index_bound_standard_error: Option<f64>,
    /// The reason why there is no bound, in words.
    pub no_bound: Option<String>,
}

/// Mean and standard deviation of an output to first order, beside those of the ensemble, in the unit of the output.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PropagationRecord {
    /// Members that have a value.
    pub members: u64,
    /// The value of the central member.
    pub linear_mean: f64,
    /// The root of the sum of (dy/dp)^2 sigma^2 over the parameters, at the central member.
    pub linear_std: f64,
    /// The mean of the ensemble.
    pub mean: f64,
    /// The standard error of that mean, and of the difference of the two means.
    pub mean_standard_error: f64,
    /// The standard deviation of the ensemble.
    pub std: f64,
    /// The standard error of that deviation, and of the difference of the two deviations.
    pub std_standard_error: f64,
    /// The linear mean minus that of the ensemble.
    pub mean_difference: f64,
    /// The linear deviation minus that of the ensemble.
    pub std_difference: f64,
    /// True where both differences are within twice their standard errors.
    pub agrees: bool,
}
