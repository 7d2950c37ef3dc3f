//! One member in a lane: what it is about, and what to do after an attempt of a step.

use crate::ensemble::{EventRecord, Outcome, Pace, Samples, Start};

/// What the next attempt of a member is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// There is no member.
    Idle,
    /// To look at the initial state: a step of no length.
    Start,
    /// To make a step.
    Step,
    /// To find a zero of an event within a step that is accepted already.
    Locate,
    /// To see the state at a time of sampling within such a step.
    Sample,
    /// To make that step.
    Commit,
}

/// Why the outputs of a member are wanted.
pub(super) mod wants {
    /// They are the first values of reductions.
    pub(in super::super) const START: u8 = 1;
    /// They are a sample.
    pub(in super::super) const SAMPLE: u8 = 2;
    /// They belong to an event.
    pub(in super::super) const EVENT: u8 = 4;
    /// They are the result.
    pub(in super::super) const END: u8 = 8;
}

/// The result of one member.
#[derive(Clone, Debug)]
pub(super) struct MemberResult {
    pub(super) outcome: Outcome,
    pub(super) time: f64,
    pub(super) steps: u32,
    pub(super) rejected: u32,
    pub(super) outputs: Vec<f64>,
    pub(super) samples: Samples,
    pub(super) events: Vec<EventRecord>,
}

/// A bracket of a zero of an event: offsets from the beginning of the step, s, with the values there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bracket {
    pub(super) event: usize,
    a: f64,
    ga: f64,
    b: f64,
    gb: f64,
    /// The end that was kept last: -1 for a, 1 for b.
    kept: i8,
    tries: u32,
}

impl Bracket {
    /// A change of sign between offset 0 and `b`.
    pub(super) fn new(event: usize, ga: f64, b: f64, gb: f64) -> Self {
        Self { event, a: 0.0, ga, b, gb, kept: 0, tries: 0 }
    }

    /// The offset at or just after the zero, if it is known to the resolution `width`, s.
    pub(super) fn located(&self, width: f64) -> Option<f64> {
        (self.b - self.a <= width || self.gb == 0.0).then_some(self.b)
    }

    /// Where to look next: regula falsi in the Illinois variant, and bisection after twenty tries.
    pub(super) fn next(&self) -> f64 {
        let middle = self.a + 0.5 * (self.b - self.a);
        let x = self.a - self.ga * ((self.b - self.a) / (self.gb - self.ga));
        if self.tries < 20 && x > self.a && x < self.b { x } else { middle }
    }

    /// Takes the value at an offset within the bracket.
    pub(super) fn take(&mut self, x: f64, g: f64) {
        self.tries += 1;
        if (g < 0.0) == (self.ga < 0.0) && g != 0.0 {
            (self.a, self.ga) = (x, g);
            if self.kept == 1 {
                self.gb *= 0.5;
            }
            self.kept = 1;
        } else {
            (self.b, self.gb) = (x, g);
            if self.kept == -1 {
                self.ga *= 0.5;
            }
            self.kept = -1;
        }
    }
}

/// A member on its way.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    /// The place of the member in its chunk.
    pub(super) place: usize,
    pub(super) mode: Mode,
    pub(super) pace: Pace,
    /// Time between samples, s.
    every: Option<f64>,
    /// Steps between samples, where that is a whole number of equal steps.
    steps_per_sample: Option<u32>,
    /// The next sample.
    pub(super) sample: u32,
    /// When it is due, s; infinite where there is none.
    pub(super) sample_time: f64,
    /// The length of the step that is accepted or tried, s.
    pub(super) length: f64,
    /// True where that step reaches the end of the run.
    pub(super) last: bool,
    /// Events whose sign changes within that step, by bits.
    pub(super) pending: u64,
    /// The values of all events at the end of that step.
    pub(super) end_values: Vec<f64>,
    pub(super) bracket: Option<Bracket>,
    /// The offset of a terminal event, s.
    pub(super) terminal: Option<f64>,
    /// See [`wants`].
    pub(super) wants: u8,
    /// When the wanted outputs are, s, and which sample they are.
    pub(super) wanted_time: f64,
    pub(super) wanted_sample: u32,
    /// The first step, s.
    pub(super) first_step: f64,
    pub(super) result: MemberResult,
}

