//! Power of the forces that have no potential.

use super::kind::{Columns, Component, Description, Measures, component};
use super::snapshot::Snapshot;
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::num::Real;
use std::marker::PhantomData;

pub(super) const KINDS: &[Kind] = &[Kind {
    name: "power",
    summary: "power of all forces that have no potential (motors, dampers, constant and expression forces), or of that \
              part of one force, W; the energy changes by its integral (the work of a prescribed base is not counted)",
    keys: "force (optional)",
    example: r#"[[force]]
name = "brake"
kind = "joint_torque"
joint = "rail"
torque = "-2*v" # N
[[output]]
name = "brake_power"
quantity = "power"
force = "brake"
"#,
}];

/// See [`KINDS`].
#[derive(Clone, Debug)]
pub struct Power<N> {
    force: Option<usize>,
    numbers: PhantomData<N>,
}

impl Description for Power<Expr> {
    type At<R: Real> = Power<R>;

    fn read(_: usize, section: &mut dyn Section, _: &[String]) -> Result<Self, Invalid> {
        let names = section.names();
        let names: Vec<&str> = names.forces.iter().map(|f| f.name.as_str()).collect();
        let force = if section.has("force") { Some(section.named("force", "force", &names)?) } else { None };
        Ok(Self { force, numbers: PhantomData })
    }
    fn evaluate<R: Real>(&self, _: &[R]) -> Power<R> {
        Power { force: self.force, numbers: PhantomData }
    }
}

impl<N> Columns for Power<N> {
    fn components(&self) -> Vec<Component> {
        vec![component("", "W")]
    }
}

impl<R: Real> Measures<R> for Power<R> {
    fn write(&self, at: &Snapshot<'_, R>, out: &mut Vec<R>) {
        R::note("output: power");
        let forces = match self.force {
            Some(force) => &at.forces[force..=force],
            None => at.forces,
        };
        out.push(forces.iter().fold(R::zero(), |sum, force| sum + force.power(&at.motion)));
    }
}
