//! Derivatives with respect to the time along the motion.

use super::layout::{Layout, Place};
use crate::num::{Dual, Real};

/// Returns coordinates and velocities as functions of the time at an instant: each with its rate, for the rates of the
/// velocities that [`super::Field::acceleration`] gives. What is computed from them has its rate beside its value.
pub fn along<R: Real>(layout: &Layout, q: &[R], v: &[R], rate: &[R]) -> (Vec<Dual<R, 1>>, Vec<Dual<R, 1>>) {
    let moving = |(x, rate): (&R, &R)| Dual { re: *x, eps: [*rate] };
    let velocities = v.iter().zip(rate).map(moving).collect();
    let mut q_rate = vec![R::zero(); q.len()];
    for place in layout.places() {
        place.factor.rates(&q[place.q..], &v[place.v..], &mut q_rate[place.q..]);
    }
    (q.iter().zip(&q_rate).map(moving).collect(), velocities)
}

/// Returns the derivatives of q exp(increment) by the increment, coordinate by coordinate: the velocities that move it, ascending,
/// and the slopes.
pub fn slopes_along_group<R: Real>(layout: &Layout, q: &[R]) -> Vec<Vec<(usize, R)>> {
    let mut slopes = vec![Vec::new(); q.len()];
    for Place { factor, q: first, v, .. } in layout.places() {
        let (coordinates, velocities) = (factor.coordinate_count(), factor.velocity_count());
        for j in (0..velocities).filter(|_| coordinates > 0) {
            let (mut unit, mut rates) = (vec![R::zero(); velocities], vec![R::zero(); coordinates]);
            unit[j] = R::one();
            factor.rates(&q[first..], &unit, &mut rates);
            slopes[first..].iter_mut().zip(rates).for_each(|(row, rate)| row.push((v + j, rate)));
        }
    }
    slopes
}
