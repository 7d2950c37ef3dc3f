//! A controller that makes a joint follow a trajectory.

use super::formulas::{MotorFormula, of_all_joints};
use super::kind::{Description, Exerts, not_negative};
use crate::model::Kind;
use crate::model::expression::{Expr, Steepness};
use crate::model::joint_axis::{JointAxis, axis_keys};
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::model::trajectory::{Trajectory, TrajectoryPoint};
use crate::num::Real;

pub(super) const KIND: Kind = Kind {
    name: "joint_control",
    summary: "proportional-derivative control of a scalar joint coordinate along a prescribed trajectory; no potential is \
              counted",
    keys: concat!(
        axis_keys!(),
        ", trajectory = { kind = .., .. }, proportional (N/m or N m/rad), derivative (N s/m or N m s/rad), feed_forward = \
         \"..\" (N or N m, over parameters and t, q, v, the prescribed qd, vd, ad, ",
        of_all_joints!(),
        "; default 0), limit (N or N m: the greatest magnitude of the whole; default none)"
    ),
    example: r#"[[force]]
name = "servo"
kind = "joint_control"
joint = "rail"
trajectory = { kind = "accelerations", times = [0, 0.02, 0.04], accelerations = [20, -20], velocity = 0.9, hold = true }
proportional = 400 # N/m
derivative = "10*mass" # N s/m
feed_forward = "1.5*ad + 0.2*pivot.v.1" # N
limit = 20 # N
"#,
};

/// What a feed-forward may depend on: the time, the joint's coordinate and velocity, and those and the acceleration of the trajectory.
const OWN: [&str; 6] = ["t", "q", "v", "qd", "vd", "ad"];

/// The generalised force P (qd - q) + D (vd - v) + feed-forward, clamped to the limit: the controllers of the
/// Puma robot of Holzinger et al. (2024), Section 4.4. Angles are not wrapped.
#[derive(Clone, Debug)]
pub struct JointControl<N> {
    axis: JointAxis,
    trajectory: Trajectory<N>,
    proportional: N,
    derivative: N,
    feed_forward: MotorFormula<N>,
    limit: Option<N>,
    /// The sides of the limit: whether the force is above the lower one, and above the upper one.
    sides: [Option<usize>; 2],
}

impl Description for JointControl<Expr> {
    type At<R: Real> = JointControl<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        let axis = JointAxis::read(section)?;
        let units = axis.units();
        section.expect_units(&[("proportional", units.stiffness), ("derivative", units.damping)])?;
        section.expect_units(&[("feed_forward", units.force), ("limit", units.force)])?;
        let trajectory = {
            let mut inner = section.inner("trajectory")?;
            let (position, velocity, acceleration) = (units.position, units.velocity, units.acceleration);
            inner.expect_units(&[("from", position), ("to", position), ("position", position), ("speed", velocity)])?;
            inner.expect_units(&[
                ("velocity", velocity),
                ("acceleration", acceleration),
                ("accelerations", acceleration),
            ])?;
            inner.expect_units(&[("start", "s"), ("breaks", "s"), ("times", "s")])?;
            let trajectory = Trajectory::read(inner.as_mut())?;
            inner.finish()?;
            trajectory
        };
        let feed_forward = if section.has("feed_forward") {
            MotorFormula::read(section, "feed_forward", &OWN, 1)?.swap_remove(0)
        } else {
            MotorFormula::zero()
        };
        let limit = if section.has("limit") { Some(section.number("limit")?) } else { None };
        let sides =
            if limit.is_some() { [0; 2].map(|_| section.side("limit", 1, Steepness::Bounded)) } else { [None; 2] };
        Ok(Self {
            axis,
            trajectory,
            proportional: section.number("proportional")?,
            derivative: section.number("derivative")?,
            feed_forward,
            limit,
            sides,
        })
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> JointControl<R> {
        JointControl {
            axis: self.axis,
            trajectory: self.trajectory.evaluate(p),
            proportional: self.proportional.evaluate(p),
            derivative: self.derivative.evaluate(p),
            feed_forward: self.feed_forward.evaluate(p),
            limit: self.limit.as_ref().map(|e| e.evaluate(p)),
            sides: self.sides,
        }
    }
    fn axis(&self) -> Option<JointAxis> {
        Some(self.axis)
    }
    fn is_control(&self) -> bool {
        true
    }
    fn jumps_where_moved_by(&self, p: &[f64], parameter: usize, order: usize) -> bool {
        let is_there = |gain: &Expr| !matches!(gain, Expr::Constant(0.0));
        let feeds = |name: &str| {
            OWN.iter().position(|own| *own == name).is_some_and(|at| self.feed_forward.uses_own(p.len(), at))
        };
        let follows =
            [is_there(&self.proportional) || feeds("qd"), is_there(&self.derivative) || feeds("vd"), feeds("ad")];
        let jumps = |derivative: usize| self.trajectory.jumps_where_moved_by(p, parameter, derivative + order);
        follows.iter().enumerate().any(|(derivative, follows)| *follows && jumps(derivative))
    }
    fn end_of_definition(&self, p: &[f64]) -> Option<f64> {
        self.trajectory.end_of_definition(p)
    }
    fn check(&self, p: &[f64]) -> Result<(), (&'static str, String)> {
        self.limit.iter().try_for_each(|limit| not_negative("limit", limit, p))?;
        self.trajectory.check(p)
    }
    fn check_depends_on(&self, varied: &dyn Fn(usize) -> bool) -> bool {
        self.limit.iter().any(|e| e.depends_on(&varied)) || self.trajectory.check_depends_on(varied)
    }
}

impl<R: Real> Exerts<R> for JointControl<R> {
    fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        R::note("control of a joint: P (qd - q) + D (vd - v) + feed-forward");
        let (q, v) = self.axis.motion(motion);
        let desired = self.trajectory.at(motion.time);
        let TrajectoryPoint { position: qd, velocity: vd, acceleration: ad } = desired;
        let feed_forward = self.feed_forward.value(&[motion.time, q, v, qd, vd, ad], motion);
        let force = self.proportional * (qd - q) + self.derivative * (vd - v) + feed_forward;
        let force = self.limit.map_or(force, |limit| motion.sides.clamp(self.sides, [force, -limit, limit]));
        self.axis.add_force(loads, force);
    }
    fn corners(&self) -> Vec<R> {
        self.trajectory.corners()
    }
    fn follows(&self, time: R) -> Option<(JointAxis, TrajectoryPoint<R>)> {
        Some((self.axis, self.trajectory.at(time)))
    }
}
