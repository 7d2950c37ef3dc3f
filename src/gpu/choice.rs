//! What there is to know of adapters, and which of them computes.

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

/// The adapter that computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The index of the adapter among the reports.
    pub place: usize,
    /// What a user who named the adapter should know: that others have the name too.
    pub remark: Option<String>,
}

/// Names with their numbers in `gyrosweep devices`.
pub(super) fn list<'a>(reports: impl Iterator<Item = (usize, &'a AdapterReport)>) -> String {
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
