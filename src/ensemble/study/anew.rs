//! Methods that remember the step before, behind corners of functions of the time: they begin anew there.

use super::{Beside, Study};
use crate::ensemble::Direction;
use crate::ensemble::program::{Equations, Shape};
use crate::ensemble::start::{FirstStep, Starts};
use crate::ensemble::time_loop::corner;
use crate::model::expression::{Expr, Formula};
use crate::model::{Corner, Source};
use crate::num::{Dual, Precision};
use crate::problem::{Unknowns, along};

impl Study {
    /// Says whether members begin anew behind corners: where the method remembers the step before, which is of the motion before the
    /// corner, where something is led by a motion whose speed jumps there, and where what is watched may jump.
    pub fn begins_anew(&self) -> bool {
        let is_due = || self.remembers_steps() || self.mechanism.is_led_with_jumps() || self.watches_jumps();
        !self.corners.is_empty() && self.is_implicit() && is_due()
    }

    /// Says whether members begin anew where steps are not as long as those before: with the multipliers of constraints of positions, the
    /// velocities of generalized-alpha miss the constraints by what goes with the square of the step. Behind a step of another length that is
    /// wrong by its own order, and the multipliers are wrong by that of the step, for many steps.
    pub(in crate::ensemble) fn begins_anew_with_length(&self) -> bool {
        self.remembers_steps() && self.starts().moves_velocities()
    }

    /// Says whether a step of an explicit method that has ended at a corner is followed by one that does no more than look at what holds behind
    /// it: where a side that is held, or what is watched, may change with the corner.
    pub fn looks_behind_corners(&self) -> bool {
        let is_watched = || self.watches_jumps() || self.watches_kinks();
        !self.corners.is_empty() && !self.is_implicit() && (self.held_sides() > 0 || is_watched())
    }

    /// Says whether an output or event that is looked at within steps may jump at a corner.
    fn watches_jumps(&self) -> bool {
        self.mechanism.watches_values() && self.mechanism.jump_at(&self.corners)
    }

    /// Says whether outputs whose extremes matter and that have derivatives may turn at a corner, whose sides have other ones.
    pub(in crate::ensemble) fn watches_kinks(&self) -> bool {
        let has_extremes = || !self.mechanism.columns_from(Source::Values).is_empty();
        !self.corners.is_empty() && !self.directions().is_empty() && has_extremes()
    }

    /// Says whether the host has something to do where steps have ended at corners: a device does not.
    pub fn crosses_corners_on_host(&self) -> bool {
        let begins_anew = self.begins_anew() || self.is_implicit() && self.held_sides() > 0;
        begins_anew || self.is_implicit() && !self.derivatives.moving_jumps.is_empty() || self.moves_what_is_watched()
    }

    /// Says whether what is watched has derivatives by a parameter that moves corners.
    pub(in crate::ensemble) fn moves_what_is_watched(&self) -> bool {
        let moves = |by: usize| self.mechanism.corners_move_with(&self.corners, by);
        !self.corners.is_empty()
            && self.mechanism.watches_values()
            && self.directions().iter().filter_map(|direction| direction.parameter()).any(moves)
    }

