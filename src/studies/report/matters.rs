//! Which parameters matter: rank correlations, and what an output is where a parameter is small and where it is large.

use super::correlations::Matter;
use super::section::Section;
use super::source::{MATTERS, Role, Source};
use crate::report::{Page, Table, number, shown_unit};

/// Shows for every output how much each parameter matters, the one that matters most first.
pub(super) fn section(source: &Source) -> Option<Section> {
    let all = source.matters();
    if all.is_empty() {
        return None;
    }
    let mut page = Page::default();
    page.text(
        "Rank correlation: Spearman's, 1 or -1 where the output always rises or falls with the parameter. Swing: from the mean of \
         the output over the members with the least 5 % of the parameter to that over the greatest 5 %.",
    );
    for output in source.of_role(Role::Output).take(MATTERS) {
        let mut own: Vec<&Matter> = all.iter().filter(|matter| matter.output == output.name).collect();
        own.sort_by(|a, b| b.rank_correlation.abs().total_cmp(&a.rank_correlation.abs()));
        let unit = shown_unit(&output.unit);
        let head = ["parameter", "rank correlation", "at its least", "at its greatest", "swing"].map(String::from);
        let mut rows = vec![head.to_vec()];
        for matter in &own {
            let [low, high] = matter.ends;
            let mut row = vec![matter.parameter.clone(), format!("{:.3}", matter.rank_correlation)];
            row.extend([low, high, high - low].map(number));
            rows.push(row);
        }
        let label = if unit.is_empty() { output.name.clone() } else { format!("{}, in {unit}", output.name) };
        let mut part = Page::of(&label);
        part.table(Table::new(rows, 1));
        page.append(part);
    }
    Some(Section::new("What matters", page.html()))
}
