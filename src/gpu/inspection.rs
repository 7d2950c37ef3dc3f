//! What `gyrosweep devices` says of an adapter.

use crate::gpu::choice::{AdapterReport, named};
use crate::gpu::device::adapter::{PRECISIONS, all_adapters, report};
use crate::gpu::device::open::Device;
use crate::gpu::error::GpuError;
use crate::gpu::kernel::Arithmetic;
use crate::gpu::rates::Rates;
use crate::gpu::self_test::{self, PrecisionSupport, Source};

/// An adapter, looked at anew.
#[derive(Clone, Debug, PartialEq)]
pub struct Inspection {
    /// The number of the adapter among all, counted from one.
    pub number: usize,
    /// The report of the adapter on itself.
    pub report: AdapterReport,
    /// For every precision, whether it computes it as it must; or why that cannot be said.
    pub support: Result<Vec<PrecisionSupport>, GpuError>,
    /// The rates that the adapter reaches; or why they are not known.
    pub rates: Result<Rates, GpuError>,
}

/// Looks at all adapters, or at those that a user means by a name or number: runs the self-test in every precision and
/// measures the rates, some seconds in all, and keeps what it finds for later runs.
///
/// # Errors
/// [`GpuError::NoSuchAdapter`] where none has the name.
pub fn inspect(wanted: Option<&str>) -> Result<Vec<Inspection>, GpuError> {
    let adapters = all_adapters();
    let reports: Vec<AdapterReport> = adapters.iter().map(report).collect();
    let places = match wanted {
        Some(wanted) => named(&reports, wanted)?,
        None => (0..reports.len()).collect(),
    };
    Ok(places.into_iter().map(|place| of(&adapters[place], place + 1, &reports[place])).collect())
}

fn of(adapter: &wgpu::Adapter, number: usize, report: &AdapterReport) -> Inspection {
    let (support, rates) = match Device::of(adapter) {
        Ok(device) => {
            let support =
                |(precision, _)| self_test::support(&device, precision, Arithmetic::Exact, Source::Measurement);
            (PRECISIONS.into_iter().map(support).collect(), Rates::anew(&device))
        }
        Err(error) => (Err(error.clone()), Err(error)),
    };
    Inspection { number, report: report.clone(), support, rates }
}
