//! The arithmetic of the time loop as functions of a kernel: recorded and printed like the equations.

use super::template::render;
use crate::ensemble::program::{Monitored, Shape, parameter_names};
use crate::ensemble::time_loop::event::{self, Bracket};
use crate::ensemble::time_loop::monitored::{self, Part};
use crate::ensemble::time_loop::{corner, failure, sampling, sensitivity, step_length};
use crate::ensemble::{StepBounds, Study};
use crate::integrator::control;
use crate::integrator::newton::Solution;
use crate::model::{Source, TimeReduction};
use crate::num::{Dual, Precision, Real};
use crate::trace::wgsl::{self, PrintError, Signature};
use crate::trace::{Recorded, Schedule, TableLayout, Traced, record};
use minijinja::context;

/// Prints functions in a precision.
struct Functions {
    precision: Precision,
    text: String,
}

impl Functions {
    /// Adds a function. What it records has the parameters as its inputs, those of `Bracket` field by field.
    fn add<T: Recorded>(
        &mut self,
        name: &str,
        parameters: &[(&str, &str)],
        result: &str,
        function: impl FnOnce(&[Traced]) -> Vec<T>,
    ) -> Result<(), PrintError> {
        let signature = Signature { name, parameters, result };
        let graph = record(self.precision, signature.inputs(&[("Bracket", &BRACKET)]), function);
        self.text += &wgsl::function(&signature, &graph, &Schedule::new(&graph))?;
        self.text.push('\n');
        Ok(())
    }
}

/// The fields of a bracket in kernels.
pub(super) const BRACKET: [&str; 6] = ["low", "g_low", "high", "g_high", "moved", "tries"];

fn bracket(fields: &[Traced]) -> Bracket<Traced> {
    let [low, g_low, high, g_high, moved, tries] = *fields else { unreachable!("a bracket has six fields") };
    Bracket { low, g_low, high, g_high, moved, tries }
}

/// Prints the functions that the kernel of a study calls.
pub(super) fn print(study: &Study, precision: Precision) -> Result<String, PrintError> {
    let mut all = Functions { precision, text: String::new() };
    let real = |name| (name, "real");
    let attempt = [("in_range", "bool"), real("first_turn"), real("largest_turn"), real("margin")];
    all.add("outcome_of_attempt", &attempt, "u32", |x| vec![failure::outcome(x[0].as_mask(), x[1], x[2], x[3])])?;
    if Shape::new(study).redundant {
        let drift = [("outcome", "u32"), real("drift")];
        all.add("outcome_of_drift", &drift, "u32", |x| vec![failure::outcome_of_drift(x[0], x[1])])?;
    }
    let step = [("steps", "u32"), real("length")];
    all.add("time_of_equal", &step, "real", |x| vec![step_length::time_of_equal(x[0], x[1])])?;
    let sample = [("sample", "u32"), real("every"), real("end")];
    all.add("sample_time", &sample, "real", |x| vec![sampling::time(x[0], x[1], x[2])])?;
    let due = ["sample_time", "t", "h"].map(real);
    all.add("is_sample_within", &due, "bool", |x| vec![sampling::is_within(x[0], x[1], x[2])])?;
    all.add("is_sample_at_end", &due, "bool", |x| vec![sampling::is_at_end(x[0], x[1], x[2])])?;
    if study.is_implicit() {
        all.add("is_settled", &[real("status")], "bool", |x| vec![Solution::Found.is_at_least(x[0])])?;
        all.add("is_diverged", &[real("status")], "bool", |x| vec![Solution::Diverged.is_at_least(x[0])])?;
    }
    if study.is_adaptive() {
        adaptive(&mut all, study.method.steps.bounds())?;
    }
    let monitored = Monitored::new(study);
    if monitored.count() > 0 {
        monitor(&mut all, &monitored)?;
    }
    let moves = Shape::new(study).by_time;
    if moves {
        moving(&mut all, &monitored)?;
    }
    for reduction in TimeReduction::ALL.iter().filter(|r| study.mechanism.reductions().contains(r)) {
        over_time(&mut all, *reduction, study.sees_hidden_extremes())?;
        if moves && reduction.source() == Source::Values {
            slopes_over_time(&mut all, *reduction)?;
        }
    }
    Ok(all.text)
}

