//! The indices of an output as a tornado, each with its interval.

use super::PlotArguments;
use crate::cli::Failure;
use gyrosweep::io::manifest::RunManifest;
use gyrosweep::io::scenario::{Overrides, Purpose, Scenario};
use gyrosweep::plot::{Dimension, Picture, Tornado, tornado};
use gyrosweep::report::shown_unit;
use gyrosweep::studies::sensitivity::{IndexRecord, Request, SensitivityFile};
use gyrosweep::studies::{self, Silent};

/// The indices that are drawn where none is named, the first of them that there is.
const USUAL: [&str; 6] = ["total", "shapley", "mu_star", "at_high", "half_deviation", "rank_correlation"];
/// Bars that are drawn.
const BARS: usize = 24;

/// Draws the indices of an output, the largest first.
pub(super) fn bars_of(arguments: &PlotArguments, output: &str) -> Result<Picture, Failure> {
    let record = record(arguments)?;
    let chaos = arguments.chaos.is_some();
    let all = record.indices.map_or_else(Vec::new, |record| record.indices);
    let own: Vec<&IndexRecord> =
        all.iter().filter(|index| index.output == output && (index.by == "chaos") == chaos).collect();
    if own.is_empty() {
        let mut outputs: Vec<&str> = all.iter().map(|index| index.output.as_str()).collect();
        outputs.dedup();
        return Err(Failure::input(format!("--tornado: no indices of {output:?}; accepted: {}", outputs.join(", "))));
    }
    let has = |kind: &str| own.iter().any(|index| index.index == kind);
    let kind = match &arguments.index {
        Some(kind) => kind.as_str(),
        None => USUAL.into_iter().find(|kind| has(kind)).unwrap_or(USUAL[0]),
    };
    let mut chosen: Vec<&IndexRecord> = own.iter().copied().filter(|index| index.index == kind).collect();
    if chosen.is_empty() {
        let mut kinds: Vec<&str> = own.iter().map(|index| index.index.as_str()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        return Err(Failure::input(format!("--index: {output} has no {kind:?}; accepted: {}", kinds.join(", "))));
    }
    chosen.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()));
    let (unit, total) = (shown_unit(&chosen[0].unit), chosen.len());
    chosen.truncate(BARS);
    let in_unit = matches!(kind, "mu" | "mu_star" | "sigma" | "at_low" | "at_high") && !unit.is_empty();
    let name = match kind {
        "first" | "total" | "second" => format!("{kind} index"),
        "half_deviation" => "change with half the deviation".into(),
        "by_deviation" | "by_mean" => format!("derivative {}", kind.replace('_', " ")),
        _ => kind.replace('_', " ").replace("mu star", "mu*"),
    };
    let label = if in_unit { format!("{name} ({unit})") } else { name.clone() };
    let mut notes = Vec::new();
    if chosen.iter().any(|index| index.interval.is_some()) {
        notes.push("whiskers: intervals of 95 %".to_string());
    }
    if total > BARS {
        notes.push(format!("the largest {BARS} of {total}: {} are left out", total - BARS));
    }
    let left_out = chosen.iter().map(|index| index.left_out).max().unwrap_or(0);
    if left_out > 0 {
        notes.push(format!("{left_out} of {} rows left out", left_out + chosen[0].counted));
    }
    let picture = tornado(&Tornado {
        title: arguments.titled(format!("{name} of {output}")),
        x: arguments.dimension(super::arguments::Direction::X, Dimension::default().labelled(&label))?,
        bars: chosen.iter().map(|index| (index.of.join(", "), [0.0, index.value])).collect(),
        intervals: chosen.iter().map(|index| index.interval.as_ref().map(|i| [i.lower, i.upper])).collect(),
        middle: Some(0.0),
        notes,
        style: arguments.page_style(),
    });
    let mut picture = picture.ok_or_else(|| Failure::input(format!("--tornado: nothing of {output} can be drawn")))?;
    picture.total = total as u64;
    Ok(picture)
}

/// Returns what the results in the folder say.
fn record(arguments: &PlotArguments) -> Result<SensitivityFile, Failure> {
    let folder = arguments.folder.clone();
    let verb = RunManifest::read(&folder.join("manifest.json")).map_err(Failure::input)?.verb;
    let overrides = Overrides { purpose: Purpose::of_verb(&verb), ..Overrides::default() };
    let scenario = Scenario::read(&folder.join("scenario.toml"), overrides).map_err(Failure::input)?;
    let (accept_failed, chaos) = (arguments.accept_failed, arguments.chaos);
    let request = Request {
        scenario,
        results: Some(folder),
        data: None,
        json: None,
        accept_failed,
        chaos,
        keep: false,
        force: false,
    };
    Ok(studies::run(request, &Silent)?.found.record)
}
