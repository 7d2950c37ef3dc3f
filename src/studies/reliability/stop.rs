//! What may stop a study between its rounds, and who hears of these.

use crate::ensemble::{BackendError, Fault};
use crate::io::run::Interrupt;
use crate::studies::{Failure, Listener, Silence, Work};
use std::sync::Arc;
use std::sync::Mutex;

/// Hears of rounds, and says whether to stop.
pub(super) struct Stop<'a> {
    listener: &'a dyn Listener,
    interrupt: Arc<Interrupt>,
    now: Arc<Mutex<(&'static str, u64)>>,
}

impl<'a> Stop<'a> {
    pub(super) fn new(listener: &'a dyn Listener, interrupt: Arc<Interrupt>) -> Self {
        let now = Arc::new(Mutex::new(("", 0)));
        let shown = Arc::clone(&now);
        listener.begin(Work::new(move |Silence { seconds, .. }| {
            let (method, round) = shown.lock().map_or(("", 0), |now| *now);
            format!("{method}, ensemble {round}, after {seconds} s")
        }));
        Self { listener, interrupt, now }
    }

    /// Hears that a round begins.
    ///
    /// # Errors
    /// Where the study is to stop.
    pub(super) fn check(&self, method: &'static str, round: u64) -> Result<(), Failure> {
        if let Ok(mut now) = self.now.lock() {
            *now = (method, round);
        }
        if self.interrupt.flag().is_set() { Err(stopped()) } else { Ok(()) }
    }

    /// Returns the failure of a study whose members could not be computed.
    pub(super) fn failure(&self, error: BackendError) -> Failure {
        if error.fault == Fault::Stopped || self.interrupt.flag().is_set() { stopped() } else { Failure::other(error) }
    }
}

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.listener.rest();
    }
}

fn stopped() -> Failure {
    Failure::Stopped("stopped before its methods came to their ends: nothing is found yet".into())
}
