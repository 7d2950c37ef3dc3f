//! What derivatives say of a whole ensemble, as tables.

use super::indices_page::indices_page;
use super::record::{ParameterMeasure, PropagationRecord, SensitivityFile};
use crate::ensemble::Outcome;
use crate::report::{Page, Table, count, counted, number, shown_unit};
use std::collections::BTreeSet;

/// Returns what was found of the members of a table; `complete` says whether these are all of the run.
pub(super) fn page(title: &str, file: &SensitivityFile, complete: bool, central: Outcome) -> Page {
    let mut page = Page::of(title);
    page.text(format!("{} of {}", counted(file.members, "member"), file.table));
    if !complete {
        page.warning("the run ended early: these are its first members");
    }
    if let Some(indices) = &file.indices {
        page.append(indices_page(indices));
    }
    if file.outputs.is_empty() && file.rounding.is_empty() {
        return page;
    }
    page.text("\nWhich parameters matter, over their distributions, by derivatives");
    page.table(ranking_table(file));
    page.text(ranking_notes(file));
    page.text("\nWhether linear propagation of the uncertainty suffices");
    page.table(propagation_table(file));
    page.text(propagation_notes(file));
    if !central.has_outputs() {
        page.warning(format!(
            "the member at the means of all distributions has no outputs ({}), so nothing is propagated from there",
            central.name()
        ));
    }
    page
}

/// Returns the parameters of every output by how much they can matter.
fn ranking_table(file: &SensitivityFile) -> Table {
    let head = ["output", "rank", "parameter", "members", "E[(dy/dp)^2]", "std. error", "share <=", "std. error"];
    let mut rows = vec![head.map(String::from).to_vec()];
    for output in &file.outputs {
        for (rank, measure) in output.parameters.iter().enumerate() {
            let name = if rank == 0 { output.name.clone() } else { String::new() };
            let mut row = vec![name, (rank + 1).to_string(), measure.name.clone(), count(measure.members)];
            row.push(number(measure.mean_square));
            row.push(format!("{:.1e}", measure.mean_square_standard_error));
            row.extend(bound(measure));
            rows.push(row);
        }
    }
    Table::new(rows, 3)
}

fn bound(measure: &ParameterMeasure) -> [String; 2] {
    match (measure.total_index_bound, measure.total_index_bound_standard_error) {
        (Some(bound), Some(error)) => [format!("{bound:.4}"), format!("{error:.4}")],
        _ => ["-".into(), "-".into()],
    }
}

/// Returns what the columns of [`ranking_table`] say, and why a bound is missing.
fn ranking_notes(file: &SensitivityFile) -> String {
    let text = String::from(
        "share: the part of the output's variance that would go if the parameter were known, alone and with all others it acts \
         with\n(the total Sobol' index); it is at most this, the mean square of the derivative times the Poincare constant of \
         the\nparameter's distribution over the variance. A bound above 1 says no more than that the parameter may matter; one \
         near 0 that\nit does not. Standard errors are those of independent members.\n",
    );
    let rounding: Vec<&str> = file.rounding.iter().map(String::as_str).collect();
    let left_out = match rounding.is_empty() {
        true => String::new(),
        false => format!("left out, since members differ in them by rounding alone: {}\n", some_of(&rounding)),
    };
    text + &left_out + &missing_bounds(file)
}

/// Names that are said at most where there are many.
const NAMED: usize = 8;

