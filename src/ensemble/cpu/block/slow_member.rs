//! Which of the members in the lanes takes long.

use super::Block;
use crate::ensemble::cpu::attempt::LaneControl;
use crate::ensemble::cpu::executor::Executor;
use crate::ensemble::time_loop::Mode;
use crate::ensemble::{MemberWatch, SlowMember};
use crate::num::LaneReal;

impl<R: LaneReal, E: Executor<R>> Block<'_, R, E> {
    /// Tells of the member with most attempts among those that were in the lanes the last time already.
    #[inline(never)]
    pub(super) fn tell_of_slow_member(&mut self, watch: &MemberWatch) {
        let busy = |block: &Self, lane: usize| block.slots[lane].mode != Mode::Idle;
        let places: Vec<Option<usize>> =
            (0..R::COUNT).map(|lane| busy(self, lane).then(|| self.slots[lane].place)).collect();
        let before = std::mem::replace(&mut self.seen, places);
        let stayed =
            (0..R::COUNT).filter(|lane| self.seen[*lane].is_some() && before.get(*lane) == Some(&self.seen[*lane]));
        let attempts = |block: &mut Self, lane: usize| {
            *block.control(LaneControl::Count, lane) as u64 + u64::from(block.slots[lane].result.rejected)
        };
        let stayed: Vec<usize> = stayed.collect();
        let slowest = stayed.into_iter().map(|lane| (attempts(self, lane), lane)).max();
        let Some((attempts, lane)) = slowest else { return };
        let time_at = self.shape.time();
        let time = *self.input(time_at, lane);
        let slot = &self.slots[lane];
        let (member, duration) = (self.members.first + slot.place as u64, slot.sequence.duration());
        watch.tell(SlowMember { member, attempts, time, duration });
    }
}
