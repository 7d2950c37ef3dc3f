//! What the buffers of a kernel hold, quantity by quantity.

use super::functions::BRACKET;
use crate::ensemble::Study;
use crate::ensemble::program::{Monitored, NEWTON_INPUTS, NewtonInput, Shape};

/// The columns of the quantities of a member.
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
    /// What is monitored within steps: events, then output components whose extremes matter.
    pub monitored: usize,
    /// Output components whose extremes matter.
    pub extremes: usize,
    /// Parameters that times depend on: those that outputs are differentiated by, where any time does.
    pub moving: usize,
    /// Unknowns of a step of an implicit method.
    pub unknowns: usize,
    /// Slots of an interpreter, if they lie in the buffer of the state.
    pub slots: usize,
    adaptive: bool,
    /// Whether steps are taken in parts.
    parts: bool,
}

/// A number that the host gives for the steps of a member, after its varied parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepParameter {
    /// The length of equal steps, s.
    Pitch,
    /// The length of the last of the equal steps, s.
    Last,
    /// The end of the run, s.
    End,
    /// Time between samples, s; where they are at given times, when the next one is due.
    Every,
    /// The smallest adaptive step, s.
    Smallest,
    /// The largest adaptive step, s.
    Largest,
    /// How far before corners steps end and behind them begin, s.
    Gap,
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
    /// The error norm before the last, after [`Kept::Error`].
    ErrorBefore,
    /// The factor that the next step may grow by.
    Cap,
    /// Offset of a terminal event, or of one that the step ends at, s; negative where there is none.
    Terminal,
    /// What the time has been rounded by, s.
    TimeRest,
    /// Where the part of the accepted step that is looked at begins and ends, offsets, s.
    Begin,
    /// The end of the part of the accepted step that is looked at, an offset, s, after [`Kept::Begin`].
    End,
    /// The next corner that steps end at, s, where steps are taken in parts.
    Corner,
    /// How far the state lags behind its time, s, where steps are taken in parts.
    Lag,
    /// The event that the step ends at, where steps are taken in parts; negative where it ends at none.
    Ending,
    /// The length of that step before it was cut there, s, where steps are taken in parts.
    Uncut,
    /// How many events have ended steps in turn without way between, where steps are taken in parts.
    Standing,
    /// When an event has ended a step last, s, where steps are taken in parts.
    Stood,
    /// An offset right before that event, s, where steps are taken in parts.
    ShortOf,
}

/// How many of [`Kept`] there are where steps are not taken in parts.
const KEPT: usize = Kept::Corner as usize;
/// How many more where they are.
const KEPT_OF_PARTS: usize = Kept::ShortOf as usize + 1 - KEPT;

/// Numbers of an output component whose extremes matter: its value at the start and its result. Derivatives of both follow.
const EXTREME: usize = 2;

