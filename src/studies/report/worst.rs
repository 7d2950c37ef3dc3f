//! The members at both ends of an output, and those that failed, with the command that runs one again.

use super::section::Section;
use super::source::{NumberColumn, Role, Source};
use crate::report::{Page, Table, count, number};

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

/// Shows the extremes of the first outputs, and members that failed.
pub(super) fn section(source: &Source) -> Option<Section> {
    if source.members.len() < 2 {
        return None;
    }
    let mut page = Page::default();
    let scenario = source.folder.join("scenario.toml");
    page.text(format!(
        "One of them again, with samples over time: gyrosweep run {} --member NUMBER",
        scenario.display()
    ));
    for output in source.of_role(Role::Output).take(OUTPUTS) {
        let mut order: Vec<usize> = (0..output.values.len()).filter(|at| !output.values[*at].is_nan()).collect();
        order.sort_by(|a, b| output.values[*a].total_cmp(&output.values[*b]));
        let few = SHOWN.min(order.len());
        let mut part = Page::of(&format!("Least {}", output.name));
        part.table(table(source, &order[..few], Some(output)));
        page.append(part);
        let greatest: Vec<usize> = order.iter().rev().take(few).copied().collect();
        let mut part = Page::of(&format!("Greatest {}", output.name));
        part.table(table(source, &greatest, Some(output)));
        page.append(part);
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
    Some(Section::new("Worst members", page.html()))
}
