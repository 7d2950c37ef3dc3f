//! A validated mechanism.

use super::base::{Base, BaseMotion};
use super::beam::Beam;
use super::body::{Body, Impossible, MassProperties, Orientation};
use super::constraint::Constraint;
use super::event::Event;
use super::expression::{Expr, Expr3, Kink, Steepness, evaluate3};
use super::force::Force;
use super::joint::{Joint, free_bodies};
use super::output::{AngularSensitivity, Differentiated, DifferentiatedTwice, Output};
use super::side::Side;
use super::signal_call::SignalCall;
use super::switch::Switched;
use super::time_relation::TimeRelation;
use super::variable::Variable;
use crate::num::{Real, Sparse3, SparseSym3, Vec3};

/// Names something that a study may vary.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The name of the parameter in expressions and columns.
    pub name: String,
    /// The value of the parameter where a plan does not vary it, in the parameter's unit.
    pub default: f64,
    /// The unit of the parameter, in which all its values are: expressions convert them. Without one they are in units
    /// of the SI.
    pub unit: Option<String>,
}

/// Holds bodies, joints, forces and variables, all of whose numbers are expressions over the parameters. Immutable.
#[derive(Clone, Debug)]
pub struct Mechanism {
    /// What may vary.
    pub parameters: Vec<Parameter>,
    /// Acceleration of gravity, world frame, m/s^2.
    pub gravity: Expr3,
    /// How the ground that joints hang from moves; at rest where there is nothing.
    pub base: Option<BaseMotion>,
    /// The bodies, those that are nodes of beams behind the others.
    pub bodies: Vec<Body>,
    /// The beams.
    pub beams: Vec<Beam>,
    /// The joints, in the order of the scenario. They may close loops.
    pub joints: Vec<Joint>,
    /// The constraints beside those of joints.
    pub constraints: Vec<Constraint<Expr>>,
    /// The forces.
    pub forces: Vec<Force<Expr>>,
    /// Where the last of the forces come from: those that are keys of joints.
    pub joint_forces: Vec<JointForce>,
    /// The variables.
    pub variables: Vec<Variable<Expr>>,
    /// The outputs.
    pub outputs: Vec<Output<Expr>>,
    /// The events.
    pub events: Vec<Event<Expr>>,
    /// The parameters by which the columns of outputs are differentiated: see [`Mechanism::differentiated_by`].
    pub sensitivities: Vec<usize>,
    /// The parameters by which the columns are differentiated after a run instead: see [`Mechanism::with_adjoint`].
    pub by_adjoint: Vec<usize>,
    /// Where signals by samples are called.
    pub signal_calls: Vec<SignalCall>,
    /// Relations that the time and parameters alone decide.
    pub time_relations: Vec<TimeRelation>,
    /// The sides that explicit methods hold over steps.
    pub sides: Vec<Side>,
    /// Whether they are held: else what switches decides for itself.
    pub holds_sides: bool,
    /// How steep what is integrated may become.
    pub steepness: Steepness,
    /// Where functions that may jump are said to be smooth in what is integrated, as in `car.toml:12: variable[1].rate`.
    pub smoothed_jumps: Vec<String>,
    /// Whether an expression depends on the time, or something is led along a table.
    pub depends_on_time: bool,
    /// The kinks of what the motion depends on that parameters alone decide.
    pub kinks: Vec<Kink>,
    /// The joints and constraints that act for a part of a run.
    pub switched: Vec<Switched>,
}

/// Says which key of which joint stands for a force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JointForce {
    /// The number of the joint.
    pub joint: usize,
    /// The key.
    pub key: &'static str,
}

/// Says what is wrong with a mechanism: the part, as a scenario names it, and the reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Inconsistent {
    /// The table and key, as in `("body", 0, "mass")`.
    pub part: (&'static str, usize, &'static str),
    /// What was found and what would be accepted.
    pub message: String,
}

/// Two axes count as perpendicular where the cosine of their angle is below this: well above the rounding of data
/// that are given with 12 digits, well below any angle that is meant.
const PERPENDICULAR: f64 = 1e-9;

