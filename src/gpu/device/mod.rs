//! A device: its adapter, calls that cannot end the process, kernels as the driver takes them, small kernels that look
//! at it.

pub(super) mod adapter;
pub(super) mod cache;
mod calls;
pub(super) mod executable;
mod float_controls;
pub(super) mod numbers;
pub(super) mod open;
pub(super) mod probe;
pub(super) mod spirv;
pub(super) mod stage;
mod watch;
