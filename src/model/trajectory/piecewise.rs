//! Piecewise polynomials of the time.

use super::point::TrajectoryPoint;
use crate::num::Real;

/// Holds polynomials, each from its break to the next: what most trajectories are made of.
#[derive(Clone, Debug)]
pub struct Piecewise<R> {
    /// Where each piece begins, s, increasing.
    pub breaks: Vec<R>,
    /// The coefficients of each piece, of the powers 0, 1, .. of the time since its break.
    pub pieces: Vec<Vec<R>>,
}

impl<R: Real> Piecewise<R> {
    /// Makes pieces of constant acceleration from a position and a velocity: piece i lasts from `times[i]` to
    /// `times[i + 1]`.
    pub fn of_accelerations(times: &[R], accelerations: &[R], position: R, velocity: R) -> Self {
        let (mut x, mut v) = (position, velocity);
        let mut pieces = Vec::new();
        for (ends, a) in times.windows(2).zip(accelerations) {
            let half = a.scale(0.5);
            pieces.push(vec![x, v, half]);
            let h = ends[1] - ends[0];
            (x, v) = (x + h * (v + h * half), v + h * *a);
        }
        Self { breaks: times[..accelerations.len()].to_vec(), pieces }
    }

    /// Returns the value and the first two derivatives. The piece of a time is the last one that has begun; before the
    /// first one has begun, and after the last, the nearest piece is continued.
    pub fn at(&self, time: R) -> TrajectoryPoint<R> {
        let length = self.pieces.iter().map(Vec::len).max().unwrap_or(0);
        let coefficient = |piece: &Vec<R>, k: usize| piece.get(k).copied().unwrap_or_else(R::zero);
        let mut begin = self.breaks[0];
        let mut c: Vec<R> = (0..length).map(|k| coefficient(&self.pieces[0], k)).collect();
        for (from, piece) in self.breaks.iter().zip(&self.pieces).skip(1) {
            let begun = from.less_equal(time);
            begin = R::select(begun, *from, begin);
            for (k, c) in c.iter_mut().enumerate() {
                *c = R::select(begun, coefficient(piece, k), *c);
            }
        }
        let s = time - begin;
        // derivative number n is the sum of k!/(k - n)! c_k s^(k - n)
        let derivative = |n: usize| {
            let factor = |k: usize| (k - n + 1..=k).map(|i| i as f64).product::<f64>();
            (n..length).rev().fold(R::zero(), |sum, k| sum * s + c[k].scale(factor(k)))
        };
        TrajectoryPoint { position: derivative(0), velocity: derivative(1), acceleration: derivative(2) }
    }
}
