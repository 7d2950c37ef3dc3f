//! The reasons why there is no GPU backend, or why it failed.

use crate::ensemble::{BackendError, Fault};
#[cfg(feature = "gpu")]
use crate::gpu::device::spirv::SpirvError;
use crate::gpu::kernel::KernelError;

/// The reason why there is no GPU backend, or why it failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GpuError {
    /// No adapter at all.
    #[error("no GPU was found; `gyrosweep devices` lists what there is, `--backend cpu` runs without one")]
    NoAdapter,
    /// No adapter has the name.
    #[error("--adapter {wanted}: there is no such adapter; accepted: a number or a part of a name of {adapters}")]
    NoSuchAdapter {
        /// What was asked for.
        wanted: String,
        /// The adapters with their numbers.
        adapters: String,
    },
    /// Several adapters have the name, and one is needed.
    #[error(
        "--adapter {wanted}: several adapters have that in their names: {adapters}; give one of these numbers, or a longer part of a name"
    )]
    SeveralAdapters {
        /// What was asked for.
        wanted: String,
        /// The adapters with their numbers.
        adapters: String,
    },
    /// No adapter offers the precision.
    #[error("no adapter offers {precision} (found: {adapters}); choose another --precision, or `--backend cpu`")]
    NoPrecision {
        /// The precision.
        precision: &'static str,
        /// The adapters.
        adapters: String,
    },
    /// The device does not compute the precision as it must.
    #[error("{adapter}: {precision} is refused: {reason}; choose another --precision, or `--backend cpu`")]
    Refused {
        /// The adapter.
        adapter: String,
        /// The precision.
        precision: &'static str,
        /// What differs by how much.
        reason: String,
    },
    /// The kernel of the study does not move its members as the CPU does.
    #[error(
        "{adapter}: the kernel does not compute what the CPU does: {what}; choose another --precision, update the driver, \
         or use `--backend cpu`"
    )]
    Differs {
        /// The adapter.
        adapter: String,
        /// What differs by how much.
        what: String,
    },
    /// The kernel of the study could not be compared with the CPU.
    #[error("{adapter}: the first steps of the kernel failed: {reason}; `--backend cpu` runs without it")]
    SelfTest {
        /// The adapter.
        adapter: String,
        /// Why.
        reason: String,
    },
    /// The device cannot be opened.
    #[error("cannot open {adapter}: {reason}; `--backend cpu` runs without it")]
    Device {
        /// The adapter.
        adapter: String,
        /// What the driver says.
        reason: String,
    },
    /// The device is gone.
    #[error("{adapter}: the device was lost: {reason}")]
    Lost {
        /// The adapter.
        adapter: String,
        /// What the driver says.
        reason: String,
    },
    /// The driver does not come to an end of compiling.
    #[error("the driver has not compiled a kernel of this study within {seconds} s; `--backend cpu` needs none")]
    NotCompiled {
        /// How long it was waited for, s.
        seconds: f64,
    },
    /// The device does not come to an end.
    #[error("{adapter}: {what} did not end within the time limit")]
    Hung {
        /// The adapter.
        adapter: String,
        /// What was done.
        what: &'static str,
    },
    /// The device's memory does not suffice.
    #[error("{adapter}: {what} failed: its memory does not suffice")]
    OutOfMemory {
        /// The adapter.
        adapter: String,
        /// What was done.
        what: &'static str,
    },
    /// A call failed.
    #[error("{adapter}: {what} failed: {reason}")]
    Call {
        /// The adapter.
        adapter: String,
        /// What was done.
        what: &'static str,
        /// What the driver says.
        reason: String,
    },
    /// Members did not make the steps that they were asked for.
    #[error(
        "{adapter}: member {member} was left after {done} steps although it is well; the driver drops work, so its \
         results cannot be trusted"
    )]
    StepsMissing {
        /// The adapter.
        adapter: String,
        /// The first such member.
        member: u64,
        /// The number of steps that the member made.
        done: u32,
    },
    /// A chunk does not fit a buffer.
    #[error(
        "{members} members at a time need a buffer of {needed} bytes; {adapter} allows {limit}, that is at most \
         {most} members at a time: choose --chunk {most} or less"
    )]
    ChunkTooLarge {
        /// Members of the chunk.
        members: usize,
        /// Bytes of its largest buffer.
        needed: u64,
        /// The adapter.
        adapter: String,
        /// The largest buffer that the adapter allows, bytes.
        limit: u64,
        /// The largest possible chunk.
        most: usize,
    },
    /// A chunk does not fit a dispatch.
    #[error(
        "{members} members at a time need {needed} workgroups; {adapter} allows {limit}, that is at most {most} \
         members at a time: choose --chunk {most} or less"
    )]
    DispatchTooLarge {
        /// Members of the chunk.
        members: usize,
        /// Workgroups that they need.
        needed: usize,
        /// The adapter.
        adapter: String,
        /// The largest number of workgroups that the adapter allows.
        limit: u32,
        /// The largest possible chunk.
        most: usize,
    },
    /// Results would depend on who computes a member.
    #[error(
        "{adapter} {why}, so a member's result would depend on which device computes it; choose --backend gpu or \
         --backend cpu alone"
    )]
    NotShared {
        /// The adapter.
        adapter: String,
        /// How the adapter computes otherwise than the CPU.
        why: String,
    },
    /// Nobody wants the rest of the members any more.
    #[error("the run was stopped")]
    Stopped,
    /// The study has no kernel.
    #[error(transparent)]
    Kernel(#[from] KernelError),
    /// The program is built without devices.
    #[error("this program is built without GPUs; build it with the feature `gpu`, or use `--backend cpu`")]
    Absent,
    /// The kernel cannot be translated.
    #[cfg(feature = "gpu")]
    #[error(transparent)]
    Spirv(#[from] SpirvError),
}

impl GpuError {
    /// Says whether the scenario or the options ask for what there is not; else a device fails.
    pub fn is_input(&self) -> bool {
        match self {
            GpuError::NoAdapter
            | GpuError::Absent
            | GpuError::NoSuchAdapter { .. }
            | GpuError::SeveralAdapters { .. }
            | GpuError::NoPrecision { .. }
            | GpuError::Refused { .. }
            | GpuError::ChunkTooLarge { .. }
            | GpuError::DispatchTooLarge { .. }
            | GpuError::NotShared { .. }
            | GpuError::Kernel(_) => true,
            GpuError::Differs { .. }
            | GpuError::SelfTest { .. }
            | GpuError::Device { .. }
            | GpuError::Lost { .. }
            | GpuError::Hung { .. }
            | GpuError::NotCompiled { .. }
            | GpuError::OutOfMemory { .. }
            | GpuError::Call { .. }
            | GpuError::StepsMissing { .. }
            | GpuError::Stopped => false,
            #[cfg(feature = "gpu")]
            GpuError::Spirv(_) => false,
        }
    }

    /// Returns the kind of fault that the error is.
    pub fn fault(&self) -> Fault {
        match self {
            GpuError::Lost { .. } => Fault::DeviceLost,
            GpuError::Hung { .. } => Fault::Hung,
            GpuError::OutOfMemory { .. } => Fault::OutOfMemory,
            GpuError::Call { .. } => Fault::Validation,
            GpuError::StepsMissing { .. } => Fault::StepsDropped,
            GpuError::Device { .. } => Fault::Failed,
            GpuError::Stopped => Fault::Stopped,
            _ => Fault::Refused,
        }
    }
}

impl From<GpuError> for BackendError {
    fn from(error: GpuError) -> Self {
        BackendError { fault: error.fault(), words: error.to_string() }
    }
}
