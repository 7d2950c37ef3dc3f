//! Sampled variables: they take their values where a step ends at an instant, and at the start.

use super::Equations;
use crate::ensemble::time_loop::corner;
use crate::num::Real;

impl<R: Real> Equations<'_, R> {
    /// Tells whether there are sampled variables.
    fn has_sampled(&self) -> bool {
        self.study.mechanism.variables.iter().any(|variable| variable.update.is_some())
    }

    /// Returns how near an instant a step ends that ends at it, s.
    fn near_instants(&self) -> R {
        let duration = self.study.method.duration.evaluate(&self.parameters);
        let scale = self.study.mechanism.corner_scale(self.study.corners(), &self.parameters, duration);
        let gap = corner::gap(R::precision(), scale);
        gap + gap
    }

    /// Adds what sampled variables change by at the end of a step to the increments of the state.
    pub(super) fn sample_at_end(&mut self, (t, h): (R, R), (q, v): (&[R], &[R]), increments: &mut [R]) {
        if !self.has_sampled() {
            return;
        }
        let moved = |x: &[R], delta: &[R]| x.iter().zip(delta).map(|(x, delta)| *x + *delta).collect::<Vec<R>>();
        let (q1, v1) = (moved(q, &self.work.delta_q), moved(v, &self.work.delta_v));
        let history1 = moved(&self.work.history, &self.work.delta_history);
        self.sample([t + h, self.near_instants()], (&q1, &v1, &history1), increments);
    }

    /// Gives sampled variables their values at the start; `state` is that before.
    pub(super) fn sample_at_start(&mut self, (q, v): (&[R], &[R]), state: &mut [R]) {
        if self.has_sampled() {
            let history = vec![R::zero(); self.shape.history];
            self.sample([R::zero(), self.near_instants()], (q, v, &history), state);
        }
    }

    /// Gives sampled variables their values at the start of a member whose state is this.
    pub(in crate::ensemble) fn sample_start_of(&mut self, state: &mut [R]) {
        if self.has_sampled() {
            let before = state.to_vec();
            let (q, rest) = before.split_at(self.shape.coordinates);
            let (v, rest) = rest.split_at(self.shape.velocities);
            let history = &rest[..self.shape.history];
            self.sample([R::zero(), self.near_instants()], (q, v, history), state);
        }
    }

    /// Adds what sampled variables change by at a time.
    fn sample(&mut self, at: [R; 2], (q, v, history): (&[R], &[R], &[R]), numbers: &mut [R]) {
        let values = self.system.sampled(at, (q, v), self.study.known(history));
        // before the integrals
        let first = self.shape.velocities - self.shape.quadratures - values.len();
        for (i, value) in values.iter().enumerate() {
            if self.study.mechanism.variables[i].update.is_some() {
                let number = &mut numbers[self.shape.coordinates + first + i];
                *number = *number + (*value - v[first + i]);
            }
        }
    }
}
