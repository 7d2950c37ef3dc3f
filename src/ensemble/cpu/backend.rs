//! Groups over all cores.

use super::group::{self, MemberResult};
use crate::ensemble::{Backend, BackendError, Chunk, Members, Study};
use crate::num::Lanes;
#[cfg(target_arch = "x86_64")]
use crate::num::x86::{Avx2, Avx512};
use rayon::prelude::*;

/// How many members share one instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LaneWidth {
    /// One: the scalar reference.
    One,
    /// Eight: two registers of AVX2, or portable.
    Eight,
    /// Sixteen: four registers of AVX2.
    Sixteen,
    /// Thirty-two: four registers of AVX-512.
    ThirtyTwo,
}

impl LaneWidth {
    /// The fastest width for this machine, measured: four registers per value, which spill more than two
    /// would and yet share each step's control flow among more members.
    pub fn best() -> Self {
        InstructionSet::detect().widest()
    }
    /// The fastest width for a number of members.
    pub fn for_members(members: u64) -> Self {
        if members < 4 { LaneWidth::One } else { Self::best() }
    }
    /// Number of lanes.
    pub fn count(self) -> usize {
        match self {
            LaneWidth::One => 1,
            LaneWidth::Eight => 8,
            LaneWidth::Sixteen => 16,
            LaneWidth::ThirtyTwo => 32,
        }
    }
}

/// Stack of a worker thread, bytes: without optimisation, a step of sixteen lanes takes more than the usual 2 MiB.
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
    /// A backend with that many threads, or one per core.
    ///
    /// # Errors
    /// Where the threads cannot be started.
    pub fn new(threads: Option<usize>, width: LaneWidth) -> Result<Self, BackendError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.unwrap_or(0))
            .stack_size(STACK)
            .build()
            .map_err(|e| BackendError(format!("cannot start the worker threads: {e}")))?;
        let instructions = InstructionSet::detect();
        // a width that the processor does not have becomes the next one that it has
        let width = width.min(instructions.widest());
        Ok(Self { pool, width, instructions })
    }
    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }
}

/// The instruction sets that the time loop is compiled for. None fuses multiplication and addition, so all
/// give the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InstructionSet {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl InstructionSet {
    /// The width beyond which there is nothing to gain.
    fn widest(self) -> LaneWidth {
        match self {
            InstructionSet::Portable => LaneWidth::Eight,
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => LaneWidth::Sixteen,
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => LaneWidth::ThirtyTwo,
        }
    }

    /// The best one that this processor has.
    fn detect() -> Self {
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

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq")]
fn run_avx512<const K: usize>(study: &Study, members: &Members, from: usize, count: usize) -> Vec<MemberResult> {
    group::run::<Avx512<K>>(study, members, from, count)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2<const K: usize>(study: &Study, members: &Members, from: usize, count: usize) -> Vec<MemberResult> {
    group::run::<Avx2<K>>(study, members, from, count)
}

impl CpuBackend {
    #[allow(unsafe_code)]
    fn run_group(&self, study: &Study, members: &Members, from: usize, count: usize) -> Vec<MemberResult> {
        match (self.width, self.instructions) {
            (LaneWidth::One, _) => group::run::<f64>(study, members, from, count),
            (_, InstructionSet::Portable) => group::run::<Lanes<8>>(study, members, from, count),
            // SAFETY: AVX2, or AVX-512 of which it is a part, was detected when the backend was made
            #[cfg(target_arch = "x86_64")]
            (LaneWidth::Eight, _) => unsafe { run_avx2::<2>(study, members, from, count) },
            // SAFETY: as above
            #[cfg(target_arch = "x86_64")]
            (LaneWidth::Sixteen, _) => unsafe { run_avx2::<4>(study, members, from, count) },
            // SAFETY: a backend of this width is only made where AVX-512 was detected
            #[cfg(target_arch = "x86_64")]
            (LaneWidth::ThirtyTwo, _) => unsafe { run_avx512::<4>(study, members, from, count) },
            #[cfg(not(target_arch = "x86_64"))]
            _ => unreachable!("the portable lanes are the only ones"),
        }
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
        let channels = study.mechanism.columns().len();
        let sampled = study.sampled_channels().len();
        let width = self.width.count();
        let groups = members.count.div_ceil(width);
        let run_group = |g: usize| self.run_group(study, &members, g * width, width.min(members.count - g * width));
        let results: Vec<Vec<MemberResult>> =
            self.pool.install(|| (0..groups).into_par_iter().map(run_group).collect());
        let mut chunk = Chunk::new(members, channels);
        for (i, result) in results.into_iter().flatten().enumerate() {
            chunk.outcomes[i] = result.outcome;
            chunk.times[i] = result.time;
            chunk.steps[i] = result.steps;
            chunk.outputs[i * channels..(i + 1) * channels].copy_from_slice(&result.outputs);
            for (row, values) in result.samples.rows.iter().zip(result.samples.values.chunks_exact(sampled.max(1))) {
                chunk.samples.rows.push((i, row.1));
                chunk.samples.values.extend(values);
            }
        }
        Ok(chunk)
    }
}
