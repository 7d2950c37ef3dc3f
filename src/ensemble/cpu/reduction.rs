//! Outputs over the time of a run: largest, smallest, mean, drift.

use crate::model::output::Over;
use crate::num::Real;

/// One accumulator per output component.
#[derive(Clone, Debug)]
pub(super) struct Reductions<R> {
    over: Vec<Over>,
    first: Vec<R>,
    previous: Vec<R>,
    value: Vec<R>,
}

impl<R: Real> Reductions<R> {
    /// Accumulators for components that are reduced as `over` says, from their values at the start.
    pub(super) fn new(over: Vec<Over>, start: &[R]) -> Self {
        let value = over
            .iter()
            .zip(start)
            .map(|(over, y)| match over {
                Over::Mean | Over::Drift => R::zero(),
                _ => *y,
            })
            .collect();
        Self { over, first: start.to_vec(), previous: start.to_vec(), value }
    }

    /// Takes the components at the end of a step of length `h`.
    #[inline(always)]
    pub(super) fn add(&mut self, h: R, now: &[R]) {
        for (i, over) in self.over.iter().enumerate() {
            let (y, value) = (now[i], self.value[i]);
            self.value[i] = match over {
                Over::End => y,
                Over::Max => value.max(y),
                Over::Min => value.min(y),
                Over::Drift => value.max((y - self.first[i]).abs()),
                Over::Mean => value + (h * (self.previous[i] + y)).scale(0.5),
            };
            self.previous[i] = y;
        }
    }

    /// The reduced components after a run of that duration.
    pub(super) fn finish(&self, duration: R) -> Vec<R> {
        let finish = |(over, value): (&Over, &R)| if *over == Over::Mean { *value / duration } else { *value };
        self.over.iter().zip(&self.value).map(finish).collect()
    }
}
