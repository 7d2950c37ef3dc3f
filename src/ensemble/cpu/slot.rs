//! One member in a lane: what it is about, and what to do after an attempt of a step.

use crate::ensemble::next_step::{AtCorner, NextCorner};
use crate::ensemble::time_loop::Mode;
use crate::ensemble::time_loop::corner;
use crate::ensemble::time_loop::event::Bracket;
use crate::ensemble::{EventRecord, InitialState, NewtonWork, Outcome, Sampling, StepSequence};

/// The reasons why the outputs of a member are wanted.
pub(super) mod wants {
    /// The outputs are a sample.
    pub(in super::super) const SAMPLE: u8 = 2;
    /// The outputs belong to an event.
    pub(in super::super) const EVENT: u8 = 4;
    /// The outputs are the result.
    pub(in super::super) const END: u8 = 8;
}

/// The result of one member but for its outputs and samples, which go where those of all are.
#[derive(Clone, Debug)]
pub(super) struct MemberResult {
    pub(super) outcome: Outcome,
    pub(super) time: f64,
    pub(super) steps: u32,
    pub(super) rejected: u32,
    pub(super) newton: NewtonWork,
    pub(super) events: Vec<EventRecord>,
}

impl MemberResult {
    /// Makes the result of a member before its first step.
    pub(super) fn new(outcome: Outcome) -> Self {
        Self { outcome, time: 0.0, steps: 0, rejected: 0, newton: NewtonWork::default(), events: Vec::new() }
    }
}

/// Where a zero is looked for: of which of what is monitored.
#[derive(Clone, Debug)]
pub(super) struct Location {
    pub(super) monitored: usize,
    pub(super) bracket: Bracket<f64>,
    /// Of an output with derivatives, the largest or smallest value so far with these.
    pub(super) best: Option<(f64, Vec<f64>)>,
    /// The sides of a kink that are seen.
    pub(super) sides: KinkSides,
}

/// The sides of a kink, which are seen after it is located.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum KinkSides {
    /// No kink is located.
    None,
    /// The side before the kink is the next to be seen.
    Before,
    /// The side after the kink is the next to be seen; the output has these derivatives before it.
    After(Vec<f64>),
}

impl Location {
    /// Begins to look for a zero in a bracket.
    pub(super) fn new(monitored: usize, bracket: Bracket<f64>) -> Self {
        Self { monitored, bracket, best: None, sides: KinkSides::None }
    }
}

/// Events that have ended steps in turn without way between.
#[derive(Clone, Copy, Debug)]
pub(super) struct EndedSteps {
    /// How many there are behind the first.
    pub(super) standing: f64,
    /// When the last one did, s.
    pub(super) time: f64,
    /// The last one.
    pub(super) event: usize,
    /// How many before the last one have been the same.
    pub(super) repeats: u32,
}

/// Where a step ends at an event without ending the run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ending {
    /// The event.
    pub(super) event: usize,
    /// An offset right before it, s.
    pub(super) before: f64,
    /// The offset at which the step ends, s.
    pub(super) offset: f64,
}

