//! Messages on why a mechanism has no consistent start, in the names of the scenario.

use crate::formulation::{BodyVelocity, Formulated};
use crate::model::Mechanism;
use crate::problem::consistent::{AccelerationError, AssemblyError, EquilibriumError, Movement, VelocityError};
use crate::problem::{Factor, Layout, Place};

/// The reason why a mechanism has no consistent start.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("no consistent start: {message}")]
pub struct StartError {
    /// The table and key that the error is about, as in `("joint", 0, "between")`, if it is about one.
    pub part: Option<(&'static str, usize, &'static str)>,
    /// What was found and what would be accepted.
    pub message: String,
}

/// Names what the errors of a search for a start know by number.
pub(super) struct Words<'a> {
    mechanism: &'a Mechanism,
    unreduced: &'a Formulated,
    names: Vec<String>,
    parts: Vec<(&'static str, usize, &'static str)>,
}

impl<'a> Words<'a> {
    /// Collects the names for a mechanism in coordinates with all constraints, and the joints of which one more
    /// coordinate each is kept constant.
    pub(super) fn new(unreduced: &'a Formulated, mechanism: &'a Mechanism, held: &[usize]) -> Self {
        let mut names: Vec<String> =
            unreduced.row_names().into_iter().map(|name| format!("the constraint {name}")).collect();
        let mut parts = unreduced.row_parts();
        for joint in held {
            names.push(format!("the given coordinate of {:?}", mechanism.joints[*joint].name));
            parts.push(("joint", *joint, "initial"));
        }
        Self { mechanism, unreduced, names, parts }
    }

    fn of_row(&self, row: usize, message: String) -> StartError {
        StartError { part: self.parts.get(row).copied(), message }
    }

    fn of_none(message: String) -> StartError {
        StartError { part: None, message }
    }

    pub(super) fn assembly(&self, error: &AssemblyError) -> StartError {
        match error {
            AssemblyError::NotReached { open, steps } => {
                let worst = open.first().map_or(0, |x| x.0);
                let all = open
                    .iter()
                    .take(6)
                    .map(|(row, residual)| format!("{} by {:.3e}", self.names[*row], residual.abs()));
                let all = all.collect::<Vec<String>>().join(", ");
                let held = open.iter().any(|(row, _)| self.parts[*row].2 == "initial");
                let fewer = if held { ", or fewer given coordinates of joints" } else { "" };
                self.of_row(
                    worst,
                    format!(
                        "no position near the given one holds all constraints; after {steps} steps these stay open (m or \
                         rad): {all}; they contradict each other, or the given positions are too far off; accepted: \
                         joints that can be assembled{fewer}"
                    ),
                )
            }
            AssemblyError::NotFinite { row } => self.of_row(*row, format!("{} is not finite", self.names[*row])),
            AssemblyError::TooFar { movement, limits } => Self::of_none(format!(
                "a body would have to move by {:.3e} m and turn by {:.3e} rad; accepted: at most {:?} m and {:?} rad",
                movement.translation, movement.rotation, limits.translation, limits.rotation
            )),
        }
    }

    /// Makes the error about bodies that would have to move too far, if there are any.
    pub(super) fn too_far(&self, layout: &Layout, [from, to]: [&[f64]; 2], limits: Movement) -> Option<StartError> {
        let mut movements = vec![Movement::default(); self.mechanism.bodies.len()];
        for (factor, movement) in Movement::by_factor(layout, from, to).into_iter().enumerate() {
            if let Some(body) = self.unreduced.body_of(factor) {
                movements[body] = movements[body].farthest(movement);
            }
        }
        let far: Vec<(usize, String)> = (self.mechanism.bodies.iter().zip(movements).enumerate())
            .filter_map(|(i, (body, movement))| {
                let Movement { translation, rotation } = movement;
                let within = movement.within(limits);
                let text = format!("{:?} by {translation:.3e} m and {rotation:.3e} rad", body.name);
                (!within).then_some((i, text))
            })
            .collect();
        let (first, _) = far.first()?;
        let all: Vec<&str> = far.iter().map(|(_, text)| text.as_str()).collect();
        Some(StartError {
            part: Some(("body", *first, "initial")),
            message: format!(
                "the joints hold only after bodies have moved: {}; accepted: at most {:?} m and {:?} rad, or another \
                 limit ([start] assembly_limit = {{ translation = .., rotation = .. }})",
                all.join(", "),
                limits.translation,
                limits.rotation
            ),
        })
    }

    /// Returns the part of the scenario that gives a velocity, and the velocity's name, by its number in the order of
    /// [`Formulated::given_velocities`].
    fn given(&self, number: usize) -> (Option<(&'static str, usize, &'static str)>, String) {
        let mut all = Vec::new();
        for (i, body) in self.mechanism.bodies.iter().enumerate() {
            for (given, what) in body.gives_velocities().into_iter().zip(["velocity", "angular velocity"]) {
                let axes = if given { &["x", "y", "z"][..] } else { &[] };
                all.extend(
                    axes.iter().map(|axis| (("body", i), format!("the {what} of {:?} along {axis}", body.name))),
                );
            }
        }
        for (i, joint) in self.mechanism.joints.iter().enumerate() {
            let count = joint.velocities.as_ref().map_or(0, Vec::len);
            all.extend((0..count).map(|_| (("joint", i), format!("the velocity of the joint {:?}", joint.name))));
        }
        match all.into_iter().nth(number) {
            Some(((table, i), name)) => (Some((table, i, "initial")), name),
            None => (None, format!("given velocity number {number}")),
        }
    }

