//! Prescribed trajectories and how far a joint is from them.

use super::kind::{Columns, Component, Description, Measures, component};
use super::snapshot::Snapshot;
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::num::Real;
use std::marker::PhantomData;

const KEYS: &str = "control (the name of a joint_control)";

pub(super) const KINDS: &[Kind] = &[
    Kind {
        name: "trajectory",
        summary: "prescribed position of a joint_control, m or rad",
        keys: KEYS,
        example: r#"[[force]]
name = "wanted_servo"
kind = "joint_control"
joint = "rail"
trajectory = { kind = "polynomial", breaks = [0, 1], coefficients = [[0, 1, 4]] } # s, m/s^k
proportional = 50 # N/m
derivative = 5 # N s/m
[[output]]
name = "wanted"
quantity = "trajectory"
control = "wanted_servo"
"#,
    },
    Kind {
        name: "trajectory_velocity",
        summary: "prescribed velocity, m/s or rad/s",
        keys: KEYS,
        example: r#"[[force]]
name = "wanted_velocity_servo"
kind = "joint_control"
joint = "rail"
trajectory = { kind = "polynomial", breaks = [0, 1], coefficients = [[0, 1, 4]] } # s, m/s^k
proportional = 50 # N/m
derivative = 5 # N s/m
[[output]]
name = "wanted_velocity"
quantity = "trajectory_velocity"
control = "wanted_velocity_servo"
"#,
    },
    Kind {
        name: "trajectory_acceleration",
        summary: "prescribed acceleration, m/s^2 or rad/s^2",
        keys: KEYS,
        example: r#"[[force]]
name = "wanted_acceleration_servo"
kind = "joint_control"
joint = "rail"
trajectory = { kind = "polynomial", breaks = [0, 1], coefficients = [[0, 1, 4]] } # s, m/s^k
proportional = 50 # N/m
derivative = 5 # N s/m
[[output]]
name = "wanted_acceleration"
quantity = "trajectory_acceleration"
control = "wanted_acceleration_servo"
"#,
    },
    Kind {
        name: "tracking_error",
        summary: "prescribed position minus joint coordinate, m or rad",
        keys: KEYS,
        example: r#"[[force]]
name = "lag_servo"
kind = "joint_control"
joint = "rail"
trajectory = { kind = "polynomial", breaks = [0, 1], coefficients = [[0, 1, 4]] } # s, m/s^k
proportional = 50 # N/m
derivative = 5 # N s/m
[[output]]
name = "lag"
quantity = "tracking_error"
control = "lag_servo"
"#,
    },
];

/// An output of a controlled joint: `kind` is the index in [`KINDS`].
#[derive(Clone, Debug)]
pub struct Control<N> {
    kind: usize,
    force: usize,
    unit: String,
    numbers: PhantomData<N>,
}

impl Description for Control<Expr> {
    type At<R: Real> = Control<R>;

    fn read(kind: usize, section: &mut dyn Section, _: &[String]) -> Result<Self, Invalid> {
        let names = section.names();
        let forces = names.forces.iter().enumerate();
        let controls: Vec<(usize, &str, &str)> =
            forces.filter_map(|(at, f)| f.controls.map(|unit| (at, unit, f.name.as_str()))).collect();
        let names: Vec<&str> = controls.iter().map(|(.., name)| *name).collect();
        let (force, unit, _) = &controls[section.named("control", "joint_control", &names)?];
        let unit = format!("{unit}{}", ["", "/s", "/s^2", ""][kind]);
        Ok(Self { kind, force: *force, unit, numbers: PhantomData })
    }
    fn evaluate<R: Real>(&self, _: &[R]) -> Control<R> {
        Control { kind: self.kind, force: self.force, unit: self.unit.clone(), numbers: PhantomData }
    }
}

impl<N> Columns for Control<N> {
    fn components(&self) -> Vec<Component> {
        vec![component("", &self.unit)]
    }
}

impl<R: Real> Measures<R> for Control<R> {
    fn write(&self, at: &Snapshot<'_, R>, out: &mut Vec<R>) {
        R::note("output: trajectory");
        let followed = at.forces[self.force].follows(at.motion.time);
        out.extend(followed.map(|(axis, point)| match self.kind {
            0 => point.position,
            1 => point.velocity,
            2 => point.acceleration,
            _ => point.position - axis.motion(&at.motion).0,
        }));
    }
}
