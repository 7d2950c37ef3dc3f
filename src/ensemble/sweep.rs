//! Running a study for its statistics alone, in memory that does not grow with the number of members.
//!
//! Members are reduced in blocks of [`BLOCK`], which begin at multiples of it, each in a fixed order; the blocks are
//! merged in the order of the members. So chunks and threads do not change a bit.

use super::origins::{Origins, lattices};
use super::{
    Backend, BackendPool, BlockPartial, Chunk, Members, Outcome, Progress, RunError, Study, run_chunks, suspicion,
};
use crate::model::output::PoseColumns;
use crate::sampling::hash;
use crate::sampling::plan::SampleKind;
use crate::statistics::{BLOCK, Bins, ComponentStatistics, PoseSums};
use std::convert::Infallible;

#[cfg(test)]
mod tests;

/// The statistics of some members.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Members, outcomes, steps.
    pub progress: Progress,
    /// Every output component.
    pub components: Vec<ComponentStatistics>,
    /// Every output that is a rotation or a pose.
    pub poses: Vec<(PoseColumns, PoseSums)>,
}

impl Statistics {
    /// Returns the statistics of no members.
    pub fn new(origins: &Origins) -> Self {
        let components = origins.bins.iter().cloned().map(ComponentStatistics::new).collect();
        let sums = |(columns, lattice): &(PoseColumns, _)| (columns.clone(), PoseSums::new(Clone::clone(lattice)));
        Self { progress: Progress::default(), components, poses: origins.poses.iter().map(sums).collect() }
    }

    /// Returns what the statistics are relative to.
    pub fn origins(&self) -> Origins {
        let poses = self.poses.iter().map(|(columns, sums)| (columns.clone(), sums.lattice.clone()));
        Origins { bins: self.components.iter().map(|c| c.bins().clone()).collect(), poses: poses.collect() }
    }

    /// Takes in a block; blocks are to come in the order of their members.
    pub fn add(&mut self, block: &BlockPartial) {
        self.progress.merge(&block.progress);
        self.components.iter_mut().zip(&block.components).for_each(|(component, part)| component.add(part));
        self.poses.iter_mut().zip(&block.poses).for_each(|((_, sums), part)| sums.add(part));
    }
}

/// Blocks that are tried for the range of the histograms before it is given up.
const PILOT_BLOCKS: u64 = 16;

/// The bounds of a histogram, in the unit of its output component.
pub type HistogramRange = (f64, f64);

/// Runs all members of a study and keeps nothing of them but statistics. The ranges of histograms that are not given
/// come from the first block, or if no member of it has outputs, from some more. `observe` hears of every chunk. The
/// pool must be one with chunks of whole blocks, see [`BackendPool::with_blocks`].
///
/// # Errors
/// Where no backend of the pool can compute a chunk.
pub fn summarize(
    study: &Study,
    pool: &BackendPool<'_>,
    ranges: &[Option<HistogramRange>],
    mut observe: impl FnMut(&Progress) + Send,
) -> Result<Statistics, RunError<Infallible>> {
    let (first, _) = first_statistics(study, pool, ranges)?;
    observe(&first.progress);
    summarize_rest(study, pool, first, |statistics, _| {
        observe(&statistics.progress);
        Ok(())
    })
}

/// Returns the statistics of the first members, with the blocks that they are made of. Histograms whose ranges are not given
/// have those of the first members of the whole plan, whatever part of it the study is of.
///
/// # Errors
/// Where no backend of the pool can compute these members.
pub fn first_statistics(
    study: &Study,
    pool: &BackendPool<'_>,
    ranges: &[Option<HistogramRange>],
) -> Result<(Statistics, Vec<BlockPartial>), RunError<Infallible>> {
    let (whole, channels) = (study.of_whole_plan(), study.channel_count());
    let is_part = study.plan().members() < whole.plan().members();
    let given = |c: usize| ranges.get(c).copied().flatten().map(|(min, max)| Bins::between(min, max));
    let given_all = (0..channels).map(given).collect::<Option<Vec<Bins>>>();
    if let (1.., Some(bins), true) = (study.plan().first(), given_all, study.mechanism.poses().is_empty()) {
        return Ok((Statistics::new(&Origins::from(bins.as_slice())), Vec::new()));
    }
    // who computes all members hears which of them take long
    let pilots = if is_part { &whole } else { study };
    let few = |blocks: u64| pilots.plan().members().min(blocks * BLOCK as u64);
    let mut pilot = first_members(pilots, pool, few(1))?;
    if !pilot.outcomes.iter().any(|outcome| outcome.has_outputs()) {
        pilot = first_members(pilots, pool, few(PILOT_BLOCKS))?;
    }
    let bins = |c: usize| {
        let values = pilot.outputs.column(c).iter().copied();
        given(c).or_else(|| Bins::around(values)).unwrap_or_else(|| Bins::between(-1.0, 1.0))
    };
    let bins: Vec<Bins> = (0..channels).map(bins).collect();
    let origins = Origins { bins, poses: pilot_lattices(&whole, pool, &pilot)? };
    let mut blocks = BlockPartial::of_chunk(&pilot, &origins);
    if is_part {
        // whole blocks that are of the part as well
        let own = if study.plan().first() == 0 { study.plan().members() / BLOCK as u64 } else { 0 };
        blocks.truncate(own as usize);
    }
    let mut statistics = Statistics::new(&origins);
    blocks.iter().for_each(|block| statistics.add(block));
    Ok((statistics, blocks))
}

