//! Opening the backends of a study.

use super::decision::Decision;
use super::error::BackendsError;
use super::memory;
use super::options::{BackendChoice, BackendOptions, Note};
use super::precision::{self, PrecisionReason};
use super::waiting::open_gpu;
use crate::ensemble::cpu::{self, CpuBackend, LaneWidth};
use crate::ensemble::{Backend, BackendError, BackendPool, Fallback, MemberWatch, Study};
use crate::gpu::{Arithmetic, GpuBackend, GpuError, GpuOptions, adapters, choose};
use crate::num::Precision;
use crate::statistics::BLOCK;

/// The backends of a study, ready to compute, and why it is these.
pub struct OpenBackends {
    backends: Vec<Box<dyn Backend>>,
    decision: Option<Decision>,
    precision: Option<PrecisionReason>,
    threads: Option<usize>,
    width: LaneWidth,
    /// The arithmetic of the CPU: in doubt the fastest if it computes alone.
    arithmetic: Option<cpu::Arithmetic>,
    chunk: Option<usize>,
    /// Members that a chunk may have where none is given.
    most: usize,
    /// Output components that are kept of every event, if there are any.
    events: Option<usize>,
    /// Who watches members while they are computed.
    watch: Option<MemberWatch>,
}

impl std::fmt::Debug for OpenBackends {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<String> = self.backends.iter().map(|backend| backend.description()).collect();
        f.debug_struct("OpenBackends").field("backends", &names).finish_non_exhaustive()
    }
}

impl OpenBackends {
    /// Opens what the options ask for, and says what a user should know while it does.
    ///
    /// # Errors
    /// Where the options contradict each other, or a backend cannot be opened or does not serve the study.
    pub fn open(study: &Study, options: &BackendOptions, say: &mut dyn FnMut(Note)) -> Result<Self, BackendsError> {
        check_adapter(options, say)?;
        let takes = memory::check_recording(study).map_err(BackendsError::Chunk)?;
        takes.into_iter().for_each(|takes| say(Note::Warning(takes)));
        let (precision, why) = precision::resolve(study, options, say)?;
        let mut open = Self { precision: why, ..Self::none(study, options)? };
        let choice = choice_for(study, options)?;
        if precision != Precision::Double && !matches!(options.backend, BackendChoice::Auto | BackendChoice::Gpu) {
            return Err(BackendsError::CpuPrecision(precision));
        }
        match choice {
            BackendChoice::Auto => open.decide(study, &options.of_gpu(precision, false), say)?,
            BackendChoice::Cpu => open.add_cpu()?,
            BackendChoice::Gpu => open.add(open_gpu(study, &options.of_gpu(precision, true), say)?),
            BackendChoice::CpuAndGpu => {
                open.add(shared(study, &options.of_gpu(precision, true), say)?);
                open.add_cpu()?;
            }
            BackendChoice::All => open.add_all(study, &options.of_gpu(precision, false), say)?,
        }
        open.check_chunk(study)?;
        Ok(open)
    }

    /// Opens nothing but a backend that a program brings.
    ///
    /// # Errors
    /// Where the chunk that the options name is more than it, or the memory of the host, can take.
    pub fn own(study: &Study, options: &BackendOptions, backend: Box<dyn Backend>) -> Result<Self, BackendsError> {
        let open = Self { backends: vec![backend], ..Self::none(study, options)? };
        open.check_chunk(study)?;
        Ok(open)
    }

    /// Returns no backend yet.
    fn none(study: &Study, options: &BackendOptions) -> Result<Self, BackendsError> {
        Ok(Self {
            backends: Vec::new(),
            decision: None,
            precision: None,
            threads: options.threads,
            width: LaneWidth::for_study(study),
            // the adjoint method goes back over steps that are recorded exactly
            arithmetic: options.arithmetic.or(is_adjoint(study).then_some(cpu::Arithmetic::Exact)),
            chunk: options.chunk,
            most: memory::limit(study).map_err(BackendsError::Chunk)?,
            watch: None,
            events: (!study.mechanism.events.is_empty()).then(|| study.channel_count()),
        })
    }

