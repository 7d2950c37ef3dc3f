//! The derivatives that are judged, and where they come from.

use super::command;
use super::difference_study::{DifferenceStudy, parameters_of};
use super::evaluated::Evaluated;
use super::request::{DerivativesOf, Request};
use super::semi_analytic::SemiAnalytic;
use super::supplied::Derivatives;
use crate::ensemble::Study;
use crate::io::cause;
use crate::studies::{Failure, Listener};

/// Derivatives that are judged.
pub(super) struct Given {
    pub(super) derivatives: Derivatives,
    /// What Newton's method leaves: see [`super::Supplied`].
    pub(super) newton: Option<[SemiAnalytic; 2]>,
    /// The file or command, where they are not the program's own.
    pub(super) source: Option<String>,
    /// The program's own, with the steps of the scenario and with finer ones; or why there are none.
    pub(super) finer: Result<[Derivatives; 2], String>,
}

/// Reads or computes the derivatives.
pub(super) fn derivatives(
    listener: &dyn Listener,
    request: &Request,
    evaluated: &Evaluated,
    study: &DifferenceStudy,
) -> Result<Given, Failure> {
    let of = &evaluated.study;
    let supplied = match &request.of {
        DerivativesOf::Program => None,
        DerivativesOf::File(file) => {
            let text = std::fs::read(file)
                .map_err(|e| Failure::input(format!("--against: cannot read {}: {}", file.display(), cause(&e))))?;
            Some((text, file.display().to_string()))
        }
        DerivativesOf::Command(text) => {
            Some((printed_by(text, request, evaluated, study)?, format!("--against-command {text:?}")))
        }
    };
    let supplied = supplied.map(|(text, source)| {
        let wanted: Vec<(String, String)> = evaluated.by.iter().map(|at| with_unit(of, *at)).collect();
        let read = Derivatives::read(text, &source, &wanted, &study.study.mechanism.columns());
        Ok::<_, Failure>((read.map_err(Failure::input)?, source))
    });
    let supplied = supplied.transpose()?;
    let semi_analytic = |tight: bool| -> Result<SemiAnalytic, Failure> {
        let differentiated = study.differentiated(of, tight).map_err(Failure::input)?;
        evaluated.with_pool(&differentiated, request, Some(listener), |pool| {
            study.derivatives(&differentiated, pool).map_err(Failure::other)
        })?
    };
    let (own, newton) = match evaluated.is_implicit() {
        true => {
            let both = [semi_analytic(false)?, semi_analytic(true)?];
            (both[0].derivatives.clone(), Some(both))
        }
        // of equilibria and modes what has no derivative is told so
        false if !evaluated.has_steps() => (semi_analytic(false)?.derivatives.without_missing(), None),
        false => (semi_analytic(false)?.derivatives, None),
    };
    let finer = finer(request, evaluated, study).map(|finer| [own.clone(), finer]);
    let (derivatives, source) = supplied.map_or((own, None), |(derivatives, source)| (derivatives, Some(source)));
    Ok(Given { derivatives, newton, source, finer })
}

/// Returns the derivatives with finer steps: half the step once more takes as long as three runs of the one member with its
/// derivatives.
fn finer(request: &Request, evaluated: &Evaluated, study: &DifferenceStudy) -> Result<Derivatives, String> {
    if !evaluated.has_steps() {
        return Err("there are no steps in time".into());
    }
    let differentiated = study.differentiated(&evaluated.study, false).map_err(|e| e.to_string())?;
    let refined = differentiated.refined().map_err(|e| e.to_string())?;
    let found = evaluated.with_pool(&refined, request, None, |pool| study.derivatives(&refined, pool));
    Ok(found.map_err(|e| e.to_string())?.map_err(|e| e.to_string())?.derivatives)
}

/// Returns what a command prints of derivatives.
fn printed_by(
    text: &str,
    request: &Request,
    evaluated: &Evaluated,
    study: &DifferenceStudy,
) -> Result<Vec<u8>, Failure> {
    let of = &evaluated.study;
    let values = parameters_of(of, request.member).map_err(Failure::input)?;
    let all = &of.mechanism.parameters;
    let parameters: Vec<(String, f64)> = all.iter().map(|p| p.name.clone()).zip(values).collect();
    let outputs = study.study.mechanism.columns();
    let by: Vec<String> = evaluated.by.iter().map(|at| all[*at].name.clone()).collect();
    let names: Vec<String> = outputs.iter().map(|(name, _)| name.clone()).collect();
    let units = (0..all.len()).map(|at| with_unit(of, at)).chain(outputs).collect();
    command::run(text, &parameters, units, &by, &names)
}

/// Returns the name of a parameter, and its unit.
fn with_unit(of: &Study, at: usize) -> (String, String) {
    let parameter = &of.mechanism.parameters[at];
    (parameter.name.clone(), parameter.unit.clone().unwrap_or_default())
}
