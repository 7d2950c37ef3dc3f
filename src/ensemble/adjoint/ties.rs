//! Extremes that come back: whether an output has a derivative where several states give its largest or smallest value.
//!
//! It has one where the derivatives at all of these states agree, as the direct method says, too
//! ([`sensitivity::slope_after`]). A sum of them with factors that add up to zero is zero then, and the reverse sweep
//! finds that like the derivative of one more output: of two states with the factors 1 and -1, of more with two lists
//! of factors that are drawn at random, so that differences hardly cancel in both.

use super::Adjoint;
use super::sweep::{AtEnd, What, Within};
use crate::ensemble::Chunk;
use crate::ensemble::cpu::{Attempt, Extreme, Tie, Ways};
use crate::ensemble::time_loop::sensitivity;

/// Differences of derivatives that the reverse sweep finds beside the derivatives of outputs.
#[derive(Clone, Debug)]
pub(super) struct Comparison {
    /// The number of the derivatives that are compared.
    of: usize,
    /// The number of the differences.
    difference: usize,
    /// The lanes in which there is something to compare, and the largest magnitude of the output there.
    lanes: Vec<(usize, f64)>,
}

impl Comparison {
    /// Tells whether the comparison is of these derivatives in this lane.
    pub(super) fn is_of(&self, of: usize, lane: usize) -> bool {
        self.of == of && self.lanes.iter().any(|(own, _)| *own == lane)
    }

    /// Tells whether the derivatives of an output in a lane agree, from their differences among all that were found by a parameter, the
    /// largest of which has that size.
    pub(super) fn agrees(
        &self,
        found: impl Fn(usize) -> f64,
        (lane, output): (usize, f64),
        (parameter, size): (f64, f64),
    ) -> bool {
        let largest = self.lanes.iter().find(|(own, _)| *own == lane).map_or(0.0, |(_, largest)| *largest);
        sensitivity::is_same_slope(found(self.difference), (output, largest), (parameter, size))
    }
}

/// Returns a factor from 1 to 2, of either sign; spread evenly over `i`.
fn factor(list: usize, i: usize) -> f64 {
    let x = ((i + 1) as f64 * [0.618_033_988_749_894_9, 0.754_877_666_246_692_7][list]).fract();
    if x < 0.5 { 1.0 + 2.0 * x } else { -2.0 * x }
}

impl Adjoint {
    /// Returns what is to be compared, and adds where the outputs depend on states.
    pub(super) fn comparisons(
        &self,
        attempt: &Attempt,
        ways: &Ways,
        results: &Chunk,
        (within, at_ends): (&mut Vec<Within>, &mut Vec<AtEnd>),
    ) -> Vec<Comparison> {
        let mechanism = &self.study.mechanism;
        let reductions = mechanism.reductions();
        let mut all: Vec<Comparison> = Vec::new();
        for (of, column) in self.columns.iter().enumerate() {
            let Some(e) = attempt.monitored.extremes.iter().position(|(c, _)| c == column) else { continue };
            let (first, remembers) = (self.columns.len() + all.len(), reductions[*column].remembers());
            let mut lists: [Vec<(usize, f64)>; 2] = Default::default();
            for (lane, way) in ways.of_lanes.iter().enumerate() {
                let Extreme { at, sign, .. } = way.extremes[e];
                if results.outputs_of(lane).is_none() {
                    continue;
                }
                let others: Vec<&Tie> =
                    way.ties[e].places.iter().filter(|tie| !tie.is_at(at.step, at.offset)).collect();
                for (list, lanes) in lists.iter_mut().enumerate().take(others.len()) {
                    lanes.push((lane, way.largest[e]));
                    let factors = |i: usize| if others.len() > 1 { factor(list, i) } else { 1.0 };
                    let sum: f64 = (0..others.len()).map(factors).sum();
                    let places = others.iter().enumerate().map(|(i, tie)| (tie.at, tie.sign, factors(i)));
                    for (place, sign, factor) in places.chain([(at, sign, -sum)]) {
                        let factor = if remembers { factor * sign } else { factor };
                        self.depend_on_extreme(
                            (first + list, way),
                            (results, lane, place),
                            (e, factor),
                            (within, at_ends),
                            attempt,
                        );
                        let add = |what| Within { of: first + list, what, lane, step: 0, offset: 0.0 };
                        within.extend(remembers.then(|| add(What::Column(*column, -factor))));
                    }
                }
            }
            let lists = lists.into_iter().enumerate().filter(|(_, lanes)| !lanes.is_empty());
            all.extend(lists.map(|(list, lanes)| Comparison { of, difference: first + list, lanes }));
        }
        all
    }
}