/// Says once for each reason of which outputs and parameters there is no bound.
fn missing_bounds(file: &SensitivityFile) -> String {
    let mut text = String::new();
    let all = || file.outputs.iter().flat_map(|output| &output.parameters);
    let mut reasons: Vec<&String> = Vec::new();
    for why in all().filter_map(|measure| measure.no_bound.as_ref()) {
        if !reasons.contains(&why) {
            reasons.push(why);
        }
    }
    for why in reasons {
        let lacks = |measure: &&ParameterMeasure| measure.no_bound.as_ref() == Some(why);
        // what holds of an output by all parameters is said of the output
        let (whole, others): (Vec<_>, Vec<_>) =
            file.outputs.iter().partition(|output| output.parameters.iter().all(|measure| lacks(&measure)));
        let several = all().filter(lacks).map(|measure| &measure.name).collect::<BTreeSet<_>>().len() > 1;
        let by_all: Vec<&str> = whole.iter().filter(|o| !o.parameters.is_empty()).map(|o| o.name.as_str()).collect();
        let is_whole = several && !by_all.is_empty();
        if is_whole {
            text += &format!("no bound for {}: {why}\n", some_of(&by_all));
        }
        let rest = if is_whole { others } else { file.outputs.iter().collect() };
        let mut by: Vec<(&str, Vec<&str>)> = Vec::new();
        for output in rest {
            for measure in output.parameters.iter().filter(lacks) {
                match by.iter_mut().find(|(name, _)| *name == measure.name) {
                    Some((_, outputs)) => outputs.push(&output.name),
                    None => by.push((&measure.name, vec![&output.name])),
                }
            }
        }
        for (name, outputs) in by {
            text += &format!("no bound for {} by {name}: {why}\n", some_of(&outputs));
        }
    }
    text
}

/// Joins the first of some names, and says how many more there are.
fn some_of(names: &[&str]) -> String {
    let shown = names.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(NAMED) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// Returns mean and standard deviation of every output to first order, beside those of the ensemble.
fn propagation_table(file: &SensitivityFile) -> Table {
    let head = ["output", "unit", "", "linear", "ensemble", "difference", "std. error", "linear propagation"];
    let mut rows = vec![head.map(String::from).to_vec()];
    for output in &file.outputs {
        let (name, unit) = (output.name.clone(), shown_unit(&output.unit).to_string());
        let Some(p) = &output.propagation else {
            rows.push(vec![name, unit, "mean".into(), "-".into(), "-".into(), "-".into(), "-".into(), "-".into()]);
            continue;
        };
        let row = |head: [String; 3], linear: f64, ensemble: f64, [difference, error]: [f64; 2], verdict: String| {
            let mut row = head.to_vec();
            row.extend([
                number(linear),
                number(ensemble),
                format!("{difference:.2e}"),
                format!("{error:.1e}"),
                verdict,
            ]);
            row
        };
        let means = [p.mean_difference, p.mean_standard_error];
        rows.push(row([name, unit, "mean".into()], p.linear_mean, p.mean, means, verdict(p)));
        let deviations = [p.std_difference, p.std_standard_error];
        let head = [String::new(), String::new(), "std".into()];
        rows.push(row(head, p.linear_std, p.std, deviations, String::new()));
    }
    Table::new(rows, 3)
}

/// Says whether linear propagation suffices.
fn verdict(p: &PropagationRecord) -> String {
    if p.agrees {
        return "suffices: no difference is seen".into();
    }
    if p.std <= 0.0 {
        return "differs; the ensemble does not vary".into();
    }
    let [mean, std] = [p.mean_difference, p.std_difference].map(|d| 100.0 * d / p.std);
    format!("off by {mean:.2} % and {std:.2} % of the std")
}

/// Returns what the columns of [`propagation_table`] say.
fn propagation_notes(file: &SensitivityFile) -> String {
    let mut text = String::from(
        "linear: the value where every varied parameter has its mean, and sqrt(sum (dy/dp)^2 sigma^2) with the derivatives \
         there,\nwith covariances where parameters depend on each other.\nIt suffices where both differences are within twice \
         their standard errors.\n",
    );
    if !file.without_derivatives.is_empty() {
        let names = file.without_derivatives.join(", ");
        text +=
            &format!("no derivatives by {names}, so linear propagation leaves them out; [sensitivity] may name them\n");
    }
    text
}
