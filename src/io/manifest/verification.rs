//! What `gyrosweep run --verify` found, in the manifest.

use crate::ensemble::{ComponentDifference, Outcome, OutcomeChange, Study, Verification};
use crate::model::Mechanism;
use crate::model::output::Differentiated;
use serde::{Deserialize, Serialize};

/// A difference that is more than this share of the spread, or of the value, is large.
const LARGE: f64 = 0.01;

/// A spread below this share of the values is rounding.
const ROUNDING: f64 = 1e-9;

/// Says by how much the results of some members change when they are run again with finer steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VerificationRecord {
    /// What is finer, in words: half the step, or a tenth of the tolerance, and of beams twice the elements.
    pub finer: String,
    /// Members that were run again.
    pub members: u64,
    /// Members that end otherwise with finer steps, by what becomes of them.
    pub outcome_changes: Vec<OutcomeChangeRecord>,
    /// Every output component.
    pub outputs: Vec<OutputDifference>,
    /// What is to be minded, in words; empty where nothing is.
    pub warnings: Vec<String>,
}

/// Members that end otherwise with finer steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OutcomeChangeRecord {
    /// The outcome of the members in the run.
    pub here: Outcome,
    /// The outcome of the members with finer steps.
    pub finer: Outcome,
    /// The number of the members.
    pub members: u64,
    /// The first of the members.
    pub first: u64,
}

/// The amount by which an output component differs between the run and finer steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OutputDifference {
    /// The name of the component, a column of the tables.
    pub name: String,
    /// The unit of the component and of the differences.
    pub unit: String,
    /// Members that have a value with both.
    pub count: u64,
    /// The largest difference; null where no member has a value with both.
    pub largest: Option<f64>,
    /// The median of the differences.
    pub median: Option<f64>,
    /// The member where the difference is largest.
    pub member: Option<u64>,
    /// The largest difference, divided by what `relative_to` says; null where that is zero, or nothing was compared.
    pub relative: Option<f64>,
    /// What the largest difference is divided by.
    pub relative_to: RelativeTo,
    /// Members that have outputs with both, but a value of this one with one only, as the time of an event.
    pub missing_in_one: u64,
}

/// What a difference is seen against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RelativeTo {
    /// The standard deviation over all members of the run.
    Spread,
    /// The largest magnitude of the values that were compared, where the members do not differ but by rounding.
    Value,
    /// The largest component of the output, where the difference is of what is nothing but rounding beside it; of a
    /// derivative that of its output by the parameter or, where that is more, the output over the parameter.
    Output,
}

impl RelativeTo {
    /// Returns what the divisor is called.
    pub fn name(self) -> &'static str {
        match self {
            RelativeTo::Spread => "spread",
            RelativeTo::Value => "value",
            RelativeTo::Output => "output",
        }
    }
}

impl VerificationRecord {
    /// Makes the record of a verification of a study whose output components have these standard deviations over all
    /// members.
    pub(crate) fn new(study: &Study, verification: &Verification, spreads: &[Option<f64>]) -> Self {
        let [finer, cure] = &study.finer();
        let columns = study.mechanism.columns();
        let floors = floors(&study.mechanism, &verification.components);
        let found = spreads.iter().map(|spread| spread.unwrap_or(0.0)).zip(&verification.components);
        let compared = |((column, found), floor)| OutputDifference::new(column, found, floor);
        let outputs = columns.into_iter().zip(found).zip(floors).enumerate();
        // a condition changes by 1 or not at all
        let conditions: Vec<usize> = study.mechanism.conditions().map(|(c, _)| c).collect();
        let outputs = outputs.filter(|(c, _)| !conditions.contains(c)).map(|(_, found)| compared(found));
        let outputs: Vec<OutputDifference> = outputs.collect();
        let changes = |change: &OutcomeChange| {
            let OutcomeChange { here, finer: there, members, first } = *change;
            let (here, there) = (here.name(), there.name());
            let end = if members == 1 { "member ends" } else { "members end" };
            format!("{members} {end} as {here} here and as {there} with {finer}, the first is member {first}; {cure}")
        };
        let mut warnings: Vec<String> = verification.outcomes.iter().map(changes).collect();
        if outputs.iter().all(|output| output.count == 0) {
            warnings.push("no member has outputs both here and with finer steps: nothing is known of the error".into());
        }
        let reductions = study.mechanism.reductions().into_iter().enumerate();
        let reductions = reductions.filter(|(c, _)| !conditions.contains(c)).map(|(_, reduction)| reduction);
        // an output that tells of changes is itself as small as an error
        let matters = outputs.iter().zip(reductions).filter(|(_, reduction)| !reduction.is_of_changes());
        warnings.extend(matters.flat_map(|(output, _)| output.warnings(finer, cure)));
        Self {
            finer: finer.clone(),
            members: verification.members,
            outcome_changes: verification.outcomes.iter().map(OutcomeChangeRecord::from).collect(),
            outputs,
            warnings,
        }
    }
}

