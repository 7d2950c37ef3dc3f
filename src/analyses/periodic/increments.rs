//! Increments of states: differences of coordinates and velocities that a state may have. Whether contacts push follows from these.

use super::map::{PeriodMap, State};
use crate::linalg::DVector;
use crate::problem::{Constrained, Factor};

impl PeriodMap {
    /// Brings angles that follow from other coordinates up to date, at a time, s.
    pub(super) fn follow(&self, parameters: &[f64], q: &mut [f64], time: f64) {
        let study = &self.flow.study;
        let angles = study.layout().angles();
        if !angles.is_empty() {
            let mut followed = q[angles.clone()].to_vec();
            study.formulated().system(&study.mechanism, parameters).follow_angles(time, q, &mut followed);
            q[angles].copy_from_slice(&followed);
        }
    }

    /// Returns what a coordinate grows by in a period.
    pub(super) fn growth(&self, coordinate: usize) -> f64 {
        self.advance[coordinate]
    }

    /// Returns a state moved by increments.
    pub(super) fn moved(&self, state: &State, increments: &DVector<f64>, (parameters, time): (&[f64], f64)) -> State {
        let study = &self.flow.study;
        let layout = study.layout();
        let [positions, velocities] = layout.spread(increments.iter().copied());
        let (mut q, mut v) = (state.q.clone(), state.v.clone());
        for place in layout.places() {
            place.factor.retract(&state.q[place.q..], &positions[place.v..], &mut q[place.q..]);
        }
        v.iter_mut().zip(velocities).for_each(|(v, by)| *v += by);
        self.follow(parameters, &mut q, time);
        State { q, v }
    }

    /// Returns the increments from a state to another.
    pub(super) fn between(&self, from: &State, to: &State) -> DVector<f64> {
        let layout = self.flow.study.layout();
        let (n, moves) = (layout.quadratures().start, layout.moves());
        let moving = n - self.flow.study.held_sides();
        let all = layout.increments(&from.q, &to.q);
        let positions = all[..n].iter().zip(&moves).filter(|(_, moves)| **moves).map(|(x, _)| *x);
        let velocities = to.v[..moving].iter().zip(&from.v).map(|(a, b)| a - b);
        positions.chain(velocities).collect::<Vec<f64>>().into()
    }

    /// Returns a state after the coordinates have grown by what they do in so many periods.
    pub(super) fn advanced(&self, state: &State, periods: usize) -> State {
        let q = state.q.iter().zip(&self.advance).map(|(q, by)| q + by * periods as f64).collect();
        State { q, v: state.v.clone() }
    }

    /// Returns coordinates before they have grown by what they do in so many periods.
    pub(super) fn advanced_back(&self, q: &[f64], periods: usize) -> Vec<f64> {
        q.iter().zip(&self.advance).map(|(q, by)| q - by * periods as f64).collect()
    }

    /// Tells of every velocity whether it is a value of first order, as that of a variable.
    pub(super) fn values(&self) -> Vec<bool> {
        let of = |factor: &Factor| std::iter::repeat_n(factor.first_order_count() > 0, factor.velocity_count());
        self.flow.study.layout().factors().iter().flat_map(of).collect()
    }

    /// Returns what changes of coordinates and of values of first order are judged by: one, and the largest of them.
    pub(super) fn size(&self, State { q, v }: &State) -> f64 {
        let values = v.iter().zip(self.values()).filter(|(_, is_value)| *is_value).map(|(v, _)| v);
        1.0 + q.iter().chain(values).fold(0.0f64, |most, x| most.max(x.abs()))
    }

    /// Returns by how much the rates at a state move coordinates and values of first order within a time, s, at most: accelerations by their
    /// products with its square.
    pub(super) fn way(&self, parameters: &[f64], state: &State, time: f64) -> Option<f64> {
        let rates = self.rates(parameters, state, 0.0)?;
        let moving = self.flow.study.layout().quadratures().start - self.flow.study.held_sides();
        let powers = std::iter::repeat_n(1, rates.len() - moving);
        let powers = powers.chain(self.values().into_iter().map(|is_value| if is_value { 1 } else { 2 }));
        Some(rates.iter().zip(powers).map(|(rate, power)| rate.abs() * time.powi(power)).fold(0.0, f64::max))
    }

    /// Returns the rates of increments along the motion at a state.
    pub(super) fn rates(&self, parameters: &[f64], state: &State, time: f64) -> Option<DVector<f64>> {
        let layout = self.flow.study.layout();
        let (n, moves) = (layout.quadratures().start, layout.moves());
        let moving = n - self.flow.study.held_sides();
        let rate = self.acceleration(parameters, state, time)?;
        let positions = state.v[..n].iter().zip(&moves).filter(|(_, moves)| **moves).map(|(v, _)| *v);
        Some(positions.chain(rate[..moving].iter().copied()).collect::<Vec<f64>>().into())
    }
}
