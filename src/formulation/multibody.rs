//! What all formulations have in common: forces, variables, outputs and events of a mechanism around the dynamics of
//! its bodies.

mod ends;
mod loads;

use super::coordinates::Coordinates;
use super::dynamics::Dynamics;
use crate::lie::RotationParameterisation;
use crate::model::beam::BeamAt;
use crate::model::body::MassProperties;
use crate::model::constraint::Constraint;
use crate::model::event::Event;
use crate::model::expression::{Formula, Sides};
use crate::model::force::Force;
use crate::model::output::{self, Output, Snapshot};
use crate::model::state::{FrameState, JointState, Loads, Motion};
use crate::model::variable::{self, Variable};
use crate::model::{Inconsistent, Mechanism, Source};
use crate::num::{Real, Sparse3, Vec3};
use crate::problem::{Constrained, Field, Layout, Unknowns};
use std::ops::Range;

/// Loads, and the motion of the bodies that they follow from.
type Loaded<R> = (Loads<R>, Vec<FrameState<R>>);

/// A mechanism's numbers for given values of its parameters, with its bodies moved by some dynamics: a field on a
/// product of groups, the outputs and the events.
#[derive(Clone, Debug)]
pub struct Multibody<R, D> {
    pub(super) dynamics: D,
    layout: Layout,
    masses: Vec<MassProperties<R>>,
    gravity: Sparse3<R>,
    forces: Vec<Force<R>>,
    /// What loads are multiplied by, with which of the forces are loads.
    load_factor: Option<R>,
    is_load: Vec<bool>,
    beams: Vec<BeamAt<R>>,
    /// The constraints beside those of joints; empty where no output needs constraints.
    constraints: Vec<Constraint<R>>,
    variables: Vec<Variable<R>>,
    /// Whether the last of them are sides that are held.
    /// How many sides what switches has, whether they are held or not.
    side_count: usize,
    holds_sides: bool,
    /// Whether outputs have some.
    outputs_have_sides: bool,
    outputs: Vec<Output<R>>,
    events: Vec<Event<R>>,
    /// The columns of outputs that are integrated.
    integrated: Vec<usize>,
    needs_rates: bool,
    needs_joint_forces: bool,
    needs_constraints: bool,
    needs_least_reactions: bool,
    /// Whether forces depend on reactions.
    forces_see_reactions: bool,
}

impl<R: Real, D: Dynamics<R>> Multibody<R, D> {
    /// Returns the system in some coordinates for values of the parameters, one per parameter of the mechanism.
    pub fn new<C>(coordinates: &C, mechanism: &Mechanism, parameters: &[R]) -> Self
    where
        C: Coordinates<Dynamics<R> = D>,
    {
        R::note("numbers of the mechanism from its parameters");
        let needs_constraints = mechanism.outputs.iter().any(|o| o.quantity.needs_constraints());
        let constraints = mechanism.constraints.iter().filter(|_| needs_constraints);
        Self {
            dynamics: coordinates.dynamics(mechanism, parameters),
            layout: coordinates.layout().clone(),
            masses: mechanism.masses(parameters),
            beams: mechanism.beams.iter().map(|beam| beam.evaluate(parameters)).collect(),
            gravity: mechanism.gravity_at(parameters),
            forces: mechanism.forces.iter().map(|f| f.evaluate(parameters)).collect(),
            load_factor: None,
            is_load: mechanism.forces.iter().map(Force::is_load).collect(),
            constraints: constraints.map(|c| c.evaluate(parameters)).collect(),
            variables: mechanism.variables.iter().map(|x| x.evaluate(parameters)).collect(),
            side_count: mechanism.sides.len(),
            holds_sides: mechanism.holds_sides,
            outputs_have_sides: mechanism.outputs.iter().any(|o| o.quantity.formula().is_some_and(Formula::has_sides)),
            outputs: mechanism.outputs.iter().map(|o| o.evaluate(parameters)).collect(),
            events: mechanism.events.iter().map(|e| e.evaluate(parameters)).collect(),
            integrated: mechanism.columns_from(Source::Integral),
            needs_rates: mechanism.outputs.iter().any(|o| o.quantity.needs_rates()),
            needs_constraints,
            needs_least_reactions: mechanism.outputs.iter().any(|o| o.quantity.needs_least_reactions()),
            forces_see_reactions: mechanism.forces.iter().any(|f| f.sees_reaction()),
            needs_joint_forces: mechanism.outputs.iter().any(|o| o.quantity.needs_joint_forces()),
        }
    }

