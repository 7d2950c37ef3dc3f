//! Outputs reduced over the time of a run, in lanes.

use crate::model::TimeReduction;
use crate::num::LaneReal;

/// One accumulator per output component and lane.
#[derive(Clone, Debug)]
pub(super) struct Reductions<R> {
    reductions: Vec<TimeReduction>,
    memory: Vec<R>,
    result: Vec<R>,
}

impl<R: LaneReal> Reductions<R> {
    /// Accumulators for components that are reduced so.
    pub(super) fn new(reductions: Vec<TimeReduction>) -> Self {
        let zeros = vec![R::zero(); reductions.len()];
        Self { reductions, memory: zeros.clone(), result: zeros }
    }

    /// Begins component `i` of a lane from its value at the start.
    pub(super) fn start(&mut self, i: usize, lane: usize, y: f64) {
        let [memory, result] = self.reductions[i].start(y);
        self.memory[i].lanes_mut()[lane] = memory;
        self.result[i].lanes_mut()[lane] = result;
    }

    /// Takes component `i` at the end of a step of length `h` in the lanes of the mask.
    #[inline(always)]
    pub(super) fn add(&mut self, i: usize, mask: R::Mask, h: R, y: R) {
        let reduction = self.reductions[i];
        let (memory, result) = (self.memory[i], self.result[i]);
        let update = reduction.update(memory, result, h, y);
        let new = if reduction.sums() { result + update } else { update };
        self.result[i] = R::select(mask, new, result);
        if reduction.remembers() {
            self.memory[i] = R::select(mask, reduction.remember(memory, y), memory);
        }
    }

    /// Component `i` of a lane after a run of that duration.
    pub(super) fn finish(&self, i: usize, lane: usize, duration: f64) -> f64 {
        self.reductions[i].finish(self.result[i].lane(lane), duration)
    }
}
