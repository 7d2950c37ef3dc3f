//! The next step of a member: its length, and what it ends at.

use super::step_sequence::StepSequence;
use super::time_loop::{corner, step_length};
use crate::model::NEVER;

/// Says where a step ends because of a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtCorner {
    /// Where an equal step would end: it is a whole one.
    Whole,
    /// Within an equal step, of which a part is left.
    Part,
    /// Half of the way to it: what is left is another part.
    HalfWay,
    /// At an event shortly before an equal step would end: the next one is longer by what is left.
    Short,
}

/// Where the next corner is that steps of a member end at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NextCorner {
    /// The time of the corner, s; [`NEVER`] where there is none.
    pub time: f64,
    /// How far before it steps end and behind it begin, s.
    pub gap: f64,
    /// How far the state lags behind its time, s.
    pub lag: f64,
    /// Whether the next step does no more than look at what holds behind the corner that the last one has ended at.
    pub looks_behind: bool,
}

/// The next step of a member.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NextStep {
    /// Its length, s.
    pub length: f64,
    /// Whether it reaches the end of the run.
    pub last: bool,
    /// How it ends at the corner, if it does.
    pub at_corner: Option<AtCorner>,
}

impl Default for NextCorner {
    /// Returns what stands for no corner.
    fn default() -> Self {
        Self { time: NEVER, gap: 0.0, lag: 0.0, looks_behind: false }
    }
}

impl NextCorner {
    /// Returns the time at which what follows the corner begins, s.
    pub fn behind(&self) -> f64 {
        self.time + self.gap
    }

    /// Tells whether a step ended at the corner: the next one is to be looked for.
    pub fn is_passed(at_corner: Option<AtCorner>) -> bool {
        matches!(at_corner, Some(AtCorner::Whole | AtCorner::Part))
    }

    /// Goes on behind a step from the time `t` on that is so long, s; `looks_behind` says whether what holds behind corners is looked at.
    pub fn advance(&mut self, at_corner: Option<AtCorner>, (t, length): (f64, f64), looks_behind: bool) {
        self.looks_behind = looks_behind && Self::is_passed(at_corner);
        self.lag = match Self::is_passed(at_corner) {
            true => corner::lag_behind(self.lag, self.gap),
            false => corner::lag_left(t, length, self.lag),
        };
    }

    /// Returns the step after so many, from the time `t` with an adaptive proposal, s.
    pub fn next_step(&self, sequence: &StepSequence, steps: u32, t: f64, proposal: f64) -> NextStep {
        let Self { time, gap, lag, looks_behind } = *self;
        let (mut length, last) = sequence.step_length(steps, t - lag, proposal);
        let to_corner = time - gap - t;
        if looks_behind && corner::look(gap) < to_corner {
            return NextStep { length: corner::look(gap) + lag, last: false, at_corner: Some(AtCorner::HalfWay) };
        }
        let too_late = corner::lags_too_much(lag, gap);
        match sequence {
            StepSequence::Fixed(equal) => {
                let (end, whole) = (equal.time(steps + 1), [equal.step(), gap]);
                // behind a corner, what is left of a step
                if t != equal.time(steps) {
                    length = end - t + lag;
                }
                if !corner::is_met(time, end, whole, last) {
                    return NextStep { length, last, at_corner: None };
                }
                if too_late {
                    let length = corner::half_way(to_corner, lag);
                    return NextStep { length, last: false, at_corner: Some(AtCorner::HalfWay) };
                }
                let is_part = corner::is_within(time, end, whole, last);
                let at_corner = Some(if is_part { AtCorner::Part } else { AtCorner::Whole });
                NextStep { length: to_corner, last: last && !is_part, at_corner }
            }
            StepSequence::Adaptive(limits) => {
                if !(time < limits.duration + gap && step_length::reaches_end(proposal, to_corner)) {
                    return NextStep { length, last, at_corner: None };
                }
                if too_late {
                    return NextStep { length: corner::half_way(to_corner, lag), last: false, at_corner: None };
                }
                let last = corner::is_at_end(time, gap, limits.duration);
                NextStep { length: to_corner, last, at_corner: Some(AtCorner::Whole) }
            }
        }
    }
}
