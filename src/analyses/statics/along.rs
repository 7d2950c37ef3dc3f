//! Equilibria by the length of their way, past limits of the loads and onto branches.

use super::ArcLength;
use super::critical::beside;
use super::curve::{Equilibrium, Path};
use super::equations::State;
use super::located::{Between, Located, itself};
use super::point::PointKind;
use super::stability::Stability;
use super::walk::Walk;
use crate::analyses::continuation::{Curve, Pace, Spot, agrees_with_half, meets, step, step_at_corner};
use crate::ensemble::Outcome;
use crate::model::Expr;
use crate::num::Dual;

/// The shortest part of the first step that is tried.
const SHORTEST: f64 = 1.0 / 16_777_216.0;
/// Steps that are shorter, as a part of the first, may lead over corners.
const AT_CORNER: f64 = 1.0 / 65_536.0;
/// Iterations that a step along the path is to take.
const WANTED: f64 = 5.0;
/// The part of the first step that loads up to their limit count as a way.
const OF_LOADS: f64 = 0.1;

/// A step along a path.
struct Stepped {
    next: Spot<Equilibrium>,
    stability: Option<Stability>,
    /// What is critical on the way.
    located: Vec<Located>,
    /// By how much the direction turns, rad.
    turn: f64,
}

/// The point that a path goes on from.
struct Here {
    point: Equilibrium,
    /// The stiffnesses there; none where a branch begins.
    stability: Option<Stability>,
    /// Whether the step from here is the first one.
    is_first: bool,
}

/// Goes on along a path by the length of its way.
pub(super) fn by_way(walk: &mut Walk<'_>, start: State, arc: &ArcLength) -> (Outcome, Option<State>) {
    let number = |e: &Expr| e.evaluate::<f64>(walk.path.member.parameters);
    let (first, limit) = (number(&arc.first), number(&arc.load_limit));
    let longest = arc.longest.as_ref().map_or(f64::INFINITY, number);
    if [first, longest, limit].iter().any(|x| x.is_nan() || *x <= 0.0) || first.is_infinite() {
        return (Outcome::Invalid, None);
    }
    // with forces of springs and of rotation alone
    let path = &mut walk.path;
    let unloaded = path.member.at_load(&mut path.work, &start, 0.0);
    let begun = unloaded.and_then(|unloaded| path.by_way(unloaded.state, OF_LOADS * first / limit));
    let Some(point) = begun else { return (Outcome::NewtonDiverged, None) };
    let stability = path.stability(&point.state);
    let (mut here, mut pace) = (Here { point, stability, is_first: true }, Pace::new(first, longest));
    let (mut earlier, mut count, mut has_switched) = (vec![here.point.clone()], 0, false);
    while count < arc.most_points {
        let Some((stepped, end)) = walk.path.next(&here, &pace, limit) else {
            if pace.refuse(SHORTEST) {
                continue;
            }
            return (Outcome::NewtonDiverged, None);
        };
        let mut branch = None;
        for located in &stepped.located {
            if !walk.add_located(located) {
                return (Outcome::NonFinite, None);
            }
            if located.kind == PointKind::Bifurcation && walk.statics.switch && !has_switched {
                branch = walk.branch(&located.spot.point);
                if branch.is_some() {
                    break;
                }
            }
        }
        if let Some(point) = branch {
            has_switched = true;
            pace.begin_again();
            here = Here { point, stability: None, is_first: true };
            continue;
        }
        if let Some(last) = end {
            return ended(walk, last, &arc.load_limit);
        }
        count += 1;
        if !walk.add(&stepped.next.point.state, PointKind::Regular) {
            return (Outcome::NonFinite, None);
        }
        let Ok(is_closed) = meets(&mut walk.path, &earlier, &here.point, &stepped.next);
        if is_closed {
            return (Outcome::Closed, Some(stepped.next.point.state));
        }
        pace.accept(stepped.turn, (WANTED / stepped.next.point.iterations as f64).sqrt());
        let neutral = stepped.stability.as_ref().and_then(|stability| stability.neutral.as_ref());
        let direction = &stepped.next.point.direction;
        let held = neutral.and_then(|neutral| beside(neutral, direction, &walk.path.member.weights));
        let point = Equilibrium { held, ..stepped.next.point };
        earlier.push(point.clone());
        here = Here { point, stability: stepped.stability, is_first: false };
    }
    (Outcome::MostPoints, Some(here.point.state))
}

