//! Angular velocity and acceleration of a body.

use super::kind::{Columns, Component, Description, Measures, xyz};
use super::snapshot::Snapshot;
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::frame::FrameRef;
use crate::model::section::{Invalid, Section};
use crate::num::Real;
use std::marker::PhantomData;

const KEYS: &str = "body, frame = body | world (default body)";

pub(super) const KINDS: &[Kind] = &[
    Kind {
        name: "angular_velocity",
        summary: "angular velocity of a body, rad/s",
        keys: KEYS,
        example: r#"[[output]]
name = "spin"
quantity = "angular_velocity"
body = "top"
[[output]]
name = "spin_in_space"
quantity = "angular_velocity"
body = "top"
frame = "world"
"#,
    },
    Kind {
        name: "angular_acceleration",
        summary: "angular acceleration of a body, rad/s^2",
        keys: KEYS,
        example: r#"[[output]]
name = "spin_rate"
quantity = "angular_acceleration"
body = "plate"
frame = "world"
"#,
    },
];

/// An output of the angular velocity or acceleration of a body, one of the [`KINDS`].
#[derive(Clone, Debug)]
pub struct RotationRate<N> {
    acceleration: bool,
    frame: FrameRef,
    world: bool,
    numbers: PhantomData<N>,
}

impl Description for RotationRate<Expr> {
    type At<R: Real> = RotationRate<R>;

    fn read(kind: usize, section: &mut dyn Section, _: &[String]) -> Result<Self, Invalid> {
        let world = section.choice("frame", &["body", "world"])? == "world";
        Ok(Self { acceleration: kind == 1, frame: section.frame("body")?, world, numbers: PhantomData })
    }
    fn evaluate<R: Real>(&self, _: &[R]) -> RotationRate<R> {
        RotationRate { acceleration: self.acceleration, frame: self.frame, world: self.world, numbers: PhantomData }
    }
}

impl<N> Columns for RotationRate<N> {
    fn components(&self) -> Vec<Component> {
        xyz(if self.acceleration { "rad/s^2" } else { "rad/s" })
    }
    fn needs_rates(&self) -> bool {
        self.acceleration
    }
}

impl<R: Real> Measures<R> for RotationRate<R> {
    fn write(&self, at: &Snapshot<'_, R>, out: &mut Vec<R>) {
        R::note("output: angular velocity or acceleration");
        let state = at.motion.frame(self.frame);
        // the derivative of R W is R W' in any case, since R W~ W = 0
        let local =
            if self.acceleration { at.rates_of(self.frame).angular_acceleration } else { state.angular_velocity };
        out.extend(if self.world { state.rotation.apply(local) } else { local }.to_array());
    }
}
