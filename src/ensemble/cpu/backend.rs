//! Groups over all cores.

use super::arithmetic::Arithmetic;
use super::attempt::Attempt;
use super::block::{self, FinalState, Part};
use super::compiled::{Compiled, LastCompiled};
use super::executor::{FunctionTapes, TapeExecutor, Tapes};
use super::instruction_set::InstructionSet;
use super::lane_width::LaneWidth;
use super::machine::{MachineExecutor, Programs};
use super::replay::Replay;
use super::scalar::{ScalarExecutor, Written};
use super::switched;
use crate::ensemble::adjoint::MEMORY;
use crate::ensemble::event_record::EVENT_MEMORY;
use crate::ensemble::{
    Backend, BackendError, Chunk, EventRecord, Fault, InitialState, InitialStates, MemberWatch, Members, Study,
    ThreadError,
};
use crate::jit::{Pages, Target};
use crate::num::{Lanes, Precision};
use crate::plot::counted;
use rayon::prelude::*;
use std::cell::RefCell;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// How the functions of a study are run in sixty-four lanes; fewer lanes always run tapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// Machine code, where the processor and the system let it run.
    Machine,
    /// Tapes.
    Tape,
}

/// Bytes that the events of a chunk may take before it is halved, where members have more of them than those before; and
/// members that are not halved further.
const MOST_EVENT_MEMORY: f64 = 4.0 * EVENT_MEMORY;
const FEW_MEMBERS: usize = 256;

/// Stack of a worker thread, bytes: without optimisation, values of sixty-four lanes fill the usual 2 MiB.
const STACK: usize = 32 << 20;

/// The CPU backend. Every member's results are independent of the number of threads, of the lane that it
/// runs in and of the members beside it.
///
/// ```
/// use gyrosweep::ensemble::{Backend, Members, cpu::{CpuBackend, LaneWidth}};
/// use gyrosweep::io::scenario::{Overrides, Scenario};
/// let study = Scenario::read("scenarios/heavy_top_sweep.toml".as_ref(), Overrides::default())?.study;
/// let cpu = CpuBackend::new(Some(1), LaneWidth::SixtyFour)?;
/// let alone = cpu.run(&study, Members::draw(&study, 5, 1))?;
/// let beside = cpu.run(&study, Members::draw(&study, 3, 4))?;
/// assert_eq!(alone.outputs_of(0), beside.outputs_of(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct CpuBackend {
    pool: rayon::ThreadPool,
    width: LaneWidth,
    instructions: InstructionSet,
    arithmetic: Arithmetic,
    /// The target of machine code, if there is to be any.
    target: Option<Target>,
    /// The reason why there is no machine code although there should be.
    refused: OnceLock<String>,
    last: LastCompiled,
    watch: Option<MemberWatch>,
}

impl CpuBackend {
    /// Makes a backend with that many threads, or one per core, and the best instruction set.
    ///
    /// # Errors
    /// Where the threads cannot be started.
    pub fn new(threads: Option<usize>, width: LaneWidth) -> Result<Self, BackendError> {
        Self::with(threads, width, InstructionSet::detect())
    }

    /// Makes a backend with another instruction set; one that the processor does not have becomes the best that it has.
    ///
    /// # Errors
    /// Where the threads cannot be started.
    pub fn with(threads: Option<usize>, width: LaneWidth, instructions: InstructionSet) -> Result<Self, BackendError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.unwrap_or(0))
            .stack_size(STACK)
            .build()
            .map_err(|e| BackendError::new(ThreadError(io::Error::other(e)).to_string()))?;
        let instructions = if instructions.is_available() { instructions } else { InstructionSet::detect() };
        let target = if width == LaneWidth::SixtyFour { instructions.target() } else { None };
        let backend = Self {
            pool,
            width,
            instructions,
            arithmetic: Arithmetic::Exact,
            target,
            refused: OnceLock::new(),
            last: LastCompiled::default(),
            watch: None,
        };
        Ok(backend.with_pages(Pages::System))
    }

    /// Returns the backend with an arithmetic: [`Arithmetic::Exact`] unless it is told otherwise, and where one lane has the
    /// equations as they are written.
    pub fn with_arithmetic(self, arithmetic: Arithmetic) -> Self {
        let arithmetic = if self.width == LaneWidth::One { Arithmetic::Exact } else { arithmetic };
        Self { arithmetic, ..self }
    }

    /// Returns the backend with machine code or with tapes.
    pub fn with_code(mut self, code: Code) -> Self {
        if code == Code::Tape {
            self.target = None;
            self.refused = OnceLock::new();
        }
        self
    }

    /// Returns the backend with machine code in pages from there: with tapes, where they are refused.
    pub fn with_pages(self, pages: Pages) -> Self {
        if let (Some(_), Err(error)) = (self.target, pages.check()) {
            self.refuse(&error.to_string());
        }
        self
    }

    fn refuse(&self, reason: &str) {
        // a second reason adds nothing
        let _ = self.refused.set(format!("machine code not allowed: {reason}"));
    }

    /// Returns the code of a study: machine code if there is any, otherwise tapes.
    fn code<'a>(&self, study: &Study, compiled: &'a Compiled) -> Runs<'a> {
        if self.width_for(study) == LaneWidth::One {
            let differentiates = !study.directions().is_empty();
            return Runs::Scalar(differentiates.then(|| compiled.function_tapes()));
        }
        let target = self.target.filter(|_| self.refused.get().is_none());
        match target.map(|target| compiled.programs(study, target)) {
            Some(Ok(programs)) => return Runs::Machine(programs),
            Some(Err(reason)) => self.refuse(reason),
            None => {}
        }
        Runs::Tapes(compiled.tapes(study))
    }

    /// Returns the code of a study in the arithmetic that it is computed in. The adjoint method goes back over the very
    /// steps that were made, and records them exactly.
    fn compiled(&self, study: &Study) -> Arc<Compiled> {
        let exact = !study.mechanism.by_adjoint.is_empty();
        self.last.of(study, if exact { Arithmetic::Exact } else { self.arithmetic })
    }

    /// Returns the lanes that a study is run in: see [`LaneWidth::for_study`].
    fn width_for(&self, study: &Study) -> LaneWidth {
        if LaneWidth::for_study(study) == LaneWidth::One { LaneWidth::One } else { self.width }
    }

    /// Returns the number of threads.
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }
}

