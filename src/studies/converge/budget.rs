//! Wall time that a comparison may take, shared out before it is spent.

use std::time::{Duration, Instant};

/// A time to end by.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    end: Option<Instant>,
}

impl Budget {
    /// Work that may take as long as it does.
    pub const UNLIMITED: Self = Self { end: None };

    /// Makes a budget of these seconds from now on.
    pub fn of_seconds(seconds: f64) -> Self {
        let length = Duration::try_from_secs_f64(seconds).ok();
        Self { end: length.and_then(|length| Instant::now().checked_add(length)) }
    }

    /// Returns the seconds that are left, infinite where nothing limits them.
    pub fn left(&self) -> f64 {
        self.end.map_or(f64::INFINITY, |end| end.saturating_duration_since(Instant::now()).as_secs_f64())
    }

    /// Makes a budget of that part of what is left.
    #[must_use]
    pub fn part(&self, part: f64) -> Self {
        if self.end.is_some() { Self::of_seconds(part * self.left()) } else { *self }
    }

    /// Tells whether work that will take these seconds ends in time.
    pub fn allows(&self, seconds: f64) -> bool {
        seconds <= self.left()
    }
}
