//! A step of stages: at points of the step the equations of motion hold, each with multipliers and constraints of its own.
//!
//! Unknowns are, but for a factor h, how much velocities of the algebra deviate from those at the beginning; accelerations,
//! velocities and increments at the points follow from them without subtracting what is nearly equal. A [`Rule`] says how.

use super::group::{Origin, Point, slices};
use super::implicit::{Group, Implicit};
use super::newton::TangentOperator;
use super::scheme::{self, AtStart, ImplicitKind, ImplicitLayout, SolvesEnd};
use super::step::{Begin, Directions, End, ImplicitScheme, Step};
use super::workspace::Workspace;
use crate::lie::RotationChart;
use crate::num::{Dual, Real};
use crate::problem::{Constrained, Layout, Unknowns};
use std::fmt::Debug;
use std::marker::PhantomData;

/// What a rule sees of a step: where it begins, its length, s, and the velocity there, in the algebra.
#[derive(Debug)]
pub struct Course<'a, S> {
    pub(super) origin: Origin<'a, S>,
    pub(super) h: S,
    pub(super) velocity: Vec<S>,
}

/// How the points of a step follow from its unknowns, in blocks of a number per velocity, one for every point.
pub trait Rule: Debug {
    /// What the scheme is made of.
    const SCHEME: &'static scheme::ImplicitScheme;
    /// The blocks of a motion whose velocities change by the rates at the beginning, in units of h^2 times these.
    const STEADY: &'static [f64];

    /// Returns the points for the unknowns.
    fn points<S: Real>(course: &Course<'_, S>, blocks: &[&[S]]) -> Vec<Point<S>>;
    /// Returns the end of the step: its velocity is that of the next step's beginning, and its rate, scaled, that of the end.
    fn end<S: Real>(course: &Course<'_, S>, blocks: &[&[S]]) -> Point<S>;
    /// Returns the multipliers at the end from those at the points.
    fn multipliers_at_end<S: Real>(of_points: &[&[S]]) -> Vec<S>;
    /// Returns the estimate of the error of increments of the algebra, from h^2 times the rate at the beginning.
    fn error<S: Real>(course: &Course<'_, S>, blocks: &[&[S]], scaled_rate: &[S]) -> Vec<S>;
    /// Returns that estimate where the end is solved: the rate at the beginning is then that of the state there.
    fn error_of_solved<S: Real>(course: &Course<'_, S>, blocks: &[&[S]], scaled_rate: &[S]) -> Vec<S> {
        Self::error(course, blocks, scaled_rate)
    }
}

/// Returns what schemes of stages have in common: the history is v' and multipliers at the end of a step, where Newton's method
/// begins the next one.
pub(super) const fn scheme(kind: ImplicitKind) -> scheme::ImplicitScheme {
    scheme::ImplicitScheme {
        kind,
        points: &[],
        error_order: None,
        rate_blocks: 1,
        multiplier_blocks: 1,
        holds_velocities: false,
        is_one_step: true,
        needs_constant_mass: false,
        has_settings: false,
        solves_constraints: true,
        solves_end: SolvesEnd::Never,
        has_stages: true,
    }
}

/// The two Gauss points, as parts of the step.
pub(super) const GAUSS: [f64; 2] = [0.211_324_865_405_187_1, 0.788_675_134_594_812_9];

/// The weight of the second Gauss point at the end of the step, of what is linear.
pub(super) const AHEAD: f64 = 1.366_025_403_784_438_6;

/// Returns the linear combination of vectors.
pub(super) fn combined<S: Real>(terms: &[(f64, &[S])]) -> Vec<S> {
    let first: Vec<S> = terms[0].1.iter().map(|x| x.scale(terms[0].0)).collect();
    terms[1..].iter().fold(first, |mut sum, (factor, term)| {
        sum.iter_mut().zip(*term).for_each(|(sum, x)| *sum = *sum + x.scale(*factor));
        sum
    })
}

impl<S: Real> Course<'_, S> {
    /// Returns a change of the velocity, from h times that.
    pub(super) fn change(&self, by: &[S]) -> Vec<S> {
        let inverse = S::one() / self.h;
        by.iter().map(|e| *e * inverse).collect()
    }
    /// Returns `part` times h times the velocity at the beginning and what that deviates by.
    pub(super) fn travelled(&self, part: f64, by: &[S]) -> Vec<S> {
        let h = self.h.scale(part);
        self.velocity.iter().zip(by).map(|(w, e)| *w * h + *e).collect()
    }
}

/// A step of stages by a rule.
#[derive(Debug)]
pub struct StageStep<'a, R, T> {
    /// The step, whose scale is h^2.
    step: Step<'a, R>,
    group: Group,
    rule: PhantomData<T>,
}

impl<'a, R: Real, T: Rule> StageStep<'a, R, T> {
    fn course<S: Real>(&self, lift: impl Fn(R) -> S) -> Course<'a, S> {
        let h = lift(self.step.h);
        let origin = Origin::new(&self.step, self.group, lift);
        let velocity = origin.velocity();
        Course { origin, h, velocity }
    }

