//! Devices: an adapter that is open.

use super::watch::Watch;
use crate::gpu::choice::{AdapterReport, Choice, choose};
use crate::gpu::device::adapter::{all_adapters, report, stand_in};
use crate::gpu::error::GpuError;
use crate::gpu::kernel::Arithmetic;
use crate::gpu::options::GpuOptions;
use crate::num::Precision;
use std::sync::Arc;

/// What buffers of kernels are used for, and those by which their contents come to the host.
pub(crate) const STORAGE: wgpu::BufferUsages =
    wgpu::BufferUsages::STORAGE.union(wgpu::BufferUsages::COPY_DST).union(wgpu::BufferUsages::COPY_SRC);
pub(crate) const READBACK: wgpu::BufferUsages = wgpu::BufferUsages::MAP_READ.union(wgpu::BufferUsages::COPY_DST);
/// Those by which the contents of others come from the host.
pub(crate) const STAGING: wgpu::BufferUsages = wgpu::BufferUsages::MAP_WRITE.union(wgpu::BufferUsages::COPY_SRC);
/// What the uniform block is used for.
pub(crate) const CONTROL: wgpu::BufferUsages = wgpu::BufferUsages::UNIFORM.union(wgpu::BufferUsages::COPY_DST);

/// Returns what a device is opened with: all that kernels use of it.
pub(crate) fn features(report: &AdapterReport) -> wgpu::Features {
    let mut features = wgpu::Features::empty();
    features.set(wgpu::Features::SHADER_F64, report.precisions.contains(&Precision::Double));
    features.set(wgpu::Features::PASSTHROUGH_SHADERS, report.arithmetic == Arithmetic::Exact);
    features
}

/// A device that is ready to compute.
#[derive(Debug)]
pub(crate) struct Device {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    pub(crate) report: AdapterReport,
    /// What the device says outside of any call.
    pub(crate) watch: Arc<Watch>,
    /// Whether it computes; a stand-in keeps what is written to it and does nothing else.
    pub(crate) computes: bool,
    /// What the user who named the adapter should know.
    pub(crate) remark: Option<String>,
}

impl Device {
    /// Opens the adapter that [`choose`] names.
    pub(crate) fn open(options: &GpuOptions) -> Result<Self, GpuError> {
        let adapters = all_adapters();
        let reports: Vec<AdapterReport> = adapters.iter().map(report).collect();
        let Choice { place, remark } = choose(&reports, options)?;
        Ok(Self { remark, ..Self::of(&adapters[place])? })
    }

    /// Opens a device that computes nothing and takes no time: copies of buffers are all that it does.
    pub(crate) fn stand_in() -> Result<Self, GpuError> {
        Self::of(&stand_in().ok_or(GpuError::NoAdapter)?)
    }

    /// Opens an adapter with all that kernels use of it.
    pub(crate) fn of(adapter: &wgpu::Adapter) -> Result<Self, GpuError> {
        let report = report(adapter);
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("gyrosweep"),
            required_features: features(&report),
            // the defaults are lower than what the adapter has
            required_limits: adapter.limits(),
            ..Default::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))
            .map_err(|e| GpuError::Device { adapter: report.name.clone(), reason: e.to_string() })?;
        let watch = Watch::over(&device);
        let computes = adapter.get_info().backend != wgpu::Backend::Noop;
        Ok(Self { device, queue, report, watch, computes, remark: None })
    }

    /// Makes a buffer of so many bytes, which are zero; a kernel sees no smaller one than of a vector.
    pub(crate) fn buffer(&self, size: usize, usage: wgpu::BufferUsages) -> wgpu::Buffer {
        let size = size.max(16) as u64;
        let descriptor = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
        self.device.create_buffer(&descriptor)
    }

    /// Makes a buffer that kernels use, with these bytes at its beginning and so many further ones.
    pub(crate) fn filled(&self, data: &[u8], further: usize) -> wgpu::Buffer {
        let filled = self.buffer(data.len() + further, STORAGE);
        self.queue.write_buffer(&filled, 0, data);
        filled
    }
}
