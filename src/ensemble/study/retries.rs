//! What is done with members that fail.

use super::{Retry, Study, StudyError};
use crate::ensemble::Method;
use crate::model::Mechanism;
use std::sync::Arc;

impl Study {
    /// Returns the study with retries, which follow each other.
    #[must_use]
    pub fn retried(mut self, retries: Vec<Retry>) -> Self {
        self.retries = Arc::from(retries);
        self
    }

    /// Returns what is done with members that fail, in order.
    pub fn retries(&self) -> &[Retry] {
        &self.retries
    }

    /// Returns the retries of this study for one of another mechanism, with methods that are made of theirs.
    pub(in crate::ensemble) fn retries_of(
        &self,
        mechanism: &Mechanism,
        method: impl Fn(&Method) -> Method,
    ) -> Result<Vec<Retry>, StudyError> {
        let of = |retry: &Retry| {
            let study = Self::new(mechanism.clone(), method(&retry.study.method), None, self.plan().clone())?;
            Ok(Retry { study, ..retry.clone() })
        };
        self.retries.iter().map(of).collect()
    }
}
