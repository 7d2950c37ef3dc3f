//! What the parts of a mechanism are called: later parts refer to earlier ones by these names.

use super::expression::Expr;
use super::frame::FrameRef;
use std::ops::Range;
use std::sync::Arc;

/// Lists the parts that have been read.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The bodies.
    pub bodies: Vec<String>,
    /// The masses of the bodies, kg.
    pub masses: Vec<Expr>,
    /// The beams, whose nodes are the last of the bodies.
    pub beams: Vec<BeamShape>,
    /// The joints.
    pub joints: Vec<JointShape>,
    /// The constraints beside those of joints.
    pub constraints: Vec<ConstraintShape>,
    /// The forces.
    pub forces: Vec<ForceShape>,
    /// The variables.
    pub variables: Vec<VariableShape>,
    /// The events.
    pub events: Vec<String>,
    /// The outputs, which are read after whatever they tell of.
    pub outputs: Vec<String>,
}

/// Describes a joint as forces and outputs see it: first the coordinates that are numbers of their own, then a
/// rotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointShape {
    /// The name of the joint.
    pub name: String,
    /// The units of the scalar coordinates: `m` or `rad`.
    pub scalars: Vec<&'static str>,
    /// True where the joint has a rotation as well.
    pub rotation: bool,
}

impl JointShape {
    /// Returns the units of the degrees of freedom: scalar coordinates, then the three of the rotation.
    pub fn units(&self) -> Vec<&'static str> {
        let rotation = if self.rotation { 3 } else { 0 };
        self.scalars.iter().copied().chain(std::iter::repeat_n("rad", rotation)).collect()
    }
}

/// Describes a variable as forces and outputs see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableShape {
    /// The name of the variable.
    pub name: String,
    /// The unit of the variable.
    pub unit: String,
}

/// Describes a constraint as outputs see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstraintShape {
    /// The name of the constraint.
    pub name: String,
    /// The units of what the constraint exerts, component by component: `N` or `N m`.
    pub units: Vec<&'static str>,
    /// The scalar coordinates of joints that the constraint acts on, by joint and component.
    pub axes: Vec<(usize, usize)>,
    /// True where the constraint prescribes a motion, so that it does work.
    pub is_drive: bool,
}

/// Describes a force as outputs see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForceShape {
    /// The name of the force.
    pub name: String,
    /// The unit of the coordinate that the force controls, where it follows a trajectory.
    pub controls: Option<&'static str>,
    /// True where the force is a tension along a line between points.
    pub has_line: bool,
    /// True where the force is a contact.
    pub is_contact: bool,
    /// The scalar coordinate that the force acts on, by joint and component, where it is a force in a joint.
    pub axis: Option<(usize, usize)>,
}

/// Says what a beam is called, and which bodies are its nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct BeamShape {
    /// The name.
    pub name: String,
    /// The bodies that are its nodes.
    pub nodes: Range<usize>,
    /// Where nodes are along the beam, from 0 to 1.
    pub places: Vec<f64>,
    /// Where the nodes are that names count, if others: those of the elements that the scenario gives a beam that is refined.
    pub counted: Option<Arc<[f64]>>,
    /// The parts of the length that nodes stand for.
    pub shares: Vec<f64>,
    /// The length, m.
    pub length: Expr,
}

impl BeamShape {
    /// Tells whether places are the same, within 1e-9 of the length.
    pub fn is_same(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    /// Returns the frame of a name behind that of the beam: `0` (root), `1` (tip), `node.7`, `at(0.5)`.
    ///
    /// # Errors
    /// Why there is no such frame.
    pub fn frame(&self, name: &str) -> Result<FrameRef, String> {
        let counted = self.counted.as_deref().unwrap_or(&self.places);
        let (count, beam) = (counted.len(), &self.name);
        let node = |number: usize| Ok(FrameRef::Body(self.nodes.start + number));
        match name {
            "0" => return node(0),
            "1" => return node(self.nodes.len() - 1),
            _ => {}
        }
        let near = |place: f64| self.places.iter().position(|at| Self::is_same(*at, place));
        if let Some(number) = name.strip_prefix("node.") {
            let message = || {
                format!(
                    "{beam}.{name}: the beam has {count} nodes; accepted: {beam}.node.0 to {beam}.node.{}",
                    count - 1
                )
            };
            let number: Option<usize> = number.parse().ok().filter(|number| *number < count);
            return number.and_then(|number| near(counted[number])).map_or_else(|| Err(message()), node);
        }
        if let Some(place) = name.strip_prefix("at(").and_then(|rest| rest.strip_suffix(')')) {
            let place: f64 =
                place.trim().parse().map_err(|_| format!("{beam}.{name}: accepted: a number from 0 to 1"))?;
            if let Some(number) = near(place) {
                return node(number);
            }
            let least = self.places.iter().copied().min_by(|a, b| (a - place).abs().total_cmp(&(b - place).abs()));
            return Err(format!(
                "{beam}.{name}: no node is there, the nearest is at {:?}; accepted: the place of a node; places = [{place:?}] in the beam ends an element \
                 there",
                least.unwrap_or(0.0)
            ));
        }
        Err(format!(
            "{beam}.{name}: no such frame; accepted: {beam}.0 (root), {beam}.1 (tip), {beam}.node.0 to {beam}.node.{}, {beam}.at(0.5)",
            count - 1
        ))
    }
}
