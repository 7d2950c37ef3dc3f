//! The adapters of this machine, and which of them computes.

use super::float_controls::preserved_widths;
use crate::gpu::error::GpuError;
use crate::gpu::kernel::Arithmetic;
use crate::gpu::options::GpuOptions;
use crate::num::Precision;

/// What a user needs to know of an adapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdapterReport {
    /// The name of the adapter.
    pub name: String,
    /// The number of the maker, as PCI devices have it.
    pub vendor: u32,
    /// The driver and its version.
    pub driver: String,
    /// `discrete GPU`, `integrated GPU`, `software`, ...
    pub kind: &'static str,
    /// The programming interface.
    pub interface: String,
    /// True where the adapter computes on the CPU.
    pub software: bool,
    /// The precisions that the adapter has numbers for; whether it computes as it must is for the self-test to say.
    pub precisions: Vec<Precision>,
    /// What the adapter's kernels compute in.
    pub arithmetic: Arithmetic,
    /// The widths in bits of the numbers whose signed zeros, infinities and NaN exact kernels keep.
    pub preserved_widths: Vec<u32>,
    /// The largest storage buffer that a kernel can see, bytes.
    pub buffer_limit: u64,
    /// The largest number of workgroups in one dispatch.
    pub workgroup_limit: u32,
    /// The largest number of threads in one workgroup.
    pub thread_limit: u32,
    /// The largest number of storage buffers that a kernel can see.
    pub binding_limit: u32,
}

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

/// The adapter that computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The index of the adapter among the reports.
    pub place: usize,
    /// What a user who named the adapter should know: that others have the name too.
    pub remark: Option<String>,
}

/// Names with their numbers in `gyrosweep devices`.
fn list<'a>(reports: impl Iterator<Item = (usize, &'a AdapterReport)>) -> String {
    reports.map(|(at, r)| format!("{} {}", at + 1, r.name)).collect::<Vec<_>>().join(", ")
}

/// Returns the indices of the adapters that a user means: that of the number, counted from one, or all whose names
/// contain the text, whatever its case.
///
/// # Errors
/// [`GpuError::NoSuchAdapter`] where there is none.
pub fn named(reports: &[AdapterReport], wanted: &str) -> Result<Vec<usize>, GpuError> {
    let number = wanted.trim().parse().ok().filter(|n| (1..=reports.len()).contains(n));
    let words = wanted.trim().to_lowercase();
    let found: Vec<usize> = match number {
        Some(n) => vec![n - 1],
        None => (0..reports.len()).filter(|at| reports[*at].name.to_lowercase().contains(&words)).collect(),
    };
    if reports.is_empty() {
        Err(GpuError::NoAdapter)
    } else if found.is_empty() || words.is_empty() {
        Err(GpuError::NoSuchAdapter { wanted: wanted.into(), adapters: list(reports.iter().enumerate()) })
    } else {
        Ok(found)
    }
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

/// Chooses the first adapter that has the precision, among those of the name if one is given. A software adapter is
/// taken only where the options allow it or its name was given.
///
/// # Errors
/// [`GpuError::NoAdapter`] where no adapter may be used, [`GpuError::NoSuchAdapter`] where none has the name,
/// [`GpuError::NoPrecision`] where none of those that may be used has the precision.
pub fn choose(reports: &[AdapterReport], options: &GpuOptions) -> Result<Choice, GpuError> {
    let usable: Vec<usize> = match &options.adapter {
        Some(wanted) => named(reports, wanted)?,
        None => (0..reports.len()).filter(|at| options.software || !reports[*at].software).collect(),
    };
    if usable.is_empty() {
        return Err(GpuError::NoAdapter);
    }
    let place = usable.iter().copied().find(|at| reports[*at].precisions.contains(&options.precision));
    let Some(place) = place else {
        let found: Vec<&str> = usable.iter().map(|at| reports[*at].name.as_str()).collect();
        return Err(GpuError::NoPrecision { precision: options.precision.name(), adapters: found.join(", ") });
    };
    let ambiguous = options.adapter.as_ref().filter(|_| usable.len() > 1);
    let remark = ambiguous.map(|wanted| {
        let all = list(usable.iter().map(|at| (*at, &reports[*at])));
        format!("--adapter {wanted} means any of {all}; taken: {} {}", place + 1, reports[place].name)
    });
    Ok(Choice { place, remark })
}

/// Returns the reason why an adapter has no numbers for a precision, where it has none.
pub(crate) fn lacks(report: &AdapterReport, precision: Precision) -> Option<&'static str> {
    let reason = PRECISIONS.iter().find(|(p, _)| *p == precision).map(|(_, reason)| *reason);
    reason.filter(|_| !report.precisions.contains(&precision))
}
