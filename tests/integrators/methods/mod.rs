//! Every integrator of the catalog: order by slope in every parameterisation, error estimates, invariants, steps chosen by the
//! error, and the work of a step.

mod estimates;
mod invariants;
mod orders;
mod work;

use gyrosweep::integrator::{Integrator, Scheme, Workspace, attempt};
use gyrosweep::lie::{RotationParameterisation, UnitQuaternion};
use gyrosweep::num::{Real, Vec3};
use gyrosweep::problem::{Factor, Field, Layout};

/// A rigid body that turns about a fixed point in any parameterisation, beside an oscillator: J W' = J W x W + torque, where the
/// torque is that of a weight, m c x R^T g, and of a part that oscillates in time and, if asked for, of friction.
#[derive(Clone)]
struct Top {
    layout: Layout,
    parameterisation: RotationParameterisation,
    inertia: [f64; 3],
    /// Mass times arm, body frame, kg m.
    moment: [f64; 3],
    /// Amplitude (N m) and angular frequency (rad/s) of the oscillating torque along (1, -1/2, 1/4) of the body.
    drive: (f64, f64),
    friction: f64,
}

impl Top {
    fn new(parameterisation: RotationParameterisation, inertia: [f64; 3], moment: [f64; 3]) -> Self {
        let layout = Layout::new(vec![Factor::Vector(1), Factor::Rotation(parameterisation)]);
        Self { layout, parameterisation, inertia, moment, drive: (0.0, 0.0), friction: 0.0 }
    }
    /// The heavy top of Holzinger, Arnold, Gerstmayr (2024), Section 4.1, with its inertia about the pivot.
    fn heavy(parameterisation: RotationParameterisation) -> Self {
        Self::new(parameterisation, [15.234375, 0.46875, 15.234375], [0.0, 15.0, 0.0])
    }
    /// A body of three different inertias whose second angle stays small enough for every parameterisation.
    fn driven(parameterisation: RotationParameterisation) -> Self {
        Self { drive: (0.8, 3.0), ..Self::new(parameterisation, [1.0, 2.0, 2.5], [0.1, 0.02, -0.05]) }
    }
    fn state(&self, orientation: UnitQuaternion<f64>, w: [f64; 3]) -> (Vec<f64>, Vec<f64>) {
        let (mut q, mut v) = (vec![0.0; self.layout.coordinate_count()], vec![0.0; self.layout.velocity_count()]);
        (q[0], v[0]) = (0.3, -0.2);
        self.parameterisation.write(orientation, Vec3::constant(w), &mut q[1..], &mut v[1..]);
        (q, v)
    }
    /// Kinetic and potential energy of the body, J.
    fn energy(&self, q: &[f64], v: &[f64]) -> f64 {
        let w = self.parameterisation.angular_velocity(&q[1..], &v[1..]).to_array();
        let kinetic: f64 = (0..3).map(|i| self.inertia[i] * w[i] * w[i] / 2.0).sum();
        kinetic + 9.81 * self.parameterisation.rotation(&q[1..]).apply(Vec3::constant(self.moment)).z
    }
}

impl<R: Real> Field<R> for Top {
    fn layout(&self) -> &Layout {
        &self.layout
    }
    fn acceleration(&mut self, t: R, q: &[R], v: &[R], rate: &mut [R]) {
        rate[0] = -q[0].scale(4.0);
        let (q, v) = (&q[1..], &v[1..]);
        let w = self.parameterisation.angular_velocity(q, v);
        let [x, y, z] = self.inertia;
        let momentum = Vec3::new(w.x.scale(x), w.y.scale(y), w.z.scale(z));
        let weight = self.parameterisation.rotation(q).rows[2] * R::constant(-9.81);
        let (amplitude, frequency) = self.drive;
        let drive = Vec3::constant([1.0, -0.5, 0.25]) * t.scale(frequency).sin_cos().0.scale(amplitude);
        let torque =
            momentum.cross(w) + Vec3::constant(self.moment).cross(weight) + drive - w * R::constant(self.friction);
        let angular = Vec3::new(torque.x.scale(1.0 / x), torque.y.scale(1.0 / y), torque.z.scale(1.0 / z));
        self.parameterisation.velocity_rate(q, v, angular, &mut rate[1..]);
    }
    fn principal_inertia(&self, factor: usize) -> Option<Vec3<R>> {
        (factor == 1).then(|| Vec3::constant(self.inertia))
    }
}

/// Integrates with `steps` equal steps; the coordinates and velocities at the end.
fn integrate<F: Field<f64>>(
    integrator: &Integrator,
    field: &mut F,
    (q, v): (&[f64], &[f64]),
    duration: f64,
    steps: usize,
) -> (Vec<f64>, Vec<f64>) {
    let (mut q, mut v) = (q.to_vec(), v.to_vec());
    let mut work = Workspace::without_error(integrator, field.layout());
    let h = duration / steps as f64;
    for n in 0..steps {
        attempt(integrator, field, (n as f64 * h, h), &q, &v, &mut work);
        q.iter_mut().zip(&work.delta_q).for_each(|(q, d)| *q += d);
        v.iter_mut().zip(&work.delta_v).for_each(|(v, d)| *v += d);
    }
    (q, v)
}

/// Rotation matrix, angular velocity and oscillator: what all parameterisations agree on.
fn observed(top: &Top, (q, v): &(Vec<f64>, Vec<f64>)) -> Vec<f64> {
    let w = top.parameterisation.angular_velocity(&q[1..], &v[1..]);
    let rotation = top.parameterisation.rotation(&q[1..]);
    [&rotation.to_array()[..], &w.to_array(), &[q[0], v[0]]].concat()
}

/// The explicit methods: those whose step is an attempt.
fn explicit() -> impl Iterator<Item = &'static Integrator> {
    gyrosweep::integrator::ALL.iter().copied().filter(|integrator| !integrator.is_implicit())
}

fn is_splitting(integrator: &Integrator) -> bool {
    matches!(integrator.scheme, Scheme::Splitting(_))
}
