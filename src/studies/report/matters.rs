//! Which parameters matter: rank correlations, and what an output is where a parameter is small and where it is large.

use super::correlations::Matter;
use super::fans::{figure, figures};
use super::section::Section;
use super::source::{MATTERS, NumberColumn, Source};
use crate::plot::{Dimension, Picture, Tornado, tornado};
use crate::report::{Page, Table, number, shown_unit};
use crate::studies::sensitivity::IndexRecord;

/// Bars that are drawn for an output.
const BARS: usize = 16;

/// Draws the swings of an output, the longest first.
fn picture(output: &NumberColumn, own: &[&Matter]) -> Option<Picture> {
    let swing = |matter: &Matter| (matter.ends[1] - matter.ends[0]).abs();
    let mut sorted = own.to_vec();
    sorted.sort_by(|a, b| swing(b).total_cmp(&swing(a)));
    let present = output.values.iter().filter(|x| !x.is_nan());
    let [n, sum] = present.fold([0.0, 0.0], |[n, sum], x| [n + 1.0, sum + x]);
    tornado(&Tornado {
        title: format!("swings of {}", output.name),
        x: Dimension::default().labelled(&output.label()),
        bars: sorted.iter().take(BARS).map(|matter| (matter.parameter.clone(), matter.ends)).collect(),
        middle: Some(sum / n),
        notes: vec!["blue where it rises with the parameter, dashed: the mean".into()],
        ..Tornado::default()
    })
}

/// Shows for every output how much each parameter matters, the one that matters most first.
pub(super) fn section(source: &Source) -> Option<Section> {
    let all = source.matters();
    if all.is_empty() {
        return None;
    }
    let (mut page, mut html) = (Page::default(), String::new());
    page.text(
        "Rank correlation: Spearman's, 1 or -1 where the output always rises or falls with the parameter. Swing: from the mean of \
         the output over the members with the least 5 % of the parameter to that over the greatest 5 %.",
    );
    for output in source.outputs().take(MATTERS) {
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
        html.push_str(&page.html());
        page = Page::default();
        html.extend(picture(output, &own).map(|picture| figure(&picture)));
    }
    if let Some((measures, indices)) = &source.measures {
        html.push_str(&measures.html());
        let drawn = |output: &NumberColumn| {
            let name = output.of.as_deref().unwrap_or(&output.name);
            let has_more = |index: &IndexRecord| index.output == name && index.index != "rank_correlation";
            // rank correlations stand above
            let (content, _) =
                indices.tornado(name, (None, "members")).ok().filter(|_| indices.indices.iter().any(has_more))?;
            tornado(&content)
        };
        html.push_str(&figures(source.outputs().take(MATTERS).filter_map(drawn)));
    }
    Some(Section::new("What matters", html))
}
