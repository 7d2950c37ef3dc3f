//! What a design study found, as a table.

use super::bounds::ActiveBound;
use super::fit::{FitQuality, Undetermined};
use super::optimiser::{Optimised, StartResult};
use super::walk::Reason;
use crate::design::{Design, Goal, Measurements, Objective};
use crate::ensemble::Study;
use crate::report::{Page, Table, count, counted, number, shown_unit};

/// Ends that are shown, the best of all.
const MOST_ROWS: usize = 20;

/// Returns where the starts ended, and what is known of the best end.
pub(super) fn page((study, design): (&Study, &Design), names: &[String], found: &Optimised) -> Page {
    let columns = study.mechanism.columns();
    let mut page = Page::default();
    page.text(format!("{} in {}", counted(found.members, "member"), counted(found.rounds, "ensemble")));
    page.space();
    page.append(design_table(names, &columns, design, found));
    let Some(best) = found.best() else { return page };
    let unit = |at: &usize| study.mechanism.parameters[*at].unit.clone().unwrap_or_default();
    let named: Vec<(String, String)> = names.iter().cloned().zip(study.varied().iter().map(unit)).collect();
    let start = &found.starts[best];
    page.space();
    page.text(format!("best: start {best}"));
    page.table(parameters_table(&named, start, &design.bounds));
    let further = [constraints_table(&design.goal, start), figures_table(&design.goal, found)];
    for table in further.into_iter().flatten() {
        page.space();
        page.append(table);
    }
    if let Some(words) = fit_in_words(names, &columns, &design.goal, start) {
        page.space();
        page.text(words);
    }
    page
}

/// Returns a table with a note below it.
fn with_note(rows: Vec<Vec<String>>, note: &str) -> Page {
    let mut page = Page::default();
    page.table(Table::new(rows, 1));
    page.text(note);
    page
}

/// Returns where the starts ended, the least objective first, with how many ended alike, and what their ends mean; `columns`
/// are those of the outputs, with their units.
fn design_table(names: &[String], columns: &[(String, String)], design: &Design, found: &Optimised) -> Page {
    let mut head = vec!["start".to_string(), "ending alike".into()];
    head.extend(names.iter().cloned());
    let objective = match &design.goal {
        Goal::Fit(measured) => match differences_unit(measured, columns) {
            Some(unit) if unit.contains(|c: char| !c.is_alphabetic()) => format!("sum of squares, ({unit})^2"),
            Some(unit) => format!("sum of squares, {unit}^2"),
            None => "sum of squares".into(),
        },
        Goal::Minimise(_) => "objective".into(),
    };
    head.push(objective);
    head.extend(["gradient", "iterations", "evaluations", "at bounds", "end"].map(String::from));
    let groups = found.equal_ends(&design.bounds);
    let row = |group: &Vec<usize>| {
        let start = &found.starts[group[0]];
        let mut row = vec![group[0].to_string(), count(group.len() as u64)];
        row.extend(start.point.iter().map(|p| number(*p)));
        row.push(start.objective.map_or("-".into(), number));
        row.push(start.gradient.map_or("-".into(), |g| if g == 0.0 { "0".into() } else { format!("{g:.1e}") }));
        let of = |value: &dyn Fn(&StartResult) -> u64| range(group.iter().map(|i| value(&found.starts[*i])));
        row.extend([of(&|start| start.iterations), of(&|start| start.evaluations)]);
        row.extend([start.at_bounds(names).unwrap_or_else(|| "-".into()), end(names, start)]);
        row
    };
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(groups.iter().take(MOST_ROWS).map(row)).collect();
    let mut page = Page::default();
    page.table(Table::new(rows, 0));
    if groups.len() > MOST_ROWS {
        let shown: usize = groups[..MOST_ROWS].iter().map(Vec::len).sum();
        page.text(format!("and {} more", count((found.starts.len() - shown) as u64)));
    }
    page.space();
    page.text("gradient: its norm in units of the intervals of the parameters, without what bounds hold");
    let mut ends: Vec<Reason> = Vec::new();
    for group in &groups {
        let reason = found.starts[group[0]].reason;
        if !ends.contains(&reason) {
            ends.push(reason);
        }
    }
    ends.iter().for_each(|reason| page.text(format!("{}: {}", reason.name(), reason.summary())));
    page
}