impl Columns {
    /// Makes the columns of a study.
    pub fn new(study: &Study) -> Self {
        let (shape, monitored) = (Shape::new(study), Monitored::new(study));
        let channels = study.channel_count();
        Self {
            varied: shape.parameters,
            state: shape.state(),
            channels,
            events: study.mechanism.events.len(),
            monitored: monitored.count(),
            extremes: monitored.extremes.len(),
            moving: if shape.by_time { shape.carried() } else { 0 },
            unknowns: shape.unknowns,
            slots: 0,
            adaptive: study.is_adaptive(),
            parts: study.takes_parts_of_steps(),
        }
    }
    /// Returns how many numbers the buffer of parameters has.
    pub fn parameters(&self) -> usize {
        self.time_slopes(self.moving)[0]
    }
    /// Returns the columns of the derivatives of the times of steps, in units of these, and of the end of the run by
    /// parameter number `k` of those that times depend on.
    pub fn time_slopes(&self, k: usize) -> [usize; 2] {
        let first = self.parameter(StepParameter::Gap) + usize::from(self.parts) + 2 * k;
        [first, first + 1]
    }
    /// Returns the column of a parameter of the steps.
    pub fn parameter(&self, parameter: StepParameter) -> usize {
        let of_equal_steps = StepParameter::Smallest as usize;
        match parameter {
            StepParameter::Gap if !self.adaptive => self.varied + of_equal_steps,
            parameter => self.varied + parameter as usize,
        }
    }
    /// Returns the column of a number that a member keeps.
    pub fn kept(&self, kept: Kept) -> usize {
        self.state + kept as usize
    }
    /// Returns the column of the first unknown of a step that is being solved; the others and what is read after them
    /// follow.
    pub(super) fn newton(&self) -> usize {
        self.state + KEPT + if self.parts { KEPT_OF_PARTS } else { 0 }
    }
    /// Returns the column of a number that a step of an implicit method reads after the unknowns.
    pub fn newton_input(&self, input: NewtonInput) -> usize {
        self.newton() + self.unknowns + input as usize
    }
    /// Returns the columns of the lower and the higher 16 bits of the count of solutions of linearised equations, which
    /// together no number of single precision holds.
    pub fn solutions(&self) -> [usize; 2] {
        let first = self.newton() + self.unknowns + NEWTON_INPUTS;
        [first, first + 1]
    }
    /// Returns the columns of the numbers of what is monitored: at the beginning of a part of a step and at its end, two
    /// for each; whether each is to be located; the bracket of what is being located.
    pub(super) fn monitored_columns(&self) -> [usize; 4] {
        let first = if self.unknowns == 0 { self.newton() } else { self.solutions()[1] + 1 };
        let monitored = self.monitored;
        [first, first + 2 * monitored, first + 4 * monitored, first + 5 * monitored]
    }
    /// Returns the columns of the derivatives of the time of a terminal event; of those of outputs whose extremes matter at the end
    /// of a part of a step, by parameters and then by the time; of the value of such an output that is the furthest so far where an
    /// extreme is looked for, with its derivatives; of these before a kink; of the time of an event that ends the step.
    pub(super) fn slopes(&self) -> [usize; 5] {
        let first = self.monitored_columns()[3] + if self.monitored == 0 { 0 } else { BRACKET.len() };
        let ends = first + if self.events == 0 { 0 } else { self.moving };
        let best = ends + self.extremes * self.directions();
        let directions = if self.extremes == 0 { 0 } else { self.directions() };
        [first, ends, best, best + directions, best + 2 * directions]
    }
    /// Returns how many derivatives there are of what times depend on, the one by the time among them.
    fn directions(&self) -> usize {
        if self.moving == 0 { 0 } else { self.moving + 1 }
    }
    /// Returns the column of the state to observe; its time follows, and the derivatives of the time.
    pub fn observed(&self) -> usize {
        self.slopes()[4] + if self.events == 0 { 0 } else { self.moving }
    }
    /// Returns how many numbers of the buffer of the state the host knows of; slots follow.
    pub fn states(&self) -> usize {
        self.observed() + self.state + 1 + self.moving
    }
    /// Returns the columns of the value at the start and of the result of an output component whose extremes matter.
    pub(super) fn extreme(&self, place: usize) -> [usize; EXTREME] {
        std::array::from_fn(|i| EXTREME * (1 + self.moving) * place + i)
    }
    /// Returns the columns of the derivatives of both numbers of [`Columns::extreme`] by parameter number `k` of those
    /// that times depend on.
    pub(super) fn extreme_slopes(&self, place: usize, k: usize) -> [usize; EXTREME] {
        self.extreme(place).map(|at| at + EXTREME * (1 + k))
    }
    /// Returns how many numbers the buffer of extremes has.
    pub fn reductions(&self) -> usize {
        EXTREME * (1 + self.moving) * self.extremes
    }
    /// Returns how many events a member can meet in a dispatch.
    pub fn records(&self) -> usize {
        if self.events == 0 { 0 } else { (2 * self.events).max(4) }
    }
    /// Returns how many numbers an event has: its number, its time, output components, derivatives of the time.
    pub fn record(&self) -> usize {
        2 + self.channels + self.moving
    }
    /// Returns how many numbers a dispatch reads or writes for a member: its parameters, and twice what it keeps.
    pub fn moved(&self) -> usize {
        self.parameters() + 2 * (self.observed() + self.reductions())
    }
    /// Returns how many numbers the largest buffer has.
    pub fn largest(&self) -> usize {
        self.largest_for_the_host().max(self.states() + self.slots)
    }
    /// Returns how many numbers the largest buffer has that the host reads or writes.
    pub fn largest_for_the_host(&self) -> usize {
        self.buffers().into_iter().fold(1, usize::max)
    }
    /// Returns how many numbers all buffers have, with the one that the host reads.
    pub fn all(&self) -> usize {
        self.buffers().iter().sum::<usize>() + self.state + self.slots + self.largest_for_the_host()
    }
    fn buffers(&self) -> [usize; 5] {
        [self.parameters(), self.states(), self.channels, self.reductions(), self.records() * self.record()]
    }
}