/// Members of a chunk, at some places of it.
type Places<'a> = (&'a Members, Range<usize>);

/// Results, with the states at the ends where they are kept.
type Ran = (Chunk, Vec<Option<FinalState>>);

/// What runs the functions of a study.
#[derive(Clone, Copy)]
enum Runs<'a> {
    /// One member at a time, with tapes of functions where there are derivatives.
    Scalar(Option<&'a FunctionTapes>),
    Tapes(&'a Tapes),
    Machine(&'a Programs),
}

/// Runs some members of a study.
#[inline(always)]
fn run_lanes(study: &Study, part: Part<'_>, code: Runs<'_>, watch: Option<&MemberWatch>) -> Ran {
    let attempt = Attempt::new(study);
    match code {
        Runs::Machine(programs) => {
            let (executor, initial_states) = (
                MachineExecutor::<Lanes<64>>::new(study, programs),
                InitialStates::machine(study, programs.initial_state()),
            );
            block::run_part(study, part, attempt, executor, initial_states, watch)
        }
        Runs::Tapes(tapes) => {
            let executor = TapeExecutor::<Lanes<64>>::new(study, tapes, &attempt);
            let initial_states = InitialStates::recorded(study, tapes.initial_state());
            block::run_part(study, part, attempt, executor, initial_states, watch)
        }
        Runs::Scalar(_) => unreachable!("lanes run code that was compiled"),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq")]
fn run_avx512(study: &Study, part: Part<'_>, code: Runs<'_>, watch: Option<&MemberWatch>) -> Ran {
    run_lanes(study, part, code, watch)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn run_avx2(study: &Study, part: Part<'_>, code: Runs<'_>, watch: Option<&MemberWatch>) -> Ran {
    run_lanes(study, part, code, watch)
}

/// Runs a member of an implicit method once more, by the scalar code with pivoting, and keeps what solving its steps took.
pub fn replay(study: &Study, member: u64) -> Replay {
    let members = Members::draw(study, member, 1);
    let (attempt, records) = (Attempt::new(study), RefCell::new(Vec::new()));
    let tapes = (!study.directions().is_empty()).then(|| FunctionTapes::new(Precision::Double));
    let executor = ScalarExecutor::new(Written::new(study, tapes.as_ref()).with_records(&records), &attempt);
    let result = block::run(study, (&members, 0..1), attempt, executor, InitialStates::native(study), None);
    Replay { outcome: result.outcomes[0], time: result.times[0], attempts: records.into_inner() }
}

impl CpuBackend {
    /// Runs some members of a study, part by part where joints or constraints are switched.
    fn run_places(&self, study: &Study, members: Places<'_>, code: Option<Runs<'_>>) -> Chunk {
        if let Some(code) = code {
            return self.run_part(study, Part::whole(members), code).0;
        }
        switched::run(study, members, |phase, part| {
            let compiled = self.compiled(phase);
            self.run_part(phase, part, self.code(phase, &compiled))
        })
    }

    /// Runs whole runs of members that begin in states that are given, on the thread that asks.
    pub(crate) fn run_from(&self, study: &Study, members: &Members, starts: &[InitialState]) -> Chunk {
        let part = Part { starts: Some(starts), ..Part::whole((members, 0..members.count())) };
        self.run_states(study, part).0
    }

    /// Runs members from states that are given on the thread that asks, and keeps the states at their ends.
    pub(super) fn run_states(&self, study: &Study, part: Part<'_>) -> Ran {
        let compiled = self.compiled(study);
        self.run_part(study, part, self.code(study, &compiled))
    }

    fn run_part(&self, study: &Study, part: Part<'_>, code: Runs<'_>) -> Ran {
        match self.width_for(study) {
            LaneWidth::One => {
                let attempt = Attempt::new(study);
                let tapes = if let Runs::Scalar(tapes) = code { tapes } else { None };
                let executor = ScalarExecutor::new(Written::new(study, tapes), &attempt);
                let initial_states = InitialStates::recorded(study, tapes.and_then(|tapes| tapes.initial_state(study)));
                block::run_part(study, part, attempt, executor, initial_states, self.watch.as_ref())
            }
            LaneWidth::SixtyFour => self.run_lanes(study, part, code),
        }
    }

    #[allow(unsafe_code)]
    fn run_lanes(&self, study: &Study, part: Part<'_>, code: Runs<'_>) -> Ran {
        let watch = self.watch.as_ref();
        match self.instructions {
            // SAFETY: `with` takes only instruction sets that were detected
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => unsafe { run_avx512(study, part, code, watch) },
            // SAFETY: as above
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => unsafe { run_avx2(study, part, code, watch) },
            _ => run_lanes(study, part, code, watch),
        }
    }

    fn is_stopped(&self) -> bool {
        self.watch.as_ref().is_some_and(MemberWatch::is_stopped)
    }

    /// Returns the number of members that one task takes: enough for lanes to be filled again as they become free, few
    /// enough that all threads have work.
    fn task_size(&self, study: &Study, members: usize) -> usize {
        let width = self.width.count();
        let share = members.div_ceil(4 * self.threads());
        // events are counted task by task
        let most = if study.mechanism.events.is_empty() { 16 } else { 4 };
        share.clamp(width, most * width).div_ceil(width) * width
    }
}

impl Backend for CpuBackend {
    fn description(&self) -> String {
        let code = match (self.width, self.target, self.refused.get()) {
            (LaneWidth::One, ..) => "native code".to_string(),
            (_, Some(_), None) => "machine code".to_string(),
            (_, Some(_), Some(reason)) => format!("tapes ({reason})"),
            (_, None, _) => "tapes".to_string(),
        };
        let (threads, lanes) = (counted(self.threads() as u64, "thread"), counted(self.width.count() as u64, "lane"));
        let words = self.arithmetic.words();
        format!("CPU ({:?}), {threads} x {lanes}, {words}, {code}", self.instructions)
    }

    fn arithmetic(&self) -> String {
        self.arithmetic.words().into()
    }

    fn chunk_size(&self) -> usize {
        8192
    }

    fn watch_members(&mut self, watch: MemberWatch) {
        self.watch = Some(watch);
    }

    fn prepare(&self, study: &Study) {
        if !study.is_switched() {
            self.code(study, &self.compiled(study));
        }
    }

    fn draw(&self, study: &Study, first: u64, count: usize) -> Members {
        self.pool.install(|| Members::draw_parallel(study, first, count))
    }

    fn integrate(&self, study: &Study, members: Members) -> Result<Chunk, BackendError> {
        if let Some([without, with]) = study.beside_samples() {
            let samples = self.integrate(&with, members.clone())?.samples;
            return Ok(Chunk { samples, ..self.integrate(&without, members)? });
        }
        let channels = study.channel_count();
        let compiled = self.compiled(study);
        // parts of runs have code of their own
        let code = (!study.is_switched()).then(|| self.code(study, &compiled));
        let task = self.task_size(study, members.count());
        let (event, events) = (EventRecord::bytes(channels), AtomicUsize::new(0));
        let run = |first: usize| {
            let places = first..(first + task).min(members.count());
            if event * events.load(Ordering::Relaxed) as f64 > MOST_EVENT_MEMORY && members.count() > FEW_MEMBERS {
                let words =
                    format!("the events of {} members take more than {MOST_EVENT_MEMORY:e} bytes", members.count());
                return Err(BackendError { fault: Fault::OutOfMemory, words });
            }
            if self.is_stopped() {
                return Err(BackendError::stopped());
            }
            let part = self.run_places(study, (&members, places), code);
            events.fetch_add(part.events.len(), Ordering::Relaxed);
            Ok(part)
        };
        let firsts: Vec<usize> = (0..members.count()).step_by(task).collect();
        let parts: Result<Vec<Chunk>, BackendError> = self.pool.install(|| firsts.into_par_iter().map(run).collect());
        let mut chunk = Chunk::join(members, parts?);
        if self.is_stopped() {
            // members in it may not have come to their ends
            return Err(BackendError::stopped());
        }
        if !study.mechanism.by_adjoint.is_empty() {
            let adjoint = compiled.adjoint(study).map_err(|e| BackendError::new(e.to_string()))?;
            self.pool.install(|| adjoint.complete(study, &mut chunk, MEMORY));
        }
        Ok(chunk)
    }
}
