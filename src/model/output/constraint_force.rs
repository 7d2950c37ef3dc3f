//! What the constraints beside those of joints exert: drives, rods, gears.

use super::kind::{Columns, Component, Description, Measures, component};
use super::reaction::UNDETERMINED;
use super::snapshot::Snapshot;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::model::{Kind, TimeReduction};
use crate::num::Real;
use std::marker::PhantomData;

/// The kind of what constraints exert within instants.
const IMPULSE: &str = "impulse";

/// Lists the kinds.
pub(super) const KINDS: &[Kind] = &[OF_FORCE, OF_IMPULSE];

const OF_FORCE: Kind = Kind {
    name: "constraint_force",
    summary: "what a [[constraint]] exerts, N or N m: of a motion the force or torque of the drive, positive along the \
              coordinate; of a distance the tension of the rod; of a coupling the force or torque on each of its \
              coordinates, positive along it, as columns .1, .2, .. (the power of a motion is `power`); with \
              formulation = \"absolute\" alone. Over = \"integral\" contains impulses, where velocities jump",
    keys: concat!(
        "constraint, component (of a coupling one of several, in the order of its joints, from 1; default all), ",
        "undetermined (as for reaction_force)"
    ),
    example: r#"[[constraint]]
name = "stroke"
kind = "motion"
joint = "rail"
position = "t + 0.05*sin(20*t)^2" # m
[[output]]
name = "drive_force"
quantity = "constraint_force"
constraint = "stroke"
"#,
};

const OF_IMPULSE: Kind = Kind {
    name: IMPULSE,
    summary: "the sum of the impulses of a [[constraint]] over a run, N s or N m s, with the signs of constraint_force: what it exerts at the \
              instants at which velocities jump, as where the speed of a prescribed motion does or a joint begins to act, \
              M (v - v0) = B^T lambda; with formulation = \"absolute\" alone",
    keys: concat!(
        "constraint, component (as for constraint_force), over = \"integral\" (default), ",
        "undetermined (as for reaction_force)"
    ),
    example: r#"[[constraint]]
name = "stroke"
kind = "motion"
joint = "rail"
position = "t + 0.5*max(0, t - 0.02)" # m
[[output]]
name = "kick"
quantity = "impulse"
constraint = "stroke"
"#,
};

/// Returns the reduction over time that outputs of a kind have by themselves, if they have one.
pub(super) fn reduction_of(kind: &str) -> Option<TimeReduction> {
    (kind == IMPULSE).then_some(TimeReduction::Integral)
}

/// An output of the force of a constraint, one of the [`KINDS`].
#[derive(Clone, Debug)]
pub struct ConstraintForce<N> {
    constraint: usize,
    /// The components of the force that are shown, with their units.
    components: Vec<(usize, &'static str)>,
    /// True where the force is the one of least norm.
    least: bool,
    /// True where the force counts within instants alone, in which velocities jump.
    of_jumps: bool,
    numbers: PhantomData<N>,
}

/// Reads the constraint that a key names.
pub(super) fn named(section: &mut dyn Section, key: &str) -> Result<usize, Invalid> {
    let names = section.names();
    let all: Vec<&str> = names.constraints.iter().map(|c| c.name.as_str()).collect();
    let name = section.text(key)?;
    if !all.contains(&name.as_str()) && names.joints.iter().any(|joint| joint.name == name) {
        let message = format!(
            "{name:?} is a joint, whose constraints exert reaction_force and reaction_torque; constraints: {}",
            if all.is_empty() { "there are none".into() } else { all.join(", ") }
        );
        return Err(section.invalid(key, message));
    }
    section.place_of(key, &name, "constraint", &all)
}

/// Reads whether multipliers of least norm are asked for.
pub(super) fn is_least(section: &mut dyn Section) -> Result<bool, Invalid> {
    Ok(section.choice("undetermined", &UNDETERMINED)? == UNDETERMINED[1])
}

impl Description for ConstraintForce<Expr> {
    type At<R: Real> = ConstraintForce<R>;

    fn read(kind: usize, section: &mut dyn Section, _: &[String]) -> Result<Self, Invalid> {
        let constraint = named(section, "constraint")?;
        let names = section.names();
        let (name, units) = (&names.constraints[constraint].name, &names.constraints[constraint].units);
        let all = units.iter().copied().enumerate();
        let components = if section.has("component") {
            let number = section.number("component")?;
            let found = all.filter(|(i, _)| number == Expr::Constant((i + 1) as f64)).collect::<Vec<_>>();
            if found.is_empty() {
                let message = format!("the constraint {name:?} has no such component; accepted: 1 to {}", units.len());
                return Err(section.invalid("component", message));
            }
            found
        } else {
            all.collect()
        };
        let of_jumps = KINDS[kind].name == IMPULSE;
        Ok(Self { constraint, components, least: is_least(section)?, of_jumps, numbers: PhantomData })
    }
    fn evaluate<R: Real>(&self, _: &[R]) -> ConstraintForce<R> {
        let Self { constraint, ref components, least, of_jumps, .. } = *self;
        ConstraintForce { constraint, components: components.clone(), least, of_jumps, numbers: PhantomData }
    }
}

impl<N> Columns for ConstraintForce<N> {
    fn components(&self) -> Vec<Component> {
        match self.components.as_slice() {
            [(_, unit)] => vec![component("", unit)],
            all => all.iter().enumerate().map(|(i, (_, unit))| component(&format!(".{}", i + 1), unit)).collect(),
        }
    }
    fn needs_constraints(&self) -> bool {
        true
    }
    fn needs_least_reactions(&self) -> bool {
        self.least
    }
}

impl<R: Real> Measures<R> for ConstraintForce<R> {
    fn write(&self, at: &Snapshot<'_, R>, out: &mut Vec<R>) {
        R::note("output: what constraints exert");
        if self.of_jumps && !at.at_jump {
            out.extend(self.components.iter().map(|_| R::zero()));
            return;
        }
        let multiplier = at.multipliers[usize::from(self.least)][self.constraint];
        let exerted = at.constraints[self.constraint].exerted(multiplier);
        out.extend(self.components.iter().map(|(i, _)| exerted[*i]));
    }
}
