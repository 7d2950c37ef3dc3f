//! Coordinates, velocities, accelerations and forces of joints.

use super::kind::{Columns, Component, Description, Measures, component};
use super::snapshot::Snapshot;
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::num::Real;
use std::marker::PhantomData;

const KEYS: &str = "joint, component (one of several, from 1; default all, as columns .1, .2, ..)";

pub(super) const KINDS: &[Kind] = &[
    Kind {
        name: "joint_position",
        summary: "coordinates of a joint, m or rad; of a rotation the rotation vector, whatever the formulation",
        keys: KEYS,
        example: r#"[[output]]
name = "way"
quantity = "joint_position"
joint = "rail"
[[output]]
name = "precession"
quantity = "joint_position"
joint = "pivot"
component = 3
"#,
    },
    Kind {
        name: "joint_velocity",
        summary: "velocities of a joint, m/s or rad/s; of a rotation the angular velocity in the moved body's frame",
        keys: KEYS,
        example: r#"[[output]]
name = "way_rate"
quantity = "joint_velocity"
joint = "rail"
[[output]]
name = "nutation_rate"
quantity = "joint_velocity"
joint = "pivot"
"#,
    },
    Kind {
        name: "joint_acceleration",
        summary: "accelerations of a joint likewise, m/s^2 or rad/s^2",
        keys: KEYS,
        example: r#"[[output]]
name = "way_acceleration"
quantity = "joint_acceleration"
joint = "pivot"
"#,
    },
    Kind {
        name: "joint_force",
        summary: "generalised force of springs, dampers, friction, limits, motors and controls in a joint, N or N m (what a \
                  [[constraint]] exerts along its coordinates is constraint_force)",
        keys: KEYS,
        example: r#"[[force]]
name = "buffer"
kind = "joint_spring_damper"
joint = "rail"
stiffness = 80 # N/m
damping = 1 # N s/m
[[output]]
name = "rail_force"
quantity = "joint_force"
joint = "rail"
"#,
    },
];

/// An output of a joint: `kind` is the index in [`KINDS`].
#[derive(Clone, Debug)]
pub struct JointQuantity<N> {
    kind: usize,
    joint: usize,
    /// The degrees of freedom of the joint that are shown, with their units.
    components: Vec<(usize, String)>,
    numbers: PhantomData<N>,
}

impl Description for JointQuantity<Expr> {
    type At<R: Real> = JointQuantity<R>;

    fn read(kind: usize, section: &mut dyn Section, _: &[String]) -> Result<Self, Invalid> {
        let joint = section.joint("joint")?;
        let names = section.names();
        let shape = &names.joints[joint];
        let units = shape.units();
        if units.is_empty() {
            let message = format!("the joint {:?} does not move and has none", shape.name);
            return Err(section.invalid("joint", message));
        }
        let places = if section.has("component") {
            let number = section.number("component")?;
            let place = (0..units.len()).find(|i| number == Expr::Constant((i + 1) as f64));
            let found = place.ok_or_else(|| {
                let message =
                    format!("the joint {:?} has no such component; accepted: 1 to {}", shape.name, units.len());
                section.invalid("component", message)
            })?;
            vec![found]
        } else {
            (0..units.len()).collect()
        };
        if kind == 3 {
            places.iter().try_for_each(|place| refuse_drive(section, (joint, *place)))?;
        }
        let unit = |place: usize| match (kind, units[place]) {
            (0, unit) => unit.to_string(),
            (1, unit) => format!("{unit}/s"),
            (2, unit) => format!("{unit}/s^2"),
            (_, "m") => "N".to_string(),
            _ => "N m".to_string(),
        };
        let components = places.into_iter().map(|place| (place, unit(place))).collect();
        Ok(Self { kind, joint, components, numbers: PhantomData })
    }
    fn evaluate<R: Real>(&self, _: &[R]) -> JointQuantity<R> {
        JointQuantity { kind: self.kind, joint: self.joint, components: self.components.clone(), numbers: PhantomData }
    }
}

impl<N> JointQuantity<N> {
    /// Returns the joint and the degrees of freedom whose forces the output has, see [`super::Quantity::joint_force`].
    pub(super) fn force(&self) -> Option<(usize, Vec<usize>)> {
        (self.kind == 3).then(|| (self.joint, self.components.iter().map(|(place, _)| *place).collect()))
    }
}

/// Fails at a coordinate of a joint along which a constraint acts, and no force.
fn refuse_drive(section: &dyn Section, axis: (usize, usize)) -> Result<(), Invalid> {
    let names = section.names();
    let Some(constraint) = names.constraints.iter().find(|c| c.axes.contains(&axis)) else { return Ok(()) };
    if names.forces.iter().any(|force| force.axis == Some(axis)) {
        return Ok(());
    }
    let (joint, component) = (&names.joints[axis.0], axis.1 + 1);
    let place = if joint.units().len() > 1 { format!("component {component} of ") } else { String::new() };
    let message = format!(
        "no force acts in {place}the joint {:?}, along which the constraint {:?} does; what that exerts is quantity = \
         \"constraint_force\" with constraint = {:?}",
        joint.name, constraint.name, constraint.name
    );
    Err(section.invalid("joint", message))
}

impl<N> Columns for JointQuantity<N> {
    fn components(&self) -> Vec<Component> {
        match self.components.as_slice() {
            [(_, unit)] => vec![component("", unit)],
            all => all.iter().enumerate().map(|(i, (_, unit))| component(&format!(".{}", i + 1), unit)).collect(),
        }
    }
    fn needs_rates(&self) -> bool {
        self.kind == 2
    }
    fn needs_joint_forces(&self) -> bool {
        self.kind == 3
    }
}

impl<R: Real> Measures<R> for JointQuantity<R> {
    fn write(&self, at: &Snapshot<'_, R>, out: &mut Vec<R>) {
        R::note("output: joint");
        let state = &at.motion.joints[self.joint];
        let values = match self.kind {
            0 => state.all_coordinates(),
            1 => state.all_velocities(),
            2 => at.joint_accelerations[self.joint].clone(),
            _ => at.joint_forces[self.joint].clone(),
        };
        out.extend(self.components.iter().map(|(i, _)| values[*i]));
    }
}
