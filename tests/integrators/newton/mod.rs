//! What Newton's method is recorded from: derivatives of recorded equations, and elimination in a static order.

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

/// The residuals of a chain of bodies on spherical joints in an implicit step. Unknowns are the increments of position and
/// rotation of every body, then the multipliers of every joint.
fn chain_residuals<R: Real>(x: &[R]) -> Vec<R> {
    let bodies = x.len() / 9;
    let constant = |v: [f64; 3]| Vec3::<R>::constant(v);
    let vector = |at: usize| Vec3::from_slice(&x[at..]);
    let start = UnitQuaternion::exp(constant([0.3, -0.2, 0.5]));
    let rotations: Vec<_> = (0..bodies).map(|b| start.compose(UnitQuaternion::exp(vector(6 * b + 3)))).collect();
    let (rate, second) = (R::constant(200.0), R::constant(4e4));
    let inertia = |w: Vec3<R>| Vec3::new(w.x.scale(0.23), w.y.scale(0.47), w.z.scale(0.23));
    let (up, down) = (constant([0.0, 1.0, 0.0]), constant([0.0, -0.5, 0.1]));
    // how far the end of an arm has moved, and the moment of a force there
    let moved = |b: usize, arm| vector(6 * b) + rotate(rotations[b], arm) - rotate(start, arm);
    let moment = |b: usize, arm: Vec3<R>, force| arm.cross(rotate(rotations[b].inverse(), force));
    let (mut motion, mut gaps) = (Vec::new(), constant([1e-3, 2e-3, -3e-3]).to_array().to_vec());
    for b in 0..bodies {
        let (turned, multiplier) = (vector(6 * b + 3), vector(6 * bodies + 3 * b));
        let velocity = turned * rate + constant([0.1, 2.0, -3.0]);
        let acceleration = turned * second + constant([5.0, 1.0, -2.0]);
        let mut forces = vector(6 * b) * second.scale(15.0) + constant([0.0, 0.0, 147.15]) - multiplier;
        let mut moments = inertia(acceleration) + velocity.cross(inertia(velocity)) - moment(b, up, multiplier);
        if b > 0 {
            gaps.extend((moved(b, up) - moved(b - 1, down)).to_array());
        } else {
            gaps.iter_mut().zip(moved(b, up).to_array()).for_each(|(gap, moved)| *gap = *gap + moved);
        }
        if b + 1 < bodies {
            let next = vector(6 * bodies + 3 * b + 3);
            forces = forces + next;
            moments = moments + moment(b, down, next);
        }
        motion.extend([forces, moments].into_iter().flat_map(Vec3::to_array));
    }
    motion.extend(gaps);
    motion
}

fn rotate<R: Real>(q: UnitQuaternion<R>, v: Vec3<R>) -> Vec3<R> {
    Vec3::new(q.row(0).dot(v), q.row(1).dot(v), q.row(2).dot(v))
}
