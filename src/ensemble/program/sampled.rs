//! Variables that change where a step ends, and at the start: sampled ones at instants, those of contacts.

use super::Equations;
use crate::num::Real;
use crate::problem::Field as _;

impl<R: Real> Equations<'_, R> {
    /// Tells whether there are such variables.
    fn has_sampled(&self) -> bool {
        self.study.mechanism.variables.iter().any(|variable| variable.changes_at_ends())
    }

    /// Adds what variables change by at the end of a step to the increments of the state.
    pub(super) fn sample_at_end(&mut self, (t, h): (R, R), (q, v): (&[R], &[R]), increments: &mut [R]) {
        if !self.has_sampled() {
            return;
        }
        let moved = |x: &[R], delta: &[R]| x.iter().zip(delta).map(|(x, delta)| *x + *delta).collect::<Vec<R>>();
        let (q1, v1) = (moved(q, &self.work.delta_q), moved(v, &self.work.delta_v));
        let history1 = moved(&self.work.history, &self.work.delta_history);
        self.sample(t + h, (&q1, &v1, &history1), increments);
        if self.study.jumps_at_touch() {
            self.move_with_touch(t + h, (&q1, &v1), increments);
        }
    }

    /// Adds what a jump of the force of a contact changes at the end of a step at which bodies meet: the value is rounding, and
    /// the derivative that by the instant of the jump.
    fn move_with_touch(&mut self, t: R, (q, v): (&[R], &[R]), increments: &mut [R]) {
        R::note("a jump of a contact where bodies meet");
        let variables = &self.study.mechanism.variables;
        let first = self.shape.velocities - self.shape.quadratures - variables.len();
        let mut after = v.to_vec();
        let mut way = R::zero();
        for (i, variable) in variables.iter().enumerate() {
            let Some(force) = variable.contact else { continue };
            let at = first + i;
            after[at] = v[at] + (increments[self.shape.coordinates + at] - self.work.delta_v[at]);
            let meets = v[at].less_equal(R::zero()) & R::zero().less(after[at]);
            way = way + R::select(meets, self.system.since_touch(force, t, (q, v)), R::zero());
        }
        let [mut before, mut behind] = [0, 1].map(|_| vec![R::zero(); v.len()]);
        self.system.acceleration(t, q, v, &mut before);
        self.system.acceleration(t, q, &after, &mut behind);
        for (i, (before, behind)) in before.iter().zip(&behind).enumerate() {
            let number = &mut increments[self.shape.coordinates + i];
            *number = *number - (*before - *behind) * way;
        }
    }

    /// Gives such variables their values at the start of a member whose state is this.
    pub(in crate::ensemble) fn sample_start_of(&mut self, state: &mut [R]) {
        if self.has_sampled() {
            let before = state.to_vec();
            let (q, rest) = before.split_at(self.shape.coordinates);
            let (v, rest) = rest.split_at(self.shape.velocities);
            let history = &rest[..self.shape.history];
            self.sample(R::zero(), (q, v, history), state);
        }
    }

    /// Adds what variables change by at a time.
    fn sample(&mut self, t: R, (q, v, history): (&[R], &[R], &[R]), numbers: &mut [R]) {
        let gap = self.corner_gap();
        let values = self.system.sampled([t, gap + gap], (q, v), self.study.known(history));
        // before the integrals
        let first = self.shape.velocities - self.shape.quadratures - values.len();
        for (i, value) in values.iter().enumerate() {
            if self.study.mechanism.variables[i].changes_at_ends() {
                let number = &mut numbers[self.shape.coordinates + first + i];
                *number = *number + (*value - v[first + i]);
            }
        }
    }
}
