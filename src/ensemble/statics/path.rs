//! Equilibria one after another, from no load on.

use super::critical::{Critical, Unstable};
use super::equations::{State, StaticEquations, Work, turning_with};
use super::newton::{Found, Member};
use super::point::{PathPoint, PointKind, StaticPath};
use super::slopes::{By, Differentiated};
use super::{ArcLength, Loading, Slopes, Statics};
use crate::ensemble::Outcome;
use crate::ensemble::start::Starts;
use crate::formulation::System;
use crate::model::{Expr, TimeReduction};
use crate::num::{Dual, Vec3};
use crate::problem::{Factor, Unknowns};

/// The shortest part of a step of loads, or of the path, that is tried.
const SHORTEST: f64 = 1.0 / 4096.0;
/// Iterations that a step along the path is to take.
const WANTED: f64 = 5.0;
/// Halvings of a part of the path in which something is critical.
const HALVINGS: usize = 44;
/// Critical points between two points at most.
const MOST_CRITICAL: usize = 8;

/// Follows the equilibria of a member with these values of all parameters, by what evaluates its equations.
pub(in crate::ensemble) fn static_path(
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
    let points = Vec::new();
    let mut walk = Walk { starts, work, points, member: &member, statics, unstable: None, has_switched: false };
    let (outcome, last) = walk.follow(start);
    let last = last.map_or_else(Default::default, |state| [state.q, state.multipliers]);
    StaticPath { points: walk.points, outcome, last }
}

impl<'a> Member<'a> {
    fn new(
        starts: &Starts<'_>,
        equations: &'a StaticEquations,
        parameters: &'a [f64],
        (system, q): (&'a System<f64>, &[f64]),
    ) -> Self {
        let layout = starts.formulated.layout();
        let places: Vec<_> = layout.places().filter(|place| place.factor == Factor::Vector(3)).collect();
        let at = |i: usize| Vec3::from_slice(&q[places[i].q..]);
        let far = |i: usize| (0..i).map(|j| (at(i) - at(j)).norm()).fold(0.0, f64::max);
        let size = (0..places.len()).map(far).fold(0.0, f64::max);
        let size = if size > 0.0 { size } else { 1.0 };
        let turns: Vec<bool> = layout
            .factors()
            .iter()
            .flat_map(|f| std::iter::repeat_n(f.rotation().is_some(), f.velocity_count()))
            .take(equations.rates)
            .collect();
        let each = 1.0 / (places.len().max(1) as f64).sqrt();
        let weight = |(turns, moves): (&bool, &bool)| match (turns, moves) {
            (_, false) => 0.0,
            (true, _) => each * size,
            (false, _) => each,
        };
        let weights = turns.iter().zip(&equations.moves).map(weight).collect();
        Self { equations, parameters, system, weights, size, turns }
    }
}

/// Returns the motions that nothing holds where a member with these parameters starts, under all its loads or none: how many they
/// are, and the velocity that moves most in the first of them; none where there are none.
pub(in crate::ensemble) fn free_motions(
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

/// The way along a path.
struct Walk<'a> {
    starts: &'a Starts<'a>,
    member: &'a Member<'a>,
    work: Work,
    statics: &'a Statics,
    points: Vec<PathPoint>,
    /// How many motions are not stable at the last point.
    unstable: Option<Unstable>,
    has_switched: bool,
}

impl Walk<'_> {
    /// Adds an equilibrium to the points.
    fn add(&mut self, state: &State, kind: PointKind) -> bool {
        let Starts { mechanism, formulated, .. } = *self.starts;
        let (parameters, layout) = (self.member.parameters, formulated.layout());
        let system: System<f64> = formulated.system(mechanism, parameters).with_load_factor(state.load);
        let (_, v) = formulated.initial(mechanism, parameters);
        let [v, rate] = turning_with(layout, mechanism.base_rotation(parameters), &state.q, &v);
        let known = Unknowns { rate: &rate, multipliers: &state.multipliers };
        let mut columns = Vec::new();
        system.outputs(0.0, (&state.q, &v), Some(known), &mut columns);
        let finite = columns.iter().all(|x| x.is_finite());
        self.points.push(PathPoint { load: state.load, kind, columns, slopes: Vec::new() });
        finite
    }

    /// Adds the derivatives of the last point, where these are asked for and the load factor changes so with the parameters.
    fn add_slopes(&mut self, state: &State, by: impl Fn(usize) -> f64) {
        let by: Vec<By> =
            self.starts.mechanism.differentiated_by_parameters().iter().map(|at| (*at, by(*at))).collect();
        if by.is_empty() {
            return;
        }
        let Member { equations, parameters, .. } = *self.member;
        let differentiated = Differentiated { starts: self.starts, equations, parameters };
        let slopes = differentiated.slopes(&mut self.work, state, &by);
        if let (Some(point), Some(slopes)) = (self.points.last_mut(), slopes) {
            point.slopes = slopes;
        }
    }

