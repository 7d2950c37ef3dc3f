//! Which fields a method can integrate.

use super::method::{Integrator, Scheme};
use crate::num::Vec3;
use crate::problem::{Factor, Field};

/// Why a method cannot integrate a field.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Unsupported {
    /// There are constraints.
    #[error(
        "{0} is an explicit method, and the joints are {1} constraints in these coordinates; accepted: formulation = \
         \"joint\" for open chains and trees, or integrator = \"generalized_alpha\", which solves constraints"
    )]
    Constraints(&'static str, usize),
    /// The velocities of a rotation are not the rates of its coordinates.
    #[error(
        "{0} integrates rotations on the group, or coordinates whose rates are the velocities; the formulation has others"
    )]
    Rates(&'static str),
    /// A rotation is stored by parameters that are integrated like a vector.
    #[error(
        "{0} turns bodies on the group; the formulation stores a rotation by parameters that are integrated like a \
         vector"
    )]
    Parameterisation(&'static str),
    /// A rotation has no constant diagonal inertia of its own.
    #[error(
        "{0} needs bodies that move freely or turn about a fixed point, each with a diagonal inertia; the rotation \
         number {1} of the mechanism is not of this kind"
    )]
    Inertia(&'static str, usize),
    /// There are values of first order.
    #[error("{0} composes exact flows of parts of the energy of bodies; variables of first order have no energy")]
    FirstOrder(&'static str),
    /// An acceleration depends on velocities otherwise than by the gyroscopic torque.
    #[error(
        "{0} needs forces that depend on the configuration and the time alone, and constant masses; the acceleration \
         number {1} of the mechanism depends on velocities"
    )]
    VelocityDependent(&'static str, usize),
}

/// Velocities for [`supports`]: of no particular ratio.
fn probe(i: usize) -> f64 {
    [0.731, -1.127, 1.613, -0.547, 0.893][i % 5] + 0.01 * i as f64
}

/// Whether a method can integrate a field with that many constraints, unit lengths apart, tried at the time `t` (s) and the coordinates `q`.
///
/// Every method integrates every field without constraints, but the splitting methods: they need a principal inertia of every rotation,
/// no values of first order, and accelerations that velocities enter by the gyroscopic torque alone. The latter is
/// tried with two velocities.
///
/// # Errors
/// The first reason why it cannot.
pub fn supports<F: Field<f64>>(
    integrator: &Integrator,
    field: &mut F,
    constraints: usize,
    (t, q): (f64, &[f64]),
) -> Result<(), Unsupported> {
    if integrator.is_implicit() {
        let derived = |factor: &Factor| match factor {
            Factor::Rotation(p) => p.is_group() || p.has_rates(),
            _ => true,
        };
        let all = field.layout().factors().iter().all(derived);
        return if all { Ok(()) } else { Err(Unsupported::Rates(integrator.name)) };
    }
    if constraints > 0 {
        return Err(Unsupported::Constraints(integrator.name, constraints));
    }
    if !matches!(integrator.scheme, Scheme::Splitting(_)) {
        return Ok(());
    }
    let places: Vec<_> = field.layout().places().collect();
    let mut inertias = vec![None; places.len()];
    let mut rotations = 0;
    for (i, place) in places.iter().enumerate() {
        let parameterisation = match place.factor {
            Factor::Vector(_) | Factor::Quadrature(_) | Factor::Angles(_) => continue,
            Factor::FirstOrder(_) => return Err(Unsupported::FirstOrder(integrator.name)),
            Factor::Rotation(parameterisation) => parameterisation,
        };
        if !parameterisation.is_group() {
            return Err(Unsupported::Parameterisation(integrator.name));
        }
        rotations += 1;
        let usable = |j: &Vec3<f64>| j.to_array().iter().all(|j| *j > 0.0);
        inertias[i] = field.principal_inertia(i).filter(usable);
        if inertias[i].is_none() {
            return Err(Unsupported::Inertia(integrator.name, rotations));
        }
    }
    let count = field.layout().velocity_count();
    let mut at_rest = vec![0.0; count];
    field.acceleration(t, q, &vec![0.0; count], &mut at_rest);
    for sign in [1.0, -1.0] {
        let v: Vec<f64> = (0..count).map(|i| sign * probe(i)).collect();
        let (mut moving, mut expected) = (vec![0.0; count], at_rest.clone());
        field.acceleration(t, q, &v, &mut moving);
        for (place, inertia) in places.iter().zip(&inertias) {
            if let Some(j) = inertia {
                let w = Vec3::from_slice(&v[place.v..]);
                let momentum = Vec3::new(j.x * w.x, j.y * w.y, j.z * w.z);
                let torque = momentum.cross(w).to_array(); // -(W x J W)
                for i in 0..3 {
                    expected[place.v + i] += torque[i] / j.to_array()[i];
                }
            }
        }
        for i in 0..field.layout().quadratures().start {
            // rounding of sums of accelerations; a force on velocities of about one is far beyond
            let size = 1.0 + at_rest[i].abs() + expected[i].abs();
            if (moving[i] - expected[i]).abs() > 1e-10 * size {
                return Err(Unsupported::VelocityDependent(integrator.name, i + 1));
            }
        }
    }
    Ok(())
}