    /// Adds to the derivatives of a state behind a change of sides what follows from its time being moved so with the directions of the
    /// study, where the accelerations jump: those of the velocities change by (v'- - v'+) dt*/dp. The method is an implicit one; `before` is the
    /// state with the sides before. Returns the events that have passed because of what others have set; none where that has no end.
    pub(in crate::ensemble) fn move_with_side(
        &self,
        (parameters, time): (&[f64], f64),
        before: &[f64],
        moved: &[f64],
        state: &mut [f64],
    ) -> Option<Vec<usize>> {
        let shape = Shape::new(self);
        let v = shape.coordinates..shape.coordinates + shape.velocities;
        let mut moved = moved.to_vec();
        if moved.iter().any(|slope| *slope != 0.0) && !self.have_slopes((parameters, time), [before, state]) {
            moved.iter_mut().filter(|slope| **slope != 0.0).for_each(|slope| *slope = f64::NAN);
        }
        if self.mechanism.has_resets() {
            return self.set_at_events((parameters, time), before, &moved, state);
        }
        let [before, behind] = [before, &*state].map(|state| self.rates_at((parameters, time), state));
        for (k, slope) in moved.iter().enumerate().take(shape.carried()).filter(|(_, slope)| **slope != 0.0) {
            let jumps = before.iter().zip(&behind).map(|(before, behind)| (before - behind) * slope);
            state[shape.derivatives(k)][v.clone()].iter_mut().zip(jumps).for_each(|(x, by)| *x += by);
        }
        Some(Vec::new())
    }

    /// Returns the events at which sides change that are held, each with its side.
    pub(in crate::ensemble) fn events_of_sides(&self) -> impl Iterator<Item = (usize, usize)> {
        let are_held = self.held_sides() > 0;
        let events = self.mechanism.events.iter().enumerate();
        events.filter_map(move |(k, event)| Some((k, event.side().filter(|_| are_held)?)))
    }

    /// Returns the events at which sides have changed from some to others where a step has ended, at an event if at one, each with the sides behind it: of
    /// several that pass zero by themselves, as a predicate says, one after the other, the one that the step has ended at first, and with it those
    /// that it has taken along. Where events set variables they are one.
    pub(in crate::ensemble) fn one_by_one(
        &self,
        (ending, before, behind): (Option<usize>, &[f64], &[f64]),
        mut passes: impl FnMut(usize) -> bool,
    ) -> Vec<(Option<usize>, Vec<f64>)> {
        let own = ending.and_then(|event| self.mechanism.events[event].side());
        let mut others: Vec<(usize, usize)> = Vec::new();
        if !self.mechanism.has_resets() {
            for (event, side) in self.events_of_sides().filter(|(_, side)| before[*side] != behind[*side]) {
                if Some(side) != own && others.iter().all(|(_, other)| *other != side) && passes(event) {
                    others.push((event, side));
                }
            }
        }
        let mut sides = behind.to_vec();
        others.iter().for_each(|(_, side)| sides[*side] = before[*side]);
        let mut all = vec![(ending, sides.clone())];
        for (event, side) in others {
            sides[side] = behind[side];
            all.push((Some(event), sides.clone()));
        }
        all
    }

    /// Returns the sides that hold from a time, s, on in a state, where functions decide for themselves.
    pub(crate) fn sides_at(&self, parameters: &[f64], time: f64, (q, v): (&[f64], &[f64])) -> Vec<f64> {
        let mut equations = Equations::with_all_parameters(self, parameters);
        let mut found = if self.is_implicit() {
            let starts = Starts { time, ..self.starts() };
            let rate = |v: &[f64]| starts.rate(parameters, (q, v)).unwrap_or_default();
            equations.with_sides_at_start(time, (q, v), Some(&rate))
        } else {
            equations.with_sides_at_start(time, (q, v), None)
        };
        let end = self.layout().quadratures().start;
        found.drain(end - self.held_sides()..end).collect()
    }

    /// Has sides of a state behind their change at a time, s, before which they were these, rest where what has come to where it switches does not move
    /// on.
    pub(in crate::ensemble) fn rest_behind(&self, here: (&[f64], f64), before: &[f64], state: &mut [f64]) {
        let (shape, sides) = (Shape::new(self), Shape::new(self).sides(self));
        if !self.may_rest().any(|(_, side)| state[sides.start + side] != before[side]) {
            return;
        }
        let rate = self.rates_at(here, state);
        let (q, v) = state[..shape.coordinates + shape.velocities].split_at(shape.coordinates);
        let mut held = v.to_vec();
        held[sides.start - shape.coordinates..sides.end - shape.coordinates].copy_from_slice(before);
        let found = Equations::with_all_parameters(self, here.0).at_rest(here.1, (q, [&held, v]), &rate);
        state[shape.coordinates..shape.coordinates + shape.velocities].copy_from_slice(&found);
    }

