//! A validated mechanism.

use super::body::Body;
use super::expression::{Expr, Expr3, evaluate3};
use super::force::Force;
use super::joint::JointModel;
use super::output::{Output, Over};
use crate::num::{Real, Sparse3, Vec3};
use crate::problem::Layout;

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

/// Bodies, joints and forces, all of whose numbers are expressions over the parameters. Immutable.
#[derive(Clone, Debug)]
pub struct Mechanism {
    /// What may vary.
    pub parameters: Vec<Parameter>,
    /// Acceleration of gravity, world frame, m/s^2.
    pub gravity: Expr3,
    /// The bodies.
    pub bodies: Vec<Body>,
    /// The joint of each body.
    pub joints: Vec<JointModel>,
    /// The forces.
    pub forces: Vec<Force<Expr>>,
    /// The outputs.
    pub outputs: Vec<Output<Expr>>,
}

/// What is wrong with a mechanism: the part, as a scenario names it, and the reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Inconsistent {
    /// The table and key, as in `("body", 0, "mass")`.
    pub part: (&'static str, usize, &'static str),
    /// What was found and what would be accepted.
    pub message: String,
}

impl Mechanism {
    /// Where the joints' coordinates lie, body after body.
    pub fn layout(&self) -> Layout {
        Layout::new(self.joints.iter().flat_map(|j| j.factors().iter().copied()).collect())
    }

    /// The default values of the parameters.
    pub fn defaults(&self) -> Vec<f64> {
        self.parameters.iter().map(|p| p.default).collect()
    }

    /// The acceleration of gravity for values of the parameters.
    pub fn gravity_at<R: Real>(&self, parameters: &[R]) -> Sparse3<R> {
        Sparse3::new(evaluate3(&self.gravity, parameters), super::expression::pattern(&self.gravity))
    }

    /// The initial coordinates and velocities of all joints.
    pub fn initial<R: Real>(&self, parameters: &[R]) -> (Vec<R>, Vec<R>) {
        let layout = self.layout();
        let mut q = vec![R::zero(); layout.coordinate_count()];
        let mut v = vec![R::zero(); layout.velocity_count()];
        let (mut iq, mut iv) = (0, 0);
        for (body, joint) in self.bodies.iter().zip(&self.joints) {
            joint.initial(body, parameters, &mut q[iq..], &mut v[iv..]);
            iq += joint.factors().iter().map(|f| f.coordinate_count()).sum::<usize>();
            iv += joint.factors().iter().map(|f| f.velocity_count()).sum::<usize>();
        }
        (q, v)
    }

    /// The columns of the outputs, with units.
    pub fn columns(&self) -> Vec<(String, &'static str)> {
        self.outputs.iter().flat_map(Output::columns).collect()
    }

    /// What is made over time of every output component, in the order of [`Mechanism::columns`].
    pub fn over(&self) -> Vec<Over> {
        self.outputs.iter().flat_map(|o| std::iter::repeat_n(o.over, o.quantity.components().len())).collect()
    }

    /// Checks the mechanism for values of the parameters: bodies that can exist, unit quaternions,
    /// initial velocities that the joints allow.
    ///
    /// # Errors
    /// The first inconsistency.
    pub fn check(&self, parameters: &[f64]) -> Result<(), Inconsistent> {
        for (i, (body, joint)) in self.bodies.iter().zip(&self.joints).enumerate() {
            let wrong = |key, message| Err(Inconsistent { part: ("body", i, key), message });
            if let Err(reason) = body.mass_properties(parameters).check() {
                let key = if matches!(reason, super::body::Impossible::Mass(_)) { "mass" } else { "inertia" };
                return wrong(key, format!("{:?}: {reason}", body.name));
            }
            if let super::body::Orientation::Quaternion(q) = &body.orientation {
                let norm = q.iter().map(|e| e.evaluate(parameters).powi(2)).sum::<f64>().sqrt();
                if (norm - 1.0).abs() > 1e-6 {
                    return wrong(
                        "initial.quaternion",
                        format!("found the length {norm:?}; accepted: 1 to within 1e-6"),
                    );
                }
            }
            if let (JointModel::Spherical { at }, Some(velocity)) = (joint, &body.velocity) {
                let arm = evaluate3(&body.position, parameters) - evaluate3(at, parameters);
                let spin = body.orientation.evaluate(parameters);
                let world = crate::lie::Rotation::rotate(spin, evaluate3(&body.angular_velocity, parameters));
                let (given, needed): (Vec3<f64>, Vec3<f64>) = (evaluate3(velocity, parameters), world.cross(arm));
                if (given - needed).norm() > 1e-9 * (1.0 + needed.norm()) {
                    let found = format!("{:?} does not fit the joint, which makes it", given.to_array());
                    return wrong("initial.velocity", format!("{found} {:?}; leave it out", needed.to_array()));
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

    /// True where mass, inertia or an initial condition that [`Mechanism::check`] looks at depends on one
    /// of the varied parameters, so that it has to be checked for every member.
    pub fn check_depends_on(&self, varied: &impl Fn(usize) -> bool) -> bool {
        self.bodies.iter().any(|body| {
            let quaternion = match &body.orientation {
                super::body::Orientation::Quaternion(q) => q.iter().any(|e| e.depends_on(varied)),
                super::body::Orientation::RotationVector(_) => false,
            };
            body.mass.depends_on(varied)
                || quaternion
                || body.velocity.is_some()
                || body.inertia.iter().any(|e| e.depends_on(varied))
        })
    }
}
