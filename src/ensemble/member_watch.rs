//! Watching members while they are computed: how many, which are slow, and whether to go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Calls between two looks at the clock.
const CALLS: u32 = 64;

/// Says how far a member has come that takes long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlowMember {
    /// The number of the member.
    pub member: u64,
    /// Attempts of a step so far.
    pub attempts: u64,
    /// The time that the member has reached, s.
    pub time: f64,
    /// The duration of the member's run, s.
    pub duration: f64,
}

/// Counts the members that the CPU has begun, and ended, so far.
#[derive(Clone, Debug, Default)]
pub struct MemberCounts(Arc<[AtomicU64; 2]>);

impl MemberCounts {
    /// Returns how many have begun, and how many have ended.
    pub fn get(&self) -> [u64; 2] {
        [0, 1].map(|i| self.0[i].load(Ordering::Relaxed))
    }

    fn add(&self, which: usize) {
        self.0[which].fetch_add(1, Ordering::Relaxed);
    }
}

/// Says to the threads that compute members that nobody wants the rest.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks all that compute to stop.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Tells whether that was asked for.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Watches members while a backend computes them: counts them, hears of those that take long, and may stop it.
#[derive(Clone, Default)]
pub struct MemberWatch {
    counts: MemberCounts,
    stop: StopFlag,
    tell: Option<Tell>,
}

/// Hears of members that take longer than some time.
#[derive(Clone)]
struct Tell {
    interval: Duration,
    tell: Arc<dyn Fn(SlowMember) + Send + Sync>,
}

impl std::fmt::Debug for MemberWatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let interval = self.tell.as_ref().map(|tell| tell.interval);
        f.debug_struct("MemberWatch").field("stop", &self.stop).field("interval", &interval).finish_non_exhaustive()
    }
}

impl MemberWatch {
    /// Makes one to which each thread tells of one slow member in every interval.
    pub fn telling(interval: Duration, tell: impl Fn(SlowMember) + Send + Sync + 'static) -> Self {
        Self { tell: Some(Tell { interval, tell: Arc::new(tell) }), ..Self::default() }
    }

    /// Returns the watch with what stops the backend, which then fails with [`super::Fault::Stopped`].
    pub fn with_stop(self, stop: StopFlag) -> Self {
        Self { stop, ..self }
    }

    /// Returns what counts members.
    pub fn counts(&self) -> MemberCounts {
        self.counts.clone()
    }

    /// Tells whether nobody wants the rest.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// Counts a member that begins.
    pub fn begun(&self) {
        self.counts.add(0);
    }

    /// Counts a member that has ended.
    pub fn ended(&self) {
        self.counts.add(1);
    }

    /// Tells of a member.
    pub fn tell(&self, slow: SlowMember) {
        self.tell.iter().for_each(|of| (of.tell)(slow));
    }
}

/// Counts the time of a thread between two reports of slow members.
#[derive(Debug)]
pub struct Stopwatch<'a> {
    watch: Option<&'a MemberWatch>,
    since: Instant,
    calls: u32,
}

impl<'a> Stopwatch<'a> {
    /// Starts the time, if somebody hears of slow members.
    pub fn new(watch: Option<&'a MemberWatch>) -> Self {
        Self { watch: watch.filter(|watch| watch.tell.is_some()), since: Instant::now(), calls: 0 }
    }

    /// Returns who hears of slow members where it is time to tell of one.
    #[inline(always)]
    pub fn is_due(&mut self) -> Option<&'a MemberWatch> {
        self.watch?;
        self.calls += 1;
        if self.calls < CALLS { None } else { self.look() }
    }

    #[inline(never)]
    fn look(&mut self) -> Option<&'a MemberWatch> {
        self.calls = 0;
        let watch = self.watch?;
        let interval = watch.tell.as_ref()?.interval;
        if self.since.elapsed() < interval {
            return None;
        }
        self.since = Instant::now();
        Some(watch)
    }
}
