//! One equilibrium from one nearby, at given loads or at a given distance.

use super::equations::{Correction, State, StaticEquations, Work};
use crate::formulation::System;
use crate::problem::consistent::displaced;
use crate::problem::{Constrained, Factor};

/// Iterations at most.
const ITERATIONS: usize = 40;
/// The largest turn within an iteration, rad, and the largest movement as a part of the size of the mechanism.
const LARGEST: f64 = 0.7;
/// An increment that is smaller, as a part of the size or in rad, is the last one: the error behind it is its square.
const SMALLEST: f64 = 1e-9;
/// Where increments are below this and no longer fall, rounding is what is left.
const ROUNDING: f64 = 1e-6;
/// What an iteration must make of the work of unbalanced forces along the increment; else it is halved.
const SLACK: f64 = 0.8;
/// States are one where they differ by less, as a part of the size or in numbers of a rotation.
const NEAR: f64 = 1e-5;
/// How often an increment is halved.
const HALVINGS: usize = 4;

/// A member whose equilibria are looked for.
pub(super) struct Member<'a> {
    pub equations: &'a StaticEquations,
    pub parameters: &'a [f64],
    pub system: &'a System<f64>,
    /// What a velocity counts in lengths of the path: 1 over the root of the number of bodies, times the size for turns.
    pub weights: Vec<f64>,
    /// The size of the mechanism, m.
    pub size: f64,
    /// Of every velocity, whether it turns something.
    pub turns: Vec<bool>,
}

/// An equilibrium, with the increments that lead to it from where the search began.
pub(super) struct Found {
    pub state: State,
    pub increments: Vec<f64>,
    pub iterations: usize,
}

