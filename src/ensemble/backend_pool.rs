//! Who works on a run: one backend or several, and the fallback for a device that fails.

use super::event_record::EVENT_MEMORY;
use super::{Action, Backend, BackendError, Chunk, EventRecord, FaultRecord, Members, Study};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Makes the backend that takes over the chunks of a device that fails.
pub type Fallback<'a> = dyn Fn() -> Result<Box<dyn Backend>, BackendError> + Sync + 'a;

/// Faults after which a device gets no further chunks, and losses or hangs after which it gets none. One that another
/// try has cured is no reason to leave a long run to the CPU.
const MOST_FAULTS: u32 = 3;
const MOST_LOSSES: u32 = 2;

/// Members of the first chunk, and of any chunk at least, where there are events: one lane of a thread for each.
const LEAST_CHUNK: usize = 64;

/// The backends of a run, what went wrong with them, and how much each did.
pub struct BackendPool<'a> {
    backends: Vec<&'a dyn Backend>,
    chunk: Option<usize>,
    most: Option<usize>,
    block: u64,
    /// Bytes of an event, where there are any.
    event: Option<f64>,
    fallback: Option<&'a Fallback<'a>>,
    made_fallback: OnceLock<Result<Box<dyn Backend>, BackendError>>,
    log: Mutex<Log>,
}

#[derive(Default)]
struct Log {
    standings: Vec<Standing>,
    by_fallback: u64,
    faults: Vec<FaultRecord>,
    /// Events per member, of the chunk that had most; none before the first.
    events: Option<f64>,
}

/// What is known of a backend.
#[derive(Clone, Copy, Default)]
struct Standing {
    /// Members that it computed.
    members: u64,
    /// Members at a time, where its memory did not suffice for more.
    limit: Option<usize>,
    faults: u32,
    losses: u32,
    retired: bool,
}

impl std::fmt::Debug for BackendPool<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BackendPool")
            .field("backends", &self.names())
            .field("chunk", &self.chunk)
            .finish_non_exhaustive()
    }
}

impl<'a> BackendPool<'a> {
    /// Makes a pool of these backends, each of which takes as many members at a time as it wants. There must be one.
    pub fn new(backends: Vec<&'a dyn Backend>) -> Self {
        let log = Log { standings: vec![Standing::default(); backends.len()], ..Log::default() };
        Self {
            backends,
            chunk: None,
            most: None,
            block: 1,
            event: None,
            fallback: None,
            made_fallback: OnceLock::new(),
            log: Mutex::new(log),
        }
    }

    /// Returns the pool with that many members at a time for all.
    pub fn with_chunk(self, members: usize) -> Self {
        Self { chunk: Some(members.max(1)), ..self }
    }

    /// Returns the pool with at most that many members at a time, however many a backend wants.
    pub fn with_most(self, members: usize) -> Self {
        Self { most: Some(members.max(1)), ..self }
    }

    /// Returns the pool with chunks that are made of whole blocks of so many members, but for the last.
    pub fn with_blocks(self, members: usize) -> Self {
        Self { block: members.max(1) as u64, ..self }
    }

    /// Returns the pool with chunks whose events, with so many output components each, memory holds: the first is small,
    /// and tells how many there are.
    pub fn with_events(self, channels: usize) -> Self {
        Self { event: Some(EventRecord::bytes(channels)), ..self }
    }

    /// Returns the pool with a backend that takes over the chunks of a device that fails, made where it is needed.
    pub fn with_fallback(self, fallback: &'a Fallback<'a>) -> Self {
        Self { fallback: Some(fallback), ..self }
    }

    /// Returns the descriptions of the backends, joined.
    pub fn description(&self) -> String {
        self.names().join(" + ")
    }

    /// Returns the names of the arithmetic that decides the bits of the results besides the study, joined where they
    /// differ.
    pub fn arithmetic(&self) -> String {
        let mut all: Vec<String> = self.backends.iter().map(|b| b.arithmetic()).collect();
        all.dedup();
        all.join(" + ")
    }

    fn names(&self) -> Vec<String> {
        self.backends.iter().map(|b| b.description()).collect()
    }

    /// Returns the records of the faults so far, by member.
    pub fn faults(&self) -> Vec<FaultRecord> {
        let mut faults = self.log().faults.clone();
        faults.sort_by_key(|fault| fault.members);
        faults
    }

    /// Returns the descriptions of what has computed members that a backend of the pool could not, and how many.
    pub fn passed_on(&self) -> Vec<(String, u64)> {
        self.backends.iter().filter_map(|backend| backend.passed_on()).collect()
    }