    /// Says whether a step of the method depends on the one before.
    pub(crate) fn remembers_steps(&self) -> bool {
        self.method.integrator.implicit().is_some_and(|scheme| !scheme.is_one_step)
    }

    /// Says whether steps that end at events are solved to them: of a method of higher order than what is between the ends of a step.
    pub(in crate::ensemble) fn solves_to_events(&self) -> bool {
        const BETWEEN_ENDS: usize = 4;
        self.is_implicit() && self.method.integrator.order > BETWEEN_ENDS
    }

    /// Adds to the derivatives of a state behind a corner what follows from the corner being moved, where the accelerations jump: those
    /// of the velocities change by (v'- - v'+) dt*/dp, and those of integrals by what is integrated. The method is an implicit one; `gap` is how
    /// far behind the corner steps begin, s. Where something is led with jumps of its speed, what is begun with takes notice of it.
    pub(in crate::ensemble) fn move_with_jump(&self, parameters: &[f64], (time, gap): (f64, f64), state: &mut [f64]) {
        let shape = Shape::new(self);
        let moved = self.moved_with_corner(parameters, (time, gap));
        let moved: Vec<(usize, f64)> = moved.into_iter().enumerate().filter(|(_, slope)| *slope != 0.0).collect();
        if moved.is_empty() || self.mechanism.is_led_with_jumps() {
            return;
        }
        let rates = |time: f64| self.rates_at((parameters, time), state);
        let mut jump: Vec<f64> =
            rates(time - 2.0 * gap).iter().zip(rates(time)).map(|(before, behind)| before - behind).collect();
        if !self.have_slopes_at_corner(parameters, (time, gap), state) {
            jump.fill(f64::NAN);
        }
        let v = shape.coordinates..shape.coordinates + shape.velocities;
        for (k, slope) in moved {
            let jumps = jump.iter().map(|jump| jump * slope);
            state[shape.derivatives(k)][v.clone()].iter_mut().zip(jumps).for_each(|(x, by)| *x += by);
        }
    }

    /// Returns the rates of all velocities and integrals in a state at a time, s; not numbers where there are none.
    pub(super) fn rates_at(&self, (parameters, time): (&[f64], f64), state: &[f64]) -> Vec<f64> {
        let shape = Shape::new(self);
        let (q, v) = state[..shape.coordinates + shape.velocities].split_at(shape.coordinates);
        let starts = Starts { time, ..self.starts() };
        let (Some(mut rate), Some(multipliers)) =
            (starts.rate(parameters, (q, v)), starts.multipliers_at(parameters, (q, v)))
        else {
            return vec![f64::NAN; v.len()];
        };
        if shape.quadratures > 0 {
            let mut columns = Vec::new();
            let known = Unknowns { rate: &rate, multipliers: &multipliers };
            let system = self.formulated().system(&self.mechanism, parameters);
            system.outputs(time, (q, v), Some(known), &mut columns);
            rate.extend(self.mechanism.columns_from(Source::Integral).into_iter().map(|c| columns[c]));
        }
        rate
    }

    /// Returns the rates of all coordinates, velocities and integrals in a state at a time, s; not numbers where there are none.
    pub(in crate::ensemble) fn rates_of(&self, here: (&[f64], f64), state: &[f64]) -> Vec<f64> {
        let shape = Shape::new(self);
        let rates = self.rates_at(here, state);
        let (q, rest) = state.split_at(shape.coordinates);
        let (moving_q, _) = along(self.layout(), q, &rest[..shape.velocities], &rates);
        moving_q.iter().map(|x| x.eps[0]).chain(rates.iter().copied()).collect()
    }