/// Adds the last point of a path, at the limit of the load factor.
fn ended(walk: &mut Walk<'_>, last: State, limit: &Expr) -> (Outcome, Option<State>) {
    if !walk.add(&last, PointKind::Regular) {
        return (Outcome::NonFinite, None);
    }
    // what may turn in any direction has no derivatives
    if walk.path.stability(&last).is_some_and(|stability| stability.neutral.is_some()) {
        return (Outcome::Completed, Some(last));
    }
    let (sign, parameters) = (last.load.signum(), walk.path.member.parameters);
    walk.add_slopes(&last, |at| sign * limit.evaluate(&Dual::by_one(parameters, Some(at))).eps[0]);
    (Outcome::Completed, Some(last))
}

impl Walk<'_> {
    /// Returns the beginning of the branch that crosses at a bifurcation: in the direction of a motion that meets no stiffness there. Where
    /// these are many one is chosen, and the path stays where it is along the others.
    fn branch(&mut self, at: &Equilibrium) -> Option<Equilibrium> {
        let (motion, others) = self.critical(&at.state)?.chosen(&self.path.member.weights);
        let mut direction = motion;
        direction.resize(at.direction.len(), 0.0);
        let held = (others.ncols() > 0).then_some(others);
        Some(Equilibrium { state: at.state.clone(), direction, held, iterations: 1 })
    }
}

impl Path<'_> {
    /// Returns a step from a point, and where the path ends on it if the load factor reaches its limit, in either direction; none where the
    /// step is refused.
    fn next(&mut self, here: &Here, pace: &Pace, limit: f64) -> Option<(Stepped, Option<State>)> {
        let mut stepped = self.stepped(here, pace)?;
        let mut before = itself(self, &here.point);
        for k in 0..=stepped.located.len() {
            let spot = stepped.located.get(k).map_or(&stepped.next, |located| &located.spot);
            let load = spot.point.state.load;
            if load.abs() >= limit {
                let end = self.at_limit(&here.point, [&before, spot], limit.copysign(load))?;
                stepped.located.truncate(k);
                return Some((stepped, Some(end)));
            }
            before = spot.clone();
        }
        Some((stepped, None))
    }

    /// Returns a step from a point; none where it is refused: where it bends too much for its length, or it is not clear how motions become
    /// unstable on the way.
    fn stepped(&mut self, here: &Here, pace: &Pace) -> Option<Stepped> {
        let from = &here.point;
        let Ok(found) = step(self, from, pace.length);
        let (mut next, turn) = match found {
            Some(found) => found,
            None if pace.is_below(AT_CORNER) => {
                let Ok(next) = step_at_corner(self, from, pace.length);
                (next?, f64::INFINITY)
            }
            None => return None,
        };
        let stability = self.stability(&next.point.state);
        if turn.is_infinite() {
            self.direct(here, &mut next, stability.as_ref());
        }
        let middle = if here.is_first && turn.is_finite() {
            let Ok(middle) = agrees_with_half(self, from, &next);
            Some(middle?)
        } else {
            None
        };
        let mut located = Vec::new();
        let mut begin = (itself(self, from), here.stability.clone());
        for (end, after) in middle.map(|spot| (spot, None)).into_iter().chain([(next.clone(), stability.clone())]) {
            let after = after.or_else(|| self.stability(&end.point.state));
            if let (Some(before), Some(after)) = (&begin.1, &after) {
                let between = Between { from, ends: [&begin.0, &end], stabilities: [before, after] };
                located.extend(self.critical_between(&between)?);
            }
            begin = (end, after);
        }
        Some(Stepped { next, stability, located, turn })
    }

    /// Lets the direction behind a corner be the one that goes on: the sign of the determinant of the equations with the direction stays
    /// along a path.
    fn direct(&self, here: &Here, next: &mut Spot<Equilibrium>, stability: Option<&Stability>) {
        let odd = |stability: Option<&Stability>| stability.and_then(Stability::is_odd);
        let (Some(before), Some(after)) = (odd(here.stability.as_ref()), odd(stability)) else { return };
        let [a, b] = [&here.point, &next.point].map(|point| point.direction.last().copied().unwrap_or(0.0));
        if (a * b < 0.0) != (before != after) {
            self.turn(&mut next.point);
        }
    }
}