impl Mechanism {
    /// Returns the mechanism with outputs that are the derivatives of its own by these parameters, behind them: of each
    /// column by one parameter after another, but for numbers of events and conditions; behind these, where an output is a quaternion, the
    /// angular sensitivity of the body by each.
    #[must_use]
    pub fn differentiated_by(mut self, parameters: &[usize]) -> Self {
        self.outputs.retain(|output| !output.is_derivative());
        let (mut column, own) = (0, self.outputs.len());
        for at in 0..own {
            for (of, (name, unit)) in self.outputs[at].columns().into_iter().enumerate() {
                if self.outputs[at].has_derivative() {
                    for (k, parameter) in parameters.iter().enumerate() {
                        let place = Differentiated { column: column + of, by: k };
                        let Parameter { name: by, unit: its_unit, .. } = &self.parameters[*parameter];
                        let derivative = self.outputs[at].derivative(
                            place,
                            (&name, &unit),
                            (by, its_unit.as_deref().unwrap_or("1")),
                        );
                        self.outputs.push(derivative);
                    }
                }
            }
            column += self.outputs[at].columns().len();
        }
        (self.sensitivities, self.by_adjoint) = (parameters.to_vec(), Vec::new());
        self.with_angular_sensitivities(own)
    }

    /// Appends the angular sensitivities of quaternions among so many outputs.
    fn with_angular_sensitivities(mut self, own: usize) -> Self {
        let derivatives = self.derivative_columns();
        let (mut quaternion, mut place) = (0, self.columns().len());
        for at in 0..own {
            let count = self.outputs[at].columns().len();
            let parameters: &[usize] = if self.outputs[at].is_quaternion() { &self.sensitivities } else { &[] };
            for (k, parameter) in parameters.iter().enumerate() {
                let component = |i: usize| {
                    let of = Differentiated { column: quaternion + i, by: k };
                    derivatives.iter().find(|(_, other)| *other == of).expect("a derivative").0
                };
                let of = AngularSensitivity { place, quaternion, derivatives: [0, 1, 2, 3].map(component) };
                let Parameter { name: by, unit, .. } = &self.parameters[*parameter];
                let output = self.outputs[at].angular_sensitivity(of, (by, unit.as_deref().unwrap_or("1")));
                place += output.columns().len();
                self.outputs.push(output);
            }
            quaternion += count;
        }
        self
    }

    /// Returns the constant angular velocity that the base turns with about its origin, rad/s, if it does, for values of the
    /// parameters.
    pub(crate) fn base_rotation<R: Real>(&self, parameters: &[R]) -> Option<Vec3<R>> {
        let spin = self.base.as_ref()?.spin.as_ref()?;
        Some(evaluate3(spin, parameters))
    }

    /// Returns the mechanism without derivatives, and with the pose of every body behind its outputs: the position of the centre
    /// of mass (3 numbers, world frame, m) and the unit quaternion (4 numbers, scalar first, world from body).
    #[must_use]
    pub(crate) fn with_poses(self) -> Self {
        let mut mechanism = self.differentiated_by(&[]);
        mechanism.outputs.extend(Output::poses(mechanism.bodies.len()));
        mechanism
    }

    /// Returns the mechanism with further outputs behind all others: the second derivatives of outputs of one
    /// component, at these indices, by the parameters that there are derivatives by, each pair once.
    #[must_use]
    pub fn with_second_derivatives(mut self, outputs: &[usize]) -> Self {
        let by = |k: usize| {
            let Parameter { name, unit, .. } = &self.parameters[self.sensitivities[k]];
            (name.as_str(), unit.as_deref().unwrap_or("1"))
        };
        let mut second = Vec::new();
        for at in outputs {
            let column = self.outputs[..*at].iter().map(|output| output.columns().len()).sum();
            let (name, unit) = &self.outputs[*at].columns()[0];
            for i in 0..self.sensitivities.len() {
                for j in i..self.sensitivities.len() {
                    let of = DifferentiatedTwice { column, by: [i, j] };
                    second.push(self.outputs[*at].second_derivative(of, (name, unit), [by(i), by(j)]));
                }
            }
        }
        self.outputs.extend(second);
        self
    }

