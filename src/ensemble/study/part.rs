//! A part of the members of a study.

use super::Study;
use crate::ensemble::Sampling;
use std::ops::Range;

impl Study {
    /// Returns the study of some members of the plan, which are counted from zero on there. What is decided for all members
    /// alike stays what the whole plan decides.
    pub fn of_part(self, members: Range<u64>) -> Self {
        Self { plan: self.plan.part(members), ..self }
    }

    /// Returns the study with other samples, which change no step, or with none.
    pub fn sampled(self, sampling: Option<Sampling>) -> Self {
        Self { sampling, ..self }
    }

    /// Returns the study of the whole plan, to look at members that stand for all.
    pub fn of_whole_plan(&self) -> Self {
        Self { plan: self.plan.whole(), ..self.clone() }
    }
}
