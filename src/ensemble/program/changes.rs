//! What sides that change at the end of a step move with the instant, in steps of explicit methods.

use super::Equations;
use super::roots::taken_where_not_zero;
use crate::ensemble::study::{Beside, Instant};
use crate::ensemble::time_loop::corner;
use crate::model::Told;
use crate::num::{Dual, Real};
use crate::problem::{Field as _, along};

/// A distance in time that none is beyond, s, and that all precisions can write.
const NOWHERE: f64 = 1e30;

/// So many sides may pass zero by themselves at one instant, each of which moves by itself; further ones move with the last of them.
const MOST_AT_ONCE: usize = 3;

/// A state where sides change, at a time: velocities with the sides before, and with those behind.
#[derive(Clone, Copy)]
struct Change<'a, R> {
    t: R,
    q: &'a [R],
    v: &'a [R],
    after: &'a [R],
}

impl<R: Real> Equations<'_, R> {
    /// Adds what jumps where sides change at the end of a step change to the velocities: the value is rounding, and the derivative
    /// that by the instant of the jump. Returns how much later the end is than that, s.
    pub(super) fn move_with_sides(
        &mut self,
        (begin, h): (R, R),
        (q, v, after): (&[R], &[R], &[R]),
        increments: &mut [R],
    ) -> R {
        R::note("jumps where sides change");
        let change = Change { t: begin + h, q, v, after };
        let rate = self.system.rates(change.t, q, v);
        if self.study.corners().is_empty() {
            return self.move_one_by_one(change, &rate, increments);
        }
        // a side that changes behind a corner moves with the corner; one that passes zero there by itself moves by itself, and changes first
        let is_behind = self.last_corner(self.study.corners(), begin).less(begin);
        let moved = self.last_corner(self.study.moving_jumps(), begin);
        let of_corner = R::select(moved.less(begin), begin - moved, R::zero());
        let gap = self.corner_gap();
        let passed = self.passed_before(change, &rate, (begin - (gap + gap), is_behind));
        let own = self.move_one_by_one(Change { after: &passed, ..change }, &rate, increments);
        self.move_by(Change { v: &passed, ..change }, R::select(is_behind, of_corner, R::zero()), increments);
        let passes = v.iter().zip(&passed).fold(is_behind & !is_behind, |any, (a, b)| any | a.less(*b) | b.less(*a));
        R::select(is_behind & !passes, of_corner, own)
    }

    /// Adds what jumps where several sides may change at one instant, each that passes zero by itself with its own way from there; `rate` are the rates
    /// before. Returns the way of the first.
    fn move_one_by_one(&mut self, change: Change<'_, R>, rate: &[R], increments: &mut [R]) -> R {
        let told = self.told_along(change, rate);
        let (gap, most) = (self.corner_gap(), self.study.mechanism.sides.len().clamp(1, MOST_AT_ONCE));
        let (mut held, mut first_way) = (change.v.to_vec(), None);
        for further in (0..most).rev() {
            let (way, passing) = self.way_of_sides(Change { v: &held, ..change }, &told);
            let mut behind = change.after.to_vec();
            if further > 0 {
                // others that pass by themselves do next
                for (k, (told, _)) in told.iter().enumerate() {
                    let at = self.first_side() + k;
                    let Dual { re: place, eps: [rate] } = told.place;
                    let beyond = told.map(|_| place.detached()).beyond();
                    let waits = corner::passes_by_itself(beyond, rate, gap) & !passing[k];
                    behind[at] = R::select(waits, held[at], behind[at]);
                }
            }
            self.move_by(Change { v: &held, after: &behind, ..change }, way, increments);
            held = behind;
            first_way.get_or_insert(way);
        }
        first_way.unwrap_or_else(R::zero)
    }

    /// Returns the velocities in which those sides have changed that pass zero by themselves, and those that change because of them; `rate` are the rates
    /// before. Behind a corner, where `is_behind` holds, the switching function of such a side is zero right before the corner, at the time `before` (s).
    fn passed_before(&mut self, change: Change<'_, R>, rate: &[R], (before, is_behind): (R, R::Mask)) -> Vec<R> {
        let Change { q, v, after, .. } = change;
        let (first, gap) = (self.first_side(), self.corner_gap());
        let told = self.told_along(change, rate);
        let before = self.system.sides(before, (q, v), true);
        let (mut any, mut seen) = (!is_behind, Vec::new());
        for (i, ((there, _), before)) in told.iter().zip(&before).enumerate() {
            let [from, to] = [v, after].map(|v| v[first + i]);
            let is_little = |x: R| corner::passes_by_itself(x, there.place.eps[0], gap);
            let passes = (from.less(to) | to.less(from)) & is_little(before.beyond());
            seen.push((passes, is_little(there.place.re - before.place)));
            any = any | passes;
        }
        let mut passed = v.to_vec();
        for (i, (passes, stays)) in seen.into_iter().enumerate() {
            let goes_along = !is_behind | passes | (any & stays);
            passed[first + i] = R::select(goes_along, after[first + i], v[first + i]);
        }
        passed
    }

    /// Adds what jumps with sides to the velocities at a state that is so much later, s, than the instant at which they change.
    fn move_by(&mut self, change: Change<'_, R>, way: R, increments: &mut [R]) {
        let Change { t, q, v, after } = change;
        let [before, behind] = [v, after].map(|v| self.system.rates(t, q, v));
        // a kink has no jump, and the derivative of it that second derivatives are made of
        let moved = |x: R| if self.shape.twice { x * way } else { taken_where_not_zero(x, way) };
        for (i, (before, behind)) in before.iter().zip(&behind).enumerate() {
            let number = &mut increments[self.shape.coordinates + i];
            *number = *number - moved(*before - *behind);
        }
        if self.shape.twice {
            let second = self.second_change(change, [&before, &behind]);
            increments.iter_mut().zip(second).for_each(|(number, by)| *number = *number + by * way * way);
        }
        if self.looks_for_roots() {
            let before = Instant { time: t, state: (q, v), rate: &before, beside: Beside::Before };
            let behind = Instant { time: t, state: (q, after), rate: &behind, beside: Beside::Behind };
            let lost = self.lost_at_roots([before, behind], way);
            let numbers = increments[self.shape.coordinates..].iter_mut().zip(lost);
            numbers.for_each(|(number, lost)| *number = *number + lost);
        }
    }

    /// Returns what a state changes by with the square of the way to the instant at which sides change, per s^2: back along the motion before, and
    /// forth along that behind, whose rates are these.
    fn second_change(&mut self, Change { t, q, v, after }: Change<'_, R>, [before, behind]: [&[R]; 2]) -> Vec<R> {
        let half = |x: R| x.scale(0.5);
        let jump: Vec<R> = before.iter().zip(behind).map(|(before, behind)| *behind - *before).collect();
        // coordinates move with the velocities, which have not jumped
        let (of_q, _) = along(self.study.layout(), q, &jump, &jump);
        let [own, across, other] =
            [(v, before), (after, before), (after, behind)].map(|(v, rate)| self.rate_along((t, q), v, rate));
        let of_v = own.iter().zip(across).zip(other).map(|((own, across), other)| half(*own - across - across + other));
        of_q.iter().map(|x| half(x.eps[0])).chain(of_v).collect()
    }

    /// Returns how the rates of velocities change along a motion with rates, per s.
    fn rate_along(&mut self, (t, q): (R, &[R]), v: &[R], rate: &[R]) -> Vec<R> {
        let (q, v) = along(self.study.layout(), q, v, rate);
        let rates = self.rate_system().rates(Dual { re: t, eps: [R::one()] }, &q, &v);
        rates.iter().map(|x| x.eps[0]).collect()
    }

    /// Returns how much later a state is than the instant at which the first of some sides has changed, s, that are here with the rates before: the value
    /// is zero, and the derivative that by the instant. And holds, of every side, where it is that one.
    fn way_of_sides(&mut self, change: Change<'_, R>, told: &[(Told<Dual<R, 1>>, R)]) -> (R, Vec<R::Mask>) {
        let first = self.first_side();
        // of several, those that others have taken along are not where they switch themselves
        let (mut way, mut nearest) = (R::zero(), R::constant(NOWHERE));
        let never = R::one().less(R::zero());
        let mut passing = vec![never; told.len()];
        let mechanism = &self.study.mechanism;
        let matters = |i: usize| self.study.bends_at(&mechanism.sides[i]) || mechanism.has_resets();
        for (i, (told, bend)) in told.iter().enumerate().filter(|(i, _)| matters(*i)) {
            let Dual { re: place, eps: [rate] } = told.place;
            let [from, to] = [change.v, change.after].map(|v| v[first + i]);
            let changes = from.less(to) | to.less(from);
            let moves = R::zero().less(rate.abs());
            let rate = R::select(moves, rate, R::one());
            let from = place.detached();
            let beyond = told.map(|_| from).beyond();
            let (mut own, distance) = ((place - from) / rate, (beyond / rate.detached()).abs());
            if self.shape.twice {
                own = bent_way(own, rate, *bend);
            }
            let is_nearer = changes & moves & distance.less(nearest);
            (way, nearest) = (R::select(is_nearer, own, way), R::select(is_nearer, distance, nearest));
            passing[..i].iter_mut().for_each(|passes| *passes = *passes & !is_nearer);
            passing[i] = is_nearer;
        }
        (way, passing)
    }

    /// Returns where the relations of all sides are, with their rates, 1/s, along the motion before, and where second derivatives are wanted with how
    /// these rates change, 1/s^2.
    fn told_along(&mut self, Change { t, q, v, .. }: Change<'_, R>, rate: &[R]) -> Vec<(Told<Dual<R, 1>>, R)> {
        let (moving_q, moving_v) = along(self.study.layout(), q, v, rate);
        let moving_t = Dual { re: t, eps: [R::one()] };
        let told = self.rate_system().sides(moving_t, (&moving_q, &moving_v), true);
        if !self.shape.twice {
            return told.into_iter().map(|told| (told, R::zero())).collect();
        }
        let slopes = self.rate_along((t, q), v, rate);
        let rate: Vec<Dual<R, 1>> = rate.iter().zip(slopes).map(|(re, by)| Dual { re: *re, eps: [by] }).collect();
        let (q, v) = along(self.study.layout(), &moving_q, &moving_v, &rate);
        let t = Dual { re: moving_t, eps: [Dual::one()] };
        let bends = self.second_rate_system().sides(t, (&q, &v), true);
        told.into_iter().zip(bends).map(|(told, bend)| (told, bend.place.eps[0].eps[0])).collect()
    }
}

/// Returns the way to an instant at which something is zero, to the second order, from that to the first one: it has this rate, and that changes so.
fn bent_way<R: Real>(way: R, rate: R, bend: R) -> R {
    way + (bend / rate * way * way).scale(0.5)
}
