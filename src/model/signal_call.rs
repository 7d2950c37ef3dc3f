//! Where signals are called.

use super::expression::{Expr, Signal};
use crate::interpolation::{Between, Outside, SampledFunction};
use crate::num::{Dual, Real};
use std::sync::Arc;

/// Instants of a run at which the place is looked at, less one.
const INSTANTS: i32 = 64;

/// Holds a call of a signal.
#[derive(Clone, Debug)]
pub struct SignalCall {
    /// The key of the expression, as in `car.toml:12: variable[1].rate`.
    pub place: String,
    /// Whether what is called is a curve of poses that has none outside of its table.
    pub is_of_poses: bool,
    signal: Arc<Signal>,
    /// The order of the highest derivative that is used.
    order: usize,
    /// The place that the signal is called at, over the parameters and, behind them, other variables.
    argument: Expr,
    /// The number of the time among them, if the expression has it.
    time: Option<usize>,
    /// Whether parameters and the time alone decide the place.
    is_known: bool,
}

impl SignalCall {
    /// Returns the calls in an expression over so many parameters and variables behind them, of which the time has a number, whose
    /// derivatives up to an order are used; `place` says where it stands.
    pub fn of(
        (expression, used): (&Expr, usize),
        (parameters, time): (usize, Option<usize>),
        place: impl Fn() -> String,
    ) -> Vec<Self> {
        let mut found = Vec::new();
        expression.for_each_signal(&mut |signal, order, argument| {
            let is_known = !argument.depends_on(&|at| at >= parameters && Some(at) != time);
            let (signal, argument, order) = (Arc::clone(signal), argument.clone(), order + used);
            found.push(Self { place: place(), is_of_poses: false, signal, order, argument, time, is_known });
        });
        found
    }

    /// Says whether a relation is that of a signal whose corners are met at known times: the switching function is over so many parameters and the
    /// variables behind them, of which the time has a number.
    pub fn is_known(passing: &Expr, parameters: usize, time: Option<usize>) -> bool {
        let Expr::Position(_, place) = passing else { return false };
        let moves = |at: usize| at >= parameters && Some(at) != time;
        !place.depends_on(&moves) && time.is_some_and(|time| place.is_affine_in(time))
    }

    /// Says whether the call is held at a side with this switching function.
    pub fn is_of(&self, passing: &Expr) -> bool {
        matches!(passing, Expr::Position(signal, place) if Arc::ptr_eq(signal, &self.signal) && **place == self.argument)
    }

    /// Returns the call of a curve of poses, which has none outside of a range, at a time that is an expression over so many parameters
    /// and the time t.
    pub fn of_poses(range: [f64; 2], time: &Expr, parameters: usize, place: String) -> Self {
        let samples = SampledFunction::new(&range, &[0.0; 2], Between::CubicNotAKnot, Outside::Nothing);
        let signal = Arc::new(Signal::Samples(samples.unwrap_or_else(|_| unreachable!("poses are at rising times"))));
        Self {
            place,
            is_of_poses: true,
            signal,
            order: 0,
            argument: time.clone(),
            time: Some(parameters),
            is_known: true,
        }
    }

    /// Says whether all these signals have values in a run of that duration (s).
    pub fn all_hold(calls: &[Self], parameters: &[f64], duration: f64) -> bool {
        calls.iter().all(|call| call.left(parameters, duration).is_none())
    }

    /// Says what is wrong, where the signal has no value outside of its samples and a run of that duration (s) begins or ends there
    /// for values of the parameters.
    pub fn left(&self, parameters: &[f64], duration: f64) -> Option<String> {
        if !self.is_known {
            return None;
        }
        let place = |time: f64| self.at(parameters, time);
        let [first, last] = self.signal.limits(parameters)?;
        let [begin, end] = [place(0.0), place(duration)];
        let is_inside = |x: &f64| Signal::is_at_end([first, last], *x) || (first..=last).contains(x);
        let wrong = [begin, end].into_iter().find(|x| !is_inside(x))?;
        if self.is_of_poses {
            return Some(format!(
                "a run from 0 s to {duration:?} s follows the poses from {begin:?} s to {end:?} s, and their table is from {first:?} s to \
                 {last:?} s: there is none at {wrong:?} s; accepted: a shorter run, another time, or outside = \"hold\""
            ));
        }
        Some(format!(
            "a run from 0 s to {duration:?} s calls the signal at {begin:?} to {end:?}, and its samples are from {first:?} to {last:?}: it \
             has no value at {wrong:?}; accepted: a shorter run, or outside = \"hold\", \"zero\" or \"periodic\" in [[signal]]"
        ))
    }

