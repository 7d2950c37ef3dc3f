//! Periodic motions one after another as a parameter changes: the branch of the first one, and that of twice the period.

use super::Continuation;
use super::doubling::{beside, twice};
use super::follow::{follow, point};
use super::kind::OrbitKind;
use super::legs::LegAsker;
use super::map::PeriodMap;
use super::motion::{NoOrbit, Orbit, Tangent};
use super::orbit::Search;
use super::result::{PeriodicOutcome, PeriodicResult};
use crate::ensemble::Study;

/// Finds the periodic motions of a member with these values of all parameters. None where it is stopped.
pub(super) fn branch(map: &PeriodMap, study: &Study, asker: &LegAsker, parameters: &[f64]) -> Option<PeriodicResult> {
    let mut parameters = parameters.to_vec();
    if let Some(Continuation { parameter, range, .. }) = &map.asked.continuation {
        parameters[*parameter] = range[0];
    }
    let search = Search { map, study, asker, parameters, periods: 1 };
    let failed = |error: NoOrbit| {
        let outcome = match error {
            NoOrbit::Diverged => PeriodicOutcome::NewtonDiverged,
            NoOrbit::Singular => PeriodicOutcome::Singular,
            NoOrbit::Left(outcome) => PeriodicOutcome::LeftRange(outcome),
            NoOrbit::Stopped => return None,
        };
        Some(PeriodicResult { outcome, points: Vec::new(), is_cut: false })
    };
    let value = map.continued().map_or(f64::NAN, |at| search.parameters[at]);
    let orbit = match search.first(value) {
        Ok(orbit) => orbit,
        Err(error) => return failed(error),
    };
    let outcome = if orbit.is_still { PeriodicOutcome::Trivial } else { PeriodicOutcome::Periodic };
    let mut points = vec![point(&search, &orbit, OrbitKind::Regular)?];
    let mut is_cut = false;
    if let (Some(continuation), PeriodicOutcome::Periodic) = (&map.asked.continuation, outcome) {
        let mut doubling = None;
        // in a family there is no one direction
        is_cut = match begun(continuation, &orbit).filter(|_| orbit.family == 0) {
            Some((tangent, length)) => {
                !follow(&search, continuation, (orbit, tangent, length), (&mut points, &mut doubling))?
            }
            None => true,
        };
        if let Some(at) = doubling.filter(|_| continuation.switch) {
            let long = twice(&search);
            match beside(&search, &long, &at) {
                Ok(beside) => {
                    points.push(point(&long, &beside.0, OrbitKind::Regular)?);
                    is_cut |= !follow(&long, continuation, beside, (&mut points, &mut None))?;
                }
                Err(NoOrbit::Stopped) => return None,
                Err(_) => is_cut = true,
            }
        }
    }
    Some(PeriodicResult { outcome, points, is_cut })
}

/// Returns the direction of the range from the first motion of a branch, and the length of the first step.
fn begun(continuation: &Continuation, here: &Orbit) -> Option<(Tangent, f64)> {
    let [from, to] = continuation.range;
    let mut tangent = here.tangent.clone()?;
    if tangent.parameter * (to - from) < 0.0 {
        tangent = tangent.turned();
    }
    // in the direction of the branch the first step changes the parameter by this
    let length = continuation.step.abs() / tangent.parameter.abs().max(1e-3);
    Some((tangent, length))
}
