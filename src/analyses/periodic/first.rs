//! The first motion of a member: by Newton's method from where it begins or settles, and where that fails from where the motion from there
//! comes back, or from states on the way.

use super::Period;
use super::map::State;
use super::motion::{Guess, NoOrbit, Orbit};
use super::orbit::Search;
use crate::ensemble::Outcome;

/// How often a motion settles on where Newton's method fails.
const ROUNDS: u32 = 4;
/// How many parts of the guess of a period are looked at one after another, how many guesses long, and how often Newton's method begins
/// where the motion has come back.
const WALK: (usize, usize, u32) = (48, 40, 4);
/// By which part of what it moves through a motion may miss that comes back, at first, and in the end.
const BACK: (f64, f64) = (1e-3, 0.2);
/// How many times it meets the phase in the same direction, at most, before it comes back.
const MOST_PASSAGES: usize = 8;
/// How many segments there are at least where fewer fail.
const SEGMENTS: usize = 12;
/// How many periods of loads a motion settles for where Newton's method fails from its start.
const SETTLED: usize = 60;

/// A passage of a motion through the phase.
struct Passage {
    time: f64,
    state: State,
    rises: bool,
    /// How many states of the way lie before it.
    before: usize,
}

impl Search<'_> {
    /// Finds the motion that a member begins with, from where it settles if it is to: for twice as long where Newton's method fails.
    pub(super) fn first(&self, parameter: f64) -> Result<Orbit, NoOrbit> {
        let map = self.map;
        let mut state = map.given(&self.parameters).ok_or(NoOrbit::Left(Outcome::NotAssembled))?;
        let [period, _] = map.period(&self.parameters);
        let solve = |state: &State, period: f64| self.from(state, (parameter, period), map.asked.segments);
        let mut periods = map.asked.settle;
        let mut round = 1;
        let found = loop {
            state = self.settled(state, periods)?;
            match solve(&state, period) {
                Err(NoOrbit::Diverged | NoOrbit::Singular | NoOrbit::Left(_)) if periods > 0 && round < ROUNDS => {
                    periods *= if round > 1 { 2 } else { 1 };
                    round += 1;
                }
                found => break found,
            }
        };
        let is_done = match &found {
            Ok(orbit) => !orbit.is_still || self.rests(&self.parameters, &state, period),
            Err(error) => *error == NoOrbit::Stopped,
        };
        let found = if is_done { found } else { self.otherwise(&state, (parameter, period), found) };
        self.shortest(found?, solve)
    }

    /// Returns the motion by Newton's method from a state, a value of the parameter and a period, s, over so many segments.
    fn from(&self, state: &State, (parameter, period): (f64, f64), segments: usize) -> Result<Orbit, NoOrbit> {
        match self.map.asked.fourier {
            Some(times) => self.interpolated(state.clone(), (parameter, period), times),
            None => self.solve(self.guess(state.clone(), parameter, (period, segments))?, None),
        }
    }

    /// Finds a motion where Newton's method has come to none from a state, or to an equilibrium: what it has come to where nothing else does.
    fn otherwise(
        &self,
        state: &State,
        (parameter, period): (f64, f64),
        found: Result<Orbit, NoOrbit>,
    ) -> Result<Orbit, NoOrbit> {
        let segments = SEGMENTS.max(4 * self.map.asked.segments);
        let is_unknown = matches!(self.map.asked.period, Period::Unknown(..));
        let mut failure = found;
        for attempt in 0..2 {
            let next = match (attempt, is_unknown) {
                (0, true) => self.returned(state, (parameter, period)),
                (0, false) if self.map.asked.settle > 0 => continue,
                (0, false) => self
                    .settled(state.clone(), SETTLED)
                    .and_then(|state| self.from(&state, (parameter, period), self.map.asked.segments)),
                _ if self.map.asked.fourier.is_some() => continue,
                _ => self.closed(state, (parameter, period), segments).and_then(|guess| self.solve(guess, None)),
            };
            match next {
                Ok(orbit) if !orbit.is_still => return Ok(orbit),
                Err(NoOrbit::Stopped) => return Err(NoOrbit::Stopped),
                // the motion itself goes on: a leg from a poor guess has failed
                Err(NoOrbit::Diverged) if matches!(failure, Err(NoOrbit::Left(_))) => failure = Err(NoOrbit::Diverged),
                _ => {}
            }
        }
        failure
    }

    /// Returns states on the way from one, moved so that the last comes back to the first.
    fn closed(&self, state: &State, (parameter, period): (f64, f64), segments: usize) -> Result<Guess, NoOrbit> {
        // one more than segments, so that the last is a period after the first
        let longer = period * (segments + 1) as f64 / segments as f64;
        let mut guess = self.guess(state.clone(), parameter, (longer, segments + 1))?;
        guess.period = period;
        let end = guess.states.pop().ok_or(NoOrbit::Diverged)?;
        let gap = self.map.between(&end, &self.map.advanced(&guess.states[0], self.periods));
        let parameters = self.at(&guess);
        for (k, state) in guess.states.iter_mut().enumerate() {
            let part = k as f64 / segments as f64;
            *state = self.map.moved(state, &(&gap * part), (&parameters, period * part));
        }
        Ok(guess)
    }

    /// Finds the motion that the one from a state comes near to: where that meets the phase again as it did some passages before.
    fn returned(&self, state: &State, (parameter, guess): (f64, f64)) -> Result<Orbit, NoOrbit> {
        let (count, guesses, attempts) = WALK;
        let Some(phase) = self.phase() else { return Err(NoOrbit::Diverged) };
        let length = guess / count as f64;
        let value = |state: &State| phase.value(&self.parameters, state).map(|[value, _]| value);
        let (mut way, mut passages) = (vec![state.clone()], Vec::<Passage>::new());
        let (mut wanted, mut tried, mut best) = (BACK.0, 0, (BACK.1, None));
        let mut before = value(state).ok_or(NoOrbit::Diverged)?;
        for k in 0..count * guesses {
            let from = way[k].clone();
            let next = match self.after(&from, length) {
                Ok(next) => next,
                Err(NoOrbit::Left(_)) => break,
                Err(error) => return Err(error),
            };
            let now = value(&next).ok_or(NoOrbit::Diverged)?;
            way.push(next);
            if (before < 0.0) != (now < 0.0) && before != 0.0 {
                let (offset, state) = self.passage(&from, ([0.0, length], [before, now]), &value)?;
                let passage = Passage { time: k as f64 * length + offset, state, rises: now > before, before: k };
                let last = passages.iter().rev().filter(|other| other.rises == passage.rises).take(MOST_PASSAGES);
                let back = last.map(|other| {
                    let own = &way[other.before..];
                    let widest =
                        own.iter().map(|state| self.map.between(&passage.state, state).amax()).fold(0.0, f64::max);
                    (self.map.between(&passage.state, &other.state).amax() / widest, passage.time - other.time)
                });
                // the first of all that have come as near
                let back = back.fold((f64::INFINITY, 0.0), |best, own| if own.0 < 0.1 * best.0 { own } else { best });
                if back.0 < best.0 {
                    best = (back.0, Some((passage.state.clone(), back.1)));
                }
                if back.0 <= wanted && tried < attempts {
                    match self.from(&passage.state, (parameter, back.1), self.map.asked.segments) {
                        Ok(orbit) if !orbit.is_still => return Ok(orbit),
                        Err(NoOrbit::Stopped) => return Err(NoOrbit::Stopped),
                        _ => (wanted, tried) = (0.1 * wanted, tried + 1),
                    }
                }
                passages.push(passage);
            }
            before = now;
        }
        match best {
            (_, Some((state, period))) if tried < attempts => {
                self.from(&state, (parameter, period), self.map.asked.segments)
            }
            _ => Err(NoOrbit::Diverged),
        }
    }

    /// Returns where a motion is some time, s, after a state.
    fn after(&self, state: &State, time: f64) -> Result<State, NoOrbit> {
        let leg = self.map.plain_leg_of(&self.parameters, state, ([0.0, time], time * WALK.0 as f64));
        let leg = leg.ok_or(NoOrbit::Left(Outcome::NotAssembled))?;
        Ok(self.arrived(vec![leg])?.remove(0))
    }

    /// Returns when a motion passes the phase after a state, s, between two times at which the phase has those values, and its state there.
    fn passage(
        &self,
        from: &State,
        ([mut low, mut high], [mut g_low, mut g_high]): ([f64; 2], [f64; 2]),
        value: &dyn Fn(&State) -> Option<f64>,
    ) -> Result<(f64, State), NoOrbit> {
        let width = 1e-9 * (high - low);
        let mut found = (high, from.clone());
        for _ in 0..12 {
            let at = (low * g_high - high * g_low) / (g_high - g_low);
            if at - low < width || high - at < width {
                break;
            }
            let state = self.after(from, at)?;
            let now = value(&state).ok_or(NoOrbit::Diverged)?;
            found = (at, state);
            // the value at an end that stays counts half
            if (now < 0.0) == (g_low < 0.0) {
                (low, g_low, g_high) = (at, now, 0.5 * g_high);
            } else {
                (high, g_high, g_low) = (at, now, 0.5 * g_low);
            }
        }
        if found.0 == high {
            found.1 = self.after(from, high)?;
        }
        Ok(found)
    }
}
