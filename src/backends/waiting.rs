//! Waiting for a device whose driver compiles a long kernel.

use super::options::Note;
use crate::ensemble::Study;
use crate::gpu::{GpuBackend, GpuError, GpuOptions};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, scope};
use std::time::Duration;

/// What takes longer to open than this is told of.
const LONG: Duration = Duration::from_secs(20);

/// Stack of the thread that opens a device, bytes: as much as a program begins with.
const STACK: usize = 8 << 20;

/// Opens a GPU for a study, and says so once where that takes long.
pub(super) fn open_gpu(study: &Study, options: &GpuOptions, say: &mut dyn FnMut(Note)) -> Result<GpuBackend, GpuError> {
    let words = format!(
        "the kernel of this study takes its driver more than {} s to compile; `gyrosweep run --kernel interpreted` compiles in a second \
         or two and computes slower, `--backend cpu` needs no kernel",
        LONG.as_secs()
    );
    say_after(LONG, || GpuBackend::new(study, options), || say(Note::Choice(words)))
}

/// Does something on a thread of its own. Says something where it takes longer than that.
fn say_after<T: Send>(long: Duration, work: impl FnOnce() -> T + Send, say: impl FnOnce()) -> T {
    let work = Mutex::new(Some(work));
    let work_once = || {
        let work = work.lock().unwrap_or_else(PoisonError::into_inner).take();
        work.expect("it is done by one thread alone")()
    };
    scope(|scope| {
        let (working, is_done) = channel::<()>();
        let thread = Builder::new().stack_size(STACK).spawn_scoped(scope, || {
            // dropped where the work ends, however it does
            let _working = working;
            work_once()
        });
        // without another thread it is done here, and nothing is said
        let Ok(thread) = thread else { return work_once() };
        if is_done.recv_timeout(long) == Err(RecvTimeoutError::Timeout) {
            say();
        }
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_long_is_told_of_once() {
        let mut said = 0;
        assert_eq!(say_after(Duration::from_secs(600), || 7, || said += 1), 7);
        assert_eq!(said, 0);
        // ends only when it was told of
        let (told, is_told) = channel();
        let waits = say_after(
            Duration::from_millis(1),
            move || is_told.recv_timeout(Duration::from_secs(600)),
            || {
                said += 1;
                let _ = told.send(8);
            },
        );
        assert_eq!((waits, said), (Ok(8), 1));
    }

    #[test]
    fn what_panics_there_panics_here() {
        let panics = || say_after(Duration::from_secs(600), || -> u32 { panic!("there") }, || ());
        let caught = std::panic::catch_unwind(panics).expect_err("a panic");
        assert_eq!(caught.downcast_ref::<&str>(), Some(&"there"));
    }
}