    /// Returns the blocks of the rule.
    fn blocks<'b, S>(&self, numbers: &'b [S]) -> Vec<&'b [S]> {
        numbers.chunks_exact(self.step.sizes.rates.max(1)).take(T::SCHEME.points.len()).collect()
    }

    fn of_points<'b, S>(&self, multipliers: &'b [S]) -> Vec<&'b [S]> {
        let count = self.step.sizes.multipliers;
        (0..T::SCHEME.points.len()).map(|point| &multipliers[point * count..][..count]).collect()
    }

    /// Returns v' and multipliers at the end of the step, scaled, where they are unknowns.
    fn at_end<'b, S>(&self, end: &'b End<S>) -> Option<Unknowns<'b, S>> {
        let points = T::SCHEME.points.len();
        self.step.sizes.solves_end.then(|| self.step.point(end, points))
    }

    /// Returns what the end of the step misses constraints of positions by at most, m or rad: the next step begins with a jump
    /// over it, however short that step is.
    fn missed_at_end<C: Constrained<R>>(&self, system: &mut C, end: &End<R>) -> R {
        let (mut missed, of_velocities) = (Vec::new(), system.velocity_rows());
        system.constraint_residuals(self.step.t + self.step.h, &end.q, &end.v, &mut missed);
        let of_positions = missed.iter().enumerate().filter(|(row, _)| !of_velocities.contains(row));
        of_positions.fold(R::zero(), |most, (_, x)| most.max(x.abs()))
    }

    /// Returns coordinates, velocities and v', times h^2, that the rule gives at the end of the step.
    fn state_at_end<S: Real>(&self, course: &Course<'_, S>, end: &End<S>, scale: S) -> [Vec<S>; 3] {
        course.origin.state(&T::end(course, &self.blocks(&end.scaled_rate)), scale)
    }
}

