//! Saying which member is slow while it is computed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
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

/// Hears of members that take longer than some time, from the threads that compute them.
#[derive(Clone)]
pub struct SlowMembers {
    interval: Duration,
    counts: MemberCounts,
    tell: Arc<dyn Fn(SlowMember) + Send + Sync>,
}

impl std::fmt::Debug for SlowMembers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SlowMembers").field("interval", &self.interval).finish_non_exhaustive()
    }
}

impl SlowMembers {
    /// Makes somebody to whom each thread tells of one member in every interval.
    pub fn new(interval: Duration, tell: impl Fn(SlowMember) + Send + Sync + 'static) -> Self {
        Self { interval, counts: MemberCounts::default(), tell: Arc::new(tell) }
    }

    /// Returns what counts members.
    pub fn counts(&self) -> MemberCounts {
        self.counts.clone()
    }

    /// Counts a member that begins.
    pub(super) fn begun(&self) {
        self.counts.add(0);
    }

    /// Counts a member that has ended.
    pub(super) fn ended(&self) {
        self.counts.add(1);
    }

    /// Tells of a member.
    pub fn tell(&self, slow: SlowMember) {
        (self.tell)(slow);
    }
}

/// Counts the time of a thread between two reports of slow members.
#[derive(Clone, Debug)]
pub struct Stopwatch {
    slow_members: Option<SlowMembers>,
    since: Instant,
    calls: u32,
}

impl Stopwatch {
    /// Starts the time, if somebody hears of slow members.
    pub fn new(slow_members: Option<&SlowMembers>) -> Self {
        Self { slow_members: slow_members.cloned(), since: Instant::now(), calls: 0 }
    }

    /// Returns who hears of slow members where it is time to tell of one.
    #[inline(always)]
    pub fn is_due(&mut self) -> Option<SlowMembers> {
        self.slow_members.as_ref()?;
        self.calls += 1;
        if self.calls < CALLS { None } else { self.look() }
    }

    #[inline(never)]
    fn look(&mut self) -> Option<SlowMembers> {
        self.calls = 0;
        let slow_members =
            self.slow_members.as_ref().filter(|slow_members| self.since.elapsed() >= slow_members.interval)?.clone();
        self.since = Instant::now();
        Some(slow_members)
    }
}
