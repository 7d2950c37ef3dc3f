//! The states with which members begin anew, and how these move.

use super::Study;
use super::moved_anew::{ChangedSides, MovedAnew};
use super::resets::SetAtEvents;
use crate::ensemble::program::Shape;
use crate::ensemble::start::{FirstStep, Starts};
use crate::ensemble::{Direction, Outcome, StepSequence};
use crate::model::Corner;
use crate::num::Dual;

/// By how much numbers are moved, in parts of themselves or of one, where starts are differentiated by five points, of which corners that move
/// with them stay where they are, and where coordinates and velocities are, which are smooth: rounding then counts 20 times less.
const NEARBY: f64 = 1e-5;
const SMOOTH: f64 = 2e-4;

impl Study {
    /// Returns the state with which a member goes on behind a corner, and the length of its next step, s: coordinates and velocities
    /// that hold the constraints there, what the method remembers at a start, and the derivatives of both in the directions of the
    /// study, with second ones. `gap` is how far behind the corner it is, s.
    ///
    /// # Errors
    /// The outcome of a member that cannot go on.
    pub(in crate::ensemble) fn anew(
        &self,
        parameters: &[f64],
        (here, state): ((f64, f64), &[f64]),
        first: FirstStep,
    ) -> Result<(Vec<f64>, f64), Outcome> {
        let shape = Shape::new(self);
        let motion = &state[..shape.motion()];
        let (mut all, step) = self.begin_anew(parameters, here.0, motion, first)?;
        for (k, direction) in self.directions().iter().take(shape.carried()).enumerate() {
            let by = if let Direction::Parameter(by) = direction { Some(*by) } else { None };
            let begun = (&all[..shape.motion()], step);
            let along = (by, &state[shape.derivatives(k)]);
            // the motion goes on where what it begins anew with has no derivatives
            let slopes = self.slopes_anew(parameters, (here, motion), begun, along);
            all.extend(slopes.unwrap_or_else(|_| vec![f64::NAN; shape.motion()]));
        }
        // a step begins with none by its own time
        all.resize(shape.motion() * (1 + shape.directions), 0.0);
        for by in shape.pairs() {
            let begun = (&all[..shape.motion()], step);
            let second = self.second_slopes_anew(parameters, (here, state), begun, by);
            all.extend(second);
        }
        all.resize(shape.state(), 0.0);
        Ok((all, step))
    }

    fn begin_anew(
        &self,
        parameters: &[f64],
        time: f64,
        motion: &[f64],
        first: FirstStep,
    ) -> Result<(Vec<f64>, f64), Outcome> {
        let shape = Shape::new(self);
        let (q, rest) = motion.split_at(shape.coordinates);
        // a state within a long step may be off by the error of the method
        let starts = Starts { time, ..self.starts() };
        starts.behind_corner(parameters, (q, &rest[..shape.velocities]), first).map_err(|_| Outcome::NotAssembled)
    }

    /// Returns how the state that a member begins anew with, and its first step, moves where a parameter and the state before move so: coordinates and
    /// velocities that constraints move by differences of five points, and what follows from them by recorded functions, where these can.
    ///
    /// Differences of the whole, which are taken elsewhere, are off where a derivative is not smooth, as that of |x|^1.5 at zero: by 0.4 % in the
    /// derivative at the end of a run, which is exact by recorded functions.
    ///
    /// # Errors
    /// The outcome of a member that cannot go on nearby.
    fn slopes_anew(
        &self,
        parameters: &[f64],
        ((time, gap), motion): ((f64, f64), &[f64]),
        (begun, step): (&[f64], f64),
        (by, slopes): (Option<usize>, &[f64]),
    ) -> Result<Vec<f64>, Outcome> {
        let shape = Shape::new(self);
        let count = shape.coordinates + shape.velocities;
        let starts = Starts { time, ..self.starts() };
        let [held, moved] = self.nearest_along(parameters, ((time, gap), motion), (by, slopes))?;
        let numbers = held.iter().zip(&moved);
        let mut moving_q: Vec<Dual<f64, 1>> = numbers.map(|(x, slope)| Dual { re: *x, eps: [*slope] }).collect();
        let moving_v = moving_q.split_off(shape.coordinates);
        let recorded = if self.scope.is_later { None } else { self.recorded_starts() };
        let moving = Dual::by_one(parameters, by);
        if self.constraint_count() > 0 {
            starts.hold_along(&moving, &mut moving_q);
        }
        if let Some(found) = starts.slopes_from(recorded, &moving, [moving_q, moving_v], (begun, step)) {
            return Ok(found);
        }
        let state = |parameters: &[f64], motion: &[f64]| {
            let motion = motion[..count].split_at(shape.coordinates);
            let found = starts.behind_corner(parameters, motion, FirstStep::Given(step));
            found.map(|(state, _)| state).map_err(|_| Outcome::NotAssembled)
        };
        // what is held takes notice of a corner that moves
        let nearby = (NEARBY, self.slope_of_corner(&self.corners, (parameters, by), (time, gap)));
        self.differences((parameters, &held), begun, (by, &moved), nearby, state)
    }

