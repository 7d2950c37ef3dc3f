//! Variables that events set, where implicit methods begin anew; and which methods set them.

use super::error::MOST_EVENTS;
use super::{Study, StudyError};
use crate::ensemble::program::{Shape, behind_events, is_marked, marked, sides_that_set};
use crate::ensemble::time_loop::event;
use crate::formulation::System;
use crate::num::{Dual, Real};
use crate::problem::along;

impl Study {
    /// Checks that there are not too many events, that steps end where they set variables, and that what these are set to is known there.
    pub(super) fn check_events(&self) -> Result<(), StudyError> {
        if self.mechanism.events.len() > MOST_EVENTS {
            return Err(StudyError::TooManyEvents(self.mechanism.events.len()));
        }
        let Some((event, of)) = self.mechanism.events.iter().enumerate().find(|(_, event)| event.sets) else {
            return Ok(());
        };
        let wrong = |problem| Err(StudyError::Unset { event, name: of.name.clone(), problem });
        if self.held_sides() == 0 {
            return wrong(
                "steps do not end at it with this method; accepted: an explicit integrator that does not split, or an implicit one of order 2 \
                 from a given start without `second`; and events = \"all\"",
            );
        }
        if self.is_implicit() && self.mechanism.resets_read(&self.has_unknown_rates()) {
            return wrong(
                "an event that sets variables, or what it sets them to, is made of accelerations or reactions, which implicit integrators do not \
                 know within steps; accepted: positions, velocities and variables, or an explicit integrator",
            );
        }
        Ok(())
    }

    /// Sets what events set where sides have changed at a time, s, which moves so with the directions of the study: `before` is the state with the
    /// sides before, and the other one has those behind it, with values and derivatives from before, which become those behind it. Returns the
    /// events that have passed, also because of what others have set; none where that has no end.
    pub(super) fn set_at_events(
        &self,
        here: (&[f64], f64),
        before: &[f64],
        moved: &[f64],
        state: &mut [f64],
    ) -> Option<Vec<usize>> {
        let shape = Shape::new(self);
        let v = shape.coordinates..shape.coordinates + shape.velocities;
        let set = SetAtEvents::new(self, here, before, state)?;
        state[v.clone()].copy_from_slice(&set.after);
        for (k, instant) in moved.iter().enumerate().take(shape.carried()) {
            let by = self.directions()[k].parameter();
            let slopes = set.slopes(by, &state[shape.derivatives(k)], *instant)?;
            state[shape.derivatives(k)][v.clone()].copy_from_slice(&slopes);
        }
        Some(set.passed)
    }

    /// Returns where among the numbers of the state that is whose derivatives are those of the instant of the last event, negative, where events set
    /// variables: of an explicit method, others move where they begin anew.
    pub(in crate::ensemble) fn instant(&self) -> Option<usize> {
        Some(Shape::new(self).sides(self).start + self.mechanism.instant()?)
    }

    /// Returns that place where an event sets variables by an explicit method.
    pub(crate) fn instant_of(&self, event: usize) -> Option<usize> {
        self.instant().filter(|_| !self.is_implicit() && self.mechanism.events[event].sets)
    }

    /// Sets what marked sides say at a time `t` (s), then what those that this marks do, as long as there are any; notes these.
    fn in_turn<R: Real>(
        &self,
        (system, number): (&System<R>, impl Fn(&R) -> f64),
        t: R,
        (q, mut v): (&[R], Vec<R>),
        passed: &mut Vec<usize>,
    ) -> Option<Vec<R>> {
        for _ in 0..event::MOST_STANDING as usize {
            v = behind_events((self, system), t, (q, &v));
            let marked = self.marked_events(|place| number(&v[place]));
            if marked.is_empty() {
                return Some(v);
            }
            passed.extend(marked);
        }
        None
    }

    /// Returns the events whose sides are marked, of which a number is given by its place among velocities.
    pub(in crate::ensemble) fn marked_events(&self, side: impl Fn(usize) -> f64) -> Vec<usize> {
        let events = self.mechanism.events.iter().enumerate().filter(|(_, event)| event.sets);
        let sides = sides_that_set(self, self.layout().velocity_count());
        let is_due = |(_, (place, _)): &(_, (usize, _))| is_marked(side(*place));
        events.zip(sides).filter(is_due).map(|((k, _), _)| k).collect()
    }
}

/// What events set at an instant, and how that moves.
pub(super) struct SetAtEvents<'a> {
    study: &'a Study,
    parameters: &'a [f64],
    time: f64,
    /// The coordinates and velocities before, which move as time passes.
    motion: [Vec<Dual<f64, 1>>; 2],
    /// The velocities before, with sides that are marked.
    marked: Vec<f64>,
    /// The velocities behind it, and their rates.
    pub(super) after: Vec<f64>,
    rates: Vec<f64>,
    /// The events that have passed, also because of what others have set.
    passed: Vec<usize>,
}

impl<'a> SetAtEvents<'a> {
    /// Sets what events set where sides have changed at a time, s, from those of a state to those of another one; none where that has no end.
    pub(super) fn new(
        study: &'a Study,
        (parameters, time): (&'a [f64], f64),
        before: &[f64],
        with_sides_behind: &[f64],
    ) -> Option<Self> {
        let shape = Shape::new(study);
        let v = shape.coordinates..shape.coordinates + shape.velocities;
        let rates = study.rates_at((parameters, time), before);
        let q = &before[..v.start];
        let mut marked_now = with_sides_behind[v.clone()].to_vec();
        for (place, direction) in sides_that_set(study, shape.velocities) {
            marked_now[place] = marked(direction, [before[v.start + place], marked_now[place]]);
        }
        let system = study.formulated().system(&study.mechanism, parameters);
        let mut passed = study.marked_events(|place| marked_now[place]);
        let after = study.in_turn((&system, |x| *x), time, (q, marked_now.clone()), &mut passed)?;
        let mut behind = before.to_vec();
        behind[v.clone()].copy_from_slice(&after);
        let (moving_q, moving_v) = along(study.layout(), q, &before[v], &rates);
        let rates = study.rates_at((parameters, time), &behind);
        Some(Self { study, parameters, time, motion: [moving_q, moving_v], marked: marked_now, after, rates, passed })
    }

    /// Returns how the velocities behind the instant move where a parameter, the state before and the instant do; none where events set each
    /// other's variables without end.
    pub(super) fn slopes(&self, by: Option<usize>, slopes: &[f64], instant: f64) -> Option<Vec<f64>> {
        let Self { study, motion: [moving_q, moving_v], .. } = self;
        let parameters = Dual::by_one(self.parameters, by);
        let system = study.formulated().system(&study.mechanism, &parameters);
        let at_event = |moving: &[Dual<f64, 1>], slopes: &[f64]| -> Vec<Dual<f64, 1>> {
            let numbers = moving.iter().zip(slopes);
            numbers.map(|(x, own)| Dual { re: x.re, eps: [own + x.eps[0] * instant] }).collect()
        };
        let first = moving_q.len();
        let (q, mut moving) = (at_event(moving_q, slopes), at_event(moving_v, &slopes[first..]));
        for place in Shape::new(study).sides(study) {
            moving[place - first] = Dual::resting(self.marked[place - first]);
        }
        let t = Dual { re: self.time, eps: [instant] };
        let after = study.in_turn((&system, |x: &Dual<f64, 1>| x.re), t, (&q, moving), &mut Vec::new())?;
        Some(after.iter().zip(&self.rates).map(|(x, rate)| x.eps[0] - rate * instant).collect())
    }
}
