//! Derivatives with respect to the time along the motion.

use super::{Factor, Layout};
use crate::num::{Dual, Real, Vec3};

/// Returns coordinates and velocities as functions of the time at an instant: each with its rate, for the rates of the
/// velocities that [`super::Field::acceleration`] gives. What is computed from them has its rate beside its value.
pub fn along<R: Real>(layout: &Layout, q: &[R], v: &[R], rate: &[R]) -> (Vec<Dual<R, 1>>, Vec<Dual<R, 1>>) {
    let moving = |(x, rate): (&R, &R)| Dual { re: *x, eps: [*rate] };
    let velocities = v.iter().zip(rate).map(moving).collect();
    let mut q_rate = vec![R::zero(); q.len()];
    for place in layout.places() {
        let (to, n) = (&mut q_rate[place.q..], place.factor.coordinate_count());
        match place.factor {
            Factor::Rotation(parameterisation) if parameterisation.is_group() => {
                parameterisation.turning(&q[place.q..], Vec3::from_slice(&v[place.v..]), to);
            }
            Factor::Rotation(parameterisation) => parameterisation.slope(&q[place.q..], &v[place.v..], to),
            // what follows from other coordinates is a reference that rests
            Factor::Angles(_) => {}
            _ => to[..n].copy_from_slice(&v[place.v..place.v + n]),
        }
    }
    (q.iter().zip(&q_rate).map(moving).collect(), velocities)
}