/// Prints what a kernel calls to find corners of functions of the time that steps end at, and to take steps in parts; nothing where
/// steps end where they do anyhow.
pub(super) fn corners(study: &Study, precision: Precision, tables: &mut TableLayout) -> Result<String, PrintError> {
    if !study.takes_parts_of_steps() {
        return Ok(String::new());
    }
    let names = parameter_names(study);
    let real = |name| (name, "real");
    let parameters: Vec<(&str, &str)> = names.iter().map(String::as_str).chain(["t", "gap"]).map(real).collect();
    let signature = Signature { name: "next_corner", parameters: &parameters, result: "real" };
    let graph = record(precision, signature.inputs(&[]), |inputs| {
        let (varied, [t, gap]) = (&inputs[..names.len()], [names.len(), names.len() + 1].map(|at| inputs[at]));
        let all = study.all_parameters(varied);
        vec![study.next_corner(&all, t, gap)]
    });
    let mut text = wgsl::function_with_tables(&signature, &graph, &Schedule::new(&graph), tables)?;
    let mut all = Functions { precision, text: String::new() };
    let met = [real("corner"), real("end"), real("length"), real("gap"), ("last", "bool")];
    all.add("is_corner_met", &met, "bool", |x| vec![corner::is_met(x[0], x[1], [x[2], x[3]], x[4].as_mask())])?;
    all.add("is_corner_within", &met, "bool", |x| vec![corner::is_within(x[0], x[1], [x[2], x[3]], x[4].as_mask())])?;
    all.add("is_corner_at_end", &["corner", "gap", "end"].map(real), "bool", |x| {
        vec![corner::is_at_end(x[0], x[1], x[2])]
    })?;
    all.add("lags_too_much", &["lag", "gap"].map(real), "bool", |x| vec![corner::lags_too_much(x[0], x[1])])?;
    all.add("corner_look", &[real("gap")], "real", |x| vec![corner::look(x[0])])?;
    all.add("half_way", &["to_corner", "lag"].map(real), "real", |x| vec![corner::half_way(x[0], x[1])])?;
    all.add("made_good", &["t", "length", "lag"].map(real), "real", |x| vec![corner::made_good(x[0], x[1], x[2])])?;
    all.add("progress_of", &["t", "length", "lag"].map(real), "real", |x| vec![corner::progress(x[0], x[1], x[2])])?;
    all.add("lag_left", &["t", "length", "lag"].map(real), "real", |x| vec![corner::lag_left(x[0], x[1], x[2])])?;
    all.add("lag_behind", &["lag", "gap"].map(real), "real", |x| vec![corner::lag_behind(x[0], x[1])])?;
    text.push('\n');
    Ok(text + &all.text)
}

/// Adds functions for how times move with a parameter.
fn moving(all: &mut Functions, monitored: &Monitored) -> Result<(), PrintError> {
    let real = |name| (name, "real");
    let time = ["slope", "t", "rate"].map(real);
    all.add("moved_time", &time, "real", |x| vec![sensitivity::moved_time(x[0], x[1], x[2])])?;
    if !monitored.events.is_empty() {
        let zero = ["slope", "by_time"].map(real);
        all.add("moved_zero", &zero, "real", |x| vec![sensitivity::moved_zero(x[0], x[1])])?;
        let or_before = ["slope", "by_time", "rate", "before"].map(real);
        all.add("moved_zero_or", &or_before, "real", |x| vec![sensitivity::moved_zero_or((x[0], x[1]), x[2], x[3])])?;
    }
    if !monitored.extremes.is_empty() {
        let extreme = ["slope", "by_time", "rate_slope", "rate_by_time"].map(real);
        all.add("slope_at_extreme", &extreme, "real", |x| {
            vec![sensitivity::slope_at_extreme([x[0], x[1]], [x[2], x[3]])]
        })?;
        let moved = ["slope", "by_time", "moved"].map(real);
        all.add("slope_at_moved", &moved, "real", |x| vec![sensitivity::slope_at_moved([x[0], x[1]], x[2])])?;
        let kink = ["slope", "by_time", "other_slope", "other_by_time"].map(real);
        all.add("slope_at_kink", &kink, "real", |x| vec![sensitivity::slope_at_kink([x[0], x[1]], [x[2], x[3]])])?;
        let seen = ["value", "rate", "end_value", "end_rate", "length"].map(real);
        let seen = [&seen[..], &[("bracket", "Bracket")]].concat();
        all.add("has_kink", &seen, "bool", |x| vec![part(x).has_kink(&bracket(&x[5..]))])?;
    }
    Ok(())
}