    /// Has members watched while they are computed, see [`Backend::watch_members`].
    pub fn watched_by(mut self, watch: MemberWatch) -> Self {
        self.backends.iter_mut().for_each(|backend| backend.watch_members(watch.clone()));
        Self { watch: Some(watch), ..self }
    }

    fn add(&mut self, backend: impl Backend + 'static) {
        self.backends.push(Box::new(backend));
    }

    /// Returns the arithmetic of a CPU beside the backends that there are.
    fn cpu_arithmetic(&self) -> cpu::Arithmetic {
        let alone = self.backends.iter().all(|backend| !backend.is_device());
        self.arithmetic.unwrap_or(if alone { cpu::Arithmetic::fastest() } else { cpu::Arithmetic::Exact })
    }

    fn cpu(&self) -> Result<CpuBackend, BackendsError> {
        let cpu = CpuBackend::new(self.threads, self.width).map_err(BackendsError::Cpu)?;
        Ok(cpu.with_arithmetic(self.cpu_arithmetic()))
    }

    fn add_cpu(&mut self) -> Result<(), BackendsError> {
        let cpu = self.cpu()?;
        self.add(cpu);
        Ok(())
    }

    /// Adds the CPU and every real adapter whose numbers are the CPU's.
    fn add_all(&mut self, study: &Study, options: &GpuOptions, say: &mut dyn FnMut(Note)) -> Result<(), BackendsError> {
        for (place, report) in adapters().iter().enumerate().filter(|(_, report)| !report.software) {
            let options = GpuOptions { adapter: Some((place + 1).to_string()), ..options.clone() };
            match shared(study, &options, say) {
                Ok(gpu) => self.add(gpu),
                Err(error) => say(Note::Warning(format!("{} is not used: {error}", report.name))),
            }
        }
        if self.backends.is_empty() {
            say(Note::Warning("no GPU takes part; the CPU computes alone".into()));
        }
        self.add_cpu()
    }

    /// Adds the one that is expected to be done first: a GPU in any precision but double.
    fn decide(&mut self, study: &Study, options: &GpuOptions, say: &mut dyn FnMut(Note)) -> Result<(), BackendsError> {
        if options.precision != Precision::Double {
            self.add(open_gpu(study, options, say).map_err(|error| match error {
                GpuError::NoAdapter => BackendsError::NoGpuForPrecision(options.precision),
                error => BackendsError::GpuPrecision { precision: options.precision, error },
            })?);
            return Ok(());
        }
        let cpu = self.cpu()?;
        let mut decision = Decision::new(study, cpu.threads(), options);
        if decision.adapter.is_some() {
            say(Note::Choice(format!("backend: {}", decision.why)));
        }
        if decision.gpu {
            match open_gpu(study, options, say) {
                Ok(gpu) => self.add(gpu),
                Err(error) => {
                    let why = format!("the GPU is not used: {error}");
                    say(Note::Warning(why.clone()));
                    decision = decision.without_gpu(why);
                }
            }
        }
        if !decision.gpu {
            self.add(cpu);
        }
        self.decision = Some(decision);
        Ok(())
    }

    /// Fails where a chunk is more than a backend, or the memory of the host, can take.
    fn check_chunk(&self, study: &Study) -> Result<(), BackendsError> {
        let Some(chunk) = self.chunk else { return Ok(()) };
        let largest = chunk.min(usize::try_from(study.plan().members()).unwrap_or(usize::MAX));
        let checks = self.backends.iter().try_for_each(|backend| backend.check_chunk(largest));
        checks.and_then(|()| memory::check(study, largest)).map_err(BackendsError::Chunk)
    }

    /// Returns what makes the CPU backend that stands in for a device that fails.
    pub fn fallback(&self) -> impl Fn() -> Result<Box<dyn Backend>, BackendError> + Sync + use<> {
        let (threads, width, arithmetic) = (self.threads, self.width, self.cpu_arithmetic());
        let watch = self.watch.clone();
        move || {
            let mut cpu = CpuBackend::new(threads, width)?.with_arithmetic(arithmetic);
            watch.iter().for_each(|watch| cpu.watch_members(watch.clone()));
            Ok(Box::new(cpu))
        }
    }