/// Returns what every column is seen against where it is smaller by orders of magnitude, see [`RelativeTo::Output`].
fn floors(mechanism: &Mechanism, components: &[ComponentDifference]) -> Vec<f64> {
    let outputs = mechanism.outputs.iter().enumerate();
    let output_of: Vec<usize> = outputs.flat_map(|(i, o)| std::iter::repeat_n(i, o.columns().len())).collect();
    let output_of = &output_of;
    let (derivatives, defaults) = (mechanism.derivative_columns(), mechanism.defaults());
    let largest =
        |columns: &mut dyn Iterator<Item = usize>| columns.map(|c| components[c].magnitude).fold(0.0, f64::max);
    let together = |column: usize| (0..components.len()).filter(move |c| output_of[*c] == output_of[column]);
    let mut floors: Vec<f64> = (0..components.len()).map(|c| largest(&mut together(c))).collect();
    for (place, of) in &derivatives {
        let is_of = |other: &Differentiated| other.by == of.by && output_of[other.column] == output_of[of.column];
        let others = derivatives.iter().filter(|(_, other)| is_of(other));
        let parameter = defaults[mechanism.differentiated_by_parameters()[of.by]].abs();
        let parameter = if parameter > 0.0 { parameter } else { 1.0 };
        let output = largest(&mut together(of.column));
        floors[*place] = largest(&mut others.map(|(other, _)| *other)).max(output / parameter);
    }
    floors
}

impl From<&OutcomeChange> for OutcomeChangeRecord {
    fn from(change: &OutcomeChange) -> Self {
        let OutcomeChange { here, finer, members, first } = *change;
        Self { here, finer, members, first }
    }
}

impl OutputDifference {
    fn new((name, unit): (String, String), (spread, found): (f64, &ComponentDifference), floor: f64) -> Self {
        let (relative_to, scale) = if spread.max(found.magnitude) < ROUNDING * floor {
            (RelativeTo::Output, floor)
        } else if spread > ROUNDING * found.magnitude {
            (RelativeTo::Spread, spread)
        } else {
            (RelativeTo::Value, found.magnitude)
        };
        let known = |x: f64| (found.count > 0).then_some(x);
        Self {
            name,
            unit,
            count: found.count,
            largest: known(found.largest),
            median: known(found.median),
            member: found.member,
            relative: known(found.largest / scale).filter(|_| scale > 0.0),
            relative_to,
            missing_in_one: found.missing_in_one,
        }
    }

    fn warnings(&self, finer: &str, cure: &str) -> Vec<String> {
        let Self { name, missing_in_one, .. } = self;
        let mut warnings = Vec::new();
        if let (Some(share), Some(member)) = (self.relative.filter(|r| *r > LARGE), self.member) {
            let of = match self.relative_to {
                RelativeTo::Spread => "of its standard deviation over the members",
                RelativeTo::Value => "of its value",
                RelativeTo::Output => "of the largest component of the output",
            };
            let share = if share < 10.0 { format!("{:.3} %", 100.0 * share) } else { format!("{share:.1e} times") };
            let of = if share.ends_with('%') { of } else { of.trim_start_matches("of ") };
            warnings.push(format!("{name}: {finer} changes it by up to {share} {of} (member {member}); {cure}"));
        }
        if *missing_in_one > 0 {
            warnings.push(format!(
                "{name}: {missing_in_one} members have a value with the run's steps or with {finer}, but not with both; \
                 {cure}"
            ));
        }
        warnings
    }
}
