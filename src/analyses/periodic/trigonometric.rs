//! Motions as trigonometric polynomials through their values at an odd number of times of the period.
//!
//! Coordinates that add up and values of first order are such polynomials, behind what coordinates grow by; rotations are the unit
//! quaternions of such polynomials (Han 2019, 3.9.2), which after an odd number of turns come back with the other sign. Rates are
//! derivatives of the polynomials at these times.

use super::map::State;
use crate::lie::{LieGroup, UnitQuaternion};
use crate::linalg::{Complex, DMatrix};
use crate::num::Vec3;
use crate::problem::{Factor, Layout};
use std::f64::consts::{PI, TAU};

/// Returns the matrix of derivatives by the phase, of a turn in a period, of what comes back after it, or comes back with the other sign.
fn derivatives(count: usize, comes_back: bool) -> DMatrix<f64> {
    let n = count as f64;
    let alternating = |k: usize| if k.is_multiple_of(2) { 1.0 } else { -1.0 };
    DMatrix::from_fn(count, count, |j, k| {
        let apart = (j + count - k) % count;
        if apart == 0 {
            return 0.0;
        }
        // over an odd number of times: of whole harmonics 1/sin, of those between them 1/tan
        let angle = PI * apart as f64 / n;
        let entry = alternating(apart) * 0.5;
        let value = if comes_back { entry / angle.sin() } else { entry / angle.tan() };
        let wraps = j < k;
        if wraps && !comes_back { -value } else { value }
    })
}

/// A motion at all times of its period.
#[derive(Clone, Debug)]
pub(super) struct Harmonic {
    /// Coordinates, and velocities of which values of first order are meant.
    pub states: Vec<State>,
    pub multipliers: Vec<Vec<f64>>,
    pub period: f64,
}

/// A rotation at all times of the period.
#[derive(Debug)]
struct Turn {
    /// Where its velocity begins.
    v: usize,
    quaternions: Vec<UnitQuaternion<f64>>,
    rates: Vec<UnitQuaternion<f64>>,
    /// Derivatives by the time.
    by_time: DMatrix<f64>,
}

fn scaled(q: UnitQuaternion<f64>, by: f64) -> UnitQuaternion<f64> {
    UnitQuaternion { w: q.w * by, v: q.v * by }
}

impl Turn {
    /// Returns the angular velocity at time number `j`.
    fn velocity(&self, j: usize) -> Vec3<f64> {
        self.quaternions[j].inverse().multiply(self.rates[j]).v * 2.0
    }

    /// Returns the change of the angular velocity at time number `j` by a small rotation at time number `k`.
    fn change(&self, (j, k): (usize, usize), by: Vec3<f64>) -> Vec3<f64> {
        let half = UnitQuaternion { w: 0.0, v: by * 0.5 };
        let back = self.quaternions[j].inverse();
        let moved = back.multiply(scaled(self.quaternions[k], self.by_time[(j, k)])).multiply(half).v * 2.0;
        if k == j { moved - half.multiply(back).multiply(self.rates[j]).v * 2.0 } else { moved }
    }
}

/// How velocities and their rates follow from a motion.
#[derive(Debug)]
pub(super) struct Rates<'a> {
    layout: &'a Layout,
    pub v: Vec<Vec<f64>>,
    pub a: Vec<Vec<f64>>,
    /// Derivatives by the time of what comes back.
    by_time: DMatrix<f64>,
    turns: Vec<Turn>,
}

