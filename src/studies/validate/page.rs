//! What a validation of derivatives looks like to a reader: a table, sentences and V-shaped pictures.

use super::curve::Curve;
use super::judgement::{Judged, Judgement};
use super::parameter_result::ParameterResult;
use super::perturbation::RELATIVE;
use super::stencil::ALL as STENCILS;
use super::verdict::Verdict;
use crate::plot::{Dimension, Lines, Picture, Series, lines};
use crate::report::{RowSelection, count, counted, number, table};

/// Returns a row for each derivative of the outputs that are shown, and by how much finer steps, named in words, change it; where
/// a screen does not hold all, those that are not right come first.
pub fn validation_table(judgement: &Judgement, finer: &str, selection: &RowSelection) -> String {
    let finer = format!("by {finer}");
    let head = [
        "parameter",
        "output",
        "verdict",
        "derivative",
        "by differences",
        "their error",
        "relative error",
        &finer,
        "reason",
    ];
    let mut rows = vec![head.map(String::from).to_vec()];
    let figure = |x: Option<f64>| x.map_or("-".into(), |x| if x == 0.0 { "0".into() } else { format!("{x:.1e}") });
    let all: Vec<&Judged> = judgement.derivatives.iter().collect();
    let name = |judged: &&Judged| judgement.components[judged.component].name.clone();
    let (shown, left_out) = selection.of(all, name, |judged| judged.verdict != Verdict::Right);
    for judged in &shown {
        let mut row = vec![
            judgement.parameters[judged.parameter].name.clone(),
            judgement.components[judged.component].name.clone(),
            judged.verdict.name().into(),
        ];
        row.extend([judged.derivative, judged.differences.map(|d| d.0)].map(|x| x.map_or("-".into(), number)));
        row.extend([judged.differences.map(|d| d.1), judged.relative_error].map(figure));
        row.push(figure(judgement.relative_finer_change(judged)));
        rows.push(row);
    }
    let reasons = shown.iter().map(|judged| judged.reason.as_str());
    // reasons are not aligned, so that long ones widen nothing
    let aligned = table(&rows, 3);
    let with_reasons = aligned.lines().zip([""].into_iter().chain(reasons));
    let lines = with_reasons.map(|(line, reason)| format!("{line}  {reason}").trim_end().to_string() + "\n");
    lines.collect::<String>() + &left_out.unwrap_or_default()
}

/// Returns how many derivatives have which verdict, and what right ones are right for.
pub fn verdicts(judgement: &Judgement, finer: &str) -> String {
    let all = [Verdict::Right, Verdict::Wrong, Verdict::Undecided, Verdict::NoDerivative];
    let named = all.iter().map(|verdict| (judgement.count(*verdict), verdict.name().replace('_', " ")));
    let some = named.filter(|(n, _)| *n > 0).map(|(n, name)| format!("{} {name}", count(n as u64)));
    let words: Vec<String> = some.collect();
    let all = format!("{}: {}", counted(judgement.derivatives.len() as u64, "derivative"), words.join(", "));
    if judgement.count(Verdict::Right) == 0 {
        return all;
    }
    let off = match judgement.largest_finer_change() {
        Some(change) => format!(
            "; {finer} changes the program's own by up to {change:.0e} of the derivative of the whole output, which is about what they \
             may be off from those of the motion"
        ),
        None => String::new(),
    };
    format!("{all}\nright: that of the discrete solution, which these steps compute{off}")
}

/// Returns what is to be known of a parameter, if there is something.
pub fn parameter_notes(parameter: &ParameterResult) -> Vec<String> {
    let ParameterResult { name, unit, .. } = parameter;
    let mut notes = Vec::new();
    if !parameter.matters {
        notes.push(format!("{name}: no output depends on it, so all derivatives by it are zero"));
    }
    if parameter.is_absolute {
        let unit = unit.as_ref().map_or(String::new(), |unit| format!(" {unit}"));
        notes.push(format!(
            "{name} is zero: its perturbations, 1e-1 to 1e-12, are in its unit and not relative (1{unit})"
        ));
    }
    if let Some(largest) = parameter.unresolved.first() {
        notes.push(format!("{name}: perturbations from {largest:.0e} on are left out: {}", parameter.reason));
    }
    if let (Some((largest, outcome, _)), Some((smallest, ..))) = (parameter.failed.first(), parameter.failed.last()) {
        let runs: usize = parameter.failed.iter().map(|(_, _, runs)| runs).sum();
        let range =
            if largest == smallest { format!("{largest:.0e}") } else { format!("{largest:.0e} to {smallest:.0e}") };
        notes.push(format!(
            "{name}: {runs} runs with perturbations of {range} end as {}, not like the unperturbed one; stencils that need them \
             are left out",
            outcome.name()
        ));
    }
    if let Some((smallest, largest)) = parameter.other_steps {
        notes.push(format!(
            "{name}: runs with perturbations of {smallest:.0e} to {largest:.0e} take another number of steps; \
             stencils that need them are left out"
        ));
    }
    notes
}