    fn motion<'a>(
        &self,
        (time, at): (R, &'a D::State),
        bodies: &'a [FrameState<R>],
        joints: &'a [JointState<R>],
        v: &'a [R],
    ) -> Motion<'a, R> {
        let own = &v[self.variables_in(v)];
        Motion {
            time,
            bodies,
            joints,
            variables: &own[..variable::seen(&self.variables)],
            sides: self.held(own),
            curves: self.dynamics.curves(at),
            reactions: &[],
        }
    }

    /// Returns the sides that are held, among the values of the variables.
    fn held<'a>(&self, variables: &'a [R]) -> Sides<'a, R> {
        match self.holds_sides {
            true => Sides::held(&variables[variable::seen(&self.variables)..]),
            false => Sides::none(),
        }
    }

    /// Returns the indices of the variables among velocities: before the integrals.
    fn variables_in(&self, v: &[R]) -> Range<usize> {
        let end = v.len() - self.integrated.len();
        end - self.variables.len()..end
    }

    /// Writes the rates of the variables and of the integrals, the last of the velocities.
    fn write_variables(&self, t: R, (q, v): (&[R], &[R]), known: Option<Unknowns<'_, R>>, rate: &mut [R]) {
        if self.variables.is_empty() && self.integrated.is_empty() {
            return;
        }
        let mut columns = Vec::new();
        if !self.integrated.is_empty() || self.variables.iter().any(|x| x.uses_outputs) {
            self.outputs(t, (q, v), known, &mut columns);
        }
        R::note("rates of the variables");
        let own = self.variables_in(v);
        rate[own.end..].iter_mut().zip(&self.integrated).for_each(|(rate, c)| *rate = columns[*c]);
        let values = &v[own.clone()];
        rate[own].copy_from_slice(&variable::rates(&self.variables, t, (values, &columns), self.held(values)));
    }

    /// Appends the residuals of the constraints, those of unit lengths first.
    fn write_constraints(&self, t: R, at: &D::State, q: &[R], out: &mut Vec<R>) {
        for place in self.layout.unit_lengths() {
            R::note("constraints: unit length of Euler parameters, (p.p - 1)/2");
            let square = q[place.q..place.q + 4].iter().fold(-R::one(), |sum, p| sum + p.square());
            out.push(square.scale(0.5));
        }
        self.dynamics.constraints(t, at, q, out);
    }

    /// Replaces forces on degrees of freedom, three per rotation, by those on velocities: torques by H^T r, (34), and for
    /// Euler parameters p mu of the multipliers `units` of their unit lengths.
    fn write_generalised_forces(&self, q: &[R], units: &[R], forces: &mut Vec<R>) {
        if !self.layout.factors().iter().any(|f| f.rotation().is_some_and(|p| p.has_rates())) {
            return;
        }
        R::note("equations of rotations in rates of coordinates: H^T r  (34)");
        let degrees = std::mem::take(forces);
        let (mut rest, mut units) = (&degrees[..], units.iter());
        for place in self.layout.places() {
            let (own, others) = rest.split_at(place.factor.degrees());
            rest = others;
            match place.factor.rotation() {
                Some(parameterisation) if parameterisation.has_rates() => {
                    let (q, mut of_rates) = (&q[place.q..], [R::zero(); 4]);
                    parameterisation.generalised_forces(q, Vec3::from_slice(own), &mut of_rates);
                    let of_rates = &mut of_rates[..parameterisation.velocity_count()];
                    if parameterisation == RotationParameterisation::EulerParameterRates {
                        let unit = *units.next().expect("a multiplier per unit length");
                        of_rates.iter_mut().zip(q).for_each(|(force, p)| *force = *force + *p * unit);
                    }
                    forces.extend_from_slice(of_rates);
                }
                _ => forces.extend_from_slice(own),
            }
        }
    }

    /// Returns the motion of every body at the time `t` (s).
    pub fn bodies(&self, t: R, q: &[R], v: &[R]) -> Vec<FrameState<R>> {
        self.dynamics.bodies(&self.dynamics.state(t, q, v), q)
    }

    /// Returns the residuals Phi of the constraints in use at the time `t` (s), those of unit lengths among them, and of
    /// redundant ones.
    pub fn constraints(&self, t: R, q: &[R], v: &[R]) -> [Vec<R>; 2] {
        let at = self.dynamics.state(t, q, v);
        let mut in_use = Vec::new();
        self.write_constraints(t, &at, q, &mut in_use);
        [in_use, self.dynamics.redundant_constraints(&at, q)]
    }

    /// Returns the motion of every joint at the time `t` (s), and of every free body after them.
    pub fn joints(&self, t: R, q: &[R], v: &[R]) -> Vec<JointState<R>> {
        self.dynamics.joints(&self.dynamics.state(t, q, v), q, v)
    }

    /// Writes the components of all outputs at the time `t` (s), in the order of
    /// [`Mechanism::columns`], replacing what `out` holds; `known` is what an implicit method has solved for there.
    pub fn outputs(&self, t: R, (q, v): (&[R], &[R]), known: Option<Unknowns<'_, R>>, out: &mut Vec<R>) {
        self.outputs_on((self.held(&v[self.variables_in(v)]), false), t, (q, v), known, out);
    }

    /// Writes the components of all outputs within an instant at the time `t` (s) in which velocities change at these rates by an impulse
    /// of the constraints. No force sees the impulse, and no side is held.
    pub fn impulse_outputs(&self, t: R, qv: (&[R], &[R]), impulse: Unknowns<'_, R>, out: &mut Vec<R>) {
        self.outputs_on((Sides::none(), true), t, qv, Some(impulse), out);
    }

    /// Writes outputs on the sides that are held; within an instant or not.
    fn outputs_on(
        &self,
        (sides, at_jump): (Sides<'_, R>, bool),
        t: R,
        (q, v): (&[R], &[R]),
        known: Option<Unknowns<'_, R>>,
        out: &mut Vec<R>,
    ) {
        out.clear();
        let dynamics = &self.dynamics;
        let at = dynamics.state(t, q, v);
        let bodies = dynamics.bodies(&at, q);
        let joints = dynamics.joints(&at, q, v);
        let seen = |m: &[R]| if at_jump { vec![R::zero(); m.len()] } else { m.to_vec() };
        let reactions = known.map_or_else(Vec::new, |known| self.reactions(&at, &seen(known.multipliers), R::one()));
        let motion = Motion { reactions: &reactions, sides, ..self.motion((t, &at), &bodies, &joints, v) };
        let (mut rates, mut joint_accelerations, mut joint_forces) = (Vec::new(), Vec::new(), Vec::new());
        if self.needs_rates {
            let known = known.and_then(|known| dynamics.known_accelerations(q, v, known.rate));
            let accelerations = known.unwrap_or_else(|| {
                let loads = self.loads(&motion);
                dynamics.accelerations(&at, loads.as_ref().map(|loads| (loads, &bodies[..])))
            });
            rates = dynamics.body_rates(&at, &bodies, &accelerations);
            let mut rate = vec![R::zero(); v.len()];
            dynamics.write_rates(q, v, &accelerations, &mut rate);
            joint_accelerations = dynamics.joint_accelerations(&at, q, v, &rate);
        }
        if self.needs_joint_forces {
            joint_forces = self.loads(&motion).unwrap_or_else(|| Loads::none(&motion)).joints;
        }
        let (mut reactions, mut least_reactions) = (Vec::new(), Vec::new());
        let (mut all, mut least) = (Vec::new(), Vec::new());
        let mut constraint_residuals = [const { Vec::new() }; 3];
        if self.needs_constraints {
            // nothing is known before a run
            let none = (vec![R::zero(); v.len()], vec![R::zero(); self.multiplier_count()]);
            let known = known.unwrap_or(Unknowns { rate: &none.0, multipliers: &none.1 });
            let multipliers = &known.multipliers[self.layout.unit_lengths().count()..];
            all = dynamics.all_multipliers(multipliers);
            reactions = dynamics.reactions(&at, &all);
            if self.needs_least_reactions {
                least = dynamics.least_multipliers(&at, q, &all);
                least_reactions = dynamics.reactions(&at, &least);
            }
            let mut rate = if at_jump { Vec::new() } else { known.rate.to_vec() };
            rate.resize(v.len(), R::zero());
            constraint_residuals = dynamics.constraint_residuals(&self.layout, t, (q, v), &rate);
        }
        // those of joints come first
        let [others, least_others] = [&all, &least].map(|all| &all[all.len().saturating_sub(self.constraints.len())..]);
        let snapshot = Snapshot {
            motion,
            at_jump,
            rates: &rates,
            joint_accelerations: &joint_accelerations,
            joint_forces: &joint_forces,
            reactions: &reactions,
            least_reactions: &least_reactions,
            multipliers: [others, least_others],
            constraint_residuals: &constraint_residuals,
            masses: &self.masses,
            gravity: &self.gravity,
            rotor_energy: dynamics.rotor_energy(motion.joints, v),
            forces: &self.forces,
            beams: &self.beams,
            constraints: &self.constraints,
        };
        output::write_all(&self.outputs, &snapshot, out);
    }
}

