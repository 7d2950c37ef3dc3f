//! What a validation of derivatives looks like to a reader: a table, sentences and V-shaped pictures.

use super::curve::Curve;
use super::difference_study::parameters_of;
use super::judgement::{Judged, Judgement};
use super::parameter_result::ParameterResult;
use super::perturbation::RELATIVE;
use super::request::Request;
use super::stencil::ALL as STENCILS;
use super::verdict::Verdict;
use crate::ensemble::Steps;
use crate::plot::{Dimension, Lines, Picture, Series, lines};
use crate::report::{Page, RowSelection, Table, count, counted, invalid_value, number};

/// Returns what is said of all derivatives, whose perturbed runs a backend of that description has computed.
pub(super) fn page(request: &Request, judgement: &Judgement, backend: &str) -> Page {
    let study = &request.scenario.study;
    let mut page = Page::of(&request.scenario.title);
    page.text(format!("{} runs on {backend}", count(judgement.runs as u64)));
    judgement.parameters.iter().flat_map(parameter_notes).for_each(|note| page.warning(note));
    if matches!(&study.method.steps, Steps::Adaptive(adaptive) if adaptive.first.is_none()) {
        page.warning(
            "the first step is chosen by the member's start: perturbed runs take that of the unperturbed one, since derivatives \
             count steps as given; `first_step` sets it",
        );
    }
    if let (true, Some(why)) = (request.complex_step, &judgement.no_complex_step) {
        page.text(format!("no complex step: {why}"));
    }
    let (outcome, _) = judgement.outcome;
    if let Some(cure) = outcome.cure() {
        page.warning(format!("{}: {}; to help, {cure}", outcome.name(), outcome.summary()));
        let values = parameters_of(study, request.member).ok();
        let what = values.and_then(|values| invalid_value(&request.scenario, &values));
        what.into_iter().for_each(|what| page.warning(what));
    }
    page.space();
    let finer = study.finer_steps();
    page.append(validation_table(judgement, finer, &request.selection));
    if study.is_adaptive() {
        page.text(
            "Perturbed runs choose their own steps, which is noise of finite differences, while the derivative is that of the \
             accepted steps.",
        );
    }
    page.space();
    let notes = optimum_notes(judgement);
    if !notes.is_empty() {
        page.text(notes.join("\n"));
        page.space();
    }
    page.text(verdicts(judgement, finer));
    page
}

/// Returns a row for each derivative of the outputs that are shown, and by how much finer steps, named in words, change it; where
/// a screen does not hold all, those that are not right come first.
fn validation_table(judgement: &Judgement, finer: &str, selection: &RowSelection) -> Page {
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
        row.extend([figure(judgement.relative_finer_change(judged)), judged.reason.clone()]);
        rows.push(row);
    }
    let mut page = Page::default();
    // reasons come last and to the left, so that long ones widen nothing
    page.table(Table::new(rows, 3).left_from(8));
    left_out.into_iter().for_each(|line| page.text(line));
    page
}

/// Returns how many derivatives have which verdict, and what right ones are right for.
fn verdicts(judgement: &Judgement, finer: &str) -> String {
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
fn parameter_notes(parameter: &ParameterResult) -> Vec<String> {
    let ParameterResult { name, unit, .. } = parameter;
    let mut notes = Vec::new();
    match &parameter.switches {
        _ if parameter.matters => {}
        None => notes.push(format!("{name}: no output depends on it, so all derivatives by it are zero")),
        Some(place) => notes.push(format!(
            "{name}: no event moved: {place} switches where it says, and no run has met that, so that derivatives by it are zero as far as \
             these runs tell"
        )),
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
fn optimum_notes(judgement: &Judgement) -> Vec<String> {
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
pub(super) fn validation_pictures(judgement: &Judgement, title: &str) -> Vec<(String, Picture)> {
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

/// Makes a name without what file systems or shells do not like.
fn file_name(output: &str, parameter: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "_-.".contains(c) { c } else { '_' };
    format!("{output}_by_{parameter}").chars().map(plain).collect()
}
