//! What became of the members, and figures of their outputs.

use super::section::Section;
use super::source::{Role, Source};
use crate::ensemble::Outcome;
use crate::report::{Page, Table, count, number, share, shown_unit};
use crate::studies::run::{pose_tables, probability_table};

fn cells<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(String::from).to_vec()
}

/// Counts the members by outcome, with where in the parameters those that failed lie.
pub(super) fn outcomes(source: &Source) -> Option<Section> {
    let about = &source.manifest;
    let mut rows = vec![cells(["outcome", "members", "means"])];
    for (outcome, members) in about.outcomes.iter().filter(|(_, members)| **members > 0) {
        rows.push(vec![outcome.name().into(), count(*members), outcome.summary().into()]);
    }
    let mut page = Page::default();
    page.table(Table::new(rows, 1).left_from(2));
    about.commonest_failure.iter().for_each(|most| {
        page.text(format!("To help against {}: {}.", most.outcome.name(), most.cure.replace('`', "")))
    });
    if let Some(table) = failures(source) {
        page.text("Parameters of the members that failed, beside those of all:");
        page.table(table);
    }
    Some(Section::new("Outcomes", page.html()))
}

/// Returns the ranges of parameters of members that failed, if some did and others did not.
fn failures(source: &Source) -> Option<Table> {
    let failed = source.failed();
    if failed == 0 || failed == source.outcomes.len() {
        return None;
    }
    let mut rows = vec![cells([
        "parameter",
        "unit",
        "least",
        "greatest",
        "mean",
        "least of all",
        "greatest of all",
        "mean of all",
    ])];
    for column in source.of_role(Role::Parameter) {
        let of = |is_of: &dyn Fn(&Outcome) -> bool| {
            let some = column.values.iter().zip(&source.outcomes).filter(|(_, outcome)| is_of(outcome));
            let (mut count, mut sum, mut range) = (0.0, 0.0, [f64::INFINITY, f64::NEG_INFINITY]);
            for (x, _) in some.filter(|(x, _)| !x.is_nan()) {
                (count, sum, range) = (count + 1.0, sum + x, [range[0].min(*x), range[1].max(*x)]);
            }
            [range[0], range[1], sum / count].map(number)
        };
        let mut row = vec![column.name.clone(), shown_unit(&column.unit).into()];
        row.extend(of(&|outcome| !outcome.has_outputs()));
        row.extend(of(&|_| true));
        rows.push(row);
    }
    (rows.len() > 1).then(|| Table::new(rows, 2))
}

/// Returns figures of the outputs over all members that have them, and the probabilities.
pub(super) fn outputs(source: &Source) -> Option<Section> {
    let about = &source.manifest;
    let is_condition = |name: &str| about.probabilities.iter().any(|probability| probability.name == name);
    let is_of_rotation = |name: &String| about.poses.iter().any(|pose| pose.columns.contains(name));
    let has_mean = |name: &String| !is_condition(name) && !is_of_rotation(name);
    let shown: Vec<_> = about.outputs.iter().filter(|output| has_mean(&output.name)).collect();
    let mut page = Page::default();
    if !shown.is_empty() {
        let has_errors = shown.iter().any(|output| output.standard_error.is_some());
        let mut head = cells(["output", "unit", "members", "mean"]);
        head.extend(has_errors.then(|| "standard error".to_string()));
        head.extend(cells(["standard deviation", "least", "5 %", "median", "95 %", "greatest"]));
        let mut rows = vec![head];
        for output in shown {
            let cell = |value: Option<f64>| value.map_or_else(|| "-".into(), number);
            let mut row = vec![output.name.clone(), shown_unit(&output.unit).into()];
            row.extend([share(output.count, about.members_written), cell(output.mean)]);
            row.extend(has_errors.then(|| cell(output.standard_error)));
            let figures =
                [output.std, output.min, output.quantile_05, output.quantile_50, output.quantile_95, output.max];
            row.extend(figures.map(cell));
            rows.push(row);
        }
        page.table(Table::new(rows, 2));
    }
    pose_tables(&about.poses, about.members_written).into_iter().for_each(|tables| page.append(tables));
    probability_table(&about.probabilities, about.sample).into_iter().for_each(|table| page.append(table));
    (!page.blocks().is_empty()).then(|| Section::new("Outputs", page.html()))
}
