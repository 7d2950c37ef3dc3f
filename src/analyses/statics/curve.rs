//! Equilibria as a curve: by the length of their way, or by the load factor.

use super::equations::{State, Work};
use super::member::Member;
use super::newton::Found;
use super::stability::Stability;
use crate::analyses::continuation::{Curve, Spot};
use crate::linalg::DMatrix;
use std::convert::Infallible;

/// An equilibrium of a path.
#[derive(Clone, Debug)]
pub(super) struct Equilibrium {
    pub state: State,
    /// The direction of the path: increments of coordinates and multipliers, and that of the load factor behind them.
    pub direction: Vec<f64>,
    /// The motions beside the path that stay where they are in a step from here, a column each.
    pub held: Option<DMatrix<f64>>,
    pub iterations: usize,
}

/// How points of a path are told from each other.
#[derive(Clone, Copy, Debug)]
enum Measure {
    /// By the load factor.
    Load,
    /// By the length of the way, where a change of the load factor by one counts as a length, m, in each of two metrics.
    Way([f64; 2]),
}

/// The path of a member.
pub(super) struct Path<'a> {
    pub member: &'a Member<'a>,
    pub work: Work,
    measure: Measure,
}

impl<'a> Path<'a> {
    /// Returns the path by the load factor.
    pub(super) fn by_loads(member: &'a Member<'a>, work: Work) -> Self {
        Self { member, work, measure: Measure::Load }
    }

    /// Lets the path be by the length of the way from an equilibrium on, and returns that; `short` is what loads of one count, m, in lengths.
    /// In the other metric they count as much as the way that they lead from there on, so that a path that turns back in the loads alone
    /// turns. None where the equations are singular.
    pub(super) fn by_way(&mut self, state: State, short: f64) -> Option<Equilibrium> {
        let by_load = self.member.by_load(&mut self.work, &state)?;
        let way = self.member.product(&by_load, &by_load).sqrt();
        self.measure = Measure::Way([short, way.max(short)]);
        way.is_finite().then(|| self.at(Found { state, by_load, iterations: 1 }))
    }

    fn at(&self, found: Found) -> Equilibrium {
        let Found { state, by_load: mut direction, iterations } = found;
        let length = self.product(0, &direction, &direction).sqrt();
        direction.iter_mut().for_each(|x| *x /= length);
        Equilibrium { state, direction, held: None, iterations }
    }

    /// Returns an equilibrium that is found at loads, as one of the path.
    pub(super) fn of(&mut self, state: State) -> Option<Equilibrium> {
        let by_load = self.member.by_load(&mut self.work, &state)?;
        Some(self.at(Found { state, by_load, iterations: 1 }))
    }

    /// Returns an equilibrium, as it is seen from another one.
    pub(super) fn spot(&mut self, from: &Equilibrium, state: State) -> Option<Spot<Equilibrium>> {
        let point = self.of(state)?;
        let ahead = self.between(from, &point);
        Some(Spot { distance: self.product(0, &from.direction, &ahead), ahead, point })
    }

    /// Finds the stiffnesses of motions at an equilibrium.
    pub(super) fn stability(&mut self, state: &State) -> Option<Stability> {
        let Member { equations, parameters, weights, .. } = self.member;
        equations.stability(&mut self.work, (parameters, weights), state)
    }
}

impl Curve for Path<'_> {
    type Point = Equilibrium;
    type Stop = Infallible;

    fn metrics(&self) -> usize {
        match self.measure {
            Measure::Load => 1,
            Measure::Way(_) => 2,
        }
    }

    fn product(&self, metric: usize, a: &[f64], b: &[f64]) -> f64 {
        let of_loads = a[a.len() - 1] * b[b.len() - 1];
        match self.measure {
            Measure::Load => of_loads,
            Measure::Way(lengths) => self.member.product(a, b) + lengths[metric].powi(2) * of_loads,
        }
    }

    fn direction<'p>(&self, at: &'p Equilibrium) -> &'p [f64] {
        &at.direction
    }

    fn turn(&self, at: &mut Equilibrium) {
        at.direction.iter_mut().for_each(|x| *x = -*x);
    }

    fn between(&self, from: &Equilibrium, to: &Equilibrium) -> Vec<f64> {
        self.member.between(&from.state, &to.state)
    }

    fn solve(&mut self, from: &Equilibrium, ahead: &[f64], distance: f64) -> Result<Option<Equilibrium>, Infallible> {
        let member = self.member;
        let found = match self.measure {
            Measure::Load => {
                let near = member.ahead(&from.state, ahead);
                let load = from.state.load + distance * from.direction.last().map_or(1.0, |x| x.signum());
                member.at_load(&mut self.work, &near, load)
            }
            Measure::Way([short, _]) => {
                let product =
                    |a: &[f64], b: &[f64]| member.product(a, b) + short * short * a[a.len() - 1] * b[b.len() - 1];
                let along = (&from.direction[..], ahead, distance);
                let held = from.held.as_ref();
                let held =
                    held.and_then(|held| member.at_distance(&mut self.work, (&from.state, Some(held)), along, product));
                // where the path goes on in a motion that is held it is not
                held.or_else(|| member.at_distance(&mut self.work, (&from.state, None), along, product))
            }
        };
        Ok(found.map(|found| self.at(found)))
    }

    fn level(&self, at: &Equilibrium) -> f64 {
        at.state.load
    }

    fn is_same(&self, a: &Equilibrium, b: &Equilibrium) -> bool {
        self.member.is_near(&a.state, &b.state)
    }
}
