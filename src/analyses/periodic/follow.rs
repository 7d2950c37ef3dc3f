//! A branch of periodic motions from its first one on, and where their kind changes.

use super::curve::{Branch, Placed};
use super::doubling::{Beside, passes_half};
use super::kind::OrbitKind;
use super::motion::{Guess, NoOrbit, Orbit};
use super::orbit::Search;
use super::result::BranchPoint;
use super::{Continuation, Period};
use crate::analyses::continuation::{Bracket, Curve, Pace, Spot, agrees_with_half, bracket, meets, step};
use crate::linalg::Complex;

/// How many times longer than the first a step may be.
const LONGEST: f64 = 20.0;
/// The iterations of Newton's method that are few, and the factor by which steps become longer where that is so.
const FEW: (u32, f64) = (4, 1.5);
/// The shortest part of the first step that is tried: a fold may be sharp beside a first step that is long.
const SHORTEST: f64 = 1e-9;
/// Within steps that are shorter, as a part of the first, multipliers may jump.
const MAY_JUMP: f64 = 1e-6;
/// To which part of a step the end of the range is found.
const NEAR_END: f64 = 1e-6;

/// A step along a branch, with the changes of kind on the way.
struct Stepped {
    next: Spot<Placed>,
    turn: f64,
    changes: Vec<(Spot<Placed>, OrbitKind)>,
}

/// Follows a branch from its first motion, in a direction, by a step of some length; tells whether it has come to its end: that of the
/// range, or, of motions of twice the period, that where they are those of the period again. Keeps the first period doubling.
pub(super) fn follow(
    search: &Search<'_>,
    continuation: &Continuation,
    (orbit, tangent, first): Beside,
    (points, doubling): (&mut Vec<BranchPoint>, &mut Option<Orbit>),
) -> Option<bool> {
    let [from, to] = continuation.range;
    let forward = (to - from).signum();
    let end_of = |parameter: f64| {
        let is_behind = (parameter - to) * forward > 0.0;
        (is_behind || (parameter - from) * forward < 0.0).then_some(if is_behind { to } else { from })
    };
    let mut here = Placed::along(orbit, &tangent);
    let mut branch = Branch::new(search, &here);
    let mut pace = Pace::new(first, LONGEST * first);
    let (mut earlier, mut is_first) = (vec![here.clone()], true);
    while points.len() < continuation.most_points {
        let Some(stepped) = stepped(&mut branch, continuation, &here, (&pace, is_first))? else {
            if pace.refuse(SHORTEST) {
                continue;
            }
            return Some(false);
        };
        let Stepped { next, turn, changes } = stepped;
        // the motion has died away to an equilibrium, behind which it begins half a period later
        let is_still = changes.iter().map(|(spot, _)| spot).chain([&next]).any(|spot| spot.point.orbit.is_still);
        if is_still || dies_between(search, [&here.orbit, &next.point.orbit]) {
            return Some(false);
        }
        if search.periods > 1 && passes_half(search, [&here.orbit, &next.point.orbit]) {
            return Some(true);
        }
        let mut before = itself(&branch, &here);
        for (spot, kind) in changes.iter().map(|(spot, kind)| (spot, *kind)).chain([(&next, OrbitKind::Regular)]) {
            if let Some(end) = end_of(spot.point.orbit.at.parameter) {
                return ended(&mut branch, &here, ([&before, spot], end), points);
            }
            if kind == OrbitKind::PeriodDoubling && doubling.is_none() {
                *doubling = Some(spot.point.orbit.clone());
            }
            points.push(point(search, &spot.point.orbit, kind)?);
            before = spot.clone();
        }
        let is_closed = meets(&mut branch, &earlier, &here, &next).ok()?;
        if is_closed {
            return Some(false);
        }
        pace.accept(turn, if next.point.orbit.iterations <= FEW.0 { FEW.1 } else { 1.0 });
        earlier.push(next.point.clone());
        (here, is_first) = (next.point, false);
    }
    Some(false)
}

/// Tells whether a motion that nothing drives has died away between two others and begun again the other way round.
fn dies_between(search: &Search<'_>, orbits: [&Orbit; 2]) -> bool {
    let rates = |orbit: &Orbit| search.map.rates(&search.at(&orbit.at), &orbit.at.states[0], 0.0);
    let [before, after] = orbits.map(rates);
    !search.map.is_driven() && before.zip(after).is_some_and(|(a, b)| a.dot(&b) < 0.0)
}

/// Returns a step along a branch; none within where it is refused: where the branch bends too much for its length, or it is not clear how
/// the kind of motions changes on the way. None where the search is stopped.
fn stepped(
    branch: &mut Branch<'_>,
    continuation: &Continuation,
    here: &Placed,
    (pace, is_first): (&Pace, bool),
) -> Option<Option<Stepped>> {
    let Some((next, turn)) = step(branch, here, pace.length).ok()? else { return Some(None) };
    // motions of twice the period leave the branch as the square root of the parameter
    if is_first && branch.search.periods == 1 && agrees_with_half(branch, here, &next).ok()?.is_none() {
        return Some(None);
    }
    let changes = changes(branch, (continuation, pace.is_below(MAY_JUMP)), here, &next)?;
    Some(changes.map(|changes| Stepped { next, turn, changes }))
}

