//! `gyrosweep validate`: whether derivatives of the outputs by the parameters are right.

mod arguments;
mod command;
mod supplied;

use super::console::Console;
use super::heartbeat::Heartbeat;
use super::plot::PictureFile;
use super::{Failure, SOME_FAILED};
use crate::backends::{BackendOptions, OpenBackends};
use crate::ensemble::Steps;
use crate::io::scenario::Scenario;
use crate::report::{RowSelection, count, invalid_value};
use crate::studies::validate::ValidationRecord;
use crate::studies::validate::{DifferenceStudy, Judgement, Runs, Supplied, Verdict, parameters_of};
use crate::studies::validate::{optimum_notes, parameter_notes, validation_pictures, validation_table, verdicts};
pub(crate) use arguments::ValidateArguments;
use std::path::Path;

pub(crate) fn validate(console: &Console, arguments: &ValidateArguments) -> Result<u8, Failure> {
    let scenario = arguments.scenario.read()?;
    let parameters = supplied::parameters(&scenario.study);
    let selection = arguments.print.selection_of(console, &scenario.study)?;
    let (options, precision) = (arguments.backends(), arguments.precision.precision());
    if let Some(folder) = &arguments.plot {
        std::fs::create_dir_all(folder).map_err(|e| {
            Failure::input(format!("--plot: cannot create {}: {}", folder.display(), crate::io::cause(&e)))
        })?;
    }
    let difference = |tight: bool| {
        let study = DifferenceStudy::new(&scenario.study, &parameters, arguments.member, (precision, tight));
        study.map_err(Failure::input)
    };
    // what Newton's method leaves is noise, which no other method has
    let mut study = difference(scenario.study.is_implicit())?;
    let heartbeat =
        Heartbeat::new(|seconds| format!("derivatives with these steps and with finer ones, for {seconds} s now"));
    let given = supplied::derivatives(console, &scenario, &study, arguments, &options)?;
    let members = study.study.plan().members();
    heartbeat.tell(move |seconds| format!("{} perturbed members, for {seconds} s now", count(members)));
    let (mut runs, mut backend) = run(console, &study, &options)?;
    if scenario.study.is_implicit() && !runs.outcomes[0].0.has_outputs() {
        study = difference(false)?;
        (runs, backend) = run(console, &study, &options)?;
    }
    drop(heartbeat);
    let supplied =
        Supplied { derivatives: &given.derivatives, newton: given.newton.as_ref(), whole: given.source.is_none() };
    let mut judgement = study.judge(&runs, &supplied, arguments.complex_step);
    if let Ok([here, finer]) = &given.finer {
        judgement.add_finer_changes(here, finer);
    }
    let no_finer = given.finer.as_ref().err();
    if arguments.json {
        let from = given.source.unwrap_or_else(|| "semi-analytic".into());
        let record = ValidationRecord::new(&scenario, arguments.member, (from, backend), &judgement);
        let text = crate::io::manifest::json_text(&record).map_err(Failure::other)?;
        console.print(&String::from_utf8_lossy(&text));
    } else {
        say(console, &scenario, (&judgement, arguments), (&backend, &selection));
        if let Some(why) = no_finer {
            console.line(&format!("nothing is known of finer steps: {why}"));
        }
    }
    if let Some(folder) = &arguments.plot {
        let drawn = draw(folder, &scenario.title, &judgement)?;
        if !arguments.json {
            console.line(&format!("{} pictures in {}", count(drawn as u64), folder.display()));
        }
    }
    let doubtful = judgement.count(Verdict::Wrong) + judgement.count(Verdict::Undecided);
    Ok(if doubtful == 0 { 0 } else { SOME_FAILED })
}

/// Runs all perturbed members, and says on what.
fn run(console: &Console, study: &DifferenceStudy, options: &BackendOptions) -> Result<(Runs, String), Failure> {
    let backends = OpenBackends::open(&study.study, options, &mut |note| supplied::note(console, note))?;
    let fallback = backends.fallback();
    let pool = backends.pool(&fallback);
    let runs = study.run(&pool).map_err(Failure::other)?;
    pool.faults().iter().for_each(|fault| console.warning(&fault.to_string()));
    Ok((runs, pool.description()))
}

fn say(
    console: &Console,
    scenario: &Scenario,
    (judgement, arguments): (&Judgement, &ValidateArguments),
    (backend, selection): (&str, &RowSelection),
) {
    console.heading(&scenario.title);
    console.line(&format!("{} runs on {backend}", count(judgement.runs as u64)));
    judgement.parameters.iter().flat_map(parameter_notes).for_each(|note| console.warning(&note));
    if matches!(&scenario.study.method.steps, Steps::Adaptive(adaptive) if adaptive.first.is_none()) {
        console.warning(
            "the first step is chosen by the member's start: perturbed runs take that of the unperturbed one, since derivatives \
             count steps as given; `first_step` sets it",
        );
    }
    if let (true, Some(why)) = (arguments.complex_step, &judgement.no_complex_step) {
        console.line(&format!("no complex step: {why}"));
    }
    let (outcome, _) = judgement.outcome;
    if let Some(cure) = outcome.cure() {
        console.warning(&format!("{}: {}; to help, {cure}", outcome.name(), outcome.summary()));
        let values = parameters_of(&scenario.study, arguments.member).ok();
        values.and_then(|values| invalid_value(scenario, &values)).iter().for_each(|what| console.warning(what));
    }
    console.line("");
    let finer = scenario.study.finer_steps();
    console.print(&validation_table(judgement, finer, selection));
    if scenario.study.is_adaptive() {
        console.line(
            "Perturbed runs choose their own steps, which is noise of finite differences, while the derivative is that of the \
             accepted steps.",
        );
    }
    console.line("");
    let notes = optimum_notes(judgement);
    notes.iter().for_each(|note| console.line(note));
    if !notes.is_empty() {
        console.line("");
    }
    console.line(&verdicts(judgement, finer));
}

/// Draws all pictures, and returns how many there are.
fn draw(folder: &Path, title: &str, judgement: &Judgement) -> Result<usize, Failure> {
    let pictures = validation_pictures(judgement, title);
    for (name, picture) in &pictures {
        for ending in ["svg", "png"] {
            PictureFile::new("--plot", folder.join(format!("{name}.{ending}")), true)?.write(picture)?;
        }
    }
    Ok(pictures.len())
}
