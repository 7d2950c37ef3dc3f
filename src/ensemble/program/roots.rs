//! Derivatives that are lost where a jump and a root come together: rates have no slopes there.

use super::Equations;
use crate::ensemble::study::{BESIDE, is_root};
use crate::num::{Precision, Real};
use crate::problem::{Field as _, along};

/// What the derivative of a number by an instant is where there is none: beyond the limit of a state, also where it is multiplied by little on its way to an
/// output, and where rounding alone moves the instant; not so large that it is infinite behind a second one.
fn lost<R: Real>() -> R {
    R::constant(match R::precision() {
        Precision::Double => 1e140,
        Precision::DoubleFloat | Precision::Single => 1e35,
    })
}

/// Returns the product of a number and a way in time, which is zero with its derivative where the number is zero: that of the way may have been lost at
/// an instant before.
pub(super) fn taken_where_not_zero<R: Real>(x: R, way: R) -> R {
    R::select(R::zero().less(x.abs()), x * way, R::zero())
}

/// Where something switches, and on which side of that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beside<'a, R> {
    /// The time, s.
    pub(super) time: R,
    /// The coordinates and velocities, with the sides that are held there.
    pub(super) state: (&'a [R], &'a [R]),
    /// The rates of the velocities.
    pub(super) rate: &'a [R],
    /// -1 where it is before it, 1 behind.
    pub(super) sign: f64,
}

impl<R: Real> Equations<'_, R> {
    /// Tells whether steps look for roots where something switches. Single precision does not tell them from what else is steep.
    pub(super) fn looks_for_roots(&self) -> bool {
        self.study.mechanism.has_roots && R::precision() != Precision::Single
    }

    /// Returns what is to be added to the velocities at a time that is so much later, s, as `way` says than an instant at which something switches: its
    /// value is zero, and so is its derivative, but for velocities whose rates have no slope on one of the sides, which lose theirs.
    pub(super) fn lost_at_roots(&mut self, sides: [Beside<'_, R>; 2], way: R) -> Vec<R> {
        let [before, behind] = sides.map(|side| self.slopes_lost(side));
        let moves = way - way.detached();
        before.into_iter().zip(behind).map(|(before, behind)| taken_where_not_zero(before.max(behind), moves)).collect()
    }

    /// Returns the derivatives of velocities that are lost on a side, or zero.
    fn slopes_lost(&mut self, Beside { time, state: (q, v), rate, sign }: Beside<'_, R>) -> Vec<R> {
        let duration = self.study.method.duration.evaluate(&self.parameters);
        let (moving_q, moving_v) = along(self.study.layout(), q, v, rate);
        let [near, far] = BESIDE.map(|part| {
            let way = duration.scale(sign * part);
            let [q, v] = [&moving_q, &moving_v].map(|x| x.iter().map(|x| x.re + x.eps[0] * way).collect::<Vec<R>>());
            let mut there = vec![R::zero(); rate.len()];
            self.system.acceleration(time + way, &q, &v, &mut there);
            there
        });
        let largest = rate.iter().fold(R::zero(), |most, x| most.max(x.abs()));
        let numbers = rate.iter().zip(near).zip(far);
        // of two instants that move against each other, both count
        let lost = lost::<R>() * (R::one() + time / duration);
        numbers.map(|((here, near), far)| R::select(is_root([*here, near, far], largest), lost, R::zero())).collect()
    }
}
