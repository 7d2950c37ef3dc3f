//! The run of a chunk of members on a device: its buffers, dispatches of bounded length, and what comes back.

pub(in crate::gpu) mod begin;
pub(super) mod buffers;
pub(super) mod chunk;
mod dispatch_budget;
pub(super) mod injection;
mod order;
pub(super) mod pipelines;
mod progress_counts;
pub(super) mod reduction;
pub(super) mod session;
mod status;
mod upload;
