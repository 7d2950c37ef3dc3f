//! A step that is solved for: what implicit schemes have in common, on the group.

use super::implicit::Implicit;
use super::monitor::Monitor;
use super::newton::TangentOperator;
use super::scheme::{AtStart, ImplicitLayout};
use super::workspace::Workspace;
use crate::lie::{RotationChart, RotationParameterisation};
use crate::num::{Dual, Real, Vec3};
use crate::problem::{Constrained, Layout, Place, Unknowns, along};

/// A step that is being solved for, from a state, with what follows from it alone.
#[derive(Debug)]
pub struct Step<'a, R> {
    pub(super) layout: &'a Layout,
    pub(super) sizes: ImplicitLayout,
    pub(super) t: R,
    pub(super) h: R,
    pub(super) q: &'a [R],
    pub(super) v: &'a [R],
    pub(super) history: &'a [R],
    /// What increments of rotations are coordinates of.
    pub(super) chart: RotationChart,
    /// The coordinates that increments are from, where they are not those of the state by their derivatives.
    pub(super) reference: Option<Vec<R>>,
    /// The predictor of the increments Delta q.
    pub(super) predicted_q: Vec<R>,
    /// What unknowns that are v', scaled, are added to; nothing where they are not.
    pub(super) predicted_rates: Vec<R>,
    /// What the equations of motion are multiplied by, and with them v' and the multipliers, s^2.
    pub scale: R,
    /// The derivative of the velocities by the unknowns that move them, 1/s.
    pub(super) velocity_slope: R,
    /// The unknowns that Newton's method begins with; none are zeros.
    pub(super) first_guess: Vec<R>,
}

/// The end of a step for values of the unknowns.
#[derive(Clone, Debug)]
pub struct End<R> {
    /// The coordinates at the end.
    pub q: Vec<R>,
    /// The velocities at the end.
    pub v: Vec<R>,
    /// v', scaled, of all velocities but the integrals: for every equation of motion.
    pub scaled_rate: Vec<R>,
    /// lambda, scaled: for every constraint and every point of the step that has multipliers of its own.
    pub scaled_multipliers: Vec<R>,
    /// The increments Delta q, one per velocity but the integrals; of RATTLE, then those that the velocities
    /// at the end would make.
    pub increment: Vec<R>,
}

/// The derivatives of what a residual depends on by the unknowns: of every number the unknowns that it depends on, with
/// its derivatives by them.
#[derive(Clone, Debug)]
pub struct Directions<R> {
    /// The derivatives of the increments, where the residual depends on them beside the coordinates.
    pub increment: Vec<Vec<(usize, R)>>,
    /// The derivatives of the coordinates.
    pub q: Vec<Vec<(usize, R)>>,
    /// The derivatives of the velocities.
    pub v: Vec<Vec<(usize, R)>>,
    /// The derivatives of v', scaled.
    pub scaled_rate: Vec<Vec<(usize, R)>>,
    /// The derivatives of lambda, scaled.
    pub scaled_multipliers: Vec<Vec<(usize, R)>>,
}

/// Adds to the derivative by an unknown.
pub(super) fn add<R: Real>(row: &mut Vec<(usize, R)>, unknown: usize, slope: R) {
    match row.iter_mut().find(|(u, _)| *u == unknown) {
        Some((_, sum)) => *sum = *sum + slope,
        None => row.push((unknown, slope)),
    }
}

/// Where a step begins: the time and its length, s, then coordinates, velocities and history.
pub type Begin<'a, R> = ((R, R), (&'a [R], &'a [R], &'a [R]));

