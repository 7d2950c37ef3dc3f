//! The progress of a run: a bar on a terminal, plain lines in a log.

use super::heartbeat::{Heartbeat, INTERVAL, bar, style};
use crate::ensemble::{MemberCounts, Progress, SlowMember, Watch};
use crate::report::{count, printable, rate, slow_member};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Says what is being done: a line on a terminal that the next replaces, or a line in a log.
pub(crate) struct Activity {
    bar: Option<ProgressBar>,
}

impl Activity {
    pub(crate) fn new() -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            bar.set_style(ProgressStyle::with_template("{msg}").unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar
        });
        Self { bar }
    }

    pub(crate) fn show(&self, text: &str) {
        let text = printable(text);
        match &self.bar {
            Some(bar) => {
                bar.set_message(text.to_string());
                bar.tick();
            }
            None => {
                let _ = writeln!(std::io::stderr().lock(), "{text}");
            }
        }
    }
}

impl Drop for Activity {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Says which member takes long, beside the progress of a run.
#[derive(Clone, Default)]
pub(crate) struct SlowMemberDisplay(Arc<Mutex<Shown>>);

#[derive(Default)]
struct Shown {
    /// Where the run is shown, while it is.
    beside: Option<Option<ProgressBar>>,
    last: Option<Instant>,
}

impl SlowMemberDisplay {
    /// Makes what tells this display of slow members, which a part of a plan counts from its member `first` on.
    pub(crate) fn watch(&self, first: u64) -> Watch {
        let display = self.clone();
        Watch::new(INTERVAL, move |slow| display.show(&SlowMember { member: first + slow.member, ..slow }))
    }

    /// Shows slow members beside that display, or none.
    pub(crate) fn beside(&self, display: Option<&ProgressDisplay>) {
        self.shown().beside = display.map(|display| display.bar.clone());
    }

    fn show(&self, slow: &SlowMember) {
        let mut shown = self.shown();
        // several threads may tell of a member at once
        if shown.last.is_some_and(|last| last.elapsed() < INTERVAL) {
            return;
        }
        let text = slow_member(slow);
        match &shown.beside {
            None => return,
            Some(Some(bar)) => bar.println(text),
            Some(None) => {
                let _ = writeln!(std::io::stderr().lock(), "{text}");
            }
        }
        shown.last = Some(Instant::now());
    }

    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Shows how far a run is: from when it is prepared on, so that no silence is long.
pub(crate) struct ProgressDisplay {
    heartbeat: Option<Heartbeat>,
    counts: MemberCounts,
    bar: Option<ProgressBar>,
    /// The members that are computed: others may be there already.
    members: Range<u64>,
    start: Instant,
    last: Instant,
}

/// What a run says of itself while no members come.
fn silence(counts: &MemberCounts, all: u64, seconds: u64) -> String {
    match counts.get() {
        [0, _] => format!("no members yet, after {seconds} s"),
        [begun, ended] => format!(
            "computing members for {seconds} s: {} of {} begun, {} ended",
            count(begun.min(all)),
            count(all),
            count(ended.min(all))
        ),
    }
}

impl ProgressDisplay {
    /// Begins with what comes before the first member.
    pub(crate) fn new(counts: MemberCounts) -> Self {
        let heartbeat = Heartbeat::new(|seconds| format!("preparing the equations, for {seconds} s now"));
        let now = Instant::now();
        Self { heartbeat: Some(heartbeat), counts, bar: None, members: 0..0, start: now, last: now }
    }

    /// Goes on with the members.
    pub(crate) fn begin(&mut self, members: Range<u64>) {
        // how long it takes is not known before the first members are there
        self.bar = bar(members.end, "{bar:30} {human_pos}/{human_len} members, {msg}");
        self.bar.iter().for_each(|bar| bar.set_message("starting"));
        (self.start, self.last) = (Instant::now(), Instant::now());
        let (counts, all) = (self.counts.clone(), members.end - members.start);
        if let Some(heartbeat) = &self.heartbeat {
            heartbeat.tell_on(self.bar.clone(), move |seconds| silence(&counts, all, seconds));
        }
        self.members = members;
    }

    pub(crate) fn update(&mut self, progress: &Progress) {
        self.heartbeat.iter().for_each(Heartbeat::news);
        let failures = match progress.failures() {
            0 => "no failures".to_string(),
            n => format!("{} failed", count(n)),
        };
        let speed = (progress.members - self.members.start) as f64 / self.start.elapsed().as_secs_f64().max(1e-9);
        let shown = rate(speed);
        if let Some(bar) = &self.bar {
            bar.set_style(style("{bar:30} {human_pos}/{human_len} members, {msg}, {eta} left"));
            bar.set_message(format!("{shown} members/s, {failures}"));
            bar.set_position(progress.members);
        } else if self.last.elapsed() >= INTERVAL {
            self.last = Instant::now();
            let left = (self.members.end - progress.members) as f64 / speed.max(1e-9);
            let mut err = std::io::stderr().lock();
            let _ = writeln!(
                err,
                "{} of {} members, {shown} members/s, {failures}, {left:.0} s left",
                count(progress.members),
                count(self.members.end),
            );
        }
    }

    /// Ends it, before anything else is said.
    pub(crate) fn finish(&mut self) {
        self.heartbeat = None;
        self.bar.iter().for_each(ProgressBar::finish_and_clear);
    }
}

impl Drop for ProgressDisplay {
    fn drop(&mut self) {
        self.finish();
    }
}