/// Motions at which the kind of motions changes, and to which.
type Changes = Vec<(Spot<Placed>, OrbitKind)>;

/// Returns the motions on a step at which their kind changes, in the order of the branch; none within where some is not found, or where the
/// parameter turns back as the multipliers do not.
fn changes(
    branch: &mut Branch<'_>,
    (continuation, may_jump): (&Continuation, bool),
    here: &Placed,
    next: &Spot<Placed>,
) -> Option<Option<Changes>> {
    let detects = continuation.detects;
    let kinds = [
        (detects.fold, OrbitKind::Fold),
        (detects.period_doubling, OrbitKind::PeriodDoubling),
        (detects.neimark_sacker, OrbitKind::NeimarkSacker),
    ];
    let begin = itself(branch, here);
    let near = continuation.tolerance * next.distance;
    let mut all = Vec::new();
    for (k, (is_wanted, kind)) in kinds.into_iter().enumerate() {
        let mut value = |_: &mut Branch<'_>, at: &Placed| Some(at.signs()[k]);
        if !is_wanted && kind != OrbitKind::Fold {
            continue;
        }
        let Some(found) = bracket(branch, here, [&begin, next], near, &mut value).ok()? else { continue };
        if !found.is_whole(branch) || !found.is_zero(0.0) {
            if may_jump && kind != OrbitKind::Fold {
                continue;
            }
            return Some(None);
        }
        let spot = if found.values[0].abs() < found.values[1].abs() { found.low } else { found.high };
        // of two real multipliers whose product is one nothing leaves the unit circle
        let on_circle = |m: &Complex<f64>| m.im.abs() > 1e-6 && (m.norm() - 1.0).abs() < 1e-4;
        let is_there = kind != OrbitKind::NeimarkSacker || spot.point.orbit.multipliers.iter().any(on_circle);
        if is_wanted && is_there {
            all.push((spot, kind));
        }
    }
    let is_free = matches!(branch.search.map.asked.period, Period::Unknown(..));
    let folds = here.slope() * next.point.slope() < 0.0;
    if let (Some(before), Some(after)) = (here.is_odd(is_free), next.point.is_odd(is_free)) {
        // another branch may cross, where a multiplier is one
        let mut value = |_: &mut Branch<'_>, at: &Placed| Some(at.beside_one(is_free));
        let crossing = |found: Bracket<Placed>, branch: &Branch<'_>| found.is_whole(branch) && found.is_zero(0.0);
        let is_clear = match (folds, before == after) {
            (true, is_same) => !is_same,
            (false, true) => true,
            (false, false) if may_jump => true,
            (false, false) => bracket(branch, here, [&begin, next], near, &mut value)
                .ok()?
                .is_none_or(|found| crossing(found, branch)),
        };
        if !is_clear {
            return Some(None);
        }
    }
    all.sort_by(|a, b| a.0.distance.total_cmp(&b.0.distance));
    Some(Some(all))
}

/// Adds the last motion of a branch, where its range ends between two others; tells whether there is one.
fn ended(
    branch: &mut Branch<'_>,
    here: &Placed,
    (ends, end): ([&Spot<Placed>; 2], f64),
    points: &mut Vec<BranchPoint>,
) -> Option<bool> {
    let mut value = |_: &mut Branch<'_>, at: &Placed| Some(at.orbit.at.parameter - end);
    let near = NEAR_END * ends[1].distance;
    let found = bracket(branch, here, ends, near, &mut value).ok()?;
    let ahead = found.map_or_else(|| ends[1].ahead.clone(), |found| found.zero().1);
    let guess = Guess { parameter: end, ..branch.ahead(&here.orbit.at, &ahead) };
    match branch.search.solve(guess, None) {
        Ok(orbit) if !orbit.is_still => points.push(point(branch.search, &orbit, OrbitKind::Regular)?),
        Ok(_) => return Some(false),
        Err(NoOrbit::Stopped) => return None,
        Err(_) => {}
    }
    Some(true)
}

/// Returns a motion of a branch itself, ahead of which others lie.
fn itself(branch: &Branch<'_>, here: &Placed) -> Spot<Placed> {
    Spot::here(here, branch.direction(here).len())
}

/// Makes the point of a branch that a motion is; none where the search is stopped.
pub(super) fn point(search: &Search<'_>, orbit: &Orbit, kind: OrbitKind) -> Option<BranchPoint> {
    let Guess { states, period, parameter } = &orbit.at;
    let first = &states[0];
    Some(BranchPoint {
        parameter: *parameter,
        period: *period,
        periods: search.periods,
        residual: orbit.residual,
        iterations: orbit.iterations,
        multipliers: orbit.multipliers.clone(),
        kind,
        state: [first.q.clone(), first.v.clone()],
        stability: search.stability(orbit)?,
        family: orbit.family,
    })
}
