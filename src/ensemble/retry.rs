//! Members that are tried again with another method after they failed.

use super::{Chunk, Members, Study};

/// Computes members by `once`, and those that fail again by `again`, as the retries of the study say.
///
/// # Errors
/// Where either fails.
pub(super) fn run<E>(
    study: &Study,
    members: Members,
    once: impl Fn(&Study, Members) -> Result<Chunk, E>,
    again: impl Fn(&Study, Members) -> Result<Chunk, E>,
) -> Result<Chunk, E> {
    let mut chunk = once(study, members)?;
    for (before, retry) in (1..).zip(study.retries()) {
        let failed = |place: &usize| retry.outcomes.contains(&chunk.outcomes[*place]);
        let places: Vec<usize> = (0..chunk.outcomes.len()).filter(failed).collect();
        if places.is_empty() {
            continue;
        }
        let mut found = again(&retry.study.looked_at_as(study), chunk.members.at(&places))?;
        found.tries.fill(before + 1);
        chunk.replace(&places, found);
    }
    Ok(chunk)
}
