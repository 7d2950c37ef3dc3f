//! Absolute coordinates: each body moves on R^3 x SO(3), its position and velocity seen from the world and its angular
//! velocity from itself, (15) of Holzinger, Arnold, Gerstmayr (2024). There are no constraints yet, so that bodies are
//! free: what acts between them are forces, and the equations are Newton's and Euler's, body by body.

use super::coordinates::{Coordinates, Formulation, with_variables};
use super::dynamics::Dynamics;
use crate::lie::RotationParameterisation;
use crate::model::expression::evaluate3;
use crate::model::section::BodyRef;
use crate::model::state::{BodyRates, BodyState, JointState, Loads};
use crate::model::{Inconsistent, Mechanism};
use crate::num::{Real, Sparse3, SparseSym3, Vec3};
use crate::problem::{Factor, Layout, Unknowns};

/// Absolute coordinates.
pub(super) const FORMULATIONS: &[Formulation] = &[Formulation::new(
    "absolute",
    "positions and unit quaternions of free bodies, without joints",
    RotationParameterisation::Quaternion,
)
.without_joints()];

/// The coordinates of bodies, body after body: the position of the centre of mass, then the rotation.
#[derive(Clone, Debug)]
pub struct AbsoluteCoordinates {
    parameterisation: RotationParameterisation,
    body_count: usize,
    layout: Layout,
}

impl AbsoluteCoordinates {
    /// The first places of the coordinates and of the velocities of a body; those of its rotation are three further.
    fn place(&self, body: usize) -> (usize, usize) {
        let rotation = self.parameterisation;
        (body * (3 + rotation.coordinate_count()), body * (3 + rotation.velocity_count()))
    }
}

impl Coordinates for AbsoluteCoordinates {
    type Dynamics<R: Real> = AbsoluteDynamics<R>;

    fn new(mechanism: &Mechanism, parameterisation: RotationParameterisation) -> Result<Self, Inconsistent> {
        if let Some(joint) = mechanism.joints.first() {
            let [a, b] = joint.between.map(|body| match body {
                BodyRef::Ground => "ground",
                BodyRef::Body(i) => &mechanism.bodies[i].name,
            });
            let message = format!(
                "the joint {:?} between {a:?} and {b:?} constrains them, and absolute coordinates have no constraints \
                 yet",
                joint.name
            );
            return Err(Inconsistent { part: ("joint", 0, "between"), message });
        }
        if mechanism.base.is_some() {
            let message = "the ground moves, and in absolute coordinates nothing hangs from it yet".to_string();
            return Err(Inconsistent { part: ("base", 0, "position"), message });
        }
        let body_count = mechanism.bodies.len();
        let factors = (0..body_count).flat_map(|_| [Factor::Vector(3), Factor::Rotation(parameterisation)]);
        let layout = with_variables(factors.collect(), mechanism);
        Ok(Self { parameterisation, body_count, layout })
    }
    fn layout(&self) -> &Layout {
        &self.layout
    }
    fn initial<R: Real>(&self, mechanism: &Mechanism, parameters: &[R]) -> (Vec<R>, Vec<R>) {
        let (coordinate_count, velocity_count) = self.place(self.body_count);
        let (mut q, mut v) = (vec![R::zero(); coordinate_count], vec![R::zero(); velocity_count]);
        for (i, body) in mechanism.bodies.iter().enumerate() {
            let (iq, iv) = self.place(i);
            evaluate3(&body.position, parameters).write(&mut q[iq..]);
            if let Some(velocity) = &body.velocity {
                evaluate3(velocity, parameters).write(&mut v[iv..]);
            }
            let angular = body.angular_velocity.as_ref().map_or_else(Vec3::zero, |w| evaluate3(w, parameters));
            let orientation = body.orientation.evaluate(parameters);
            self.parameterisation.write(orientation, angular, &mut q[iq + 3..], &mut v[iv + 3..]);
        }
        (q, v)
    }
    fn check(&self, mechanism: &Mechanism, parameters: &[f64]) -> Result<(), Inconsistent> {
        let degenerate = |i: usize| Some((i, mechanism.bodies[i].mass_properties(parameters).degenerate()?));
        match (0..self.body_count).find_map(degenerate) {
            None => Ok(()),
            Some((i, reason)) => Err(mechanism.impossible(i, &reason)),
        }
    }
    fn nearly_singular(&self, _: &Mechanism, _: &[f64]) -> Option<String> {
        None
    }
    fn check_looks_at_motion(&self, _: &Mechanism) -> bool {
        false
    }
    fn dynamics<R: Real>(&self, mechanism: &Mechanism, parameters: &[R]) -> AbsoluteDynamics<R> {
        let body = |body: &crate::model::body::Body| {
            let mass = body.mass_properties(parameters);
            (mass.mass, mass.inertia, mass.inertia.inverse())
        };
        AbsoluteDynamics {
            coordinates: self.clone(),
            bodies: mechanism.bodies.iter().map(body).collect(),
            gravity: mechanism.gravity_at(parameters),
        }
    }
}

/// Free bodies.
#[derive(Clone, Debug)]
pub struct AbsoluteDynamics<R> {
    coordinates: AbsoluteCoordinates,
    /// Of every body m, J and J^-1: kg, kg m^2, 1/(kg m^2).
    bodies: Vec<(R, SparseSym3<R>, SparseSym3<R>)>,
    /// Acceleration of gravity, world frame, m/s^2.
    gravity: Sparse3<R>,
}

impl<R: Real> Dynamics<R> for AbsoluteDynamics<R> {
    type State = Vec<BodyState<R>>;

