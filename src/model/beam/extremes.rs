//! Extremes along a beam of the strains, forces and moments of its section.
//!
//! Within an element they are the polynomials through their values at the points of quadrature. The best of some places is where Newton's
//! method for the derivative begins, between the places beside it.

use super::element::Element;
use super::numbers::BeamAt;
use super::state::SectionState;
use crate::model::state::FrameState;
use crate::num::Real;
use std::ops::Range;

/// Places in an element for every point of quadrature.
const PLACES: usize = 4;
/// Steps of Newton's method: the error of a place is below 1e-12 of an element after four.
const STEPS: usize = 5;

/// An extreme: its value, and where it is along the beam, from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct Extreme<R> {
    /// The value.
    pub value: R,
    /// The place.
    pub place: R,
}

/// Returns the polynomial and its first two derivatives, of coefficients in ascending order.
fn with_slopes<R: Real>(coefficients: &[R], x: R) -> [R; 3] {
    let mut all = [R::zero(); 3];
    for c in coefficients.iter().rev() {
        all[2] = all[2] * x + all[1] + all[1];
        all[1] = all[1] * x + all[0];
        all[0] = all[0] * x + *c;
    }
    all
}

/// Returns where a polynomial is largest within [-1, 1], and its value there.
fn largest<R: Real>(coefficients: &[R]) -> (R, R) {
    let count = PLACES * coefficients.len();
    let spacing = 2.0 / count as f64;
    let place = |k: usize| R::constant(spacing * k as f64 - 1.0);
    let mut best = (place(0), with_slopes(coefficients, place(0))[0]);
    for k in 1..=count {
        let value = with_slopes(coefficients, place(k))[0];
        let is_better = best.1.less(value);
        best = (R::select(is_better, place(k), best.0), R::select(is_better, value, best.1));
    }
    let [low, high] = [-spacing, spacing].map(|far| (best.0 + R::constant(far)).max(-R::one()).min(R::one()));
    let mut x = best.0;
    for _ in 0..STEPS {
        let [_, slope, curvature] = with_slopes(coefficients, x);
        let is_curved = R::zero().less(curvature.abs());
        let step = slope / R::select(is_curved, curvature, R::one());
        x = R::select(is_curved, x - step, x).max(low).min(high);
    }
    let value = with_slopes(coefficients, x)[0];
    let is_better = best.1.less(value);
    (R::select(is_better, x, best.0), R::select(is_better, value, best.1))
}

impl<R: Real> Element<R> {
    /// Returns the coefficients of the polynomials of strains, and of forces and moments behind them, with these numbers.
    fn polynomials(&self, nodes: &[FrameState<R>], rows: Range<usize>) -> Vec<Vec<R>> {
        let at_points: Vec<SectionState<R>> =
            self.strains_and_forces(nodes).into_iter().map(SectionState::of).collect();
        let of = |row: usize| -> Vec<R> {
            let value = |at: &SectionState<R>| if row < 6 { at.strain[row] } else { at.force[row - 6] };
            let power = |weights: &Vec<f64>| {
                let terms = weights.iter().zip(&at_points).map(|(weight, all)| value(all).scale(*weight));
                terms.fold(R::zero(), |sum, term| sum + term)
            };
            self.rule.powers.iter().map(power).collect()
        };
        rows.map(of).collect()
    }
}

impl<R: Real> BeamAt<R> {
    /// Returns the extremes along the beam of some of its strains, numbers 0 to 5, or forces and moments of the section, 6 to 11: the
    /// largest, or else the smallest values.
    pub fn extremes(&self, bodies: &[FrameState<R>], rows: Range<usize>, largest_ones: bool) -> Vec<Extreme<R>> {
        let sign = R::constant(if largest_ones { 1.0 } else { -1.0 });
        let mut all: Vec<Extreme<R>> = Vec::new();
        for (number, (element, nodes)) in self.elements(&bodies[self.nodes.clone()]).enumerate() {
            let [begin, end] = [self.ends[number], self.ends[number + 1]];
            for (k, coefficients) in element.polynomials(nodes, rows.clone()).into_iter().enumerate() {
                let signed: Vec<R> = coefficients.into_iter().map(|c| c * sign).collect();
                let (eta, value) = largest(&signed);
                let place = (eta + R::one()).scale(0.5 * (end - begin)) + R::constant(begin);
                let value = value * sign;
                let Some(best) = all.get_mut(k) else {
                    all.push(Extreme { value, place });
                    continue;
                };
                let is_better = (best.value * sign).less(value * sign);
                best.value = R::select(is_better, value, best.value);
                best.place = R::select(is_better, place, best.place);
            }
        }
        all
    }
}
