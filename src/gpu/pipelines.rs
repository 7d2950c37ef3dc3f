//! The kernel of a study on a device.

use super::backend::GpuError;
use super::device::Device;
use super::kernel::Kernel;
use super::stage::{Bound, Stage};

/// The two entry points and what they bind.
#[derive(Debug)]
pub(super) struct Pipelines {
    pub(super) stage: Stage,
    /// The instructions of a kernel that interprets them.
    pub(super) table: Option<wgpu::Buffer>,
}

impl Pipelines {
    /// The place of the entry point that makes steps among those of the stage.
    pub(super) const ADVANCE: usize = 0;
    /// The place of the one that evaluates outputs.
    pub(super) const OBSERVE: usize = 1;

    /// Translates and compiles a kernel.
    pub(super) fn new(device: &Device, kernel: &Kernel) -> Result<Self, GpuError> {
        use Bound::{Control, Read, Write};
        let bound = [Control, Read, Write, Write, Write, Write, Write, Write, Read];
        let bound = if kernel.tables.is_some() { &bound[..] } else { &bound[..8] };
        let how = (kernel.precision, kernel.arithmetic);
        let stage = Stage::new(device, &kernel.text, how, &["advance", "observe"], bound)?;
        let filled = || {
            let tables = kernel.tables.as_ref();
            tables.map(|tables| device.filled(bytemuck::cast_slice(&tables.words), 0))
        };
        Ok(Self { stage, table: device.guarded("allocating the table of a kernel", filled)? })
    }
}
