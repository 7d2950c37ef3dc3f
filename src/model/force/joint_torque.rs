//! A motor in a joint.

use super::formulas::{MotorFormula, of_all_joints};
use super::kind::{Description, Exerts};
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::joint_axis::{JointAxis, axis_keys};
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::num::Real;

pub(super) const KIND: Kind = Kind {
    name: "joint_torque",
    summary: "motor: generalised force on a scalar joint coordinate by an expression of the time t, the coordinate q and \
              its velocity v, or torque on the rotation of a joint by three; no potential is counted",
    keys: concat!(
        axis_keys!(),
        ", torque = \"..\" (N or N m, over parameters and t (s), q (m or rad), v (m/s or rad/s), ",
        of_all_joints!(),
        "); of a rotation, as that of a spherical joint, torque = [\"..\", \"..\", \"..\"] (N m, frame of the moved body, \
         over t, the rotation vector q.1, q.2, q.3 and the angular velocity v.1, v.2, v.3 in that frame, and the same)"
    ),
    example: r#"[[force]]
name = "motor"
kind = "joint_torque"
joint = "rail"
torque = "mass*cos(50*t) - 0.3*v + 10*q - 2*pivot.q.3" # N
[[force]]
name = "gimbals"
kind = "joint_torque"
joint = "pivot"
torque = ["-0.2*v.1", "0.1*sin(9*t)", "-3*q.3 - 0.5*rail.v"] # N m
"#,
};

/// A force of the kind `joint_torque`, see [`KIND`].
#[derive(Clone, Debug)]
pub struct JointTorque<N> {
    on: On,
    /// One, or three of a rotation.
    torque: Vec<MotorFormula<N>>,
}

/// What a motor acts on.
#[derive(Clone, Copy, Debug)]
enum On {
    Axis(JointAxis),
    /// The rotation of the joint of that number, behind so many scalar coordinates.
    Rotation(usize, usize),
}

impl Description for JointTorque<Expr> {
    type At<R: Real> = JointTorque<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        let joint = section.joint("joint")?;
        let shape = section.names().joints[joint].clone();
        if shape.rotation && !section.has("component") {
            section.expect_units(&[("torque", "N m")])?;
            let torque = MotorFormula::read(section, "torque", &["t", "q.1", "q.2", "q.3", "v.1", "v.2", "v.3"], 3)?;
            return Ok(Self { on: On::Rotation(joint, shape.scalars.len()), torque });
        }
        let axis = JointAxis::read(section)?;
        section.expect_units(&[("torque", axis.units().force)])?;
        let on = On::Axis(axis);
        Ok(Self { on, torque: MotorFormula::read(section, "torque", &["t", "q", "v"], 1)? })
    }
    fn is_load(&self) -> bool {
        true
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> JointTorque<R> {
        JointTorque { on: self.on, torque: self.torque.iter().map(|torque| torque.evaluate(p)).collect() }
    }
    fn axis(&self) -> Option<JointAxis> {
        match self.on {
            On::Axis(axis) => Some(axis),
            On::Rotation(..) => None,
        }
    }
}

impl<R: Real> Exerts<R> for JointTorque<R> {
    fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        R::note("motor in a joint");
        match self.on {
            On::Axis(axis) => {
                let (q, v) = axis.motion(motion);
                axis.add_force(loads, self.torque[0].value(&[motion.time, q, v], motion));
            }
            On::Rotation(joint, scalars) => {
                let state = &motion.joints[joint];
                let mut own = vec![motion.time];
                own.extend(&state.all_coordinates()[scalars..]);
                own.extend(&state.all_velocities()[scalars..]);
                for (load, torque) in loads.joints[joint][scalars..].iter_mut().zip(&self.torque) {
                    *load = *load + torque.value(&own, motion);
                }
            }
        }
    }
}