    /// Returns the nearest coordinates and velocities that hold the constraints at a time, s, and how they move where a parameter and those before move so.
    ///
    /// # Errors
    /// The outcome of a member that cannot go on nearby.
    pub(super) fn nearest_along(
        &self,
        parameters: &[f64],
        ((time, gap), motion): ((f64, f64), &[f64]),
        (by, slopes): (Option<usize>, &[f64]),
    ) -> Result<[Vec<f64>; 2], Outcome> {
        let shape = Shape::new(self);
        let count = shape.coordinates + shape.velocities;
        if self.constraints.unreduced.constraint_count() == 0 {
            return Ok([motion[..count].to_vec(), slopes[..count].to_vec()]);
        }
        let held = self.nearest_motion(parameters, time, motion)?;
        // the instant at which a led speed jumps moves with the corner: what is before it and behind it is seen there, then at the time again
        let led = if self.mechanism.is_led_with_jumps() { &self.derivatives.moving_jumps[..] } else { &[] };
        let by_corner = self.slope_of_corner(led, (parameters, by), (time, gap));
        let seen = |time: f64, state: &[f64], slopes: &mut [f64], by: f64| {
            if by != 0.0 {
                let rates = self.rates_of((parameters, time), state);
                slopes.iter_mut().zip(rates).for_each(|(slope, rate)| *slope += by * rate);
            }
        };
        let mut slopes = slopes[..count].to_vec();
        seen(time - 2.0 * gap, motion, &mut slopes, by_corner);
        let nearest = |moved: &[f64], motion: &[f64]| {
            let later = by.map_or(0.0, |by| by_corner * (moved[by] - parameters[by]));
            self.nearest_motion(moved, time + later, motion)
        };
        let later = self.slope_of_corner(&self.corners, (parameters, by.filter(|_| by_corner == 0.0)), (time, gap));
        let nearby = (if later == 0.0 { SMOOTH } else { NEARBY }, later);
        let mut moved = self.differences((parameters, motion), &held, (by, &slopes), nearby, nearest)?;
        seen(time, &held, &mut moved, -by_corner);
        Ok([held, moved])
    }

    /// Returns the nearest coordinates and velocities that hold the constraints at a time, s.
    ///
    /// # Errors
    /// The outcome of a member that cannot go on.
    pub(super) fn nearest_motion(&self, parameters: &[f64], time: f64, motion: &[f64]) -> Result<Vec<f64>, Outcome> {
        let shape = Shape::new(self);
        let motion = motion[..shape.coordinates + shape.velocities].split_at(shape.coordinates);
        let found = Starts { time, ..self.starts() }.nearest_motion(parameters, motion);
        found.map_err(|_| Outcome::NotAssembled)
    }

    /// Returns how the time of a corner behind which a step begins at a time, s, moves with a parameter, if with one.
    fn slope_of_corner(&self, corners: &[Corner], (parameters, by): (&[f64], Option<usize>), here: (f64, f64)) -> f64 {
        by.map_or(0.0, |by| self.corner_slope(corners, (parameters, by), here))
    }

