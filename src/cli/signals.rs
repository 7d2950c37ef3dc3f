//! Ctrl-C and the signals that ask a process to end.

use crate::cli::console::Console;
use crate::cli::exit::STOPPED;
use gyrosweep::io::run::Interrupt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError};

/// The run that goes on, of several that may follow each other, and whether it was asked to stop.
static RUN: Mutex<Option<Arc<Interrupt>>> = Mutex::new(None);
static ASKED: AtomicBool = AtomicBool::new(false);
static WATCHED: Once = Once::new();

/// Lets the first of these signals ask a run to stop; the second ends the process at once, which leaves results that
/// can be read and gone on with as well.
pub(super) fn watch(console: &Console) -> Arc<Interrupt> {
    let interrupt = Arc::<Interrupt>::default();
    *RUN.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&interrupt));
    WATCHED.call_once(|| {
        let watched = ctrlc::set_handler(|| {
            if ASKED.swap(true, Ordering::SeqCst) {
                std::process::exit(STOPPED.into());
            }
            RUN.lock().unwrap_or_else(PoisonError::into_inner).iter().for_each(|run| run.ask());
        });
        if let Err(error) = watched {
            console.warning(&format!("Ctrl-C will end the run at once: {error}"));
        }
    });
    // between two runs
    if ASKED.load(Ordering::SeqCst) {
        interrupt.ask();
    }
    interrupt
}
