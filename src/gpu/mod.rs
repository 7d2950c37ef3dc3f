//! The GPU backend: the study's equations as a WGSL kernel, one thread per member.
//!
//! [`Kernel`] makes the text and [`ExactModule`] translates it; neither knows a device. The other files are the
//! only ones that name `wgpu`.

mod backend;
mod buffers;
mod chunk;
mod device;
mod kernel;
mod options;
mod pipelines;
mod spirv;

pub use backend::{GpuBackend, GpuError};
pub use device::{AdapterReport, Arithmetic, adapters, choose};
pub use kernel::{Kernel, KernelError};
pub use options::GpuOptions;
pub use spirv::{ExactModule, SpirvError};
