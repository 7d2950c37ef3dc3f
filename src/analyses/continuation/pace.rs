//! How long the steps along a curve are.

/// The turn of the direction that a step is to have at most, rad: longer steps are often refused.
const WANTED_TURN: f64 = 0.35;
/// A step becomes longer by this factor at most.
const MOST: f64 = 2.0;

/// The length of the next step along a curve.
#[derive(Clone, Copy, Debug)]
pub(in crate::analyses) struct Pace {
    /// The length.
    pub length: f64,
    first: f64,
    longest: f64,
    was_refused: bool,
}

impl Pace {
    /// Begins with a step of some length.
    pub(in crate::analyses) fn new(first: f64, longest: f64) -> Self {
        Self { length: first, first, longest, was_refused: false }
    }

    /// Begins again, as on another branch.
    pub(in crate::analyses) fn begin_again(&mut self) {
        *self = Self::new(self.first, self.longest);
    }

    /// Halves a step that was refused; tells whether one of that length may be tried: it is no shorter than a part of the first.
    pub(in crate::analyses) fn refuse(&mut self, shortest: f64) -> bool {
        self.length *= 0.5;
        self.was_refused = true;
        self.length >= shortest * self.first
    }

    /// Tells whether the step is shorter than a part of the first.
    pub(in crate::analyses) fn is_below(&self, part: f64) -> bool {
        self.length < part * self.first
    }

    /// Goes on behind a step that turned by so much, rad, and was so easy that the next one may be longer by a factor.
    pub(in crate::analyses) fn accept(&mut self, turn: f64, easy: f64) {
        // what has just been too long is not tried at once
        let most = if self.was_refused { 1.0 } else { MOST };
        let factor = easy.min(WANTED_TURN / turn.max(f64::MIN_POSITIVE)).clamp(0.5, most);
        self.was_refused = false;
        self.length = f64::min(self.length * factor, self.longest);
    }
}
