//! The GPU backend: the study's equations as a WGSL kernel, one thread per member.
//!
//! | part | is |
//! |---|---|
//! | `kernel` | [`Kernel`], the text; knows no device |
//! | `device` | [`adapters`], an open device and its calls, [`ExactModule`] |
//! | `run` | a chunk of members on a device: buffers, dispatches, what comes back |
//! | `self_test` | which precisions a device computes as it must ([`PrecisionSupport`]), and the first steps of a kernel |
//! | `rates` | [`Rates`] of a device, by kernels of the variants that it passes the self-test with |
//! | `form` | which [`Form`] a kernel takes |
//! | `host` | members that a kernel leaves to the CPU |
//! | `backend` | [`GpuBackend`], made of these |
//! | `compiled` | [`CompiledKernel`]: what a driver reports of the kernel of a study |
//!
//! Each part uses those above it.

mod backend;
mod compiled;
mod device;
mod error;
mod form;
mod host;
mod inspection;
mod kernel;
mod options;
mod rates;
mod run;
mod self_test;

pub use backend::GpuBackend;
pub use compiled::{CompiledEntryPoint, CompiledKernel};
pub use device::adapter::{AdapterReport, Choice, adapters, choose, named};
pub use device::executable::{Executable, Figure, FigureValue};
pub use device::spirv::{ExactModule, SpirvError};
pub use error::GpuError;
pub use inspection::{Inspection, inspect};
pub use kernel::{Arithmetic, Begin, Form, Kernel, KernelError, ProductError, Variant, prelude};
pub use options::GpuOptions;
pub use rates::{Rates, known_rates, measure_rates};
pub use run::session::DeviceWork;
pub use self_test::PrecisionSupport;
