//! Which member of a chunk takes long.

use super::{ChunkRun, Status};
use crate::ensemble::{MemberWatch, SlowMember, Stopwatch};
use crate::gpu::error::GpuError;
use crate::gpu::kernel::reason;

impl ChunkRun<'_> {
    /// Tells of a slow member where it is time, and fails where nobody wants the rest.
    pub(super) fn heed_watch(&self, stopwatch: &mut Stopwatch<'_>) -> Result<(), GpuError> {
        if let Some(watch) = stopwatch.is_due() {
            self.tell_of_slow_member(watch)?;
        }
        if self.watch.is_some_and(MemberWatch::is_stopped) { Err(GpuError::Stopped) } else { Ok(()) }
    }

    /// Tells of the member with most attempts among those that have not ended.
    fn tell_of_slow_member(&self, watch: &MemberWatch) -> Result<(), GpuError> {
        let words = self.buffers.read_status(&self.session, 0..self.members.count())?;
        let statuses = words.chunks_exact(8).map(Status::of).enumerate();
        let attempts = |status: &Status| u64::from(status.steps) + u64::from(status.rejected);
        let slowest = statuses.filter(|(_, s)| s.reason != reason::ENDED).max_by_key(|(_, s)| attempts(s));
        let Some((place, status)) = slowest else { return Ok(()) };
        watch.tell(SlowMember {
            member: self.members.first + self.order.came_as(place) as u64,
            attempts: attempts(&status),
            time: self.times()?[place],
            duration: self.sequence(place).duration(),
        });
        Ok(())
    }
}
