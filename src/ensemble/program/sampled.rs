//! Variables that change where a step ends, and at the start: sampled ones at instants, those of contacts.

use super::Equations;
use crate::num::Real;

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