impl<D: Dynamics<f64>> Multibody<f64, D> {
    /// Checks that forces, formulas, events and rates of variables have finite values in the initial state, for values
    /// of the parameters; outputs that are read at the end alone, unless they are `sampled`, may be infinite.
    ///
    /// # Errors
    /// The first one that has not.
    pub(super) fn check_start(
        &self,
        mechanism: &Mechanism,
        parameters: &[f64],
        (q, v): (&[f64], &[f64]),
        sampled: bool,
    ) -> Result<(), Inconsistent> {
        let mut columns = Vec::new();
        self.outputs(0.0, (q, v), None, &mut columns);
        let at = self.dynamics.state(0.0, q, v);
        let bodies = self.dynamics.bodies(&at, q);
        let joints = self.dynamics.joints(&at, q, v);
        // no side is held before a run
        let motion = Motion { sides: Sides::none(), ..self.motion((0.0, &at), &bodies, &joints, v) };
        mechanism.check_start(parameters, &motion, (&columns, sampled))?;
        let rates = variable::rates(&self.variables, 0.0, (&v[self.variables_in(v)], &columns), Sides::none());
        match rates.iter().enumerate().find(|(_, rate)| !rate.is_finite()) {
            None => Ok(()),
            Some((i, rate)) => Err(Inconsistent {
                part: ("variable", i, "rate"),
                message: format!("the rate is {rate} at the start; accepted: a finite value there"),
            }),
        }
    }
}

