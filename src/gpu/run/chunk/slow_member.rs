//! Which member of a chunk takes long.

use super::{ChunkRun, Status};
use crate::ensemble::{MemberWatch, SlowMember};
use crate::gpu::error::GpuError;
use crate::gpu::kernel::reason;

impl ChunkRun<'_> {
    /// Tells of the member with most attempts among those that have not ended.
    pub(super) fn tell_of_slow_member(&self, watch: &MemberWatch) -> Result<(), GpuError> {
        let words = self.buffers.read_status(&self.session, 0..self.members.count)?;
        let statuses = words.chunks_exact(8).map(Status::of).enumerate();
        let attempts = |status: &Status| u64::from(status.steps) + u64::from(status.rejected);
        let slowest = statuses.filter(|(_, s)| s.reason != reason::ENDED).max_by_key(|(_, s)| attempts(s));
        let Some((place, status)) = slowest else { return Ok(()) };
        watch.tell(SlowMember {
            member: self.members.first + self.order.came_as(place) as u64,
            attempts: attempts(&status),
            time: self.times()?[place],
            duration: self.sequences[place].duration(),
        });
        Ok(())
    }
}
