//! Motion of a body point.

use super::kind::{Columns, Component, Description, Measures, xyz};
use super::snapshot::Snapshot;
use crate::model::Kind;
use crate::model::expression::{Expr, Expr3, evaluate3};
use crate::model::frame::FrameRef;
use crate::model::section::{Invalid, Section};
use crate::num::{Real, Vec3};

const KEYS: &str = "body, point = [..] (m, body frame from the centre of mass; default the centre of mass)";

pub(super) const KINDS: &[Kind] = &[
    Kind {
        name: "position",
        summary: "position of a body point, world frame, m",
        keys: KEYS,
        example: r#"[[output]]
name = "tip"
quantity = "position"
body = "top"
point = [0, 0.1, 0] # m
"#,
    },
    Kind {
        name: "velocity",
        summary: "velocity of a body point, world frame, m/s",
        keys: KEYS,
        example: r#"[[output]]
name = "tip_velocity"
quantity = "velocity"
body = "top"
point = [0, 0.1, 0] # m
"#,
    },
    Kind {
        name: "acceleration",
        summary: "acceleration of a body point, world frame, m/s^2",
        keys: KEYS,
        example: r#"[[output]]
name = "corner_acceleration"
quantity = "acceleration"
body = "plate"
point = [0.1, 0.2, 0.3] # m
"#,
    },
];

/// An output of the motion of a point of a body, one of the [`KINDS`]: `derivative` is 0, 1 or 2.
#[derive(Clone, Debug)]
pub struct Point<N> {
    derivative: usize,
    frame: FrameRef,
    point: [N; 3],
}

impl Point<Expr> {
    /// Makes the position of the centre of mass of a body.
    pub(super) fn position_of(frame: FrameRef) -> Self {
        Self { derivative: 0, frame, point: [0.0; 3].map(Expr::Constant) }
    }
}

impl Description for Point<Expr> {
    type At<R: Real> = Point<R>;

    fn read(derivative: usize, section: &mut dyn Section, _: &[String]) -> Result<Self, Invalid> {
        section.expect_units(&[("point", "m")])?;
        let point: Expr3 = section.vector_or_zero("point")?;
        Ok(Self { derivative, frame: section.frame("body")?, point })
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> Point<R> {
        Point { derivative: self.derivative, frame: self.frame, point: evaluate3(&self.point, p).to_array() }
    }
}

impl<N> Columns for Point<N> {
    fn components(&self) -> Vec<Component> {
        xyz(["m", "m/s", "m/s^2"][self.derivative])
    }
    fn needs_rates(&self) -> bool {
        self.derivative == 2
    }
}

impl<R: Real> Measures<R> for Point<R> {
    fn write(&self, at: &Snapshot<'_, R>, out: &mut Vec<R>) {
        R::note("output: motion of a body point");
        let state = at.motion.frame(self.frame);
        let point = Vec3::from_slice(&self.point);
        let (_, position, velocity) = state.point(point);
        let value = match self.derivative {
            0 => position,
            1 => velocity,
            _ => {
                let rates = at.rates_of(self.frame);
                let w = state.angular_velocity;
                let local = rates.angular_acceleration.cross(point) + w.cross(w.cross(point));
                rates.acceleration + state.rotation.apply(local)
            }
        };
        out.extend(value.to_array());
    }
}
