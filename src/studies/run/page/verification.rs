//! What `--verify` found, as a table.

use crate::io::manifest::{OutputDifference, RelativeTo, VerificationRecord};
use crate::report::{Page, Table, count, counted, shown_unit};

/// What relative differences are divided by.
const OF_SPREAD: &str = "relative to the spread: to the standard deviation over all members of the run\n";
const OF_VALUE: &str = "relative to the value: to the largest magnitude, where members do not differ but by rounding\n";
const OF_OUTPUT: &str = "relative to the output: to its largest component, or of a derivative to the output over the parameter, where the \
                         component itself is nothing but rounding beside it\n";

/// Returns by how much every output differs between the run and finer steps: the members that were compared, the
/// largest and the median difference, and the largest relative to the spread or the value.
pub(super) fn verification_table(record: &VerificationRecord, members: u64) -> Page {
    let head = ["output", "unit", "members", "largest", "median", "relative", "to", "member"];
    let mut rows = vec![head.map(String::from).to_vec()];
    let figure = |x: Option<f64>| x.map_or("-".into(), |x| if x == 0.0 { "0".into() } else { format!("{x:.2e}") });
    let row = |output: &OutputDifference| {
        let compared = format!("{} of {}", count(output.count), count(record.members));
        let mut row = vec![output.name.clone(), shown_unit(&output.unit).to_string(), compared];
        row.extend([output.largest, output.median, output.relative].map(figure));
        row.push(output.relative_to.name().into());
        row.push(output.member.map_or("-".into(), |member| member.to_string()));
        row
    };
    rows.extend(record.outputs.iter().map(row));
    let of = [(RelativeTo::Spread, OF_SPREAD), (RelativeTo::Value, OF_VALUE), (RelativeTo::Output, OF_OUTPUT)];
    let is_there = |to: &RelativeTo| record.outputs.iter().any(|output| output.relative_to == *to);
    let why: String = of.iter().filter(|(to, _)| is_there(to)).map(|(_, words)| *words).collect();
    let mut page = Page::default();
    page.text(format!("difference to {}, {} of {}", record.finer, count(record.members), counted(members, "member")));
    page.space();
    page.table(Table::new(rows, 2));
    page.space();
    if !why.is_empty() {
        page.text(why);
    }
    page
}
