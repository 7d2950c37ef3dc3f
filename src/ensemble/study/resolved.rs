//! Whether rates have slopes at an instant at which something jumps: those of a root that is zero there have none.

use super::Study;
use crate::ensemble::program::Shape;
use crate::num::Real;
use crate::problem::along;

/// Times beside an instant at which rates are looked at, in parts of the duration of a run.
pub(in crate::ensemble) const BESIDE: [f64; 2] = [1e-12, 1e-10];

/// How much more rates change over the longer of these than over the shorter: 100 times as much where they have slopes, 76 times with a power of 0.94
/// of the time, 1.6 times with one of 0.1. What jumps in the shorter changes as much.
const OF_ROOTS: [f64; 2] = [1.5, 80.0];

/// What a rate changes by that is no rounding, in parts of the largest rate, and of itself.
const SEEN: [f64; 2] = [1e-12, 1e-9];

/// Tells whether a rate at an instant has no slope, from what it is there and at both times beside it; `largest` is the largest rate.
pub(in crate::ensemble) fn is_root<R: Real>([here, near, far]: [R; 3], largest: R) -> R::Mask {
    let [near, far] = [near, far].map(|there| (there - here).abs());
    let seen = largest.scale(SEEN[0]) + here.abs().scale(SEEN[1]);
    seen.less(near) & near.scale(OF_ROOTS[0]).less(far) & far.less(near.scale(OF_ROOTS[1]))
}

/// On which side of an instant something is.
#[derive(Clone, Copy, Debug)]
enum Beside {
    Before,
    Behind,
}

impl Study {
    /// Tells whether the rates beside an instant, s, at which a state is, have slopes as it is approached on the sides that the state holds. Where they
    /// have none an implicit step that ends or begins there has none either.
    fn has_slopes(&self, (parameters, time): (&[f64], f64), state: &[f64], beside: Beside) -> bool {
        let shape = Shape::new(self);
        let (q, rest) = state.split_at(shape.coordinates);
        let v = &rest[..shape.velocities];
        let here = self.rates_at((parameters, time), state);
        let (moving_q, moving_v) = along(self.layout(), q, v, &here);
        let duration = self.method.duration.evaluate(parameters);
        let [near, far] = BESIDE.map(|part| {
            let way = match beside {
                Beside::Before => -part * duration,
                Beside::Behind => part * duration,
            };
            let there: Vec<f64> = moving_q.iter().chain(&moving_v).map(|x| x.re + way * x.eps[0]).collect();
            self.rates_at((parameters, time + way), &there)
        });
        let largest = here.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        !here.iter().zip(near).zip(far).any(|((here, near), far)| is_root([*here, near, far], largest))
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
