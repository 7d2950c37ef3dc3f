//! One scalar coordinate of one joint: what springs, limits and motors in joints act on.

use super::expression::Expr;
use super::section::{Invalid, Section};
use super::state::{Loads, Motion};
use crate::num::Real;

/// The keys that name a scalar coordinate of a joint.
macro_rules! axis_keys {
    () => {
        "joint, component (the number of the coordinate, from 1; needed where the joint has several)"
    };
}
pub(super) use axis_keys;

/// Names a scalar coordinate q of a joint, its velocity v = q', and the generalised force that is conjugate to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JointAxis {
    /// The number of the joint.
    pub joint: usize,
    /// Which of the joint's scalar coordinates, from 0.
    pub component: usize,
    /// `m` or `rad`.
    pub unit: &'static str,
}

/// Names the units of what acts and moves along a scalar coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AxisUnits {
    /// The unit of the coordinate.
    pub position: &'static str,
    /// The unit of the coordinate's velocity.
    pub velocity: &'static str,
    /// The unit of the coordinate's acceleration.
    pub acceleration: &'static str,
    /// The unit of the generalised force.
    pub force: &'static str,
    /// The unit of a force per coordinate.
    pub stiffness: &'static str,
    /// The unit of a force per velocity.
    pub damping: &'static str,
}

impl JointAxis {
    /// Reads the keys `joint` and `component`.
    ///
    /// # Errors
    /// Where the joint has no such scalar coordinate.
    pub fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        let joint = section.text("joint")?;
        let component = if section.has("component") { Some(section.number("component")?) } else { None };
        Self::named(section, ("joint", &joint), ("component", component))
    }

    /// Returns the scalar coordinate of that number (from 1; none where the joint has but one) of a joint of that name,
    /// which these keys of the section hold.
    ///
    /// # Errors
    /// Where the joint has no such scalar coordinate.
    pub fn named(
        section: &dyn Section,
        (joint_key, joint): (&str, &str),
        (component_key, component): (&str, Option<Expr>),
    ) -> Result<Self, Invalid> {
        let names = section.names();
        let all: Vec<&str> = names.joints.iter().map(|j| j.name.as_str()).collect();
        let joint = section.place_of(joint_key, joint, "joint", &all)?;
        let shape = &names.joints[joint];
        let (name, units) = (&shape.name, &shape.scalars);
        let accepted: Vec<String> = units.iter().enumerate().map(|(i, unit)| format!("{} ({unit})", i + 1)).collect();
        let accepted = accepted.join(", ");
        if units.is_empty() {
            let message = format!(
                "the joint {name:?} has no scalar coordinate; accepted: joints that have one, such as a revolute or a \
                 prismatic joint (a rotational_spring_damper acts between bodies that turn freely, and a \
                 joint_torque of three expressions on a rotation)"
            );
            return Err(section.invalid(joint_key, message));
        }
        let component = if let Some(number) = component {
            (0..units.len()).find(|i| number == Expr::Constant((i + 1) as f64)).ok_or_else(|| {
                let message =
                    format!("the joint {name:?} has no scalar coordinate of this number; accepted: {accepted}");
                section.invalid(component_key, message)
            })?
        } else if units.len() == 1 {
            0
        } else {
            let message = format!("the joint {name:?} has several scalar coordinates; say which: {accepted}");
            return Err(section.invalid(component_key, message));
        };
        Ok(Self { joint, component, unit: units[component] })
    }

    /// Returns the units of what acts and moves along it.
    pub fn units(&self) -> AxisUnits {
        match self.unit {
            "m" => AxisUnits {
                position: "m",
                velocity: "m/s",
                acceleration: "m/s^2",
                force: "N",
                stiffness: "N/m",
                damping: "N s/m",
            },
            _ => AxisUnits {
                position: "rad",
                velocity: "rad/s",
                acceleration: "rad/s^2",
                force: "N m",
                stiffness: "N m/rad",
                damping: "N m s/rad",
            },
        }
    }

    /// Returns the coordinate (m or rad) and its velocity (m/s or rad/s).
    pub fn motion<R: Real>(&self, motion: &Motion<'_, R>) -> (R, R) {
        let joint = &motion.joints[self.joint];
        (joint.coordinates[self.component], joint.velocities[self.component])
    }

    /// Adds a generalised force, N or N m.
    pub fn add_force<R: Real>(&self, loads: &mut Loads<R>, force: R) {
        let load = &mut loads.joints[self.joint][self.component];
        *load = *load + force;
    }
}
