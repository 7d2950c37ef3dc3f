//! The fields that a method can integrate.

use super::method::{Integrator, Scheme};
use super::names_for_constraints;
use crate::num::Vec3;
use crate::problem::{Constrained, Factor, Field, Layout, Unknowns};

/// The reason why a method cannot integrate a field.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Unsupported {
    /// The joints are constraints.
    #[error(
        "{0} is an explicit method, and the joints are {1} constraints in these coordinates; accepted: formulation = \
         \"joint\" for open chains and trees, or integrator = {names}, which solve constraints",
        names = names_for_constraints()
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
    /// The method is for initial value problems without constraints.
    #[error(
        "{0} solves no constraints, and there are {1} in these coordinates; accepted: formulation = \"joint\" for open chains and \
         trees, or integrator = {names}",
        names = names_for_constraints()
    )]
    NoConstraints(&'static str, usize),
    /// Some constraints are of velocities alone.
    #[error(
        "{0} holds constraints of positions, and {1} of the mechanism's are of velocities alone; accepted: integrator = \
         \"generalized_alpha\""
    )]
    Velocities(&'static str, usize),
    /// The mass matrix is not constant, or couples rotations.
    #[error(
        "{0} needs a constant mass matrix in which every rotation has an inertia of its own; that of the velocity number \
         {1} is not of this kind; accepted: formulation = \"absolute\" without inertias of rotors in joints, or integrator = \
         \"generalized_alpha\""
    )]
    Mass(&'static str, usize),
    /// Beams have mass between nodes.
    #[error(
        "{0} is an explicit method, and beams have mass between their nodes; accepted: inertia = \"lumped\" of sections whose mass is \
         about their centre, or integrator = \"generalized_alpha\""
    )]
    MassBetweenNodes(&'static str),
    /// Forces depend on multipliers.
    #[error(
        "{0} needs forces that positions, velocities and the time decide, and friction by reactions (\"mu*reaction\") depends on what the \
         joints exert; accepted: integrator = \"generalized_alpha\""
    )]
    Reactions(&'static str),
    /// The mechanism has values of first order.
    #[error("{0} composes exact flows of parts of the energy of bodies; variables of first order have no energy")]
    FirstOrder(&'static str),
    /// An acceleration depends on velocities otherwise than by the gyroscopic torque.
    #[error(
        "{0} needs forces that depend on the configuration and the time alone, and constant masses; the acceleration \
         number {1} of the mechanism depends on velocities"
    )]
    VelocityDependent(&'static str, usize),
}

/// Returns component `i` of the velocities for [`supports`]: of no particular ratio.
fn probe(i: usize) -> f64 {
    [0.731, -1.127, 1.613, -0.547, 0.893][i % 5] + 0.01 * i as f64
}

