//! Whether members that are not finite are the motion's fault or the device's.

use super::{BackendError, BackendPool, Chunk, Fault, Outcome, Study};

/// One member in so many that are not finite arouses suspicion.
const SUSPICIOUS: usize = 8;

/// Members that are computed again.
const PROBES: usize = 8;

/// Says whether so many of some members are not finite that the device may be wrong.
pub(super) fn is_suspicious(suspects: usize, members: usize) -> bool {
    suspects > 0 && suspects * SUSPICIOUS >= members
}

/// Fails where many members of a device's chunk are not finite, and most of those that the pool's fallback computes again
/// end otherwise there.
///
/// # Errors
/// [`Fault::SuspiciousFailures`], or what goes wrong with the fallback.
pub(super) fn check(study: &Study, pool: &BackendPool<'_>, chunk: &Chunk) -> Result<(), BackendError> {
    let wrong = |i: &usize| chunk.outcomes[*i] == Outcome::NonFinite;
    let suspects: Vec<usize> = (0..chunk.outcomes.len()).filter(wrong).collect();
    if !is_suspicious(suspects.len(), chunk.outcomes.len()) {
        return Ok(());
    }
    // the fallback is not made before it is needed
    let Some(Ok(reference)) = pool.fallback() else { return Ok(()) };
    // spread over all of them, for neighbours are alike
    let probes: Vec<usize> = suspects.iter().step_by(suspects.len().div_ceil(PROBES)).copied().collect();
    let again = reference.run(study, chunk.members.at(&probes))?;
    let otherwise = again.outcomes.iter().filter(|outcome| **outcome != Outcome::NonFinite).count();
    if 2 * otherwise <= probes.len() {
        return Ok(());
    }
    Err(BackendError {
        fault: Fault::SuspiciousFailures,
        words: format!(
            "{} of {} members are not finite; of {} that were computed again on the CPU, {otherwise} end otherwise",
            suspects.len(),
            chunk.outcomes.len(),
            probes.len()
        ),
    })
}