impl<'a> Rates<'a> {
    /// Returns those of a motion whose coordinates grow by some numbers in a period.
    pub(super) fn new(layout: &'a Layout, at: &Harmonic, growth: impl Fn(usize) -> f64) -> Self {
        let (n, count) = (layout.quadratures().start, at.states.len());
        let per_second = TAU / at.period;
        let by_time = derivatives(count, true) * per_second;
        let mut v: Vec<Vec<f64>> = at.states.iter().map(|state| state.v.clone()).collect();
        let mut turns = Vec::new();
        for place in layout.places().filter(|place| place.v < n) {
            match place.factor {
                Factor::Rotation(p) if !p.has_rates() => {
                    let mut quaternions: Vec<UnitQuaternion<f64>> = Vec::with_capacity(count);
                    for state in &at.states {
                        let own = p.orientation(&state.q[place.q..]);
                        quaternions.push(quaternions.last().map_or(own, |before| own.near(*before)));
                    }
                    let (first, last) = (quaternions[0], quaternions[count - 1]);
                    let comes_back = first.w * last.w + first.v.dot(last.v) >= 0.0;
                    let by_time = derivatives(count, comes_back) * per_second;
                    let rate = |j: usize| {
                        let parts = (0..count).map(|k| scaled(quaternions[k], by_time[(j, k)]));
                        let none = UnitQuaternion { w: 0.0, v: Vec3::zero() };
                        parts.fold(none, |sum, own| UnitQuaternion { w: sum.w + own.w, v: sum.v + own.v })
                    };
                    let rates = (0..count).map(rate).collect();
                    let turn = Turn { v: place.v, quaternions, rates, by_time };
                    (0..count).for_each(|j| turn.velocity(j).write(&mut v[j][place.v..]));
                    turns.push(turn);
                }
                Factor::FirstOrder(_) | Factor::Quadrature(_) | Factor::Angles(_) => {}
                factor => {
                    for i in 0..factor.velocity_count() {
                        let grows = growth(place.q + i);
                        let of = |k: usize| at.states[k].q[place.q + i] - grows * k as f64 / count as f64;
                        for j in 0..count {
                            let sum: f64 = (0..count).map(|k| by_time[(j, k)] * of(k)).sum();
                            v[j][place.v + i] = sum + grows / at.period;
                        }
                    }
                }
            }
        }
        let rate = |j: usize, c: usize| (0..count).map(|k| by_time[(j, k)] * v[k][c]).sum();
        let a = (0..count).map(|j| (0..n).map(|c| rate(j, c)).collect()).collect();
        Self { layout, v, a, by_time, turns }
    }

    /// Returns the changes of the velocities at time number `j` by columns of increments at time number `k`.
    pub(super) fn change(&self, (j, k): (usize, usize), columns: &DMatrix<f64>) -> DMatrix<f64> {
        let mut all = columns * self.by_time[(j, k)];
        for place in self.layout.places().filter(|place| place.v < columns.nrows()) {
            if matches!(place.factor, Factor::FirstOrder(_)) && j == k {
                let own = place.v..place.v + place.factor.velocity_count();
                own.for_each(|i| all.row_mut(i).copy_from(&columns.row(i)));
            } else if matches!(place.factor, Factor::FirstOrder(_)) {
                all.rows_mut(place.v, place.factor.velocity_count()).fill(0.0);
            }
        }
        for turn in &self.turns {
            for c in 0..columns.ncols() {
                let by = Vec3::from_slice(&[0, 1, 2].map(|i| columns[(turn.v + i, c)]));
                let moved = turn.change((j, k), by).to_array();
                moved.into_iter().enumerate().for_each(|(i, x)| all[(turn.v + i, c)] = x);
            }
        }
        all
    }

    /// Returns the rates of velocities of all times below each other.
    pub(super) fn rates(&self, velocities: &DMatrix<f64>) -> DMatrix<f64> {
        let count = self.by_time.nrows();
        let n = velocities.nrows() / count;
        let mut all = DMatrix::zeros(velocities.nrows(), velocities.ncols());
        for c in 0..n {
            let own = &self.by_time * DMatrix::from_fn(count, velocities.ncols(), |k, i| velocities[(k * n + c, i)]);
            (0..count).for_each(|j| all.row_mut(j * n + c).copy_from(&own.row(j)));
        }
        all
    }

    /// Returns the largest amplitude of the last quarter of the harmonics of velocities: what the motion has beyond these is less
    /// where it is smooth.
    pub(super) fn tail(&self) -> f64 {
        let count = self.v.len();
        let highest = count / 2;
        let mut most = 0.0f64;
        for harmonic in highest - highest / 4..=highest {
            for c in 0..self.a[0].len() {
                let part = |k: usize| {
                    let angle = -TAU * ((harmonic * k) % count) as f64 / count as f64;
                    Complex::from_polar(self.v[k][c] * 2.0 / count as f64, angle)
                };
                most = most.max((0..count).map(part).sum::<Complex<f64>>().norm());
            }
        }
        most
    }
}
