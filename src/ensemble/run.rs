//! Running a study chunk by chunk.

use super::{Backend, BackendPool, Chunk, Progress, RunError, Study, run_chunks, suspicion};

/// Runs all members of a study on one backend, that many at a time; see [`run_pool`].
///
/// ```
/// use gyrosweep::ensemble::{Outcome, cpu::{CpuBackend, LaneWidth}, run};
/// use gyrosweep::io::scenario::{Overrides, Scenario};
/// let mut overrides = Overrides::default();
/// overrides.members = Some(64);
/// let study = Scenario::read("scenarios/heavy_top_sweep.toml".as_ref(), overrides)?.study;
/// let cpu = CpuBackend::new(None, LaneWidth::best())?;
/// let progress = run(&study, &cpu, 32, |chunk, _| {
///     assert!(chunk.outcomes.iter().all(|outcome| *outcome == Outcome::Completed));
///     Ok::<(), std::io::Error>(())
/// })?;
/// assert_eq!(progress.members, 64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Where the backend or the sink fails. What the sink has taken by then stays taken.
pub fn run<E: std::error::Error + Send + 'static>(
    study: &Study,
    backend: &dyn Backend,
    chunk_size: usize,
    sink: impl FnMut(Chunk, &Progress) -> Result<(), E> + Send,
) -> Result<Progress, RunError<E>> {
    run_pool(study, &BackendPool::new(vec![backend]).with_chunk(chunk_size), sink)
}

/// Runs all members of a study. Every finished chunk goes to `sink` in the order of the members, with the progress up
/// to and including it, while the next ones are computed.
///
/// # Errors
/// Where no backend of the pool can compute a chunk, or the sink fails. What the sink has taken by then stays taken.
pub fn run_pool<E: std::error::Error + Send + 'static>(
    study: &Study,
    pool: &BackendPool<'_>,
    sink: impl FnMut(Chunk, &Progress) -> Result<(), E> + Send,
) -> Result<Progress, RunError<E>> {
    run_rest(study, pool, Progress::default(), sink)
}

/// Runs the members of a study that come after those of a progress; see [`run_pool`].
///
/// # Errors
/// Where no backend of the pool can compute a chunk, or the sink fails. What the sink has taken by then stays taken.
pub fn run_rest<E: std::error::Error + Send + 'static>(
    study: &Study,
    pool: &BackendPool<'_>,
    mut progress: Progress,
    mut sink: impl FnMut(Chunk, &Progress) -> Result<(), E> + Send,
) -> Result<Progress, RunError<E>> {
    let work = |backend: &dyn Backend, first, count| {
        let chunk = backend.run(study, backend.draw(study, first, count))?;
        if backend.is_device() {
            suspicion::check(study, pool, &chunk)?;
        }
        pool.note_events(count, chunk.events.len());
        Ok(chunk)
    };
    run_chunks(progress.members..study.plan().members(), pool, work, |chunk| {
        progress.merge(&Progress::of(&chunk, 0..chunk.outcomes.len()));
        sink(chunk, &progress)
    })?;
    Ok(progress)
}
