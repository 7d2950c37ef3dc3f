//! The GPU as a backend of the ensemble.

use super::adapter::AdapterReport;
use super::canary;
use super::chunk::ChunkRun;
use super::device::{Arithmetic, Device};
use super::forms::{self, FormChoice};
use super::injection::Injection;
use super::kernel::{Kernel, KernelError};
use super::options::GpuOptions;
use super::planning::PlannedMembers;
use super::session::{DeviceWork, Session};
use super::spirv::SpirvError;
use super::variant::Form;
use crate::ensemble::cpu::start_tape;
use crate::ensemble::statistics::{Bins, BlockPartial};
use crate::ensemble::{Backend, BackendError, Chunk, Fault, Members, Study};
use crate::trace::Tape;
use crate::trace::wgsl::type_name;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Why there is no GPU backend, or why it failed.
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
    Canary {
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
    /// Results would depend on who computes a member.
    #[error(
        "{adapter} compiles arithmetic as it likes, so a member's result would depend on which device computes it; \
         choose --backend gpu or --backend cpu alone"
    )]
    NotShared {
        /// The adapter.
        adapter: String,
    },
    /// There is no kernel.
    #[error(transparent)]
    Kernel(#[from] KernelError),
    /// The kernel cannot be translated.
    #[error(transparent)]
    Spirv(#[from] SpirvError),
}

impl GpuError {
    /// Its kind.
    pub fn fault(&self) -> Fault {
        match self {
            GpuError::Lost { .. } => Fault::DeviceLost,
            GpuError::Hung { .. } => Fault::Hung,
            GpuError::OutOfMemory { .. } => Fault::OutOfMemory,
            GpuError::Call { .. } => Fault::Validation,
            GpuError::StepsMissing { .. } => Fault::StepsDropped,
            GpuError::Device { .. } => Fault::Failed,
            _ => Fault::Refused,
        }
    }
}

impl From<GpuError> for BackendError {
    fn from(error: GpuError) -> Self {
        BackendError { fault: error.fault(), words: error.to_string() }
    }
}

/// Members per workgroup, as the template says.
pub(super) const WORKGROUP: usize = 64;

/// Members that fill any GPU; a larger chunk would only cost memory.
const CHUNK: usize = 262_144;

/// Memory that a chunk may take, bytes: two are in flight, and a desktop wants some too.
const MEMORY: usize = 1 << 30;

/// The GPU backend, made for one study.
#[derive(Debug)]
pub struct GpuBackend {
    pub(super) kernel: Arc<Kernel>,
    /// The start of members, which the host computes.
    pub(super) start: Tape,
    choice: Option<FormChoice>,
    report: AdapterReport,
    remark: Option<String>,
    options: GpuOptions,
    session: Mutex<Arc<Session>>,
    pub(super) injection: Injection,
    setup: Duration,
}

impl GpuBackend {
    /// Records the study, opens a device that offers the precision, compiles the kernel, and lets it make a few steps.
    ///
    /// # Errors
    /// Where there is no such device, where it does not compute the precision as it must, or where the kernel does not
    /// compile or moves members otherwise than the CPU does.
    pub fn new(study: &Study, options: &GpuOptions) -> Result<Self, GpuError> {
        let device = Device::open(options)?;
        let began = Instant::now();
        let (report, remark) = (device.report.clone(), device.remark.clone());
        let arithmetic = canary::settle(&device, options.precision, options.arithmetic)?;
        let (kernel, choice) = forms::kernel(study, &device, (options.precision, arithmetic), options.form)?;
        let kernel = Arc::new(kernel);
        let session = Session::new(device, Arc::clone(&kernel), options)?;
        let backend = Self {
            kernel,
            start: start_tape(study),
            choice,
            report,
            remark,
            options: options.clone(),
            session: Mutex::new(Arc::new(session)),
            injection: Injection::default(),
            setup: Duration::ZERO,
        };
        canary::check_trajectory(&backend, study)?;
        Ok(Self { setup: began.elapsed(), ..backend })
    }

    /// Whether the kernel computes exactly the operations that it is written in.
    pub fn arithmetic(&self) -> Arithmetic {
        self.kernel.arithmetic
    }

    /// The adapter.
    pub fn adapter(&self) -> &AdapterReport {
        &self.report
    }

    /// What a user who named the adapter should know: that others have the name too.
    pub fn remark(&self) -> Option<&str> {
        self.remark.as_deref()
    }

    /// The kernel.
    pub fn kernel(&self) -> &Kernel {
        &self.kernel
    }

    /// How its form was chosen, where what was measured decided.
    pub fn form_choice(&self) -> Option<FormChoice> {
        self.choice
    }

    /// How long tracing, pipeline creation and the first steps for comparison took.
    pub fn setup_time(&self) -> Duration {
        self.setup
    }

    /// What the device has done since it was opened.
    pub fn work(&self) -> DeviceWork {
        self.session().work()
    }

    /// Bytes that a dispatch reads and writes for a member, as the columns of its kernel tell: what a step itself
    /// computes with stays in registers.
    pub fn bytes_per_dispatch(&self) -> usize {
        // two vectors of four words say how far it is
        self.kernel.columns.moved() * self.session().number_size() + 2 * 32
    }

    /// Makes one of the next dispatches fail, to see what becomes of its members: that of number `at`, counted from
    /// zero, and as many after it as are needed to fail so many times.
    #[doc(hidden)]
    pub fn inject(&self, fault: Fault, at: u64, times: u32) {
        self.injection.set(fault, at, times);
    }

    /// How long a dispatch is to take.
    pub(super) fn dispatch_time(&self) -> Duration {
        self.options.dispatch
    }

    /// The device as it is open now.
    pub(super) fn session(&self) -> Arc<Session> {
        Arc::clone(&self.session.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Opens the device again where it is lost or hangs.
    fn reopen(&self) -> Result<bool, GpuError> {
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        if !session.device.is_dead() {
            return Ok(false);
        }
        // whoever drops a device waits for it: this one may never answer
        std::mem::forget(Arc::clone(&session));
        let device = Device::open(&self.options)?;
        *session = Arc::new(Session::new(device, Arc::clone(&self.kernel), &self.options)?);
        Ok(true)
    }

    /// What the device itself makes of members' numbers, where it can draw them.
    ///
    /// # Errors
    /// Where the device fails.
    #[doc(hidden)]
    pub fn planned(&self, study: &Study, first: u64, members: usize) -> Result<Option<PlannedMembers>, GpuError> {
        let session = self.session();
        match session.planner(study)? {
            Some(planner) => planner.look(&session, first, members).map(Some),
            None => Ok(None),
        }
    }

    /// What the host makes of members' numbers, as it uploads them.
    ///
    /// # Errors
    /// Where the device fails.
    #[doc(hidden)]
    pub fn begun_by_the_host(&self, study: &Study, first: u64, members: usize) -> Result<PlannedMembers, GpuError> {
        PlannedMembers::of_host(&self.session(), study, first, members)
    }

    /// The largest chunk whose buffers the adapter allows.
    pub fn chunk_limit(&self) -> usize {
        let members = self.report.buffer_limit / self.bytes_per_member();
        let dispatch = self.report.workgroup_limit as u64 * WORKGROUP as u64;
        usize::try_from(members.min(dispatch)).unwrap_or(usize::MAX) / WORKGROUP * WORKGROUP
    }

    /// Bytes per member of the largest buffer.
    fn bytes_per_member(&self) -> u64 {
        (self.kernel.columns.largest() * self.session().number_size()).max(32) as u64
    }
}

impl Backend for GpuBackend {
    fn description(&self) -> String {
        let (report, precision) = (&self.report, type_name(self.kernel.precision));
        let form = match &self.choice {
            Some(choice) => format!(", {}", choice.words()),
            None if self.kernel.form() == Form::Tables => format!(", {} kernel", Form::Tables),
            None => String::new(),
        };
        format!("{} ({}), {precision}, arithmetic {}{form}", report.name, report.interface, self.kernel.arithmetic)
    }

    fn chunk_size(&self) -> usize {
        let memory = MEMORY / (self.kernel.columns.all() * self.session().number_size() + 32) / WORKGROUP * WORKGROUP;
        CHUNK.min(self.chunk_limit()).min(memory.max(WORKGROUP))
    }

    fn in_flight(&self) -> usize {
        2
    }

    fn is_device(&self) -> bool {
        true
    }

    fn check_chunk(&self, members: usize) -> Result<(), BackendError> {
        let most = self.chunk_limit();
        if members <= most {
            return Ok(());
        }
        let (report, adapter) = (&self.report, self.report.name.clone());
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

    fn recover(&self, fault: Fault) -> Result<bool, BackendError> {
        Ok(self.reopen()? || !fault.ends_device())
    }

    fn summarize(
        &self,
        study: &Study,
        first: u64,
        count: usize,
        bins: &[Bins],
    ) -> Result<Vec<BlockPartial>, BackendError> {
        self.check_chunk(count)?;
        let session = self.session();
        let Some(reduction) = session.reduction(study)? else {
            return Ok(BlockPartial::of_chunk(&self.run(study, self.draw(study, first, count))?, bins));
        };
        if let Some(planner) = session.planner(study)?
            && let Some(run) = ChunkRun::planned(self, study, planner, first, count)?
        {
            return Ok(run.summarize(reduction, bins)?);
        }
        Ok(ChunkRun::new(self, study, self.draw(study, first, count))?.summarize(reduction, bins)?)
    }
}
