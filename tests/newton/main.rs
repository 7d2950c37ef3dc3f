//! What Newton's method is recorded from: derivatives of recorded equations, and elimination in a static order.

#[path = "../common/mod.rs"]
mod common;
mod derivatives;
mod elimination;

use gyrosweep::lie::{LieGroup, UnitQuaternion};
use gyrosweep::num::{Precision, Real, Vec3};
use gyrosweep::trace::{Graph, Input, Rate, Traced, derivatives, record};

fn inputs(count: usize) -> Vec<Input> {
    (0..count).map(|i| Input { name: format!("x{i}"), rate: Rate::Step }).collect()
}

/// Records a function of `count` numbers, each an unknown, and with it its derivatives by all of them, row by row.
fn jacobian(count: usize, function: impl Fn(&[Traced]) -> Vec<Traced>) -> Graph {
    record(Precision::Double, inputs(count), |x| {
        let seeds: Vec<_> = x.iter().enumerate().map(|(i, x)| (*x, vec![(i, Traced::one())])).collect();
        let results = function(x);
        let mut out = results.clone();
        for row in derivatives(&results, &seeds) {
            let mut dense = vec![Traced::zero(); count];
            row.into_iter().for_each(|(unknown, derivative)| dense[unknown] = derivative);
            out.extend(dense);
        }
        out
    })
}

/// The residuals of a body on a spherical joint in an implicit step: unknowns are the increment of its position and
/// rotation and the multipliers.
fn constrained<R: Real>(x: &[R]) -> Vec<R> {
    let constant = |v: [f64; 3]| Vec3::<R>::constant(v);
    let (moved, turned, lambda) = (Vec3::from_slice(x), Vec3::from_slice(&x[3..]), Vec3::from_slice(&x[6..]));
    let start = UnitQuaternion::exp(constant([0.3, -0.2, 0.5]));
    let rotation = start.compose(UnitQuaternion::exp(turned));
    let (rate, second) = (R::constant(200.0), R::constant(4e4));
    let velocity = turned * rate + constant([0.1, 2.0, -3.0]);
    let acceleration = turned * second + constant([5.0, 1.0, -2.0]);
    let inertia = |w: Vec3<R>| Vec3::new(w.x.scale(0.23), w.y.scale(0.47), w.z.scale(0.23));
    let arm = constant([0.0, 1.0, 0.0]);
    let gap = rotate(start, arm) + constant([1e-3, 2e-3, -3e-3]) + moved - rotate(rotation, arm);
    let force = moved * second.scale(15.0) + constant([0.0, 0.0, 147.15]) + lambda;
    let back = rotate(rotation.inverse(), lambda);
    let moment = inertia(acceleration) + velocity.cross(inertia(velocity)) - arm.cross(back);
    [force, moment, gap].into_iter().flat_map(Vec3::to_array).collect()
}

fn rotate<R: Real>(q: UnitQuaternion<R>, v: Vec3<R>) -> Vec3<R> {
    Vec3::new(q.row(0).dot(v), q.row(1).dot(v), q.row(2).dot(v))
}
