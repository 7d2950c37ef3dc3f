//! A member whose equilibria are looked for: how long increments are, and states after them.

use super::equations::{State, StaticEquations};
use crate::ensemble::start::Starts;
use crate::formulation::System;
use crate::num::Vec3;
use crate::problem::consistent::displaced;
use crate::problem::{Constrained, Factor};

/// States are one where they differ by less, as a part of the size or in numbers of a rotation.
const NEAR: f64 = 1e-5;

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

impl<'a> Member<'a> {
    /// Makes the member with these values of all parameters, which starts at some coordinates.
    pub(super) fn new(
        starts: &Starts<'_>,
        equations: &'a StaticEquations,
        parameters: &'a [f64],
        (system, q): (&'a System<f64>, &[f64]),
    ) -> Self {
        let layout = starts.formulated.layout();
        let places: Vec<_> = layout.places().filter(|place| place.factor == Factor::Vector(3)).collect();
        let at = |i: usize| Vec3::from_slice(&q[places[i].q..]);
        let far = |i: usize| (0..i).map(|j| (at(i) - at(j)).norm()).fold(0.0, f64::max);
        let size = (0..places.len()).map(far).fold(0.0, f64::max);
        let size = if size > 0.0 { size } else { 1.0 };
        let turns: Vec<bool> = layout
            .factors()
            .iter()
            .flat_map(|f| std::iter::repeat_n(f.rotation().is_some(), f.velocity_count()))
            .take(equations.rates)
            .collect();
        let each = 1.0 / (places.len().max(1) as f64).sqrt();
        let weight = |(turns, moves): (&bool, &bool)| match (turns, moves) {
            (_, false) => 0.0,
            (true, _) => each * size,
            (false, _) => each,
        };
        let weights = turns.iter().zip(&equations.moves).map(weight).collect();
        Self { equations, parameters, system, weights, size, turns }
    }
}

impl Member<'_> {
    /// Returns the weighted product of increments.
    pub(super) fn product(&self, a: &[f64], b: &[f64]) -> f64 {
        self.weights.iter().zip(a).zip(b).map(|((w, a), b)| w * w * a * b).sum()
    }

    /// Returns the largest movement as a part of the size, or turn, rad.
    pub(super) fn largest(&self, increment: &[f64]) -> f64 {
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
    pub(super) fn moved(&self, state: &State, increment: &[f64], part: f64) -> State {
        let n = self.equations.rates;
        let way: Vec<f64> = increment[..n].iter().map(|x| x * part).collect();
        let multipliers = state.multipliers.iter().zip(&increment[n..]).map(|(x, step)| x + part * step).collect();
        State { q: displaced(self.system, 0.0, &state.q, &way), multipliers, load: state.load }
    }

    /// Returns the increments of coordinates and multipliers from a state to another, and of the load factor behind them.
    pub(super) fn between(&self, from: &State, to: &State) -> Vec<f64> {
        let mut all = Constrained::<f64>::layout(self.system).increments(&from.q, &to.q);
        all.truncate(self.equations.rates);
        all.extend(from.multipliers.iter().zip(&to.multipliers).map(|(a, b)| b - a));
        all.push(to.load - from.load);
        all
    }

    /// Returns a state after increments, that of the load factor behind them.
    pub(super) fn ahead(&self, from: &State, increments: &[f64]) -> State {
        let by = increments.last().expect("that of the load factor");
        State { load: from.load + by, ..self.moved(from, increments, 1.0) }
    }
}
