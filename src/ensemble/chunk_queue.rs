//! Chunks of members from a common queue to the backends of a pool, and what they make of them, in order, to a sink.

use super::{Action, Backend, BackendError, BackendPool, Fault, FaultRecord};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

/// The reason why a run stopped.
#[derive(Debug, thiserror::Error)]
pub enum RunError<E: std::error::Error + 'static> {
    /// The backend failed.
    #[error("members {first} to {last}: {source}")]
    Backend {
        /// The first member of the chunk that was lost.
        first: u64,
        /// The last one.
        last: u64,
        /// What happened.
        source: BackendError,
    },
    /// The results could not be kept.
    #[error(transparent)]
    Sink(E),
    /// The system gave no thread.
    #[error(transparent)]
    Thread(#[from] ThreadError),
}

/// The system gave no thread.
#[derive(Debug, thiserror::Error)]
#[error(
    "cannot start a thread: {0}; the memory, or the number of threads, that this process may have does not suffice"
)]
pub struct ThreadError(#[from] pub std::io::Error);

impl<E: std::error::Error> RunError<E> {
    /// Returns the error with members counted in the plan of which they are a part from its member `start` on.
    pub fn of_part(self, start: u64) -> Self {
        match self {
            Self::Backend { first, last, source } => Self::Backend { first: first + start, last: last + start, source },
            Self::Sink(_) | Self::Thread(_) => self,
        }
    }
}

/// Members that a chunk has at least, where several backends share the rest of a run.
const SMALLEST: u64 = 256;

/// What a chunk gave: its first member, how many they are, what was made of them.
type Product<P> = (u64, u64, P);

/// Has every one of some members worked on once. A backend of the pool that is free takes the next chunk; what `work`
/// makes of it goes to `sink` in the order of the members, on a thread of its own. Members that are being worked on, or
/// wait for those before them, are bounded: memory does not grow with the number of members.
///
/// A chunk that fails is tried once more, then given to the fallback; see [`BackendPool::faults`].
///
/// # Errors
/// Where no backend can compute a chunk, or the sink fails. What the sink has taken by then stays taken.
pub fn run_chunks<P: Send, E: std::error::Error + Send + 'static>(
    members: Range<u64>,
    pool: &BackendPool<'_>,
    work: impl Fn(&dyn Backend, u64, usize) -> Result<P, BackendError> + Sync,
    sink: impl FnMut(P) -> Result<(), E> + Send,
) -> Result<(), RunError<E>> {
    let queue = Queue::new(members, pool);
    let (sender, products) = channel();
    std::thread::scope(|scope| {
        let begin = || Builder::new().name("members".into());
        let writer = begin().spawn_scoped(scope, || write(&queue, products, sink)).map_err(ThreadError)?;
        let (mut workers, mut unstarted) = (Vec::new(), None);
        for (place, backend) in pool.backends().iter().enumerate() {
            for _ in 0..backend.in_flight().max(1) {
                let worker = Worker { pool, queue: &queue, work: &work, sender: sender.clone() };
                match begin().spawn_scoped(scope, move || worker.run(place)) {
                    Ok(worker) => workers.push(worker),
                    Err(error) => {
                        queue.stop();
                        unstarted = Some(ThreadError(error));
                    }
                }
            }
        }
        drop(sender);
        let mut failed = None;
        for worker in workers {
            match worker.join() {
                Ok(Ok(())) => {}
                Ok(Err(error)) => failed = failed.or(Some(error)),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        match writer.join() {
            Ok(written) => written.map_err(RunError::Sink)?,
            Err(panic) => std::panic::resume_unwind(panic),
        }
        unstarted.map_or(Ok(()), Err)?;
        failed.map_or(Ok(()), |(first, last, source)| Err(RunError::Backend { first, last, source }))
    })
}

/// Hands products to the sink in the order of their members.
fn write<P, E>(
    queue: &Queue,
    products: Receiver<Product<P>>,
    mut sink: impl FnMut(P) -> Result<(), E>,
) -> Result<(), E> {
    let _stop = StopOnPanic(queue);
    let mut early = BTreeMap::new();
    let mut next = queue.state().written;
    for (first, count, product) in products {
        early.insert(first, (count, product));
        while let Some((count, product)) = early.remove(&next) {
            sink(product).inspect_err(|_| queue.stop())?;
            next += count;
            queue.set_written(next);
        }
    }
    Ok(())
}

/// The members that nobody has taken yet.
struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    /// The end of all members.
    total: u64,
    /// Members that may be taken beyond the first that is not written.
    window: u64,
    /// Members that are not torn apart.
    block: u64,
    /// Backends that share the members, times two: the parts become smaller towards the end.
    parts: u64,
}

#[derive(Default)]
struct State {
    next: u64,
    written: u64,
    stopped: bool,
    /// True where the fallback works for a pool whose devices have all failed.
    fallback_works: bool,
}

impl Queue {
    fn new(members: Range<u64>, pool: &BackendPool<'_>) -> Self {
        let backends = pool.backends();
        let flights = || backends.iter().enumerate().map(|(place, b)| (place, b.in_flight().max(1) as u64));
        // as many again as are being worked on: a fast backend does not wait for a slow one's chunk
        let window =
            flights().fold(0u64, |sum, (place, n)| sum.saturating_add(n.saturating_mul(pool.chunk(place) as u64)));
        let parts = if backends.len() > 1 { 2 * flights().map(|(_, n)| n).sum::<u64>() } else { 1 };
        let state = Mutex::new(State { next: members.start, written: members.start, ..State::default() });
        let total = members.end;
        Self { state, changed: Condvar::new(), total, window: window.saturating_mul(2), block: pool.block(), parts }
    }

    /// Takes the next members for somebody who wants so many at a time, as soon as they may be taken.
    fn take(&self, chunk: usize) -> Option<(u64, u64)> {
        let mut state = self.state();
        loop {
            if state.stopped || state.next >= self.total {
                return None;
            }
            if state.next < state.written.saturating_add(self.window) {
                let rest = self.total - state.next;
                let share = rest.div_ceil(self.parts).max(SMALLEST).min(rest);
                let whole = (share.min(chunk as u64) / self.block).max(1) * self.block;
                let (first, count) = (state.next, whole.min(rest));
                state.next += count;
                return Some((first, count));
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn set_written(&self, next: u64) {
        self.state().written = next;
        self.changed.notify_all();
    }

    fn stop(&self) {
        self.state().stopped = true;
        self.changed.notify_all();
    }

    fn is_stopped(&self) -> bool {
        self.state().stopped
    }

    /// Claims the fallback: says whether the caller is the first who asks to work with it.
    fn claim_fallback(&self) -> bool {
        !std::mem::replace(&mut self.state().fallback_works, true)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Wakes all who wait for the queue when a thread panics.
struct StopOnPanic<'a>(&'a Queue);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}

/// A chunk that nobody could compute.
type Lost = (u64, u64, BackendError);

/// A thread that works for one backend of the pool.
struct Worker<'a, P, W> {
    pool: &'a BackendPool<'a>,
    queue: &'a Queue,
    work: &'a W,
    sender: Sender<Product<P>>,
}

impl<P, W: Fn(&dyn Backend, u64, usize) -> Result<P, BackendError>> Worker<'_, P, W> {
    fn run(&self, place: usize) -> Result<(), Lost> {
        let _stop = StopOnPanic(self.queue);
        while !self.pool.is_retired(place) {
            let Some((first, count)) = self.queue.take(self.pool.chunk(place)) else { return Ok(()) };
            self.compute(place, first, count).inspect_err(|_| self.queue.stop())?;
        }
        // somebody has to go on where no device is left
        if self.pool.all_retired() && self.queue.claim_fallback() {
            while let Some((first, count)) = self.queue.take(self.pool.chunk(place)) {
                let done = self.fall_back(first, count).unwrap_or_else(|| Err(BackendError::new("no device is left")));
                let product = done.map_err(|e| (first, first + count - 1, e)).inspect_err(|_| self.queue.stop())?;
                self.deliver(None, first, count, product);
            }
        }
        Ok(())
    }

    /// Computes members, here or, after two faults, on the fallback.
    fn compute(&self, place: usize, first: u64, count: u64) -> Result<(), Lost> {
        let backend = self.pool.backends()[place];
        let last = first + count - 1;
        let error = match (self.work)(backend, first, count as usize) {
            Ok(product) => {
                self.deliver(Some(place), first, count, product);
                return Ok(());
            }
            Err(error) if error.fault.is_final() || self.queue.is_stopped() => return Err((first, last, error)),
            Err(error) => error,
        };
        let (fault, device) = (error.fault, backend.description());
        let note = |action, what, new| {
            let record =
                FaultRecord { members: [first, last], device: device.clone(), fault, what, action, retired: false };
            self.pool.note(place, record, new);
        };
        let block = self.pool.block();
        if fault == Fault::OutOfMemory && count > SMALLEST.max(block) {
            let half = (count / 2).next_multiple_of(block);
            note(Action::Halved, error.words, true);
            self.pool.limit(place, half as usize);
            self.compute(place, first, half)?;
            return self.compute(place, first + half, count - half);
        }
        let recovered = backend.recover(fault);
        let new = *recovered.as_ref().unwrap_or(&true);
        let second = match recovered.and_then(|_| (self.work)(backend, first, count as usize)) {
            Ok(product) => {
                note(Action::Retried, error.words, new);
                self.deliver(Some(place), first, count, product);
                return Ok(());
            }
            Err(second) => second,
        };
        let Some(fallen_back) = self.fall_back(first, count) else { return Err((first, last, second)) };
        let what = if second == error { error.words } else { format!("{}; then {}", error.words, second.words) };
        note(Action::Moved, what, true);
        let product = fallen_back.map_err(|e| (first, last, e))?;
        self.deliver(None, first, count, product);
        Ok(())
    }

    /// Returns what the fallback makes of some members; none where there is no fallback.
    fn fall_back(&self, first: u64, count: u64) -> Option<Result<P, BackendError>> {
        let fallback = self.pool.fallback()?;
        Some(fallback.and_then(|backend| (self.work)(backend, first, count as usize)))
    }

    fn deliver(&self, place: Option<usize>, first: u64, count: u64, product: P) {
        self.pool.add_members(place, count);
        // a writer that has failed says why itself
        let _ = self.sender.send((first, count, product));
    }
}

#[cfg(test)]
mod tests;
