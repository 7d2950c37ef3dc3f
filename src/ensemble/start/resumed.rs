//! States with which members go on where joints and constraints begin or end to act.

use super::FirstStep;
use super::member::Member;
use super::recorded::RecordedStarts;
use super::scalar::{ANYWHERE, CLOSED, LENGTH, Starts};
use super::tapes::Number;
use super::words::{StartError, Words};
use crate::integrator::{AtStart, StartSlopes};
use crate::linalg::{DMatrix, DVector};
use crate::num::{Dual, Real};
use crate::problem::along;
use crate::problem::consistent::{Assembly, Equations, Given, Movement, assemble, velocities};

/// How far bodies may be from where a constraint holds that begins to act, m and rad: steps end near it by the error of the method.
const NEAR: Movement = Movement { translation: 1e-4, rotation: 1e-4 };

/// Slopes that foretell so many times what the accelerations change by in a step are not resolved by it.
const UNRESOLVED: f64 = 4.0;

/// The largest relative difference between a state and the one that recorded functions give.
const SAME: f64 = 1e-9;

/// How accelerations and multipliers change over a step, per s.
struct Secants<R> {
    rates: Vec<R>,
    multipliers: Vec<R>,
}

/// A number with derivatives along two directions and along both.
pub(in crate::ensemble) type Twice = Dual<Dual<f64, 1>, 1>;

/// Tells whether a step resolves a derivative of slopes: where that does not foretell more than the accelerations' change by.
fn is_resolved<R: Real>(slopes: &StartSlopes<R>, secants: &Secants<R>, of: impl Fn(&R) -> f64) -> bool {
    let size = |x: &[R]| x.iter().map(|x| of(x) * of(x)).sum::<f64>().sqrt();
    size(&slopes.jerk) <= UNRESOLVED * size(&secants.rates)
}

