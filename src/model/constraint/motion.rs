//! A joint that is moved as a function of the time.

use super::kind::{Constrains, Description};
use crate::lie::so3;
use crate::model::Kind;
use crate::model::expression::{Expr, Formula};
use crate::model::joint_axis::{JointAxis, axis_keys};
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::model::trajectory::Trajectory;
use crate::num::{Real, Vec3};

pub(super) const KIND: Kind = Kind {
    name: "motion",
    summary: "a joint coordinate is an expression of the time t, with its exact derivatives; what the drive exerts is \
              `constraint_force`, what it takes `power`; of a rotation, as that of a spherical joint, three of them \
              prescribe the rotation vector, which stays shorter than pi",
    keys: concat!(
        axis_keys!(),
        ", position = \"..\" (m or rad, over parameters and t (s)), or trajectory = { kind = \"table\", .. }; of a rotation the components of its rotation vector \
         follow the scalar coordinates: 1 to 3 of a spherical joint, and what is exerted is conjugate to them"
    ),
    example: r#"[[body]]
name = "crank"
mass = 0.4 # kg
inertia = [0.003, 0.003, 0.005] # kg m^2
[[joint]]
name = "drive"
kind = "revolute"
between = ["ground", "crank"]
at = [0, 0, 0] # m
axis = [0, 0, 1]
initial = { velocity = 6.0 } # rad/s
[[constraint]]
name = "speed"
kind = "motion"
joint = "drive"
position = "6*t + 0.1*mass*t^3" # rad
"#,
};

/// A prescribed motion of a joint, see [`KIND`].
#[derive(Clone, Debug)]
pub struct PrescribedMotion<N> {
    on: On,
    position: Formula<N>,
}

/// The coordinate that is prescribed.
#[derive(Clone, Copy, Debug)]
enum On {
    Axis(JointAxis),
    /// The component of that number (from 0) of the rotation vector of a joint, behind so many scalar coordinates.
    Rotation {
        joint: usize,
        scalars: usize,
        component: usize,
    },
}

impl On {
    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        let joint = section.joint("joint")?;
        let shape = &section.names().joints[joint];
        if !shape.rotation {
            return Ok(Self::Axis(JointAxis::read(section)?));
        }
        let (scalars, name) = (shape.scalars.len(), &shape.name);
        let accepted = format!("accepted: 1 to {}, of which the last three are its rotation vector", scalars + 3);
        if !section.has("component") {
            let message = format!("the joint {name:?} has several coordinates; say which; {accepted}");
            return Err(section.invalid("component", message));
        }
        let number = section.number("component")?;
        match (0..scalars + 3).find(|i| number == Expr::Constant((i + 1) as f64)) {
            Some(place) if place < scalars => Ok(Self::Axis(JointAxis::read(section)?)),
            Some(place) => Ok(Self::Rotation { joint, scalars, component: place - scalars }),
            None => {
                let message = format!("the joint {name:?} has no coordinate of this number; {accepted}");
                Err(section.invalid("component", message))
            }
        }
    }

    /// Returns the prescribed coordinate: its joint, its number among the joint's degrees of freedom, and its unit.
    fn axis(self) -> JointAxis {
        match self {
            Self::Axis(axis) => axis,
            Self::Rotation { joint, scalars, component } => {
                JointAxis { joint, component: scalars + component, unit: "rad" }
            }
        }
    }
}

impl Description for PrescribedMotion<Expr> {
    type At<R: Real> = PrescribedMotion<R>;

    fn read(section: &mut dyn Section) -> Result<(Self, Option<Expr>), Invalid> {
        let on = On::read(section)?;
        section.expect_units(&[("position", on.axis().unit)])?;
        let position = if section.has("trajectory") {
            led(section)?
        } else {
            Formula::new(section.expression("position", &["t".to_string()])?)
        };
        Ok((Self { on, position }, Some(Expr::Constant(0.0))))
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> PrescribedMotion<R> {
        PrescribedMotion { on: self.on, position: self.position.evaluate(p) }
    }
    fn axes(&self) -> Vec<JointAxis> {
        vec![self.on.axis()]
    }
    fn is_drive(&self) -> bool {
        true
    }
}

/// Reads the position of a trajectory that is one expression for all times.
fn led(section: &mut dyn Section) -> Result<Formula<Expr>, Invalid> {
    if section.has("position") {
        return Err(section.invalid("position", "found a trajectory, too; accepted: one of both".into()));
    }
    let mut inner = section.inner("trajectory")?;
    let trajectory = Trajectory::read(inner.as_mut())?;
    inner.finish()?;
    trajectory.formula().cloned().ok_or_else(|| {
        let message = "a trajectory in pieces has jumps of its acceleration; accepted: table, expression";
        inner.invalid("kind", message.into())
    })
}

impl<R: Real> PrescribedMotion<R> {
    /// Returns the prescribed motion in other numbers.
    pub(super) fn map<S: Real>(&self, f: impl Fn(R) -> S) -> PrescribedMotion<S> {
        PrescribedMotion { on: self.on, position: self.position.map(f) }
    }
}

impl<R: Real> Constrains<R> for PrescribedMotion<R> {
    fn value(&self, motion: &Motion<'_, R>) -> R {
        let position = match self.on {
            On::Axis(axis) => axis.motion(motion).0,
            On::Rotation { joint, scalars, component } => motion.joints[joint].all_coordinates()[scalars + component],
        };
        position - self.position.value(&[motion.time])
    }
    fn is_angle(&self) -> bool {
        self.on.axis().unit == "rad"
    }
    fn act(&self, motion: &Motion<'_, R>, multiplier: R, loads: &mut Loads<R>) {
        match self.on {
            On::Axis(axis) => axis.add_force(loads, multiplier),
            On::Rotation { joint, scalars, component } => {
                // psi' = T(psi)^-1 omega, so that the torque is T(psi)^-T e = T(-psi)^-1 e times the multiplier
                let Some(psi) = motion.joints[joint].rotation_vector() else { return };
                let along = Vec3::constant(std::array::from_fn(|i| if i == component { 1.0 } else { 0.0 }));
                let torque = so3::tangent_inverse(-psi, along) * multiplier;
                let degrees = &mut loads.joints[joint][scalars..];
                degrees.iter_mut().zip(torque.to_array()).for_each(|(load, torque)| *load = *load + torque);
            }
        }
    }
    fn exerted(&self, multiplier: R) -> Vec<R> {
        vec![-multiplier]
    }
}
