//! Equilibria one after another, from no load on.

use super::along::by_way;
use super::curve::{Equilibrium, Path};
use super::equations::{State, StaticEquations, Work};
use super::located::{Between, Located, itself};
use super::member::Member;
use super::point::{PointKind, StaticPath};
use super::stability::Stability;
use super::walk::Walk;
use super::{Loading, Statics};
use crate::ensemble::Outcome;
use crate::ensemble::start::Starts;
use crate::formulation::System;
use crate::model::TimeReduction;

/// The shortest part of a step of loads that is tried.
const SHORTEST: f64 = 1.0 / 4096.0;
/// Newton's method may lead so far from a start, as a part of the size or in rad; an equilibrium that is farther away is looked for along
/// the loads.
const NEARBY: f64 = 0.2;

/// Follows the equilibria of a member with these values of all parameters, by what evaluates its equations.
pub(super) fn static_path(
    starts: &Starts<'_>,
    equations: &StaticEquations,
    statics: &Statics,
    (parameters, work): (&[f64], Work),
) -> StaticPath {
    let failed = |outcome| StaticPath { points: Vec::new(), outcome, last: Default::default() };
    let Ok((q, _)) = starts.positions_and_velocities(parameters) else { return failed(Outcome::NotAssembled) };
    let system: System<f64> = starts.formulated.system(starts.mechanism, parameters);
    let member = Member::new(starts, equations, parameters, (&system, &q));
    let start = State { q, multipliers: vec![0.0; equations.multipliers], load: 0.0 };
    let path = Path::by_loads(&member, work);
    let mut walk = Walk { starts, path, points: Vec::new(), statics };
    let (outcome, last) = match &statics.loading {
        Loading::Steps(count) => walk.by_loads(start, *count),
        Loading::ArcLength(arc) => by_way(&mut walk, start, arc),
    };
    let last = last.map_or_else(Default::default, |state| [state.q, state.multipliers]);
    StaticPath { points: walk.points, outcome, last }
}

/// Returns the coordinates of the equilibrium under all loads near the start of a member. Newton's method begins with the multipliers of
/// the start where they are known. None where it leads farther away.
pub(super) fn equilibrium_near(
    starts: &Starts<'_>,
    equations: &StaticEquations,
    parameters: &[f64],
    (q, multipliers): (Vec<f64>, Option<Vec<f64>>),
) -> Option<Vec<f64>> {
    let system: System<f64> = starts.formulated.system(starts.mechanism, parameters);
    let member = Member::new(starts, equations, parameters, (&system, &q));
    let multipliers = multipliers.unwrap_or_else(|| vec![0.0; equations.multipliers]);
    let start = State { q: q.clone(), multipliers, load: 1.0 };
    let found = member.at_load(&mut equations.alone(), &start, 1.0)?.state;
    let is_nearby = member.largest(&member.between(&start, &found)) <= NEARBY;
    is_nearby.then_some(found.q)
}

/// Returns the motions that nothing holds where a member with these parameters starts, under all its loads or none: how many they
/// are, and the velocity that moves most in the first of them; none where there are none.
pub(super) fn free_motions(
    starts: &Starts<'_>,
    equations: &StaticEquations,
    parameters: &[f64],
) -> Option<(usize, usize)> {
    if equations.is_regular() {
        return None;
    }
    let (q, _) = starts.positions_and_velocities(parameters).ok()?;
    let state = State { q, multipliers: vec![0.0; equations.multipliers], load: 1.0 };
    let free = equations.free_motions(parameters, &state)?;
    (free.ncols() > 0).then(|| (free.ncols(), free.column(0).iamax()))
}

impl Walk<'_> {
    /// Goes on in equal steps of the load factor.
    fn by_loads(&mut self, start: State, count: usize) -> (Outcome, Option<State>) {
        // without loads it may not be determined, as of what hangs
        let path = &mut self.path;
        let mut state = path.member.at_load(&mut path.work, &start, 0.0).map_or(start, |found| found.state);
        let mut stability = path.stability(&state);
        for k in 1..=count {
            let (end, mut step) = (k as f64 / count as f64, 1.0);
            while state.load < end {
                let load = f64::min(state.load + step / count as f64, end);
                // the last step ends where it should
                let load = if end - load < 1e-12 { end } else { load };
                let next = self.next_at(&state, load).and_then(|next| {
                    let after = self.path.stability(&next);
                    let located = self.located([&state, &next], [stability.as_ref(), after.as_ref()])?;
                    Some((next, after, located))
                });
                let Some((next, after, located)) = next else {
                    step *= 0.25;
                    if step < SHORTEST {
                        return (Outcome::NewtonDiverged, None);
                    }
                    continue;
                };
                if !located.iter().all(|located| self.add_located(located)) {
                    return (Outcome::NonFinite, None);
                }
                (state, stability, step) = (next, after, f64::min(1.0, 2.0 * step));
            }
            if !self.add(&state, PointKind::Regular) {
                return (Outcome::NonFinite, None);
            }
            if k == count || self.has_extremes() {
                self.add_slopes(&state, |_| 0.0);
            }
        }
        (Outcome::Completed, Some(state))
    }

    /// Tells whether outputs are extremes along the path.
    fn has_extremes(&self) -> bool {
        self.starts.mechanism.outputs.iter().any(|output| output.reduction != TimeReduction::End)
    }

    /// Returns the equilibrium at another load factor, unless the way there jumps: the way back ends elsewhere.
    fn next_at(&mut self, from: &State, load: f64) -> Option<State> {
        let Path { member, ref mut work, .. } = self.path;
        let next = member.at_load(work, from, load)?.state;
        if from.load == 0.0 {
            // without loads what hangs may be anywhere
            let back = member.at_load(work, &next, 0.0);
            return back.is_none_or(|back| member.is_near(&back.state, from)).then_some(next);
        }
        let back = member.at_load(work, &next, from.load)?;
        member.is_near(&back.state, from).then_some(next)
    }

    /// Finds what is critical between equilibria at two load factors; none where they are not of one path.
    fn located(&mut self, [from, next]: [&State; 2], stabilities: [Option<&Stability>; 2]) -> Option<Vec<Located>> {
        let [Some(before), Some(after)] = stabilities else { return Some(Vec::new()) };
        if before.passing(after).places.is_empty() {
            return Some(Vec::new());
        }
        // the directions at both ends are of loads that grow
        let from: Equilibrium = self.path.of(from.clone())?;
        let ends = [itself(&self.path, &from), self.path.spot(&from, next.clone())?];
        let [begin, end] = &ends;
        let between = Between { from: &from, ends: [begin, end], stabilities: [before, after] };
        self.path.critical_between(&between)
    }
}