    /// Returns the mechanism whose derivatives are found after a run, by the adjoint method: no state carries them, and they
    /// have one value per run.
    #[must_use]
    pub fn with_adjoint(mut self) -> Self {
        self.by_adjoint = std::mem::take(&mut self.sensitivities);
        self.outputs = self.outputs.into_iter().map(Output::into_final_derivative).collect();
        self
    }

    /// Returns the mechanism without the derivatives of its outputs, which stand behind all others.
    #[must_use]
    pub fn without_derivatives(mut self) -> Self {
        self.outputs.retain(|output| !output.is_derivative());
        (self.sensitivities, self.by_adjoint) = (Vec::new(), Vec::new());
        self
    }

    /// Returns the parameters by which outputs are differentiated, while members run or after it.
    pub fn differentiated_by_parameters(&self) -> &[usize] {
        if self.by_adjoint.is_empty() { &self.sensitivities } else { &self.by_adjoint }
    }

    /// Returns the bodies whose motion can be named like a joint: see [`free_bodies`].
    pub fn free_bodies(&self) -> Vec<usize> {
        free_bodies(self.bodies.len(), &self.joints)
    }

    /// Returns what a step advances, for rates of work: its bodies, or one system of variables where there is no body.
    pub fn unit_count(&self) -> usize {
        self.bodies.len().max(1)
    }

    /// Tells whether nothing moves: outputs are functions of parameters.
    pub fn is_function(&self) -> bool {
        self.bodies.is_empty() && self.variables.is_empty()
    }

    /// Returns the default values of the parameters.
    pub fn defaults(&self) -> Vec<f64> {
        self.parameters.iter().map(|p| p.default).collect()
    }

    /// Returns mass and inertia of every body for values of the parameters: of nodes of beams those of rigid bodies, zero where the
    /// beam has its mass between them.
    pub fn masses<R: Real>(&self, parameters: &[R]) -> Vec<MassProperties<R>> {
        let mut masses: Vec<MassProperties<R>> =
            self.bodies.iter().map(|body| body.mass_properties(parameters)).collect();
        for beam in self.beams.iter().filter(|beam| beam.has_rigid_nodes()) {
            let at = beam.evaluate(parameters);
            for (number, body) in beam.nodes.clone().enumerate() {
                if let Some((mass, [xx, yy, zz, rest @ ..])) = at.rigid_node(number) {
                    let diagonal = Vec3::new(xx, yy, zz);
                    let off_diagonal = beam.has_products_of_inertia().then(|| Vec3::from_slice(&rest));
                    let inertia = SparseSym3 { diagonal, off_diagonal };
                    masses[body] = MassProperties { mass, inertia, identified: true };
                }
            }
        }
        masses
    }

    /// Returns the acceleration of gravity for values of the parameters.
    pub fn gravity_at<R: Real>(&self, parameters: &[R]) -> Sparse3<R> {
        Sparse3::new(evaluate3(&self.gravity, parameters), super::expression::pattern(&self.gravity))
    }

    /// Returns the prescribed motion of the ground at the time `t` (s); none where it rests.
    pub fn base_at<R: Real>(&self, t: R, parameters: &[R]) -> Option<Base<R>> {
        self.base.as_ref().map(|base| base.at(t, parameters))
    }

    /// Checks the mechanism for values of the parameters: bodies and rotors that can exist, unit quaternions, axes that are axes,
    /// forces that can be. Whether it can move as it is to begin is for a formulation to check.
    ///
    /// # Errors
    /// The first inconsistency.
    pub fn check(&self, parameters: &[f64]) -> Result<(), Inconsistent> {
        for i in 0..self.bodies.len() {
            self.check_body(i, parameters)?;
        }
        for (i, beam) in self.beams.iter().enumerate() {
            let part = |(key, message)| Inconsistent { part: ("beam", i, key), message };
            beam.check(parameters).map_err(part)?;
        }
        for i in 0..self.joints.len() {
            self.check_axes(i, parameters)?;
            self.check_rotors(i, parameters)?;
        }
        for (i, constraint) in self.constraints.iter().enumerate() {
            let part = |(key, message)| Inconsistent { part: ("constraint", i, key), message };
            constraint.check(parameters).map_err(part)?;
        }
        self.check_switched(parameters)?;
        self.check_forces(parameters)
    }

