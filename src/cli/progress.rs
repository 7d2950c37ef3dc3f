//! What is shown of a study while it is made: its page, and its progress as a bar on a terminal or plain lines in a log.

use super::console::Console;
use super::exit::STOPPED;
use super::heartbeat::{Heartbeat, INTERVAL, bar, style};
use super::signals;
use gyrosweep::backends::Note;
use gyrosweep::ensemble::{MemberWatch, Progress, SlowMember};
use gyrosweep::io::run::Interrupt;
use gyrosweep::report::{Page, count, counted, printable, rate};
use gyrosweep::studies::run::slow_member;
use gyrosweep::studies::{Listener, Silence, Stopped, Work};
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

/// Shows a study: what it is busy with from the beginning on, so that no silence is long.
pub(crate) struct Display<'a> {
    console: &'a Console,
    /// False where standard output is for something else than the page.
    with_page: bool,
    shown: Arc<Mutex<Shown>>,
}

/// What is shown now.
#[derive(Default)]
struct Shown {
    heartbeat: Option<Heartbeat>,
    bar: Option<ProgressBar>,
    /// The members of a run that are computed: others may be there already.
    members: Option<Range<u64>>,
    begun: Option<Instant>,
    said: Option<Instant>,
    said_slow: Option<Instant>,
}

impl<'a> Display<'a> {
    pub(crate) fn new(console: &'a Console) -> Self {
        Self { console, with_page: true, shown: Arc::default() }
    }

    /// Shows no page.
    pub(crate) fn without_page(mut self) -> Self {
        self.with_page = false;
        self
    }

    fn shown(&self) -> MutexGuard<'_, Shown> {
        lock(&self.shown)
    }
}

fn lock(shown: &Mutex<Shown>) -> MutexGuard<'_, Shown> {
    shown.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shown {
    /// Ends what is shown, before anything else is said.
    fn rest(&mut self) {
        self.heartbeat = None;
        self.bar.take().iter().for_each(ProgressBar::finish_and_clear);
        self.members = None;
    }

    fn progress(&mut self, progress: &Progress) {
        let Some(members) = &self.members else { return };
        self.heartbeat.iter().for_each(Heartbeat::news);
        let failures = match progress.failures() {
            0 => "no failures".to_string(),
            n => format!("{} failed", count(n)),
        };
        let seconds = self.begun.map_or(0.0, |begun| begun.elapsed().as_secs_f64());
        let speed = (progress.members - members.start) as f64 / seconds.max(1e-9);
        let shown = rate(speed);
        if let Some(bar) = &self.bar {
            bar.set_style(style("{bar:30} {human_pos}/{human_len} members, {msg}, {eta} left"));
            bar.set_message(format!("{shown} members/s, {failures}"));
            bar.set_position(progress.members);
        } else if self.said.is_some_and(|said| said.elapsed() >= INTERVAL) {
            self.said = Some(Instant::now());
            let left = (members.end - progress.members) as f64 / speed.max(1e-9);
            let mut err = std::io::stderr().lock();
            let _ = writeln!(
                err,
                "{} of {} members, {shown} members/s, {failures}, {left:.0} s left",
                count(progress.members),
                count(members.end),
            );
        }
    }

    fn slow(&mut self, slow: &SlowMember) {
        // several threads may tell of a member at once
        if self.members.is_none() || self.said_slow.is_some_and(|said| said.elapsed() < INTERVAL) {
            return;
        }
        let text = slow_member(slow);
        match &self.bar {
            Some(bar) => bar.println(text),
            None => {
                let _ = writeln!(std::io::stderr().lock(), "{text}");
            }
        }
        self.said_slow = Some(Instant::now());
    }
}

impl Listener for Display<'_> {
    fn show(&self, part: &Page) {
        if !self.with_page {
            return;
        }
        let show = || self.console.page(part);
        match &self.shown().bar {
            Some(bar) => bar.suspend(show),
            None => show(),
        }
    }

    fn note(&self, note: Note) {
        self.console.note(note);
    }

    fn begin(&self, work: Work) {
        let mut shown = self.shown();
        let of_bar = work.parts.as_ref().map(|(parts, name)| {
            // how long it takes is not known before the first parts are done
            bar(parts.end, &format!("{{bar:30}} {{human_pos}}/{{human_len}} {name}, {{msg}}"))
        });
        if let Some((parts, _)) = work.parts.filter(|(_, name)| *name == "members") {
            of_bar.iter().flatten().for_each(|bar| bar.set_message("starting"));
            (shown.members, shown.begun, shown.said) = (Some(parts), Some(Instant::now()), Some(Instant::now()));
        }
        shown.bar = of_bar.flatten();
        let (text, in_log, bar) = (work.text, shown.bar.is_none(), shown.bar.clone());
        let text = move |seconds| text(Silence { seconds, in_log });
        shown.heartbeat.get_or_insert_with(Heartbeat::new).tell(bar, text);
    }

    fn done(&self, parts: u64) {
        self.shown().bar.iter().for_each(|bar| bar.set_position(parts));
    }

    fn progress(&self, progress: &Progress) {
        self.shown().progress(progress);
    }

    fn rest(&self) {
        self.shown().rest();
    }

    fn watch(&self, first: u64) -> MemberWatch {
        let shown = Arc::clone(&self.shown);
        let tell = move |slow: SlowMember| lock(&shown).slow(&SlowMember { member: first + slow.member, ..slow });
        MemberWatch::telling(INTERVAL, tell)
    }

    fn interrupt(&self) -> Arc<Interrupt> {
        signals::watch(self.console)
    }

    fn stopped(&self, stopped: &Stopped<'_>) {
        let (kept, members) = (count(stopped.kept.members), counted(stopped.members, "member"));
        self.console.warning(&format!(
            "stopped; the results of {kept} of {members} are kept{}; --resume goes on after them",
            stopped.folder.map_or(String::new(), |folder| format!(" in {}", folder.display()))
        ));
        std::process::exit(STOPPED.into());
    }
}

impl Drop for Display<'_> {
    fn drop(&mut self) {
        self.shown().rest();
    }
}