    /// Returns the description of each backend and how many members it has computed; then who computed what it could
    /// not, and the fallback.
    pub fn shares(&self) -> Vec<(String, u64)> {
        let (done, by_fallback) = {
            let log = self.log();
            (log.standings.iter().map(|s| s.members).collect::<Vec<_>>(), log.by_fallback)
        };
        let passed_on = self.backends.iter().map(|backend| backend.passed_on().map_or(0, |(_, members)| members));
        let own = done.into_iter().zip(passed_on).map(|(done, passed_on)| done.saturating_sub(passed_on));
        let mut shares: Vec<_> = self.names().into_iter().zip(own).collect();
        shares.extend(self.passed_on());
        if let (1.., Some(Ok(fallback))) = (by_fallback, self.made_fallback.get()) {
            shares.push((fallback.description(), by_fallback));
        }
        shares
    }

    pub(super) fn backends(&self) -> &[&'a dyn Backend] {
        &self.backends
    }

    /// Returns the fallback, made when it is first needed; none where the pool has none.
    pub(super) fn fallback(&self) -> Option<Result<&dyn Backend, BackendError>> {
        let make = self.fallback?;
        Some(self.made_fallback.get_or_init(make).as_deref().map_err(BackendError::clone))
    }

    /// Computes something on the first backend that can, or else on the fallback.
    pub(super) fn on_one<T>(
        &self,
        compute: impl Fn(&dyn Backend) -> Result<T, BackendError>,
    ) -> Result<T, BackendError> {
        let mut found = Err(BackendError::new("nobody computes"));
        for backend in &self.backends {
            found = compute(*backend);
            if found.is_ok() {
                return found;
            }
        }
        // the fault that a device has here it will have, and be noted for, in the run as well
        self.fallback().map_or(found, |fallback| fallback.and_then(compute))
    }

    /// Integrates members that need not be the plan's, on the first backend that can.
    ///
    /// # Errors
    /// Where none can.
    pub fn compute(&self, study: &Study, members: &Members) -> Result<Chunk, BackendError> {
        self.on_one(|backend| backend.run(study, members.clone()))
    }

    /// Returns the number of members that a backend takes at a time.
    pub(super) fn chunk(&self, place: usize) -> usize {
        let wanted = self.chunk.unwrap_or_else(|| self.backends[place].chunk_size());
        let wanted = self.most.map_or(wanted, |most| wanted.min(most));
        let wanted = self.event_limit().map_or(wanted, |most| wanted.min(most));
        self.log().standings[place].limit.map_or(wanted, |limit| wanted.min(limit)).max(1)
    }

    /// Returns the number of members whose events memory suffices for, where there are any: as many as two times those
    /// seen so far.
    fn event_limit(&self) -> Option<usize> {
        let bytes = self.event?;
        let Some(events) = self.log().events else { return self.chunk.is_none().then_some(LEAST_CHUNK) };
        Some(((EVENT_MEMORY / (2.0 * bytes * events)) as usize).max(LEAST_CHUNK))
    }

    /// Notes how many events the members of a chunk met.
    pub(super) fn note_events(&self, members: usize, events: usize) {
        let here = events as f64 / members.max(1) as f64;
        let most = &mut self.log().events;
        *most = Some(most.map_or(here, |before| before.max(here)));
    }

    /// Returns the number of members of a block, which are not torn apart.
    pub(super) fn block(&self) -> u64 {
        self.block
    }

    pub(super) fn is_retired(&self, place: usize) -> bool {
        self.log().standings[place].retired
    }

    pub(super) fn all_retired(&self) -> bool {
        self.log().standings.iter().all(|s| s.retired)
    }

    /// Counts members that a backend, or the fallback, has computed.
    pub(super) fn add_members(&self, place: Option<usize>, count: u64) {
        let mut log = self.log();
        match place {
            Some(place) => log.standings[place].members += count,
            None => log.by_fallback += count,
        }
    }

    /// Notes that memory suffices for no more members at a time.
    pub(super) fn limit(&self, place: usize, members: usize) {
        let limit = &mut self.log().standings[place].limit;
        *limit = Some(limit.map_or(members, |before| before.min(members)).max(1));
    }

    /// Notes a fault and decides whether the backend gets further chunks. Half a chunk is no reason to send it away, nor
    /// is a fault that is not `new` but was met by two chunks at once.
    pub(super) fn note(&self, place: usize, mut record: FaultRecord, new: bool) {
        let mut log = self.log();
        let standing = &mut log.standings[place];
        if record.action != Action::Halved && new {
            // a fault that is met again on the second try counts twice
            let times = if record.action == Action::Moved { 2 } else { 1 };
            standing.faults += times;
            standing.losses += if record.fault.ends_device() { times } else { 0 };
        }
        standing.retired |= standing.faults >= MOST_FAULTS || standing.losses >= MOST_LOSSES;
        record.retired = standing.retired;
        log.faults.push(record);
    }

    fn log(&self) -> std::sync::MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
