//! Groups over all cores.

use super::block;
use super::executor::{NativeExecutor, TapeExecutor};
use super::slot::MemberResult;
use crate::ensemble::{Backend, BackendError, Chunk, Members, Starter, Study};
#[cfg(target_arch = "x86_64")]
use crate::num::x86::{Avx2, Avx512};
use crate::num::{LaneReal, Lanes};
use rayon::prelude::*;
use std::ops::Range;

/// How many members share one instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LaneWidth {
    /// One, and the equations as they are written: the scalar reference.
    One,
    /// Eight.
    Eight,
    /// Thirty-two.
    ThirtyTwo,
    /// Sixty-four.
    SixtyFour,
}

impl LaneWidth {
    /// All of them.
    pub const ALL: [LaneWidth; 4] = [LaneWidth::One, LaneWidth::Eight, LaneWidth::ThirtyTwo, LaneWidth::SixtyFour];

    /// The fastest width, measured: an instruction of a tape is fetched once for all lanes.
    pub fn best() -> Self {
        LaneWidth::SixtyFour
    }
    /// The fastest width for a number of members.
    pub fn for_members(members: u64) -> Self {
        match members {
            0..4 => LaneWidth::One,
            4..24 => LaneWidth::Eight,
            _ => Self::best(),
        }
    }
    /// Number of lanes.
    pub fn count(self) -> usize {
        match self {
            LaneWidth::One => 1,
            LaneWidth::Eight => 8,
            LaneWidth::ThirtyTwo => 32,
            LaneWidth::SixtyFour => 64,
        }
    }
}

/// Stack of a worker thread, bytes: without optimisation, values of sixty-four lanes fill the usual 2 MiB.
const STACK: usize = 32 << 20;

/// The CPU backend. Every member's results are independent of the number of threads, of the lane that it
/// runs in and of the members beside it.
#[derive(Debug)]
pub struct CpuBackend {
    pool: rayon::ThreadPool,
    width: LaneWidth,
    instructions: InstructionSet,
}

impl CpuBackend {
    /// A backend with that many threads, or one per core, and the best instruction set.
    ///
    /// # Errors
    /// Where the threads cannot be started.
    pub fn new(threads: Option<usize>, width: LaneWidth) -> Result<Self, BackendError> {
        Self::with(threads, width, InstructionSet::detect())
    }

    /// The same with another instruction set; one that the processor does not have becomes the best that it has.
    ///
    /// # Errors
    /// Where the threads cannot be started.
    pub fn with(threads: Option<usize>, width: LaneWidth, instructions: InstructionSet) -> Result<Self, BackendError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.unwrap_or(0))
            .stack_size(STACK)
            .build()
            .map_err(|e| BackendError(format!("cannot start the worker threads: {e}")))?;
        Ok(Self { pool, width, instructions: instructions.min(InstructionSet::detect()) })
    }

    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }
}

/// The instruction sets that the time loop is compiled for. None fuses multiplication and addition, so all
/// give the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InstructionSet {
    /// What every processor has.
    Portable,
    /// AVX2 of x86-64.
    Avx2,
    /// AVX-512 F and DQ of x86-64.
    Avx512,
}

impl InstructionSet {
    /// The best one that this processor has.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if std::arch::is_x86_feature_detected!("avx512f") && std::arch::is_x86_feature_detected!("avx512dq") {
                return InstructionSet::Avx512;
            }
            if std::arch::is_x86_feature_detected!("avx2") {
                return InstructionSet::Avx2;
            }
        }
        InstructionSet::Portable
    }
}

