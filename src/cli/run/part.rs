//! `--shard` and `--member`: running a part of the plan.

use super::RunArguments;
use super::shard::Shard;
use crate::cli::Failure;
use crate::cli::console::Console;
use crate::ensemble::{OutputSummaries, Sampling};
use crate::io::manifest::PartRecord;
use crate::io::scenario::Scenario;
use crate::report::{RowSelection, counted, shown_unit, table};
use crate::statistics::BLOCK;
use std::path::PathBuf;

/// Samples of a member that is run alone, where the scenario asks for none.
const SAMPLES: f64 = 200.0;

/// Leaves the members that are asked for, and says which part of the plan they are; none where they are all.
pub(super) fn keep(
    console: &Console,
    scenario: &mut Scenario,
    arguments: &RunArguments,
) -> Result<Option<PartRecord>, Failure> {
    let of = scenario.study.plan().members();
    let (members, shard) = match (arguments.shard, arguments.member) {
        (Some(Shard { number, count }), _) => {
            if count > of {
                let message = format!(
                    "--shard {number}/{count}: the plan has {}; accepted: at most {}",
                    counted(of, "member"),
                    counted(of, "shard")
                );
                return Err(Failure::input(message));
            }
            // of statistics a shard is of whole blocks, so that its sums are those of the whole run
            let unit = if arguments.statistics { BLOCK as u64 } else { 1 };
            let units = of.div_ceil(unit);
            if count > units {
                let message = format!(
                    "--shard {number}/{count} with --statistics: the plan has {} of {BLOCK} members, and none is \
                     divided; accepted: at most {}",
                    counted(units, "block"),
                    counted(units, "shard")
                );
                return Err(Failure::input(message));
            }
            // the product of two numbers of 64 bits
            let bound = |k: u64| {
                let whole = u64::try_from(u128::from(units) * u128::from(k) / u128::from(count)).unwrap_or(units);
                whole.saturating_mul(unit).min(of)
            };
            (bound(number - 1)..bound(number), Some([number, count]))
        }
        (None, Some(member)) if member >= of => {
            return Err(Failure::input(format!("--member: found {member}; accepted: 0 to {}", of - 1)));
        }
        (None, Some(member)) => (member..member + 1, None),
        (None, None) => return Ok(None),
    };
    let part = PartRecord { first: members.start, of, shard };
    scenario.study.keep_part(members);
    if arguments.member.is_some() && scenario.study.sampling.is_none() {
        sample(console, scenario, part.first);
    }
    Ok(Some(part))
}

/// Adds samples, which change no step.
fn sample(console: &Console, scenario: &mut Scenario, member: u64) {
    let study = &mut scenario.study;
    if study.sampled_channels().is_empty() {
        console.warning("no output has values over time (over = \"end\"), so there are no samples");
        return;
    }
    let mut parameters = study.mechanism.defaults();
    let mut values = vec![0.0; study.plan().columns().len()];
    study.plan().fill(0, &mut values);
    study.varied().iter().zip(values).for_each(|(at, value)| parameters[*at] = value);
    match study.step_sequence(&parameters) {
        Ok(sequence) => study.sampling = Some(Sampling::Every(sequence.duration() / SAMPLES)),
        Err(error) => console.warning(&format!("no samples of member {member}: {error}")),
    }
}

/// The folder of a part where none is given.
pub(super) fn folder(whole: PathBuf, arguments: &RunArguments) -> PathBuf {
    let name = whole.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    match (arguments.shard, arguments.member) {
        (Some(Shard { number, count }), _) => whole.with_file_name(format!("{name}_shard_{number}_of_{count}")),
        (None, Some(member)) => whole.with_file_name(format!("{name}_member_{member}")),
        (None, None) => whole,
    }
}

/// The parameters and outputs of a member that was run alone.
pub(super) fn values(scenario: &Scenario, outputs: &OutputSummaries, selection: &RowSelection) -> String {
    let study = &scenario.study;
    let mut values = vec![0.0; study.plan().columns().len()];
    study.plan().fill(0, &mut values);
    let row = |name: &str, value: Option<f64>, unit: &str| {
        vec![
            name.to_string(),
            value.map_or_else(String::new, |value| format!("{value:?}")),
            shown_unit(unit).to_string(),
        ]
    };
    let varied = study.varied().iter().zip(values).map(|(at, value)| {
        let parameter = &study.mechanism.parameters[*at];
        row(&parameter.name, Some(value), parameter.unit.as_deref().unwrap_or_default())
    });
    // the least of one value is that value
    let (shown, left_out) = selection.of(outputs.iter().collect(), |(name, ..)| name.to_string(), |_| false);
    let outputs = shown.into_iter().map(|(name, unit, summary)| row(name, summary.min(), unit));
    let rows: Vec<Vec<String>> = varied.chain(outputs).collect();
    table(&rows, 3) + &left_out.unwrap_or_default()
}