    /// Returns how the time of a corner behind which a step begins at a time, s, moves with the directions of the study, where something
    /// jumps there.
    pub(in crate::ensemble) fn moved_with_corner(&self, parameters: &[f64], here: (f64, f64)) -> Vec<f64> {
        self.slopes_of_corner(&self.derivatives.moving_jumps, parameters, here)
    }

    /// Tells whether derivatives are by parameters that move corners where something jumps.
    pub(in crate::ensemble) fn has_moving_jumps(&self) -> bool {
        !self.derivatives.moving_jumps.is_empty()
    }

    /// Tells whether a parameter that is varied moves a corner behind which a step begins at a time, s, where something jumps.
    pub(in crate::ensemble) fn moves_corner(&self, parameters: &[f64], here: (f64, f64)) -> bool {
        let moves = |by: &usize| self.corner_slope(&self.derivatives.moving_jumps, (parameters, *by), here) != 0.0;
        self.varied().iter().any(moves)
    }

    /// Tells whether a step that begins at a time, s, does so behind a corner; the gap is so long, s.
    pub(in crate::ensemble) fn begins_behind_corner(&self, parameters: &[f64], here: (f64, f64)) -> bool {
        self.corner_behind_which(parameters, here).is_some()
    }

    /// Returns the corner, s, behind which a step that begins at a time, s, does so, if it does behind one; the gap is so long, s.
    fn corner_behind_which(&self, parameters: &[f64], (time, gap): (f64, f64)) -> Option<f64> {
        let corner = self.mechanism.next_corner(&self.corners, parameters, corner::before_begin(time, gap));
        Some(corner).filter(|corner| *corner < time)
    }

    /// Tells whether steps that begin at two times, s, do so behind the same corner; the gap is so long, s.
    pub(in crate::ensemble) fn begin_behind_same(&self, parameters: &[f64], times: [f64; 2], gap: f64) -> bool {
        let [first, second] = times.map(|time| self.corner_behind_which(parameters, (time, gap)));
        first.zip(second).is_some_and(|(first, second)| (first - second).abs() <= gap)
    }

    /// Returns how the time of any corner behind which a step begins at a time, s, moves with the directions of the study.
    pub(in crate::ensemble) fn moved_with_any_corner(&self, parameters: &[f64], here: (f64, f64)) -> Vec<f64> {
        self.slopes_of_corner(&self.corners, parameters, here)
    }

    /// Returns how the time of a corner moves with varied parameters where a step of an explicit method that begins at a time (s) and has a length
    /// (s) does no more than look at what holds behind it, where an implicit one `begins` anew, or where the `end` (s) of the step is right before it;
    /// none where there is no corner, or one that the step ends before and that moves with none.
    pub(in crate::ensemble) fn corner_moved_beside(
        &self,
        parameters: &[f64],
        (time, length): (f64, f64),
        (begins, end): (bool, Option<f64>),
    ) -> Option<Vec<f64>> {
        if self.corners.is_empty() {
            return None;
        }
        let gap = self.gap_of(Precision::Double, parameters);
        let looks = begins || length < corner::MOST_GAPS * gap;
        let behind = if looks { Some(time) } else { end.map(|end| end + gap + gap) }?;
        let slope = |by: &usize| self.corner_slope(&self.corners, (parameters, *by), (behind, gap));
        let corner = self.mechanism.next_corner(&self.corners, parameters, corner::before_begin(behind, gap));
        let slopes: Vec<f64> = self.varied().iter().map(slope).collect();
        // what passes right before a corner that stays is not the corner's
        let is_at_corner = if looks { corner < behind } else { slopes.iter().any(|slope| *slope != 0.0) };
        is_at_corner.then_some(slopes)
    }

    fn slopes_of_corner(&self, corners: &[Corner], parameters: &[f64], here: (f64, f64)) -> Vec<f64> {
        let slope = |direction: &Direction| match direction {
            Direction::Parameter(by) => self.corner_slope(corners, (parameters, *by), here),
            _ => 0.0,
        };
        self.directions().iter().take(Shape::new(self).carried()).map(slope).collect()
    }