impl<R: Real, D: Dynamics<R>> Field<R> for Multibody<R, D> {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn principal_inertia(&self, factor: usize) -> Option<Vec3<R>> {
        self.dynamics.principal_inertia(factor)
    }

    fn acceleration(&mut self, t: R, q: &[R], v: &[R], rate: &mut [R]) {
        let at = self.dynamics.state(t, q, v);
        let loads = self.loads_at(t, &at, (q, v), &[]);
        let accelerations =
            self.dynamics.accelerations(&at, loads.as_ref().map(|(loads, bodies)| (loads, &bodies[..])));
        self.dynamics.write_rates(q, v, &accelerations, rate);
        self.write_variables(t, (q, v), None, rate);
    }
}

impl<R: Real, D: Dynamics<R>> Constrained<R> for Multibody<R, D> {
    fn layout(&self) -> &Layout {
        &self.layout
    }
    fn multiplier_count(&self) -> usize {
        self.layout.unit_lengths().count() + self.dynamics.multiplier_count()
    }
    fn velocity_rows(&self) -> Vec<usize> {
        let units = self.layout.unit_lengths().count();
        self.dynamics.velocity_rows().into_iter().map(|row| row + units).collect()
    }
    fn forces_see_multipliers(&self) -> bool {
        self.forces_see_reactions
    }
    fn residual(&mut self, t: R, q: &[R], v: &[R], scale: R, at: Unknowns<'_, R>, out: &mut Vec<R>) {
        out.clear();
        let state = self.dynamics.state(t, q, v);
        let reactions = self.reactions(&state, at.multipliers, scale);
        let loads = self.loads_at(t, &state, (q, v), &reactions);
        let loads = loads.as_ref().map(|(loads, bodies)| (loads, &bodies[..]));
        let (units, multipliers) = at.multipliers.split_at(self.layout.unit_lengths().count());
        self.dynamics.motion_residual(&state, loads, (q, v), scale, Unknowns { multipliers, ..at }, out);
        self.write_generalised_forces(q, units, out);
        if !self.variables.is_empty() {
            let mut rate = vec![R::zero(); v.len()];
            let inverse = R::one() / scale;
            let [rates, multipliers] =
                [at.rate, at.multipliers].map(|x| x.iter().map(|x| *x * inverse).collect::<Vec<R>>());
            let known = Unknowns { rate: &rates, multipliers: &multipliers };
            self.write_variables(t, (q, v), Some(known), &mut rate);
            let own = self.variables_in(v);
            out.extend(own.map(|i| at.rate[i] - rate[i] * scale));
        }
        self.write_constraints(t, &state, q, out);
    }
    fn constraint_forces(&mut self, t: R, q: &[R], v: &[R], multipliers: &[R], out: &mut Vec<R>) {
        out.clear();
        let state = self.dynamics.state(t, q, v);
        let variables = self.variables_in(v);
        let rate = vec![R::zero(); variables.end];
        let (units, multipliers) = multipliers.split_at(self.layout.unit_lengths().count());
        let at = Unknowns { rate: &rate, multipliers };
        self.dynamics.motion_residual(&state, None, (q, v), R::zero(), at, out);
        self.write_generalised_forces(q, units, out);
        // the rates of variables may use forces and accelerations, which are not known here
        out.extend(variables.map(|_| R::zero()));
    }
    fn constraint_residuals(&mut self, t: R, q: &[R], v: &[R], out: &mut Vec<R>) {
        let state = self.dynamics.state(t, q, v);
        self.write_constraints(t, &state, q, out);
    }
    fn angular_momentum(&self, factor: usize, w: Vec3<R>) -> Option<Vec3<R>> {
        self.dynamics.angular_momentum(factor, w)
    }
    fn follow_angles(&self, t: R, q: &[R], angles: &mut [R]) {
        self.dynamics.follow_angles(t, q, angles);
    }
}
