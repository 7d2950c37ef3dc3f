//! What joints exert, and how well constraints hold: quantities that multipliers and constraints give.

use super::kind::{Columns, Component, Description, Measures, component, xyz};
use super::snapshot::Snapshot;
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::num::Real;
use std::marker::PhantomData;

const KEYS: &str = "joint, frame = world | body (the frame of the second body of its between; default world), undetermined = \
                    empty | minimum_norm (what stands where constraints follow from others, so that the motion does not \
                    determine it; default empty. Of least norm is the sum of the squares of all forces and of all torques \
                    over l, the root mean square of the distances from centres of mass to joints; where the constraints \
                    lose rank it is not finite). over = max takes the largest value of each component, with its sign: the \
                    largest magnitude of an output F is that of the expression sqrt(F.x^2 + F.y^2 + F.z^2) with over = max";

/// What stands where the motion does not determine a reaction.
pub(super) const UNDETERMINED: [&str; 2] = ["empty", "minimum_norm"];

/// Lists the kinds.
pub(super) const KINDS: &[Kind] = &[
    Kind {
        name: "reaction_force",
        summary: "force of the constraints of a joint on the second body of its between, N (what a [[constraint]] exerts along a \
                  coordinate of the joint is constraint_force); with formulation = \"absolute\" alone",
        keys: KEYS,
        example: r#"[[output]]
name = "holding_force"
quantity = "reaction_force"
joint = "pivot"
"#,
    },
    Kind {
        name: "reaction_torque",
        summary: "torque of the constraints of a joint on the second body of its between, about the joint's place in it, \
                  N m (what a [[constraint]] exerts along a coordinate of the joint is constraint_force); with formulation = \"absolute\" alone",
        keys: KEYS,
        example: r#"[[output]]
name = "holding_torque"
quantity = "reaction_torque"
joint = "rail"
frame = "body"
undetermined = "minimum_norm"
"#,
    },
    Kind {
        name: "constraint_residual",
        summary: "Euclidean norm of the residuals of all constraints, those left out included, or of their first or \
                  second derivatives in time, in m and rad, without derivatives by parameters; with formulation = \"absolute\" \
                  alone",
        keys: "level = position | velocity | acceleration (default position)",
        example: r#"[[output]]
name = "constraint_drift"
quantity = "constraint_residual"
level = "velocity"
over = "max"
"#,
    },
];

/// An output of what joints exert or how well constraints hold, one of the [`KINDS`].
#[derive(Clone, Debug)]
pub enum Reactive<N> {
    /// A force or a torque.
    Reaction {
        /// The number of the joint.
        joint: usize,
        /// True for the torque.
        torque: bool,
        /// True where the reaction is seen from the body.
        in_body: bool,
        /// True where the reaction is the one of least norm.
        least: bool,
    },
    /// The norm of residuals, differentiated that often.
    Residual(usize, PhantomData<N>),
}

impl Description for Reactive<Expr> {
    type At<R: Real> = Reactive<R>;

    fn read(kind: usize, section: &mut dyn Section, _: &[String]) -> Result<Self, Invalid> {
        const LEVELS: [&str; 3] = ["position", "velocity", "acceleration"];
        if kind == 2 {
            let level = section.choice("level", &LEVELS)?;
            let order = LEVELS.iter().position(|l| *l == level).unwrap_or(0);
            return Ok(Reactive::Residual(order, PhantomData));
        }
        let joint = section.joint("joint")?;
        let in_body = section.choice("frame", &["world", "body"])? == "body";
        let least = section.choice("undetermined", &UNDETERMINED)? == UNDETERMINED[1];
        Ok(Reactive::Reaction { joint, torque: kind == 1, in_body, least })
    }
    fn evaluate<R: Real>(&self, _: &[R]) -> Reactive<R> {
        match *self {
            Reactive::Reaction { joint, torque, in_body, least } => {
                Reactive::Reaction { joint, torque, in_body, least }
            }
            Reactive::Residual(order, _) => Reactive::Residual(order, PhantomData),
        }
    }
}
impl<N> Columns for Reactive<N> {
    fn components(&self) -> Vec<Component> {
        match self {
            Reactive::Reaction { torque: false, .. } => xyz("N"),
            Reactive::Reaction { .. } => xyz("N m"),
            Reactive::Residual(order, _) => vec![component("", ["m", "m/s", "m/s^2"][*order])],
        }
    }
    fn needs_constraints(&self) -> bool {
        true
    }
    fn needs_least_reactions(&self) -> bool {
        matches!(self, Reactive::Reaction { least: true, .. })
    }
    fn is_residual(&self) -> bool {
        matches!(self, Reactive::Residual(..))
    }
}

impl<R: Real> Measures<R> for Reactive<R> {
    fn write(&self, at: &Snapshot<'_, R>, out: &mut Vec<R>) {
        R::note("output: reactions and residuals");
        match self {
            Reactive::Reaction { joint, torque, in_body, least } => {
                let reaction = &if *least { at.least_reactions } else { at.reactions }[*joint];
                let vector = if *torque { reaction.torque } else { reaction.force };
                let seen = if *in_body { reaction.rotation.apply_transposed(vector) } else { vector };
                out.extend(seen.to_array());
            }
            Reactive::Residual(order, _) => {
                let squares = at.constraint_residuals[*order].iter().map(|x| x.square());
                let squared = squares.fold(R::zero(), |sum, square| sum + square);
                // the root of zero has no derivative
                let positive = R::zero().less(squared);
                let root = R::select(positive, squared, R::one()).sqrt();
                out.push(R::select(positive, root, R::zero()));
            }
        }
    }
}
