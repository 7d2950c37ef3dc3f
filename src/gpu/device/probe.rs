//! Small kernels that look at a device: those of the self-test and those that measure its rates.

use crate::gpu::device::numbers::{bytes, numbers};
use crate::gpu::device::open::{CONTROL, Device, READBACK, STORAGE};
use crate::gpu::device::stage::{self, Stage, StageText};
use crate::gpu::error::GpuError;
use crate::gpu::kernel::Arithmetic;
use crate::gpu::kernel::{Control, WORKGROUP};
use crate::num::Precision;
use std::time::Duration;

/// A probe that takes longer than this hangs.
const HANG: Duration = Duration::from_secs(30);

/// A compiled probe.
pub(crate) struct Probe<'a> {
    device: &'a Device,
    stage: Stage,
}

/// The buffers that a probe reads and writes.
pub(crate) struct Bound {
    bindings: wgpu::BindGroup,
    results: wgpu::Buffer,
}

impl<'a> Probe<'a> {
    /// Compiles a text as a kernel of that precision would be compiled.
    pub(crate) fn new(
        device: &'a Device,
        text: &str,
        precision: Precision,
        arithmetic: Arithmetic,
    ) -> Result<Self, GpuError> {
        use stage::Bound::{Control, Read, Write};
        let bound = vec![Control, Read, Write];
        let source = StageText { text: text.into(), precision, arithmetic, entry_points: &["probe"], bound };
        Ok(Self { device, stage: Stage::new(device, &source)? })
    }

    /// Makes buffers of these sizes in bytes; the first begins with `inputs`.
    pub(crate) fn bind(&self, control: Control, inputs: &[u8], [size, results]: [usize; 2]) -> Result<Bound, GpuError> {
        let device = self.device;
        device.guarded("allocating buffers", || {
            let uniform = device.buffer(Control::SIZE, CONTROL);
            device.queue.write_buffer(&uniform, 0, &control.bytes());
            let given = device.filled(inputs, size.saturating_sub(inputs.len()));
            let results = device.buffer(results, STORAGE);
            Bound { bindings: self.stage.bind(device, &[&uniform, &given, &results]), results }
        })
    }

    /// Dispatches some workgroups some times over and waits for them.
    pub(crate) fn run(&self, bound: &Bound, workgroups: u32, times: u32) -> Result<(), GpuError> {
        let submission = self.device.guarded("a probe", || {
            let mut encoder = self.device.device.create_command_encoder(&Default::default());
            self.stage.repeat(&mut encoder, 0, &bound.bindings, (workgroups as usize, 1), times);
            self.device.queue.submit([encoder.finish()])
        })?;
        self.device.wait("waiting for a probe", submission, HANG)
    }

    /// Runs on numbers of a precision and returns its results, `members * quantities` of them.
    pub(crate) fn evaluate(
        &self,
        precision: Precision,
        control: Control,
        inputs: &[f64],
        quantities: usize,
    ) -> Result<Vec<f64>, GpuError> {
        let Control { members, stride, .. } = control;
        let inputs = bytes(inputs, precision);
        let size = stride as usize * quantities * bytes(&[0.0], precision).len();
        let bound = self.bind(control, &inputs, [inputs.len(), size])?;
        self.run(&bound, members.div_ceil(WORKGROUP as u32), 1)?;
        Ok(numbers(&self.fetch(&bound.results, size)?, precision))
    }

    fn fetch(&self, buffer: &wgpu::Buffer, size: usize) -> Result<Vec<u8>, GpuError> {
        let readback = self.device.guarded("reading a probe", || self.device.buffer(size, READBACK))?;
        self.device.read("reading a probe", (&readback, size), HANG, |encoder| {
            encoder.copy_buffer_to_buffer(buffer, 0, &readback, 0, size as u64);
        })
    }
}

#[cfg(test)]
mod tests;
