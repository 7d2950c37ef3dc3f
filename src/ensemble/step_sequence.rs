//! The steps of one member: equal steps that hit the end exactly, by a shorter last one or as parts of the duration.

use super::time_loop::{sampling, step_length};

/// Below this part of a step, a remainder is rounding and no step of its own.
const REMAINDER: f64 = 1e-9;

/// Equal steps of length `step` from 0 to `duration`, and one shorter step where they do not meet; see
/// [`EqualSteps::dividing`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EqualSteps {
    begin: f64,
    step: f64,
    duration: f64,
    full: u32,
    last: f64,
}

/// The reason why there is no such sequence of steps.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StepSequenceError {
    /// The step is not positive.
    #[error("the step is {0:?} s; it must be positive")]
    Step(f64),
    /// The duration is not positive.
    #[error("the duration is {0:?} s; it must be positive")]
    Duration(f64),
    /// The step is longer than the duration.
    #[error("the step of {step:?} s is longer than the duration of {duration:?} s")]
    TooLong {
        /// The step, s.
        step: f64,
        /// The duration, s.
        duration: f64,
    },
    /// More steps than can be counted.
    #[error("{duration:?} s in steps of {step:?} s are more than 4e9 steps")]
    TooMany {
        /// The step, s.
        step: f64,
        /// The duration, s.
        duration: f64,
    },
    /// A tolerance is not positive.
    #[error("the {which} tolerance is {value:?}; it must be positive")]
    Tolerance {
        /// `absolute` or `relative`.
        which: &'static str,
        /// The tolerance.
        value: f64,
    },
    /// A limit of adaptive steps is out of range.
    #[error("the {which} step is {value:?} s; it must be positive{}", at_most(*most))]
    Limit {
        /// `first`, `smallest` or `largest`.
        which: &'static str,
        /// The step, s.
        value: f64,
        /// The largest that is accepted, s.
        most: f64,
    },
}

/// The limits of adaptive steps from 0 to `duration`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdaptiveLimits {
    /// Duration, s.
    pub duration: f64,
    /// The first step, s, if it is given.
    pub first: Option<f64>,
    /// The smallest step, s.
    pub smallest: f64,
    /// The largest step, s.
    pub largest: f64,
}

impl AdaptiveLimits {
    /// The smallest step as a part of the duration, where it is not given: steps below it are lost in the
    /// rounding of the time.
    pub const SMALLEST: f64 = 1e-14;

    /// Returns a length within the limits, s: the smallest one for what is not a number.
    pub fn within(&self, length: f64) -> f64 {
        length.max(self.smallest).min(self.largest)
    }

    /// Checks the limits and the tolerances.
    ///
    /// # Errors
    /// The first that is out of range.
    pub fn check(&self, absolute: f64, relative: f64) -> Result<(), StepSequenceError> {
        for (which, value) in [("absolute", absolute), ("relative", relative)] {
            if !(value > 0.0 && value < f64::INFINITY) {
                return Err(StepSequenceError::Tolerance { which, value });
            }
        }
        let Self { duration, first, smallest, largest } = *self;
        if !(duration > 0.0 && duration < f64::INFINITY) {
            return Err(StepSequenceError::Duration(duration));
        }
        let first = first.unwrap_or(smallest);
        for (which, value, most) in
            [("largest", largest, f64::MAX), ("smallest", smallest, largest), ("first", first, largest)]
        {
            if !(value > 0.0 && value <= most) {
                return Err(StepSequenceError::Limit { which, value, most });
            }
        }
        Ok(())
    }
}

/// How a member goes from 0 to its duration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StepSequence {
    /// Equal steps.
    Fixed(EqualSteps),
    /// Steps within limits.
    Adaptive(AdaptiveLimits),
}

/// The steps that all members of a study have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CommonSteps {
    /// How each goes from 0 to its duration.
    pub sequence: StepSequence,
    /// The length of the first step, s.
    pub first_step: f64,
}

impl StepSequence {
    /// Makes one step of no length, for a member that cannot start.
    pub(super) fn idle() -> Self {
        StepSequence::Fixed(EqualSteps { begin: 0.0, step: 0.0, duration: 0.0, full: 0, last: 0.0 })
    }

