//! Derivatives of starts by parameters.

use super::FirstStep;
use super::recorded::{Missed, RecordedStarts};
use super::scalar::Starts;
use super::tapes::Number;
use super::words::{StartError, Words};
use crate::integrator::AtStart;
use crate::num::Dual;

/// Parameters that derivatives are taken by at once.
const LANES: usize = 8;

/// A parameter by which starts are differentiated, and the derivative of the length of the first step by it, s per unit.
pub(in crate::ensemble) type By = (usize, f64);

impl Starts<'_> {
    /// Returns the derivatives of the state of a member, where its first step is that long, s, by some parameters each: from
    /// recorded functions, where these can, and else by five points of differences of the fourth order. It has the values of
    /// all parameters and this state.
    ///
    /// # Errors
    /// Why there are none.
    pub(in crate::ensemble) fn state_slopes(
        &self,
        recorded: Option<&RecordedStarts>,
        here: (&[f64], &[f64]),
        (by, step): (&[By], f64),
    ) -> Vec<Result<Vec<f64>, StartError>> {
        let singly = |by: &By| {
            let one = std::slice::from_ref(by);
            let solved = self.solved_slopes::<1>(recorded, here, (one, step)).and_then(|mut all| all.pop());
            solved.unwrap_or_else(|| {
                let state =
                    |parameters: &[f64], step: f64| Ok(self.state(recorded, parameters, FirstStep::Given(step))?.0);
                let step = Dual { re: step, eps: [by.1] };
                self.differences(here, (by.0, step), state).map_err(|e| self.beside(here.0, by.0, e))
            })
        };
        let mut all = Vec::with_capacity(by.len());
        for by in by.chunks(LANES) {
            let together = if by.len() > 1 { self.solved_slopes::<LANES>(recorded, here, (by, step)) } else { None };
            all.extend(together.unwrap_or_else(|| by.iter().map(singly).collect()));
        }
        all
    }

    /// Names the parameter beside whose value there is no start.
    fn beside(&self, parameters: &[f64], by: usize, error: StartError) -> StartError {
        Words::beside(&self.mechanism.parameters[by].name, parameters[by], error)
    }

    /// Returns the derivatives by up to `N` parameters from recorded functions, where these can.
    fn solved_slopes<const N: usize>(
        &self,
        recorded: Option<&RecordedStarts>,
        (parameters, state): (&[f64], &[f64]),
        (by, step): (&[By], f64),
    ) -> Option<Vec<Result<Vec<f64>, StartError>>> {
        let mut moving: Vec<Dual<f64, N>> = parameters.iter().map(|p| Dual::resting(*p)).collect();
        let mut step = Dual::resting(step);
        for (lane, (by, slope)) in by.iter().enumerate() {
            moving[*by].eps[lane] = 1.0;
            step.eps[lane] = *slope;
        }
        let found = self.solved(recorded, (&moving, state))?;
        let checked = self.check_beside(recorded?, &moving, by, &found.0)?;
        // velocities that give way beside the value are not what the recorded functions solve for
        if self.conditions.project_velocities && checked.iter().any(Result::is_err) {
            return None;
        }
        let state = self.composed_along(&moving, found, step);
        let of_lane = |lane: usize| state.iter().map(|x| x.eps[lane]).collect();
        let named = |((lane, checked), by): ((usize, Result<(), StartError>), &By)| {
            checked.map(|()| of_lane(lane)).map_err(|e| self.beside(parameters, by.0, e))
        };
        Some(checked.into_iter().enumerate().zip(by).map(named).collect())
    }

    /// Checks for each parameter that a start holds beside its value too. What follows from other equations may hold for one
    /// value alone; it is not among those that are solved. `None` where numbers are not finite.
    ///
    /// # Errors
    /// What does not hold.
    fn check_beside<const N: usize>(
        &self,
        recorded: &RecordedStarts,
        moving: &[Dual<f64, N>],
        by: &[By],
        [q, v]: &[Vec<Dual<f64, N>>; 2],
    ) -> Option<Vec<Result<(), StartError>>> {
        let Self { mechanism, unreduced, .. } = *self;
        let Missed { open, given: missed, held } = recorded.missed(self, moving, [q, v])?;
        let words = Words::new(unreduced, mechanism, &held);
        let of_lane = |(lane, (by, _)): (usize, &By)| {
            // elimination loses so many digits at most; what does not move with the parameter has rounding for its slopes, of
            // terms that cancel, which a change of the parameter by itself makes this part of the state
            let all = || q.iter().chain(v);
            let moved = all().fold(0.0, |most: f64, x| most.max(x.eps[lane].abs()));
            let size = all().fold(0.0, |most: f64, x| most.max(x.re.abs()));
            let value = if moving[*by].re == 0.0 { 1.0 } else { moving[*by].re.abs() };
            let allowed = (1e-7 * moved).max(1e-10 * size / value);
            let worst = |all: &[Dual<f64, N>]| {
                let slopes = all.iter().map(|x| x.eps[lane].abs()).enumerate();
                slopes.filter(|(_, slope)| *slope > allowed).max_by(|a, b| a.1.total_cmp(&b.1))
            };
            match (worst(&open), worst(&missed)) {
                (Some((row, slope)), _) => Err(words.opening(row, slope)),
                (None, Some((given, slope))) => Err(words.missing(given, slope)),
                (None, None) => Ok(()),
            }
        };
        Some(by.iter().enumerate().map(of_lane).collect())
    }

    /// Returns the results of recorded functions for parameters with derivatives of a member with a known state at a
    /// first step that is given, where they can.
    fn solved<R: Number>(
        &self,
        recorded: Option<&RecordedStarts>,
        (moving, state): (&[R], &[f64]),
    ) -> Option<([Vec<R>; 2], AtStart<R>)> {
        // which velocities are nearest to those that do not fit is not what the recorded functions solve for; bodies at
        // rest are rarely given such
        let solving = recorded.filter(|_| !self.conditions.project_velocities || self.conditions.equilibrium)?;
        solving.of(self, (moving, Some(state)), self.begins_with_slopes())
    }

    /// Returns the derivatives of the state of a member by two parameters, where its first step is that long, s, and neither
    /// moves it: from recorded functions, where these can, and else by differences of first derivatives.
    ///
    /// # Errors
    /// Why there are none.
    pub(in crate::ensemble) fn second_slopes(
        &self,
        recorded: Option<&RecordedStarts>,
        here: (&[f64], &[f64]),
        ([a, b], step): ([usize; 2], f64),
    ) -> Result<Vec<f64>, StartError> {
        let given = Dual::resting(step);
        let twice = Dual::by_one(&Dual::by_one(here.0, Some(a)), Some(b));
        if let Some(found) = self.solved(recorded, (&twice, here.1)) {
            let state = self.composed_along(&twice, found, Dual::resting(given));
            return Ok(state.iter().map(|x| x.eps[0].eps[0]).collect());
        }
        let mut second = self.differences(here, (b, given), |parameters, step| {
            let (mut state, _) = self.state(recorded, parameters, FirstStep::Given(step))?;
            let slopes = self.state_slopes(recorded, (parameters, &state), (&[(a, 0.0)], step));
            state.extend(slopes.into_iter().next().unwrap_or_else(|| Ok(Vec::new()))?);
            Ok(state)
        })?;
        Ok(second.split_off(second.len() / 2))
    }

    /// Returns five-point differences by a parameter of what is given for values of all of them and the length of the first
    /// step, s: the state, which is known here, and derivatives of it behind.
    fn differences(
        &self,
        (parameters, here): (&[f64], &[f64]),
        (by, step): (usize, Dual<f64, 1>),
        of: impl Fn(&[f64], f64) -> Result<Vec<f64>, StartError>,
    ) -> Result<Vec<f64>, StartError> {
        // the fifth root of rounding balances it against what is cut off
        let delta = 1e-3 * if parameters[by] == 0.0 { 1.0 } else { parameters[by].abs() };
        let at = |multiple: f64| {
            let mut parameters = parameters.to_vec();
            parameters[by] += multiple * delta;
            let step = step.re + multiple * delta * step.eps[0];
            let mut found = of(&parameters, step)?;
            self.continue_signs(here, &mut found);
            Ok(found)
        };
        let points = [at(-2.0)?, at(-1.0)?, at(1.0)?, at(2.0)?];
        let slope = |i: usize| (points[0][i] - points[3][i] + 8.0 * (points[2][i] - points[1][i])) / (12.0 * delta);
        Ok((0..points[0].len()).map(slope).collect())
    }

    /// Gives the four numbers of a rotation in a state, and in derivatives of it behind, the signs that are nearer to those in
    /// another state.
    fn continue_signs(&self, other: &[f64], state: &mut [f64]) {
        let layout = self.formulated.layout();
        let (v, rates) = (layout.coordinate_count(), self.sizes.rates);
        let history = v + layout.velocity_count();
        for place in layout.places() {
            let Some(parameterisation) = place.factor.rotation() else { continue };
            let numbers = place.q..place.q + parameterisation.coordinate_count();
            let product = |i: usize| state[i] * other[i];
            if numbers.len() != 4 || numbers.clone().map(product).sum::<f64>() >= 0.0 {
                continue;
            }
            let mut blocks = vec![place.q];
            if parameterisation.velocity_count() == 4 {
                blocks.extend([v + place.v, history + place.v, history + rates + place.v]);
            }
            for state in state.chunks_mut(other.len()) {
                blocks.iter().for_each(|first| state[*first..first + 4].iter_mut().for_each(|x| *x = -*x));
            }
        }
    }
}
