//! The adapters of this machine.

use super::float_controls::preserved_widths;
use crate::gpu::choice::{AdapterReport, list, named};
use crate::gpu::error::GpuError;
use crate::gpu::kernel::Arithmetic;
use crate::num::Precision;

/// Every precision with the reason why an adapter without numbers for it has none.
pub(crate) const PRECISIONS: [(Precision, &str); 3] = [
    (Precision::Single, "the adapter has no 32-bit numbers"),
    (Precision::DoubleFloat, "the adapter has no 32-bit numbers"),
    (Precision::Double, "the adapter has no 64-bit numbers (SHADER_F64)"),
];

fn instance() -> wgpu::Instance {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    // errors are asked for where they are expected; the validation layers of drivers are for their authors
    descriptor.flags = wgpu::InstanceFlags::empty();
    wgpu::Instance::new(descriptor)
}

pub(crate) fn all_adapters() -> Vec<wgpu::Adapter> {
    let instance = instance();
    let mut adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::PRIMARY));
    adapters.retain(|a| a.get_info().device_type != wgpu::DeviceType::Other || !a.features().is_empty());
    adapters.sort_by_key(|a| rank(&a.get_info()));
    adapters
}

/// Returns the adapter of a device that computes nothing, with the limits of a large GPU.
pub(crate) fn stand_in() -> Option<wgpu::Adapter> {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    descriptor.backends = wgpu::Backends::NOOP;
    descriptor.backend_options.noop = wgpu::NoopBackendOptions { enable: true, ..Default::default() };
    let adapters = pollster::block_on(wgpu::Instance::new(descriptor).enumerate_adapters(wgpu::Backends::NOOP));
    adapters.into_iter().next()
}

/// Returns the rank of an adapter: real GPUs first, the largest kind first.
fn rank(info: &wgpu::AdapterInfo) -> u32 {
    match info.device_type {
        wgpu::DeviceType::DiscreteGpu => 0,
        wgpu::DeviceType::IntegratedGpu => 1,
        wgpu::DeviceType::VirtualGpu => 2,
        wgpu::DeviceType::Other => 3,
        wgpu::DeviceType::Cpu => 4,
    }
}

pub(crate) fn report(adapter: &wgpu::Adapter) -> AdapterReport {
    let (info, limits) = (adapter.get_info(), adapter.limits());
    let kind = match info.device_type {
        wgpu::DeviceType::DiscreteGpu => "discrete GPU",
        wgpu::DeviceType::IntegratedGpu => "integrated GPU",
        wgpu::DeviceType::VirtualGpu => "virtual GPU",
        wgpu::DeviceType::Cpu => "software",
        wgpu::DeviceType::Other => "other",
    };
    let has_f64 = adapter.features().contains(wgpu::Features::SHADER_F64);
    let has = |precision: &Precision| *precision != Precision::Double || has_f64;
    AdapterReport {
        name: info.name.clone(),
        vendor: info.vendor,
        driver: format!("{} {}", info.driver, info.driver_info).trim().to_string(),
        kind,
        interface: info.backend.to_string(),
        software: info.device_type == wgpu::DeviceType::Cpu,
        precisions: PRECISIONS.map(|(precision, _)| precision).into_iter().filter(has).collect(),
        arithmetic: arithmetic(adapter),
        preserved_widths: preserved_widths(adapter),
        buffer_limit: limits.max_storage_buffer_binding_size.min(limits.max_buffer_size),
        workgroup_limit: limits.max_compute_workgroups_per_dimension,
        thread_limit: limits.max_compute_invocations_per_workgroup,
        binding_limit: limits.max_storage_buffers_per_shader_stage,
    }
}

/// Returns exact arithmetic where the adapter takes SPIR-V: only there can a kernel forbid fusing.
fn arithmetic(adapter: &wgpu::Adapter) -> Arithmetic {
    let takes_spirv = adapter.get_info().backend == wgpu::Backend::Vulkan;
    if takes_spirv && adapter.features().contains(wgpu::Features::PASSTHROUGH_SHADERS) {
        Arithmetic::Exact
    } else {
        Arithmetic::Driver
    }
}

/// Returns the reports of all adapters of this machine, real GPUs first.
pub fn adapters() -> Vec<AdapterReport> {
    all_adapters().iter().map(report).collect()
}

/// Returns the index of the one adapter that a user means.
///
/// # Errors
/// As [`named`], and [`GpuError::SeveralAdapters`] where there are several.
pub(crate) fn the_one_named(reports: &[AdapterReport], wanted: &str) -> Result<usize, GpuError> {
    match named(reports, wanted)?[..] {
        [place] => Ok(place),
        ref places => {
            let adapters = list(places.iter().map(|at| (*at, &reports[*at])));
            Err(GpuError::SeveralAdapters { wanted: wanted.into(), adapters })
        }
    }
}

/// Returns the reason why an adapter has no numbers for a precision, where it has none.
pub(crate) fn lacks(report: &AdapterReport, precision: Precision) -> Option<&'static str> {
    let reason = PRECISIONS.iter().find(|(p, _)| *p == precision).map(|(_, reason)| *reason);
    reason.filter(|_| !report.precisions.contains(&precision))
}
