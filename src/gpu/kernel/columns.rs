//! What the buffers of a kernel hold, quantity by quantity.

use super::functions::BRACKET;
use crate::ensemble::Study;
use crate::ensemble::program::Shape;

/// The places of the quantities of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Columns {
    /// Varied parameters.
    pub varied: usize,
    /// Coordinates and velocities.
    pub state: usize,
    /// Output components.
    pub channels: usize,
    /// Events.
    pub events: usize,
    /// Numbers in the buffer of reductions.
    pub reductions: usize,
    /// Slots of an interpreter, if they lie in the buffer of the state.
    pub slots: usize,
    adaptive: bool,
}

/// Numbers that the host gives for the steps of a member, after its varied parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepParameter {
    /// The length of equal steps, s.
    Pitch,
    /// The length of the last of them, s.
    Last,
    /// The end of the run, s.
    End,
    /// Time between samples, s.
    Every,
    /// The smallest adaptive step, s.
    Smallest,
    /// The largest adaptive step, s.
    Largest,
}

/// What a member keeps between dispatches, after its coordinates and velocities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Time, s.
    Time,
    /// The length of the next attempt, s.
    Step,
    /// The length of the accepted step that it is in, s.
    Length,
    /// The last error norm and the one before.
    Error,
    /// See [`Kept::Error`].
    ErrorBefore,
    /// The factor that the next step may grow by.
    Cap,
    /// Offset of a terminal event, s; negative where there is none.
    Terminal,
    /// What the time has been rounded by, s.
    TimeRest,
}

/// How many of [`Kept`] there are.
const KEPT: usize = Kept::TimeRest as usize + 1;

/// Numbers of the search for an event after its bracket: which event, and the two halves of the word of pending ones.
const SOUGHT: usize = 3;

/// Numbers of a reduction over time.
pub(in crate::gpu) const REDUCTION: usize = 3;

impl Columns {
    /// The columns of a study.
    pub fn new(study: &Study) -> Self {
        let shape = Shape::new(study);
        let channels = study.channel_count();
        Self {
            varied: shape.parameters,
            state: shape.state(),
            channels,
            events: study.mechanism.events.len(),
            reductions: if study.reduces_over_time() { REDUCTION * channels } else { 0 },
            slots: 0,
            adaptive: study.is_adaptive(),
        }
    }
    /// Numbers in the buffer of parameters.
    pub fn parameters(&self) -> usize {
        self.varied + if self.adaptive { 6 } else { 4 }
    }
    /// The place of a parameter of the steps.
    pub fn parameter(&self, parameter: StepParameter) -> usize {
        self.varied + parameter as usize
    }
    /// The place of what is kept.
    pub fn kept(&self, kept: Kept) -> usize {
        self.state + kept as usize
    }
    /// The place of the value of event `k` at the beginning of a step.
    pub fn event(&self, k: usize) -> usize {
        self.state + KEPT + k
    }
    /// The place of the value of event `k` at the end of the accepted step that a member is in.
    pub fn event_at_end(&self, k: usize) -> usize {
        self.event(self.events + k)
    }
    /// The places of the bracket of the event that is looked for.
    pub fn bracket(&self) -> [usize; BRACKET.len()] {
        std::array::from_fn(|i| self.event(2 * self.events) + i)
    }
    /// The places of the event that is looked for, and of the halves of the word of those that are pending.
    pub fn sought(&self) -> [usize; SOUGHT] {
        std::array::from_fn(|i| self.event(2 * self.events) + BRACKET.len() + i)
    }
    /// The place of the state to observe; its time follows.
    pub fn observed(&self) -> usize {
        self.event(if self.events == 0 { 0 } else { 2 * self.events + BRACKET.len() + SOUGHT })
    }
    /// Numbers in the buffer of the state that the host knows of; slots follow.
    pub fn states(&self) -> usize {
        self.observed() + self.state + 1
    }
    /// The places among the reductions of component `c`: its result, what it remembers, and what it has been rounded by.
    pub(in crate::gpu) fn reduction(&self, c: usize) -> [usize; REDUCTION] {
        std::array::from_fn(|i| REDUCTION * c + i)
    }
    /// Events that a member can meet in a dispatch.
    pub fn records(&self) -> usize {
        if self.events == 0 { 0 } else { (2 * self.events).max(4) }
    }
    /// Numbers of one event.
    pub fn record(&self) -> usize {
        2 + self.channels
    }
    /// Numbers that a dispatch reads or writes for a member: its parameters, and twice what it keeps.
    pub fn moved(&self) -> usize {
        self.parameters() + 2 * (self.observed() + self.reductions)
    }
    /// The largest of the buffers of numbers.
    pub fn largest(&self) -> usize {
        self.largest_for_the_host().max(self.states() + self.slots)
    }
    /// The largest that the host reads or writes.
    pub fn largest_for_the_host(&self) -> usize {
        self.buffers().into_iter().fold(1, usize::max)
    }
    /// Numbers in all buffers, with the one that the host reads.
    pub fn all(&self) -> usize {
        self.buffers().iter().sum::<usize>() + self.state + self.slots + self.largest_for_the_host()
    }
    fn buffers(&self) -> [usize; 5] {
        [self.parameters(), self.states(), self.channels, self.reductions, self.records() * self.record()]
    }
}