impl Slot {
    /// No member.
    pub(super) fn idle(start: &Start) -> Self {
        let mut slot = Self::new(usize::MAX, start, None);
        slot.mode = Mode::Idle;
        slot
    }

    /// The member at a place, at its start.
    pub(super) fn new(place: usize, start: &Start, every: Option<f64>) -> Self {
        let steps_per_sample = match (&start.pace, every) {
            (Pace::Fixed(schedule), Some(every)) => schedule.steps_per_sample(every),
            _ => None,
        };
        Self {
            place,
            mode: Mode::Start,
            pace: start.pace,
            every,
            steps_per_sample,
            sample: 0,
            sample_time: if every.is_some() { 0.0 } else { f64::INFINITY },
            length: 0.0,
            last: false,
            pending: 0,
            end_values: Vec::new(),
            bracket: None,
            terminal: None,
            wants: 0,
            wanted_time: 0.0,
            wanted_sample: 0,
            first_step: start.first_step,
            result: MemberResult {
                outcome: start.outcome,
                time: 0.0,
                steps: 0,
                rejected: 0,
                outputs: Vec::new(),
                samples: Samples::default(),
                events: Vec::new(),
            },
        }
    }

    /// Goes to the next sample.
    pub(super) fn next_sample(&mut self) {
        let Some(every) = self.every else { return };
        let duration = self.pace.duration();
        if self.sample_time >= duration {
            self.sample_time = f64::INFINITY;
            return;
        }
        self.sample += 1;
        self.sample_time = self.pace.sample_time(every, self.sample);
    }

    /// How many equal steps can be made after `steps` of them before one that ends at or after a sample, is the
    /// last of its length, or the last of all.
    pub(super) fn plain_steps(&self, steps: u32) -> f64 {
        let Pace::Fixed(schedule) = &self.pace else { return f64::INFINITY };
        let full = f64::from(schedule.count() - 1);
        let sample = match self.steps_per_sample {
            Some(per_sample) if self.sample_time.is_finite() => f64::from(per_sample) * f64::from(self.sample),
            _ => (self.sample_time / schedule.step() + 1e-9).floor(),
        };
        (full.min(sample) - f64::from(steps) - 1.0).max(0.0)
    }

    /// The time before which adaptive steps are plain, s.
    pub(super) fn plain_until(&self) -> f64 {
        match &self.pace {
            Pace::Fixed(_) => f64::INFINITY,
            Pace::Adaptive(limits) => self.sample_time.min(limits.duration) * (1.0 - 1e-9),
        }
    }

    /// The time at the end of the accepted step, after which `steps` will have been made, from the time `t`.
    pub(super) fn end_of_step(&self, steps: u32, t: f64) -> f64 {
        match (&self.pace, self.terminal) {
            (_, Some(offset)) => t + offset,
            (pace, None) if self.last => pace.duration(),
            (Pace::Fixed(schedule), None) => schedule.time(steps),
            (Pace::Adaptive(_), None) => t + self.length,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Bracket;

    #[test]
    fn zeros_are_located_to_working_precision() {
        type Case = (fn(f64) -> f64, f64);
        let cases: [Case; 5] = [
            (|x| x - 0.3, 0.3),
            (|x| 0.3 - x, 0.3),
            (|x| (x - 0.7).powi(3), 0.7),
            (|x| (20.0 * x).exp() - 3.0, 3f64.ln() / 20.0),
            (|x| if x < 0.123 { -1e-9 } else { 1.0 }, 0.123),
        ];
        for (g, zero) in cases {
            let mut bracket = Bracket::new(0, g(0.0), 1.0, g(1.0));
            let mut tries = 0;
            let x = loop {
                if let Some(x) = bracket.located(4.0 * f64::EPSILON) {
                    break x;
                }
                let x = bracket.next();
                bracket.take(x, g(x));
                tries += 1;
            };
            assert!((x - zero).abs() < 1e-15 + 1e-5 * f64::from(u8::from(zero == 0.7)), "{x} {zero}");
            assert!(tries < 80, "{tries}");
        }
    }
}