impl Member<'_> {
    /// Returns the weighted product of increments.
    pub(super) fn product(&self, a: &[f64], b: &[f64]) -> f64 {
        self.weights.iter().zip(a).zip(b).map(|((w, a), b)| w * w * a * b).sum()
    }

    pub(super) fn length(&self, a: &[f64]) -> f64 {
        self.product(a, a).sqrt()
    }

    /// Returns the largest movement as a part of the size, or turn, rad.
    fn largest(&self, increment: &[f64]) -> f64 {
        let of = |(x, turns): (&f64, &bool)| if *turns { x.abs() } else { x.abs() / self.size };
        increment.iter().zip(&self.turns).map(of).fold(0.0, f64::max)
    }

    /// Tells whether two states are one, but for what Newton's method leaves.
    pub(super) fn is_near(&self, a: &State, b: &State) -> bool {
        let places = self.system_places();
        let apart = |(i, is_position): (usize, &bool)| {
            let far = (a.q[i] - b.q[i]).abs();
            if *is_position { far / self.size } else { far }
        };
        places.iter().enumerate().map(apart).fold(0.0, f64::max) < NEAR
    }

    /// Tells of every coordinate whether it is a length.
    fn system_places(&self) -> Vec<bool> {
        let layout = Constrained::<f64>::layout(self.system);
        let factors = layout.factors().iter();
        factors.flat_map(|f| std::iter::repeat_n(*f == Factor::Vector(3), f.coordinate_count())).collect()
    }

    /// Moves a state by a part of an increment of coordinates and multipliers.
    fn moved(&self, state: &State, increment: &[f64], part: f64) -> State {
        let n = self.equations.rates;
        let way: Vec<f64> = increment[..n].iter().map(|x| x * part).collect();
        let multipliers = state.multipliers.iter().zip(&increment[n..]).map(|(x, step)| x + part * step).collect();
        State { q: displaced(self.system, 0.0, &state.q, &way), multipliers, load: state.load }
    }

    /// Finds the equilibrium at a load factor.
    pub(super) fn at_load(&self, work: &mut Work, from: &State, load: f64) -> Option<Found> {
        let mut state = State { load, ..from.clone() };
        let mut increments = vec![0.0; self.equations.rates];
        let mut before = f64::INFINITY;
        for iterations in 1..=ITERATIONS {
            let Correction { residual, to_balance, .. } = self.equations.correction(work, self.parameters, &state)?;
            let part = self.part(work, &state, &residual, &to_balance)?;
            state = self.moved(&state, &to_balance, part);
            increments.iter_mut().zip(&to_balance).for_each(|(sum, x)| *sum += part * x);
            let largest = self.largest(&to_balance[..self.equations.rates]);
            if self.is_last(largest, &mut before) {
                return Some(Found { state, increments, iterations });
            }
        }
        None
    }

    fn is_last(&self, largest: f64, before: &mut f64) -> bool {
        let is_last = largest <= SMALLEST || (largest < ROUNDING && largest > 0.3 * *before);
        *before = largest;
        is_last
    }

    /// Returns the part of an increment that is made.
    fn part(&self, work: &mut Work, state: &State, residual: &[f64], increment: &[f64]) -> Option<f64> {
        let n = self.equations.rates;
        let largest = self.largest(&increment[..n]);
        if !largest.is_finite() {
            return None;
        }
        let mut part = f64::min(1.0, LARGEST / largest.max(f64::MIN_POSITIVE));
        if largest < 1e-3 {
            return Some(part);
        }
        let along = |residual: &[f64]| residual.iter().zip(&increment[..n]).map(|(r, x)| r * x).sum::<f64>();
        let at_start = along(&residual[..n]).abs();
        for _ in 0..HALVINGS {
            let there = self.moved(state, increment, part);
            let left = self.equations.residual(work, self.parameters, &there);
            if left.is_some_and(|left| along(&left[..n]).abs() <= SLACK * at_start) {
                break;
            }
            part *= 0.5;
        }
        Some(part)
    }

    /// Finds an equilibrium at a distance from another one: on Crisfield's cylinder, the root chosen so that the way goes on (Ritto-Correa,
    /// Camotim 2008, Computers and Structures 86). `predicted` are increments of that length.
    pub(super) fn at_distance(
        &self,
        work: &mut Work,
        from: &State,
        predicted: (&[f64], f64),
        distance: f64,
    ) -> Option<Found> {
        let n = self.equations.rates;
        let (way, load) = predicted;
        let mut along = way.to_vec();
        along.resize(n + self.equations.multipliers, 0.0);
        let mut state = State { load: from.load + load, ..self.moved(from, &along, 1.0) };
        let mut increments = way.to_vec();
        let mut before = f64::INFINITY;
        for iterations in 1..=ITERATIONS {
            let Correction { to_balance, by_load, .. } = self.equations.correction(work, self.parameters, &state)?;
            let there: Vec<f64> = increments.iter().zip(&to_balance).map(|(sum, x)| sum + x).collect();
            let (a, b) = (self.product(&by_load[..n], &by_load[..n]), self.product(&there, &by_load[..n]));
            let c = self.product(&there, &there) - distance * distance;
            let discriminant = b * b - a * c;
            let sign = self.product(&increments, &by_load[..n]).signum();
            // a way that misses the cylinder goes as near to it as it can
            let change = (sign * discriminant.max(0.0).sqrt() - b) / a;
            if !change.is_finite() {
                return None;
            }
            let step: Vec<f64> = to_balance.iter().zip(&by_load).map(|(x, y)| x + change * y).collect();
            let largest = self.largest(&step[..n]);
            let part = f64::min(1.0, LARGEST / largest.max(f64::MIN_POSITIVE));
            state = State { load: state.load + part * change, ..self.moved(&state, &step, part) };
            increments.iter_mut().zip(&step).for_each(|(sum, x)| *sum += part * x);
            if self.is_last(largest, &mut before) {
                return (discriminant >= 0.0).then_some(Found { state, increments, iterations });
            }
        }
        None
    }

    /// Returns the increments along the path for a load factor that grows by one; none where the equations are singular.
    pub(super) fn tangent(&self, work: &mut Work, state: &State) -> Option<Vec<f64>> {
        let Correction { by_load, .. } = self.equations.correction(work, self.parameters, state)?;
        Some(by_load[..self.equations.rates].to_vec())
    }
}