impl Starts<'_> {
    /// Returns the state with which a member goes on from coordinates and velocities that may violate constraints, and the
    /// length of its next step, s: positions that hold the constraints, and velocities after the impulse of the joints that
    /// makes them hold, M (v - v0) = B^T lambda: of all that hold them the difference has the least kinetic energy.
    ///
    /// # Errors
    /// Why there is none: bodies are too far from where the constraints hold, or no velocities hold them.
    pub(in crate::ensemble) fn resumed(
        &self,
        parameters: &[f64],
        state: (&[f64], &[f64]),
        first: FirstStep,
    ) -> Result<(Vec<f64>, f64), StartError> {
        self.resumed_within(parameters, state, first, (NEAR, true))
    }

    /// Returns some state that holds the constraints, and the length of a step from it, s: what stands for states that members come to.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) fn somewhere(&self, parameters: &[f64], first: FirstStep) -> Result<(Vec<f64>, f64), StartError> {
        let (q, v) = self.formulated.initial(self.mechanism, parameters);
        self.resumed_within(parameters, (&q, &v), first, (ANYWHERE, false))
    }

    /// Returns the state that is nearest to coordinates and velocities anywhere near the constraints, and the length of its next step, s, as
    /// [`Starts::resumed`] does.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) fn nearest(
        &self,
        parameters: &[f64],
        state: (&[f64], &[f64]),
        first: FirstStep,
    ) -> Result<(Vec<f64>, f64), StartError> {
        self.resumed_within(parameters, state, first, (ANYWHERE, false))
    }

    /// Returns the state with which a member goes on behind a corner, and the length of its next step, s, as [`Starts::nearest`] does;
    /// integrals contain the impulse of what is led by a motion whose speed jumps.
    ///
    /// # Errors
    /// Why there are none.
    pub(in crate::ensemble) fn behind_corner(
        &self,
        parameters: &[f64],
        state: (&[f64], &[f64]),
        first: FirstStep,
    ) -> Result<(Vec<f64>, f64), StartError> {
        self.resumed_within(parameters, state, first, (ANYWHERE, self.mechanism.is_led_with_jumps()))
    }

    fn resumed_within(
        &self,
        parameters: &[f64],
        state: (&[f64], &[f64]),
        first: FirstStep,
        (limits, is_jump): (Movement, bool),
    ) -> Result<(Vec<f64>, f64), StartError> {
        let [q, v] = self.brought(parameters, state, (limits, is_jump), true)?;
        let at = |starts: &Self, state: (&[f64], &[f64]), with_slopes: bool| starts.at(parameters, state, with_slopes);
        let (at, _) = self.resolved((&q, &v), first, at)?;
        Ok(self.state_of(parameters, ([q, v], at), first))
    }

    /// Returns coordinates and velocities near given ones that hold the constraints; integrals contain the impulse that changes the
    /// velocities, if they jump.
    fn brought(
        &self,
        parameters: &[f64],
        (q, v): (&[f64], &[f64]),
        (limits, is_jump): (Movement, bool),
        keeps_given: bool,
    ) -> Result<[Vec<f64>; 2], StartError> {
        let (mut q, mut v) = (q.to_vec(), v.to_vec());
        if self.unreduced.constraint_count() > 0 {
            let member = Member::new((self.unreduced, &self.residuals[1]), self.mechanism, parameters);
            let words = Words::new(self.unreduced, self.mechanism, &[]);
            let mut all = Equations::new(member);
            let n = all.velocity_count();
            let weights = Movement::weights(all.layout(), LENGTH);
            let how = Assembly { weights: &weights, held: &vec![false; n], tolerance: CLOSED, limits, keeps_given };
            q = assemble(&mut all, self.time, &q, &how).map_err(|e| words.assembly(&e))?.q;
            let nothing = Given { matrix: DMatrix::zeros(0, n), values: DVector::zeros(0) };
            let free = velocities(&mut all, (self.time, &q, &v), &nothing, (f64::INFINITY, true));
            let before = std::mem::replace(&mut v, free.map_err(|e| words.velocity(&e))?.v);
            if is_jump {
                self.add_impulse(parameters, (&q, &before), &mut v);
            }
        }
        Ok([q, v])
    }

    /// Returns coordinates and velocities behind a corner, in a row, that are nearest to given ones anywhere near the constraints, which they hold
    /// as well as rounding allows: multipliers see differences of positions in units of the square of a step.
    ///
    /// # Errors
    /// Why there are none.
    pub(crate) fn nearest_motion(&self, parameters: &[f64], state: (&[f64], &[f64])) -> Result<Vec<f64>, StartError> {
        Ok(self.brought(parameters, state, (ANYWHERE, self.mechanism.is_led_with_jumps()), false)?.concat())
    }

    /// Returns the derivative of the state with which a member begins from coordinates and velocities that hold the constraints, where parameters and
    /// these move so, from recorded functions, where these can and give the same state as it `begun` with, with its first step, s.
    pub(crate) fn slopes_from(
        &self,
        recorded: Option<&RecordedStarts>,
        parameters: &[Dual<f64, 1>],
        motion: [Vec<Dual<f64, 1>>; 2],
        begun: (&[f64], f64),
    ) -> Option<Vec<f64>> {
        let settle = |slopes: &mut StartSlopes<Dual<f64, 1>>, secants: &Secants<Dual<f64, 1>>| {
            if !is_resolved(slopes, secants, |x| x.eps[0]) {
                let along = |own: &mut [Dual<f64, 1>], secants: &[Dual<f64, 1>]| {
                    own.iter_mut().zip(secants).for_each(|(own, secant)| own.eps = secant.eps);
                };
                along(&mut slopes.jerk, &secants.rates);
                along(&mut slopes.multipliers, &secants.multipliers);
                [&mut slopes.error, &mut slopes.seen].into_iter().flatten().for_each(|x| x.eps = [0.0]);
            }
            Some(())
        };
        let state = self.state_along(recorded, parameters, motion, begun, settle)?;
        Some(state.iter().map(|x| x.eps[0]).collect())
    }

    /// Returns the second derivative of the state with which a member begins, as [`Starts::slopes_from`] does the first one; none where the first step
    /// does not resolve slopes.
    pub(in crate::ensemble) fn second_slopes_from(
        &self,
        recorded: Option<&RecordedStarts>,
        parameters: &[Twice],
        motion: [Vec<Twice>; 2],
        begun: (&[f64], f64),
    ) -> Option<Vec<f64>> {
        let settle = |slopes: &mut StartSlopes<Twice>, secants: &Secants<Twice>| {
            let of_both =
                is_resolved(slopes, secants, |x| x.re.eps[0]) && is_resolved(slopes, secants, |x| x.eps[0].re);
            of_both.then_some(())
        };
        let state = self.state_along(recorded, parameters, motion, begun, settle)?;
        Some(state.iter().map(|x| x.eps[0].eps[0]).collect())
    }

    /// Returns the state with which a member begins, in numbers with derivatives, once slopes of accelerations are settled; `None` where that is not the
    /// same state as it has `begun` with.
    fn state_along<R: Number>(
        &self,
        recorded: Option<&RecordedStarts>,
        parameters: &[R],
        [q, v]: [Vec<R>; 2],
        (begun, step): (&[f64], f64),
        settle: impl FnOnce(&mut StartSlopes<R>, &Secants<R>) -> Option<()>,
    ) -> Option<Vec<R>> {
        let recorded = recorded?;
        let at = |starts: &Self, (q, v): (&[R], &[R]), with_slopes: bool| {
            recorded.at(starts, parameters, [q, v], with_slopes).ok_or(())
        };
        let (mut at, secants) = self.resolved((&q, &v), FirstStep::Given(step), at).ok()?;
        if let (Some(slopes), Some(secants)) = (&mut at.slopes, secants) {
            settle(slopes, &secants)?;
        }
        let state = self.composed_along(parameters, ([q, v], at), R::constant(step));
        let agrees = |(x, own): (&R, &f64)| (x.value() - own).abs() <= SAME * own.abs().max(1.0);
        let is_same = state.len() == begun.len() && state.iter().zip(begun).all(agrees);
        (is_same && state.iter().all(|x| x.is_finite())).then_some(state)
    }

    /// Returns what the equations give in a state, with slopes that the first step resolves: of a force that begins with a root of the depth of a
    /// contact they are infinite, or all but; and how all changes over that step. `at` gives what there is at a time.
    fn resolved<R: Number, E>(
        &self,
        (q, v): (&[R], &[R]),
        first: FirstStep,
        at: impl Fn(&Self, (&[R], &[R]), bool) -> Result<AtStart<R>, E>,
    ) -> Result<(AtStart<R>, Option<Secants<R>>), E> {
        let finite = |at: &AtStart<R>| {
            let all = at.slopes.iter().flat_map(|slopes| slopes.jerk.iter().chain(&slopes.multipliers));
            all.chain(&at.rate).all(|x| x.is_finite())
        };
        let needs = self.needs_slopes(first);
        let mut here = match at(self, (q, v), needs) {
            Ok(here) if finite(&here) => here,
            _ if needs => {
                let here = at(self, (q, v), false)?;
                let [jerk, error, seen] = [0; 3].map(|_| vec![R::zero(); here.rate.len()]);
                let slopes = StartSlopes { jerk, multipliers: vec![R::zero(); here.multipliers.len()], error, seen };
                AtStart { slopes: Some(slopes), ..here }
            }
            other => other?,
        };
        let step = self.length(first, &here);
        let Some(slopes) = &mut here.slopes else { return Ok((here, None)) };
        // integrals are no numbers of the motion
        let mut rate = here.rate.clone();
        rate.resize(v.len(), R::zero());
        let (moving_q, moving_v) = along(self.formulated.layout(), q, v, &rate);
        let [end_q, end_v] =
            [moving_q, moving_v].map(|x| x.iter().map(|x| x.re + x.eps[0].scale(step)).collect::<Vec<R>>());
        let ahead = Self { time: self.time + step, ..*self };
        let Ok(end) = at(&ahead, (&end_q, &end_v), false) else { return Ok((here, None)) };
        let size = |values: &mut dyn Iterator<Item = R>| values.map(|x| x.value() * x.value()).sum::<f64>().sqrt();
        let changed = size(&mut here.rate.iter().zip(&end.rate).map(|(before, behind)| *behind - *before));
        let slope = |(before, behind): (&R, &R)| (*behind - *before) / R::constant(step);
        let secants = Secants {
            rates: here.rate.iter().zip(&end.rate).map(slope).collect(),
            multipliers: here.multipliers.iter().zip(&end.multipliers).map(slope).collect(),
        };
        if size(&mut slopes.jerk.iter().map(|x| x.scale(step))) > UNRESOLVED * changed {
            slopes.jerk.clone_from(&secants.rates);
            slopes.multipliers.clone_from(&secants.multipliers);
            let none = vec![R::zero(); here.rate.len()];
            (slopes.error, slopes.seen) = (none.clone(), none);
        }
        Ok((here, Some(secants)))
    }
}
