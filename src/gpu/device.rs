//! Adapters and devices.

use super::backend::GpuError;
use super::options::GpuOptions;
use crate::num::Precision;
use std::time::Duration;

/// Who decides how the operations of a kernel are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// What a user needs to know of an adapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdapterReport {
    /// Its name.
    pub name: String,
    /// The driver and its version.
    pub driver: String,
    /// `discrete GPU`, `integrated GPU`, `software`, ...
    pub kind: &'static str,
    /// The programming interface.
    pub interface: String,
    /// True where it computes on the CPU.
    pub software: bool,
    /// The precisions that it offers.
    pub precisions: Vec<&'static str>,
    /// What its kernels compute in.
    pub arithmetic: Arithmetic,
    /// The largest storage buffer that a kernel can see, bytes.
    pub buffer_limit: u64,
    /// The largest number of workgroups in one dispatch.
    pub workgroup_limit: u32,
}

fn instance() -> wgpu::Instance {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    // errors are asked for where they are expected; the validation layers of drivers are for their authors
    descriptor.flags = wgpu::InstanceFlags::empty();
    wgpu::Instance::new(descriptor)
}

fn all_adapters() -> Vec<wgpu::Adapter> {
    let instance = instance();
    let mut adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::PRIMARY));
    adapters.retain(|a| a.get_info().device_type != wgpu::DeviceType::Other || !a.features().is_empty());
    adapters.sort_by_key(|a| rank(&a.get_info()));
    adapters
}

/// Real GPUs first, the largest kind first.
fn rank(info: &wgpu::AdapterInfo) -> u32 {
    match info.device_type {
        wgpu::DeviceType::DiscreteGpu => 0,
        wgpu::DeviceType::IntegratedGpu => 1,
        wgpu::DeviceType::VirtualGpu => 2,
        wgpu::DeviceType::Other => 3,
        wgpu::DeviceType::Cpu => 4,
    }
}

fn report(adapter: &wgpu::Adapter) -> AdapterReport {
    let (info, limits) = (adapter.get_info(), adapter.limits());
    let kind = match info.device_type {
        wgpu::DeviceType::DiscreteGpu => "discrete GPU",
        wgpu::DeviceType::IntegratedGpu => "integrated GPU",
        wgpu::DeviceType::VirtualGpu => "virtual GPU",
        wgpu::DeviceType::Cpu => "software",
        wgpu::DeviceType::Other => "other",
    };
    let mut precisions = vec!["f32"];
    if adapter.features().contains(wgpu::Features::SHADER_F64) {
        precisions.push("f64");
    }
    AdapterReport {
        name: info.name.clone(),
        driver: format!("{} {}", info.driver, info.driver_info).trim().to_string(),
        kind,
        interface: info.backend.to_string(),
        software: info.device_type == wgpu::DeviceType::Cpu,
        precisions,
        arithmetic: arithmetic(adapter),
        buffer_limit: limits.max_storage_buffer_binding_size.min(limits.max_buffer_size),
        workgroup_limit: limits.max_compute_workgroups_per_dimension,
    }
}

/// Exact where the adapter takes SPIR-V: only there can a kernel forbid fusing.
fn arithmetic(adapter: &wgpu::Adapter) -> Arithmetic {
    let takes_spirv = adapter.get_info().backend == wgpu::Backend::Vulkan;
    if takes_spirv && adapter.features().contains(wgpu::Features::PASSTHROUGH_SHADERS) {
        Arithmetic::Exact
    } else {
        Arithmetic::Driver
    }
}

/// All adapters of this machine, real GPUs first.
pub fn adapters() -> Vec<AdapterReport> {
    all_adapters().iter().map(report).collect()
}

/// A device that is ready to compute.
#[derive(Debug)]
pub(super) struct Device {
    pub(super) device: wgpu::Device,
    pub(super) queue: wgpu::Queue,
    pub(super) report: AdapterReport,
}

/// The place of the first adapter that offers the precision; of a software adapter only where `software`
/// says so.
///
/// # Errors
/// [`GpuError::NoAdapter`] where no adapter may be used, [`GpuError::NoPrecision`] where none of those that
/// may be used offers the precision.
pub fn choose(reports: &[AdapterReport], precision: Precision, software: bool) -> Result<usize, GpuError> {
    let usable = |r: &AdapterReport| software || !r.software;
    if !reports.iter().any(usable) {
        return Err(GpuError::NoAdapter);
    }
    let name = crate::trace::wgsl::type_name(precision);
    reports.iter().position(|r| usable(r) && r.precisions.contains(&name)).ok_or_else(|| {
        let found: Vec<String> = reports.iter().filter(|r| usable(r)).map(|r| r.name.clone()).collect();
        GpuError::NoPrecision { precision: name, adapters: found.join(", ") }
    })
}

impl Device {
    /// Opens the adapter that [`choose`] names.
    pub(super) fn open(options: &GpuOptions) -> Result<Self, GpuError> {
        let GpuOptions { precision, software, .. } = *options;
        let adapters = all_adapters();
        let mut reports: Vec<AdapterReport> = adapters.iter().map(report).collect();
        let at = choose(&reports, precision, software)?;
        let adapter = &adapters[at];
        let mut features = wgpu::Features::empty();
        features.set(wgpu::Features::SHADER_F64, precision == Precision::Double);
        features.set(wgpu::Features::PASSTHROUGH_SHADERS, reports[at].arithmetic == Arithmetic::Exact);
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("gyrosweep"),
            required_features: features,
            // the defaults are lower than what the adapter has
            required_limits: adapter.limits(),
            ..Default::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))
            .map_err(|e| GpuError::Device { adapter: reports[at].name.clone(), reason: e.to_string() })?;
        Ok(Self { device, queue, report: reports.swap_remove(at) })
    }

    /// Waits until the device has done what was submitted.
    pub(super) fn wait(&self, what: &'static str, longest: Duration) -> Result<(), GpuError> {
        let poll = wgpu::PollType::Wait { submission_index: None, timeout: Some(longest) };
        self.device.poll(poll).map(|_| ()).map_err(|e| GpuError::Call {
            adapter: self.report.name.clone(),
            what,
            reason: e.to_string(),
        })
    }

    /// Runs something that may fail and returns its error in words instead of panicking.
    pub(super) fn guarded<T>(&self, what: &'static str, action: impl FnOnce() -> T) -> Result<T, GpuError> {
        let memory = self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let validation = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let internal = self.device.push_error_scope(wgpu::ErrorFilter::Internal);
        let value = action();
        let errors = [
            pollster::block_on(internal.pop()),
            pollster::block_on(validation.pop()),
            pollster::block_on(memory.pop()),
        ];
        match errors.into_iter().flatten().next() {
            None => Ok(value),
            Some(error) => Err(GpuError::Call { adapter: self.report.name.clone(), what, reason: error.to_string() }),
        }
    }
}
