//! A chunk of which only statistics come back.

use super::ChunkRun;
use crate::gpu::error::GpuError;
use crate::gpu::run::reduction::{Reduced, Reduction};
use crate::{ensemble::BlockPartial, statistics::Bins};

impl ChunkRun<'_> {
    /// Runs all members to their ends and reduces them there.
    pub(crate) fn summarize(mut self, reduction: &Reduction, bins: &[Bins]) -> Result<Vec<BlockPartial>, GpuError> {
        self.advance_only(0)?;
        self.observe()?;
        let device = &self.session.device;
        let chunk = Reduced {
            members: self.members.count,
            stride: self.buffers.stride,
            order: self.order.to_device(self.members.count),
            control: &self.buffers.control,
            status: &self.buffers.status,
            channels: &self.buffers.channels,
        };
        let _turn = self.session.take_turn()?;
        reduction.run(device, &chunk, bins, |readback, size, encode| {
            device.read("reading statistics", (readback, size), self.session.patience, encode)
        })
    }
}
