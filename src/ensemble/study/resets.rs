//! Variables that events set, where implicit methods begin anew; and which methods set them.

use super::{Study, StudyError};
use crate::ensemble::program::{Shape, behind_events};
use crate::num::Dual;
use crate::problem::along;

impl Study {
    /// Checks that steps end where events set variables, and that what these are set to is known there.
    pub(super) fn check_resets(&self) -> Result<(), StudyError> {
        let Some((event, of)) = self.mechanism.events.iter().enumerate().find(|(_, event)| event.sets) else {
            return Ok(());
        };
        let wrong = |problem| Err(StudyError::Unset { event, name: of.name.clone(), problem });
        if self.held_sides() == 0 {
            return wrong(
                "steps do not end at it with this method; accepted: an explicit integrator that does not split, or an implicit one of order 2 \
                 from a given start, with [sensitivity] method = \"direct\" and without `second`; and events = \"all\"",
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
    /// sides before, and the other one has those behind it, with values and derivatives from before, which become those behind it.
    pub(super) fn set_at_events(
        &self,
        (parameters, time): (&[f64], f64),
        before: &[f64],
        moved: &[f64],
        state: &mut [f64],
    ) {
        let shape = Shape::new(self);
        let v = shape.coordinates..shape.coordinates + shape.velocities;
        let sides = shape.sides(self);
        let rates = self.rates_at((parameters, time), before);
        let (own, changed) = (&before[..v.start], state[v.clone()].to_vec());
        let system = self.formulated().system(&self.mechanism, parameters);
        let after = behind_events((self, &system), time, (own, &before[v.clone()]), None, changed.clone());
        state[v.clone()].copy_from_slice(&after);
        let behind = self.rates_at((parameters, time), state);
        let (moving_q, moving_v) = along(self.layout(), own, &before[v.clone()], &rates);
        for (k, slope) in moved.iter().enumerate().take(shape.carried()) {
            let parameters = Dual::by_one(parameters, self.directions()[k].parameter());
            let system = self.formulated().system(&self.mechanism, &parameters);
            let slopes = &state[shape.derivatives(k)];
            let at_event = |moving: &[Dual<f64, 1>], slopes: &[f64]| -> Vec<Dual<f64, 1>> {
                let numbers = moving.iter().zip(slopes);
                numbers.map(|(x, own)| Dual { re: x.re, eps: [own + x.eps[0] * slope] }).collect()
            };
            let (q, v_before) = (at_event(&moving_q, slopes), at_event(&moving_v, &slopes[v.start..]));
            let mut changed_there = v_before.clone();
            let places = sides.start - v.start..sides.end - v.start;
            changed_there[places.clone()]
                .iter_mut()
                .zip(&changed[places])
                .for_each(|(x, side)| *x = Dual::resting(*side));
            let t = Dual { re: time, eps: [*slope] };
            let after = behind_events((self, &system), t, (&q, &v_before), None, changed_there);
            let slopes = state[shape.derivatives(k)][v.clone()].iter_mut();
            slopes.zip(after.iter().zip(&behind)).for_each(|(own, (x, rate))| *own = x.eps[0] - rate * slope);
        }
    }
}
