//! The GPU backend: the study's equations as a WGSL kernel, one thread per member.
//!
//! [`Kernel`] makes the text and [`ExactModule`] translates it; neither knows a device. The other files are the
//! only ones that name `wgpu`.

mod adapter;
mod backend;
mod buffers;
mod cache;
mod calls;
mod canary;
mod chunk;
pub mod crossover;
mod device;
mod forms;
mod injection;
mod inspection;
mod kernel;
mod options;
mod order;
mod pipelines;
mod probe;
mod rates;
mod ration;
mod reduction;
mod session;
mod spirv;
mod stage;
mod tally;
mod variant;

pub use adapter::{AdapterReport, Choice, adapters, choose, named};
pub use backend::{GpuBackend, GpuError};
pub use cache::{Cached, digest};
pub use canary::Offer;
pub use device::Arithmetic;
pub use forms::{FormChoice, FormCost, FormWork};
pub use inspection::{Inspection, inspect};
pub use kernel::{Kernel, KernelError};
pub use options::GpuOptions;
pub use rates::{Rates, known_rates, measure_rates};
pub use session::DeviceWork;
pub use spirv::{ExactModule, SpirvError};
pub use variant::{Form, Variant};
