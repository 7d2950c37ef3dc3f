//! Variables that events set: behind a step that has ended at one, where the next begins.

use super::Equations;
use crate::ensemble::Study;
use crate::formulation::System;
use crate::model::variable;
use crate::num::{Dual, Real};
use crate::problem::{Field as _, Unknowns, along};
use std::ops::Range;

/// Returns the places of the variables, sides among them, among velocities of so many numbers.
fn variables(study: &Study, velocities: usize) -> Range<usize> {
    let end = velocities - study.layout().quadratures().len();
    end - study.mechanism.variables.len()..end
}

/// Returns the velocities behind the end of a step at a time `t` (s), where sides have changed to those in `changed`: variables that events
/// set have their new values, and sides that this moves are others, whose events set variables in turn.
pub(in crate::ensemble) fn behind_events<R: Real>(
    (study, system): (&Study, &System<R>),
    t: R,
    (q, v): (&[R], &[R]),
    known: Option<Unknowns<'_, R>>,
    changed: Vec<R>,
) -> Vec<R> {
    let places = variables(study, v.len());
    let first_side = places.start + variable::seen(&study.mechanism.variables);
    let (mut before, mut after) = (v.to_vec(), changed);
    for _ in 0..study.mechanism.resets_in_turn() {
        let mut set = after.clone();
        set[places.clone()].copy_from_slice(&system.behind_events(t, (q, &before), known, &after[places.clone()]));
        let was = system.sides(t, (q, &after), true);
        let mut settled = set.clone();
        study.for_sides_by_depth(|settles| {
            let there = system.sides(t, (q, &settled), true);
            for (i, (there, was)) in there.iter().zip(&was).enumerate().filter(|(i, _)| settles(*i)) {
                let (held, way) = (after[first_side + i], there.place - was.place);
                // one that has not moved is where the step has left it
                let moves = way.less(R::zero()) | R::zero().less(way);
                settled[first_side + i] = R::select(moves, there.side(held, way), held);
            }
        });
        (before, after) = (set, settled);
    }
    after
}

impl<R: Real> Equations<'_, R> {
    /// Returns by what the velocities differ from those that a step begins with at a time `t` (s): variables that an event sets which the last step
    /// has ended at, and sides that this moves. Nothing where no event sets any, and with implicit methods, which set them where they begin anew.
    pub(super) fn set_at_begin(&mut self, t: R, (q, v): (&[R], &[R])) -> Option<Vec<R>> {
        if !self.study.mechanism.has_resets() || self.shape.unknowns > 0 {
            return None;
        }
        R::note("variables that events set");
        let (mut before, mut changed) = (v.to_vec(), v.to_vec());
        for place in self.sides_that_set() {
            let side = v[place].scale(0.5);
            let is_due = R::constant(0.75).less(side.abs());
            (before[place], changed[place]) = (R::select(is_due, -side, v[place]), R::select(is_due, side, v[place]));
        }
        if !self.study.jumps_at_sides() {
            let after = behind_events((self.study, &self.system), t, (q, &before), None, changed);
            return Some(after.iter().zip(v).map(|(after, v)| *after - *v).collect());
        }
        let mut rate = vec![R::zero(); v.len()];
        self.system.acceleration(t, q, &before, &mut rate);
        let (moving_q, moving_v) = along(self.study.layout(), q, &before, &rate);
        let way = self.way_of_sides(t, (&moving_q, &moving_v), [&before, &changed]);
        let mut moving = moving_v.clone();
        let first = self.first_side();
        let sides = first..first + self.study.held_sides();
        moving[sides.clone()].iter_mut().zip(&changed[sides]).for_each(|(x, side)| *x = Dual::resting(*side));
        let (study, moving_t) = (self.study, Dual { re: t, eps: [R::one()] });
        let set = behind_events((study, self.rate_system()), moving_t, (&moving_q, &moving_v), None, moving);
        let after: Vec<R> = set.iter().map(|x| x.re).collect();
        self.system.acceleration(t, q, &after, &mut rate);
        // what is set moves as what it is made of until the event, and as its rate behind it
        let numbers = set.iter().zip(&rate).zip(v);
        Some(numbers.map(|((set, rate), v)| set.re - *v - (set.eps[0] - *rate) * way).collect())
    }

    /// Marks sides that have changed from those before, and whose events set variables, as such where a step begins next.
    pub(super) fn mark_sides_that_set(&self, v: &[R], after: &mut [R]) {
        if self.shape.unknowns > 0 {
            return;
        }
        for place in self.sides_that_set() {
            let (from, to) = (v[place], after[place]);
            after[place] = R::select(from.less(to) | to.less(from), to + to, to);
        }
    }

    /// Returns the places among the velocities of the sides whose events set variables.
    fn sides_that_set(&self) -> Vec<usize> {
        let events = self.study.mechanism.events.iter().filter(|event| event.sets);
        events.filter_map(|event| Some(self.first_side() + event.side()?)).collect()
    }
}
