//! The kernel of a study on a device.

use crate::gpu::device::open::Device;
use crate::gpu::device::stage::{Bound, Stage};
use crate::gpu::error::GpuError;
use crate::gpu::kernel::Kernel;

/// The two entry points and what they bind.
#[derive(Debug)]
pub(crate) struct Pipelines {
    pub(crate) stage: Stage,
    /// The instructions of a kernel that interprets them.
    pub(crate) instructions: Option<wgpu::Buffer>,
}

impl Pipelines {
    /// The index of the entry point that makes steps among those of the stage.
    pub(crate) const ADVANCE: usize = 0;
    /// The index of the entry point that evaluates outputs.
    pub(crate) const OBSERVE: usize = 1;

    /// Translates and compiles a kernel.
    pub(crate) fn new(device: &Device, kernel: &Kernel) -> Result<Self, GpuError> {
        use Bound::{Control, Read, Write};
        let bound = [Control, Read, Write, Write, Write, Write, Write, Write, Read];
        let bound = if kernel.interpreted.is_some() { &bound[..] } else { &bound[..8] };
        let how = (kernel.precision, kernel.arithmetic);
        let stage = Stage::new(device, &kernel.text, how, &["advance", "observe"], bound)?;
        let filled = || {
            let functions = kernel.interpreted.as_ref();
            functions.map(|functions| device.filled(bytemuck::cast_slice(&functions.instructions), 0))
        };
        Ok(Self { stage, instructions: device.guarded("allocating the table of a kernel", filled)? })
    }
}
