//! Power of the forces that have no potential, and of drives.

use super::constraint_force::{is_least, named};
use super::kind::{Columns, Component, Description, Measures, component};
use super::snapshot::Snapshot;
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::num::Real;
use std::marker::PhantomData;

pub(super) const KINDS: &[Kind] = &[Kind {
    name: "power",
    summary: "power of all forces that have no potential (motors, dampers, constant and expression forces) and of all \
              prescribed motions, or of that part of one force, or of one prescribed motion, W; the energy changes by its \
              integral (the work of a prescribed base is not counted)",
    keys: "force or constraint (optional: that of one), undetermined (where there are prescribed motions; as for \
           reaction_force)",
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

/// Says which forces count.
#[derive(Clone, Copy, Debug)]
enum Forces {
    None,
    One(usize),
    All,
}

/// An output of a power, one of the [`KINDS`].
#[derive(Clone, Debug)]
pub struct Power<N> {
    forces: Forces,
    /// Prescribed motions, by their indices among the constraints.
    drives: Vec<usize>,
    /// True where multipliers are those of least norm.
    least: bool,
    numbers: PhantomData<N>,
}

impl Description for Power<Expr> {
    type At<R: Real> = Power<R>;

    fn read(_: usize, section: &mut dyn Section, _: &[String]) -> Result<Self, Invalid> {
        let names = section.names();
        let (forces, drives) = match (section.has("force"), section.has("constraint")) {
            (true, true) => {
                return Err(section.invalid("constraint", "give either force or constraint, not both".into()));
            }
            (true, false) => {
                let all: Vec<&str> = names.forces.iter().map(|f| f.name.as_str()).collect();
                (Forces::One(section.named("force", "force", &all)?), Vec::new())
            }
            (false, true) => (Forces::None, vec![drive(section)?]),
            (false, false) => {
                let is_drive = |i: &usize| names.constraints[*i].is_drive;
                (Forces::All, (0..names.constraints.len()).filter(is_drive).collect())
            }
        };
        let least = !drives.is_empty() && is_least(section)?;
        Ok(Self { forces, drives, least, numbers: PhantomData })
    }
    fn evaluate<R: Real>(&self, _: &[R]) -> Power<R> {
        Power { forces: self.forces, drives: self.drives.clone(), least: self.least, numbers: PhantomData }
    }
}

/// Reads the prescribed motion that is named.
fn drive(section: &mut dyn Section) -> Result<usize, Invalid> {
    let constraint = named(section, "constraint")?;
    let shape = &section.names().constraints[constraint];
    if !shape.is_drive {
        let message = format!(
            "the constraint {:?} does no work, since what it keeps constant does not change with the time; accepted: a \
             constraint of kind motion (what {:?} exerts is constraint_force)",
            shape.name, shape.name
        );
        return Err(section.invalid("constraint", message));
    }
    Ok(constraint)
}

impl<N> Columns for Power<N> {
    fn components(&self) -> Vec<Component> {
        vec![component("", "W")]
    }
    fn needs_constraints(&self) -> bool {
        !self.drives.is_empty()
    }
    fn needs_least_reactions(&self) -> bool {
        self.least
    }
}

impl<R: Real> Measures<R> for Power<R> {
    fn write(&self, at: &Snapshot<'_, R>, out: &mut Vec<R>) {
        R::note("output: power");
        let forces = match self.forces {
            Forces::None => &[],
            Forces::One(force) => &at.forces[force..=force],
            Forces::All => at.forces,
        };
        let multipliers = at.multipliers[usize::from(self.least)];
        let of_drives = self.drives.iter().map(|i| at.constraints[*i].power(&at.motion, multipliers[*i]));
        let of_forces = forces.iter().map(|force| force.power(&at.motion));
        let beams = if matches!(self.forces, Forces::All) { at.beams } else { &[] };
        let of_beams = beams.iter().map(|beam| beam.power(&at.motion));
        let all = of_forces.chain(of_beams).chain(of_drives);
        out.push(all.reduce(|sum, power| sum + power).unwrap_or_else(R::zero));
    }
}
