//! Waiting for a device whose driver compiles a long kernel, and not waiting any longer.
//!
//! A driver that compiles cannot be stopped. It is left alone on its thread, and another kernel computes.

use super::options::Note;
use crate::ensemble::Study;
use crate::gpu::{Form, GpuBackend, GpuError, GpuOptions};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;

/// What takes longer to open than this is told of.
const LONG: Duration = Duration::from_secs(20);

/// What takes longer to open than this is not waited for.
const TOO_LONG: Duration = Duration::from_secs(120);

/// Stack of the thread that opens a device, bytes: as much as a program begins with.
const STACK: usize = 8 << 20;

/// Opens a GPU for a study, and says so once where that takes long. Where it takes too long and no form of the kernel is asked for, the
/// device is opened with an interpreted one.
///
/// # Errors
/// As [`GpuBackend::new`], and where that takes too long, too.
pub(super) fn open_gpu(study: &Study, options: &GpuOptions, say: &mut dyn FnMut(Note)) -> Result<GpuBackend, GpuError> {
    open_within(TOO_LONG, study, options, say)
}

fn open_within(
    limit: Duration,
    study: &Study,
    options: &GpuOptions,
    say: &mut dyn FnMut(Note),
) -> Result<GpuBackend, GpuError> {
    let open = |options: GpuOptions| {
        let study = study.clone();
        move || GpuBackend::new(&study, &options)
    };
    let words = format!(
        "the kernel of this study takes its driver more than {} s to compile; `gyrosweep run --kernel interpreted` compiles in a second \
         or two and computes slower, `--backend cpu` needs no kernel",
        LONG.as_secs()
    );
    // who asks for a form waits for it
    let limit = if options.form.is_none() { limit } else { Duration::MAX };
    if let Some(opened) = done_within([LONG, limit], open(options.clone()), || say(Note::Choice(words))) {
        return opened;
    }
    let seconds = limit.as_secs_f64();
    say(Note::Warning(format!(
        "the driver has not compiled the kernel of this study within {seconds} s and is not waited for; an interpreted kernel computes, \
         slower. `gyrosweep run --kernel unrolled` waits for as long as it takes"
    )));
    let interpreted = GpuOptions { form: Some(Form::Interpreted), ..options.clone() };
    let opened = done_within([TOO_LONG; 2], open(interpreted), || ());
    opened.unwrap_or(Err(GpuError::NotCompiled { seconds: TOO_LONG.as_secs_f64() }))
}

/// Does something on a thread of its own. Says something where it takes longer than the first time, and returns nothing where it takes
/// longer than the second: the thread goes on.
fn done_within<T: Send + 'static, W: FnOnce() -> T + Send + 'static>(
    [long, limit]: [Duration; 2],
    work: W,
    say: impl FnOnce(),
) -> Option<T> {
    let work = Arc::new(Mutex::new(Some(work)));
    let work_once = |work: &Mutex<Option<W>>| {
        let work = work.lock().unwrap_or_else(PoisonError::into_inner).take();
        work.expect("it is done by one thread alone")()
    };
    let (working, is_done) = channel::<()>();
    let shared = Arc::clone(&work);
    let thread = Builder::new().stack_size(STACK).spawn(move || {
        // dropped where the work ends, however it does
        let _working = working;
        work_once(&shared)
    });
    // without another thread it is done here, and nothing is said
    let Ok(thread) = thread else { return Some(work_once(&work)) };
    let is_late = |after| is_done.recv_timeout(after) == Err(RecvTimeoutError::Timeout);
    if is_late(long.min(limit)) {
        if long < limit {
            say();
        }
        if long >= limit || is_late(limit - long) {
            return None;
        }
    }
    Some(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::scenario::{Overrides, Scenario};
    use crate::num::Precision;
    use std::path::Path;

    const NEVER: Duration = Duration::from_secs(600);
    const AT_ONCE: Duration = Duration::from_millis(1);

    #[test]
    fn what_takes_long_is_told_of_once() {
        let mut said = 0;
        assert_eq!(done_within([NEVER; 2], || 7, || said += 1), Some(7));
        assert_eq!(said, 0);
        // ends only when it was told of
        let (told, is_told) = channel();
        let waits = done_within(
            [AT_ONCE, NEVER],
            move || is_told.recv_timeout(NEVER),
            || {
                said += 1;
                let _ = told.send(8);
            },
        );
        assert_eq!((waits, said), (Some(Ok(8)), 1));
    }

    #[test]
    fn what_takes_too_long_is_left_alone() {
        let (end, is_ended) = channel::<()>();
        let mut said = 0;
        let waits = done_within([AT_ONCE, 2 * AT_ONCE], move || is_ended.recv_timeout(NEVER), || said += 1);
        assert_eq!((waits, said), (None, 1));
        assert_eq!(end.send(()), Ok(()), "it goes on");
    }

    #[test]
    fn what_panics_there_panics_here() {
        let panics = || done_within([NEVER; 2], || -> u32 { panic!("there") }, || ());
        let caught = std::panic::catch_unwind(panics).expect_err("a panic");
        assert_eq!(caught.downcast_ref::<&str>(), Some(&"there"));
    }

    #[test]
    fn a_kernel_that_compiles_too_long_is_interpreted() {
        let text = include_str!("../../scenarios/heavy_top.toml");
        let study = Scenario::parse(Path::new("test.toml"), text, Overrides::default()).expect("a scenario").study;
        let options = GpuOptions::new(Precision::Double).or_software();
        let mut said = Vec::new();
        match open_within(AT_ONCE, &study, &options, &mut |note| said.push(note)) {
            Ok(backend) => {
                assert_eq!(backend.kernel().form(), Form::Interpreted);
                let [Note::Warning(warning)] = &said[..] else { panic!("{said:?}") };
                assert!(warning.contains("within 0.001 s") && warning.contains("an interpreted kernel"), "{warning}");
            }
            // without a GPU there is nothing to wait for
            Err(error) => assert!(std::env::var_os("GYROSWEEP_REQUIRE_GPU").is_none(), "a GPU is required: {error}"),
        }
    }
}