/// What a scheme makes of a step.
pub trait ImplicitScheme<'a, R: Real>: Sized {
    /// Tells whether the history at the start of a member is made of slopes of the accelerations.
    fn begins_with_slopes(settings: &Implicit) -> bool;
    /// Tells whether velocities at the start of a member are moved by what constraints see of the error of a step, so that
    /// multipliers are of the order of the method.
    fn moves_velocities(_settings: &Implicit) -> bool {
        false
    }
    /// Returns the history at the start of a member: blocks of rates, then of multipliers. `forces` are those that the
    /// residual form weighs with those at the end of the first step.
    fn history(settings: &Implicit, at: &AtStart<R>, forces: impl FnOnce() -> Vec<R>) -> Vec<R>;
    /// Begins a step.
    fn new(system: (&'a Layout, ImplicitLayout), settings: &Implicit, begin: Begin<'a, R>) -> Self;
    /// The step, as all schemes see it.
    fn step(&self) -> &Step<'a, R>;
    /// Returns what increments are corrected by for the multipliers of the velocities' constraints, times h, where these
    /// correct the coordinates.
    fn correction<C: Constrained<R>>(&self, _system: &mut C, _stabilisers: &[R]) -> Vec<R> {
        Vec::new()
    }
    /// Returns the end of the step for values of the unknowns; `correction` is that of [`ImplicitScheme::correction`].
    fn end(&self, unknowns: &[R], correction: &[R]) -> End<R>;
    /// Returns the derivatives of the end of the step by the unknowns, for values of these. With the tangent operator neglected, a change of
    /// the increment of a rotation turns the end of the step by as much. `corrections` are the derivatives of
    /// [`ImplicitScheme::correction`] by its multipliers.
    fn directions(
        &self,
        unknowns: &[R],
        end: &End<R>,
        operator: TangentOperator,
        corrections: &[Vec<(usize, R)>],
    ) -> Directions<R>;
    /// Writes the residuals of the equations of motion, scaled, and of the constraints, in the numbers of `end`: `lift` makes
    /// constants of them.
    fn residual<S: Real, C: Constrained<S>>(
        &self,
        lift: impl Fn(R) -> S,
        system: &mut C,
        end: &End<S>,
        out: &mut Vec<S>,
    );
    /// Appends Phi'', scaled, at the end of the step, where v' there is among the unknowns; `moving` is the system with two rates.
    fn end_residual<S: Real, C: Constrained<Dual<Dual<S, 1>, 1>>>(
        &self,
        _lift: impl Fn(R) -> S,
        _moving: &mut C,
        _end: &End<S>,
        _out: &mut Vec<S>,
    ) {
    }
    /// Writes the increments of velocities and history for the unknowns that solve the step, and the error estimate if there
    /// is one.
    fn remember<C: Constrained<R>>(&self, system: &mut C, unknowns: &[R], end: &End<R>, work: &mut Workspace<R>);
    /// Replaces the increments of the step in the algebra, and those that are written, by those to a time `length` (s) after its
    /// beginning, if that is before its end, where the velocities are `v1`.
    fn interpolate(&self, length: R, v1: &[R], increment: &mut [R], work: &mut Workspace<R>) {
        self.step().hermite(length, v1, increment, work);
    }
}

