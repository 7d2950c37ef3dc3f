//! Indices as tables.

use super::record::{CHAOS, ChaosRecord, IndexRecord, IndicesRecord, MEMBERS};
use crate::io::manifest::IntervalRecord;
use crate::report::{Page, Table, count, number, shown_unit};

/// Rows that a table shows of an output.
const SHOWN: usize = 24;

/// The error over the standard deviation beyond which polynomials say little.
const POOR: f64 = 0.3;

/// What stands together in a table: a heading, the indices, the first of which ranks, and what they say.
const TABLES: [(&str, &[&str], &str); 7] = [
    (
        "Which tolerance to tighten",
        &["half_deviation", "by_deviation", "by_mean"],
        "half deviation: what the probability changes by where the parameter has half its standard deviation around its mean;\nby deviation, by mean: \
         derivatives of the probability, per unit of the parameter",
    ),
    (
        "Sobol' indices",
        &["total", "first"],
        "total: the part of the output's variance that would go if the parameter were known, alone and with all others it acts \
         with;\nfirst: what it explains alone",
    ),
    ("Second-order indices", &["second"], "what a pair explains beyond what both explain alone"),
    (
        "Shapley effects",
        &["shapley"],
        "what a parameter adds to the part of the variance that is explained, in the mean of all orders; effects add up to one",
    ),
    ("What subsets explain", &["explained"], "the part of the variance that goes if all of these are known"),
    (
        "Elementary effects",
        &["mu_star", "mu", "sigma"],
        "mean magnitude, mean and standard deviation of what the output changes by, per unit of the parameter's range",
    ),
    (
        "Rank correlations",
        &["rank_correlation"],
        "Spearman's, 1 or -1 where the output always rises or falls with the parameter",
    ),
];

/// Returns the changes of outputs where one parameter alone is low or high.
const CHANGES: (&str, &[&str], &str) = (
    "One parameter at a time",
    &["at_high", "at_low"],
    "the change from the value where all parameters have their medians",
);

/// Returns the indices of all outputs, with what was left out.
pub(super) fn indices_page(record: &IndicesRecord) -> Page {
    let mut page = Page::default();
    for (by, title_end) in [(MEMBERS, ""), (CHAOS, ", by polynomial chaos")] {
        for (title, kinds, meaning) in TABLES.iter().chain([&CHANGES]) {
            let rows = rows(record, (by, kinds));
            if rows.len() > 1 {
                page.text(format!("\n{title}{title_end}"));
                page.table(Table::new(rows, 2));
                page.text(*meaning);
            }
        }
    }
    if !record.chaos.is_empty() {
        page.text("\nPolynomial chaos");
        page.table(sums(record));
        page.text(
            "terms: products of orthonormal polynomials of the parameters, of the most promising first as many as predict best what they were not chosen \
             by;\nerror: the root mean square of these predictions (five-fold cross-validation)",
        );
        if !record.indices.iter().any(|index| index.by == CHAOS) {
            page.text(
                "no indices by polynomials: every parameter depends on another one; plan.kind = \"shapley\" has theirs",
            );
        }
        for of in record.chaos.iter().filter(|of| of.error > POOR * of.std) {
            page.warning(format!(
                "polynomials do not describe {}: they miss {:.0} % of its variance, which may be of any parameter; more members, derivatives, or plan.kind = \
                 \"saltelli\" (of what jumps, as a yes or no)",
                of.output,
                100.0 * (of.error / of.std).powi(2).min(1.0)
            ));
        }
    }
    let kinds = IntervalRecord::words_of_all(record.indices.iter().filter_map(|index| index.interval.as_ref()));
    match kinds.is_empty() {
        false => page.text(format!("intervals of 95 %: {kinds}")),
        true if record.indices.is_empty() => {}
        true if record.indices.iter().all(|index| CHANGES.1.contains(&index.index.as_str())) => {
            page.text("no intervals: each change is that of one member");
        }
        true => page.text(
            "no intervals: members of one plan do not tell them; a plan with replicates of eight members and more, as replicates = 16 in [plan], has them",
        ),
    }
    let (single, of_rows): (Vec<_>, Vec<_>) = record
        .indices
        .iter()
        .filter(|index| index.left_out > 0)
        .partition(|index| index.index == "rank_correlation" || index.by == CHAOS);
    let mut warn = |of: Vec<&IndexRecord>, what: &str| {
        if let Some(most) = of.into_iter().max_by_key(|index| index.left_out) {
            let [left_out, all] = [most.left_out, most.left_out + most.counted].map(count);
            page.warning(format!("{left_out} of {all} {what} ({} members failed)", count(record.failed)));
        }
    };
    match of_rows.is_empty() {
        true => warn(single, "members are left out, since they have no value"),
        false => warn(of_rows, "rows are left out whole, since a member of them has no value"),
    }
    record.without.iter().for_each(|of| page.text(format!("no indices of {}: {}", of.output, of.why)));
    page
}

