//! How much memory chunks take on the host.

use crate::ensemble::{BackendError, Fault, Study};

/// Samples that a chunk holds in memory, at most about this many bytes.
const SAMPLE_MEMORY: f64 = 64e6;

/// Bytes that a member takes besides its numbers: outcome, steps, state of its lane, and places of lists.
const MEMBER_BYTES: f64 = 512.0;

/// Chunks that are in memory at once: one that is computed, one that waits, one that is written.
const CHUNKS: f64 = 3.0;

/// Bytes where nobody says how much memory is available.
const UNKNOWN: f64 = 16e9;

/// Returns how many members' samples a chunk can hold in memory.
pub(super) fn sample_limit(study: &Study) -> Option<usize> {
    let bytes = sample_bytes(study)?;
    Some(((SAMPLE_MEMORY / bytes) as usize).max(16))
}

/// Bytes of the samples of a member, if it has any.
fn sample_bytes(study: &Study) -> Option<f64> {
    let every = study.sampling?;
    let duration: f64 = study.method.duration.evaluate(&study.mechanism.defaults());
    Some((duration / every + 2.0) * (study.mechanism.columns().len() + 2) as f64 * 8.0)
}

/// Fails where so many members at a time cannot be held.
pub(super) fn check(study: &Study, members: usize) -> Result<(), BackendError> {
    let numbers = (2 * study.plan().columns().len() + 4 * study.channel_count()) as f64 * 8.0;
    let member = CHUNKS * (MEMBER_BYTES + numbers + sample_bytes(study).unwrap_or(0.0));
    let (needed, available) = (members as f64 * member, available().unwrap_or(UNKNOWN));
    if needed <= available {
        return Ok(());
    }
    let gib = |bytes: f64| bytes / (1u64 << 30) as f64;
    let words = format!(
        "--chunk {members}: so many members at a time take about {:.1} GiB of memory, and {:.1} GiB are available; accepted \
         now: at most {}",
        gib(needed),
        gib(available),
        (available / member).floor()
    );
    Err(BackendError { fault: Fault::Refused, words })
}

/// Bytes of memory that the system says can be had, also by its limit for this process' group.
fn available() -> Option<f64> {
    let number = |text: &str| text.split_whitespace().find_map(|word| word.parse::<f64>().ok());
    let read = |file: &str| std::fs::read_to_string(file).ok();
    let memory = read("/proc/meminfo")?;
    let line = memory.lines().find(|line| line.starts_with("MemAvailable:"))?;
    let system = number(line)? * 1024.0;
    let group = |name: &str| number(&read(&format!("/sys/fs/cgroup/memory.{name}"))?);
    let left = group("max").map(|most| most - group("current").unwrap_or(0.0));
    Some(left.map_or(system, |left| left.min(system)))
}