/// A member on its way.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    /// The index of the member in its chunk.
    pub(super) place: usize,
    pub(super) mode: Mode,
    pub(super) sequence: StepSequence,
    /// The steps of the whole run, which times of samples follow.
    pub(super) whole: StepSequence,
    /// The times of samples, if there are any.
    sampling: Option<Sampling>,
    /// Steps between samples, where that is a whole number of equal steps.
    steps_per_sample: Option<u32>,
    /// The next sample.
    pub(super) sample: u32,
    /// When the next sample is due, s; infinite where there is none.
    pub(super) sample_time: f64,
    /// The length of the step that is accepted or tried, s.
    pub(super) length: f64,
    /// True where that step reaches the end of the run.
    pub(super) last: bool,
    /// The next corner that steps end at, and whether that step does.
    pub(super) corner: NextCorner,
    pub(super) at_corner: Option<AtCorner>,
    /// Where the part of that step begins and ends that is looked at, offsets, s.
    pub(super) part: [f64; 2],
    /// The numbers of what is monitored at the end of that part.
    pub(super) end_values: Vec<f64>,
    /// The state at the end of that part, where it is beside a jump that derivatives move with.
    pub(super) end_state: Vec<f64>,
    /// What happens within that part, in the order that it is looked for, the last first.
    pub(super) pending: Vec<usize>,
    pub(super) location: Option<Location>,
    /// The offset of a terminal event, s, and the derivatives of the event's time by parameters besides those of the
    /// times of steps.
    pub(super) terminal: Option<f64>,
    pub(super) terminal_slopes: Option<Vec<f64>>,
    /// The terminal event, and the side that its value has gone to.
    pub(super) ended_by: Option<(usize, f64)>,
    /// Events that are not to happen again where they are zero, see [`crate::ensemble::Resumed::passed`].
    pub(super) passed: Vec<(usize, f64)>,
    /// How many parts of the run have ended at the time at which they began.
    pub(super) standing: f64,
    /// How often in turn events have set variables of which others are made, at one instant.
    pub(super) turns: u32,
    /// The events that have ended steps.
    pub(super) ended_steps: EndedSteps,
    /// The event that the step ends at without ending the run.
    pub(super) ending: Option<Ending>,
    /// The length of that step before it was cut there, s, which the next one may have; 0 of others. (After one that grows from a
    /// very short step, rounding would pass the zero back and forth.)
    pub(super) uncut: f64,
    /// The derivatives of the time of the wanted outputs besides those of the times of steps, if it is that of an
    /// event.
    pub(super) wanted_slopes: Option<Vec<f64>>,
    /// The reasons why outputs are wanted, see [`wants`].
    pub(super) wants: u8,
    /// When the wanted outputs are, s, and which sample they are.
    pub(super) wanted_time: f64,
    pub(super) wanted_sample: u32,
    /// Of every output whose extremes matter, the value at the start of the run and the result before this part of it; none of a whole
    /// run.
    pub(super) kept: Vec<[f64; 2]>,
    /// The first step, s: of the run, or behind a corner.
    pub(super) first_step: f64,
    /// Whether the member begins anew behind a corner, and looks at what is there.
    pub(super) begins_anew: bool,
    /// How the time moves of a side that it begins anew behind.
    pub(super) moved_anew: Vec<f64>,
    /// How the event moves that a step ends at, as it is right before it, where that is looked at.
    pub(super) moved_before: Vec<f64>,
    pub(super) result: MemberResult,
}

impl Slot {
    /// Makes the slot of a lane without a member.
    pub(super) fn idle(start: &InitialState) -> Self {
        let mut slot = Self::new(usize::MAX, start, None);
        slot.mode = Mode::Idle;
        slot
    }

    /// Makes the slot of the member at an index, at its start.
    pub(super) fn new(place: usize, start: &InitialState, sampling: Option<&Sampling>) -> Self {
        let whole = start.resumed.as_ref().map_or(start.sequence, |resumed| resumed.whole);
        let sample = start.resumed.as_ref().map_or(Some(0), |resumed| resumed.sample);
        let time = |sampling: &Sampling| sample.map_or(f64::INFINITY, |sample| sampling.time(&whole, sample));
        Self {
            place,
            mode: Mode::Start,
            sequence: start.sequence,
            whole,
            steps_per_sample: sampling.and_then(|s| s.steps_per_sample(&start.sequence)),
            sample: sample.unwrap_or(0),
            sample_time: sampling.map_or(f64::INFINITY, time),
            sampling: sampling.cloned(),
            length: 0.0,
            last: false,
            corner: NextCorner::default(),
            at_corner: None,
            part: [0.0; 2],
            end_values: Vec::new(),
            end_state: Vec::new(),
            pending: Vec::new(),
            location: None,
            terminal: None,
            terminal_slopes: None,
            ended_by: None,
            passed: start.resumed.as_ref().map(|resumed| resumed.passed.clone()).unwrap_or_default(),
            standing: start.resumed.as_ref().map_or(0.0, |resumed| resumed.standing),
            turns: 0,
            ended_steps: EndedSteps { standing: 0.0, time: f64::NEG_INFINITY, event: 0, repeats: 0 },
            ending: None,
            uncut: 0.0,
            wanted_slopes: None,
            wants: 0,
            wanted_time: 0.0,
            wanted_sample: 0,
            kept: start.resumed.as_ref().map(|resumed| resumed.kept.clone()).unwrap_or_default(),
            first_step: start.first_step,
            begins_anew: false,
            moved_anew: Vec::new(),
            moved_before: Vec::new(),
            result: start.resumed.as_ref().map_or_else(
                || MemberResult::new(start.outcome),
                |resumed| MemberResult { events: resumed.events.clone(), ..MemberResult::new(start.outcome) },
            ),
        }
    }