    /// Adds the derivatives of the load factor to the last point, a critical one.
    fn add_critical_slopes(&mut self, state: &State, critical: &Critical) {
        let by = self.starts.mechanism.differentiated_by_parameters();
        if by.is_empty() {
            return;
        }
        let Member { equations, parameters, ref weights, .. } = *self.member;
        let differentiated = Differentiated { starts: self.starts, equations, parameters };
        let loads = differentiated.critical_loads(&mut self.work, (state, critical), (by, weights));
        if let (Some(point), Some(loads)) = (self.points.last_mut(), loads) {
            point.slopes = loads.into_iter().map(|load| Slopes { load, columns: None }).collect();
        }
    }

    fn follow(&mut self, start: State) -> (Outcome, Option<State>) {
        match &self.statics.loading {
            Loading::Steps(count) => self.by_loads(start, *count),
            Loading::ArcLength(arc) => self.by_distance(start, arc),
        }
    }

    fn unstable(&mut self, state: &State) -> Option<Unstable> {
        let Member { equations, parameters, weights, .. } = self.member;
        equations.unstable(&mut self.work, (parameters, weights), state)
    }

    /// Goes on in equal steps of the load factor.
    fn by_loads(&mut self, start: State, count: usize) -> (Outcome, Option<State>) {
        // without loads it may not be determined, as of what hangs
        let mut state = self.member.at_load(&mut self.work, &start, 0.0).map_or(start, |found| found.state);
        self.unstable = self.unstable(&state);
        for k in 1..=count {
            let (end, mut step) = (k as f64 / count as f64, 1.0);
            while state.load < end {
                let load = f64::min(state.load + step / count as f64, end);
                // the last step ends where it should
                let load = if end - load < 1e-12 { end } else { load };
                let Some(next) = self.next_at(&state, load) else {
                    step *= 0.25;
                    if step < SHORTEST {
                        return (Outcome::NewtonDiverged, None);
                    }
                    continue;
                };
                let (from, span) = (state.clone(), load - state.load);
                let between = |walk: &mut Self, part: f64| {
                    walk.member.at_load(&mut walk.work, &from, from.load + part * span).map(|found| found.state)
                };
                if let Err(outcome) = self.look_between(&between, &next) {
                    return (outcome, None);
                }
                (state, step) = (next, f64::min(1.0, 2.0 * step));
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
        let next = self.member.at_load(&mut self.work, from, load)?.state;
        if from.load == 0.0 {
            // without loads what hangs may be anywhere
            let back = self.member.at_load(&mut self.work, &next, 0.0);
            return back.is_none_or(|back| self.member.is_near(&back.state, from)).then_some(next);
        }
        let back = self.member.at_load(&mut self.work, &next, from.load)?;
        self.member.is_near(&back.state, from).then_some(next)
    }

    /// Finds what is critical between the last point and the next one; `at` gives the equilibrium after a part of the way. Returns
    /// where the other branch begins, if it is to be followed.
    fn look_between(
        &mut self,
        at: &dyn Fn(&mut Self, f64) -> Option<State>,
        next: &State,
    ) -> Result<Option<(State, Vec<f64>)>, Outcome> {
        let (Some(last), Some(mut before)) = (self.unstable(next), self.unstable) else { return Ok(None) };
        if !last.differs_from(before) {
            return Ok(None);
        }
        self.unstable = Some(last);
        let mut low = 0.0;
        for _ in 0..MOST_CRITICAL {
            if !last.differs_from(before) {
                break;
            }
            // where no motion is neutral the sign of a stiffness is what counts, else more than rounding
            let is_sharp = [last, before].iter().all(|count| count.surely == count.at_most);
            let differs = |here: Unstable| {
                if is_sharp { here.negative != before.negative } else { here.differs_from(before) }
            };
            let (mut high, mut state, mut there) = (1.0, next.clone(), last);
            for _ in 0..HALVINGS {
                let middle = 0.5 * (low + high);
                let Some(found) = at(self, middle) else { break };
                let Some(unstable) = self.unstable(&found) else { break };
                if differs(unstable) {
                    (high, state, there) = (middle, found, unstable);
                } else {
                    low = middle;
                }
            }
            let Member { equations, parameters, weights, .. } = self.member;
            let Some(critical) = equations.critical(&mut self.work, (parameters, weights), &state) else { break };
            let kind = if critical.is_limit { PointKind::Limit } else { PointKind::Bifurcation };
            if !self.add(&state, kind) {
                return Err(Outcome::NonFinite);
            }
            self.add_critical_slopes(&state, &critical);
            if kind == PointKind::Bifurcation && self.statics.switch && !self.has_switched {
                self.has_switched = true;
                return Ok(Some((state, critical.motion)));
            }
            if there == before {
                break;
            }
            (low, before) = (high, there);
        }
        Ok(None)
    }

    /// Goes on along the path.
    fn by_distance(&mut self, mut state: State, arc: &ArcLength) -> (Outcome, Option<State>) {
        let number = |e: &Expr| e.evaluate::<f64>(self.member.parameters);
        let (first, limit) = (number(&arc.first), number(&arc.load_limit));
        let longest = arc.longest.as_ref().map_or(f64::INFINITY, number);
        if [first, longest, limit].iter().any(|x| x.is_nan() || *x <= 0.0) || first.is_infinite() {
            return (Outcome::Invalid, None);
        }
        let (mut distance, mut last): (f64, Option<Vec<f64>>) = (first, None);
        // onto a branch: the motion, from where
        let mut branch: Option<Vec<f64>> = None;
        // with forces of springs and of rotation alone
        let Some(unloaded) = self.member.at_load(&mut self.work, &state, 0.0) else {
            return (Outcome::NewtonDiverged, None);
        };
        state = unloaded.state;
        self.unstable = self.unstable(&state);
        let mut count = 0;
        while count < arc.most_points {
            let Some((way, load)) = self.predicted(&state, (distance, last.as_deref(), branch.as_deref())) else {
                return (Outcome::NewtonDiverged, None);
            };
            let found = self.member.at_distance(&mut self.work, &state, (&way, load), distance);
            let Some(Found { state: next, increments, iterations }) = found else {
                distance *= 0.25;
                if distance < SHORTEST * first {
                    return (Outcome::NewtonDiverged, None);
                }
                continue;
            };
            let from = state.clone();
            // where the path turns on the way, it is followed from where it began
            let direction: Vec<f64> = increments.iter().map(|x| x / distance).collect();
            let slope = (next.load - from.load) / distance;
            let between = |walk: &mut Self, part: f64| {
                let way: Vec<f64> = direction.iter().map(|x| x * part * distance).collect();
                let predicted = (&way[..], slope * part * distance);
                walk.member.at_distance(&mut walk.work, &from, predicted, part * distance).map(|found| found.state)
            };
            // a path ends at the limit of the loads
            let is_end = next.load.abs() > limit;
            let next = if is_end {
                match self.at_limit(&from, &next, (&direction, distance), limit) {
                    Some(end) => end,
                    None => return (Outcome::NewtonDiverged, None),
                }
            } else {
                next
            };
            let reached = if is_end { (next.load - from.load) / (slope * distance) } else { 1.0 };
            let between = |walk: &mut Self, part: f64| between(walk, part * reached.clamp(0.0, 1.0));
            // on the way off a bifurcation it is the point itself
            let switched = if branch.take().is_some() {
                self.unstable = self.unstable(&next);
                None
            } else {
                match self.look_between(&between, &next) {
                    Ok(switched) => switched,
                    Err(outcome) => return (outcome, None),
                }
            };
            if let Some((at, motion)) = switched {
                (state, branch, distance, last) = (at, Some(motion), first, None);
                continue;
            }
            if is_end {
                return self.ended(next, &arc.load_limit);
            }
            count += 1;
            state = next;
            if !self.add(&state, PointKind::Regular) {
                return (Outcome::NonFinite, None);
            }
            last = Some(increments);
            let grows = (WANTED / iterations as f64).sqrt().clamp(0.5, 2.0);
            distance = f64::min(distance * grows, longest);
        }
        (Outcome::Completed, Some(state))
    }

    /// Adds the last point of a path, at the limit of the load factor.
    fn ended(&mut self, last: State, limit: &Expr) -> (Outcome, Option<State>) {
        if !self.add(&last, PointKind::Regular) {
            return (Outcome::NonFinite, None);
        }
        let (sign, parameters) = (last.load.signum(), self.member.parameters);
        self.add_slopes(&last, |at| sign * limit.evaluate(&Dual::by_one(parameters, Some(at))).eps[0]);
        (Outcome::Completed, Some(last))
    }

    /// Returns increments of a length along the path from a state, and what the load factor changes by.
    fn predicted(
        &mut self,
        state: &State,
        (distance, last, branch): (f64, Option<&[f64]>, Option<&[f64]>),
    ) -> Option<(Vec<f64>, f64)> {
        if let Some(motion) = branch {
            return Some((motion.iter().map(|x| x * distance).collect(), 0.0));
        }
        let tangent = self.member.tangent(&mut self.work, state)?;
        let length = self.member.length(&tangent);
        let onwards = last.map_or(1.0, |last| self.member.product(last, &tangent).signum());
        let load = onwards * distance / length;
        load.is_finite().then(|| (tangent.iter().map(|x| x * load).collect(), load))
    }

    /// Returns the equilibrium at the limit of the load factor between two states.
    fn at_limit(
        &mut self,
        from: &State,
        next: &State,
        (direction, distance): (&[f64], f64),
        limit: f64,
    ) -> Option<State> {
        let wanted = limit.copysign(next.load);
        let part = (wanted - from.load) / (next.load - from.load);
        let way: Vec<f64> = direction.iter().map(|x| x * part * distance).collect();
        let predicted = (&way[..], wanted - from.load);
        let near = self.member.at_distance(&mut self.work, from, predicted, part * distance);
        let near = near.map_or_else(|| from.clone(), |found| found.state);
        self.member.at_load(&mut self.work, &near, wanted).map(|found| found.state)
    }
}