    fn check_body(&self, i: usize, parameters: &[f64]) -> Result<(), Inconsistent> {
        let body = &self.bodies[i];
        if body.node.is_some() {
            return Ok(());
        }
        body.mass_properties(parameters).check().map_err(|reason| self.impossible(i, &reason))?;
        if let Orientation::Quaternion(q) = &body.orientation {
            let norm = q.iter().map(|e| e.evaluate(parameters).powi(2)).sum::<f64>().sqrt();
            if (norm - 1.0).abs() > 1e-6 {
                let message = format!("found the length {norm:?}; accepted: 1 to within 1e-6");
                return Err(Inconsistent { part: ("body", i, "initial.quaternion"), message });
            }
        }
        Ok(())
    }

    /// Says that a body cannot exist.
    pub(crate) fn impossible(&self, i: usize, reason: &Impossible) -> Inconsistent {
        let key = if matches!(reason, Impossible::Mass(_)) { "mass" } else { "inertia" };
        Inconsistent { part: ("body", i, key), message: format!("{:?}: {reason}", self.bodies[i].name) }
    }

    fn check_axes(&self, i: usize, parameters: &[f64]) -> Result<(), Inconsistent> {
        let joint = &self.joints[i];
        let key = if joint.axes.len() == 2 { "axes" } else { "axis" };
        let wrong = |message| Err(Inconsistent { part: ("joint", i, key), message });
        let axes: Vec<_> = joint.axes.iter().map(|axis| evaluate3(axis, parameters)).collect();
        if axes.iter().any(|axis| axis.to_array() == [0.0; 3]) {
            return wrong(format!("the axis of {:?} has no direction: its length is zero", joint.name));
        }
        if let [a, b] = axes[..] {
            let cosine = a.normalized().dot(b.normalized());
            if cosine.abs() > PERPENDICULAR {
                let angle = cosine.clamp(-1.0, 1.0).acos().to_degrees();
                let message = format!(
                    "the axes of {:?} make an angle of {angle:.6} degrees; accepted: perpendicular axes",
                    joint.name
                );
                return wrong(message);
            }
        }
        Ok(())
    }

    fn check_rotors(&self, i: usize, parameters: &[f64]) -> Result<(), Inconsistent> {
        let joint = &self.joints[i];
        let negative = joint.rotor_inertia.iter().map(|e| e.evaluate(parameters)).find(|inertia| *inertia < 0.0);
        negative.map_or(Ok(()), |inertia| {
            let message = format!("found {inertia:?} in {:?}; accepted: zero or a positive number", joint.name);
            Err(Inconsistent { part: ("joint", i, "rotor_inertia"), message })
        })
    }

    /// Tells whether every mass and inertia is a finite number.
    pub fn has_finite_masses(&self, parameters: &[f64]) -> bool {
        let finite = |e: &Expr| e.evaluate(parameters).is_finite();
        self.bodies.iter().all(|body| finite(&body.mass) && body.inertia.iter().all(finite))
    }

    /// Tells whether something beside masses that [`Mechanism::check`] looks at depends on one of the varied parameters.
    pub(super) fn check_beyond_masses_depends_on(&self, varied: &impl Fn(usize) -> bool) -> bool {
        let quaternion = |body: &Body| match &body.orientation {
            Orientation::Quaternion(q) => q.iter().any(|e| e.depends_on(varied)),
            Orientation::RotationVector(_) => false,
        };
        let rotors = |joint: &Joint| joint.rotor_inertia.iter().any(|e| e.depends_on(varied));
        let axes = |joint: &Joint| joint.axes.iter().flatten().any(|e| e.depends_on(varied));
        self.bodies.iter().any(quaternion)
            || self.beams.iter().any(|beam| beam.check_depends_on(&varied))
            || self.joints.iter().any(axes)
            || self.joints.iter().any(rotors)
            || self.constraints.iter().any(|constraint| constraint.check_depends_on(varied))
            || self.switched.iter().any(|switched| switched.check_depends_on(varied))
            || self.check_of_forces_depends_on(varied)
    }
}
