//! The GPU backend: the study's equations as a WGSL kernel, one thread per member.
//!
//! | part | is |
//! |---|---|
//! | `kernel` | [`Kernel`], the text; knows no device |
//! | `choice` | [`AdapterReport`], and which adapter computes |
//! | `device` | [`adapters`], an open device and its calls, `ExactModule` |
//! | `run` | a chunk of members on a device: buffers, dispatches, what comes back |
//! | `self_test` | which precisions a device computes as it must (`PrecisionSupport`), and the first steps of a kernel |
//! | `measurement` | [`Rates`] of a device, by kernels of the variants that it passes the self-test with |
//! | `form` | which [`Form`] a kernel takes |
//! | `host` | members that a kernel leaves to the CPU |
//! | `backend` | [`GpuBackend`], made of these |
//! | `compiled` | `CompiledKernel`: what a driver reports of the kernel of a study |
//! | `absent` | a backend that cannot be opened, where the program is built without the feature `gpu` |
//!
//! Each part uses those above it.

#[cfg(not(feature = "gpu"))]
mod absent;
#[cfg(feature = "gpu")]
mod backend;
mod choice;
#[cfg(feature = "gpu")]
mod compiled;
#[cfg(feature = "gpu")]
mod device;
mod error;
#[cfg(feature = "gpu")]
mod form;
#[cfg(feature = "gpu")]
mod host;
#[cfg(feature = "gpu")]
mod inspection;
#[cfg_attr(not(feature = "gpu"), allow(dead_code, unused_imports, reason = "devices use most of it"))]
mod kernel;
#[cfg(feature = "gpu")]
mod measurement;
mod options;
mod rates;
#[cfg(feature = "gpu")]
mod run;
#[cfg(feature = "gpu")]
mod self_test;

#[cfg(not(feature = "gpu"))]
pub use absent::{GpuBackend, adapters, known_rates};
#[cfg(feature = "gpu")]
pub use backend::GpuBackend;
pub use choice::{AdapterReport, Choice, choose, named};
#[cfg(feature = "gpu")]
pub use compiled::{CompiledEntryPoint, CompiledKernel};
#[cfg(feature = "gpu")]
pub use device::adapter::adapters;
#[cfg(feature = "gpu")]
pub use device::executable::{Executable, Figure, FigureValue};
#[cfg(feature = "gpu")]
pub use device::spirv::{ExactModule, SpirvError};
pub use error::GpuError;
#[cfg(feature = "gpu")]
pub use inspection::{Inspection, inspect};
pub use kernel::{Arithmetic, Begin, Form, Kernel, KernelError, ProductError, Variant, prelude};
#[cfg(feature = "gpu")]
pub use measurement::{known_rates, measure_rates};
pub use options::GpuOptions;
pub use rates::Rates;
#[cfg(feature = "gpu")]
pub use run::session::DeviceWork;
#[cfg(feature = "gpu")]
pub use self_test::PrecisionSupport;