    /// Says that a run of that duration (s) calls the signal outside of all of its samples, where it has one value throughout, or that
    /// poses end before the run does.
    pub fn elsewhere(&self, parameters: &[f64], duration: f64) -> Option<String> {
        if self.is_of_poses {
            return self.left(parameters, duration);
        }
        let time = self.time.filter(|time| self.is_known && self.argument.depends_on(&|at| at == *time))?;
        let ([first, last], outside) = self.signal.kept(parameters)?;
        let places = (0..=INSTANTS).map(|k| self.at(parameters, duration * f64::from(k) / f64::from(INSTANTS)));
        let (from, to) = places.fold((f64::INFINITY, f64::NEG_INFINITY), |(from, to), x| (from.min(x), to.max(x)));
        let is_before = to < first;
        if !(is_before || from > last) {
            return None;
        }
        let value = match outside {
            Outside::Zero => "zero",
            _ if is_before => "its first value",
            _ => "its last value",
        };
        let way =
            if self.argument.is_affine_in(time) { "times that count from the start of the run, as in " } else { "" };
        Some(format!(
            "a run from 0 s to {duration:?} s calls the signal at {from:?} to {to:?}, and all of its samples are from {first:?} to {last:?}: \
             it is {value} throughout; accepted, where that is not meant: {way}place {} {:?}",
            if is_before { "+" } else { "-" },
            if is_before { first - from } else { from - first }
        ))
    }

    /// Says whether the signal has corners, and the place that it is called at moves with the time along a line: it is known when
    /// they are met.
    pub fn has_known_corners(&self) -> bool {
        let Some(time) = self.time else { return false };
        self.is_known && self.signal.has_corners() && self.argument.is_affine_in(time)
    }

    /// Says whether the signal has corners that are met at times that only a run tells.
    pub fn has_unknown_corners(&self) -> bool {
        let moves = self.time.is_some_and(|time| self.argument.depends_on(&|at| at == time));
        (moves || !self.is_known) && self.signal.has_corners() && !self.has_known_corners()
    }

    /// Says whether what is called, or a derivative of it up to an order, jumps at a time or place that the parameter moves: derivatives
    /// that take no notice of that are wrong.
    pub fn jumps_where_moved_by(&self, parameter: usize, order: usize) -> bool {
        let is_moved = !self.is_known || self.argument.depends_on(&|at| at == parameter);
        is_moved && self.signal.jumps(self.order + order)
    }

    /// Says whether what is used of the signal is continuous.
    pub fn is_continuous(&self) -> bool {
        self.order == 0 && self.signal.is_continuous()
    }

    /// Says whether the signal leads positions whose speed may jump.
    pub fn jumps_speed(&self) -> bool {
        self.order > 0 && self.signal.has_corners() && self.signal.jumps(self.order - 1)
    }

    /// Says whether the place that the signal is called at depends on one of some parameters.
    pub fn is_moved_by(&self, parameters: &impl Fn(usize) -> bool) -> bool {
        self.argument.depends_on(parameters) || self.signal.depends_on(parameters)
    }

    /// Returns when the next corner after a time (s) is met, s; 1e25 or later, or not a number, where there is none.
    pub fn next_corner<R: Real>(&self, parameters: &[R], time: R) -> R {
        let [place, rate] = place_and_rate((&self.argument, self.time), parameters, time);
        let [above, below] = [false, true].map(|below| self.signal.to_corner(parameters, place, below));
        let way = R::select(R::zero().less(rate), above, below);
        time + way / rate
    }

    /// Returns how large times are that the place is rounded by as they are, s; zero where it rests.
    pub fn time_scale<R: Real>(&self, parameters: &[R]) -> R {
        let [place, rate] = place_and_rate((&self.argument, self.time), parameters, R::zero());
        let (place, rate) = (place.abs() + self.signal.largest_place(parameters), rate.abs());
        let moves = R::zero().less(rate);
        R::select(moves, place / R::select(moves, rate, R::one()), R::zero())
    }

    /// Returns the place that the signal is called at.
    fn at(&self, parameters: &[f64], time: f64) -> f64 {
        at_time((&self.argument, self.time), parameters, time)
    }
}

/// Evaluates a function of the time, whose number among parameters and variables is given.
fn at_time<R: Real>((function, number): (&Expr, Option<usize>), parameters: &[R], time: R) -> R {
    let mut values = parameters.to_vec();
    if let Some(at) = number {
        values.resize((at + 1).max(parameters.len()), R::zero());
        values[at] = time;
    }
    function.evaluate(&values)
}

/// Returns a function of the time, whose number among parameters and variables is given, and its derivative by the time.
pub(super) fn place_and_rate<R: Real>(function: (&Expr, Option<usize>), parameters: &[R], time: R) -> [R; 2] {
    let all: Vec<Dual<R, 1>> = parameters.iter().map(|p| Dual::resting(*p)).collect();
    let there = at_time(function, &all, Dual::variable(time, 0));
    [there.re, there.eps[0]]
}