    /// Returns the length of step number `steps`, and whether it reaches the end, from the time `t` with an adaptive
    /// proposal; s.
    pub fn step_length(&self, steps: u32, t: f64, proposal: f64) -> (f64, bool) {
        match self {
            StepSequence::Fixed(equal) => (equal.length(steps), steps + 1 >= equal.count()),
            StepSequence::Adaptive(limits) => {
                let to_end = limits.duration - t;
                if step_length::reaches_end(proposal, to_end) { (to_end, true) } else { (proposal, false) }
            }
        }
    }
    /// Returns the time at which sample number `number` is due, s, for a time between samples: at the end of a step
    /// where they are a whole number of equal steps apart.
    pub fn sample_time(&self, every: f64, number: u32) -> f64 {
        let steps = match self {
            StepSequence::Fixed(equal) => equal.steps_per_sample(every).map(|steps| (equal, steps)),
            StepSequence::Adaptive(_) => None,
        };
        match steps {
            Some((equal, steps)) => equal.time(steps.saturating_mul(number)),
            None => sampling::time(f64::from(number), every, self.duration()),
        }
    }
    /// Returns the length of equal steps, s; zero where they are adaptive.
    pub fn step(&self) -> f64 {
        match self {
            StepSequence::Fixed(equal) => equal.step(),
            StepSequence::Adaptive(_) => 0.0,
        }
    }
    /// Returns the smallest step, s.
    pub fn smallest(&self) -> f64 {
        match self {
            StepSequence::Fixed(_) => 0.0,
            StepSequence::Adaptive(limits) => limits.smallest,
        }
    }
    /// Returns the length of the step of an implicit method that a look at the start is the beginning of, s: where the first
    /// step is a guess, which may be as long as the run, a short one.
    pub fn first_look(&self, first_step: f64) -> f64 {
        match self {
            StepSequence::Fixed(_) => first_step,
            StepSequence::Adaptive(limits) => first_step.min(limits.smallest.max(1e-6 * limits.largest)),
        }
    }
    /// Returns the largest step, s.
    pub fn largest(&self) -> f64 {
        match self {
            StepSequence::Fixed(equal) => equal.step(),
            StepSequence::Adaptive(limits) => limits.largest,
        }
    }
    /// Returns the duration, s.
    pub fn duration(&self) -> f64 {
        match self {
            StepSequence::Fixed(equal) => equal.time(u32::MAX),
            StepSequence::Adaptive(limits) => limits.duration,
        }
    }
}

impl StepSequence {
    /// Returns the steps that go on to the same end from a time, s; none where it is the end but for rounding.
    #[must_use]
    pub fn from(self, begin: f64) -> Option<Self> {
        match self {
            StepSequence::Fixed(equal) => equal.from(begin).map(StepSequence::Fixed),
            StepSequence::Adaptive(limits) => {
                let is_left = limits.duration - begin > limits.smallest.max(REMAINDER * REMAINDER * limits.duration);
                is_left.then_some(self)
            }
        }
    }
}

/// Prints the upper limit of a step for a message.
fn at_most(most: f64) -> String {
    if most < f64::MAX { format!(" and at most {most:?} s") } else { String::new() }
}

impl EqualSteps {
    /// Divides a duration into steps, both in s.
    ///
    /// # Errors
    /// Where one is not positive, or they do not fit each other.
    pub fn new(step: f64, duration: f64) -> Result<Self, StepSequenceError> {
        if !(step > 0.0 && step.is_finite()) {
            return Err(StepSequenceError::Step(step));
        }
        if !(duration > 0.0 && duration.is_finite()) {
            return Err(StepSequenceError::Duration(duration));
        }
        if step > duration * (1.0 + REMAINDER) {
            return Err(StepSequenceError::TooLong { step, duration });
        }
        let count = duration / step;
        if count > 4e9 {
            return Err(StepSequenceError::TooMany { step, duration });
        }
        let full = (count + REMAINDER).floor();
        let rest = duration - full * step;
        // a remainder within rounding is put into the last full step
        let (full, last) = if rest > REMAINDER * step { (full, rest) } else { (full - 1.0, step + rest) };
        Ok(Self { begin: 0.0, step, duration, full: full as u32, last })
    }

    /// Divides a duration into steps of one length, the longest of at most `step`, both in s: for methods whose steps depend on
    /// the one before. Multipliers and accelerations of generalized-alpha after a last step that is shorter by a factor c are
    /// wrong by about 1/c of what they change in a step.
    ///
    /// # Errors
    /// See [`EqualSteps::new`].
    pub fn dividing(step: f64, duration: f64) -> Result<Self, StepSequenceError> {
        let steps = Self::new(step, duration)?;
        if steps.last >= step * (1.0 - REMAINDER) {
            return Ok(steps);
        }
        let step = duration / f64::from(steps.count());
        Ok(Self { step, last: step, ..steps })
    }

    /// Returns steps that go on to the same end from a time, s; none where it is the end but for rounding.
    #[must_use]
    pub fn from(self, begin: f64) -> Option<Self> {
        let left = self.duration - begin;
        if left <= REMAINDER * self.step {
            return None;
        }
        let steps = Self::dividing(self.step.min(left), left).ok()?;
        Some(Self { begin, duration: self.duration, ..steps })
    }

