//! A part of the members of a study.

use super::Study;
use std::ops::Range;

impl Study {
    /// Leaves some members of the plan, which are counted from zero on from then on. What is decided for all members alike
    /// stays what the whole plan decides.
    pub fn keep_part(&mut self, members: Range<u64>) {
        self.plan = self.plan.part(members);
    }

    /// Returns the study of the whole plan, to look at members that stand for all; nobody hears how long they take.
    pub fn of_whole_plan(&self) -> Self {
        Self { plan: self.plan.whole(), watch: None, ..self.clone() }
    }
}
