//! What stands for the GPU backend in a program that is built without it.

use super::choice::AdapterReport;
use super::error::GpuError;
use super::kernel::Arithmetic;
use super::options::GpuOptions;
use super::rates::Rates;
use crate::ensemble::{Backend, BackendError, Chunk, Members, Study};

/// A GPU backend, of which there is none.
#[derive(Debug)]
pub enum GpuBackend {}

impl GpuBackend {
    /// Opens nothing.
    ///
    /// # Errors
    /// [`GpuError::Absent`].
    pub fn new(_: &Study, _: &GpuOptions) -> Result<Self, GpuError> {
        Err(GpuError::Absent)
    }

    /// Returns who decides how operations are compiled.
    pub fn arithmetic(&self) -> Arithmetic {
        match *self {}
    }

    /// Returns the report of the adapter.
    pub fn adapter(&self) -> &AdapterReport {
        match *self {}
    }

    /// Returns what the device does not keep.
    pub fn lost(&self) -> Option<&str> {
        match *self {}
    }
}

impl Backend for GpuBackend {
    fn description(&self) -> String {
        match *self {}
    }

    fn chunk_size(&self) -> usize {
        match *self {}
    }

    fn integrate(&self, _: &Study, _: Members) -> Result<Chunk, BackendError> {
        match *self {}
    }
}

/// Returns the reports of no adapters.
pub fn adapters() -> Vec<AdapterReport> {
    Vec::new()
}

/// Returns the rates of nothing.
///
/// # Errors
/// [`GpuError::Absent`].
pub fn known_rates(_: &GpuOptions) -> Result<Rates, GpuError> {
    Err(GpuError::Absent)
}
