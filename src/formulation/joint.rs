//! Joint coordinates: each joint moves its body on a group of its own, so the equations of motion are
//! ordinary differential equations on the product of these groups.

use crate::lie::RotationParameterisation;
use crate::model::base::BaseMotion;
use crate::model::body::MassProperties;
use crate::model::event::Event;
use crate::model::force::Force;
use crate::model::joint::Freedom;
use crate::model::output::{self, Output, Snapshot};
use crate::model::state::{BodyState, JointPlace, Loads, Motion, Wrench};
use crate::model::tree::{Algorithm, Applied, Instant, Tree};
use crate::model::variable::{self, Variable};
use crate::model::{Inconsistent, Mechanism};
use crate::num::{Real, Sparse3, Vec3};
use crate::problem::{Field, Layout};

/// A mechanism's numbers for given values of its parameters: a field on a product of groups, and the
/// outputs.
#[derive(Clone, Debug)]
pub struct JointSystem<R> {
    base: Option<BaseMotion>,
    parameters: Vec<R>,
    layout: Layout,
    places: Vec<JointPlace>,
    tree: Tree<R>,
    algorithm: Algorithm,
    masses: Vec<MassProperties<R>>,
    gravity: Sparse3<R>,
    forces: Vec<Force<R>>,
    /// Which bodies a force acts on.
    loaded: Vec<bool>,
    variables: Vec<Variable<R>>,
    outputs: Vec<Output<R>>,
    events: Vec<Event<R>>,
    needs_rates: bool,
    needs_joint_forces: bool,
    /// What [`JointSystem::bodies`] has found.
    states: Vec<BodyState<R>>,
}

impl<R: Real> JointSystem<R> {
    /// The system for values of the parameters, one per parameter of the mechanism, with rotations stored as
    /// `parameterisation` says.
    pub fn new(mechanism: &Mechanism, parameterisation: RotationParameterisation, parameters: &[R]) -> Self {
        R::note("numbers of the mechanism from its parameters");
        let tree = Tree::new(mechanism, parameterisation, parameters);
        let mut loaded = vec![false; mechanism.bodies.len()];
        for body in mechanism.forces.iter().flat_map(Force::bodies) {
            loaded[body] = true;
        }
        Self {
            base: mechanism.base.clone(),
            parameters: parameters.to_vec(),
            layout: mechanism.layout(parameterisation),
            places: mechanism.places(parameterisation),
            algorithm: tree.cheaper(),
            tree,
            masses: mechanism.bodies.iter().map(|b| b.mass_properties(parameters)).collect(),
            gravity: mechanism.gravity_at(parameters),
            forces: mechanism.forces.iter().map(|f| f.evaluate(parameters)).collect(),
            loaded,
            variables: mechanism.variables.iter().map(|x| x.evaluate(parameters)).collect(),
            outputs: mechanism.outputs.iter().map(|o| o.evaluate(parameters)).collect(),
            events: mechanism.events.iter().map(|e| e.evaluate(parameters)).collect(),
            needs_rates: mechanism.outputs.iter().any(|o| o.quantity.needs_rates()),
            needs_joint_forces: mechanism.outputs.iter().any(|o| o.quantity.needs_joint_forces()),
            states: Vec::new(),
        }
    }

    /// The same with a given algorithm for accelerations instead of the cheaper one.
    pub fn with_algorithm(self, algorithm: Algorithm) -> Self {
        Self { algorithm, ..self }
    }

    fn instant(&self, t: R, q: &[R], v: &[R]) -> Instant<R> {
        self.tree.instant(q, v, self.base.as_ref().map(|base| base.at(t, &self.parameters)))
    }

    /// What the forces exert at an instant.
    fn applied(&self, motion: &Motion<'_, R>) -> Applied<R> {
        let mut applied = Applied::nothing(&self.tree);
        if self.forces.is_empty() {
            return applied;
        }
        let (wrenches, joint) = self.loads(motion);
        for (i, wrench) in wrenches.into_iter().enumerate().filter(|(i, _)| self.loaded[*i]) {
            applied.wrenches[i] = Some((wrench, motion.bodies[i].rotation));
        }
        for segment in &self.tree.segments {
            for i in 0..segment.freedom.degrees() {
                applied.joint[segment.degree + i] = joint[segment.velocity + i];
            }
        }
        applied
    }

