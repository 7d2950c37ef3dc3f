//! How much memory recordings and chunks take on the host.

use crate::ensemble::program::Shape;
use crate::ensemble::{BackendError, Fault, Study, followed_operations};

/// Samples that a chunk holds in memory, at most about this many bytes.
const SAMPLE_MEMORY: f64 = 64e6;

/// Bytes that a member takes besides its numbers: outcome, steps, state of its lane, and entries of lists.
const MEMBER_BYTES: f64 = 512.0;

/// Chunks that are in memory at once: one that is computed, one that waits, one that is written.
const CHUNKS: f64 = 3.0;

/// Members that a chunk has at least.
const LEAST: usize = 16;

/// What quantiles of a column take: bytes of an entry, and how many entries a sketch has at most, about.
const SKETCH_ENTRY: f64 = 16.0;
const SKETCH_ENTRIES: f64 = 32768.0;

/// What recording a step with its derivatives and compiling it take, per operation of the step and derivative: bytes, and
/// seconds of a core. Measured on chains of 16 to 64 bodies with a parameter each: 240 with dopri5, 290 to 340 with rkmk4, 300
/// to 490 with generalized_alpha and rattle; 2e-6 s to 6e-6 s.
const RECORDED_BYTES: f64 = 350.0;
const RECORDED_SECONDS: f64 = 4e-6;

/// A recording that takes longer, s, or more bytes is announced.
const LONG: f64 = 10.0;
const MUCH: f64 = 1e9;

/// Bytes where nobody says how much memory is available.
const UNKNOWN: f64 = 16e9;

/// Returns how many members' samples a chunk can hold in memory.
fn sample_limit(study: &Study) -> Option<usize> {
    let bytes = sample_bytes(study)?;
    Some(((SAMPLE_MEMORY / bytes) as usize).max(LEAST))
}

/// Returns the bytes of the samples of a member, if it has any.
fn sample_bytes(study: &Study) -> Option<f64> {
    let sampling = study.sampling.as_ref()?;
    let duration: f64 = study.method.duration.evaluate(&study.mechanism.defaults());
    Some((sampling.count(duration) + 1.0) * (study.mechanism.columns().len() + 2) as f64 * 8.0)
}

/// Returns how many members a chunk may have where nobody says how many.
///
/// # Errors
/// Where memory does not hold even the fewest, with what makes a member so large.
pub(super) fn limit(study: &Study) -> Result<usize, BackendError> {
    limit_within(study, available().unwrap_or(UNKNOWN))
}

fn limit_within(study: &Study, available: f64) -> Result<usize, BackendError> {
    let member = member_bytes(study);
    if LEAST as f64 * member > available {
        let words = format!(
            "members take about {:.1} MiB each while they are computed, {LEAST} of them at a time at least, and {:.1} GiB are \
             available; {}",
            member / f64::from(1 << 20),
            gib(available),
            fewer(study)
        );
        return Err(BackendError { fault: Fault::Refused, words });
    }
    let most = ((available / 2.0 / member) as usize).max(LEAST);
    Ok(sample_limit(study).map_or(most, |samples| samples.min(most)))
}

/// Fails where the quantiles of the columns of a run that keeps its members need more memory than there is.
///
/// # Errors
/// With the figures and what makes the columns so many.
pub fn check_columns(study: &Study) -> Result<(), BackendError> {
    check_columns_within(study, available().unwrap_or(UNKNOWN))
}

fn check_columns_within(study: &Study, available: f64) -> Result<(), BackendError> {
    let column = SKETCH_ENTRY * (study.plan().members() as f64).min(SKETCH_ENTRIES);
    let needed = study.channel_count() as f64 * column;
    if needed <= available {
        return Ok(());
    }
    let words = format!(
        "the figures of {} output columns take about {:.1} GiB of memory, and {:.1} GiB are available; {}, or --statistics",
        study.channel_count(),
        gib(needed),
        gib(available),
        fewer(study)
    );
    Err(BackendError { fault: Fault::Refused, words })
}

/// Returns what recording a step with its derivatives takes, where that is worth saying.
///
/// # Errors
/// Where it takes more memory than there is, with the figures and what makes it less.
pub fn check_recording(study: &Study) -> Result<Option<String>, BackendError> {
    check_recording_within(study, available().unwrap_or(UNKNOWN))
}

fn check_recording_within(study: &Study, available: f64) -> Result<Option<String>, BackendError> {
    let (operations, derivatives) = followed_operations(study);
    let product = operations as f64 * derivatives as f64;
    let [bytes, seconds] = [RECORDED_BYTES, RECORDED_SECONDS].map(|each| each * product);
    let takes = format!(
        "recording {operations} operations of a step with {derivatives} derivatives takes about {:.1} GiB of memory and \
         {seconds:.0} s",
        gib(bytes)
    );
    if bytes <= available {
        return Ok((bytes > MUCH || seconds > LONG).then_some(takes));
    }
    let takes_adjoint = study.sampling.is_none() && study.second_derivatives().is_empty();
    let adjoint = if takes_adjoint { ", or method = \"adjoint\" there" } else { "" };
    let words = format!(
        "{takes}, and {:.1} GiB are available; choose fewer parameters in [sensitivity]{adjoint}",
        gib(available)
    );
    Err(BackendError { fault: Fault::Refused, words })
}

