//! The steps of one member: equal steps, the last one shortened to hit the end exactly.

/// Below this part of a step, a remainder is rounding and no step of its own.
const REMAINDER: f64 = 1e-9;

/// Equal steps of length `step` from 0 to `duration`, and one shorter step where they do not meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepSchedule {
    step: f64,
    duration: f64,
    full: u32,
    last: f64,
}

/// Why there is no such schedule.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ScheduleError {
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
    /// The sampling interval is not a whole number of steps.
    #[error("sampling every {every:?} s is not a whole number of steps of {step:?} s; use {} s", choices(*every, *step))]
    Sampling {
        /// The sampling interval, s.
        every: f64,
        /// The step, s.
        step: f64,
    },
}

fn choices(every: f64, step: f64) -> String {
    let below = (every / step).floor();
    let round = |n: f64| format!("{}", (n * step * 1e12).round() / 1e12);
    if below >= 1.0 { format!("{} or {}", round(below), round(below + 1.0)) } else { round(1.0) }
}

impl StepSchedule {
    /// The schedule for a step and a duration in s.
    ///
    /// # Errors
    /// Where one is not positive, or they do not fit each other.
    pub fn new(step: f64, duration: f64) -> Result<Self, ScheduleError> {
        if !(step > 0.0 && step.is_finite()) {
            return Err(ScheduleError::Step(step));
        }
        if !(duration > 0.0 && duration.is_finite()) {
            return Err(ScheduleError::Duration(duration));
        }
        if step > duration * (1.0 + REMAINDER) {
            return Err(ScheduleError::TooLong { step, duration });
        }
        let count = duration / step;
        if count > 4e9 {
            return Err(ScheduleError::TooMany { step, duration });
        }
        let full = (count + REMAINDER).floor();
        let rest = duration - full * step;
        // a remainder within rounding is put into the last full step
        let (full, last) = if rest > REMAINDER * step { (full, rest) } else { (full - 1.0, step + rest) };
        Ok(Self { step, duration, full: full as u32, last })
    }

    /// One step of no length, for a member that cannot start.
    pub(super) fn idle() -> Self {
        Self { step: 0.0, duration: 0.0, full: 0, last: 0.0 }
    }

    /// Number of steps.
    pub fn count(&self) -> u32 {
        self.full + 1
    }
    /// The length of all steps but the last, s.
    pub fn step(&self) -> f64 {
        self.step
    }
    /// The length of the last step, s.
    pub fn last(&self) -> f64 {
        self.last
    }
    /// The length of step number `n`, s; zero after the end.
    #[inline(always)]
    pub fn length(&self, n: u32) -> f64 {
        match n.cmp(&self.full) {
            std::cmp::Ordering::Less => self.step,
            std::cmp::Ordering::Equal => self.last,
            std::cmp::Ordering::Greater => 0.0,
        }
    }
    /// The time after `n` steps, s.
    pub fn time(&self, n: u32) -> f64 {
        if n > self.full { self.duration } else { f64::from(n) * self.step }
    }
    /// How many steps lie between two samples.
    ///
    /// # Errors
    /// Where the interval is not a whole number of steps, so that sampling would change the steps.
    pub fn steps_per_sample(&self, every: f64) -> Result<u32, ScheduleError> {
        let ratio = every / self.step;
        let whole = ratio.round();
        if (1.0..4e9).contains(&whole) && (ratio - whole).abs() < 1e-6 {
            Ok(whole as u32)
        } else {
            Err(ScheduleError::Sampling { every, step: self.step })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_hit_the_end_exactly() {
        for (step, duration, count) in [(1e-4, 0.1, 1000), (0.3, 1.0, 4), (1.0, 1.0, 1), (5e-5, 1.0, 20_000)] {
            let schedule = StepSchedule::new(step, duration).unwrap();
            assert_eq!(schedule.count(), count);
            assert_eq!(schedule.time(count), duration);
            let sum: f64 = (0..count).map(|n| schedule.length(n)).sum();
            assert!((sum - duration).abs() < 1e-12);
            assert_eq!(schedule.length(count), 0.0);
        }
    }

    #[test]
    fn what_does_not_fit_is_an_error() {
        assert!(StepSchedule::new(0.0, 1.0).is_err());
        assert!(StepSchedule::new(-1.0, 1.0).is_err());
        assert!(StepSchedule::new(f64::NAN, 1.0).is_err());
        assert!(StepSchedule::new(2.0, 1.0).is_err());
        let schedule = StepSchedule::new(1e-4, 0.1).unwrap();
        assert_eq!(schedule.steps_per_sample(0.01).unwrap(), 100);
        assert_eq!(
            schedule.steps_per_sample(2.5e-4).unwrap_err().to_string(),
            "sampling every 0.00025 s is not a whole number of steps of 0.0001 s; use 0.0002 or 0.0003 s"
        );
    }
}
