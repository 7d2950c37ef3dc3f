//! Derivatives of times and of extremes, where a lane makes a full attempt.

use super::Block;
use crate::ensemble::cpu::executor::Executor;
use crate::ensemble::time_loop::sensitivity;
use crate::num::{Dual, LaneReal};

impl<R: LaneReal, E: Executor<R>> Block<'_, R, E> {
    /// Begins the derivatives of an output whose extremes matter, which is `y` at the start.
    pub(super) fn start_slopes(&mut self, lane: usize, extreme: usize, y: f64) {
        let reduction = self.attempt.monitored.extremes[extreme].1;
        for k in 0..self.attempt.monitored.carried() {
            let [first, result] = self.attempt.kept_slopes(extreme, k);
            let slope = self.after(self.attempt.monitored.extreme_slopes(extreme)[0].start + k, lane);
            let at_start = sensitivity::slope_at_start(reduction, Dual { re: y, eps: [slope] });
            (*self.input(first, lane), *self.input(result, lane)) = (slope, at_start);
        }
    }

    /// Returns the derivatives by parameters of an output whose extremes matter, where its rate is zero at the candidate and stays
    /// so.
    pub(super) fn extreme_slopes(&mut self, lane: usize, extreme: usize) -> Vec<f64> {
        let places = self.attempt.monitored.extreme_slopes(extreme);
        let [values, rates] = places.map(|places| places.map(|place| self.after(place, lane)).collect::<Vec<f64>>());
        let (Some((by_time, values)), Some((rate_by_time, rates))) = (values.split_last(), rates.split_last()) else {
            return Vec::new();
        };
        let slope =
            |(value, rate): (&f64, &f64)| sensitivity::slope_at_extreme([*value, *by_time], [*rate, *rate_by_time]);
        values.iter().zip(rates).map(slope).collect()
    }

    /// Takes a value of an output whose extremes matter, and its derivatives, into its result.
    pub(super) fn take_value(&mut self, lane: usize, extreme: usize, y: f64, slopes: &[f64]) {
        let inputs = self.executor.inputs();
        for (place, updated) in self.attempt.take(extreme, (y, slopes), |place| inputs[place].lanes()[lane]) {
            inputs[place].lanes_mut()[lane] = updated;
        }
    }

    /// Returns how the time of an event that happens at the candidate moves by itself with every parameter: so that its value
    /// stays zero.
    pub(super) fn moved(&mut self, lane: usize, event: usize) -> Vec<f64> {
        let slopes: Vec<f64> =
            self.attempt.monitored.event_slopes(event).map(|place| self.after(place, lane)).collect();
        slopes
            .split_last()
            .map_or_else(Vec::new, |(rate, slopes)| slopes.iter().map(|g| sensitivity::moved_zero(*g, *rate)).collect())
    }
}
