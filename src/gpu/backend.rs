//! The GPU as a backend of the ensemble.

use super::error::GpuError;
use super::form;
use super::host::Host;
use super::kernel::WORKGROUP;
use super::self_test;
use crate::ensemble::{Backend, BackendError, Chunk, Fault, MemberWatch, Members, Study, initial_state_tape};
use crate::ensemble::{BlockPartial, Origins};
use crate::gpu::choice::AdapterReport;
use crate::gpu::device::open::Device;
use crate::gpu::kernel::{Arithmetic, Form, Kernel, Variant};
use crate::gpu::options::GpuOptions;
use crate::gpu::run::buffers::Spare;
use crate::gpu::run::chunk::{ChunkRun, Summary};
use crate::gpu::run::injection::Injection;
use crate::gpu::run::session::{DeviceWork, Session};
use crate::num::Precision;
use crate::trace::Tape;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Members that fill any GPU; a larger chunk would only cost memory.
const CHUNK: usize = 262_144;

/// Memory that a chunk may take, bytes: two are in flight, and a desktop wants some too.
const MEMORY: usize = 1 << 30;

/// The GPU backend, made for one study.
#[derive(Debug)]
pub struct GpuBackend {
    kernel: Arc<Kernel>,
    /// The start of members, which the host computes.
    start: Option<Tape>,
    report: AdapterReport,
    remark: Option<String>,
    lost: Option<String>,
    options: GpuOptions,
    session: Mutex<Arc<Session>>,
    /// Memory on the device as it is open now.
    spare: Arc<Spare>,
    injection: Arc<Injection>,
    host: Host,
    watch: Option<MemberWatch>,
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
        let (variant, lost) = self_test::settle(&device, options.precision, options.arithmetic)?;
        let backend = Self { lost, ..Self::on(device, variant, study, options)? };
        self_test::check_trajectory(&backend, &backend.kernel, &backend.report.name, study)?;
        backend.host.forget();
        Ok(Self { setup: began.elapsed(), ..backend })
    }

    /// Makes a backend whose device computes nothing and takes no time: what is left is what the host does. Members end as they begin, and
    /// outputs are zero.
    ///
    /// # Errors
    /// Where the kernel cannot be made.
    pub fn without_device(study: &Study, precision: Precision) -> Result<Self, GpuError> {
        let variant = Variant { arithmetic: Arithmetic::Driver, ..precision.into() };
        Self::on(Device::stand_in()?, variant, study, &GpuOptions::new(precision))
    }

    /// Records the study and compiles its kernel on a device.
    fn on(device: Device, variant: Variant, study: &Study, options: &GpuOptions) -> Result<Self, GpuError> {
        let (report, remark) = (device.report.clone(), device.remark.clone());
        let kernel = form::kernel(study, &report, variant, options.form)?;
        let (kernel, injection) = (Arc::new(kernel), Arc::<Injection>::default());
        let session = Session::new(device, Arc::clone(&kernel), Arc::clone(&injection), options)?;
        Ok(Self {
            kernel,
            start: initial_state_tape(study),
            report,
            remark,
            lost: None,
            options: options.clone(),
            session: Mutex::new(Arc::new(session)),
            spare: Arc::default(),
            injection,
            host: Host::default(),
            watch: None,
            setup: Duration::ZERO,
        })
    }

    /// Returns who decides how operations are compiled: whether the kernel computes exactly those that it is written
    /// in.
    pub fn arithmetic(&self) -> Arithmetic {
        self.kernel.arithmetic
    }

    /// Returns the report of the adapter.
    pub fn adapter(&self) -> &AdapterReport {
        &self.report
    }

    /// Returns a remark for a user who named the adapter: that others have the name too.
    pub fn remark(&self) -> Option<&str> {
        self.remark.as_deref()
    }

    /// Returns a message with an example of what of signed zeros, infinities and NaN the device does not keep, if there
    /// is any.
    pub fn lost(&self) -> Option<&str> {
        self.lost.as_deref()
    }

    /// Returns the kernel of the study.
    pub fn kernel(&self) -> &Kernel {
        &self.kernel
    }

    /// Returns the time that tracing, pipeline creation and the first steps for comparison took.
    pub fn setup_time(&self) -> Duration {
        self.setup
    }

    /// Returns the work that the device has done since it was opened.
    pub fn work(&self) -> DeviceWork {
        self.session().work()
    }

    /// Returns the bytes that a dispatch reads and writes for a member, as the columns of its kernel tell: what a step
    /// itself computes with stays in registers.
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

    /// Returns the session of the device as it is open now.
    pub(crate) fn session(&self) -> Arc<Session> {
        Arc::clone(&self.session.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Begins a chunk.
    fn chunk<'a>(
        &'a self,
        session: Arc<Session>,
        study: &'a Study,
        members: Members,
    ) -> Result<ChunkRun<'a>, GpuError> {
        let mut chunk = ChunkRun::new((session, &self.spare), study, self.start.as_ref(), members)?;
        chunk.watch = self.watch.as_ref();
        Ok(chunk)
    }

    /// Draws members of the plan and computes them, and says after every part of the host's work which it was.
    ///
    /// # Errors
    /// Where the device or the program fails.
    pub fn run_by_parts(
        &self,
        study: &Study,
        count: usize,
        after: &mut dyn FnMut(&'static str),
    ) -> Result<Chunk, BackendError> {
        let members = self.draw(study, 0, count);
        after("draw");
        let device = (self.session(), &self.spare);
        let chunk = ChunkRun::by_parts(device, (study, self.start.as_ref()), members, after)?;
        let chunk = chunk.run()?;
        after("collect");
        Ok(chunk)
    }

    /// Opens the device again where it is lost or hangs.
    fn reopen(&self) -> Result<bool, GpuError> {
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        if !session.device.is_dead() {
            return Ok(false);
        }
        // whoever drops a device waits for it: this one may never answer
        std::mem::forget(Arc::clone(&session));
        self.spare.clear();
        let device = Device::open(&self.options)?;
        *session =
            Arc::new(Session::new(device, Arc::clone(&self.kernel), Arc::clone(&self.injection), &self.options)?);
        Ok(true)
    }

    /// Returns the largest chunk whose buffers the adapter allows.
    pub fn chunk_limit(&self) -> usize {
        let members = self.report.buffer_limit / self.bytes_per_member();
        let dispatch = self.report.workgroup_limit as u64 * WORKGROUP as u64;
        usize::try_from(members.min(dispatch)).unwrap_or(usize::MAX) / WORKGROUP * WORKGROUP
    }

    /// Returns the bytes per member of the largest buffer.
    fn bytes_per_member(&self) -> u64 {
        (self.kernel.columns.largest() * self.session().number_size()).max(32) as u64
    }
}

