//! A validated mechanism.

use super::base::{Base, BaseMotion};
use super::body::{Body, Impossible};
use super::event::Event;
use super::expression::{Expr, Expr3, evaluate3};
use super::force::Force;
use super::joint::{Axes, Joint};
use super::output::{EventQuantity, Output, Over};
use super::state::JointPlace;
use super::tree::Tree;
use super::variable::Variable;
use crate::lie::RotationParameterisation;
use crate::num::{Real, Sparse3};
use crate::problem::{Factor, Layout};

/// Something that a study may vary.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name in expressions and columns.
    pub name: String,
    /// Its value where a plan does not vary it.
    pub default: f64,
    /// Its unit, for the reader.
    pub unit: Option<String>,
}

/// Bodies, joints, forces and variables, all of whose numbers are expressions over the parameters. Immutable.
#[derive(Clone, Debug)]
pub struct Mechanism {
    /// What may vary.
    pub parameters: Vec<Parameter>,
    /// Acceleration of gravity, world frame, m/s^2.
    pub gravity: Expr3,
    /// How the ground that joints hang from moves; at rest where there is nothing.
    pub base: Option<BaseMotion>,
    /// The bodies.
    pub bodies: Vec<Body>,
    /// The joints: those of the scenario, in its order, then one of kind `free` for every tree of bodies that hangs
    /// on nothing.
    pub joints: Vec<Joint>,
    /// Their names.
    pub joint_names: Vec<String>,
    /// The numbers of the joints from the ground outwards.
    pub order: Vec<usize>,
    /// The forces.
    pub forces: Vec<Force<Expr>>,
    /// The variables.
    pub variables: Vec<Variable<Expr>>,
    /// The outputs.
    pub outputs: Vec<Output<Expr>>,
    /// The events.
    pub events: Vec<Event<Expr>>,
}

/// What is wrong with a mechanism: the part, as a scenario names it, and the reason.
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

/// A freedom whose inertia is below this fraction of the largest of its kind cannot be accelerated.
const SINGULAR: f64 = 1e-13;

impl Mechanism {
    /// Where the joints' coordinates lie, joint after joint; then the variables.
    pub fn layout(&self, parameterisation: RotationParameterisation) -> Layout {
        let variables = Some(self.variables.len()).filter(|n| *n > 0).map(Factor::FirstOrder);
        Layout::new(self.joints.iter().flat_map(|j| j.kind.factors(parameterisation)).chain(variables).collect())
    }

    /// What a step advances, for rates of work: its bodies, or one system of variables where there is no body.
    pub fn unit_count(&self) -> usize {
        self.bodies.len().max(1)
    }

    /// Where the coordinates and velocities of each joint lie.
    pub fn places(&self, parameterisation: RotationParameterisation) -> Vec<JointPlace> {
        let (mut coordinate, mut velocity) = (0, 0);
        let place = |joint: &Joint| {
            let factors = joint.kind.factors(parameterisation);
            let coordinate_count = factors.iter().map(|f: &Factor| f.coordinate_count()).sum();
            let velocity_count = factors.iter().map(|f| f.velocity_count()).sum();
            let place = JointPlace { coordinate, velocity, coordinate_count, velocity_count };
            coordinate += coordinate_count;
            velocity += velocity_count;
            place
        };
        self.joints.iter().map(place).collect()
    }

    /// The default values of the parameters.
    pub fn defaults(&self) -> Vec<f64> {
        self.parameters.iter().map(|p| p.default).collect()
    }

    /// The acceleration of gravity for values of the parameters.
    pub fn gravity_at<R: Real>(&self, parameters: &[R]) -> Sparse3<R> {
        Sparse3::new(evaluate3(&self.gravity, parameters), super::expression::pattern(&self.gravity))
    }

    /// The prescribed motion of the ground at the time `t` (s); none where it rests.
    pub fn base_at<R: Real>(&self, t: R, parameters: &[R]) -> Option<Base<R>> {
        self.base.as_ref().map(|base| base.at(t, parameters))
    }

    /// The columns of the outputs, with units.
    pub fn columns(&self) -> Vec<(String, String)> {
        self.outputs.iter().flat_map(Output::columns).collect()
    }

    /// The columns of outputs that tell of events, with what they tell.
    pub fn event_columns(&self) -> Vec<(usize, EventQuantity)> {
        let quantities = self.outputs.iter().map(|o| &o.quantity);
        let columns = quantities.flat_map(|q| std::iter::repeat_n(q.of_event(), q.components().len()));
        columns.enumerate().filter_map(|(c, of)| Some((c, of?))).collect()
    }

    /// What is made over time of every output component, in the order of [`Mechanism::columns`].
    pub fn over(&self) -> Vec<Over> {
        self.outputs.iter().flat_map(|o| std::iter::repeat_n(o.over, o.quantity.components().len())).collect()
    }

