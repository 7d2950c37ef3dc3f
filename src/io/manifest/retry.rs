//! What became of members that were run again.

use crate::ensemble::{Outcome, Progress, Retry, Study};
use serde::{Deserialize, Serialize};

/// Says which members were run again, with which method, and how many have the results of that.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RetryRecord {
    /// The outcomes of the members that were run again.
    pub outcomes: Vec<Outcome>,
    /// What was other, as `step times 0.25`.
    pub method: String,
    /// Members whose results are those of this attempt: it was their last one.
    pub members: u64,
    /// Those of them that have outputs.
    pub members_with_outputs: u64,
}

impl RetryRecord {
    /// Describes the retries of a study.
    pub(crate) fn all(study: &Study, progress: &Progress) -> Vec<Self> {
        let counts = progress.retried.iter().copied().chain(std::iter::repeat([0; 2]));
        let record = |(retry, [members, members_with_outputs]): (&Retry, [u64; 2])| Self {
            outcomes: retry.outcomes.clone(),
            method: retry.words.clone(),
            members,
            members_with_outputs,
        };
        study.retries().iter().zip(counts).map(record).collect()
    }
}