    /// Returns the derivative by a parameter of the time of the one of some corners that a step begins behind at a time, s; zero where
    /// it begins behind none.
    pub(super) fn corner_slope(
        &self,
        corners: &[Corner],
        (parameters, by): (&[f64], usize),
        (time, gap): (f64, f64),
    ) -> f64 {
        let moving = Dual::<f64, 1>::by_one(parameters, Some(by));
        let from = Dual::resting(corner::before_begin(time, gap));
        let found = self.mechanism.next_corner(corners, &moving, from);
        if found.re < time { found.eps[0] } else { 0.0 }
    }

    /// Says of every column whether the method knows its values where steps end and not how they change there: accelerations and reactions of an
    /// implicit one, and what is made of them.
    pub(in crate::ensemble) fn has_unknown_rates(&self) -> Vec<bool> {
        let (outputs, parameters) = (&self.mechanism.outputs, self.mechanism.parameters.len());
        let mut unknown: Vec<bool> = Vec::new();
        for output in outputs {
            let reads = |formula: &Formula<Expr>| {
                (0..unknown.len()).any(|at| unknown[at] && formula.depends_on(parameters, |by| by == 1 + at))
            };
            let quantity = &output.quantity;
            let own = quantity.formula().map_or(quantity.needs_rates() || quantity.needs_constraints(), reads);
            unknown.extend(std::iter::repeat_n(own && self.is_implicit(), output.columns().len()));
        }
        unknown
    }

    /// Returns how the columns of outputs change with the time along the motion from a state on, at a time (s), on the sides that are held there,
    /// 1/s: one-sided differences of states on one side of it, which are a part of that step (s) apart. Not numbers where there are none.
    pub(in crate::ensemble) fn rates_of_columns(
        &self,
        parameters: &[f64],
        (time, state): (f64, &[f64]),
        (beside, step): (Beside, f64),
    ) -> Vec<f64> {
        const APART: f64 = 1e-2;
        let apart = beside.away(APART * step);
        const WEIGHTS: [f64; 5] = [-25.0, 48.0, -36.0, 16.0, -3.0];
        let shape = Shape::new(self);
        let (q, rest) = state.split_at(shape.coordinates);
        let v = &rest[..shape.velocities];
        let mut sums = vec![0.0; self.mechanism.columns().len()];
        let starts = |time: f64| Starts { time, ..self.starts() };
        let mut rate = starts(time).rate(parameters, (q, v)).unwrap_or_default();
        let has_rate = !rate.is_empty();
        rate.resize(v.len(), 0.0);
        let (moving_q, moving_v) = along(self.layout(), q, v, &rate);
        let columns = |multiple: f64| {
            let by = multiple * apart;
            let moved = |x: &[Dual<f64, 1>]| x.iter().map(|x| x.re + by * x.eps[0]).collect::<Vec<f64>>();
            let (q, v, first) = (moved(&moving_q), moved(&moving_v), FirstStep::Given(apart.abs()));
            let (state, _) = starts(time + by).nearest(parameters, (&q, &v), first).ok()?;
            let (q, rest) = state.split_at(shape.coordinates);
            let (v, history) = rest.split_at(shape.velocities);
            let mut columns = Vec::new();
            let system = self.formulated().system(&self.mechanism, parameters);
            system.outputs(time + by, (q, v), self.known(history), &mut columns);
            Some(columns)
        };
        for (k, weight) in WEIGHTS.into_iter().enumerate() {
            let Some(columns) = columns(k as f64).filter(|_| has_rate) else { return vec![f64::NAN; sums.len()] };
            sums.iter_mut().zip(columns).for_each(|(sum, x)| *sum += weight * x / (12.0 * apart));
        }
        sums
    }
}