    /// Checks the mechanism for values of the parameters: bodies that can exist, unit quaternions, axes that are
    /// axes, initial velocities that the joints allow, freedoms that can be accelerated.
    ///
    /// # Errors
    /// The first inconsistency.
    pub fn check(&self, parameters: &[f64]) -> Result<(), Inconsistent> {
        for i in 0..self.bodies.len() {
            self.check_body(i, parameters)?;
        }
        for i in 0..self.joints.len() {
            self.check_axes(i, parameters)?;
        }
        self.check_velocities(parameters)?;
        self.check_inertia(parameters)?;
        self.check_forces(parameters)
    }

    fn check_body(&self, i: usize, parameters: &[f64]) -> Result<(), Inconsistent> {
        let body = &self.bodies[i];
        body.mass_properties(parameters).check().map_err(|reason| self.impossible(i, &reason))?;
        if let super::body::Orientation::Quaternion(q) = &body.orientation {
            let norm = q.iter().map(|e| e.evaluate(parameters).powi(2)).sum::<f64>().sqrt();
            if (norm - 1.0).abs() > 1e-6 {
                let message = format!("found the length {norm:?}; accepted: 1 to within 1e-6");
                return Err(Inconsistent { part: ("body", i, "initial.quaternion"), message });
            }
        }
        Ok(())
    }

    fn impossible(&self, i: usize, reason: &Impossible) -> Inconsistent {
        let key = if matches!(reason, Impossible::Mass(_)) { "mass" } else { "inertia" };
        Inconsistent { part: ("body", i, key), message: format!("{:?}: {reason}", self.bodies[i].name) }
    }

    fn check_axes(&self, i: usize, parameters: &[f64]) -> Result<(), Inconsistent> {
        let joint = &self.joints[i];
        let key = if joint.kind.axes == Axes::Two { "axes" } else { "axis" };
        let wrong = |message| Err(Inconsistent { part: ("joint", i, key), message });
        let axes: Vec<_> = joint.axes.iter().map(|axis| evaluate3(axis, parameters)).collect();
        if axes.iter().any(|axis| axis.norm() == 0.0) {
            return wrong(format!("the axis of {:?} has no direction: its length is zero", joint.name));
        }
        if let [a, b] = axes[..] {
            let cosine = a.dot(b) / (a.norm() * b.norm());
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

    /// Fails where a freedom has nothing to accelerate.
    fn check_inertia(&self, parameters: &[f64]) -> Result<(), Inconsistent> {
        let degenerate = |i: usize| self.bodies[i].mass_properties(parameters).degenerate();
        if (0..self.bodies.len()).all(|i| degenerate(i).is_none()) {
            return Ok(());
        }
        let tree = Tree::new(self, RotationParameterisation::Quaternion, parameters);
        let (q, v) = self.initial(RotationParameterisation::Quaternion, parameters);
        let at = tree.instant(&q, &v, self.base_at(0.0, parameters));
        let (pivots, whole) = (tree.pivots(&at), tree.mass_matrix(&at));
        for &number in &self.order {
            let joint = &self.joints[number];
            let first = tree.first_degree(self, number);
            for degree in first..first + joint.kind.degrees() {
                if pivots[degree] <= SINGULAR * whole[degree][degree].abs() || pivots[degree] <= 0.0 {
                    if let Some(reason) = degenerate(joint.child) {
                        return Err(self.impossible(joint.child, &reason));
                    }
                    let message = format!(
                        "{:?} has a freedom that moves no inertia ({:e} kg or kg m^2); give the bodies behind it mass \
                         and inertia",
                        joint.name, pivots[degree]
                    );
                    return Err(Inconsistent { part: ("joint", number, "between"), message });
                }
            }
        }
        Ok(())
    }

    /// True where every mass and inertia is a finite number.
    pub fn has_finite_masses(&self, parameters: &[f64]) -> bool {
        let finite = |e: &Expr| e.evaluate(parameters).is_finite();
        self.bodies.iter().all(|body| finite(&body.mass) && body.inertia.iter().all(finite))
    }

    /// True where something that [`Mechanism::check`] looks at depends on one of the varied parameters, so that it
    /// has to be checked for every member.
    pub fn check_depends_on(&self, varied: &impl Fn(usize) -> bool) -> bool {
        self.bodies.iter().any(|body| body.masses_depend_on(varied)) || self.check_of_motion_depends_on(varied)
    }

    /// True where what [`Mechanism::check`] looks at besides masses and inertias depends on one of the varied parameters.
    pub fn check_of_motion_depends_on(&self, varied: &impl Fn(usize) -> bool) -> bool {
        let bodies = self.bodies.iter().any(|body| {
            let quaternion = match &body.orientation {
                super::body::Orientation::Quaternion(q) => q.iter().any(|e| e.depends_on(varied)),
                super::body::Orientation::RotationVector(_) => false,
            };
            quaternion || body.velocity.is_some()
        });
        let given = |joint: &Joint| self.bodies[joint.child].angular_velocity.is_some() && joint.restricts_turning();
        let axes = |joint: &Joint| joint.axes.iter().flatten().any(|e| e.depends_on(varied));
        bodies || self.joints.iter().any(|joint| given(joint) || axes(joint)) || self.check_of_forces_depends_on(varied)
    }
}