    /// Returns how numbers that are made of coordinates and velocities, beside others, move where a parameter and these do so, by differences of
    /// five points that are so near, where a corner comes so much later that they stay behind.
    fn differences(
        &self,
        (parameters, motion): (&[f64], &[f64]),
        begun: &[f64],
        (by, slopes): (Option<usize>, &[f64]),
        (nearby, later): (f64, f64),
        of: impl Fn(&[f64], &[f64]) -> Result<Vec<f64>, Outcome>,
    ) -> Result<Vec<f64>, Outcome> {
        // integrals move nothing but themselves
        let moving = Shape::new(self).coordinates + self.layout().quadratures().start;
        let size = |moving| size_of_motion(parameters, &motion[..moving], (by, slopes));
        let size = if size(moving) > 0.0 { size(moving) } else { size(motion.len()) };
        // what no number moves with has no derivative
        let delta = if size > 0.0 { nearby / size } else { 0.0 };
        let at = |multiple: f64| {
            let mut parameters = parameters.to_vec();
            by.iter().for_each(|by| parameters[*by] += multiple * delta);
            let motion: Vec<f64> = motion.iter().zip(slopes).map(|(x, s)| x + multiple * delta * s).collect();
            of(&parameters, &motion)
        };
        let (multiples, weights) = match later {
            0.0 => ([-2.0, -1.0, 1.0, 2.0], [1.0, -8.0, 8.0, -1.0]),
            // where the corner comes earlier, what is here stays behind it
            _ => ([1.0, 2.0, 3.0, 4.0].map(|by| by * -later.signum()), [48.0, -36.0, 16.0, -3.0]),
        };
        let sign = if later == 0.0 { 1.0 } else { -later.signum() };
        let points = [at(multiples[0])?, at(multiples[1])?, at(multiples[2])?, at(multiples[3])?];
        let slope = |i: usize| {
            // weights of differences: what does not move has a derivative of zero to the bit
            let terms = points.iter().zip(weights).map(|(point, weight)| weight * (point[i] - begun[i]));
            if delta > 0.0 { sign * terms.sum::<f64>() / (12.0 * delta) } else { 0.0 }
        };
        Ok((0..begun.len()).map(slope).collect())
    }

    /// Returns the derivatives by some parameters each of the state that a member begins anew with at its start, from those of the start; not numbers
    /// where there are none.
    pub(super) fn moved_with_start<E>(
        &self,
        (parameters, by): (&[f64], &[usize]),
        state: &[f64],
        first: FirstStep,
        slopes: Vec<Result<Vec<f64>, E>>,
    ) -> Vec<Vec<f64>> {
        let begun = self.begin_anew(parameters, 0.0, state, first).ok();
        let along = |(by, slopes): (&usize, Result<Vec<f64>, E>)| {
            let (begun, step) = begun.as_ref()?;
            self.slopes_anew(parameters, ((0.0, 0.0), state), (begun, *step), (Some(*by), &slopes.ok()?)).ok()
        };
        let slopes = by.iter().zip(slopes).map(along);
        slopes.map(|slopes| slopes.unwrap_or_else(|| vec![f64::NAN; state.len()])).collect()
    }

    /// Returns how the state behind a corner or a change of sides moves with the one before it and with parameters; not numbers where a member
    /// cannot begin nearby. `sides` are those within the step, and those that hold behind one after the other of the events at its end; `begins` where the method begins anew,
    /// with the length of the next step, s, where steps are equal. `gap` is how far behind the corner it is, s.
    pub(in crate::ensemble) fn moved_anew(
        &self,
        of: (&[f64], &[usize]),
        (time, gap): (f64, f64),
        (before, sides): (&[f64], &[Vec<f64>]),
        begins: Option<f64>,
    ) -> MovedAnew {
        let (parameters, by) = of;
        let shape = Shape::new(self);
        let held = shape.sides(self);
        let mut here = before.to_vec();
        here[held.clone()].copy_from_slice(&sides[0]);
        let [earlier, now] = [time - 2.0 * gap, time].map(|time| self.rates_at((parameters, time), &here));
        let mut by_time: Vec<f64> = earlier.iter().zip(now).map(|(earlier, now)| earlier - now).collect();
        if self.mechanism.is_led_with_jumps() {
            // what is begun with takes notice
            by_time.fill(0.0);
        } else if !self.have_slopes_at_corner(parameters, (time, gap), &here) {
            by_time.fill(f64::NAN);
        }
        let at_events = sides[1..].iter().map(|sides| self.change_sides(of, time, &mut here, sides)).collect();
        let mut behind_corner = None;
        if begins.is_some() && self.begins_behind_corner(parameters, (time, gap)) {
            let (q, rest) = here.split_at(shape.coordinates);
            let found = self.sides_at(parameters, time, (q, &rest[..shape.velocities]));
            behind_corner = self.change_sides(of, time, &mut here, &found);
        }
        let corners = by
            .iter()
            .map(|by| self.corner_slope(&self.derivatives.moving_jumps, (parameters, *by), (time, gap)))
            .collect();
        let begun = begins.map(|length| self.begun_anew(of, ((time, gap), &here), length));
        let velocities = shape.coordinates..shape.coordinates + shape.velocities;
        let instant = held.end.checked_sub(1).filter(|_| self.mechanism.has_resets());
        MovedAnew { begun, behind_corner, at_events, by_time, corners, velocities, instant }
    }

