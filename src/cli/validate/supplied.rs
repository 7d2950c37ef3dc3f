//! The derivatives that are judged, and where they come from.

use super::arguments::ValidateArguments;
use super::command;
use crate::backends::{BackendOptions, Note, OpenBackends};
use crate::cli::Failure;
use crate::cli::console::Console;
use crate::ensemble::Study;
use crate::io::scenario::Scenario;
use crate::studies::validate::{Derivatives, DifferenceStudy, SemiAnalytic, parameters_of};

/// Derivatives that are judged.
pub(super) struct Given {
    pub(super) derivatives: Derivatives,
    /// What Newton's method leaves: see [`crate::studies::validate::Supplied`].
    pub(super) newton: Option<[SemiAnalytic; 2]>,
    /// The file or command, where they are not the program's own.
    pub(super) source: Option<String>,
    /// The program's own, with the steps of the scenario and with finer ones; or why there are none.
    pub(super) finer: Result<[Derivatives; 2], String>,
}

/// The numbers of the parameters that outputs are differentiated by: those of `[sensitivity]`, or all.
pub(super) fn parameters(study: &Study) -> Vec<usize> {
    match &study.mechanism.sensitivities[..] {
        [] => (0..study.mechanism.parameters.len()).collect(),
        some => some.to_vec(),
    }
}

/// Says on standard error what is chosen: standard output may be JSON.
pub(super) fn note(console: &Console, note: Note) {
    match note {
        Note::Choice(text) | Note::Warning(text) => console.warning(&text),
    }
}

/// Reads or computes the derivatives.
pub(super) fn derivatives(
    console: &Console,
    scenario: &Scenario,
    study: &DifferenceStudy,
    arguments: &ValidateArguments,
    options: &BackendOptions,
) -> Result<Given, Failure> {
    let mechanism = &scenario.study.mechanism;
    let unit = |at: &usize| {
        (mechanism.parameters[*at].name.clone(), mechanism.parameters[*at].unit.clone().unwrap_or_default())
    };
    let wanted: Vec<(String, String)> = parameters(&scenario.study).iter().map(unit).collect();
    let outputs = study.study.mechanism.columns();
    let semi_analytic = |tight: bool| -> Result<SemiAnalytic, Failure> {
        let differentiated = study.differentiated(&scenario.study, tight).map_err(Failure::input)?;
        let backends = OpenBackends::open(&differentiated, options, &mut |said| note(console, said))?;
        let fallback = backends.fallback();
        study.derivatives(&differentiated, &backends.pool(&fallback)).map_err(Failure::other)
    };
    // half the step once more takes as long as three runs of the one member with its derivatives
    let finer = |own: &Derivatives| -> Result<[Derivatives; 2], String> {
        let differentiated = study.differentiated(&scenario.study, false).map_err(|e| e.to_string())?;
        let refined = differentiated.refined().map_err(|e| e.to_string())?;
        let backends = OpenBackends::open(&refined, options, &mut |_| ()).map_err(|e| e.to_string())?;
        let fallback = backends.fallback();
        let found = study.derivatives(&refined, &backends.pool(&fallback)).map_err(|e| e.to_string())?;
        Ok([own.clone(), found.derivatives])
    };
    let newton = || -> Result<Option<[SemiAnalytic; 2]>, Failure> {
        let is_implicit = scenario.study.is_implicit();
        is_implicit.then(|| Ok([semi_analytic(false)?, semi_analytic(true)?])).transpose()
    };
    let read = |text: &[u8], source: &str| {
        let derivatives = Derivatives::read(text, source, &wanted, &outputs).map_err(Failure::input)?;
        let newton = newton()?;
        let own = match &newton {
            Some([own, _]) => own.derivatives.clone(),
            None => semi_analytic(false)?.derivatives,
        };
        Ok(Given { derivatives, newton, source: Some(source.to_string()), finer: finer(&own) })
    };
    if let Some(file) = &arguments.against {
        let text = std::fs::read(file).map_err(|e| {
            Failure::input(format!("--against: cannot read {}: {}", file.display(), crate::io::cause(&e)))
        })?;
        return read(&text, &file.display().to_string());
    }
    if let Some(text) = &arguments.against_command {
        let values = parameters_of(&scenario.study, arguments.member).map_err(Failure::input)?;
        let parameters: Vec<(String, f64)> = mechanism.parameters.iter().map(|p| p.name.clone()).zip(values).collect();
        let units = (0..mechanism.parameters.len()).map(|at| unit(&at)).chain(outputs.iter().cloned()).collect();
        let [by, of] = [&wanted, &outputs].map(|all| all.iter().map(|(name, _)| name.clone()).collect::<Vec<String>>());
        return read(&command::run(text, &parameters, units, &by, &of)?, &format!("--against-command {text:?}"));
    }
    let newton = newton()?;
    let derivatives = match &newton {
        Some([own, _]) => own.derivatives.clone(),
        None => semi_analytic(false)?.derivatives,
    };
    let finer = finer(&derivatives);
    Ok(Given { derivatives, newton, source: None, finer })
}
