//! Outputs over the time of a run: largest, smallest, mean, integral, drift.

use crate::model::output::Over;
use crate::num::LaneReal;

/// One accumulator per output component and lane.
#[derive(Clone, Debug)]
pub(super) struct Reductions<R> {
    over: Vec<Over>,
    first: Vec<R>,
    previous: Vec<R>,
    value: Vec<R>,
}

impl<R: LaneReal> Reductions<R> {
    /// Accumulators for components that are reduced as `over` says.
    pub(super) fn new(over: Vec<Over>) -> Self {
        let zeros = vec![R::zero(); over.len()];
        Self { over, first: zeros.clone(), previous: zeros.clone(), value: zeros }
    }

    /// Begins component `i` of a lane from its value at the start.
    pub(super) fn start(&mut self, i: usize, lane: usize, y: f64) {
        let from_zero = matches!(self.over[i], Over::Mean | Over::Drift | Over::Integral);
        self.first[i].lanes_mut()[lane] = y;
        self.previous[i].lanes_mut()[lane] = y;
        self.value[i].lanes_mut()[lane] = if from_zero { 0.0 } else { y };
    }

    /// Takes component `i` at the end of a step of length `h` in the lanes of the mask.
    #[inline(always)]
    pub(super) fn add(&mut self, i: usize, mask: R::Mask, h: R, y: R) {
        let (value, previous) = (self.value[i], self.previous[i]);
        let new = match self.over[i] {
            Over::End => y,
            Over::Max => value.max(y),
            Over::Min => value.min(y),
            Over::Drift => value.max((y - self.first[i]).abs()),
            Over::Mean | Over::Integral => value + (h * (previous + y)).scale(0.5),
        };
        self.value[i] = R::select(mask, new, value);
        self.previous[i] = R::select(mask, y, previous);
    }

    /// Component `i` of a lane after a run of that duration.
    pub(super) fn finish(&self, i: usize, lane: usize, duration: f64) -> f64 {
        let value = self.value[i].lane(lane);
        if self.over[i] == Over::Mean { value / duration } else { value }
    }
}