/// Adds functions for the derivatives of what is made of an output over time, from values.
fn slopes_over_time(all: &mut Functions, reduction: TimeReduction) -> Result<(), PrintError> {
    let real = |name| (name, "real");
    let name = |of: &str| format!("{}_slope_{of}", reduction.name());
    let dual = |x: &[Traced]| Dual { re: x[0], eps: [x[1]] };
    let kept = |x: &[Traced]| [dual(&x[..2]), dual(&x[2..])];
    all.add(&name("at_start"), &["y", "slope"].map(real), "real", |x| {
        vec![sensitivity::slope_at_start(reduction, dual(x))]
    })?;
    let before = ["first", "first_slope", "result", "result_slope"];
    let after = [&before[..], &["y", "slope", "parameter"]].concat();
    let after: Vec<(&str, &str)> = after.into_iter().map(real).collect();
    all.add(&name("after"), &after, "real", |x| {
        vec![sensitivity::slope_after(reduction, kept(x), dual(&x[4..]), x[6])]
    })?;
    let beside = [&before[..], &["before", "y", "slope", "parameter"]].concat();
    let beside: Vec<(&str, &str)> = beside.into_iter().map(real).collect();
    all.add(&name("after_end"), &beside, "real", |x| {
        vec![sensitivity::slope_after_end(reduction, kept(x), (x[4], dual(&x[5..])), x[7])]
    })?;
    all.add(&name("after_kink"), &beside, "real", |x| {
        vec![sensitivity::slope_after_kink(reduction, kept(x), (x[4], dual(&x[5..])), x[7])]
    })?;
    let values = ["first", "other", "y"].map(real);
    let name = |of: &str| format!("{}_is_{of}", reduction.name());
    all.add(&name("further"), &values, "bool", |x| vec![sensitivity::is_further(reduction, x[0], x[1], x[2])])?;
    all.add(&name("as_large"), &values, "bool", |x| {
        let [other, y] = [x[1], x[2]].map(|y| reduction.alone(x[0], y));
        vec![sensitivity::is_as_large(other, y)]
    })
}

fn over_time(all: &mut Functions, reduction: TimeReduction, sees_hidden: bool) -> Result<(), PrintError> {
    let real = |name| (name, "real");
    let name = |of: &str| format!("{}_{of}", reduction.name());
    if reduction.source() == Source::End {
        return Ok(());
    }
    let finished = ["result", "duration"].map(real);
    all.add(&name("finish"), &finished, "real", |x| vec![reduction.finish(x[0], x[1])])?;
    if reduction.source() != Source::Values {
        return Ok(());
    }
    all.add(&name("start"), &[real("y")], "real", |x| vec![reduction.start(x[0])])?;
    all.add(&name("update"), &["first", "result", "y"].map(real), "real", |x| {
        vec![reduction.update(x[0], x[1], x[2])]
    })?;
    let seen = ["value", "rate", "end_value", "end_rate", "length", "first", "result"].map(real);
    all.add(&name("hides"), &seen, "bool", |x| {
        let (zero, one) = (Traced::zero(), Traced::one());
        let hides = if sees_hidden { part(x).hides_extremes(reduction, [x[5], x[6]]) } else { one.less(zero) };
        vec![hides]
    })?;
    all.add(&name("has_extreme"), &seen, "bool", |x| vec![part(x).has_extreme(reduction, [x[5], x[6]])])
}

/// Makes a part of a step from its values and rates at both ends and its length.
fn part(x: &[Traced]) -> Part<Traced> {
    Part { begin: [x[0], x[1]], end: [x[2], x[3]], length: x[4] }
}

fn adaptive(all: &mut Functions, bounds: StepBounds) -> Result<(), PrintError> {
    let real = |name| (name, "real");
    let shrink = bounds.shrink;
    all.add("is_accepted", &[real("error")], "bool", |x| vec![control::accepted(x[0])])?;
    let accepted = ["length", "factor", "most", "smallest", "largest"].map(real);
    all.add("length_after_accepted", &accepted, "real", |x| {
        vec![step_length::after_accepted(x[0], x[1], x[2], [x[3], x[4]])]
    })?;
    let rejected = [real("length"), real("factor"), ("outcome", "u32")];
    all.add("length_after_rejected", &rejected, "real", |x| {
        vec![step_length::after_rejected(x[0], x[1], Traced::constant(shrink), x[2])]
    })?;
    let shortened = [("outcome", "u32"), real("length"), real("smallest")];
    all.add("outcome_of_shortening", &shortened, "u32", |x| vec![failure::outcome_of_shortening(x[0], x[1], x[2])])?;
    all.add("reaches_end", &["length", "to_end"].map(real), "bool", |x| vec![step_length::reaches_end(x[0], x[1])])
}

