//! The GPU as a backend of the ensemble.

use super::chunk::ChunkRun;
use super::device::{AdapterReport, Arithmetic, Device};
use super::kernel::{Kernel, KernelError};
use super::options::GpuOptions;
use super::pipelines::Pipelines;
use super::spirv::SpirvError;
use crate::ensemble::{Backend, BackendError, Chunk, Members, Study};
use crate::num::Precision;
use crate::trace::wgsl::type_name;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Why there is no GPU backend, or why it failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GpuError {
    /// No adapter at all.
    #[error("no GPU was found; `gyrosweep devices` lists what there is, `--backend cpu` runs without one")]
    NoAdapter,
    /// No adapter offers the precision.
    #[error("no adapter offers {precision} (found: {adapters}); choose another --precision, or `--backend cpu`")]
    NoPrecision {
        /// The precision.
        precision: &'static str,
        /// The adapters.
        adapters: String,
    },
    /// The device cannot be opened.
    #[error("cannot open {adapter}: {reason}; `--backend cpu` runs without it")]
    Device {
        /// The adapter.
        adapter: String,
        /// What the driver says.
        reason: String,
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
        /// Steps that it made.
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
        /// What it allows, bytes.
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
        /// What it allows.
        limit: u32,
        /// The largest possible chunk.
        most: usize,
    },
    /// There is no kernel.
    #[error(transparent)]
    Kernel(#[from] KernelError),
    /// The kernel cannot be translated.
    #[error(transparent)]
    Spirv(#[from] SpirvError),
}

impl From<GpuError> for BackendError {
    fn from(error: GpuError) -> Self {
        BackendError(error.to_string())
    }
}

/// Members per workgroup, as the template says.
pub(super) const WORKGROUP: usize = 64;

/// No more steps per dispatch than this: a software device stops loops silently after 65,535 rounds.
const MOST_STEPS: u32 = 16_384;

/// Members that fill any GPU; a larger chunk would only cost memory.
const CHUNK: usize = 262_144;

/// The GPU backend, made for one study.
#[derive(Debug)]
pub struct GpuBackend {
    pub(super) device: Device,
    pub(super) kernel: Kernel,
    pub(super) pipelines: Pipelines,
    arithmetic: Arithmetic,
    /// How long a dispatch is to take.
    dispatch: Duration,
    /// Steps per dispatch, adapted to the time that the last one took.
    budget: Mutex<u32>,
    setup: Duration,
}

impl GpuBackend {
    /// Records the study, opens a device that offers the precision, and compiles the kernel.
    ///
    /// # Errors
    /// Where there is no such device, or the kernel does not compile.
    pub fn new(study: &Study, options: &GpuOptions) -> Result<Self, GpuError> {
        let device = Device::open(options)?;
        let start = Instant::now();
        let kernel = Kernel::new(study, options.precision)?;
        let arithmetic = match options.arithmetic {
            Arithmetic::Exact => device.report.arithmetic,
            Arithmetic::Driver => Arithmetic::Driver,
        };
        let pipelines = Pipelines::new(&device, &kernel, arithmetic)?;
        let dispatch = options.dispatch;
        Ok(Self { device, kernel, pipelines, arithmetic, dispatch, budget: Mutex::new(64), setup: start.elapsed() })
    }

    /// Whether the kernel computes exactly the operations that it is written in.
    pub fn arithmetic(&self) -> Arithmetic {
        self.arithmetic
    }

    /// The adapter.
    pub fn adapter(&self) -> &AdapterReport {
        &self.device.report
    }

    /// The kernel.
    pub fn kernel(&self) -> &Kernel {
        &self.kernel
    }

    /// How long tracing and pipeline creation took.
    pub fn setup_time(&self) -> Duration {
        self.setup
    }

    /// The largest chunk whose buffers the adapter allows.
    pub fn chunk_limit(&self) -> usize {
        let members = self.device.report.buffer_limit / self.bytes_per_member();
        let dispatch = self.device.report.workgroup_limit as u64 * WORKGROUP as u64;
        usize::try_from(members.min(dispatch)).unwrap_or(usize::MAX) / WORKGROUP * WORKGROUP
    }

    /// Bytes per member of the largest buffer.
    fn bytes_per_member(&self) -> u64 {
        (self.kernel.columns.largest() * self.number_size()).max(32) as u64
    }

    pub(super) fn number_size(&self) -> usize {
        match self.kernel.precision {
            Precision::Single => 4,
            Precision::Double => 8,
        }
    }

    /// Steps of the next dispatch.
    pub(super) fn budget(&self) -> u32 {
        self.budget.lock().map_or(64, |b| *b)
    }

    /// Adapts the steps per dispatch to the time that one took.
    pub(super) fn adapt_budget(&self, steps: u32, took: Duration) {
        if let Ok(mut budget) = self.budget.lock() {
            let ratio = (self.dispatch.as_secs_f64() / took.as_secs_f64().max(1e-6)).clamp(0.1, 4.0);
            *budget = ((f64::from(steps) * ratio) as u32).clamp(1, MOST_STEPS);
        }
    }
}

impl Backend for GpuBackend {
    fn description(&self) -> String {
        let (report, precision) = (&self.device.report, type_name(self.kernel.precision));
        format!("{} ({}), {precision}, arithmetic {}", report.name, report.interface, self.arithmetic)
    }

    fn chunk_size(&self) -> usize {
        CHUNK.min(self.chunk_limit())
    }

    fn check_chunk(&self, members: usize) -> Result<(), BackendError> {
        let most = self.chunk_limit();
        if members <= most {
            return Ok(());
        }
        let (report, adapter) = (&self.device.report, self.device.report.name.clone());
        let needed = members as u64 * self.bytes_per_member();
        Err(if needed > report.buffer_limit {
            GpuError::ChunkTooLarge { members, needed, adapter, limit: report.buffer_limit, most }.into()
        } else {
            let needed = members.div_ceil(WORKGROUP);
            GpuError::DispatchTooLarge { members, needed, adapter, limit: report.workgroup_limit, most }.into()
        })
    }

    fn draw(&self, study: &Study, first: u64, count: usize) -> Members {
        Members::draw_parallel(study, first, count)
    }

    fn run(&self, study: &Study, members: Members) -> Result<Chunk, BackendError> {
        self.check_chunk(members.count)?;
        Ok(ChunkRun::new(self, study, members)?.run()?)
    }
}
