//! The arithmetic of the time loop as functions of a kernel: recorded and printed like the equations.

use super::template::render;
use crate::ensemble::time_loop::event::{self, Bracket};
use crate::ensemble::time_loop::{failure, sampling, step_length};
use crate::ensemble::{StepBounds, Study};
use crate::integrator::control;
use crate::model::TimeReduction;
use crate::model::event::Direction;
use crate::num::{Precision, Real};
use crate::trace::wgsl::{self, PrintError, Signature};
use crate::trace::{Recorded, Schedule, Traced, record};
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

/// The functions that the kernel of a study calls.
pub(super) fn print(study: &Study, precision: Precision) -> Result<String, PrintError> {
    let mut all = Functions { precision, text: String::new() };
    let real = |name| (name, "real");
    let attempt = [("in_range", "bool"), real("first_turn"), real("largest_turn"), real("margin")];
    all.add("outcome_of_attempt", &attempt, "u32", |x| vec![failure::outcome(x[0].as_mask(), x[1], x[2], x[3])])?;
    let step = [("steps", "u32"), real("length")];
    all.add("time_of_equal", &step, "real", |x| vec![step_length::time_of_equal(x[0], x[1])])?;
    let sample = [("sample", "u32"), real("every"), real("end")];
    all.add("sample_time", &sample, "real", |x| vec![sampling::time(x[0], x[1], x[2])])?;
    let due = ["sample_time", "t", "h"].map(real);
    all.add("is_sample_within", &due, "bool", |x| vec![sampling::is_within(x[0], x[1], x[2])])?;
    all.add("is_sample_at_end", &due, "bool", |x| vec![sampling::is_at_end(x[0], x[1], x[2])])?;
    if study.is_adaptive() {
        adaptive(&mut all, study.method.steps.bounds())?;
    }
    let directions = study.mechanism.events.iter().map(|e| e.direction);
    if !study.mechanism.events.is_empty() {
        events(&mut all, &directions.collect::<Vec<_>>())?;
    }
    if study.reduces_over_time() {
        for reduction in reductions(study) {
            over_time(&mut all, reduction)?;
        }
    }
    Ok(all.text)
}

/// The functions that make of results over time what is written, and their names for all output components.
pub(in crate::gpu) fn finishing(study: &Study, precision: Precision) -> Result<(String, Vec<String>), PrintError> {
    let mut all = Functions { precision, text: String::new() };
    for reduction in reductions(study) {
        let name = format!("{}_finish", reduction.name());
        let parameters = [("result", "real"), ("duration", "real")];
        all.add(&name, &parameters, "real", |x| vec![reduction.finish(x[0], x[1])])?;
    }
    let names = study.mechanism.reductions().into_iter().map(|reduction| format!("{}_finish", reduction.name()));
    Ok((all.text, names.collect()))
}

/// The reductions over time of a study, each once.
fn reductions(study: &Study) -> impl Iterator<Item = TimeReduction> {
    let of_study = study.mechanism.reductions();
    TimeReduction::ALL.iter().copied().filter(move |reduction| of_study.contains(reduction))
}

fn over_time(all: &mut Functions, reduction: TimeReduction) -> Result<(), PrintError> {
    let real = |name| (name, "real");
    let name = |of: &str| format!("{}_{of}", reduction.name());
    all.add(&name("result_at_start"), &[real("y")], "real", |x| vec![reduction.start(x[0])[1]])?;
    let after = ["memory", "result", "h", "y"].map(real);
    all.add(&name("update"), &after, "real", |x| vec![reduction.update(x[0], x[1], x[2], x[3])])?;
    if reduction.remembers() {
        all.add(&name("memory_at_start"), &[real("y")], "real", |x| vec![reduction.start(x[0])[0]])?;
        all.add(&name("remember"), &["memory", "y"].map(real), "real", |x| vec![reduction.remember(x[0], x[1])])?;
    }
    Ok(())
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

fn events(all: &mut Functions, directions: &[Direction]) -> Result<(), PrintError> {
    let real = |name| (name, "real");
    for (word, direction) in Direction::ALL.iter().filter(|(_, d)| directions.contains(d)) {
        let values = ["before", "after"].map(real);
        all.add(&format!("crosses_{word}"), &values, "bool", |x| vec![event::crosses(*direction, x[0], x[1])])?;
    }
    all.text += &render("bracket.wgsl", context! { fields => BRACKET });
    all.text.push('\n');
    let of = ("bracket", "Bracket");
    all.add("trial", &[of], "real", |x| vec![bracket(x).trial()])?;
    all.add("narrowed", &[of, real("x"), real("g")], "Bracket", |x| {
        let Bracket { low, g_low, high, g_high, moved, tries } = bracket(&x[..6]).narrowed(x[6], x[7]);
        vec![low, g_low, high, g_high, moved, tries]
    })?;
    all.add("is_located", &[of, real("end")], "bool", |x| vec![bracket(&x[..6]).is_located(x[6])])
}
