//! Periodic motions one after another as a parameter changes, by the length of their branch, and where their kind changes.

use super::doubling::{Beside, beside, passes_half, twice};
use super::kind::{OrbitKind, signs};
use super::map::{LegAsker, PeriodMap};
use super::motion::{Guess, NoOrbit, Orbit, Tangent};
use super::orbit::Search;
use super::{Continuation, Period};
use crate::ensemble::{Outcome, Study};
use crate::linalg::Complex;

/// What became of the search for a motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeriodicOutcome {
    /// There is a periodic motion.
    Periodic,
    /// Newton's method did not find one.
    NewtonDiverged,
    /// What is found is an equilibrium.
    Trivial,
    /// A motion on the way failed, as said.
    LeftRange(Outcome),
    /// The branch turns back at the values of the parameters, so that derivatives are singular.
    Singular,
}

impl PeriodicOutcome {
    /// Returns the word of tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Periodic => "periodic",
            Self::NewtonDiverged | Self::Singular => "newton_diverged",
            Self::Trivial => "trivial",
            Self::LeftRange(_) => "left_range",
        }
    }
    /// Returns the outcome of the member.
    pub fn of_member(self) -> Outcome {
        match self {
            Self::Periodic => Outcome::Completed,
            Self::NewtonDiverged | Self::Singular => Outcome::NewtonDiverged,
            Self::Trivial => Outcome::Trivial,
            Self::LeftRange(outcome) => outcome,
        }
    }
}

/// A periodic motion of a member.
#[derive(Clone, Debug, PartialEq)]
pub struct BranchPoint {
    /// The value of the parameter that changes; not a number where none does.
    pub parameter: f64,
    /// The period, s.
    pub period: f64,
    /// How many periods, of loads or of the first branch, it takes.
    pub periods: usize,
    /// The largest difference between the ends of the period, of states of size one.
    pub residual: f64,
    /// The iterations of Newton's method.
    pub iterations: u32,
    /// The eigenvalues of the matrix of the period, by falling magnitude.
    pub multipliers: Vec<Complex<f64>>,
    /// What the motion is.
    pub kind: OrbitKind,
    /// Coordinates and velocities at the beginning of the period.
    pub state: [Vec<f64>; 2],
    /// In how many directions it has neighbours of its kind, of other energies as a rule, where its period is looked for.
    pub family: usize,
}

/// The periodic motions of a member.
#[derive(Clone, Debug, PartialEq)]
pub struct PeriodicResult {
    /// What became of the search.
    pub outcome: PeriodicOutcome,
    /// The motions, in the order of the branch.
    pub points: Vec<BranchPoint>,
    /// Whether the branch ended before the range of its parameter.
    pub is_cut: bool,
}

impl PeriodicResult {
    /// Returns the last motion of the branch that was followed first.
    pub fn last(&self) -> Option<&BranchPoint> {
        self.points.iter().rev().find(|point| point.periods == 1)
    }
}

/// The factor by which steps along a branch become longer where Newton's method is fast, the iterations that count as fast, and how much
/// longer than the first a step may be.
const GROWTH: (f64, u32, f64) = (1.5, 4, 20.0);
/// The part of the first step below which a branch ends.
const SHORTEST: f64 = 1e-4;
/// The most evaluations that locate a change of kind.
const LOCATED: u32 = 60;