    /// Returns so many equal steps from a time to another, s.
    #[must_use]
    pub fn between([begin, end]: [f64; 2], count: u32) -> Self {
        let step = (end - begin) / f64::from(count.max(1));
        Self { begin, step, duration: end, full: count.max(1) - 1, last: step }
    }

    /// Returns the time at which the steps begin, s.
    pub fn begin(&self) -> f64 {
        self.begin
    }

    /// Returns twice as many steps of half the length.
    #[must_use]
    pub fn halved(self) -> Self {
        // all are equal, see [`EqualSteps::dividing`]
        Self { step: self.step / 2.0, full: self.full * 2 + 1, last: self.last / 2.0, ..self }
    }

    /// Returns the number of steps.
    pub fn count(&self) -> u32 {
        self.full + 1
    }
    /// Returns the length of all steps but the last, s.
    pub fn step(&self) -> f64 {
        self.step
    }
    /// Returns the length of the last step, s.
    pub fn last(&self) -> f64 {
        self.last
    }
    /// Returns the length of step number `n`, s; zero after the end.
    #[inline(always)]
    pub fn length(&self, n: u32) -> f64 {
        match n.cmp(&self.full) {
            std::cmp::Ordering::Less => self.step,
            std::cmp::Ordering::Equal => self.last,
            std::cmp::Ordering::Greater => 0.0,
        }
    }
    /// Returns the time after `n` steps, s.
    pub fn time(&self, n: u32) -> f64 {
        if n > self.full { self.duration } else { self.begin + step_length::time_of_equal(f64::from(n), self.step) }
    }
    /// Returns how many steps lie between two samples, where that is a whole number.
    pub fn steps_per_sample(&self, every: f64) -> Option<u32> {
        let ratio = every / self.step;
        let whole = ratio.round();
        (self.begin == 0.0 && (1.0..4e9).contains(&whole) && (ratio - whole).abs() < 1e-6).then_some(whole as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_hit_the_end_exactly() {
        for (step, duration, count) in [(1e-4, 0.1, 1000), (0.3, 1.0, 4), (1.0, 1.0, 1), (5e-5, 1.0, 20_000)] {
            let equal = EqualSteps::new(step, duration).unwrap();
            assert_eq!(equal.count(), count);
            assert_eq!(equal.time(count), duration);
            let sum: f64 = (0..count).map(|n| equal.length(n)).sum();
            assert!((sum - duration).abs() < 1e-12);
            assert_eq!(equal.length(count), 0.0);
        }
    }

    #[test]
    fn steps_of_one_length_are_parts_of_the_duration() {
        for (step, duration, count) in [(1e-3, 1.0 + 1e-12, 1001), (0.3, 1.0, 4), (1e-3, 1.0005, 1001)] {
            let equal = EqualSteps::dividing(step, duration).unwrap();
            assert_eq!((equal.count(), equal.step()), (count, duration / f64::from(count)));
            assert_eq!((equal.last(), equal.time(count)), (equal.step(), duration));
        }
        // what divides it but for rounding is as it is given
        assert_eq!(EqualSteps::dividing(0.1, 0.1 * 3.0), EqualSteps::new(0.1, 0.1 * 3.0));
        assert!(EqualSteps::dividing(2.0, 1.0).is_err());
    }

    #[test]
    fn what_does_not_fit_is_an_error() {
        assert!(EqualSteps::new(0.0, 1.0).is_err());
        assert!(EqualSteps::new(-1.0, 1.0).is_err());
        assert!(EqualSteps::new(f64::NAN, 1.0).is_err());
        assert!(EqualSteps::new(2.0, 1.0).is_err());
        let equal = EqualSteps::new(1e-4, 0.1).unwrap();
        assert_eq!(equal.steps_per_sample(0.01), Some(100));
        assert_eq!(equal.steps_per_sample(2.5e-4), None);
    }

    #[test]
    fn limits_of_adaptive_steps_say_what_is_wrong() {
        let limits = AdaptiveLimits { duration: 1.0, first: None, smallest: 1e-14, largest: 1.0 };
        assert!(limits.check(1e-8, 1e-8).is_ok());
        for (limits, tolerance, message) in [
            (limits, 0.0, "the absolute tolerance is 0.0; it must be positive"),
            (limits, f64::NAN, "the absolute tolerance is NaN; it must be positive"),
            (
                AdaptiveLimits { smallest: 2.0, ..limits },
                1.0,
                "the smallest step is 2.0 s; it must be positive and at most 1.0 s",
            ),
            (
                AdaptiveLimits { first: Some(-1.0), ..limits },
                1.0,
                "the first step is -1.0 s; it must be positive and at most 1.0 s",
            ),
            (AdaptiveLimits { duration: 0.0, ..limits }, 1.0, "the duration is 0.0 s; it must be positive"),
        ] {
            assert_eq!(limits.check(tolerance, 1e-8).unwrap_err().to_string(), message);
        }
    }
}
