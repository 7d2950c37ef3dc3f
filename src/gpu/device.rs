//! Devices: an adapter that is open.

use super::adapter::{AdapterReport, Choice, all_adapters, choose, report};
use super::backend::GpuError;
use super::calls::Watch;
use super::options::GpuOptions;
use crate::num::Precision;
use std::sync::Arc;

/// Who decides how the operations of a kernel are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// The kernel: no operation is fused with another, and none is reassociated.
    Exact,
    /// The driver: it may fuse products and sums, and reassociate.
    Driver,
}

impl std::fmt::Display for Arithmetic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Arithmetic::Exact => "exact (SPIR-V, NoContraction)",
            Arithmetic::Driver => "as the driver compiles it",
        })
    }
}

/// A device that is ready to compute.
#[derive(Debug)]
pub(super) struct Device {
    pub(super) device: wgpu::Device,
    pub(super) queue: wgpu::Queue,
    pub(super) report: AdapterReport,
    /// What it says outside of any call.
    pub(super) watch: Arc<Watch>,
    /// What the user who named it should know.
    pub(super) remark: Option<String>,
}

impl Device {
    /// Opens the adapter that [`choose`] names.
    pub(super) fn open(options: &GpuOptions) -> Result<Self, GpuError> {
        let adapters = all_adapters();
        let reports: Vec<AdapterReport> = adapters.iter().map(report).collect();
        let Choice { place, remark } = choose(&reports, options)?;
        Ok(Self { remark, ..Self::of(&adapters[place])? })
    }

    /// Opens an adapter with all that kernels use of it.
    pub(super) fn of(adapter: &wgpu::Adapter) -> Result<Self, GpuError> {
        let report = report(adapter);
        let mut features = wgpu::Features::empty();
        features.set(wgpu::Features::SHADER_F64, report.precisions.contains(&Precision::Double));
        features.set(wgpu::Features::PASSTHROUGH_SHADERS, report.arithmetic == Arithmetic::Exact);
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("gyrosweep"),
            required_features: features,
            // the defaults are lower than what the adapter has
            required_limits: adapter.limits(),
            ..Default::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))
            .map_err(|e| GpuError::Device { adapter: report.name.clone(), reason: e.to_string() })?;
        let watch = Watch::over(&device);
        Ok(Self { device, queue, report, watch, remark: None })
    }
}
