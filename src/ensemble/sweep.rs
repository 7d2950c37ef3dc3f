//! Running a study for its statistics alone, in memory that does not grow with the number of members.
//!
//! Members are reduced in blocks of [`BLOCK`], which begin at multiples of it, each in a fixed order; the blocks are
//! merged in the order of the members. So chunks and threads do not change a bit.

use super::{Backend, BackendError, Chunk, Crew, Outcome, Progress, RunError, Study, run_chunks, suspicion};
use crate::statistics::{BLOCK, Bins, ComponentPartial, ComponentStatistics};
use std::convert::Infallible;
use std::ops::Range;

#[cfg(test)]
mod tests;

/// The statistics of some members.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    /// Members, outcomes, steps.
    pub progress: Progress,
    /// Every output component.
    pub components: Vec<ComponentStatistics>,
}

/// A block of members, reduced.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockPartial {
    /// Members, outcomes, steps.
    pub progress: Progress,
    /// Every output component.
    pub components: Vec<ComponentPartial>,
}

impl Statistics {
    /// Returns the statistics of no members.
    pub fn new(bins: &[Bins]) -> Self {
        let components = bins.iter().cloned().map(ComponentStatistics::new).collect();
        Self { progress: Progress::default(), components }
    }

    /// Takes in a block; blocks are to come in the order of their members.
    pub fn add(&mut self, block: &BlockPartial) {
        self.progress.merge(&block.progress);
        self.components.iter_mut().zip(&block.components).for_each(|(component, part)| component.add(part));
    }
}

impl BlockPartial {
    /// The blocks of a chunk that begins at one.
    pub fn of_chunk(chunk: &Chunk, bins: &[Bins]) -> Vec<Self> {
        let count = chunk.outcomes.len();
        (0..count)
            .step_by(BLOCK)
            .map(|first| Self::of_members(chunk, first..(first + BLOCK).min(count), bins))
            .collect()
    }

    /// One block of a chunk.
    fn of_members(chunk: &Chunk, places: Range<usize>, bins: &[Bins]) -> Self {
        let channels = chunk.channel_count();
        let component = |(c, bins): (usize, &Bins)| {
            // the time of an event that did not happen is missing
            let value = |i: usize| {
                let outputs = chunk.outcomes[i].has_outputs();
                Some(chunk.outputs[i * channels + c]).filter(|y| outputs && !y.is_nan())
            };
            let values: Vec<Option<f64>> = places.clone().map(value).collect();
            ComponentPartial::new(&values, bins)
        };
        let components = bins.iter().enumerate().map(component).collect();
        Self { progress: Progress::of(chunk, places), components }
    }
}

/// Blocks that are tried for the range of the histograms before it is given up.
const PILOT_BLOCKS: u64 = 16;

/// The bounds of a histogram, in the unit of its output component.
pub type HistogramRange = (f64, f64);

/// Runs all members of a study and keeps nothing of them but statistics. The ranges of histograms that are not given
/// come from the first block, or if no member of it has outputs, from some more. `observe` hears of every chunk. The
/// crew must be one with chunks of whole blocks, see [`Crew::with_blocks`].
///
/// # Errors
/// Where nobody of the crew can compute a chunk.
pub fn summarize(
    study: &Study,
    crew: &Crew<'_>,
    ranges: &[Option<HistogramRange>],
    mut observe: impl FnMut(&Progress) + Send,
) -> Result<Statistics, RunError<Infallible>> {
    assert!(crew.block().is_multiple_of(BLOCK as u64), "blocks must not be torn apart");
    let total = study.plan().members();
    let few = |blocks: u64| total.min(blocks * BLOCK as u64);
    let mut pilot = first_members(study, crew, few(1))?;
    if !pilot.outcomes.iter().any(|outcome| outcome.has_outputs()) {
        pilot = first_members(study, crew, few(PILOT_BLOCKS))?;
    }
    let channels = study.channel_count();
    let bins: Vec<Bins> = (0..channels)
        .map(|c| {
            let values = pilot.outputs.iter().skip(c).step_by(channels).copied();
            let given = ranges.get(c).copied().flatten().map(|(min, max)| Bins::between(min, max));
            given.or_else(|| Bins::around(values)).unwrap_or_else(|| Bins::between(-1.0, 1.0))
        })
        .collect();
    drop(pilot);
    let mut statistics = Statistics::new(&bins);
    let work = |backend: &dyn Backend, first, count| {
        let blocks = backend.summarize(study, first, count, &bins)?;
        check(study, crew, backend, (first, count), &blocks)?;
        Ok(blocks)
    };
    run_chunks(total, crew, work, |blocks: Vec<BlockPartial>| {
        blocks.iter().for_each(|block| statistics.add(block));
        observe(&statistics.progress);
        Ok(())
    })?;
    Ok(statistics)
}

/// The first members of a study, each with its outputs, from the first of the crew that can.
fn first_members(study: &Study, crew: &Crew<'_>, count: u64) -> Result<Chunk, RunError<Infallible>> {
    let run = |backend: &dyn Backend| backend.run(study, backend.draw(study, 0, count as usize));
    let mut found = Err(BackendError::new("nobody computes"));
    for backend in crew.backends() {
        found = run(*backend);
        if found.is_ok() {
            break;
        }
    }
    // the fault that a device has here it will have, and be noted for, in the run as well
    if found.is_err()
        && let Some(fallback) = crew.fallback()
    {
        found = fallback.and_then(run);
    }
    found.map_err(|source| RunError::Backend { first: 0, last: count.saturating_sub(1), source })
}

/// Looks at the members themselves where suspiciously many of a device are not finite.
fn check(
    study: &Study,
    crew: &Crew<'_>,
    backend: &dyn Backend,
    (first, count): (u64, usize),
    blocks: &[BlockPartial],
) -> Result<(), BackendError> {
    let of_block = |block: &BlockPartial| block.progress.outcomes[Outcome::NonFinite.code() as usize];
    let wrong = blocks.iter().map(of_block).sum::<u64>() as usize;
    // whoever stands in is not made before it is needed
    if !backend.is_device() || !suspicion::is_suspicious(wrong, count) {
        return Ok(());
    }
    match crew.fallback() {
        Some(Ok(reference)) => {
            suspicion::check(study, &backend.run(study, backend.draw(study, first, count))?, reference)
        }
        _ => Ok(()),
    }
}
