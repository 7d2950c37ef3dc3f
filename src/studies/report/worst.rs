//! The members at both ends of an output, and those that failed, with the command that runs one again.

use super::section::Section;
use super::source::{NumberColumn, Role, Source};
use crate::io::manifest::RUN;
use crate::report::{Page, Table, count, html_text, number};

/// Members that are shown at each end, and of those that failed.
const SHOWN: usize = 10;

/// Outputs whose ends are shown.
const OUTPUTS: usize = 4;

/// Returns a table of members: number, outcome, parameters and an output.
fn table(source: &Source, members: &[usize], output: Option<&NumberColumn>) -> Table {
    let parameters: Vec<&NumberColumn> = source.of_role(Role::Parameter).take(8).collect();
    let mut head = vec!["member".to_string()];
    head.extend(output.map(NumberColumn::label));
    head.extend(parameters.iter().map(|column| column.label()));
    head.push("outcome".into());
    let row = |at: &usize| {
        let mut row = vec![source.members[*at].to_string()];
        row.extend(output.map(|column| number(column.values[*at])));
        row.extend(parameters.iter().map(|column| number(column.values[*at])));
        row.push(source.outcomes[*at].name().into());
        row
    };
    let left = head.len() - 1;
    Table::new(std::iter::once(head).chain(members.iter().map(row)).collect(), 0).left_from(left)
}

/// Returns the places of the first values in rising order of `sign` times each; of equal ones those in front.
fn first(values: &[f64], sign: f64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).filter(|at| !values[*at].is_nan()).collect();
    let by = |a: &usize, b: &usize| (sign * values[*a]).total_cmp(&(sign * values[*b])).then(a.cmp(b));
    if order.len() > SHOWN {
        order.select_nth_unstable_by(SHOWN - 1, by);
        order.truncate(SHOWN);
    }
    order.sort_unstable_by(by);
    order
}

/// Shows the extremes of the first outputs, and members that failed.
pub(super) fn section(source: &Source) -> Option<Section> {
    if source.members.len() < 2 {
        return None;
    }
    let mut page = Page::default();
    for output in source.outputs().take(OUTPUTS) {
        for (end, sign) in [("Least", 1.0), ("Greatest", -1.0)] {
            let mut part = Page::of(&format!("{end} {}", output.name));
            part.table(table(source, &first(&output.values, sign), Some(output)));
            page.append(part);
        }
    }
    let failed: Vec<usize> = (0..source.outcomes.len()).filter(|at| !source.outcomes[*at].has_outputs()).collect();
    if !failed.is_empty() {
        let few = &failed[..failed.len().min(2 * SHOWN)];
        let mut part = Page::of("Failed");
        if few.len() < failed.len() {
            part.text(format!("The first {} of {}.", few.len(), count(failed.len() as u64)));
        }
        part.table(table(source, few, None));
        page.append(part);
    }
    let again = source.folder.as_ref().map_or_else(String::new, |folder| {
        let verb = source.verb();
        let command = format!("gyrosweep {verb} {} --member NUMBER", folder.join("scenario.toml").display());
        let samples = if verb == RUN { ", with samples over time" } else { "" };
        format!("<p>One of them again{samples}:</p>\n<pre>{}</pre>\n", html_text(&command))
    });
    Some(Section::new("Worst members", again + &page.html()))
}
