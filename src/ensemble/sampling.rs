//! When outputs are sampled.

use super::StepSequence;
use std::sync::Arc;

/// Says when outputs are sampled. Steps do not change: a time within a step is seen by a shorter step of the same method.
#[derive(Clone, Debug, PartialEq)]
pub enum Sampling {
    /// Samples at the start, at every multiple of this time, s, and at the end.
    Every(f64),
    /// Samples at these times, s, each later than the one before; those after the end of a run have no sample.
    At(Arc<[f64]>),
}

/// Samples that a member may have.
const MOST: f64 = 1e6;

/// The reason why samples do not suit a run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SamplingError {
    /// A run has too many samples.
    #[error("sampling every {every:?} s makes {count:.3e} samples of {duration:?} s; accepted: at most {MOST:e}")]
    TooMany {
        /// Time between samples, s.
        every: f64,
        /// Duration, s.
        duration: f64,
        /// How many there would be.
        count: f64,
    },
    /// One lies after the end.
    #[error("a sample at {time:?} s is after the end of the run, {duration:?} s")]
    AfterEnd {
        /// The last sample, s.
        time: f64,
        /// Duration, s.
        duration: f64,
    },
}

impl Sampling {
    /// Checks that samples suit a run of so many seconds.
    ///
    /// # Errors
    /// Where there are too many, or one lies after the end.
    pub fn check(&self, duration: f64) -> Result<(), SamplingError> {
        match self {
            Self::Every(every) if self.has_too_many(duration) => {
                Err(SamplingError::TooMany { every: *every, duration, count: duration / every })
            }
            Self::Every(_) => Ok(()),
            Self::At(times) => match times.last() {
                Some(time) if *time > duration => Err(SamplingError::AfterEnd { time: *time, duration }),
                _ => Ok(()),
            },
        }
    }

    /// Tells whether a run of so many seconds has more samples than a member may have.
    pub fn has_too_many(&self, duration: f64) -> bool {
        self.every().is_some_and(|every| duration / every > MOST)
    }

    /// Returns the time between samples, s, where it is always the same.
    pub fn every(&self) -> Option<f64> {
        match self {
            Self::Every(every) => Some(*every),
            Self::At(_) => None,
        }
    }

    /// Returns how many samples a run of so many seconds has, about.
    pub fn count(&self, duration: f64) -> f64 {
        match self {
            Self::Every(every) => 1.0 + (duration / every).floor(),
            Self::At(times) => times.iter().filter(|t| **t <= duration).count() as f64,
        }
    }

    /// Returns when sample number `number` of a run is due, s; infinite where there is no such sample.
    pub fn time(&self, sequence: &StepSequence, number: u32) -> f64 {
        match self {
            Self::Every(every) => sequence.sample_time(*every, number),
            Self::At(times) => times.get(number as usize).copied().unwrap_or(f64::INFINITY),
        }
    }

    /// Returns how many steps of a run lie between two samples, where that is always the same number of equal ones.
    pub fn steps_per_sample(&self, sequence: &StepSequence) -> Option<u32> {
        match (self, sequence) {
            (Self::Every(every), StepSequence::Fixed(equal)) => equal.steps_per_sample(*every),
            _ => None,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::ensemble::EqualSteps;

    #[test]
    fn samples_are_multiples_or_a_list() {
        let sequence = StepSequence::Fixed(EqualSteps::new(0.1, 1.0).unwrap());
        let every = Sampling::Every(0.2);
        assert_eq!([every.time(&sequence, 0), every.time(&sequence, 5)], [0.0, 1.0]);
        assert_eq!((every.count(1.0), every.steps_per_sample(&sequence)), (6.0, Some(2)));
        let at = Sampling::At([0.03, 0.2, 1.5].into());
        assert_eq!([at.time(&sequence, 0), at.time(&sequence, 2), at.time(&sequence, 3)], [0.03, 1.5, f64::INFINITY]);
        assert_eq!((at.count(1.0), at.steps_per_sample(&sequence), at.every()), (2.0, None, None));
    }
}
