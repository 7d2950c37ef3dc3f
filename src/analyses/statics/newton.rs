//! One equilibrium from one nearby, at given loads or at a given distance.

use super::equations::{Correction, State, Work};
use super::member::Member;
use crate::linalg::DMatrix;

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
/// What may be left unbalanced beside the loads where motions are held.
const BALANCED: f64 = 1e-7;
/// How often an increment is halved.
const HALVINGS: usize = 4;

/// An equilibrium.
pub(super) struct Found {
    pub state: State,
    /// What increments of coordinates and multipliers change by with the load factor, and 1.
    pub by_load: Vec<f64>,
    pub iterations: usize,
}

impl Member<'_> {
    /// Finds the equilibrium at a load factor.
    pub(super) fn at_load(&self, work: &mut Work, from: &State, load: f64) -> Option<Found> {
        let mut state = State { load, ..from.clone() };
        let mut before = f64::INFINITY;
        for iterations in 1..=ITERATIONS {
            let Correction { residual, to_balance, mut by_load } =
                self.equations.correction(work, self.parameters, &state)?;
            let part = self.part(work, &state, &residual, &to_balance)?;
            state = self.moved(&state, &to_balance, part);
            let largest = self.largest(&to_balance[..self.equations.rates]);
            if self.is_last(largest, &mut before) {
                by_load.push(1.0);
                return Some(Found { state, by_load, iterations });
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

    /// Finds an equilibrium near increments from a state, on the plane perpendicular to a direction at a distance, with what increments change
    /// by with the load factor; `product` is of increments with the load factor behind. Motions that are held stay where they are.
    pub(super) fn at_distance(
        &self,
        work: &mut Work,
        (from, held): (&State, Option<&DMatrix<f64>>),
        (direction, ahead, distance): (&[f64], &[f64], f64),
        product: impl Fn(&[f64], &[f64]) -> f64,
    ) -> Option<Found> {
        let n = self.equations.rates;
        let mut state = self.ahead(from, ahead);
        let mut before = f64::INFINITY;
        for iterations in 1..=ITERATIONS {
            let Correction { to_balance, by_load, .. } =
                self.equations.correction_of(work, (self.parameters, &self.weights), (&state, held))?;
            let with = |mut increments: Vec<f64>, load: f64| {
                increments.push(load);
                increments
            };
            let (to_balance, by_load) = (with(to_balance, 0.0), with(by_load, 1.0));
            let gone = product(direction, &self.between(from, &state));
            let left = distance - gone - product(direction, &to_balance);
            let change = left / product(direction, &by_load);
            if !change.is_finite() {
                return None;
            }
            let step: Vec<f64> = to_balance.iter().zip(&by_load).map(|(x, y)| x + change * y).collect();
            let largest = self.largest(&step[..n]);
            let part = f64::min(1.0, LARGEST / largest.max(f64::MIN_POSITIVE));
            let moved = self.moved(&state, &step, part);
            state = State { load: state.load + part * change, ..moved };
            if self.is_last(largest, &mut before) {
                let is_found = held.is_none() || self.is_balanced(work, &state);
                return is_found.then_some(Found { state, by_load, iterations });
            }
        }
        None
    }

    /// Tells whether nothing but little beside the loads is left unbalanced at a state.
    fn is_balanced(&self, work: &mut Work, state: &State) -> bool {
        let n = self.equations.rates;
        let norm = |all: &[f64]| all[..n].iter().map(|x| x * x).sum::<f64>().sqrt();
        let left = self.equations.residual(work, self.parameters, state);
        let loads = self.equations.matrix(work, self.parameters, state);
        left.zip(loads).is_some_and(|(left, (_, loads))| norm(&left) <= BALANCED * norm(&loads) * state.load.abs())
    }

    /// Returns what increments change by with the load factor, which is behind them; none where the equations are singular.
    pub(super) fn by_load(&self, work: &mut Work, state: &State) -> Option<Vec<f64>> {
        let Correction { mut by_load, .. } = self.equations.correction(work, self.parameters, state)?;
        by_load.push(1.0);
        Some(by_load)
    }
}
