//! Ctrl-C and the signals that ask a process to end.

use crate::cli::console::Console;
use crate::cli::exit::STOPPED;
use gyrosweep::io::run::Interrupt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Lets the first of these signals ask a run to stop; the second ends the process at once, which leaves results that
/// can be read and gone on with as well.
pub(super) fn watch(console: &Console) -> Arc<Interrupt> {
    let interrupt = Arc::<Interrupt>::default();
    let (asked, of_run) = (AtomicBool::new(false), Arc::clone(&interrupt));
    let watched = ctrlc::set_handler(move || {
        if asked.swap(true, Ordering::SeqCst) {
            std::process::exit(STOPPED.into());
        }
        of_run.ask();
    });
    if let Err(error) = watched {
        console.warning(&format!("Ctrl-C will end the run at once: {error}"));
    }
    interrupt
}