    /// The wrenches on bodies and the generalised forces in joints, by the places of their velocities.
    fn loads(&self, motion: &Motion<'_, R>) -> (Vec<Wrench<R>>, Vec<R>) {
        let mut wrenches = vec![Wrench::zero(); motion.bodies.len()];
        let mut joint = vec![R::zero(); self.layout.velocity_count()];
        let mut loads = Loads { wrenches: &mut wrenches, joint: &mut joint };
        for force in &self.forces {
            force.apply(motion, &mut loads);
        }
        (wrenches, joint)
    }

    /// The bodies that forces look at; none where there are no forces.
    fn bodies_for_forces(&self, at: &Instant<R>, q: &[R]) -> Vec<BodyState<R>> {
        if self.forces.is_empty() { Vec::new() } else { self.tree.bodies(at, q) }
    }

    fn motion<'a>(&'a self, t: R, bodies: &'a [BodyState<R>], q: &'a [R], v: &'a [R]) -> Motion<'a, R> {
        let (v, variables) = v.split_at(v.len() - self.variables.len());
        Motion { time: t, bodies, q, v, joints: &self.places, variables }
    }

    /// Writes the rates of the variables, the last of the velocities.
    fn write_variables(&mut self, t: R, q: &[R], v: &[R], rate: &mut [R]) {
        if self.variables.is_empty() {
            return;
        }
        let mut columns = Vec::new();
        if self.variables.iter().any(|x| x.uses_outputs) {
            self.outputs(t, q, v, &mut columns);
        }
        R::note("rates of the variables");
        let first = v.len() - self.variables.len();
        rate[first..].copy_from_slice(&variable::rates(&self.variables, t, &v[first..], &columns));
    }

    /// The accelerations of the degrees of freedom.
    fn degree_accelerations(&self, t: R, q: &[R], v: &[R], at: &Instant<R>) -> Vec<R> {
        let bodies = self.bodies_for_forces(at, q);
        let applied = self.applied(&self.motion(t, &bodies, q, v));
        self.tree.accelerations(self.algorithm, at, &applied)
    }

    /// Writes the rates of the velocities from the accelerations of the degrees of freedom.
    fn write_rates(&self, q: &[R], v: &[R], accelerations: &[R], rate: &mut [R]) {
        for segment in &self.tree.segments {
            let (iq, iv, d) = (segment.coordinate, segment.velocity, segment.degree);
            match segment.freedom {
                Freedom::Ball => {
                    let angular = Vec3::from_slice(&accelerations[d..]);
                    self.tree.parameterisation.velocity_rate(&q[iq..], &v[iv..], angular, &mut rate[iv..]);
                }
                _ => rate[iv] = accelerations[d],
            }
        }
    }

    /// The accelerations of the degrees of freedom from the rates of the velocities.
    fn degrees_of(&self, q: &[R], v: &[R], rate: &[R]) -> Vec<R> {
        let mut out = vec![R::zero(); self.tree.degrees];
        for segment in &self.tree.segments {
            let (iq, iv, d) = (segment.coordinate, segment.velocity, segment.degree);
            match segment.freedom {
                Freedom::Ball => {
                    self.tree
                        .parameterisation
                        .angular_acceleration(&q[iq..], &v[iv..], &rate[iv..])
                        .write(&mut out[d..]);
                }
                _ => out[d] = rate[iv],
            }
        }
        out
    }

    /// The motion of every body at the time `t` (s).
    pub fn bodies(&mut self, t: R, q: &[R], v: &[R]) -> &[BodyState<R>] {
        self.states = self.tree.bodies(&self.instant(t, q, v), q);
        &self.states
    }

    /// Inverse dynamics: the forces and torques (N, N m) that have to act in the joints, besides gravity and the
    /// forces of the scenario on bodies and joints, for these rates of the velocities; one per degree of freedom in
    /// the order of the velocities, three per rotation (the torque in the moved body's frame).
    pub fn inverse_dynamics(&mut self, t: R, q: &[R], v: &[R], rate: &[R]) -> Vec<R> {
        let at = self.instant(t, q, v);
        let bodies = self.bodies_for_forces(&at, q);
        let applied = self.applied(&self.motion(t, &bodies, q, v));
        let needed = self.tree.inverse_dynamics(&at, &self.degrees_of(q, v, rate), &applied);
        self.in_velocity_order().into_iter().map(|d| needed[d]).collect()
    }

