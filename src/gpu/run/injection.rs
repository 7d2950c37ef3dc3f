//! Faults on purpose, to see what becomes of the members.

use crate::ensemble::{Fault, Outcome};
use crate::gpu::device::open::Device;
use crate::gpu::error::GpuError;
use crate::gpu::kernel::reason;
use std::sync::{Mutex, PoisonError};

/// A fault that one of the next dispatches is to have.
#[derive(Debug, Default)]
pub(crate) struct Injection(Mutex<Plan>);

#[derive(Debug, Default)]
struct Plan {
    fault: Option<Fault>,
    /// Dispatches before it.
    before: u64,
    times: u32,
}

impl Injection {
    pub(crate) fn set(&self, fault: Fault, before: u64, times: u32) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Plan { fault: Some(fault), before, times };
    }

    /// Takes the fault of the next dispatch, if there is one.
    pub(crate) fn next(&self) -> Option<Fault> {
        let mut plan = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if plan.before > 0 {
            plan.before -= 1;
            return None;
        }
        if plan.times == 0 {
            return None;
        }
        plan.times -= 1;
        plan.fault
    }
}

/// Makes a fault happen before a dispatch: a lost device and a refused call are real; memory that does not suffice
/// cannot be had on purpose.
pub(crate) fn before(device: &Device, fault: Fault) -> Result<(), GpuError> {
    match fault {
        Fault::DeviceLost => device.device.destroy(),
        Fault::OutOfMemory => {
            return Err(GpuError::OutOfMemory { adapter: device.report.name.clone(), what: "allocating buffers" });
        }
        Fault::Validation => {
            let size = device.device.limits().max_buffer_size.saturating_add(4) & !3;
            let usage = wgpu::BufferUsages::STORAGE;
            let descriptor = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
            device.guarded("a dispatch", || drop(device.device.create_buffer(&descriptor)))?;
        }
        _ => {}
    }
    Ok(())
}

/// Spoils the status of some members, eight words each, as a fault does: one whose loop the driver has stopped, or all
/// of them overflown.
pub(crate) fn spoil(fault: Fault, words: &mut [u32]) {
    match fault {
        Fault::StepsDropped => words[4] &= 0xffff,
        Fault::SuspiciousFailures => {
            for member in words.chunks_exact_mut(8) {
                member[0] = Outcome::NonFinite.code();
                member[4] = reason::ENDED << 16;
            }
        }
        _ => {}
    }
}