/// Checks that a method can integrate a field with that many constraints, unit lengths apart, tried at the time `t` (s)
/// and the coordinates `q`.
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
    if let Some(scheme) = integrator.implicit() {
        let all = constraints + field.layout().unit_lengths().count();
        if all > 0 && !scheme.solves_constraints {
            return Err(Unsupported::NoConstraints(integrator.name, all));
        }
        let derived = |factor: &Factor| factor.vector_rotation().is_none_or(|p| p.has_rates());
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
        if place.factor.first_order_count() > 0 {
            return Err(Unsupported::FirstOrder(integrator.name));
        }
        let Some(parameterisation) = place.factor.rotation() else { continue };
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

/// Checks that the constraints of a system are of positions, where a method has stages that hold them.
///
/// # Errors
/// How many are not.
pub fn supports_rows<C: Constrained<f64>>(integrator: &Integrator, system: &C) -> Result<(), Unsupported> {
    let of_velocities = system.velocity_rows().len();
    if integrator.has_stages() && of_velocities > 0 {
        Err(Unsupported::Velocities(integrator.name, of_velocities))
    } else {
        Ok(())
    }
}

/// Checks that a variational method can integrate a system, tried at the time `t` (s) and the coordinates `q`, and at
/// others near them: its constraints are of positions, rotations are on the group, the mass matrix is the same at both, and that of a rotation is what
/// its angular momentum says.
///
/// # Errors
/// The first reason why it cannot.
pub fn supports_mass<C: Constrained<f64>>(
    integrator: &Integrator,
    system: &mut C,
    (t, q): (f64, &[f64]),
) -> Result<(), Unsupported> {
    let layout = system.layout().clone();
    let of_velocities = system.velocity_rows().len();
    if of_velocities > 0 {
        return Err(Unsupported::Velocities(integrator.name, of_velocities));
    }
    if system.forces_see_multipliers() {
        return Err(Unsupported::Reactions(integrator.name));
    }
    if layout.factors().iter().any(|factor| factor.vector_rotation().is_some()) {
        return Err(Unsupported::Parameterisation(integrator.name));
    }
    let moves: Vec<usize> = layout.moves().iter().enumerate().filter(|(_, moves)| **moves).map(|(i, _)| i).collect();
    let near = moved(&layout, q);
    let [here, there] =
        [q, &near[..]].map(|q| moves.iter().map(|&j| mass_column(system, (t, q), j)).collect::<Vec<_>>());
    for (k, &j) in moves.iter().enumerate() {
        let mut expected: Vec<f64> = here[k].iter().map(|(entry, _)| *entry).collect();
        for (factor, place) in layout.places().enumerate() {
            if place.factor.rotation().is_none() {
                continue;
            }
            let unit = Vec3::from_slice(&std::array::from_fn::<f64, 3, _>(|i| f64::from(u8::from(place.v + i == j))));
            let Some(momentum) = system.angular_momentum(factor, unit) else {
                return Err(Unsupported::Mass(integrator.name, place.v + 1));
            };
            momentum.write(&mut expected[place.v..]);
        }
        let differs = |column: &[(f64, f64)], (l, &i): (usize, &usize)| {
            // forces are not in it but for their rounding; one that is not finite near the start says nothing
            let rounding = 1e-10 * (here[k][j].0 * here[l][i].0).abs().sqrt() + 1e-13 * column[i].1;
            (column[i].0 - expected[i]).abs() > rounding
        };
        if [&here[k], &there[k]].into_iter().any(|column| moves.iter().enumerate().any(|row| differs(column, row))) {
            return Err(Unsupported::Mass(integrator.name, j + 1));
        }
    }
    Ok(())
}

/// Returns coordinates near the given ones.
fn moved(layout: &Layout, q: &[f64]) -> Vec<f64> {
    let mut near = q.to_vec();
    for place in layout.places() {
        let by: Vec<f64> = (0..place.factor.velocity_count()).map(|k| 0.1 * probe(place.q + k)).collect();
        place.factor.retract(&q[place.q..], &by, &mut near[place.q..]);
    }
    near
}

/// Returns a column of the mass matrix at rest, each entry with the magnitude of the force that it is the difference
/// of.
fn mass_column<C: Constrained<f64>>(system: &mut C, (t, q): (f64, &[f64]), j: usize) -> Vec<(f64, f64)> {
    let count = system.layout().quadratures().start;
    let (still, multipliers) = (vec![0.0; system.layout().velocity_count()], vec![0.0; system.multiplier_count()]);
    let mut forces = |rate: f64| {
        let (mut rates, mut out) = (vec![0.0; count], Vec::new());
        rates[j] = rate;
        let at = Unknowns { rate: &rates, multipliers: &multipliers };
        system.residual(t, q, &still, 1.0, at, &mut out);
        out
    };
    let [resting, moving] = [0.0, 1.0].map(&mut forces);
    moving[..count].iter().zip(&resting).map(|(a, b)| (a - b, b.abs())).collect()
}
