//! A chunk of which only statistics come back.

use super::ChunkRun;
use crate::ensemble::{Chunk, Outcome};
use crate::gpu::error::GpuError;
use crate::gpu::host;
use crate::gpu::run::reduction::{Reduced, Reduction};
use crate::{ensemble::BlockPartial, statistics::Bins};

/// What comes back of a chunk.
pub(crate) enum Summary {
    /// The partial results of the chunk's blocks.
    Blocks(Vec<BlockPartial>),
    /// The whole chunk, where a member is left to the host.
    Members(Box<Chunk>),
}

impl ChunkRun<'_> {
    /// Runs all members to their ends and reduces them there.
    pub(crate) fn summarize(mut self, reduction: &Reduction, bins: &[Bins]) -> Result<Summary, GpuError> {
        self.advance_only(0)?;
        self.observe()?;
        let blocks = self.reduce(reduction, bins)?;
        let left = |outcome: &Outcome| blocks.iter().any(|b| b.progress.outcomes[outcome.code() as usize] > 0);
        if host::left(self.study).iter().any(left) {
            self.fetch_status(0..self.members.count())?;
            return Ok(Summary::Members(Box::new(self.fetch(&[])?)));
        }
        Ok(Summary::Blocks(blocks))
    }

    fn reduce(&self, reduction: &Reduction, bins: &[Bins]) -> Result<Vec<BlockPartial>, GpuError> {
        let device = &self.session.device;
        let chunk = Reduced {
            members: self.members.count(),
            stride: self.buffers.stride,
            order: self.order.to_device(self.members.count()),
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
