//! Pose of a body: the position of a point and the orientation, `world_from_body`.

use super::kind::{Columns, Component, Description, Measures, component};
use super::orientation::Orientation;
use super::point::Point;
use super::pose_columns::PoseForm;
use super::snapshot::Snapshot;
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::num::Real;

pub(super) const KINDS: &[Kind] = &[Kind {
    name: "pose",
    summary: "position of a body point, world frame, m, and unit quaternion of the body, scalar first and not negative",
    keys: "body, point = [..] (m, body frame from the centre of mass; default the centre of mass)",
    example: r#"[[output]]
name = "pose"
quantity = "pose"
body = "top"
"#,
}];

/// An output of the pose of a body.
#[derive(Clone, Debug)]
pub struct BodyPose<N> {
    position: Point<N>,
    orientation: Orientation<N>,
}

impl Description for BodyPose<Expr> {
    type At<R: Real> = BodyPose<R>;

    fn read(_: usize, section: &mut dyn Section, names: &[String]) -> Result<Self, Invalid> {
        let position = Point::read(0, section, names)?;
        Ok(Self { position, orientation: Orientation::quaternion_of(section.frame("body")?) })
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> BodyPose<R> {
        BodyPose { position: self.position.evaluate(p), orientation: self.orientation.evaluate(p) }
    }
}

impl<N> Columns for BodyPose<N> {
    fn components(&self) -> Vec<Component> {
        let of = |(suffix, unit): (&str, &str)| component(suffix, unit);
        let position = [(".x", "m"), (".y", "m"), (".z", "m")];
        let quaternion = [(".qw", "1"), (".qx", "1"), (".qy", "1"), (".qz", "1")];
        position.into_iter().chain(quaternion).map(of).collect()
    }
    fn pose(&self) -> Option<PoseForm> {
        Some(PoseForm::Pose)
    }
}

impl<R: Real> Measures<R> for BodyPose<R> {
    fn write(&self, at: &Snapshot<'_, R>, out: &mut Vec<R>) {
        self.position.write(at, out);
        self.orientation.write(at, out);
    }
}