/// Returns the unit of the differences, where they are not in units of deviations and all have the same one.
fn differences_unit<'a>(measured: &Measurements, columns: &'a [(String, String)]) -> Option<&'a str> {
    let mut units = measured.columns.iter().map(|column| columns[*column].1.as_str());
    let first = units.next().filter(|unit| !["", "1"].contains(unit))?;
    (measured.deviations.is_none() && units.all(|unit| unit == first)).then_some(first)
}

/// Writes the least and the largest of some numbers.
fn range(values: impl Iterator<Item = u64>) -> String {
    let (least, largest) = values.fold((u64::MAX, 0), |(a, b), x| (a.min(x), b.max(x)));
    if least == largest { count(least) } else { format!("{} to {}", count(least), count(largest)) }
}

/// Says why a start ended, in words.
fn end(names: &[String], start: &StartResult) -> String {
    let Some((point, failed)) = &start.failed else { return start.reason.name().into() };
    let at: Vec<String> = names.iter().zip(point).map(|(name, p)| format!("{name} = {p:?}")).collect();
    format!("{} at {}", failed.0.name(), at.join(", "))
}

/// Returns the parameters that a start came to, with their standard errors where it has some.
fn parameters_table(names: &[(String, String)], start: &StartResult, bounds: &[[f64; 2]]) -> Table {
    let mut rows = vec![["parameter", "unit", "value", "std. error", "from", "to", ""].map(String::from).to_vec()];
    for (k, (name, unit)) in names.iter().enumerate() {
        let error = start.standard_error(k).map_or("-".into(), |error| format!("{error:.2e}"));
        let [from, to] = bounds[k].map(number);
        let held = match start.held[k] {
            Some(ActiveBound::Lower) => "at its lower bound",
            Some(ActiveBound::Upper) => "at its upper bound",
            None => "",
        };
        rows.push(vec![
            name.clone(),
            shown_unit(unit).to_string(),
            number(start.point[k]),
            error,
            from,
            to,
            held.into(),
        ]);
    }
    Table::new(rows, 2)
}

/// Probabilities of chi^2 beyond these are worth a word.
const LIKELY: [f64; 2] = [0.01, 0.99];

