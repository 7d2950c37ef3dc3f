//! The GPU backend: the study's equations as a WGSL kernel, one thread per member.
//!
//! [`Kernel`] makes the text and knows no device. The other files are the only ones that name `wgpu`.

mod backend;
mod chunk;
mod device;
mod kernel;

pub use backend::{GpuBackend, GpuError};
pub use device::{AdapterReport, adapters, choose};
pub use kernel::{Kernel, KernelError};