    /// Returns the pool of the backends.
    pub fn pool<'a>(&'a self, fallback: &'a Fallback<'a>) -> BackendPool<'a> {
        let mut pool = BackendPool::new(self.backends.iter().map(AsRef::as_ref).collect());
        if let Some(chunk) = self.chunk {
            pool = pool.with_chunk(chunk);
        } else {
            pool = pool.with_most(self.most);
        }
        if let Some(channels) = self.events {
            pool = pool.with_events(channels);
        }
        if self.backends.iter().any(|backend| backend.is_device()) { pool.with_fallback(fallback) } else { pool }
    }

    /// Returns the pool for a run that keeps no members: its chunks are whole blocks.
    pub fn block_pool<'a>(&'a self, fallback: &'a Fallback<'a>) -> BackendPool<'a> {
        self.pool(fallback).with_blocks(BLOCK)
    }

    /// Returns why the precision was chosen, for the manifest; nothing where it was given.
    pub fn precision_choice(&self) -> Option<&PrecisionReason> {
        self.precision.as_ref()
    }

    /// Returns why the CPU or the GPU was chosen, where that was left open.
    pub fn decision(&self) -> Option<&Decision> {
        self.decision.as_ref()
    }
}

/// Tells whether derivatives of a study are found by the adjoint method.
fn is_adjoint(study: &Study) -> bool {
    !study.mechanism.by_adjoint.is_empty()
}

/// Returns the choice for a study: where its derivatives are found by the adjoint method, or products are to be fused, the
/// CPU.
fn choice_for(study: &Study, options: &BackendOptions) -> Result<BackendChoice, BackendsError> {
    let refused = match (is_adjoint(study), options.arithmetic == Some(cpu::Arithmetic::Fused)) {
        (true, true) => return Err(BackendsError::FusedAdjoint),
        (true, false) => BackendsError::AdjointOnCpu,
        (false, true) => BackendsError::FusedOnCpu,
        (false, false) => return Ok(options.backend),
    };
    match options.backend {
        BackendChoice::Auto | BackendChoice::Cpu => Ok(BackendChoice::Cpu),
        BackendChoice::Gpu | BackendChoice::CpuAndGpu | BackendChoice::All => Err(refused),
    }
}

/// Fails where an adapter is named and none takes part, or none has the name; says which is taken where several have.
fn check_adapter(options: &BackendOptions, say: &mut dyn FnMut(Note)) -> Result<(), BackendsError> {
    let Some(adapter) = &options.adapter else { return Ok(()) };
    match options.backend {
        BackendChoice::Cpu => return Err(BackendsError::NoAdapterIsUsed(adapter.clone())),
        BackendChoice::All => return Err(BackendsError::AllAdaptersAreUsed(adapter.clone())),
        BackendChoice::Auto | BackendChoice::Gpu | BackendChoice::CpuAndGpu => {}
    }
    let choice = choose(&adapters(), &options.of_gpu(Precision::Single, false))?;
    choice.remark.into_iter().for_each(|remark| say(Note::Warning(remark)));
    Ok(())
}

/// Opens a GPU that may share members with other backends: results must not depend on who computes a member.
fn shared(study: &Study, options: &GpuOptions, say: &mut dyn FnMut(Note)) -> Result<GpuBackend, GpuError> {
    let gpu = open_gpu(study, options, say)?;
    let why = match (gpu.arithmetic(), gpu.lost()) {
        (Arithmetic::Exact, None) => return Ok(gpu),
        (Arithmetic::Exact, Some(lost)) => format!("does not keep signed zeros, infinities or NaN ({lost})"),
        (Arithmetic::Driver, _) => "compiles arithmetic as it likes".to_string(),
    };
    Err(GpuError::NotShared { adapter: gpu.adapter().name.clone(), why })
}
