//! Energies.

use super::kind::{Columns, Component, Description, Measures, component};
use super::snapshot::Snapshot;
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::num::Real;
use std::marker::PhantomData;

pub(super) const KINDS: &[Kind] = &[
    Kind {
        name: "kinetic_energy",
        summary: "kinetic energy of a body, or of all and of the rotors in joints, J",
        keys: "body (optional)",
        example: r#"[[output]]
name = "kinetic"
quantity = "kinetic_energy"
[[output]]
name = "kinetic_of_top"
quantity = "kinetic_energy"
body = "top"
"#,
    },
    Kind {
        name: "potential_energy",
        summary: "potential of gravity (zero at the world origin) and springs, of all bodies, J",
        keys: "",
        example: r#"[[output]]
name = "potential"
quantity = "potential_energy"
"#,
    },
    Kind {
        name: "energy",
        summary: "kinetic plus potential energy of all bodies, J",
        keys: "",
        example: r#"[[output]]
name = "energy_change"
quantity = "energy"
over = "drift"
"#,
    },
];

/// An output of an energy, one of the [`KINDS`].
#[derive(Clone, Debug)]
pub struct Energy<N> {
    kind: usize,
    body: Option<usize>,
    numbers: PhantomData<N>,
}

impl Description for Energy<Expr> {
    type At<R: Real> = Energy<R>;

    fn read(kind: usize, section: &mut dyn Section, _: &[String]) -> Result<Self, Invalid> {
        let body = if kind == 0 && section.has("body") { section.frame("body")?.body() } else { None };
        Ok(Self { kind, body, numbers: PhantomData })
    }
    fn evaluate<R: Real>(&self, _: &[R]) -> Energy<R> {
        Energy { kind: self.kind, body: self.body, numbers: PhantomData }
    }
}

impl<N> Columns for Energy<N> {
    fn components(&self) -> Vec<Component> {
        vec![component("", "J")]
    }
}

impl<R: Real> Measures<R> for Energy<R> {
    fn write(&self, at: &Snapshot<'_, R>, out: &mut Vec<R>) {
        R::note("output: energy");
        let bodies = match self.body {
            Some(body) => body..body + 1,
            None => 0..at.motion.bodies.len(),
        };
        let mut energy = R::zero();
        for i in bodies {
            let (state, mass) = (&at.motion.bodies[i], &at.masses[i]);
            if self.kind != 1 {
                let w = state.angular_velocity;
                let twice = mass.mass * state.velocity.norm_squared() + w.dot(mass.inertia.apply(w));
                energy = energy + twice.scale(0.5);
            }
            if self.kind != 0 && !at.gravity.is_zero() {
                energy = energy - mass.mass * at.gravity.dot(state.position);
            }
        }
        if self.kind != 1 && self.body.is_none() {
            energy = energy + at.rotor_energy;
            energy = at.beams.iter().fold(energy, |sum, beam| sum + beam.kinetic_energy(at.motion.bodies));
        }
        if self.kind != 0 {
            for force in at.forces {
                energy = energy + force.potential_energy(&at.motion);
            }
            for beam in at.beams {
                energy = energy + beam.potential_energy(&at.motion, at.gravity);
            }
        }
        out.push(energy);
    }
}