/// Returns what is to be known of a fit: what is not determined, chi^2 with its degrees of freedom and probability, and where
/// standard errors come from. `names` are those of the parameters, `columns` those of the outputs, with their units.
pub fn fit_in_words(
    names: &[String],
    columns: &[(String, String)],
    goal: &Goal,
    start: &StartResult,
) -> Option<String> {
    let (Goal::Fit(measured), Some(fit), Some(sum)) = (goal, &start.fit, start.objective) else { return None };
    let FitQuality { degrees_of_freedom: degrees, probability, .. } = fit;
    let open = undetermined(names, fit);
    let freedom = format!("{} of freedom", counted(*degrees as u64, "degree"));
    let Some(deviations) = &measured.deviations else {
        return Some(match (open, degrees) {
            (Some(open), _) => open,
            (None, 0) => {
                "no deviations are given and no degree of freedom is left: there are no standard errors".into()
            }
            (None, _) => format!(
                "standard errors are scaled by the differences that are left, whose standard deviation is {}{} with {freedom}, since no \
                 deviations are given; so nothing says whether the model fits (deviations = [..] in [design] would)",
                number((sum / *degrees as f64).sqrt()),
                differences_unit(measured, columns).map_or(String::new(), |unit| format!(" {unit}"))
            ),
        });
    };
    let of = |(column, deviation): (&usize, &f64)| {
        let (name, unit) = &columns[*column];
        let unit = if ["", "1"].contains(&unit.as_str()) { String::new() } else { format!(" {unit}") };
        format!("{name} {deviation:?}{unit}")
    };
    let deviations: Vec<String> = measured.columns.iter().zip(deviations).map(of).collect();
    let deviations = format!("deviations: {}", deviations.join(", "));
    let errors = open.unwrap_or_else(|| "standard errors follow from the deviations".into());
    let Some(p) = probability else {
        return Some(format!("{deviations}\nno degree of freedom is left, so there is no chi^2\n{errors}"));
    };
    let word = if *p < LIKELY[0] {
        "\nthat is unlikely: differences are larger than the deviations say; the model does not fit, or the deviations are too \
         small, and then standard errors are, too"
    } else if *p > LIKELY[1] {
        "\nthat is unlikely: differences are smaller than the deviations say, which may be too large, and then standard errors are, \
         too"
    } else {
        ""
    };
    let p = if *p >= 1e-3 { format!("{p:.4}") } else { format!("{p:.1e}") };
    let chi = format!("chi^2 = {} with {freedom}; the probability of at least so much is {p}{word}", number(sum));
    Some(format!("{deviations}\n{chi}\n{errors}"))
}

/// Says which parameters the measurements do not determine, if some.
fn undetermined(names: &[String], fit: &FitQuality) -> Option<String> {
    let of = |all: &[usize]| all.iter().map(|k| names[*k].as_str()).collect::<Vec<_>>().join(", ");
    let Undetermined { without_effect, together } = &fit.undetermined;
    let none = format!(
        "the measurements do not determine {}: no value that was measured depends on {} there",
        of(without_effect),
        if without_effect.len() == 1 { "it" } else { "them" }
    );
    let not_each = format!(
        "the measurements do not determine each of {}: there, changes of them can make up for each other",
        of(together)
    );
    let found = [(none, without_effect), (not_each, together)].into_iter().filter(|(_, of)| !of.is_empty());
    let found: Vec<String> = found.map(|(words, _)| words).collect();
    (!found.is_empty()).then(|| format!("{}\nso there are no standard errors", found.join("\n")))
}

/// Returns how the constraints stand at an end, as a table; nothing where there are none.
fn constraints_table(goal: &Goal, start: &StartResult) -> Option<Page> {
    let Goal::Minimise(objective) = goal else { return None };
    if objective.constraints.is_empty() {
        return None;
    }
    let mut rows = vec![["subject to", "excess", "objective per unit"].map(String::from).to_vec()];
    for (constraint, found) in objective.constraints.iter().zip(&start.constraints) {
        let rate = if found.rate == 0.0 { "-".into() } else { format!("{:.3e}", -found.rate) };
        rows.push(vec![constraint.text.clone(), format!("{:.1e}", found.value), rate]);
    }
    let note = "excess: by how much the side that is to be less is more; objective per unit: what it gains where the constraint gives way";
    Some(with_note(rows, note))
}

/// Returns the figures over random members at the best end, as a table; nothing where there are none.
fn figures_table(goal: &Goal, found: &Optimised) -> Option<Page> {
    let Goal::Minimise(Objective { random: Some(random), .. }) = goal else { return None };
    let head = ["over random members", "optimised", "itself", "of other members"];
    let mut rows = vec![head.map(String::from).to_vec()];
    for figure in &found.figures {
        let others = figure.others.map_or("-".into(), number);
        rows.push(vec![figure.text.clone(), number(figure.smooth), number(figure.plain), others]);
    }
    let note = format!(
        "{} members at every point, always the same; quantiles and probabilities are made smooth for the optimiser; others are as \
         many members of another seed",
        count(random.count() as u64)
    );
    Some(with_note(rows, &note))
}
