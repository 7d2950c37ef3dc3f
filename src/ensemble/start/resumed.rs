//! States with which members go on where joints and constraints begin or end to act.

use super::FirstStep;
use super::member::Member;
use super::recorded::RecordedStarts;
use super::scalar::{ANYWHERE, CLOSED, LENGTH, Starts};
use super::words::{StartError, Words};
use crate::integrator::{AtStart, StartSlopes};
use crate::linalg::{DMatrix, DVector};
use crate::num::Dual;
use crate::problem::along;
use crate::problem::consistent::{Assembly, Equations, Given, Movement, assemble, velocities};

/// How far bodies may be from where a constraint holds that begins to act, m and rad: steps end near it by the error of the method.
const NEAR: Movement = Movement { translation: 1e-4, rotation: 1e-4 };

/// Slopes that foretell so many times what the accelerations change by in a step are not resolved by it.
const UNRESOLVED: f64 = 4.0;

/// By what part recorded functions may give another state.
const SAME: f64 = 1e-9;

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
        self.resumed_within(parameters, state, first, NEAR)
    }

    /// Returns some state that holds the constraints, and the length of a step from it, s: what stands for states that members come to.
    ///
    /// # Errors
    /// Why there is none.
    pub(in crate::ensemble) fn somewhere(
        &self,
        parameters: &[f64],
        first: FirstStep,
    ) -> Result<(Vec<f64>, f64), StartError> {
        let (q, v) = self.formulated.initial(self.mechanism, parameters);
        self.resumed_within(parameters, (&q, &v), first, ANYWHERE)
    }

    /// Returns the state that is nearest to coordinates and velocities anywhere near the constraints, and the length of its next step, s, as
    /// [`Starts::resumed`] does.
    ///
    /// # Errors
    /// Why there is none.
    pub(in crate::ensemble) fn nearest(
        &self,
        parameters: &[f64],
        state: (&[f64], &[f64]),
        first: FirstStep,
    ) -> Result<(Vec<f64>, f64), StartError> {
        self.resumed_within(parameters, state, first, ANYWHERE)
    }

    fn resumed_within(
        &self,
        parameters: &[f64],
        state: (&[f64], &[f64]),
        first: FirstStep,
        limits: Movement,
    ) -> Result<(Vec<f64>, f64), StartError> {
        let [q, v] = self.brought(parameters, state, limits)?;
        let at = self.at_resolved(parameters, (&q, &v), first)?;
        Ok(self.state_of(parameters, ([q, v], at), first))
    }

    /// Returns coordinates and velocities near given ones that hold the constraints.
    fn brought(
        &self,
        parameters: &[f64],
        (q, v): (&[f64], &[f64]),
        limits: Movement,
    ) -> Result<[Vec<f64>; 2], StartError> {
        let (mut q, mut v) = (q.to_vec(), v.to_vec());
        if self.unreduced.constraint_count() > 0 {
            let member = Member::new((self.unreduced, &self.residuals[1]), self.mechanism, parameters);
            let words = Words::new(self.unreduced, self.mechanism, &[]);
            let mut all = Equations::new(member);
            let n = all.velocity_count();
            let weights = Movement::weights(all.layout(), LENGTH);
            let how = Assembly { weights: &weights, held: &vec![false; n], tolerance: CLOSED, limits };
            q = assemble(&mut all, self.time, &q, &how).map_err(|e| words.assembly(&e))?.q;
            let nothing = Given { matrix: DMatrix::zeros(0, n), values: DVector::zeros(0) };
            let free = velocities(&mut all, (self.time, &q, &v), &nothing, (f64::INFINITY, true));
            v = free.map_err(|e| words.velocity(&e))?.v;
        }
        Ok([q, v])
    }

    /// Returns coordinates and velocities, in a row, that are nearest to given ones anywhere near the constraints.
    ///
    /// # Errors
    /// Why there are none.
    pub(in crate::ensemble) fn nearest_motion(
        &self,
        parameters: &[f64],
        state: (&[f64], &[f64]),
    ) -> Result<Vec<f64>, StartError> {
        Ok(self.brought(parameters, state, ANYWHERE)?.concat())
    }

    /// Returns the derivative of the state with which a member begins from coordinates and velocities that hold the constraints, where parameters and
    /// these move so, from recorded functions, where these can and give the same state as it `begun` with, with its first step, s.
    pub(in crate::ensemble) fn slopes_from(
        &self,
        recorded: Option<&RecordedStarts>,
        parameters: &[Dual<f64, 1>],
        [q, v]: [Vec<Dual<f64, 1>>; 2],
        (begun, step): (&[f64], f64),
    ) -> Option<Vec<f64>> {
        let at = recorded?.at(self, parameters, [&q, &v], self.begins_with_slopes())?;
        let state = self.composed_along(parameters, ([q, v], at), Dual::resting(step));
        let agrees = |(x, own): (&Dual<f64, 1>, &f64)| (x.re - own).abs() <= SAME * own.abs().max(1.0);
        let is_same = state.len() == begun.len() && state.iter().zip(begun).all(agrees);
        let slopes: Vec<f64> = state.iter().map(|x| x.eps[0]).collect();
        (is_same && slopes.iter().all(|slope| slope.is_finite())).then_some(slopes)
    }

    /// Returns what the equations give in a state, with slopes that the first step resolves: of a force that begins with a root of the
    /// depth of a contact they are infinite, or all but.
    fn at_resolved(
        &self,
        parameters: &[f64],
        (q, v): (&[f64], &[f64]),
        first: FirstStep,
    ) -> Result<AtStart<f64>, StartError> {
        let finite = |at: &AtStart<f64>| {
            let all = at.slopes.iter().flat_map(|slopes| slopes.jerk.iter().chain(&slopes.multipliers));
            all.chain(&at.rate).all(|x| x.is_finite())
        };
        let needs = self.needs_slopes(first);
        let mut at = match self.at(parameters, (q, v), needs) {
            Ok(at) if finite(&at) => at,
            _ if needs => {
                let at = self.at(parameters, (q, v), false)?;
                let [jerk, error, seen] = [0; 3].map(|_| vec![0.0; at.rate.len()]);
                let slopes = StartSlopes { jerk, multipliers: vec![0.0; at.multipliers.len()], error, seen };
                AtStart { slopes: Some(slopes), ..at }
            }
            other => other?,
        };
        let step = self.length(first, &at);
        let Some(slopes) = &mut at.slopes else { return Ok(at) };
        let layout = self.formulated.layout();
        // integrals are no numbers of the motion
        let mut rate = at.rate.clone();
        rate.resize(v.len(), 0.0);
        let (moving_q, moving_v) = along(layout, q, v, &rate);
        let [end_q, end_v] =
            [moving_q, moving_v].map(|x| x.iter().map(|x| x.re + step * x.eps[0]).collect::<Vec<f64>>());
        let ahead = Self { time: self.time + step, ..*self };
        let Ok(end) = ahead.at(parameters, (&end_q, &end_v), false) else { return Ok(at) };
        let size = |values: &mut dyn Iterator<Item = f64>| values.map(|x| x * x).sum::<f64>().sqrt();
        let changed = size(&mut at.rate.iter().zip(&end.rate).map(|(before, behind)| behind - before));
        if size(&mut slopes.jerk.iter().map(|x| x * step)) > UNRESOLVED * changed {
            let slope = |(before, behind): (&f64, &f64)| (behind - before) / step;
            slopes.jerk = at.rate.iter().zip(&end.rate).map(slope).collect();
            slopes.multipliers = at.multipliers.iter().zip(&end.multipliers).map(slope).collect();
            (slopes.error, slopes.seen) = (vec![0.0; at.rate.len()], vec![0.0; at.rate.len()]);
        }
        Ok(at)
    }
}