impl Backend for GpuBackend {
    fn description(&self) -> String {
        let (report, precision) = (&self.report, self.kernel.precision.name());
        let form = match self.kernel.form() {
            Form::Unrolled => "",
            Form::Interpreted => ", interpreted kernel",
        };
        format!("{} ({}), {precision}, arithmetic {}{form}", report.name, report.interface, self.kernel.arithmetic)
    }

    fn arithmetic(&self) -> String {
        let precision = self.kernel.precision.name();
        match self.kernel.arithmetic {
            Arithmetic::Exact => precision.into(),
            arithmetic => format!("{precision}, arithmetic {arithmetic} of {}", self.report.name),
        }
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

    fn watch_members(&mut self, watch: MemberWatch) {
        self.watch = Some(watch);
    }

    fn draw(&self, study: &Study, first: u64, count: usize) -> Members {
        Members::draw_parallel(study, first, count)
    }

    fn integrate(&self, study: &Study, members: Members) -> Result<Chunk, BackendError> {
        self.check_chunk(members.count())?;
        if study.is_switched() || study.crosses_corners_on_host() || study.mechanism.has_resets() {
            return self.host.compute(study, members);
        }
        self.host.complete(study, self.chunk(self.session(), study, members)?.run()?)
    }

    // a kernel is of one method
    fn run_again(&self, study: &Study, members: Members) -> Result<Chunk, BackendError> {
        self.host.compute(study, members)
    }

    fn passed_on(&self) -> Option<(String, u64)> {
        self.host.passed_on()
    }

    fn recover(&self, fault: Fault) -> Result<bool, BackendError> {
        Ok(self.reopen()? || !fault.ends_device())
    }

    fn summarize(
        &self,
        study: &Study,
        first: u64,
        count: usize,
        origins: &Origins,
    ) -> Result<Vec<BlockPartial>, BackendError> {
        self.check_chunk(count)?;
        let session = self.session();
        // members that are tried again are left to the host one by one
        let Some(reduction) = session.reduction(study)?.filter(|_| study.retries().is_empty()) else {
            return Ok(BlockPartial::of_chunk(&self.run(study, self.draw(study, first, count))?, origins));
        };
        let members = self.draw(study, first, count);
        Ok(match self.chunk(Arc::clone(&session), study, members)?.summarize(reduction, &origins.bins)? {
            Summary::Blocks(blocks) => blocks,
            Summary::Members(chunk) => BlockPartial::of_chunk(&self.host.complete(study, *chunk)?, origins),
        })
    }
}

#[cfg(test)]
mod tests;
