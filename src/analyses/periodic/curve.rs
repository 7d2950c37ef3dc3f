//! Periodic motions as a curve, as a parameter changes.

use super::motion::{Guess, NoOrbit, Orbit, Tangent};
use super::orbit::Search;
use super::{Period, kind};
use crate::analyses::continuation::Curve;
use crate::linalg::DVector;

/// Motions are one where states of size one differ by less.
const SAME: f64 = 1e-6;

/// A motion of a branch, with the direction of the branch: increments of the first state, of the period and of the parameter, then
/// of later states.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub orbit: Orbit,
    direction: Vec<f64>,
}

impl Placed {
    /// Returns a motion in its place on a branch; none where the branch has no direction there.
    pub(super) fn new(orbit: Orbit) -> Option<Self> {
        let direction = numbers_of(orbit.tangent.as_ref()?);
        Some(Self { orbit, direction })
    }

    /// Returns a motion with a direction of its own.
    pub(super) fn along(orbit: Orbit, tangent: &Tangent) -> Self {
        Self { orbit, direction: numbers_of(tangent) }
    }

    /// Returns what changes its sign where a motion changes its kind.
    pub(super) fn signs(&self) -> [f64; 3] {
        kind::signs(&self.orbit, self.direction[self.orbit_numbers() + 1])
    }

    /// Tells whether an odd number of multipliers is larger than one, if none is one but that of a motion that may begin at any time.
    pub(super) fn is_odd(&self, is_free: bool) -> Option<bool> {
        kind::is_odd(&self.orbit, is_free)
    }

    /// Returns what changes its sign where a multiplier passes one, but that of a motion that may begin at any time.
    pub(super) fn beside_one(&self, is_free: bool) -> f64 {
        kind::beside_one(&self.orbit, is_free)
    }

    /// Returns by how much the parameter changes along the branch.
    pub(super) fn slope(&self) -> f64 {
        self.direction[self.orbit_numbers() + 1]
    }

    fn orbit_numbers(&self) -> usize {
        self.orbit.tangent.as_ref().map_or(0, |tangent| tangent.of_state.len())
    }
}

fn numbers_of(tangent: &Tangent) -> Vec<f64> {
    let own = tangent.of_state.iter().copied().chain([tangent.period, tangent.parameter]);
    own.chain(tangent.of_later.iter().flat_map(|by| by.iter().copied())).collect()
}

/// The branch of motions of a member.
pub(super) struct Branch<'a> {
    pub search: &'a Search<'a>,
    /// How many increments a state has.
    count: usize,
    /// What a change of the parameter by one counts as beside that of the state, in the metrics.
    parameter: [f64; 2],
}

impl<'a> Branch<'a> {
    /// Returns the branch that a motion is of. Lengths are of states, period and parameter in their units; in the other metric the
    /// parameter counts as much as the state changes with it there, so that a branch that folds turns in both.
    pub(super) fn new(search: &'a Search<'a>, first: &Placed) -> Self {
        let count = first.orbit_numbers();
        let state = first.direction[..count].iter().map(|x| x * x).sum::<f64>().sqrt();
        let by = state / first.slope().abs();
        Self { search, count, parameter: [1.0, if by.is_finite() && by > 0.0 { by } else { 1.0 }] }
    }

    fn tangent(&self, numbers: &[f64]) -> Tangent {
        let (own, rest) = numbers.split_at(self.count);
        Tangent {
            of_state: DVector::from_column_slice(own),
            of_later: rest[2..].chunks(self.count.max(1)).map(DVector::from_column_slice).collect(),
            period: rest[0],
            parameter: rest[1],
        }
    }

    /// Returns the motion after increments.
    pub(super) fn ahead(&self, from: &Guess, increments: &[f64]) -> Guess {
        let by = self.tangent(increments);
        let map = self.search.map;
        let mut guess = Guess {
            states: from.states.clone(),
            period: from.period + by.period,
            parameter: from.parameter + by.parameter,
        };
        if !matches!(map.asked.period, Period::Unknown(..)) {
            guess.period = from.period;
        }
        let parameters = self.search.at(&guess);
        let all = std::iter::once(&by.of_state).chain(&by.of_later);
        for (k, (state, by)) in from.states.iter().zip(all).enumerate() {
            let time = guess.period * k as f64 / from.states.len() as f64;
            guess.states[k] = map.moved(state, by, (&parameters, time));
        }
        guess
    }
}

impl Curve for Branch<'_> {
    type Point = Placed;
    type Stop = NoOrbit;

    fn metrics(&self) -> usize {
        2
    }

    fn product(&self, metric: usize, a: &[f64], b: &[f64]) -> f64 {
        let n = self.count;
        let of_state: f64 = a[..n].iter().zip(b).map(|(a, b)| a * b).sum();
        of_state + a[n] * b[n] + self.parameter[metric].powi(2) * a[n + 1] * b[n + 1]
    }

    fn direction<'p>(&self, at: &'p Placed) -> &'p [f64] {
        &at.direction
    }

    fn turn(&self, at: &mut Placed) {
        at.direction.iter_mut().for_each(|x| *x = -*x);
    }

    fn between(&self, from: &Placed, to: &Placed) -> Vec<f64> {
        let [a, b] = [from, to].map(|placed| &placed.orbit.at);
        let states = |k: usize| self.search.map.between(&a.states[k], &b.states[k]);
        let mut all: Vec<f64> = states(0).iter().copied().collect();
        // a known period follows from the parameter, and is none of the increments
        let is_free = matches!(self.search.map.asked.period, Period::Unknown(..));
        let of_period = if is_free { b.period - a.period } else { 0.0 };
        all.extend([of_period, b.parameter - a.parameter]);
        (1..a.states.len()).for_each(|k| all.extend(states(k).iter()));
        all
    }

    fn solve(&mut self, from: &Placed, ahead: &[f64], distance: f64) -> Result<Option<Placed>, NoOrbit> {
        let guess = self.ahead(&from.orbit.at, ahead);
        match self.search.solve(guess, Some((&from.orbit.at, &self.tangent(&from.direction), distance))) {
            Ok(orbit) => Ok(Placed::new(orbit)),
            Err(NoOrbit::Stopped) => Err(NoOrbit::Stopped),
            Err(_) => Ok(None),
        }
    }

    fn level(&self, at: &Placed) -> f64 {
        at.orbit.at.parameter
    }

    fn is_same(&self, a: &Placed, b: &Placed) -> bool {
        let [a, b] = [a, b].map(|placed| &placed.orbit.at);
        let map = self.search.map;
        let apart = map.between(&a.states[0], &b.states[0]).amax() / map.size(&a.states[0]);
        apart <= SAME && (a.parameter - b.parameter).abs() <= SAME * (1.0 + a.parameter.abs())
    }
}