    /// Changes the sides that are held in a state at a time, s, and sets what events set there; returns how the velocities behind it move. Nothing
    /// where these are the sides.
    fn change_sides(
        &self,
        (parameters, by): (&[f64], &[usize]),
        time: f64,
        state: &mut Vec<f64>,
        sides: &[f64],
    ) -> Option<ChangedSides> {
        let shape = Shape::new(self);
        let mut behind = state.clone();
        behind[shape.sides(self)].copy_from_slice(sides);
        if behind == *state {
            return None;
        }
        let before = std::mem::replace(state, behind);
        let mut numbers = shape.sides(self).zip(&self.mechanism.sides);
        let jumps = numbers.any(|(place, side)| self.bends_at(side) && before[place] != state[place]);
        let has_slopes = !jumps || self.have_slopes((parameters, time), [&before, state]);
        let v = shape.coordinates..shape.coordinates + shape.velocities;
        if !self.mechanism.has_resets() {
            let [before, behind] = [&before, &*state].map(|state| self.rates_at((parameters, time), state));
            let jump = |(before, behind): (&f64, f64)| if has_slopes { before - behind } else { f64::NAN };
            let by_instant = before.iter().zip(behind).map(jump).collect();
            return Some(ChangedSides { by_instant, set: None });
        }
        let set = SetAtEvents::new(self, (parameters, time), &before, state);
        let moves = if has_slopes { 1.0 } else { f64::NAN };
        let slopes = |by: Option<usize>, number: Option<usize>, instant: f64| {
            let mut slopes = vec![0.0; v.end];
            number.into_iter().for_each(|i| slopes[i] = 1.0);
            let found = set.as_ref().and_then(|set| set.slopes(by, &slopes, instant));
            found.unwrap_or_else(|| vec![f64::NAN; v.len()])
        };
        let by_state = (0..v.end).map(|i| slopes(None, Some(i), 0.0)).collect();
        let by_parameters = by.iter().map(|by| slopes(Some(*by), None, 0.0)).collect();
        let by_instant = slopes(None, None, moves);
        set.iter().for_each(|set| state[v.clone()].copy_from_slice(&set.after));
        Some(ChangedSides { by_instant, set: Some([by_state, by_parameters]) })
    }

    /// Returns the derivatives of the state that a member begins anew with, by every coordinate and velocity before, none by sides, and by
    /// every parameter.
    fn begun_anew(
        &self,
        (parameters, by): (&[f64], &[usize]),
        (here, before): ((f64, f64), &[f64]),
        length: f64,
    ) -> [Vec<Vec<f64>>; 2] {
        let shape = Shape::new(self);
        let motion = &before[..shape.motion()];
        let first = match self.method.step_sequence(parameters) {
            Ok(sequence @ StepSequence::Adaptive(_)) => self.first_step(parameters, &sequence),
            _ => FirstStep::Given(length),
        };
        let begun = self.begin_anew(parameters, here.0, motion, first);
        let (begun, step) = begun.unwrap_or_else(|_| (vec![f64::NAN; shape.motion()], length));
        let along = |by: Option<usize>, slopes: &[f64]| {
            let slopes = self.slopes_anew(parameters, (here, motion), (&begun[..shape.motion()], step), (by, slopes));
            slopes.unwrap_or_else(|_| vec![f64::NAN; shape.motion()])
        };
        let resting = vec![0.0; shape.motion()];
        let held = shape.sides(self);
        let by_number = |i: usize| {
            let mut unit = resting.clone();
            unit[i] = 1.0;
            if held.contains(&i) { Vec::new() } else { along(None, &unit) }
        };
        let by_state = (0..shape.coordinates + shape.velocities).map(by_number).collect();
        [by_state, by.iter().map(|by| along(Some(*by), &resting)).collect()]
    }
}

/// Returns by which part of themselves or of one numbers move most with a parameter, and the parameter.
pub(super) fn size_of_motion(parameters: &[f64], motion: &[f64], (by, slopes): (Option<usize>, &[f64])) -> f64 {
    let own = by.map(|by| parameters[by].abs().max(f64::MIN_POSITIVE).recip()).filter(|size| *size < 1e12);
    let moved = motion.iter().zip(slopes).map(|(x, slope)| slope.abs() / x.abs().max(1.0));
    moved.fold(own.or(by.map(|_| 1.0)).unwrap_or(0.0), f64::max)
}
