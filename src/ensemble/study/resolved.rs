//! Whether rates have slopes at an instant at which something jumps: those of a root that is zero there have none.

use super::Study;
use crate::ensemble::program::Shape;
use crate::num::Real;
use crate::problem::{Layout, along};

/// Times beside an instant at which rates are looked at, in parts of the duration of a run.
const BESIDE: [f64; 2] = [1e-12, 1e-10];

/// How much more rates change over the longer of these than over the shorter: 100 times as much where they have slopes, 76 times with a power of 0.94
/// of the time, 1.6 times with one of 0.1. What jumps in the shorter changes as much.
const OF_ROOTS: [f64; 2] = [1.5, 80.0];

/// What a rate changes by that is no rounding, in parts of the largest rate, and of itself.
const SEEN: [f64; 2] = [1e-12, 1e-9];

/// On which side of an instant something is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::ensemble) enum Beside {
    /// It is right before it.
    Before,
    /// It is right behind it.
    Behind,
}

impl Beside {
    /// Returns a time that is so long, s, on this side of an instant, from the instant on.
    pub(in crate::ensemble) fn away<R: Real>(self, length: R) -> R {
        match self {
            Beside::Before => -length,
            Beside::Behind => length,
        }
    }
}

/// An instant at which something switches, seen from one side of it.
#[derive(Clone, Copy, Debug)]
pub(in crate::ensemble) struct Instant<'a, R> {
    /// The time, s.
    pub(in crate::ensemble) time: R,
    /// The coordinates and velocities, with what is held on that side.
    pub(in crate::ensemble) state: (&'a [R], &'a [R]),
    /// The rates of the velocities.
    pub(in crate::ensemble) rate: &'a [R],
    pub(in crate::ensemble) beside: Beside,
}

impl<R: Real> Instant<'_, R> {
    /// Tells of every velocity whether its rate has no slope as the instant is approached: from the rates at states beside it, on the way that the motion
    /// takes there. The run is `duration` long, s.
    pub(in crate::ensemble) fn has_roots(
        self,
        layout: &Layout,
        duration: R,
        mut rates_at: impl FnMut(R, &[R], &[R]) -> Vec<R>,
    ) -> Vec<R::Mask> {
        let Self { time, state: (q, v), rate, beside } = self;
        let (moving_q, moving_v) = along(layout, q, v, rate);
        let [near, far] = BESIDE.map(|part| {
            let way = beside.away(duration.scale(part));
            let [q, v] = [&moving_q, &moving_v].map(|x| x.iter().map(|x| x.re + x.eps[0] * way).collect::<Vec<R>>());
            rates_at(time + way, &q, &v)
        });
        let largest = rate.iter().fold(R::zero(), |most, x| most.max(x.abs()));
        rate.iter().zip(near).zip(far).map(|((here, near), far)| is_root([*here, near, far], largest)).collect()
    }
}

/// Tells whether a rate at an instant has no slope, from what it is there and at both times beside it; `largest` is the largest rate.
fn is_root<R: Real>([here, near, far]: [R; 3], largest: R) -> R::Mask {
    let [near, far] = [near, far].map(|there| (there - here).abs());
    let seen = largest.scale(SEEN[0]) + here.abs().scale(SEEN[1]);
    seen.less(near) & near.scale(OF_ROOTS[0]).less(far) & far.less(near.scale(OF_ROOTS[1]))
}

impl Study {
    /// Tells whether the rates beside an instant, s, at which a state is, have slopes as it is approached on the sides that the state holds. Where they
    /// have none an implicit step that ends or begins there has none either.
    fn has_slopes(&self, (parameters, time): (&[f64], f64), state: &[f64], beside: Beside) -> bool {
        let shape = Shape::new(self);
        let (q, rest) = state.split_at(shape.coordinates);
        let here = self.rates_at((parameters, time), state);
        let instant = Instant { time, state: (q, &rest[..shape.velocities]), rate: &here, beside };
        let rates_at = |time, q: &[f64], v: &[f64]| self.rates_at((parameters, time), &[q, v].concat());
        !instant.has_roots(self.layout(), self.method.duration.evaluate(parameters), rates_at).contains(&true)
    }

    /// Tells whether the rates before and behind a corner have slopes, where a step begins behind it at a time, s, and the gap is so long, s.
    pub(super) fn have_slopes_at_corner(&self, parameters: &[f64], (time, gap): (f64, f64), state: &[f64]) -> bool {
        self.has_slopes((parameters, time - 2.0 * gap), state, Beside::Before)
            && self.has_slopes((parameters, time), state, Beside::Behind)
    }

    /// Tells whether the rates have slopes on the sides before a change at a time, s, and behind it, of states with these.
    pub(super) fn have_slopes(&self, here: (&[f64], f64), [before, behind]: [&[f64]; 2]) -> bool {
        self.has_slopes(here, before, Beside::Before) && self.has_slopes(here, behind, Beside::Behind)
    }
}
