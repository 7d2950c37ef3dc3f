//! How far the members of a dispatch got, summed on the device by workgroups.

use crate::gpu::device::open::{Device, READBACK, STORAGE};
use crate::gpu::device::stage::{Bound, Stage, StageText};
use crate::gpu::error::GpuError;
use crate::gpu::kernel::Arithmetic;
use crate::gpu::kernel::WORKGROUP;
use crate::gpu::kernel::render;
use crate::num::Precision;
use std::ops::Range;

/// Words per workgroup.
const WORDS: usize = 4;

/// What became of the members of one workgroup in a dispatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Members that neither ended nor wait at the sample.
    pub(crate) left: u32,
    /// Whether the driver stopped a member's loop.
    pub(crate) dropped: bool,
    /// Whether a member met an event.
    pub(crate) events: bool,
}

/// Makes the stage that sums; the sums are of whole numbers, so that neither precision nor arithmetic matters.
pub(super) fn stage(device: &Device) -> Result<Stage, GpuError> {
    let source = StageText {
        text: render("progress_counts.wgsl", minijinja::context! {}).into(),
        precision: Precision::Single,
        arithmetic: Arithmetic::Driver,
        entry_points: &["count"],
        bound: vec![Bound::Control, Bound::Read, Bound::Write],
    };
    Stage::new(device, &source)
}

/// The sums of a chunk.
#[derive(Debug)]
pub(crate) struct CountBuffers {
    sums: wgpu::Buffer,
    readback: wgpu::Buffer,
    bindings: wgpu::BindGroup,
}

impl CountBuffers {
    /// Makes buffers for a chunk whose control and status are these.
    pub(crate) fn new(device: &Device, stage: &Stage, [control, status]: [&wgpu::Buffer; 2], stride: usize) -> Self {
        let size = stride / WORKGROUP * WORDS * 4;
        let (sums, readback) = (device.buffer(size, STORAGE), device.buffer(size, READBACK));
        let bindings = stage.bind(device, &[control, status, &sums]);
        Self { sums, readback, bindings }
    }

    /// Adds the sums of some workgroups and their way to the host to what an encoder does.
    pub(crate) fn encode(&self, stage: &Stage, encoder: &mut wgpu::CommandEncoder, groups: &Range<usize>) {
        stage.encode(encoder, 0, &self.bindings, (groups.len(), 1));
        let size = (groups.len() * WORDS * 4) as u64;
        encoder.copy_buffer_to_buffer(&self.sums, (groups.start * WORDS * 4) as u64, &self.readback, 0, size);
    }

    /// Returns the buffer that the host reads, and the bytes of the sums in it.
    pub(crate) fn readback(&self, groups: &Range<usize>) -> (&wgpu::Buffer, usize) {
        (&self.readback, groups.len() * WORDS * 4)
    }

    /// Parses the sums from their bytes.
    pub(crate) fn parse(bytes: &[u8]) -> Vec<Counts> {
        let words: Vec<u32> = bytemuck::pod_collect_to_vec(bytes);
        let counts = |w: &[u32]| Counts { left: w[0], dropped: w[1] > 0, events: w[2] > 0 };
        words.chunks_exact(WORDS).map(counts).collect()
    }
}
