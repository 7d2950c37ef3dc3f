//! Whether loads depend on the time, and whether they come back after a period.

use crate::ensemble::Study;
use crate::linalg::without_pattern;
use crate::model::Mechanism;
use crate::problem::{Constrained, Unknowns};

/// The times, as parts of a period, at which loads are compared: none of them a simple fraction, where loads may jump and rounding decides
/// on which side of the jump they are.
const TIMES: [f64; 5] = [0.0413, 0.1137, 0.3719, 0.6173, 0.8597];
/// What rounding leaves of a difference of loads, as a part of them.
const ROUNDING: f64 = 1e-9;
/// How far from the initial state loads are compared, too, m or rad.
const AWAY: f64 = 0.1;

/// Returns what is left of the equations of motion and constraints of a mechanism near the initial state, or in another one, with
/// coordinates that have grown by `by`, at a time, s.
fn left(study: &Study, mechanism: &Mechanism, (time, by): (f64, &[f64]), is_elsewhere: bool) -> Vec<f64> {
    let parameters = mechanism.defaults();
    let formulated = study.formulated();
    let (q, v) = formulated.initial(mechanism, &parameters);
    let mut system = formulated.system(mechanism, &parameters);
    let rate = vec![0.0; formulated.layout().quadratures().start];
    let mut q: Vec<f64> = q.iter().zip(by).map(|(q, by)| q + by).collect();
    if is_elsewhere {
        let layout = formulated.layout();
        // no particular place: what multiplies coordinates may depend on the time, and these may be zero at the start
        let away: Vec<f64> = (0..layout.velocity_count()).map(|i| without_pattern(0, i) * AWAY).collect();
        let before = q.clone();
        let places = layout.places().filter(|place| place.v + place.factor.velocity_count() <= rate.len());
        places.for_each(|place| place.factor.retract(&before[place.q..], &away[place.v..], &mut q[place.q..]));
    }
    let multipliers = vec![0.0; formulated.constraint_count()];
    let mut out = Vec::new();
    // velocities of no particular ratio: what multiplies them may depend on the time, too
    let v: Vec<f64> = v.iter().zip(0..).map(|(v, i)| v + 0.1 * (1.7 * f64::from(i)).cos()).collect();
    system.residual(time, &q, &v, 1.0, Unknowns { rate: &rate, multipliers: &multipliers }, &mut out);
    out
}

/// Returns the largest difference between what is left at two times, where it is more than rounding.
fn difference(study: &Study, mechanism: &Mechanism, at: [(f64, &[f64]); 2]) -> Option<f64> {
    let of = |is_elsewhere: bool| {
        let [a, b] = at.map(|at| left(study, mechanism, at, is_elsewhere));
        let most = a.iter().zip(&b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        let size = a.iter().chain(&b).fold(0.0f64, |size, x| size.max(x.abs()));
        (most > ROUNDING * size.max(1e-300)).then_some(most)
    };
    of(false).or_else(|| of(true))
}

/// Returns the sampled number whose instants are none a period, s, later, at the default values of the parameters.
pub(super) fn sampled_apart(study: &Study, period: f64) -> Option<(&str, f64)> {
    let parameters = study.mechanism.defaults();
    study.mechanism.variables.iter().find_map(|variable| {
        let every = variable.update.as_ref()?.every.evaluate(&parameters);
        let count = period / every;
        let is_apart = (count - count.round()).abs() > ROUNDING * count.max(1.0) || count.round() < 1.0;
        is_apart.then_some((variable.name.as_str(), every))
    })
}

/// Tells whether something is sampled, at instants of the time.
pub(super) fn are_sampled(study: &Study) -> bool {
    study.mechanism.variables.iter().any(|variable| variable.update.is_some())
}

/// Tells whether something in a study depends on the time, within a period, s, at the default values of the parameters.
pub(super) fn are_driven(study: &Study, period: f64) -> bool {
    let still = vec![0.0; study.layout().coordinate_count()];
    let at = |part: &f64| (part * period, &still[..]);
    TIMES[1..].iter().any(|part| difference(study, &study.mechanism, [at(&TIMES[0]), at(part)]).is_some())
}

/// Returns what does not come back after a period, s, and by how much it differs, at the default values of the parameters.
pub(super) fn mismatch(study: &Study, force_names: &[String], (period, by): (f64, &[f64])) -> Option<String> {
    let still = vec![0.0; by.len()];
    let largest = |mechanism: &Mechanism| {
        let of = |part: &f64| difference(study, mechanism, [(part * period, &still[..]), (part * period + period, by)]);
        TIMES.iter().filter_map(of).fold(None, |most: Option<f64>, x| Some(most.map_or(x, |most| most.max(x))))
    };
    let whole = largest(&study.mechanism)?;
    for (at, name) in force_names.iter().enumerate().take(study.mechanism.forces.len()) {
        let mut alone = study.mechanism.clone();
        alone.forces = vec![study.mechanism.forces[at].clone()];
        if let Some(by) = largest(&alone) {
            let mut without = study.mechanism.clone();
            without.forces.clear();
            if largest(&without).is_none() {
                return Some(format!("the force {name:?} differs by {by:.3e} N or N m"));
            }
        }
    }
    Some(format!("the equations of motion differ by {whole:.3e} (N, N m, m or rad)"))
}