/// Returns a row for whatever has these indices, output by output, the first index largest first.
fn rows(record: &IndicesRecord, (by, kinds): (&str, &[&str])) -> Vec<Vec<String>> {
    let mut rows = vec![vec!["output".to_string(), "of".into()]];
    rows[0].extend(
        kinds.iter().flat_map(|kind| [kind.replace('_', " ").replace("mu star", "mu*"), "95 % interval".into()]),
    );
    let all: Vec<&IndexRecord> = record.indices.iter().filter(|index| index.by == by).collect();
    let mut outputs: Vec<&str> = all.iter().map(|index| index.output.as_str()).collect();
    outputs.dedup();
    for output in outputs {
        let own = |kind: &str| {
            all.iter().copied().filter(|index| index.output == output && index.index == kind).collect::<Vec<_>>()
        };
        let mut first: Vec<&IndexRecord> = own(kinds[0]);
        let all = first.len();
        first.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()));
        for (rank, leading) in first.into_iter().take(SHOWN).enumerate() {
            let name = if rank == 0 { output.to_string() } else { String::new() };
            let mut row = vec![name, leading.of.join(", ")];
            for kind in kinds {
                let of_kind: Vec<&IndexRecord> = own(kind);
                match of_kind.into_iter().find(|index| index.of == leading.of) {
                    Some(index) => row.extend([shown(kind, index.value), interval(kind, index.interval.as_ref())]),
                    None => row.extend(["-".into(), "-".into()]),
                }
            }
            rows.push(row);
        }
        if all > SHOWN {
            let mut row = vec![String::new(), format!("and {} more", all - SHOWN)];
            row.resize(rows[0].len(), String::new());
            rows.push(row);
        }
    }
    rows
}

/// Returns what the polynomial chaos of every output is.
fn sums(record: &IndicesRecord) -> Table {
    let head = ["output", "unit", "degree", "terms", "of", "members", "equations", "error", "of the std"];
    let row = |of: &ChaosRecord| {
        let numbers = [of.degree, of.terms, of.candidates, of.members, of.equations].map(count);
        let error = [format!("{:.1e}", of.error), format!("{:.1e}", of.error / of.std)];
        [of.output.clone(), shown_unit(&of.unit).to_string()].into_iter().chain(numbers).chain(error).collect()
    };
    Table::new([head.map(String::from).to_vec()].into_iter().chain(record.chaos.iter().map(row)).collect(), 2)
}

/// Returns a number: parts of the variance and correlations with four places.
fn shown(kind: &str, value: f64) -> String {
    match kind {
        "mu" | "mu_star" | "sigma" | "at_low" | "at_high" | "by_deviation" | "by_mean" => number(value),
        _ => format!("{value:.4}"),
    }
}

fn interval(kind: &str, interval: Option<&IntervalRecord>) -> String {
    interval.map_or("-".into(), |i| format!("{} to {}", shown(kind, i.lower), shown(kind, i.upper)))
}