/// Returns a message on what makes numbers fewer.
fn fewer(study: &Study) -> String {
    let (parameters, columns) = (study.mechanism.differentiated_by_parameters().len(), study.channel_count());
    if parameters == 0 {
        return "choose fewer outputs, or sample less often".into();
    }
    let derivatives = study.mechanism.derivative_columns().len() + study.second_derivatives().len();
    format!(
        "[sensitivity] makes {derivatives} of the {columns} output columns, and a state of {} numbers, by {parameters} \
         parameters: choose fewer parameters there, fewer outputs, or sample less often",
        Shape::new(study).state()
    )
}

fn gib(bytes: f64) -> f64 {
    bytes / (1u64 << 30) as f64
}

/// Returns the bytes that a member takes while it is computed and written: its parameters, its state with the
/// derivatives of that, its outputs and its samples.
fn member_bytes(study: &Study) -> f64 {
    let state = Shape::new(study).state();
    let numbers = (2 * study.plan().columns().len() + state + 4 * study.channel_count()) as f64 * 8.0;
    CHUNKS * (MEMBER_BYTES + numbers + sample_bytes(study).unwrap_or(0.0))
}

/// Fails where memory does not suffice for so many members at a time.
pub(super) fn check(study: &Study, members: usize) -> Result<(), BackendError> {
    let member = member_bytes(study);
    let (needed, available) = (members as f64 * member, available().unwrap_or(UNKNOWN));
    if needed <= available {
        return Ok(());
    }
    let words = format!(
        "--chunk {members}: so many members at a time take about {:.1} GiB of memory, and {:.1} GiB are available; accepted \
         now: at most {}",
        gib(needed),
        gib(available),
        (available / member).floor()
    );
    Err(BackendError { fault: Fault::Refused, words })
}

/// Returns the bytes of memory that the system says can be had, also by its limit for this process' group.
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::ensemble::program::StudyFunction;
    use crate::ensemble::record_function;
    use crate::io::scenario::{Overrides, Scenario};
    use crate::num::Precision;
    use std::path::Path;

    fn study(replacement: &str) -> Study {
        let text = include_str!("../../scenarios/heavy_top_uncertain.toml");
        let text = text.replace("[sensitivity]\nparameters = [\"mass\", \"spin\", \"arm\"]\n", replacement);
        Scenario::parse(Path::new("top.toml"), &text, Overrides::default()).unwrap().study
    }

    #[test]
    fn derivatives_count_and_are_named_where_memory_does_not_hold_them() {
        let with = study("[sensitivity]\nparameters = \"all\"\n[sampling]\nevery = 1e-3\n");
        let without = study("[sampling]\nevery = 1e-3\n");
        // 1,002 samples of 12 columns and two more numbers, three chunks of them at once
        let bytes = member_bytes(&with);
        assert!((bytes / (3.0 * 8.0 * 1002.0 * 14.0) - 1.0).abs() < 0.02, "{bytes}");
        assert!(member_bytes(&without) < 0.4 * bytes);
        assert_eq!(limit_within(&without, 5e6).unwrap(), 20);
        let words = limit_within(&with, 5e6).unwrap_err().words;
        let expected = "members take about 0.3 MiB each while they are computed, 16 of them at a time at least, and 0.0 GiB are \
                        available; [sensitivity] makes 9 of the 12 output columns, and a state of 28 numbers, by 3 parameters: \
                        choose fewer parameters there, fewer outputs, or sample less often";
        assert_eq!(words, expected);
    }

    #[test]
    fn recordings_are_estimated_before_a_run() {
        let section = |names: &str| format!("[sensitivity]\nparameters = {names}\n");
        assert_eq!(followed_operations(&study("")), (0, 0));
        let counted = |names: &str, further: &str| followed_operations(&study(&(section(names) + further)));
        let (operations, two) = counted("[\"mass\", \"arm\"]", "");
        assert_eq!((two, counted("\"all\"", "")), (2, (operations, 3)));
        assert_eq!(
            counted("\"all\"", "second = \"all\"\n[[output]]\nname = \"energy\"\nquantity = \"energy\"\n"),
            (operations, 3 + 2 * 6)
        );
        let all = study(&section("\"all\""));
        let recorded = record_function(&all, StudyFunction::Step, Precision::Double).nodes.len();
        let each = recorded as f64 / (3 * operations) as f64;
        assert!((1.2..4.0).contains(&each), "{each} nodes per operation and derivative");

        assert_eq!(check_recording_within(&all, 1e9).unwrap(), None);
        let words = check_recording_within(&all, 3e5).unwrap_err().words;
        assert!(
            words.starts_with(&format!("recording {operations} operations of a step with 3 derivatives takes")),
            "{words}"
        );
        assert!(words.ends_with("choose fewer parameters in [sensitivity], or method = \"adjoint\" there"), "{words}");
        let sampled = study(&(section("\"all\"") + "[sampling]\nevery = 1e-3\n"));
        assert!(check_recording_within(&sampled, 3e5).unwrap_err().words.ends_with("in [sensitivity]"));
    }

    #[test]
    fn figures_of_columns_are_estimated_before_a_run() {
        let with = study("[sensitivity]\nparameters = \"all\"\n");
        // 16,384 members, 16 bytes each, of 12 columns: 3 MiB
        assert!(check_columns_within(&with, 3.2e6).is_ok());
        let words = check_columns_within(&with, 3.1e6).unwrap_err().words;
        assert!(words.starts_with("the figures of 12 output columns take about 0.0 GiB of memory"), "{words}");
        assert!(words.ends_with("fewer outputs, or sample less often, or --statistics"), "{words}");
    }
}