    /// Makes the error about a start that there is for one value of a parameter, but not for neighbouring ones.
    pub(super) fn beside(parameter: &str, value: f64, error: StartError) -> StartError {
        let message = format!(
            "beside the value {value:?} of {parameter:?} there is none, so that [sensitivity] has no derivative by it: {}",
            error.message
        );
        StartError { message, ..error }
    }

    /// Makes the error about a constraint that opens so fast with a parameter, whatever the others do.
    pub(super) fn opening(&self, row: usize, slope: f64) -> StartError {
        let name = &self.names[row];
        let message = format!(
            "{name} opens by {slope:.6e} (m or rad) per unit of the parameter; accepted: joints that can be assembled for \
             neighbouring values too"
        );
        self.of_row(row, message)
    }

    /// Makes the error about a given velocity that is missed so fast with a parameter, whatever the others are.
    pub(super) fn missing(&self, given: usize, slope: f64) -> StartError {
        let (part, name) = self.given(given);
        let message = format!(
            "the given velocities fit for this value alone, and miss {name} by {slope:.6e} (m/s or rad/s) per unit of the \
             parameter; accepted: velocities that fit for neighbouring values too, fewer of them, or [start] \
             project_velocities = true, with which the nearest ones that fit are taken"
        );
        StartError { part, message }
    }

    pub(super) fn velocity(&self, error: &VelocityError) -> StartError {
        match error {
            VelocityError::Inconsistent { row, violation, given, miss } => {
                let (part, name) = self.given(*given);
                let message = format!(
                    "the given velocities violate {} by {violation:.6e} (m/s or rad/s) at least; those that hold all \
                     constraints miss {name} by {miss:.6e}; accepted: velocities that fit, fewer of them, or [start] \
                     project_velocities = true, with which the nearest ones that fit are taken",
                    self.names[*row]
                );
                StartError { part, message }
            }
            VelocityError::Contradictory { given, miss } => {
                let (part, name) = self.given(*given);
                let message =
                    format!("the given velocities contradict each other: {name} is missed by {miss:.6e} at least");
                StartError { part, message }
            }
            VelocityError::Impossible { row, violation } => self.of_row(
                *row,
                format!(
                    "no velocities hold the constraints: {} is violated by {violation:.6e} at least",
                    self.names[*row]
                ),
            ),
        }
    }

    /// Returns the body that a velocity is of, if it is of one, and a text: what is done along the velocity, moving or
    /// turning, on which body.
    fn moved(&self, velocity: usize, [linear, angular]: [&str; 2]) -> (Option<usize>, String) {
        match self.unreduced.velocity(velocity) {
            Some(BodyVelocity { body, turns, axis }) => {
                let what = if turns { angular } else { linear };
                (Some(body), format!("{what} {:?} along {axis}", self.mechanism.bodies[body].name))
            }
            None => {
                let is_of_curve = |place: Place| {
                    let own = place.v..place.v + place.factor.velocity_count();
                    matches!(place.factor, Factor::Parameters(_)) && own.contains(&velocity)
                };
                match self.unreduced.layout().places().any(is_of_curve) {
                    true => (None, format!("{linear} the parameter of a curve")),
                    false => (None, format!("velocity number {velocity}")),
                }
            }
        }
    }

    pub(super) fn acceleration(&self, error: &AccelerationError) -> StartError {
        match error {
            AccelerationError::NoInertia { velocity, .. } => {
                let (body, name) = self.moved(*velocity, ["moving", "turning"]);
                let message = format!(
                    "{name} meets no inertia, and the joints do not determine this motion; accepted: mass and inertia that \
                     are positive, or joints that hold the body"
                );
                StartError { part: body.map(|i| ("body", i, "mass")), message }
            }
            AccelerationError::Dependent { row, .. } => self.of_row(
                *row,
                format!("{} depends on others at this position, which is a singular one", self.names[*row]),
            ),
            AccelerationError::NotFound => Self::of_none(
                "friction by reactions has no solution that is found; accepted: smaller coefficients, or friction of a given size".into(),
            ),
            AccelerationError::NotFinite { velocity } => {
                let (_, name) = self.moved(*velocity, ["the force on", "the torque on"]);
                Self::of_none(format!("{name} is not finite"))
            }
        }
    }

    pub(super) fn equilibrium(&self, error: &EquilibriumError) -> StartError {
        match error {
            EquilibriumError::NotReached { load, velocity, force } => {
                let (body, name) = self.moved(*velocity, ["the force on", "the torque on"]);
                let message = format!(
                    "no static equilibrium is found near the given position: with {:.0} % of the loads {name} stays unbalanced by {force:.3e} (N or N m); accepted: forces that balance, or no [start] \
                     equilibrium",
                    100.0 * load
                );
                StartError { part: body.map(|i| ("body", i, "initial")), message }
            }
            EquilibriumError::Open { row, residual } => self.of_row(
                *row,
                format!(
                    "{} is open by {residual:.3e} (m or rad) before the search for an equilibrium",
                    self.names[*row]
                ),
            ),
        }
    }
}