/// Returns where the error of every stencil is least for the derivative that has most to tell, and why it is not smaller.
pub fn optimum_notes(judgement: &Judgement) -> Vec<String> {
    let size = |judged: &Judged| judged.best().map_or(0.0, f64::abs);
    let explained = |judged: &&Judged| judged.curves.iter().any(|curve| curve.optimum.is_some());
    let told = judgement.derivatives.iter().filter(explained).max_by(|a, b| size(a).total_cmp(&size(b)));
    let Some(judged) = told else { return Vec::new() };
    let names = (&judgement.components[judged.component].name, &judgement.parameters[judged.parameter].name);
    let size = size(judged);
    let of = |curve: &Curve| {
        let ((eps, floor), truncation) = (curve.optimum?, curve.truncation?);
        let (n, rounding) = (curve.stencil.order, curve.rounding);
        Some(format!(
            "  {:<10} truncation {:.1e} eps^{n} meets rounding {:.1e}/eps at eps = {eps:.0e}: no better than {:.0e}",
            curve.stencil.name,
            truncation / size,
            rounding / size,
            floor / size
        ))
    };
    let head = format!("relative errors of d({})/d({}) over the relative perturbation eps:", names.0, names.1);
    [head].into_iter().chain(judged.curves.iter().filter_map(of)).collect()
}

/// Returns a picture for every output and parameter, with its name: the relative error (118) of each stencil over the
/// perturbation, against the derivative that is judged where it is right, and else against the best that is known.
pub fn validation_pictures(judgement: &Judgement, title: &str) -> Vec<(String, Picture)> {
    let mut pictures = Vec::new();
    for (p, parameter) in judgement.parameters.iter().enumerate() {
        let mut outputs: Vec<&str> = judgement.components.iter().map(|c| c.output.as_str()).collect();
        outputs.dedup();
        for output in outputs {
            let is_of = |j: &&Judged| j.parameter == p && judgement.components[j.component].output == output;
            let judged: Vec<&Judged> = judgement.derivatives.iter().filter(is_of).collect();
            let content = picture(&judged, parameter, (title, output));
            pictures.extend(lines(&content).map(|picture| (file_name(output, &parameter.name), picture)));
        }
    }
    pictures
}

fn picture(judged: &[&Judged], parameter: &ParameterResult, (title, output): (&str, &str)) -> Lines {
    let known = |j: &Judged| if j.verdict == Verdict::Right { j.derivative } else { j.best() };
    let with_curves: Vec<(&Judged, f64)> =
        judged.iter().filter(|j| !j.curves.is_empty()).filter_map(|j| Some((*j, known(j)?))).collect();
    let norm = |squares: f64| squares.sqrt();
    let size = norm(with_curves.iter().map(|(_, known)| known * known).sum());
    let series = |(s, name): (usize, &str)| {
        let error = |level: usize| {
            let square = |(j, known): &(&Judged, f64)| (j.curves[s].derivatives[level] - known).powi(2);
            norm(with_curves.iter().map(square).sum()) / size
        };
        // from right to left the perturbation falls, as one goes on
        let levels = RELATIVE.iter().enumerate().rev().filter(|(_, eps)| !parameter.unresolved.contains(eps));
        let points = levels.map(|(level, eps)| (*eps, error(level))).collect();
        Series { name: name.replace('_', " "), points }
    };
    let verdict = judged.iter().map(|j| j.verdict).max().unwrap_or(Verdict::NoDerivative);
    let in_units = if parameter.is_absolute { "absolute perturbation" } else { "relative perturbation" };
    Lines {
        title: format!("{title}: d({output})/d({})", parameter.name),
        x: Dimension::logarithmic(&format!("{in_units} of {}", parameter.name)),
        y: Dimension::logarithmic("relative error"),
        series: STENCILS.iter().map(|s| s.name).enumerate().map(series).collect(),
        notes: vec![format!(
            "Finite differences against the derivative, which is {}",
            verdict.name().replace('_', " ")
        )],
        ..Lines::default()
    }
}

/// A name without what file systems or shells do not like.
fn file_name(output: &str, parameter: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "_-.".contains(c) { c } else { '_' };
    format!("{output}_by_{parameter}").chars().map(plain).collect()
}
