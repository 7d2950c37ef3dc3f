//! Members that a kernel leaves to the CPU: those of which Newton's method, which eliminates in a static order there, does
//! not solve a step, those that meet too many events, which the kernel does not count, and those in which joints or constraints
//! begin or end to act. The CPU has pivoting for such a
//! step, and stops at the limit of events. It computes the whole member, so that what becomes of it is what becomes of it on
//! the CPU.

use crate::ensemble::cpu::{CpuBackend, LaneWidth};
use crate::ensemble::{Backend, BackendError, Chunk, Members, Outcome, Study};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Returns the outcomes with which a kernel leaves members to the host.
pub(super) fn left(study: &Study) -> &'static [Outcome] {
    // derivatives whose digits are lost are not finite
    let differentiates = study.is_implicit() && !study.directions().is_empty();
    match differentiates {
        true => &[Outcome::NewtonDiverged, Outcome::EventLimit, Outcome::NonFinite],
        false => &[Outcome::NewtonDiverged, Outcome::EventLimit],
    }
}

/// The CPU beside a GPU.
#[derive(Debug, Default)]
pub(super) struct Host {
    cpu: OnceLock<Result<CpuBackend, BackendError>>,
    members: AtomicU64,
}

impl Host {
    /// Computes the members of a chunk that the kernel has left to the host.
    pub(super) fn complete(&self, study: &Study, mut chunk: Chunk) -> Result<Chunk, BackendError> {
        let left = left(study);
        let places: Vec<usize> =
            (0..chunk.outcomes.len()).filter(|place| left.contains(&chunk.outcomes[*place])).collect();
        if places.is_empty() {
            return Ok(chunk);
        }
        let computed = self.compute(study, chunk.members.at(&places))?;
        chunk.replace(&places, computed);
        Ok(chunk)
    }

    /// Computes members.
    pub(super) fn compute(&self, study: &Study, members: Members) -> Result<Chunk, BackendError> {
        let cpu = self.cpu.get_or_init(|| CpuBackend::new(None, LaneWidth::best()));
        let count = members.count() as u64;
        let chunk = cpu.as_ref().map_err(BackendError::clone)?.run_once(study, members)?;
        self.members.fetch_add(count, Ordering::Relaxed);
        Ok(chunk)
    }

    /// Counts anew.
    pub(super) fn forget(&self) {
        self.members.store(0, Ordering::Relaxed);
    }

    /// Returns the CPU backend's description and the number of members that were passed on to it, if there were any.
    pub(super) fn passed_on(&self) -> Option<(String, u64)> {
        let members = self.members.load(Ordering::Relaxed);
        let cpu = self.cpu.get()?.as_ref().ok()?;
        (members > 0).then(|| (cpu.description(), members))
    }
}
