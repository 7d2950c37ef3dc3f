//! `--shard` and `--member`: running a part of the plan.

use super::request::Part;
use super::shard::Shard;
use crate::ensemble::{HistogramRange, OutputSummaries, Sampling, Study};
use crate::io::manifest::PartRecord;
use crate::io::scenario::Scenario;
use crate::report::{Page, RowSelection, Table, counted, shown_unit};
use crate::sampling::plan::ALL;
use crate::statistics::BLOCK;
use crate::studies::Failure;
use crate::studies::common::SAMPLES;
use crate::studies::telling::Telling;
use std::collections::BTreeMap;
use std::ops::Range;

/// What is decided before anything is begun.
pub(super) struct Chosen {
    /// Which part of the plan is run; none where all of it is.
    pub(super) part: Option<PartRecord>,
    /// The bounds of histograms, where only statistics are kept.
    pub(super) ranges: Option<Vec<Option<HistogramRange>>>,
}

/// Says which samples a member has that is computed alone.
#[derive(Clone, Copy, Debug)]
pub(super) enum Samples {
    /// None beside those of the scenario: its verb does not run it in time.
    None,
    /// So many.
    Given(u32),
    /// Those of the scenario, or as many as usual.
    Usual,
}

/// Returns the study of the members that are asked for, and which part of the plan they are; none where they are all.
pub(super) fn of(
    telling: &mut Telling<'_>,
    study: Study,
    (part, samples): (Part, Samples),
    with_statistics: bool,
) -> Result<(Study, Option<PartRecord>), Failure> {
    let of = study.plan().members();
    let (members, shard) = match part {
        Part::Whole => return Ok((study, None)),
        Part::Member(member) if member >= of => {
            return Err(Failure::input(format!("--member: found {member}; accepted: 0 to {}", of - 1)));
        }
        Part::Member(member) => (member..member + 1, None),
        Part::Shard(shard) => (members_of(shard, of, with_statistics)?, Some([shard.number, shard.count])),
    };
    let record = PartRecord { first: members.start, of, shard };
    let study = study.of_part(members);
    let count = match samples {
        Samples::None => None,
        Samples::Given(count) => Some(count),
        Samples::Usual => study.sampling.is_none().then_some(SAMPLES),
    };
    let count = count.filter(|_| matches!(part, Part::Member(_)));
    let study = match count {
        Some(count) => sampled(telling, study, record.first, count),
        None => study,
    };
    Ok((study, Some(record)))
}

/// Returns the members of a shard of so many.
fn members_of(Shard { number, count }: Shard, of: u64, with_statistics: bool) -> Result<Range<u64>, Failure> {
    if count > of {
        let message = format!(
            "--shard {number}/{count}: the plan has {}; accepted: at most {}",
            counted(of, "member"),
            counted(of, "shard")
        );
        return Err(Failure::input(message));
    }
    // of statistics a shard is of whole blocks, so that its sums are those of the whole run
    let unit = if with_statistics { BLOCK as u64 } else { 1 };
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
    Ok(bound(number - 1)..bound(number))
}

/// Returns the study of a member with samples, which change no step.
fn sampled(telling: &mut Telling<'_>, study: Study, member: u64, samples: u32) -> Study {
    if study.sampled_channels().is_empty() {
        telling.show(Page::of_warning("no output has values over time (over = \"end\"), so there are no samples"));
        return study;
    }
    let mut parameters = study.mechanism.defaults();
    let mut values = vec![0.0; study.plan().columns().len()];
    study.plan().fill(0, &mut values);
    study.varied().iter().zip(values).for_each(|(at, value)| parameters[*at] = value);
    match study.step_sequence(&parameters) {
        Ok(sequence) => study.sampled_beside(Sampling::Every(sequence.duration() / f64::from(samples.max(1)))),
        Err(error) => {
            telling.show(Page::of_warning(format!("no samples of member {member}: {error}")));
            study
        }
    }
}

/// Fails where more members of a plan would be others from the first one on, or where a part of the plan is asked for.
pub(super) fn check_extension(scenario: &Scenario, part: Part) -> Result<(), Failure> {
    if part != Part::Whole {
        return Err(Failure::input(
            "--extend: a shard or a member of more members is another one; accepted: the whole plan",
        ));
    }
    if scenario.study.plan().goes_on() || scenario.refinement.is_some() {
        return Ok(());
    }
    let known: Vec<&str> = ALL.iter().filter(|info| info.goes_on()).map(|info| info.name).collect();
    let why = match scenario.has_signals_of_members {
        true => "members have signals of their own, and there are as many as there are files".into(),
        false => format!("the members of a plan of kind {:?} are others where they are more", scenario.plan),
    };
    Err(Failure::input(format!(
        "--extend: {why}; accepted: {} without files of members, or --force, which begins anew",
        known.join(", ")
    )))
}

/// Returns what was replaced in a scenario, and the member that is computed alone, as the options that say so.
pub(in crate::studies) fn options(scenario: &Scenario, part: Part) -> BTreeMap<String, String> {
    let mut options = scenario.replaced.options();
    match part {
        Part::Whole => {}
        Part::Member(member) => drop(options.insert("member".into(), member.to_string())),
        Part::Shard(shard) => drop(options.insert("shard".into(), shard.to_string())),
    }
    options
}

/// Returns what the folder of a part is called after that of the whole.
pub(in crate::studies) fn suffix(part: Part) -> String {
    match part {
        Part::Whole => String::new(),
        Part::Member(member) => format!("_member_{member}"),
        Part::Shard(Shard { number, count }) => format!("_shard_{number}_of_{count}"),
    }
}

/// Returns the parameters and outputs of a member that was run alone.
pub(super) fn values(scenario: &Scenario, outputs: &OutputSummaries, selection: &RowSelection) -> Page {
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
    let mut page = Page::default();
    page.table(Table::new(rows, 3).without_head());
    left_out.into_iter().for_each(|line| page.text(line));
    page
}
