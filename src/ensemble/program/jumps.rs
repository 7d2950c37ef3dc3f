//! Jumps that parameters move, in steps that begin behind them.

use super::Equations;
use super::roots::taken_where_not_zero;
use crate::ensemble::study::{Beside, Instant};
use crate::ensemble::time_loop::corner;
use crate::model::Corner;
use crate::num::Real;
use crate::problem::Field as _;

impl<R: Real> Equations<'_, R> {
    /// Returns how far before a corner steps end and behind it begin, s.
    pub(super) fn corner_gap(&self) -> R {
        self.study.gap_of(R::precision(), &self.parameters)
    }

    /// Returns when the last of some corners has been where a step that begins at the time `t` (s) is the first behind it, s; a later time
    /// where it is not.
    pub(super) fn last_corner(&self, corners: &[Corner], t: R) -> R {
        self.study.mechanism.next_corner(corners, &self.parameters, corner::before_begin(t, self.corner_gap()))
    }

    /// Returns what the velocities at the time `t` (s) change where a jump of forces is not where a step begins that follows it:
    /// the value is rounding, and the derivative that by the time of the jump. Nothing where no jump moves.
    pub(super) fn moved_by_jump(&mut self, t: R, q: &[R], v: &[R]) -> Option<Vec<R>> {
        let jumps = self.study.moving_jumps();
        if jumps.is_empty() {
            return None;
        }
        R::note("a jump that parameters move");
        let gap = self.corner_gap();
        let jump = self.last_corner(jumps, t);
        let way = R::select(jump.less(t), jump - t, R::zero());
        let there = t - (gap + gap);
        let [before, behind] = [there, t].map(|time| self.system.rates(time, q, v));
        let mut moved: Vec<R> =
            before.iter().zip(&behind).map(|(before, behind)| taken_where_not_zero(*before - *behind, way)).collect();
        if self.looks_for_roots() {
            let before = Instant { time: there, state: (q, v), rate: &before, beside: Beside::Before };
            let behind = Instant { time: t, state: (q, v), rate: &behind, beside: Beside::Behind };
            let lost = self.lost_at_roots([before, behind], -way);
            moved.iter_mut().zip(lost).for_each(|(moved, lost)| *moved = *moved + lost);
        }
        Some(moved)
    }
}
