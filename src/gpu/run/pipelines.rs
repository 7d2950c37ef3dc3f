//! The kernel of a study on a device.

use crate::gpu::device::numbers::bytes;
use crate::gpu::device::open::Device;
use crate::gpu::device::stage::{Bound, Stage, StageText};
use crate::gpu::error::GpuError;
use crate::gpu::kernel::Kernel;
use std::borrow::Cow;

/// The two entry points and what they bind.
#[derive(Debug)]
pub(crate) struct Pipelines {
    pub(crate) stage: Stage,
    /// What all chunks share: the instructions of a kernel that interprets them, and the tables that functions look numbers up in.
    pub(crate) shared: Vec<wgpu::Buffer>,
}

impl Pipelines {
    /// The index of the entry point that makes steps among those of the stage.
    pub(crate) const ADVANCE: usize = 0;
    /// The index of the entry point that evaluates outputs.
    pub(crate) const OBSERVE: usize = 1;

    /// Returns what a device compiles of a kernel.
    pub(crate) fn source(kernel: &Kernel) -> StageText<'_> {
        use Bound::{Control, Read, Write};
        let mut bound = vec![Control, Read, Write, Write, Write, Write, Write, Write];
        bound.extend((0..kernel.shared_buffers()).map(|_| Read));
        StageText {
            text: kernel.text.as_str().into(),
            precision: kernel.precision,
            arithmetic: kernel.arithmetic,
            entry_points: &["advance", "observe"],
            bound,
        }
    }

    /// Translates and compiles a kernel.
    pub(crate) fn new(device: &Device, kernel: &Kernel) -> Result<Self, GpuError> {
        let stage = Stage::new(device, &Self::source(kernel))?;
        let filled = || shared(kernel).map(|data| device.filled(&data, 0)).collect();
        Ok(Self { stage, shared: device.guarded("allocating the tables of a kernel", filled)? })
    }
}

/// Returns the bytes of the buffers that all chunks share.
fn shared(kernel: &Kernel) -> impl Iterator<Item = Cow<'_, [u8]>> {
    let instructions = kernel.interpreted.as_ref().map(|of| Cow::Borrowed(bytemuck::cast_slice(&of.instructions)));
    let tables = (kernel.tables.count() > 0).then(|| bytes(&kernel.tables.numbers(), kernel.precision).into());
    instructions.into_iter().chain(tables)
}
