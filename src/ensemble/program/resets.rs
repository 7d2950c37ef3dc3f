//! Variables that events set: behind a step that has ended at one, where the next begins.

use super::Equations;
use crate::ensemble::Study;
use crate::formulation::System;
use crate::model::event::Direction;
use crate::model::variable;
use crate::num::{Dual, Real};
use crate::problem::{Field as _, along};
use std::ops::Range;

/// Returns the places of the variables, sides among them, among velocities of so many numbers.
fn variables(study: &Study, velocities: usize) -> Range<usize> {
    let end = velocities - study.layout().quadratures().len();
    end - study.mechanism.variables.len()..end
}

/// What marks a side that has changed, whose event is still to set variables: it is multiplied by that.
const MARK: f64 = 2.0;

/// Tells whether a side is marked.
pub(in crate::ensemble) fn is_marked<R: Real>(side: R) -> R::Mask {
    R::constant(0.75 * MARK).less(side.abs())
}

/// Returns the places among velocities of so many numbers of the sides whose events set variables, each with which changes count.
pub(in crate::ensemble) fn sides_that_set(
    study: &Study,
    velocities: usize,
) -> impl Iterator<Item = (usize, Direction)> {
    let first = variables(study, velocities).start + variable::seen(&study.mechanism.variables);
    let events = study.mechanism.events.iter().filter(|event| event.sets);
    events.filter_map(move |event| Some((first + event.side()?, event.direction)))
}

/// Returns a side that has become another one, marked where that counts.
pub(in crate::ensemble) fn marked<R: Real>(direction: Direction, [from, to]: [R; 2]) -> R {
    R::select(direction.of(from.less(to), to.less(from)), to.scale(MARK), to)
}

/// Returns the velocities behind events at a time `t` (s), whose sides are marked: variables that these set have their new values, and sides that
/// this moves are others, marked where their events are to set variables in turn.
pub(in crate::ensemble) fn behind_events<R: Real>(
    (study, system): (&Study, &System<R>),
    t: R,
    (q, v): (&[R], &[R]),
) -> Vec<R> {
    let places = variables(study, v.len());
    let first_side = places.start + variable::seen(&study.mechanism.variables);
    let (mut before, mut changed, mut due) = (v.to_vec(), v.to_vec(), Vec::new());
    for (place, direction) in sides_that_set(study, v.len()) {
        let (is_due, side) = (is_marked(v[place]), v[place].scale(1.0 / MARK));
        (before[place], changed[place]) = (R::select(is_due, -side, v[place]), R::select(is_due, side, v[place]));
        due.push((place, direction, is_due));
    }
    let mut set = changed.clone();
    set[places.clone()].copy_from_slice(&system.behind_events(t, (q, &before), &changed[places]));
    let was = system.sides(t, (q, &changed), true);
    let of_events: Vec<usize> = due.iter().map(|(place, ..)| *place).collect();
    let mut after = set.clone();
    study.for_sides_by_depth(|settles| {
        let there = system.sides(t, (q, &after), true);
        for (i, (there, was)) in there.iter().zip(&was).enumerate().filter(|(i, _)| settles(*i)) {
            let (held, way) = (changed[first_side + i], there.place - was.place);
            // a side that has not moved stays; a function that is set to where it switches has its value there, and no event passes by that
            let moves = way.less(R::zero()) | R::zero().less(way);
            let at_zero = if of_events.contains(&(first_side + i)) { held } else { R::zero() };
            after[first_side + i] = R::select(moves, there.side(at_zero, R::zero()), held);
        }
    });
    for (place, direction, is_due) in due {
        let to = after[place];
        // what an event sets may lead straight back: that is no passage of its own
        after[place] = R::select(is_due, to, marked(direction, [changed[place], to]));
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
        if !self.study.jumps_at_sides() {
            let after = behind_events((self.study, &self.system), t, (q, v));
            return Some(after.iter().zip(v).map(|(after, v)| *after - *v).collect());
        }
        let rate = self.system.rates(t, q, v);
        let (moving_q, moving_v) = along(self.study.layout(), q, v, &rate);
        let (study, moving_t) = (self.study, Dual { re: t, eps: [R::one()] });
        let set = behind_events((study, self.rate_system()), moving_t, (&moving_q, &moving_v));
        let after: Vec<R> = set.iter().map(|x| x.re).collect();
        let rate = self.system.rates(t, q, &after);
        let is_due =
            sides_that_set(study, v.len()).fold(R::one().less(R::zero()), |any, (place, _)| any | is_marked(v[place]));
        let way = self.instant().map_or(R::zero(), |place| R::select(is_due, v[place] - R::one(), R::zero()));
        // what is set moves as what it is made of until the event, and as its rate behind it
        let numbers = set.iter().zip(&rate).zip(v);
        Some(numbers.map(|((set, rate), v)| set.re - *v - (set.eps[0] - *rate) * way).collect())
    }

    /// Marks sides that have changed from those before, and whose events set variables, as such where a step begins next; `way` is how much later
    /// than the event the end of the step is, after a length `h` (s).
    pub(super) fn mark_sides_that_set(&self, v: &[R], (h, way): (R, R), after: &mut [R]) {
        if let Some(place) = self.instant() {
            // a step of no length is at the same instant
            after[place] = R::select(R::zero().less(h), R::one() + way, v[place]);
        }
        if self.shape.unknowns > 0 {
            return;
        }
        for (place, direction) in sides_that_set(self.study, v.len()) {
            // one that has been marked where the step began is so still
            let side = marked(direction, [v[place], after[place]]);
            after[place] = R::select(is_marked(v[place]), v[place], side);
        }
    }

    /// Returns the place among the velocities of the number that has the derivatives of the instant of the last event.
    fn instant(&self) -> Option<usize> {
        Some(self.first_side() + self.study.mechanism.instant()?)
    }
}