impl<'a, R: Real, T: Rule> ImplicitScheme<'a, R> for StageStep<'a, R, T> {
    fn begins_with_slopes(_: &Implicit) -> bool {
        false
    }

    fn history(settings: &Implicit, at: &AtStart<R>, _: impl FnOnce() -> Vec<R>) -> Vec<R> {
        at.history(T::SCHEME, settings, [&at.rate, &at.multipliers])
    }

    fn new(
        (layout, sizes): (&'a Layout, ImplicitLayout),
        settings: &Implicit,
        ((t, h), (q, v, history)): Begin<'a, R>,
    ) -> Self {
        R::note("predictor: velocities change by the rates at the beginning");
        let (scale, points) = (h * h, sizes.point_count());
        let mut step = Step {
            layout,
            sizes,
            t,
            h,
            q,
            v,
            history,
            chart: RotationChart::RotationVector,
            reference: None,
            predicted_q: Vec::new(),
            predicted_rates: Vec::new(),
            scale,
            velocity_slope: R::one() / h,
            first_guess: Vec::new(),
        };
        if settings.newton.begins_with_last() {
            let known = sizes.known(history).multipliers.iter().map(|x| scale * *x);
            let known: Vec<R> = known.collect();
            step.first_guess = vec![R::zero(); points * sizes.rates];
            step.first_guess.extend((0..points).flat_map(|_| known.iter().copied()));
        }
        let origin = Origin::new(&step, settings.group, |x| x);
        let rate = origin.rate(&history[..sizes.rates]);
        // apart from the unknowns, so that linear equations have deviations alone as solutions
        step.predicted_rates =
            T::STEADY.iter().flat_map(|share| rate.iter().map(|rate| (scale * *rate).scale(*share))).collect();
        if sizes.solves_end {
            step.predicted_rates.extend(history[..sizes.rates].iter().map(|rate| scale * *rate));
        }
        step.predicted_q = v[..sizes.rates].iter().map(|v| h * *v).collect();
        Self { step, group: settings.group, rule: PhantomData }
    }

    fn step(&self) -> &Step<'a, R> {
        &self.step
    }

    fn end(&self, unknowns: &[R], _: &[R]) -> End<R> {
        R::note("end of step from the unknowns");
        let n = self.step.sizes.rates;
        let scaled_rate: Vec<R> = self.step.predicted_rates.iter().zip(unknowns).map(|(p, d)| *p + *d).collect();
        let (course, blocks) = (self.course(|x| x), self.blocks(&scaled_rate));
        let point = T::end(&course, &blocks);
        let mut increment = course.origin.way(&slices(&point.increments));
        let [_, v, _] = course.origin.state(&point, self.step.scale);
        let q = self.step.moved(&increment);
        increment.extend_from_slice(&scaled_rate[n.min(scaled_rate.len())..]);
        let scaled_multipliers = unknowns[self.step.predicted_rates.len()..].to_vec();
        End { q, v, scaled_rate, scaled_multipliers, increment }
    }

    /// Returns that the residual depends on the unknowns alone.
    fn directions(&self, _: &[R], end: &End<R>, _: TangentOperator, _: &[Vec<(usize, R)>]) -> Directions<R> {
        let units: Vec<Vec<(usize, R)>> = (0..self.step.sizes.unknown_count()).map(|i| vec![(i, R::one())]).collect();
        let (scaled_rate, scaled_multipliers) = units.split_at(end.scaled_rate.len());
        let (scaled_rate, scaled_multipliers) = (scaled_rate.to_vec(), scaled_multipliers.to_vec());
        Directions { increment: Vec::new(), q: Vec::new(), v: Vec::new(), scaled_rate, scaled_multipliers }
    }

    /// Writes the residuals of motion of all points, times h^2, then those of all constraints at the points of the rule.
    fn residual<S: Real, C: Constrained<S>>(
        &self,
        lift: impl Fn(R) -> S,
        system: &mut C,
        end: &End<S>,
        out: &mut Vec<S>,
    ) {
        let (n, t, scale) = (self.step.sizes.rates, lift(self.step.t), lift(self.step.scale));
        let course = self.course(lift);
        let points = T::points(&course, &self.blocks(&end.scaled_rate));
        let mut constraints = Vec::new();
        out.clear();
        for ((point, (part, _)), multipliers) in
            points.iter().zip(T::SCHEME.points).zip(self.of_points(&end.scaled_multipliers))
        {
            S::note("equations of motion and constraints at a point of the step");
            let [q, v, rate] = course.origin.state(point, scale);
            let mut own = Vec::new();
            let at = Unknowns { rate: &rate, multipliers };
            system.residual(t + course.h.scale(*part), &q, &v, scale, at, &mut own);
            constraints.extend(own.drain(n..));
            out.append(&mut own);
        }
        if let Some(at) = self.at_end(end) {
            S::note("equations of motion at the end of the step");
            let [q, v, _] = self.state_at_end(&course, end, scale);
            let mut own = Vec::new();
            system.residual(t + course.h, &q, &v, scale, at, &mut own);
            out.extend_from_slice(&own[..n]);
        }
        out.append(&mut constraints);
    }

    fn end_residual<S: Real, C: Constrained<Dual<Dual<S, 1>, 1>>>(
        &self,
        lift: impl Fn(R) -> S,
        moving: &mut C,
        end: &End<S>,
        out: &mut Vec<S>,
    ) {
        if let Some(at) = self.at_end(end) {
            let [q, v, _] = self.state_at_end(&self.course(&lift), end, lift(self.step.scale));
            self.step.second_rates(lift, moving, (&q, &v, at.rate), out);
        }
    }

    fn remember<C: Constrained<R>>(&self, system: &mut C, _: &[R], end: &End<R>, work: &mut Workspace<R>) {
        R::note("increments of the state; v' and lambda at the end");
        let Step { layout, sizes, history, scale, .. } = self.step;
        let (n, inverse, solved) = (sizes.rates, R::one() / scale, self.at_end(end));
        let (course, blocks) = (self.course(|x| x), self.blocks(&end.scaled_rate));
        let point = T::end(&course, &blocks);
        let [_, v, rate] = course.origin.state(&point, scale);
        let change = course.origin.velocity_change(&point.change, &v);
        let scaled = |rate: &R| scale * *rate;
        let before: Vec<R> = course.origin.rate(&history[..n]).iter().map(scaled).collect();
        let error = if solved.is_some() { T::error_of_solved } else { T::error }(&course, &blocks, &before);
        let error = course.origin.seen(error);
        let missed = solved.is_some().then(|| self.missed_at_end(system, end));
        work.error.fill(R::zero());
        for place in layout.places() {
            let count = place.factor.local_count().min(n - place.v.min(n));
            for (to, error) in work.error[place.local..][..count].iter_mut().zip(&error[place.v..]) {
                *to = missed.map_or(*error, |missed| error.abs() + missed);
            }
        }
        self.step.estimate_values(|i| error[i], &mut work.error);
        work.delta_v[..n].copy_from_slice(&change[..n]);
        let of_points = || T::multipliers_at_end(&self.of_points(&end.scaled_multipliers));
        let now = match solved {
            Some(Unknowns { rate: solved, multipliers }) => [solved, &rate[..n], multipliers, &of_points()].concat(),
            None => [&rate[..n], &of_points()].concat(),
        };
        for (i, now) in now.into_iter().enumerate() {
            work.delta_history[i] = now * inverse - history[i];
        }
    }
}
