//! A line that says what the program is busy with, once it has been silent for a while.

use gyrosweep::report::printable;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Silence after which something is said.
const SILENCE: Duration = Duration::from_secs(2);

/// Between two lines of a log.
pub(super) const INTERVAL: Duration = Duration::from_secs(5);

/// Says what is being done from two seconds on after the last news: on a bar, or in a line every five seconds.
pub(crate) struct Heartbeat {
    beat: Arc<Mutex<Beat>>,
    stopped: Arc<Condvar>,
    thread: Option<JoinHandle<()>>,
}

/// What is said, given the seconds since the last news.
type Text = dyn Fn(u64) -> String + Send;

struct Beat {
    stopped: bool,
    bar: Option<ProgressBar>,
    text: Box<Text>,
    since: Instant,
    said: Option<Instant>,
}

impl Beat {
    fn say(&mut self) {
        let text = (self.text)(self.since.elapsed().as_secs());
        match &self.bar {
            Some(bar) => {
                bar.set_message(printable(&text).to_string());
                bar.tick();
            }
            None if self.said.is_none_or(|said| said.elapsed() >= INTERVAL) => {
                self.said = Some(Instant::now());
                let _ = writeln!(std::io::stderr().lock(), "{}", printable(&text));
            }
            None => {}
        }
    }
}

fn lock(beat: &Mutex<Beat>) -> MutexGuard<'_, Beat> {
    beat.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a bar of that length on a terminal, none in a log.
pub(super) fn bar(length: u64, template: &str) -> Option<ProgressBar> {
    let on_terminal = || ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    std::io::stderr().is_terminal().then(|| on_terminal().with_style(style(template)))
}

pub(super) fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

impl Heartbeat {
    /// Begins with nothing to be done.
    pub(crate) fn new() -> Self {
        let beat =
            Beat { stopped: false, bar: None, text: Box::new(|_| String::new()), since: Instant::now(), said: None };
        let (beat, stopped) = (Arc::new(Mutex::new(beat)), Arc::new(Condvar::new()));
        let (of_thread, woken) = (Arc::clone(&beat), Arc::clone(&stopped));
        let work = move || {
            let mut beat = lock(&of_thread);
            while !beat.stopped {
                (beat, _) =
                    woken.wait_timeout(beat, Duration::from_millis(500)).unwrap_or_else(PoisonError::into_inner);
                if !beat.stopped && beat.since.elapsed() >= SILENCE {
                    beat.say();
                }
            }
        };
        // without a thread nothing is said, and the work goes on
        let thread = std::thread::Builder::new().name("heartbeat".into()).spawn(work).ok();
        Self { beat, stopped, thread }
    }

    /// Goes on with other work, of which that bar says how far it is; without a bar, in lines.
    pub(crate) fn tell(&self, bar: Option<ProgressBar>, text: impl Fn(u64) -> String + Send + 'static) {
        let mut beat = lock(&self.beat);
        (beat.bar, beat.text, beat.since, beat.said) = (bar, Box::new(text), Instant::now(), None);
    }

    /// Notes that there are news, so that nothing need be said for a while.
    pub(crate) fn news(&self) {
        let mut beat = lock(&self.beat);
        (beat.since, beat.said) = (Instant::now(), None);
    }
}

impl Drop for Heartbeat {
    fn drop(&mut self) {
        lock(&self.beat).stopped = true;
        self.stopped.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
