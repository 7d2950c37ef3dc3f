//! What a reader sees of a reliability study.

use super::form::End;
use super::record::{IntervalText, PointRecord, ReliabilityRecord, SystemRecord};
use crate::report::{Page, Table, count, counted, number};

/// Design points that are shown.
const MOST_POINTS: usize = 20;

/// What the columns of design points are.
const EXPLAINED: &str = "u: independent normal scores; importance: alpha^2, of dependent parameters that of a score given those before it;\n\
                         by mean, by deviation: derivatives of beta, where all values move along or spread";

/// Returns the starts, the design points and the probabilities, and whether the methods agree.
pub(super) fn page(found: &ReliabilityRecord) -> Page {
    let mut page = Page::default();
    page.text(format!("P({}) from {}", found.failure, counted(found.members, "member")));
    if !found.starts.is_empty() {
        page.space();
        page.table(starts(found));
    }
    for point in found.design_points.iter().take(MOST_POINTS) {
        page.space();
        page.text(heading(found, point));
        page.table(coordinates(found, point));
    }
    if found.design_points.len() > MOST_POINTS {
        let more = count((found.design_points.len() - MOST_POINTS) as u64);
        page.text(format!("and {more} more design points, in reliability.json"));
    }
    if !found.design_points.is_empty() {
        page.space();
        page.text(EXPLAINED);
    }
    page.space();
    page.table(probabilities(found));
    notes(found).into_iter().for_each(|note| page.warning(note));
    page.space();
    page.text(format!("{}{}", found.verdict[..1].to_uppercase(), &found.verdict[1..]));
    page
}

fn row(cells: &[&str]) -> Vec<String> {
    cells.iter().map(ToString::to_string).collect()
}

/// Returns how the starts of each limit state ended.
fn starts(found: &ReliabilityRecord) -> Table {
    let mut rows = vec![row(&["limit state", "starts"])];
    rows[0].extend(End::ALL.iter().map(|(name, _)| name.to_string()));
    rows[0].push("members".into());
    for (limit, text) in found.limit_states.iter().enumerate() {
        let own = || found.starts.iter().filter(|start| start.limit_state == limit);
        let mut cells = vec![text.clone(), count(own().count() as u64)];
        cells.extend(End::ALL.iter().map(|(name, _)| count(own().filter(|start| start.end == *name).count() as u64)));
        cells.push(count(own().map(|start| start.evaluations).sum()));
        rows.push(cells);
    }
    Table::new(rows, 1)
}

fn heading(found: &ReliabilityRecord, point: &PointRecord) -> String {
    let mut text = format!(
        "design point of {}: beta = {}, from {}",
        found.limit_states[point.limit_state],
        number(point.beta),
        counted(point.starts, "start")
    );
    if let Some(curvatures) = point.curvatures.as_ref().filter(|all| !all.is_empty()) {
        let shown: Vec<String> = curvatures.iter().take(6).map(|kappa| number(*kappa)).collect();
        let more = if curvatures.len() > 6 { ", .." } else { "" };
        let from = point.second_derivatives.as_deref().unwrap_or("no");
        text += &format!("; curvatures {}{more} ({from})", shown.join(", "));
    }
    text
}

fn coordinates(found: &ReliabilityRecord, point: &PointRecord) -> Table {
    let mut rows = vec![row(&["parameter", "value", "u", "importance", "by mean", "by deviation"])];
    for name in &found.parameters {
        let of = [&point.x, &point.u, &point.importance, &point.by_mean, &point.by_deviation];
        let mut cells = vec![name.clone()];
        cells.extend(of.map(|all| all.get(name).map_or("-".into(), |x| number(*x))));
        rows.push(cells);
    }
    Table::new(rows, 1)
}

/// Returns the probability by each method.
fn probabilities(found: &ReliabilityRecord) -> Table {
    let mut rows = vec![row(&["method", "probability", "from", "to", "how"])];
    let mut system = |name: &str, of: &SystemRecord| {
        let [from, to] = of.ditlevsen.map(number);
        let is_one = of.ditlevsen[0] == of.ditlevsen[1];
        let how = if is_one {
            format!("beta {}", number(of.beta))
        } else {
            format!("Ditlevsen's bounds; sum {}", number(of.sum))
        };
        let ends = if is_one { ["-".into(), "-".into()] } else { [from, to] };
        rows.push([vec![name.to_string(), number(of.probability)], ends.to_vec(), vec![how]].concat());
    };
    found.form.iter().for_each(|of| system("form", of));
    for name in super::sorm::FORMULAS {
        found.sorm.get(name).iter().for_each(|of| system(name, of));
    }
    if let Some(of) = &found.importance {
        let how = format!(
            "{}, {} failed, effective number {:.0}, largest weight {:.2} %{}",
            counted(of.members, "member"),
            count(of.failures),
            of.effective_failures,
            100.0 * of.largest_weight,
            if of.trusted { "" } else { ": not trusted" }
        );
        rows.push([vec!["importance".into(), number(of.probability)], of.interval.ends(), vec![how]].concat());
    }
    if let Some(of) = &found.subset {
        let repeats = counted(of.repeats.len() as u64, "repeat");
        let how = format!("{} in {repeats}, up to {}", counted(of.members, "member"), counted(of.levels, "level"));
        rows.push([vec!["subset".into(), number(of.probability)], of.interval.ends(), vec![how]].concat());
    }
    if let Some(of) = &found.random {
        let how = format!("{}, {} failed", counted(of.members, "member"), count(of.failures));
        rows.push([vec!["random".into(), number(of.probability)], of.interval.ends(), vec![how]].concat());
    }
    Table::new(rows, 1).left_from(4)
}

/// Says what is to be minded of the methods.
fn notes(found: &ReliabilityRecord) -> Vec<String> {
    let mut notes = Vec::new();
    let asked = !found.starts.is_empty();
    for (limit, text) in found.limit_states.iter().enumerate().filter(|_| asked) {
        let own = || found.starts.iter().filter(|start| start.limit_state == limit);
        if own().all(|start| start.end == End::NoFailureFound.name()) {
            notes.push(format!("no start of {text:?} found a place where it passes from one side to the other"));
        } else if !own().any(|start| start.end == End::Converged.name()) {
            let mut outcomes: Vec<&str> = own().filter_map(|start| start.outcome.as_deref()).collect();
            outcomes.sort_unstable();
            outcomes.dedup();
            let failed =
                if outcomes.is_empty() { String::new() } else { format!(" (members: {})", outcomes.join(", ")) };
            notes.push(format!("no start of {text:?} converged{failed}, so that design points give no probability"));
        }
    }
    for point in found.design_points.iter().filter(|point| !point.is_nearest) {
        notes.push(format!(
            "at the design point of {:?} at beta = {} other points are as near, so that formulas of curvatures have no value",
            found.limit_states[point.limit_state],
            number(point.beta)
        ));
    }
    let sampled = [found.subset.as_ref().map(|of| of.probability), found.random.as_ref().map(|of| of.probability)];
    for p in sampled.into_iter().flatten() {
        if p == 1.0 {
            notes.push("every member fails: P = 1, as far as members tell".into());
        } else if p == 0.0 {
            notes.push("no member fails: P = 0, as far as members tell".into());
        }
    }
    notes.dedup();
    if !found.without_value.is_empty() {
        let words: Vec<String> = found.without_value.iter().map(|(name, n)| format!("{} {name}", count(*n))).collect();
        notes.push(format!("members without a value count as the scenario says: {}", words.join(", ")));
    }
    notes
}
