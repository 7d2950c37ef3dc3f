//! The evaluation of recorded functions of a start, in every number.

use crate::linalg::smallest_relative_pivot;
use crate::num::{Dual, Precision, Real};
use crate::trace::{Graph, Schedule, Slots, Tape};
use std::ops::Range;

/// A number that starts are computed in. Values alone decide how.
pub(crate) trait Number: Real {
    /// Derivatives up to this order come with it.
    const ORDER: usize;
    /// Returns the value of the number.
    fn value(self) -> f64;
    /// Returns the value of the number with the derivatives of another number.
    fn with_derivatives_of(self, other: Self) -> Self;
    /// Tells whether value and derivatives are finite.
    fn is_finite(self) -> bool;
}

impl Number for f64 {
    const ORDER: usize = 0;

    fn value(self) -> f64 {
        self
    }
    fn with_derivatives_of(self, _: Self) -> Self {
        self
    }
    fn is_finite(self) -> bool {
        f64::is_finite(self)
    }
}

impl<R: Number, const N: usize> Number for Dual<R, N> {
    const ORDER: usize = R::ORDER + 1;

    fn value(self) -> f64 {
        self.re.value()
    }
    fn with_derivatives_of(self, other: Self) -> Self {
        Self { re: self.re.with_derivatives_of(other.re), eps: other.eps }
    }
    fn is_finite(self) -> bool {
        self.re.is_finite() && self.eps.iter().all(|x| x.is_finite())
    }
}

/// Returns a function as a tape, whose first results can be had alone.
pub(super) fn tape(graph: &Graph, first: Option<usize>) -> Tape {
    let first = first.unwrap_or(graph.outputs.len());
    Tape::new(graph, &Schedule::in_two_parts(graph, first))
}

/// Returns the results of a function; `None` where one is not finite.
pub(super) fn evaluate<R: Number>(tape: &Tape, inputs: &[&[R]]) -> Option<Vec<R>> {
    finite(tape.evaluate(inputs))
}

fn finite<R: Number>(results: Vec<R>) -> Option<Vec<R>> {
    results.iter().all(|x| x.is_finite()).then_some(results)
}

/// Returns some results of the last run; `None` where one is not finite.
pub(super) fn results<R: Number>(tape: &Tape, slots: &Slots<R>, which: Range<usize>) -> Option<Vec<R>> {
    finite(which.map(|i| tape.output(slots, i)).collect())
}

/// Returns the results without the relative pivot, the last of them, unless that is small.
pub(super) fn pivoted<R: Number>(mut results: Vec<R>) -> Option<Vec<R>> {
    results.pop().filter(|pivot| pivot.value() > smallest_relative_pivot(Precision::Double))?;
    Some(results)
}

pub(super) fn slots<R: Real>(tape: &Tape, inputs: &[&[R]]) -> Slots<R> {
    let mut slots = tape.slots();
    slots.inputs(tape).copy_from_slice(&inputs.concat());
    tape.run_member(&mut slots);
    slots
}

/// Makes the better ones of a search, after its first results, from `first` on.
pub(super) fn next<R: Number>(tape: &Tape, slots: &mut Slots<R>, first: usize) -> Option<Vec<R>> {
    tape.run_rest(slots);
    pivoted((first..tape.output_count()).map(|i| tape.output(slots, i)).collect())
}

/// Returns what has been found, the inputs from `at` on. Its derivatives are those that hold what it holds: a further step
/// has those of the first order, each one more those of the next.
pub(super) fn found<R: Number>(tape: &Tape, slots: &mut Slots<R>, at: usize, first: usize) -> Option<Vec<R>> {
    for order in 0..R::ORDER {
        if order > 0 {
            tape.run_first(slots);
        }
        let further = next(tape, slots, first)?;
        let found = &mut slots.inputs(tape)[at..];
        found.iter_mut().zip(further).for_each(|(x, further)| *x = x.with_derivatives_of(further));
    }
    Some(slots.inputs(tape)[at..].to_vec())
}