/// Adds the members of a study that come after those of some statistics. `observe` sees the statistics after every
/// chunk, and the blocks of the chunk. The pool must be one with chunks of whole blocks, see [`BackendPool::with_blocks`].
///
/// # Errors
/// Where no backend of the pool can compute a chunk, or where `observe` fails.
pub fn summarize_rest<E: std::error::Error + Send + 'static>(
    study: &Study,
    pool: &BackendPool<'_>,
    mut statistics: Statistics,
    mut observe: impl FnMut(&Statistics, &[BlockPartial]) -> Result<(), E> + Send,
) -> Result<Statistics, RunError<E>> {
    assert!(pool.block().is_multiple_of(BLOCK as u64), "blocks must not be torn apart");
    let origins = statistics.origins();
    let work = |backend: &dyn Backend, first, count| {
        let blocks = backend.summarize(study, first, count, &origins)?;
        let of_block = |block: &BlockPartial| block.progress.outcomes[Outcome::NonFinite.code() as usize];
        let wrong = blocks.iter().map(of_block).sum::<u64>() as usize;
        // the members themselves are computed only where there is something to compare them with
        if backend.is_device() && suspicion::is_suspicious(wrong, count) && matches!(pool.fallback(), Some(Ok(_))) {
            suspicion::check(study, pool, &backend.run(study, backend.draw(study, first, count))?)?;
        }
        Ok(blocks)
    };
    let members = statistics.progress.members..study.plan().members();
    run_chunks(members, pool, work, |blocks: Vec<BlockPartial>| {
        blocks.iter().for_each(|block| statistics.add(block));
        observe(&statistics, &blocks)
    })?;
    Ok(statistics)
}

/// Returns the lattices of rotations and poses: around the first members, which the pilot is, or where the plan lists members in
/// an order of its own, around as many of all of them, drawn by a hash.
fn pilot_lattices(
    whole: &Study,
    pool: &BackendPool<'_>,
    pilot: &Chunk,
) -> Result<Vec<(PoseColumns, crate::statistics::RotationLattice)>, RunError<Infallible>> {
    let members = whole.plan().members();
    let is_listed = whole.plan().sample() == SampleKind::Listed && members > pilot.members.count() as u64;
    if !is_listed || whole.mechanism.poses().is_empty() {
        return Ok(lattices(whole, pilot));
    }
    let drawn = |k: u64| ((hash::uniform(0, 0, k) * members as f64) as u64).min(members - 1);
    let numbers: Vec<u64> = (0..BLOCK as u64).map(drawn).collect();
    let chunk = pool.on_one(|backend| backend.run(whole, Members::of(whole, &numbers)));
    let chunk = chunk.map_err(|source| RunError::Backend { first: 0, last: members - 1, source })?;
    Ok(lattices(whole, &chunk))
}

/// Computes the first members of a study, each with its outputs, on the first backend of the pool that can.
fn first_members(study: &Study, pool: &BackendPool<'_>, count: u64) -> Result<Chunk, RunError<Infallible>> {
    let found = pool.on_one(|backend| {
        let chunk = backend.run(study, backend.draw(study, 0, count as usize))?;
        if backend.is_device() {
            suspicion::check(study, pool, &chunk)?;
        }
        Ok(chunk)
    });
    found.map_err(|source| RunError::Backend { first: 0, last: count.saturating_sub(1), source })
}
