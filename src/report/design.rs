//! What a design study found, as a table.

use super::{count, number, shown_unit, table};
use crate::design::{Goal, Optimised, StartResult};

/// Starts that are shown, the best of all.
const MOST_ROWS: usize = 20;

/// Returns the starts with the least objectives: where they ended, and why.
pub fn design_table(names: &[String], goal: &Goal, found: &Optimised) -> String {
    let mut head = vec!["start".to_string()];
    head.extend(names.iter().cloned());
    let objective = if matches!(goal, Goal::Fit(_)) { "sum of squares" } else { "objective" };
    head.extend([objective, "gradient", "iterations", "evaluations", "end"].map(String::from));
    let mut order: Vec<usize> = (0..found.starts.len()).collect();
    let objective = |i: &usize| found.starts[*i].objective.unwrap_or(f64::INFINITY);
    order.sort_by(|a, b| objective(a).total_cmp(&objective(b)));
    let row = |i: &usize| {
        let start = &found.starts[*i];
        let mut row = vec![i.to_string()];
        row.extend(start.point.iter().map(|p| number(*p)));
        row.push(start.objective.map_or("-".into(), number));
        row.push(start.gradient.map_or("-".into(), |g| format!("{g:.1e}")));
        row.extend([count(start.iterations), count(start.evaluations), end(names, start)]);
        row
    };
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(order.iter().take(MOST_ROWS).map(row)).collect();
    let mut text = table(&rows, 1);
    if order.len() > MOST_ROWS {
        text += &format!("and {} more\n", count((order.len() - MOST_ROWS) as u64));
    }
    text
}

/// Why a start ended, in words.
fn end(names: &[String], start: &StartResult) -> String {
    let Some((point, failed)) = &start.failed else { return start.reason.name().into() };
    let at: Vec<String> = names.iter().zip(point).map(|(name, p)| format!("{name} = {p:?}")).collect();
    format!("{} at {}", failed.0.name(), at.join(", "))
}

/// Returns the parameters that a start came to, with their standard errors where it has some.
pub fn parameters_table(names: &[(String, String)], start: &StartResult, bounds: &[[f64; 2]]) -> String {
    let mut rows = vec![["parameter", "unit", "value", "std. error", "from", "to"].map(String::from).to_vec()];
    for (k, (name, unit)) in names.iter().enumerate() {
        let error = start.standard_errors.as_ref().map_or("-".into(), |errors| format!("{:.2e}", errors[k]));
        let [from, to] = bounds[k].map(number);
        rows.push(vec![name.clone(), shown_unit(unit).to_string(), number(start.point[k]), error, from, to]);
    }
    table(&rows, 2)
}