/// Adds functions that look for events and extremes within steps.
fn monitor(all: &mut Functions, monitored: &Monitored) -> Result<(), PrintError> {
    let real = |name| (name, "real");
    let values = ["before", "after"].map(real);
    for (k, passages) in monitored.events.iter().enumerate() {
        all.add(&format!("crosses{k}"), &values, "bool", |x| vec![passages.crosses(x[0], x[1])])?;
        all.add(&format!("at_start{k}"), &["value", "rate"].map(real), "real", |x| {
            vec![passages.at_start(x[0], x[1])]
        })?;
    }
    all.add("kept_of_event", &values, "real", |x| vec![event::kept(x[0], x[1])])?;
    all.add("kept_behind", &values, "real", |x| vec![event::kept_behind(x[0], x[1], true)])?;
    all.add("kept_of_other_behind", &values, "real", |x| vec![event::kept_behind(x[0], x[1], false)])?;
    if monitored.events.iter().any(|passages| passages.ends_step) {
        all.add("standing_after", &["standing", "before", "now"].map(real), "real", |x| {
            vec![event::standing_after(x[0], x[1], x[2])]
        })?;
        all.add("beyond_standing", &["zero", "standing", "t", "length"].map(real), "real", |x| {
            vec![event::beyond_standing(x[0], x[1], [x[2], x[3]])]
        })?;
    }
    let there = ["there", "before", "after"].map(real);
    for is_whole in [false, true] {
        let of = ["after", "rate", "side"].map(real);
        let kept = |x: &[_]| vec![event::kept_of_side([x[0], x[1]], x[2], is_whole)];
        all.add(&format!("kept_of_side_{is_whole}"), &of, "real", kept)?;
        let of = ["side_before", "side_behind", "place", "rate"].map(real);
        let rest = |x: &[_]| vec![event::at_rest_behind([x[0], x[1]], [x[2], x[3]], is_whole)];
        all.add(&format!("at_rest_behind_{is_whole}"), &of, "real", rest)?;
    }
    all.add("left", &["before", "end"].map(real), "real", |x| vec![event::left(x[0], x[1])])?;
    all.add("is_pole", &there, "bool", |x| vec![event::is_pole(x[0], x[1], x[2])])?;
    let seen = ["value", "rate", "end_value", "end_rate", "length"].map(real);
    all.add("hides_passages", &seen, "bool", |x| vec![part(x).hides_passages()])?;
    all.add("returns", &seen, "bool", |x| vec![part(x).returns()])?;
    all.add("shortest", &[real("end")], "real", |x| vec![monitored::shortest(x[0])])?;
    all.add("can_be_halved", &["part", "step"].map(real), "bool", |x| vec![monitored::can_be_halved(x[0], x[1])])?;
    all.add("middle", &["begin", "end"].map(real), "real", |x| vec![monitored::middle(x[0], x[1])])?;
    all.add("next_end", &["begin", "end", "step"].map(real), "real", |x| vec![monitored::next_end(x[0], x[1], x[2])])?;
    all.text += &render("bracket.wgsl", context! { fields => BRACKET });
    all.text.push('\n');
    let of = ("bracket", "Bracket");
    all.add("trial", &[of], "real", |x| vec![bracket(x).trial()])?;
    all.add("zero_of", &[of], "real", |x| vec![bracket(x).zero()])?;
    for (name, may_rest) in [("short_of_zero", false), ("short_of_rest", true)] {
        all.add(name, &[of, real("end")], "real", |x| vec![bracket(&x[..6]).short_of_zero(x[6], may_rest)])?;
    }
    all.add("narrowed", &[of, real("x"), real("g")], "Bracket", |x| {
        let Bracket { low, g_low, high, g_high, moved, tries } = bracket(&x[..6]).narrowed(x[6], x[7]);
        vec![low, g_low, high, g_high, moved, tries]
    })?;
    all.add("is_located", &[of, real("end")], "bool", |x| vec![bracket(&x[..6]).is_located(x[6])])?;
    all.add("is_extreme_located", &[of, real("end"), real("value")], "bool", |x| {
        vec![bracket(&x[..6]).is_extreme_located(x[6], x[7])]
    })
}
