//! Studies on a thread of their own, beside which Python goes on hearing signals.

use crate::errors::of_failure;
use crate::progress::{Ear, Heard};
use gyrosweep::studies::{self, Request, Results};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How often Python looks for signals.
const LOOK: Duration = Duration::from_millis(20);

/// How long a study that is asked to stop is waited for.
const STOP: Duration = Duration::from_millis(200);

/// Says why there are no results.
pub(crate) enum Ended {
    /// The study could not be made.
    Failed(PyErr),
    /// Python wants it to stop: a signal, or what was called meanwhile has raised.
    Stopped(PyErr),
}

/// Makes a study without the lock of the interpreter; `tell` is called from time to time, and may stop it.
///
/// A study that is stopped may still end a chunk on its thread.
pub(crate) fn made<R>(
    py: Python<'_>,
    request: R,
    heard: &Arc<Heard>,
    mut tell: impl FnMut() -> PyResult<()>,
) -> Result<Results<R::Found>, Ended>
where
    R: Request + Send + 'static,
    R::Found: Send,
{
    let (send, receive) = channel();
    let ear = Ear(Arc::clone(heard));
    std::thread::spawn(move || {
        // nobody may be waiting any more
        let _ = send.send(studies::run(request, &ear));
    });
    let receive = Mutex::new(receive);
    let wait = |time: Duration| py.detach(|| receive.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(time));
    loop {
        let answer = wait(LOOK);
        if let Err(error) = py.check_signals().and_then(|()| tell()) {
            heard.interrupt.ask();
            let _ = wait(STOP);
            return Err(Ended::Stopped(error));
        }
        match answer {
            Ok(answer) => return answer.map_err(|failure| Ended::Failed(of_failure(py, &failure))),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Ended::Failed(PyRuntimeError::new_err("the study has ended without an answer")));
            }
        }
    }
}
