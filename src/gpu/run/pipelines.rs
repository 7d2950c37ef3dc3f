//! The kernel of a study on a device.

use crate::gpu::device::numbers::bytes;
use crate::gpu::device::open::Device;
use crate::gpu::device::stage::{Bound, Stage};
use crate::gpu::error::GpuError;
use crate::gpu::kernel::Kernel;

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

    /// Translates and compiles a kernel.
    pub(crate) fn new(device: &Device, kernel: &Kernel) -> Result<Self, GpuError> {
        use Bound::{Control, Read, Write};
        let instructions = kernel.interpreted.as_ref().map(|functions| bytemuck::cast_slice(&functions.instructions));
        let tables = (kernel.tables.count() > 0).then(|| bytes(&kernel.tables.numbers(), kernel.precision));
        let shared: Vec<&[u8]> = instructions.into_iter().chain(tables.as_deref()).collect();
        let bound = [Control, Read, Write, Write, Write, Write, Write, Write, Read, Read];
        let bound = &bound[..bound.len() - 2 + shared.len()];
        let how = (kernel.precision, kernel.arithmetic);
        let stage = Stage::new(device, &kernel.text, how, &["advance", "observe"], bound)?;
        let filled = || shared.iter().map(|data| device.filled(data, 0)).collect();
        Ok(Self { stage, shared: device.guarded("allocating the tables of a kernel", filled)? })
    }
}
