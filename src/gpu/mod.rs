//! The GPU backend: the study's equations as a WGSL kernel, one thread per member.
//!
//! [`Kernel`] makes the text and [`ExactModule`] translates it; neither knows a device. The other files are the
//! only ones that name `wgpu`.

mod backend;
mod device;
mod error;
mod form;
mod inspection;
mod kernel;
mod options;
mod planning;
mod run;
mod self_test;
#[cfg(test)]
mod soft64;

pub use backend::GpuBackend;
pub use device::adapter::{AdapterReport, Choice, adapters, choose, named};
pub use device::cache::{Cached, digest};
pub use device::rates::{Rates, known_rates, measure_rates};
pub use device::spirv::{ExactModule, SpirvError};
pub use error::GpuError;
pub use inspection::{Inspection, inspect};
pub use kernel::{Arithmetic, Form, Kernel, KernelError, Variant};
pub use options::GpuOptions;
pub use planning::{PlanNumbers, PlannedMembers};
pub use run::session::DeviceWork;
pub use self_test::PrecisionSupport;
