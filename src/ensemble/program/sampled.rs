//! Variables that change where a step ends, and at the start: sampled ones at instants, and sides.

use super::Equations;
use crate::ensemble::time_loop::event;
use crate::model::Told;
use crate::model::expression::{Switching, at_rest, is_at_rest, whole_of};
use crate::num::{Dual, Real};
use crate::problem::{Field as _, along};

/// What gives the accelerations and rates for velocities at some coordinates, where others than those of the system are wanted.
type RateAt<'a, R> = Option<&'a dyn Fn(&[R]) -> Vec<R>>;

/// So many relations may be where they switch at the start, of which each leaves because the one before does.
const LONGEST_CHAIN: usize = 4;

impl<R: Real> Equations<'_, R> {
    /// Tells whether there are such variables.
    fn has_sampled(&self) -> bool {
        self.study.mechanism.variables.iter().any(|variable| variable.changes_at_ends())
    }

    /// Tells whether variables are sampled at instants.
    fn has_instants(&self) -> bool {
        self.study.mechanism.has_instants()
    }

    /// Adds what variables change by at the end of a step to the increments of the state.
    pub(super) fn sample_at_end(&mut self, (t, h): (R, R), (q, v): (&[R], &[R]), increments: &mut [R]) {
        if !self.has_sampled() {
            return;
        }
        let moved = |x: &[R], delta: &[R]| x.iter().zip(delta).map(|(x, delta)| *x + *delta).collect::<Vec<R>>();
        let (q1, v1) = (moved(q, &self.work.delta_q), moved(v, &self.work.delta_v));
        let history1 = moved(&self.work.history, &self.work.delta_history);
        let before = self.system.sides(t, (q, v), true);
        let mut after = self.with_sides((t, h, &before), (&q1, &v1));
        // implicit methods move with jumps where they begin anew
        let mut way = R::zero();
        if self.study.jumps_at_sides() && self.shape.unknowns == 0 {
            if self.study.may_rest().next().is_some() {
                let rate = self.system.rates(t + h, &q1, &after);
                let found = self.at_rest(t + h, (&q1, [&v1, &after]), &rate);
                // that is so where the step ends there, and not where one that looks for the place goes beyond it
                for (_, side) in self.study.may_rest() {
                    let at = self.first_side() + side;
                    let place = at_rest(found[at]);
                    let way = (whole_of(found[at]) + place - before[side].place).abs() * event::no_way(t + h);
                    after[at] = R::select((place.abs() * h).less_equal(way), found[at], after[at]);
                }
            }
            way = self.move_with_sides((t, h), (&q1, &v1, &after), increments);
        }
        if self.has_instants() {
            // sides that change with them do behind the instant
            self.sample([t, t + h], (&q1, &mut after, &history1));
        }
        self.mark_sides_that_set(&v1, (h, way), &mut after);
        self.add_changes((&v1, &after), increments);
    }

    /// Gives such variables their values at the start of a member whose state is this; its accelerations are those of equations without
    /// constraints, unless others are given.
    pub(crate) fn sample_start_of(&mut self, state: &mut [R], rate: RateAt<'_, R>) {
        self.sample_first(state);
        if self.has_sampled() {
            let before = state.to_vec();
            let (q, rest) = before.split_at(self.shape.coordinates);
            let v = &rest[..self.shape.velocities];
            let after = self.with_sides_at_start(R::zero(), (q, v), rate);
            self.add_changes((v, &after), state);
        }
    }

    /// Gives variables that are sampled at instants their values at the first one, at the start of a member whose state is this.
    pub(in crate::ensemble) fn sample_first(&mut self, state: &mut [R]) {
        if self.has_instants() {
            let before = state.to_vec();
            let (q, rest) = before.split_at(self.shape.coordinates);
            let (v, rest) = rest.split_at(self.shape.velocities);
            let mut after = v.to_vec();
            self.sample([-R::one(), R::zero()], (q, &mut after, &rest[..self.shape.history]));
            self.add_changes((v, &after), state);
        }
    }

    /// Adds the changes of variables to numbers of the state.
    fn add_changes(&self, (before, after): (&[R], &[R]), numbers: &mut [R]) {
        let first = self.first_variable();
        for (i, variable) in self.study.mechanism.variables.iter().enumerate() {
            if variable.changes_at_ends() {
                let number = &mut numbers[self.shape.coordinates + first + i];
                *number = *number + (after[first + i] - before[first + i]);
            }
        }
    }

    /// Returns the place of the first variable among the velocities: before the integrals.
    fn first_variable(&self) -> usize {
        self.shape.velocities - self.shape.quadratures - self.study.mechanism.variables.len()
    }

    /// Returns the place of the first side among the velocities.
    pub(super) fn first_side(&self) -> usize {
        self.shape.sides(self.study).start - self.shape.coordinates
    }

    /// Gives variables that are sampled at the end of a step, from a time to another, their new values.
    fn sample(&mut self, [begin, t]: [R; 2], (q, v, history): (&[R], &mut [R], &[R])) {
        if self.has_instants() {
            let gap = self.corner_gap();
            let values = self.system.sampled([begin, t, gap + gap], (q, v), self.study.known(history));
            let first = self.first_variable();
            v[first..first + values.len()].copy_from_slice(&values);
        }
    }

    /// Returns the velocities with the sides that hold behind a step from a time `t` (s) on that is `h` (s) long, for where their relations
    /// were when it began: one whose switching function is zero has come from there.
    fn with_sides(&mut self, (t, h, before): (R, R, &[Told<R>]), (q, v): (&[R], &[R])) -> Vec<R> {
        let (first, mut after) = (self.first_side(), v.to_vec());
        if self.study.held_sides() == 0 {
            return after;
        }
        let moved = event::standing_after(R::zero(), t, t + h).less_equal(R::zero());
        self.study.for_sides_by_depth(|settles| {
            let there = self.system.sides(t + h, (q, &after), true);
            for (i, (there, before)) in there.iter().zip(before).enumerate().filter(|(i, _)| settles(*i)) {
                let held = v[first + i];
                after[first + i] = match there.switching {
                    Switching::AtZero => there.side(held, there.goes(before.place)),
                    Switching::AtWhole => {
                        // where it has come down to a whole number it may stay, and is on that until it has left it
                        let side = there.side(held, R::zero());
                        // a step that goes over several whole numbers is seen to have left the first, and ends there
                        let is_far = R::constant(1.5).less((side - held).abs()) & moved;
                        R::select(is_far, held, side)
                    }
                };
            }
        });
        after
    }

    /// Returns the velocities with the sides that hold behind a change of sides at a time `t` (s), where the velocities before it, those behind it and the
    /// rates of these are known: what has come to where it switches, and does not move on, rests there.
    pub(in crate::ensemble) fn at_rest(&mut self, t: R, (q, [before, after]): (&[R], [&[R]; 2]), rate: &[R]) -> Vec<R> {
        let (moving_q, moving_v) = along(self.study.layout(), q, after, rate);
        let told = self.rate_system().sides(Dual { re: t, eps: [R::one()] }, (&moving_q, &moving_v), true);
        let (first, mut found) = (self.first_side(), after.to_vec());
        for (_, side) in self.study.may_rest() {
            let (at, Dual { re: place, eps: [rate] }) = (first + side, told[side].passing);
            let is_whole = self.study.mechanism.sides[side].is_whole;
            found[at] = event::at_rest_behind([before[at], after[at]], [place.detached(), rate], is_whole);
        }
        found
    }

    /// Returns the velocities with the sides that hold from a start at a time `t` (s) on: one whose switching function is zero goes where
    /// its rate says, with the accelerations of equations without constraints, unless others are given.
    pub(in crate::ensemble) fn with_sides_at_start(
        &mut self,
        t: R,
        (q, v): (&[R], &[R]),
        rate: RateAt<'_, R>,
    ) -> Vec<R> {
        let (first, mut after) = (self.first_side(), v.to_vec());
        if first == self.first_variable() + self.study.mechanism.variables.len() {
            return after;
        }
        // those that are not where they switch need no accelerations, and give those that are theirs
        let beside = self.system.sides(t, (q, &after), false);
        for (held, told) in after[first..].iter_mut().zip(&beside) {
            *held = told.beside(*held).side(*held, R::zero());
        }
        // each time with the accelerations on these sides: one that leaves may make the next leave
        let rounds = if beside.len() > 2 { LONGEST_CHAIN } else { 2 };
        for _ in 0..rounds {
            for (i, told) in self.moving_sides(t, (q, &after), rate).into_iter().enumerate() {
                let (told, goes, held) = (told.map(|x| x.re), told.place.eps[0], after[first + i]);
                let at_zero = match told.switching {
                    Switching::AtZero => R::select(is_at_rest(held), held, R::zero()),
                    Switching::AtWhole => held,
                };
                after[first + i] = told.beside(held).side(at_zero, goes);
            }
        }
        after
    }

    /// Returns where relations are at the start of a run at a time `t` (s), where functions decide for themselves, with rates along the motion.
    fn moving_sides(&mut self, t: R, (q, v): (&[R], &[R]), rate_at: RateAt<'_, R>) -> Vec<Told<Dual<R, 1>>> {
        let mut rate = vec![R::zero(); v.len()];
        match rate_at {
            Some(rate_at) => rate.iter_mut().zip(rate_at(v)).for_each(|(rate, x)| *rate = x),
            None => self.system.acceleration(t, q, v, &mut rate),
        }
        let (q, v) = along(self.study.layout(), q, v, &rate);
        self.rate_system().sides(Dual { re: t, eps: [R::one()] }, (&q, &v), false)
    }
}