impl<R: Real> Step<'_, R> {
    /// Writes the errors of values of first order, which are velocities without coordinates: those of what they would be the rates of, over
    /// the step. They are of an order less than the method's.
    pub(super) fn estimate_values(&self, of_increments: impl Fn(usize) -> R, error: &mut [R]) {
        for place in self.layout.places() {
            for i in place.v..place.v + place.factor.first_order_count() {
                error[self.layout.local_count() + i] = of_increments(i) / self.h;
            }
        }
    }

    /// Returns the indices of coordinates that add up, each with that of its velocity.
    pub(super) fn vectors(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let places = self.layout.places().filter(|place| place.factor.group_rotation().is_none());
        places.flat_map(|place| (0..place.factor.local_count()).map(move |i| (place.q + i, place.v + i)))
    }

    /// Returns the rotations on the group among the factors.
    pub(super) fn rotations(&self) -> impl Iterator<Item = (Place, RotationParameterisation)> + '_ {
        self.layout.places().filter_map(|place| Some((place, place.factor.group_rotation()?)))
    }

    /// Returns the multipliers of the velocities' constraints among the unknowns, times h, where they correct the
    /// coordinates.
    pub fn stabilisers<'b>(&self, unknowns: &'b [R]) -> &'b [R] {
        &unknowns[unknowns.len() - self.sizes.velocity_multipliers..]
    }

    /// Returns the predictors of the increments and of v', scaled.
    pub fn predictors(&self) -> [&[R]; 2] {
        [&self.predicted_q, &self.predicted_rates]
    }

    /// Returns the unknowns for what Newton's method has added to those that it begins with.
    pub fn unknowns(&self, added: &[R]) -> Vec<R> {
        let guess = self.first_guess.iter().copied().map(Some).chain(std::iter::repeat(None));
        added.iter().zip(guess).map(|(added, guess)| guess.map_or(*added, |guess| guess + *added)).collect()
    }

    fn reference(&self) -> &[R] {
        self.reference.as_deref().unwrap_or(self.q)
    }

    /// Returns the coordinates after these increments.
    pub(super) fn moved(&self, increment: &[R]) -> Vec<R> {
        let mut q = self.q.to_vec();
        for (i, k) in self.vectors() {
            q[i] = self.q[i] + increment[k];
        }
        for (place, parameterisation) in self.rotations() {
            let turn = self.chart.turn(Vec3::from_slice(&increment[place.v..]));
            R::note("q = q0 exp(psi)  (24), (30)");
            parameterisation.compose(&self.reference()[place.q..], turn, &mut q[place.q..]);
        }
        q
    }

    /// Returns the derivatives of the coordinates at the end by the unknowns, from those of the increments.
    pub(super) fn moved_along(
        &self,
        end: &End<R>,
        operator: TangentOperator,
        increments: &[Vec<(usize, R)>],
    ) -> Vec<Vec<(usize, R)>> {
        let mut q = vec![Vec::new(); self.q.len()];
        for (i, k) in self.vectors() {
            q[i] = increments[k].clone();
        }
        for (place, parameterisation) in self.rotations() {
            let psi = Vec3::from_slice(&end.increment[place.v..]);
            let coordinates = place.q..place.q + parameterisation.coordinate_count();
            let mut slopes = vec![R::zero(); coordinates.len()];
            for j in 0..3 {
                let unit =
                    Vec3::from_slice(&std::array::from_fn::<R, 3, _>(|i| R::constant(if i == j { 1.0 } else { 0.0 })));
                let turned = match operator {
                    TangentOperator::Exact => self.chart.tangent(psi, unit), // (A2)
                    TangentOperator::Neglected => unit,
                };
                parameterisation.turning(&end.q[place.q..], turned, &mut slopes);
                for (row, slope) in q[coordinates.clone()].iter_mut().zip(&slopes) {
                    for (unknown, factor) in &increments[place.v + j] {
                        add(row, *unknown, *slope * *factor);
                    }
                }
            }
        }
        q
    }

    /// Adds the residuals of the velocities' constraints, divided by the derivative of the velocities: Phi' along the end of
    /// the step, from the system with rates, in the numbers of `end`: `lift` makes constants of them. Those of constraints of
    /// velocities alone replace their Phi, the others are appended where velocities hold them, too.
    pub fn velocity_residual<S: Real, C: Constrained<Dual<S, 1>>>(
        &self,
        lift: impl Fn(R) -> S,
        moving: &mut C,
        end: &End<S>,
        out: &mut Vec<S>,
    ) {
        S::note("residuals of the velocities' constraints  B v + Phi_t");
        let still = vec![S::zero(); end.v.len()];
        let (q, v) = along(self.layout, &end.q, &end.v, &still);
        let mut slopes = Vec::new();
        let t = Dual { re: lift(self.t + self.h), eps: [S::one()] };
        moving.constraint_residuals(t, &q, &v, &mut slopes);
        let inverse = lift(R::one() / self.velocity_slope);
        let (of_velocities, first) = (moving.velocity_rows(), self.sizes.rates * self.sizes.scheme.points.len());
        for (row, phi) in slopes.iter().enumerate() {
            let residual = phi.eps[0] * inverse;
            if of_velocities.contains(&row) {
                out[first + row] = residual;
            } else if self.sizes.holds_velocities() {
                out.push(residual);
            }
        }
    }

    /// Returns v' and multipliers, scaled, of one of the points that have unknowns of their own, by its number.
    pub(super) fn point<'b, S>(&self, end: &'b End<S>, number: usize) -> Unknowns<'b, S> {
        let ImplicitLayout { rates, multipliers, .. } = self.sizes;
        Unknowns {
            rate: &end.scaled_rate[number * rates..][..rates],
            multipliers: &end.scaled_multipliers[number * multipliers..][..multipliers],
        }
    }

    /// Appends Phi'', scaled, for coordinates, velocities and v', scaled, at the end of the step; `moving` is the system with two rates.
    pub(super) fn second_rates<S: Real, C: Constrained<Dual<Dual<S, 1>, 1>>>(
        &self,
        lift: impl Fn(R) -> S,
        moving: &mut C,
        (q, v, scaled_rate): (&[S], &[S], &[S]),
        out: &mut Vec<S>,
    ) {
        S::note("Phi'' at the end of the step, scaled");
        let (t, scale) = (lift(self.t + self.h), lift(self.scale));
        let inverse = S::one() / scale;
        let mut rate: Vec<S> = scaled_rate.iter().map(|rate| *rate * inverse).collect();
        rate.resize(v.len(), S::zero());
        let (q, v) = along(self.layout, q, v, &rate);
        let rate: Vec<Dual<S, 1>> = rate.iter().map(|rate| Dual::resting(*rate)).collect();
        let (q, v) = along(self.layout, &q, &v, &rate);
        let mut phi = Vec::new();
        moving.constraint_residuals(Dual { re: Dual::variable(t, 0), eps: [Dual::one()] }, &q, &v, &mut phi);
        out.extend(phi.iter().map(|phi| phi.eps[0].eps[0] * scale));
    }

    /// Tells how far the step goes to its end.
    pub(super) fn monitored(&self, end: &End<R>, work: &Workspace<R>) -> Monitor<R> {
        let mut monitor = Monitor::<R>::none();
        monitor.passed(self.layout, (self.h, work.clearance), self.q, self.v);
        monitor.turned_at_rates(self.h);
        monitor.first_turn = monitor.largest_turn;
        monitor.passed(self.layout, (self.h, work.clearance), &end.q, &end.v);
        monitor.turned_at_rates(self.h);
        for (place, _) in self.rotations() {
            let turn = |psi: &[R]| self.chart.half_angle_squared(Vec3::from_slice(&psi[place.v..]));
            monitor.first_turn = monitor.first_turn.max(turn(&self.predicted_q));
            monitor.turned(turn(&end.increment));
        }
        monitor.turned(monitor.first_turn);
        monitor
    }

    /// Writes the increments of the coordinates for those in the algebra, to a time `length` (s) after the beginning. Integrals
    /// over the time are left to the caller.
    pub(super) fn write_coordinates<C: Constrained<R>>(
        &self,
        system: &mut C,
        length: R,
        increment: &[R],
        work: &mut Workspace<R>,
    ) {
        self.write_on_group(increment, &mut work.delta_q);
        let angles = self.layout.angles();
        if !angles.is_empty() {
            let there: Vec<R> = self.q.iter().zip(&work.delta_q).map(|(q, delta)| *q + *delta).collect();
            system.follow_angles(self.t + length, &there, &mut work.delta_q[angles.clone()]);
            for i in angles {
                work.delta_q[i] = work.delta_q[i] - self.q[i];
            }
        }
    }

    /// Writes the increments of the coordinates but for angles that follow from others, for those of the algebra.
    fn write_on_group(&self, way: &[R], delta_q: &mut [R]) {
        for (i, k) in self.vectors() {
            delta_q[i] = way[k];
        }
        for (place, parameterisation) in self.rotations() {
            let turn = self.chart.turn_less_one(Vec3::from_slice(&way[place.v..]));
            R::note("increment q0 (exp(psi) - 1)  (24), (30)");
            parameterisation.increment(&self.reference()[place.q..], turn, &mut delta_q[place.q..]);
            if let Some(reference) = &self.reference {
                for i in place.q..place.q + parameterisation.coordinate_count() {
                    delta_q[i] = delta_q[i] + (reference[i] - self.q[i]);
                }
            }
        }
    }

    /// Replaces the increments of a step by those to a time `length` (s) after its beginning, if that is before its end:
    /// cubic Hermite polynomials of the coordinates in the algebra and of the velocities, with their rates at both ends,
    /// of order 3; v' as the derivative of the latter, the multipliers linearly.
    fn hermite(&self, length: R, v1: &[R], way: &mut [R], work: &mut Workspace<R>) {
        R::note("state within the step: Hermite polynomials of order 3");
        let (n, h) = (self.sizes.rates, self.h);
        let theta = length / h;
        let within = theta.less(R::one());
        let (theta2, left) = (theta * theta, R::one() - theta);
        let whole = theta2 * (R::constant(3.0) - theta.scale(2.0));
        let (first, last) = (length * left * left, -(length * theta * left));
        let hermite = |change: R, begin: R, end: R| whole * change + first * begin + last * end;
        let mut slope_there = v1[..n].to_vec();
        for (place, _) in self.rotations() {
            let (psi, w) = (Vec3::from_slice(&way[place.v..]), Vec3::from_slice(&v1[place.v..]));
            self.chart.tangent_inverse(psi, w).write(&mut slope_there[place.v..]); // (25)
        }
        for i in 0..n {
            way[i] = R::select(within, hermite(way[i], self.v[i], slope_there[i]), way[i]);
            let (rate, rate1) = (self.history[i], self.history[i] + work.delta_history[i]);
            let change = work.delta_v[i];
            let (rising, falling) =
                (theta * (theta.scale(3.0) - R::constant(2.0)), R::one() - theta.scale(4.0) + theta2.scale(3.0));
            let slope = (theta * left).scale(6.0) * (change / h) + falling * rate + rising * rate1;
            work.delta_v[i] = R::select(within, hermite(change, rate, rate1), change);
            work.delta_history[i] = R::select(within, slope - rate, work.delta_history[i]);
        }
        for delta in &mut work.delta_history[n..] {
            *delta = R::select(within, theta * *delta, *delta);
        }
    }
}