/// Runs the tapes of a study on some members.
#[inline(always)]
fn run_tapes<R: LaneReal>(study: &Study, members: &Members, places: Range<usize>) -> Vec<MemberResult> {
    block::run(study, members, places, TapeExecutor::<R>::new(study.tapes()), Starter::recorded(study))
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq")]
fn run_avx512<const K: usize>(study: &Study, members: &Members, places: Range<usize>) -> Vec<MemberResult> {
    run_tapes::<Avx512<K>>(study, members, places)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2<const K: usize>(study: &Study, members: &Members, places: Range<usize>) -> Vec<MemberResult> {
    run_tapes::<Avx2<K>>(study, members, places)
}

impl CpuBackend {
    #[allow(unsafe_code)]
    fn run_places(&self, study: &Study, members: &Members, places: Range<usize>) -> Vec<MemberResult> {
        match (self.width, self.instructions) {
            (LaneWidth::One, _) => {
                block::run(study, members, places, NativeExecutor::new(study), Starter::native(study))
            }
            // SAFETY: `with` takes only instruction sets that were detected
            #[cfg(target_arch = "x86_64")]
            (LaneWidth::Eight, InstructionSet::Avx512) => unsafe { run_avx512::<1>(study, members, places) },
            // SAFETY: as above
            #[cfg(target_arch = "x86_64")]
            (LaneWidth::ThirtyTwo, InstructionSet::Avx512) => unsafe { run_avx512::<4>(study, members, places) },
            // SAFETY: as above
            #[cfg(target_arch = "x86_64")]
            (LaneWidth::SixtyFour, InstructionSet::Avx512) => unsafe { run_avx512::<8>(study, members, places) },
            // SAFETY: as above
            #[cfg(target_arch = "x86_64")]
            (LaneWidth::Eight, InstructionSet::Avx2) => unsafe { run_avx2::<2>(study, members, places) },
            // SAFETY: as above
            #[cfg(target_arch = "x86_64")]
            (LaneWidth::ThirtyTwo, InstructionSet::Avx2) => unsafe { run_avx2::<8>(study, members, places) },
            // SAFETY: as above
            #[cfg(target_arch = "x86_64")]
            (LaneWidth::SixtyFour, InstructionSet::Avx2) => unsafe { run_avx2::<16>(study, members, places) },
            (LaneWidth::Eight, _) => run_tapes::<Lanes<8>>(study, members, places),
            (LaneWidth::ThirtyTwo, _) => run_tapes::<Lanes<32>>(study, members, places),
            (LaneWidth::SixtyFour, _) => run_tapes::<Lanes<64>>(study, members, places),
        }
    }

    /// Members that one task takes: enough for lanes to be filled again as they become free, few enough that
    /// all threads have work.
    fn task_size(&self, members: usize) -> usize {
        let width = self.width.count();
        let share = members.div_ceil(4 * self.threads());
        share.clamp(width, 16 * width).div_ceil(width) * width
    }
}

impl Backend for CpuBackend {
    fn description(&self) -> String {
        format!("CPU ({:?}), {} threads x {} lanes, f64", self.instructions, self.threads(), self.width.count())
    }

    fn chunk_size(&self) -> usize {
        8192
    }

    fn draw(&self, study: &Study, first: u64, count: usize) -> Members {
        self.pool.install(|| Members::draw_parallel(study, first, count))
    }

    fn run(&self, study: &Study, members: Members) -> Result<Chunk, BackendError> {
        let channels = study.channel_count();
        let sampled = study.sampled_channels().len();
        let task = self.task_size(members.count);
        let run = |first: usize| self.run_places(study, &members, first..(first + task).min(members.count));
        let firsts: Vec<usize> = (0..members.count).step_by(task).collect();
        let results: Vec<Vec<MemberResult>> = self.pool.install(|| firsts.into_par_iter().map(run).collect());
        let mut chunk = Chunk::new(members, channels);
        for (i, result) in results.into_iter().flatten().enumerate() {
            chunk.outcomes[i] = result.outcome;
            chunk.times[i] = result.time;
            chunk.steps[i] = result.steps;
            chunk.rejected[i] = result.rejected;
            chunk.events.extend(result.events.into_iter().map(|record| (i, record)));
            chunk.outputs[i * channels..(i + 1) * channels].copy_from_slice(&result.outputs);
            for (row, values) in result.samples.rows.iter().zip(result.samples.values.chunks_exact(sampled.max(1))) {
                chunk.samples.rows.push((i, row.1));
                chunk.samples.values.extend(values);
            }
        }
        Ok(chunk)
    }
}
