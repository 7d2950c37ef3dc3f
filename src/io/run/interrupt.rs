//! A run that is stopped from outside.

use crate::ensemble::{StopFlag, ThreadError};
use std::sync::{Condvar, Mutex, PoisonError};

/// Carries the wish that a run stops, from another thread.
#[derive(Debug, Default)]
pub struct Interrupt {
    state: Mutex<State>,
    flag: StopFlag,
    changed: Condvar,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Working,
    Asked,
    Done,
}

impl Interrupt {
    /// Asks the run to stop.
    pub fn ask(&self) {
        self.leave(State::Asked);
        self.flag.set();
    }

    /// Returns what tells backends that nobody wants the rest.
    pub(crate) fn flag(&self) -> StopFlag {
        self.flag.clone()
    }

    /// Does some work, and beside it, as soon as that is asked for, `stop`.
    ///
    /// # Errors
    /// Where there is no thread to wait on; the work is not begun.
    pub(super) fn during<T>(&self, stop: impl FnOnce() + Send, work: impl FnOnce() -> T) -> Result<T, ThreadError> {
        std::thread::scope(|scope| {
            let wait = || {
                if self.wait() == State::Asked {
                    stop();
                }
            };
            std::thread::Builder::new().name("interrupt".into()).spawn_scoped(scope, wait)?;
            let _end = End(self);
            Ok(work())
        })
    }

    fn wait(&self) -> State {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let state = self.changed.wait_while(state, |state| *state == State::Working);
        *state.unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves the state of working, if it has not been left yet.
    fn leave(&self, next: State) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if *state == State::Working {
            *state = next;
        }
        self.changed.notify_all();
    }
}

/// Ends the waiting when the work ends, also by a panic.
struct End<'a>(&'a Interrupt);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.leave(State::Done);
    }
}
