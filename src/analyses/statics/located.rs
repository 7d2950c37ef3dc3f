//! What is critical between two equilibria of a path.

use super::curve::{Equilibrium, Path};
use super::equations::State;
use super::point::PointKind;
use super::stability::{Passing, Stability};
use crate::analyses::continuation::{Bracket, Curve, Spot, bracket, reached};

/// To which part of a step a critical point is located.
const NEAR: f64 = 1e-11;
/// Points that are nearer to each other, as a part of a step, are one.
const ONE: f64 = 1e-6;
/// How far beside a critical point it is looked which way the loads change, as parts of a step.
const BESIDE: [f64; 2] = [1e-3, 1e-6];
/// What an extreme of the loads may be exceeded by, as a part of their change beside it.
const EXTREME: f64 = 1e-6;
/// What rounding changes loads by, as a part of them.
const ROUNDING: f64 = 1e-11;
/// A stiffness that passes zero within so much of a step, but is not zero there, jumps.
const JUMP: f64 = 1e-9;

/// A point of a path at which something is critical.
#[derive(Clone, Debug)]
pub(super) struct Located {
    pub spot: Spot<Equilibrium>,
    pub kind: PointKind,
}

/// A place at which stiffnesses pass zero.
struct Place {
    spot: Spot<Equilibrium>,
    /// Whether some of them do not jump.
    is_smooth: bool,
    /// Whether the loads turn there.
    turns: bool,
}

