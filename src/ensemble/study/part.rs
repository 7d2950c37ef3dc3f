//! A part of the members of a study.

use super::Study;
use std::ops::Range;

impl Study {
    /// Leaves some members of the plan, which are counted from zero on from then on.
    pub fn keep_part(&mut self, members: Range<u64>) {
        self.plan = self.plan.part(members);
    }
}
