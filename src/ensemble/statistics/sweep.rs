//! Running a study for its statistics alone.

use super::{BLOCK, Bins, BlockPartial, Statistics};
use crate::ensemble::{Backend, BackendError, Chunk, Crew, Outcome, Progress, RunError, Study, run_chunks, storm};
use std::convert::Infallible;

/// Blocks that are tried for the range of the histograms before it is given up.
const PILOT_BLOCKS: u64 = 16;

/// The bounds of a histogram, in the unit of its output component.
pub type Range = (f64, f64);

/// Runs all members of a study and keeps nothing of them but statistics. The ranges of histograms that are not given
/// come from the first block, or if no member of it has outputs, from some more. `observe` hears of every chunk. The
/// crew must be one with chunks of whole blocks, see [`Crew::with_blocks`].
///
/// # Errors
/// Where nobody of the crew can compute a chunk.
pub fn summarize(
    study: &Study,
    crew: &Crew<'_>,
    ranges: &[Option<Range>],
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
        && let Some(rescuer) = crew.rescuer()
    {
        found = rescuer.and_then(run);
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
    let of_block = |block: &BlockPartial| block.tally.outcomes[Outcome::NonFinite.code() as usize];
    let wrong = blocks.iter().map(of_block).sum::<u64>() as usize;
    // whoever stands in is not made before it is needed
    if !backend.is_device() || !storm::is_suspicious(wrong, count) {
        return Ok(());
    }
    match crew.rescuer() {
        Some(Ok(reference)) => storm::check(study, &backend.run(study, backend.draw(study, first, count))?, reference),
        _ => Ok(()),
    }
}
