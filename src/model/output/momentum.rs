//! Linear and angular momentum.

use super::kind::{Columns, Component, Description, Measures, xyz};
use super::snapshot::Snapshot;
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::num::{Real, Vec3};
use std::marker::PhantomData;

const KEYS: &str = "body (optional)";

pub(super) const KINDS: &[Kind] = &[
    Kind {
        name: "linear_momentum",
        summary: "momentum of a body, or of all, world frame, kg m/s; rotors in joints have none",
        keys: KEYS,
        example: r#"[[output]]
name = "momentum"
quantity = "linear_momentum"
[[output]]
name = "momentum_of_plate"
quantity = "linear_momentum"
body = "plate"
"#,
    },
    Kind {
        name: "angular_momentum",
        summary: "angular momentum about the world origin of a body, or of all, world frame, kg m^2/s; rotors in joints have \
                  none",
        keys: KEYS,
        example: r#"[[output]]
name = "moment_of_momentum"
quantity = "angular_momentum"
[[output]]
name = "moment_of_top"
quantity = "angular_momentum"
body = "top"
"#,
    },
];

/// An output of a momentum, one of the [`KINDS`].
#[derive(Clone, Debug)]
pub struct Momentum<N> {
    angular: bool,
    body: Option<usize>,
    numbers: PhantomData<N>,
}

impl Description for Momentum<Expr> {
    type At<R: Real> = Momentum<R>;

    fn read(kind: usize, section: &mut dyn Section, _: &[String]) -> Result<Self, Invalid> {
        let body = if section.has("body") { section.frame("body")?.body() } else { None };
        Ok(Self { angular: kind == 1, body, numbers: PhantomData })
    }
    fn evaluate<R: Real>(&self, _: &[R]) -> Momentum<R> {
        Momentum { angular: self.angular, body: self.body, numbers: PhantomData }
    }
}

impl<N> Columns for Momentum<N> {
    fn components(&self) -> Vec<Component> {
        xyz(if self.angular { "kg m^2/s" } else { "kg m/s" })
    }
}

impl<R: Real> Measures<R> for Momentum<R> {
    fn write(&self, at: &Snapshot<'_, R>, out: &mut Vec<R>) {
        R::note("output: momentum");
        let bodies = match self.body {
            Some(body) => body..body + 1,
            None => 0..at.motion.bodies.len(),
        };
        let mut sum = Vec3::zero();
        for i in bodies {
            let (state, mass) = (&at.motion.bodies[i], &at.masses[i]);
            let linear = state.velocity * mass.mass;
            sum = sum
                + if self.angular {
                    state.position.cross(linear) + state.rotation.apply(mass.inertia.apply(state.angular_velocity))
                } else {
                    linear
                };
        }
        for beam in at.beams {
            for (node, [p, l]) in beam.nodes().zip(beam.momenta(at.motion.bodies).unwrap_or_default()) {
                if self.body.is_some_and(|body| body != node) {
                    continue;
                }
                let state = &at.motion.bodies[node];
                let [p, l] = [p, l].map(|of_node| state.rotation.apply(of_node));
                sum = sum + if self.angular { state.position.cross(p) + l } else { p };
            }
        }
        out.extend(sum.to_array());
    }
}