    fn state(&self, _: R, q: &[R], v: &[R]) -> Vec<BodyState<R>> {
        R::note("bodies: positions, orientations and velocities");
        let rotation = self.coordinates.parameterisation;
        let body = |i: usize| {
            let (iq, iv) = self.coordinates.place(i);
            let (q, v) = (&q[iq..], &v[iv..]);
            BodyState {
                position: Vec3::from_slice(q),
                velocity: Vec3::from_slice(v),
                orientation: rotation.orientation(&q[3..]),
                rotation: rotation.rotation(&q[3..]),
                angular_velocity: rotation.angular_velocity(&q[3..], &v[3..]),
            }
        };
        (0..self.bodies.len()).map(body).collect()
    }
    fn bodies(&self, at: &Self::State, _: &[R]) -> Vec<BodyState<R>> {
        at.clone()
    }
    fn joints(&self, bodies: &[BodyState<R>], _: &[R], _: &[R]) -> Vec<JointState<R>> {
        // without joints every body is free
        let free = |body: &BodyState<R>| JointState {
            coordinates: body.position.to_array().to_vec(),
            velocities: body.velocity.to_array().to_vec(),
            rotation: Some((body.orientation, body.angular_velocity)),
        };
        bodies.iter().map(free).collect()
    }
    fn accelerations(&self, at: &Self::State, loads: Option<(&Loads<R>, &[BodyState<R>])>) -> Vec<R> {
        R::note("free bodies: f/m + g, J^-1 (t + J W x W)");
        let mut accelerations = Vec::new();
        for (i, ((mass, inertia, inverse_inertia), body)) in self.bodies.iter().zip(at).enumerate() {
            let w = body.angular_velocity;
            let mut linear = Vec3::zero();
            let mut torque = inertia.apply(w).cross(w);
            if let Some((loads, _)) = loads {
                let force = loads.wrenches[i].force + Vec3::from_slice(&loads.joints[i]);
                linear = force * (R::one() / *mass);
                torque = torque + loads.wrenches[i].torque + Vec3::from_slice(&loads.joints[i][3..]);
            }
            accelerations.extend(self.gravity.add_to(linear).to_array());
            accelerations.extend(inverse_inertia.apply(torque).to_array());
        }
        accelerations
    }
    fn write_rates(&self, q: &[R], v: &[R], accelerations: &[R], rate: &mut [R]) {
        for (i, acceleration) in accelerations.chunks(6).enumerate() {
            let (iq, iv) = self.coordinates.place(i);
            rate[iv..iv + 3].copy_from_slice(&acceleration[..3]);
            let angular = Vec3::from_slice(&acceleration[3..]);
            self.coordinates.parameterisation.velocity_rate(&q[iq + 3..], &v[iv + 3..], angular, &mut rate[iv + 3..]);
        }
    }
    fn body_rates(&self, _: &Self::State, _: &[BodyState<R>], accelerations: &[R]) -> Vec<BodyRates<R>> {
        let of_body = |acceleration: &[R]| BodyRates {
            acceleration: Vec3::from_slice(acceleration),
            angular_acceleration: Vec3::from_slice(&acceleration[3..]),
        };
        accelerations.chunks(6).map(of_body).collect()
    }
    fn joint_accelerations(&self, q: &[R], v: &[R], rate: &[R]) -> Vec<Vec<R>> {
        let of_body = |i: usize| {
            let (iq, iv) = self.coordinates.place(i);
            let rotation = self.coordinates.parameterisation;
            let angular = rotation.angular_acceleration(&q[iq + 3..], &v[iv + 3..], &rate[iv + 3..]);
            [&rate[iv..iv + 3], &angular.to_array()].concat()
        };
        (0..self.bodies.len()).map(of_body).collect()
    }
    fn motion_residual(
        &self,
        at: &Self::State,
        loads: Option<(&Loads<R>, &[BodyState<R>])>,
        _: (&[R], &[R]),
        scale: R,
        unknowns: Unknowns<'_, R>,
        out: &mut Vec<R>,
    ) {
        R::note("bodies: M w - s g  (39)");
        for (i, ((mass, inertia, _), body)) in self.bodies.iter().zip(at).enumerate() {
            let w = body.angular_velocity;
            let (linear, angular) =
                (Vec3::from_slice(&unknowns.rate[6 * i..]), Vec3::from_slice(&unknowns.rate[6 * i + 3..]));
            let mut torque = inertia.apply(w).cross(w);
            let mut force = self.gravity.add_to(Vec3::zero()) * *mass;
            if let Some((loads, _)) = loads {
                force = force + loads.wrenches[i].force + Vec3::from_slice(&loads.joints[i]);
                torque = torque + loads.wrenches[i].torque + Vec3::from_slice(&loads.joints[i][3..]);
            }
            out.extend((linear * *mass - force * scale).to_array());
            out.extend((inertia.apply(angular) - torque * scale).to_array());
        }
    }
    fn known_accelerations(&self, q: &[R], v: &[R], rate: &[R]) -> Option<Vec<R>> {
        Some(self.joint_accelerations(q, v, rate).concat())
    }
    fn rotor_energy(&self, _: &[R]) -> R {
        R::zero()
    }
    fn principal_inertia(&self, factor: usize) -> Option<Vec3<R>> {
        let (_, inertia, _) = self.bodies.get(factor / 2).filter(|_| factor % 2 == 1)?;
        inertia.off_diagonal.is_none().then_some(inertia.diagonal)
    }
}