/// Finds the periodic motions of a member with these values of all parameters. None where it is stopped.
pub(in crate::ensemble) fn branch(
    map: &PeriodMap,
    study: &Study,
    asker: &LegAsker,
    parameters: &[f64],
) -> Option<PeriodicResult> {
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
    let mut points = vec![point(&search, &orbit, OrbitKind::Regular)];
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
                    points.push(point(&long, &beside.0, OrbitKind::Regular));
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

fn point(search: &Search<'_>, orbit: &Orbit, kind: OrbitKind) -> BranchPoint {
    let Guess { states, period, parameter } = &orbit.at;
    let first = &states[0];
    BranchPoint {
        parameter: *parameter,
        period: *period,
        periods: search.periods,
        residual: orbit.residual,
        iterations: orbit.iterations,
        multipliers: orbit.multipliers.clone(),
        kind,
        state: [first.q.clone(), first.v.clone()],
        family: orbit.family,
    }
}

/// Follows a branch from its first motion, in a direction, by a step of some length; tells whether it has come to its end: that of the
/// range, or, of motions of twice the period, that where they are those of the period again. Keeps the first period doubling.
fn follow(
    search: &Search<'_>,
    continuation: &Continuation,
    (mut here, mut tangent, first): Beside,
    (points, doubling): (&mut Vec<BranchPoint>, &mut Option<Orbit>),
) -> Option<bool> {
    let Continuation { range: [from, to], most_points, .. } = *continuation;
    let forward = (to - from).signum();
    let outside = |parameter: f64| (parameter - to) * forward > 0.0 || (parameter - from) * forward < 0.0;
    let mut length = first;
    while points.len() < most_points {
        let next = match search.solve(ahead(search, &here, &tangent, length)?, Some((&here.at, &tangent, length))) {
            Ok(next) => next,
            Err(NoOrbit::Stopped) => return None,
            Err(_) => {
                length *= 0.5;
                if length < SHORTEST * first {
                    return Some(false);
                }
                continue;
            }
        };
        // the motion has died away to an equilibrium
        if next.is_still {
            return Some(false);
        }
        let Some(mut there) = next.tangent.clone() else { return Some(false) };
        if dot(&there, &tangent) < 0.0 {
            there = there.turned();
        }
        // a step that turns far may have come to another branch
        let cosine = dot(&there, &tangent) / (there.norm() * tangent.norm());
        if cosine < 0.7 && length > SHORTEST * first * 2.0 {
            length *= 0.5;
            continue;
        }
        let mut found = located(search, continuation, (&here, &tangent, length), (&next, &there))?;
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        if doubling.is_none() {
            let doubles = |found: &&(f64, Orbit, OrbitKind)| {
                found.2 == OrbitKind::PeriodDoubling && !outside(found.1.at.parameter)
            };
            *doubling = found.iter().find(doubles).map(|(_, orbit, _)| orbit.clone());
        }
        if search.periods > 1 && passes_half(search, [&here, &next]) {
            return Some(true);
        }
        points.extend(found.into_iter().map(|(_, orbit, kind)| point(search, &orbit, kind)));
        points.push(point(search, &next, OrbitKind::Regular));
        if outside(next.at.parameter) {
            let last = points.pop()?;
            // the branch ends where its range does
            let end = if (last.parameter - to) * forward > 0.0 { to } else { from };
            let before = here.at.parameter;
            let part = (end - before) / (last.parameter - before);
            let mut guess = ahead(search, &here, &tangent, length * part)?;
            guess.parameter = end;
            match search.solve(guess, None) {
                Ok(orbit) if !orbit.is_still => points.push(point(search, &orbit, OrbitKind::Regular)),
                Ok(_) => return Some(false),
                Err(NoOrbit::Stopped) => return None,
                Err(_) => {}
            }
            points.retain(|point| point.periods != search.periods || !outside(point.parameter));
            return Some(true);
        }
        if next.iterations <= GROWTH.1 {
            length = (length * GROWTH.0).min(first * GROWTH.2);
        }
        (here, tangent) = (next, there);
    }
    Some(false)
}

fn dot(a: &Tangent, b: &Tangent) -> f64 {
    a.of_state.dot(&b.of_state) + a.period * b.period + a.parameter * b.parameter
}

/// Returns the guess at a distance along a branch.
fn ahead(search: &Search<'_>, from: &Orbit, tangent: &Tangent, length: f64) -> Option<Guess> {
    let Guess { states, period, parameter } = &from.at;
    let mut guess = Guess {
        states: states.clone(),
        period: period + length * tangent.period,
        parameter: parameter + length * tangent.parameter,
    };
    if !matches!(search.map.asked.period, Period::Unknown(..)) {
        guess.period = *period;
    }
    let parameters = search.at(&guess);
    let all = std::iter::once(&tangent.of_state).chain(&tangent.of_later);
    for (k, (state, by)) in states.iter().zip(all).enumerate() {
        let time = guess.period * k as f64 / states.len() as f64;
        guess.states[k] = search.map.moved(state, &(by * length), (&parameters, time));
    }
    Some(guess)
}

/// Returns the motions between two points of a branch at which their kind changes, each with its distance from the first.
fn located(
    search: &Search<'_>,
    continuation: &Continuation,
    (here, tangent, length): (&Orbit, &Tangent, f64),
    (next, there): (&Orbit, &Tangent),
) -> Option<Vec<(f64, Orbit, OrbitKind)>> {
    let detects = continuation.detects;
    let kinds = [
        (detects.fold, OrbitKind::Fold),
        (detects.period_doubling, OrbitKind::PeriodDoubling),
        (detects.neimark_sacker, OrbitKind::NeimarkSacker),
    ];
    let [before, after] = [signs(here, tangent), signs(next, there)];
    let mut all = Vec::new();
    for (k, (is_wanted, kind)) in kinds.into_iter().enumerate() {
        if !is_wanted || before[k] * after[k] >= 0.0 {
            continue;
        }
        let (mut low, mut high) = ((0.0, before[k]), (length, after[k]));
        let (mut best, mut side): (Option<(f64, Orbit)>, f64) = (None, 0.0);
        for _ in 0..LOCATED {
            // the secant, of which the end that stays is halved, so that both move
            let middle = (low.0 * high.1 - high.0 * low.1) / (high.1 - low.1);
            let guess = ahead(search, here, tangent, middle)?;
            let orbit = match search.solve(guess, Some((&here.at, tangent, middle))) {
                Ok(orbit) => orbit,
                Err(NoOrbit::Stopped) => return None,
                Err(_) => break,
            };
            let Some(mut own) = orbit.tangent.clone() else { break };
            if dot(&own, tangent) < 0.0 {
                own = own.turned();
            }
            let value = signs(&orbit, &own)[k];
            let width = high.0 - low.0;
            best = Some((middle, orbit));
            if value == 0.0 || width <= continuation.tolerance * length {
                break;
            }
            let before = (low.0, high.0);
            if value * low.1 > 0.0 {
                low = (middle, value);
                if side > 0.0 {
                    high.1 *= 0.5;
                }
                side = 1.0;
            } else {
                high = (middle, value);
                if side < 0.0 {
                    low.1 *= 0.5;
                }
                side = -1.0;
            }
            let moved = (low.0 - before.0).abs().max((high.0 - before.1).abs());
            if moved <= continuation.tolerance * length {
                break;
            }
        }
        let Some((distance, orbit)) = best else { continue };
        // of two real multipliers whose product is one nothing leaves the unit circle
        let on_circle = |m: &Complex<f64>| m.im.abs() > 1e-6 && (m.norm() - 1.0).abs() < 1e-4;
        if kind == OrbitKind::NeimarkSacker && !orbit.multipliers.iter().any(on_circle) {
            continue;
        }
        all.push((distance, orbit, kind));
    }
    Some(all)
}