    /// The mass matrix over the degrees of freedom, in the order of the velocities, three per rotation.
    pub fn mass_matrix(&mut self, q: &[R]) -> Vec<Vec<R>> {
        let v = vec![R::zero(); self.layout.velocity_count()];
        let matrix = self.tree.mass_matrix(&self.tree.instant(q, &v, None));
        let order = self.in_velocity_order();
        order.iter().map(|d| order.iter().map(|e| matrix[*d][*e]).collect()).collect()
    }

    /// The numbers of the degrees of freedom in the order of the velocities.
    fn in_velocity_order(&self) -> Vec<usize> {
        let mut segments: Vec<_> = self.tree.segments.iter().collect();
        segments.sort_by_key(|s| s.velocity);
        segments.iter().flat_map(|s| s.degree..s.degree + s.freedom.degrees()).collect()
    }

    /// Writes the components of all outputs at the time `t` (s), in the order of
    /// [`Mechanism::columns`], replacing what `out` holds.
    pub fn outputs(&mut self, t: R, q: &[R], v: &[R], out: &mut Vec<R>) {
        out.clear();
        let at = self.instant(t, q, v);
        let states = self.tree.bodies(&at, q);
        let (mut rates, mut joint_rates, mut joint_forces) = (Vec::new(), Vec::new(), Vec::new());
        let motion = self.motion(t, &states, q, v);
        if self.needs_rates {
            let accelerations = self.tree.accelerations(self.algorithm, &at, &self.applied(&motion));
            rates = self.tree.body_rates(&at, &states, &accelerations);
            joint_rates = vec![R::zero(); v.len()];
            self.write_rates(q, v, &accelerations, &mut joint_rates);
        }
        if self.needs_joint_forces {
            joint_forces = self.loads(&motion).1;
        }
        let snapshot = Snapshot {
            motion,
            parameterisation: self.tree.parameterisation,
            rates: &rates,
            joint_rates: &joint_rates,
            joint_forces: &joint_forces,
            masses: &self.masses,
            gravity: &self.gravity,
            rotor_energy: self.tree.rotor_energy(v),
            forces: &self.forces,
        };
        output::write_all(&self.outputs, &snapshot, out);
    }

    /// Writes the values of the events at the time `t` (s), replacing what `out` holds.
    pub fn events(&mut self, t: R, q: &[R], v: &[R], out: &mut Vec<R>) {
        out.clear();
        if self.events.is_empty() {
            return;
        }
        let mut columns = Vec::new();
        self.outputs(t, q, v, &mut columns);
        R::note("events");
        out.extend(self.events.iter().map(|event| event.value(&columns, t)));
    }
}

impl JointSystem<f64> {
    /// Checks that forces, formulas and events of a mechanism have finite values at the start of a run, for
    /// values of the parameters.
    ///
    /// # Errors
    /// The first one that has not.
    pub fn check_start(mechanism: &Mechanism, parameters: &[f64]) -> Result<(), Inconsistent> {
        let mut system = Self::new(mechanism, RotationParameterisation::Quaternion, parameters);
        let (q, v) = mechanism.initial(RotationParameterisation::Quaternion, parameters);
        let mut columns = Vec::new();
        system.outputs(0.0, &q, &v, &mut columns);
        let bodies = system.bodies(0.0, &q, &v).to_vec();
        mechanism.check_start(parameters, &system.motion(0.0, &bodies, &q, &v), &columns)?;
        let mut rates = vec![0.0; v.len()];
        system.write_variables(0.0, &q, &v, &mut rates);
        let of_variables = rates.iter().skip(v.len() - mechanism.variables.len());
        match of_variables.enumerate().find(|(_, rate)| !rate.is_finite()) {
            None => Ok(()),
            Some((i, rate)) => Err(Inconsistent {
                part: ("variable", i, "rate"),
                message: format!("the rate is {rate} at the start; accepted: a finite value there"),
            }),
        }
    }
}

impl<R: Real> Field<R> for JointSystem<R> {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn principal_inertia(&self, factor: usize) -> Option<Vec3<R>> {
        if self.base.is_some() {
            return None;
        }
        let before = self.layout.factors().iter().take(factor);
        self.tree.principal_inertia(before.map(|f| f.velocity_count()).sum())
    }

    fn acceleration(&mut self, t: R, q: &[R], v: &[R], rate: &mut [R]) {
        let at = self.instant(t, q, v);
        let accelerations = self.degree_accelerations(t, q, v, &at);
        self.write_rates(q, v, &accelerations, rate);
        self.write_variables(t, q, v, rate);
    }
}
