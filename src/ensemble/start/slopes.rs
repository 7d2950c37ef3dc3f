//! Derivatives of starts by parameters.

use super::FirstStep;
use super::member::{Held, held};
use super::recorded::{Number, RecordedStarts};
use super::scalar::{AtStart, Starts};
use super::words::{StartError, Words};
use crate::num::{Dual, Real};
use crate::problem::Factor;

impl Starts<'_> {
    /// Returns the derivatives of the state of a member by a parameter, where its first step is that long, s: from recorded
    /// functions, where these can, and else by five points of differences of the fourth order.
    ///
    /// # Errors
    /// Why there are none.
    pub(in crate::ensemble) fn state_slopes(
        &self,
        recorded: Option<&RecordedStarts>,
        parameters: &[f64],
        (by, step): (usize, Dual<f64, 1>),
    ) -> Result<Vec<f64>, StartError> {
        let moving = Dual::by_one(parameters, Some(by));
        let named = |e: StartError| Words::beside(&self.mechanism.parameters[by].name, parameters[by], e);
        if let Some(found) = self.solved(recorded, &moving) {
            self.check_beside(&moving, by, &found.0).map_err(named)?;
            return Ok(self.composed(&moving, found, step).iter().map(|x| x.eps[0]).collect());
        }
        let state = |parameters: &[f64], step: f64| Ok(self.state(recorded, parameters, FirstStep::Given(step))?.0);
        self.differences((recorded, parameters), (by, step), state).map_err(named)
    }

    /// Checks that a start holds beside the value of a parameter too. What follows from other equations may hold for one
    /// value alone; it is not among those that are solved.
    ///
    /// # Errors
    /// What does not hold.
    fn check_beside(
        &self,
        moving: &[Dual<f64, 1>],
        by: usize,
        [q, v]: &[Vec<Dual<f64, 1>>; 2],
    ) -> Result<(), StartError> {
        let Self { mechanism, unreduced, .. } = *self;
        let still = vec![Dual::zero(); v.len()];
        let system = unreduced.system(mechanism, moving);
        let (rough, _) = unreduced.initial(mechanism, moving);
        let held: Vec<Held<Dual<f64, 1>>> = held(mechanism, moving, &system.joints(Dual::zero(), &rough, &still));
        let mut open = system.constraints(Dual::zero(), q, &still).concat();
        let joints = system.joints(Dual::zero(), q, &still);
        open.extend(held.iter().map(|held| held.residual(&joints)));
        let missed = unreduced.given_velocities(mechanism, moving, (q, v));
        // elimination loses so many digits at most; what does not move with the parameter has rounding for its slopes, of
        // terms that cancel, which a change of the parameter by itself makes this part of the state
        let most = |of: fn(&Dual<f64, 1>) -> f64| q.iter().chain(v).fold(0.0, |most: f64, x| most.max(of(x).abs()));
        let value = if moving[by].re == 0.0 { 1.0 } else { moving[by].re.abs() };
        let allowed = (1e-7 * most(|x| x.eps[0])).max(1e-10 * most(|x| x.re) / value);
        let worst = |all: &[Dual<f64, 1>]| {
            let slopes = all.iter().map(|x| x.eps[0].abs()).enumerate();
            slopes.filter(|(_, slope)| *slope > allowed).max_by(|a, b| a.1.total_cmp(&b.1))
        };
        let held: Vec<usize> = held.iter().map(Held::joint).collect();
        let words = Words::new(unreduced, mechanism, &held);
        match (worst(&open), worst(&missed)) {
            (Some((row, slope)), _) => Err(words.opening(row, slope)),
            (None, Some((given, slope))) => Err(words.missing(given, slope)),
            (None, None) => Ok(()),
        }
    }

    /// Returns what recorded functions give for moving parameters at a first step that is given, where they can.
    fn solved<R: Number>(&self, recorded: Option<&RecordedStarts>, moving: &[R]) -> Option<([Vec<R>; 2], AtStart<R>)> {
        // which velocities are nearest to those that do not fit is not what the recorded functions solve for
        let solving = recorded.filter(|_| !self.conditions.project_velocities)?;
        solving.of(self, moving, self.is_optimal() || self.places.halves)
    }

    /// Returns the derivatives of the state of a member by two parameters, where its first step is that long, s, and neither
    /// moves it: from recorded functions, where these can, and else by differences of first derivatives.
    ///
    /// # Errors
    /// Why there are none.
    pub(in crate::ensemble) fn second_slopes(
        &self,
        recorded: Option<&RecordedStarts>,
        parameters: &[f64],
        ([a, b], step): ([usize; 2], f64),
    ) -> Result<Vec<f64>, StartError> {
        let given = Dual::resting(step);
        let twice = Dual::by_one(&Dual::by_one(parameters, Some(a)), Some(b));
        if let Some(found) = self.solved(recorded, &twice) {
            let state = self.composed(&twice, found, Dual::resting(given));
            return Ok(state.iter().map(|x| x.eps[0].eps[0]).collect());
        }
        let mut second = self.differences((recorded, parameters), (b, given), |parameters, step| {
            let (mut state, _) = self.state(recorded, parameters, FirstStep::Given(step))?;
            state.extend(self.state_slopes(recorded, parameters, (a, given))?);
            Ok(state)
        })?;
        Ok(second.split_off(second.len() / 2))
    }

    /// Returns five-point differences by a parameter of what is given for values of all of them and the length of the first
    /// step, s: the state, and derivatives of it behind.
    fn differences(
        &self,
        (recorded, parameters): (Option<&RecordedStarts>, &[f64]),
        (by, step): (usize, Dual<f64, 1>),
        of: impl Fn(&[f64], f64) -> Result<Vec<f64>, StartError>,
    ) -> Result<Vec<f64>, StartError> {
        let (here, _) = self.state(recorded, parameters, FirstStep::Given(step.re))?;
        // the fifth root of rounding balances it against what is cut off
        let delta = 1e-3 * if parameters[by] == 0.0 { 1.0 } else { parameters[by].abs() };
        let at = |multiple: f64| {
            let mut parameters = parameters.to_vec();
            parameters[by] += multiple * delta;
            let step = step.re + multiple * delta * step.eps[0];
            let mut found = of(&parameters, step)?;
            self.continue_signs(&here, &mut found);
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
        let (v, rates) = (layout.coordinate_count(), self.places.rates);
        let memory = v + layout.velocity_count();
        for place in layout.places() {
            let Factor::Rotation(parameterisation) = place.factor else { continue };
            let numbers = place.q..place.q + parameterisation.coordinate_count();
            let product = |i: usize| state[i] * other[i];
            if numbers.len() != 4 || numbers.clone().map(product).sum::<f64>() >= 0.0 {
                continue;
            }
            let mut blocks = vec![place.q];
            if parameterisation.velocity_count() == 4 {
                blocks.extend([v + place.v, memory + place.v, memory + rates + place.v]);
            }
            for state in state.chunks_mut(other.len()) {
                blocks.iter().for_each(|first| state[*first..first + 4].iter_mut().for_each(|x| *x = -*x));
            }
        }
    }
}