/// Two equilibria ahead of another one, with the stiffnesses there.
#[derive(Clone, Copy)]
pub(super) struct Between<'a> {
    pub from: &'a Equilibrium,
    pub ends: [&'a Spot<Equilibrium>; 2],
    pub stabilities: [&'a Stability; 2],
}

impl Path<'_> {
    /// Finds what is critical between two equilibria, in the order of the path; none where it is not clear: where they are not of one path, or
    /// where the loads turn and nothing is critical. Both ends are of a path that goes on.
    pub(super) fn critical_between(&mut self, between: &Between<'_>) -> Option<Vec<Located>> {
        let Between { from, ends, stabilities: [before, after] } = *between;
        let passing = before.passing(after);
        let length = ends[1].distance.abs().max(f64::MIN_POSITIVE);
        let mut places: Vec<Place> = Vec::new();
        let mut low = ends[0].clone();
        for place in passing.places.iter().copied() {
            let (found, place) = self.place(from, [&low, ends[1]], (&passing, place), after.rounding)?;
            low = found;
            match places.last_mut() {
                Some(last) if (place.spot.distance - last.spot.distance).abs() <= ONE * length => {
                    last.is_smooth |= place.is_smooth;
                }
                _ => places.push(place),
            }
        }
        // where the way between the ends is of one path the loads have turned as often as they do at these places
        let turned = places.iter().filter(|place| place.turns).count();
        if (turned % 2 == 1) != turns(ends) {
            return if places.is_empty() { Some(vec![self.crossing(between)?]) } else { None };
        }
        let kind = |place: Place| {
            let kind = if place.turns { PointKind::Limit } else { PointKind::Bifurcation };
            (place.turns || place.is_smooth).then_some(Located { spot: place.spot, kind })
        };
        Some(places.into_iter().filter_map(kind).collect())
    }

    /// Finds where the loads turn and a stiffness is zero, which has one sign on either side: a branch crosses the path that it came of. None
    /// where no stiffness is zero.
    fn crossing(&mut self, between: &Between<'_>) -> Option<Located> {
        let Between { from, ends, stabilities } = *between;
        let mut rate = |_: &mut Self, point: &Equilibrium| point.direction.last().copied();
        let Ok(found) = bracket(self, from, ends, NEAR * ends[1].distance, &mut rate);
        let found = found.filter(|found| found.is_whole(self))?;
        // rounding of directions near the crossing leaves its place open, and the loads are an extreme there: of an equilibrium they are right
        let (distance, ahead) = found.zero();
        let Ok(solved) = reached(self, from, &ahead, distance);
        let spot = solved.unwrap_or_else(|| self.zero_of(from, &found));
        let mut is_critical = self.stability(&spot.point.state)?.touches_zero_between(stabilities);
        // of a limit within the step, before something else becomes critical, it has two signs
        for part in BESIDE {
            let sides = self.beside(from, &spot, ends, part)?;
            let [before, after] = sides.map(|side| self.stability(&side.point.state));
            is_critical &= before?.passing(&after?).places.is_empty();
        }
        is_critical.then_some(Located { spot, kind: PointKind::Bifurcation })
    }

    /// Finds where a stiffness passes zero; returns a point before that, too.
    fn place(
        &mut self,
        from: &Equilibrium,
        ends: [&Spot<Equilibrium>; 2],
        (passing, place): (&Passing, usize),
        rounding: f64,
    ) -> Option<(Spot<Equilibrium>, Place)> {
        let near = NEAR * ends[1].distance;
        let mut value =
            |path: &mut Self, point: &Equilibrium| path.stability(&point.state).and_then(|all| all.at(passing, place));
        let Ok(found) = bracket(self, from, ends, near, &mut value);
        let found = found?;
        if !found.is_whole(self) {
            return None;
        }
        let is_smooth = found.is_zero(rounding);
        if !is_smooth && found.high.distance - found.low.distance > JUMP * ends[1].distance {
            return None;
        }
        let spot = self.zero_of(from, &found);
        let turns = self.turns_at(from, &spot, ends)?;
        Some((found.low, Place { spot, is_smooth, turns }))
    }

    /// Tells whether the loads turn at a point, as seen from both its sides, near it and nearer; none where that differs. The way between the
    /// ends says where these are: beside a crossing of paths the direction is of any of them.
    fn turns_at(&mut self, from: &Equilibrium, at: &Spot<Equilibrium>, ends: [&Spot<Equilibrium>; 2]) -> Option<bool> {
        let [before, behind] = ends.map(|end| end.point.state.load.abs());
        let (rounding, mut found) = (ROUNDING * before.max(behind), None);
        for part in BESIDE {
            let Some([before, behind]) = self.beside(from, at, ends, part) else { continue };
            let turns = turns([&before, &behind]);
            let [a, here, b] = [&before, at, &behind].map(|spot| spot.point.state.load);
            let change = (here - a).abs().max((here - b).abs());
            let is_extreme = change <= rounding || (here - a) * (here - b) >= -EXTREME * change.powi(2);
            if found.is_some_and(|found| found != turns) || (turns && !is_extreme) {
                return None;
            }
            found = Some(turns);
        }
        found
    }

    /// Returns the points on either side of one, at a part of the step's length.
    fn beside(
        &mut self,
        from: &Equilibrium,
        at: &Spot<Equilibrium>,
        ends: [&Spot<Equilibrium>; 2],
        part: f64,
    ) -> Option<[Spot<Equilibrium>; 2]> {
        let (length, way) = (ends[1].distance, ends[1].distance - ends[0].distance);
        let rate: Vec<f64> = ends[1].ahead.iter().zip(&ends[0].ahead).map(|(b, a)| (b - a) / way).collect();
        let mut side = |distance: f64| {
            let ahead: Vec<f64> = at.ahead.iter().zip(&rate).map(|(x, rate)| x + distance * rate).collect();
            let Ok(spot) = reached(self, from, &ahead, at.distance + distance);
            spot
        };
        Some([side(-part * length)?, side(part * length)?])
    }

    /// Returns the point between two that are near each other at which a value is zero.
    pub(super) fn zero_of(&self, from: &Equilibrium, found: &Bracket<Equilibrium>) -> Spot<Equilibrium> {
        let (distance, ahead) = found.zero();
        let state: State = self.member.ahead(&from.state, &ahead);
        Spot { point: Equilibrium { state, ..found.low.point.clone() }, distance, ahead }
    }

    /// Returns the first point between two at which the load factor has a value, exactly.
    pub(super) fn at_limit(&mut self, from: &Equilibrium, ends: [&Spot<Equilibrium>; 2], limit: f64) -> Option<State> {
        let near = NEAR * 1e-2 * ends[1].distance;
        let mut value = |_: &mut Self, point: &Equilibrium| Some((point.state.load - limit) * limit.signum());
        let Ok(found) = bracket(self, from, ends, near, &mut value);
        let found = found.filter(|found| found.is_whole(self) && found.is_zero(0.0))?;
        let state = State { load: limit, ..self.zero_of(from, &found).point.state };
        let solved = self.member.at_load(&mut self.work, &state, limit).map(|found| found.state);
        Some(solved.filter(|solved| self.member.is_near(solved, &state)).unwrap_or(state))
    }
}

/// Tells whether the load factor grows at one of two points and falls at the other.
fn turns([a, b]: [&Spot<Equilibrium>; 2]) -> bool {
    let [a, b] = [a, b].map(|spot| spot.point.direction.last().copied().unwrap_or(0.0));
    a * b < 0.0
}

/// Returns the point of a path itself, ahead of which others lie.
pub(super) fn itself(path: &Path<'_>, point: &Equilibrium) -> Spot<Equilibrium> {
    Spot::here(point, path.direction(point).len())
}