    /// Goes to the next sample.
    pub(super) fn next_sample(&mut self) {
        let duration = self.sequence.duration();
        if self.sample_time >= duration {
            self.sample_time = f64::INFINITY;
            return;
        }
        self.sample += 1;
        self.sample_time = self.time_of_sample(self.sample);
    }

    /// Returns the time at which a sample is due, s: its label, whichever end of a step it is taken at.
    pub(super) fn time_of_sample(&self, number: u32) -> f64 {
        self.sampling.as_ref().map_or(f64::INFINITY, |s| s.time(&self.whole, number))
    }

    /// Returns the end that adaptive steps must not pass, s: of the run, or before a corner.
    pub(super) fn end(&self) -> f64 {
        self.sequence.duration().min(self.corner.time - self.corner.gap)
    }

    /// Returns how many equal steps can be made after `steps` of them, at the time `t` (s), before one that ends at or after a sample, is the
    /// last of its length, or the last of all.
    pub(super) fn routine_steps(&self, steps: u32, t: f64) -> f64 {
        let StepSequence::Fixed(equal) = &self.sequence else { return f64::INFINITY };
        if t != equal.time(steps) {
            return 0.0;
        }
        let full = f64::from(equal.count() - 1);
        let sample = match self.steps_per_sample {
            Some(per_sample) if self.sample_time.is_finite() => f64::from(per_sample) * f64::from(self.sample),
            _ => ((self.sample_time - equal.begin()) / equal.step() + 1e-9).floor(),
        };
        // the step that meets a corner has another length, and one that follows it; rounding decides of none
        let met = ((self.corner.time - equal.begin()) / equal.step() - corner::NEAR - 1e-9).floor();
        (full.min(sample).min(met) - f64::from(steps) - 1.0).max(0.0)
    }

    /// Returns the time before which adaptive steps are routine, s.
    pub(super) fn routine_until(&self) -> f64 {
        match &self.sequence {
            StepSequence::Fixed(_) => f64::INFINITY,
            StepSequence::Adaptive(_) => self.sample_time.min(self.end()) * (1.0 - 1e-9),
        }
    }

    /// Returns where the step ends before its length because of an event, an offset, s.
    pub(super) fn cut(&self) -> Option<f64> {
        self.ending.map(|ending| ending.offset).or(self.terminal)
    }

    /// Returns the time at the end of the accepted step, after which `steps` will have been made, from the time `t`.
    pub(super) fn end_of_step(&self, steps: u32, t: f64) -> f64 {
        match (&self.sequence, self.terminal) {
            (_, Some(offset)) => t + offset,
            (sequence, None) if self.last => sequence.duration(),
            _ if NextCorner::is_passed(self.at_corner) => self.corner.behind(),
            (StepSequence::Fixed(equal), None) if self.at_corner.is_none() => equal.time(steps),
            _ => corner::made_good(t, self.length, self.corner.lag),
        }
    }
}
