//! A force and a moment per length along a beam.

use super::axes::Axes;
use super::formulas::{formula_values, read_formulas};
use super::kind::{Description, Exerts};
use crate::model::Kind;
use crate::model::expression::{Expr, Formula};
use crate::model::frame::FrameRef;
use crate::model::names::BeamShape;
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::model::triple::Triple;
use crate::num::{Real, Vec3};
use std::sync::Arc;

pub(super) const KIND: Kind = Kind {
    name: "distributed",
    summary: "force and moment per length along a beam, by expressions of the place s along it (m, at rest) and of the time t; they act \
              at its nodes with the weights of Gauss-Lobatto quadrature; no potential is counted",
    keys: "beam, force = [\"..\", \"..\", \"..\"] (N/m, over parameters, s (m) and t (s); default 0), moment = [\"..\", \"..\", \"..\"] (N m/m; \
           default 0), frame = space | section (that the beam carries with it; default space)",
    example: r#"[[beam]]
name = "wing"
length = 3
section = { kind = "rectangle", width = 0.2, height = 0.02, youngs_modulus = 7e10, density = 2700 }
[[joint]]
name = "root"
kind = "fixed"
between = ["ground", "wing.0"]
[[force]]
name = "lift"
kind = "distributed"
beam = "wing"
force = ["0", "0", "20*sqrt(1 - (s/3.1)^2)*min(t/0.02, 1)"] # N/m
moment = ["2*s", "0", "0"] # N m/m
frame = "section"
"#,
};

/// A force of the kind `distributed`, see [`KIND`].
#[derive(Clone, Debug)]
pub struct Distributed<N> {
    beam: Arc<BeamShape>,
    length: N,
    force: Triple<Formula<N>>,
    moment: Triple<Formula<N>>,
    /// Whether the section has the two, whatever they are.
    is_there: [bool; 2],
    axes: Axes,
}

impl Description for Distributed<Expr> {
    type At<R: Real> = Distributed<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        section.expect_units(&[("force", "N/m"), ("moment", "N")])?;
        let all = section.names();
        let names: Vec<&str> = all.beams.iter().map(|beam| beam.name.as_str()).collect();
        let beam = all.beams[section.named("beam", "beam", &names)?].clone();
        let beam = Arc::new(beam);
        let is_there = ["force", "moment"].map(|key| section.has(key));
        if is_there == [false; 2] {
            return Err(section.invalid("force", "accepted: force, moment or both".into()));
        }
        let mut formulas = |key: &str, is_there: bool| match is_there {
            true => read_formulas(section, key, &["t", "s"], false),
            false => Ok([0; 3].map(|_| Formula::new(Expr::Constant(0.0)))),
        };
        let (force, moment) = (formulas("force", is_there[0])?, formulas("moment", is_there[1])?);
        let axes = if section.choice("frame", &["space", "section"])? == "section" { Axes::Body } else { Axes::Space };
        Ok(Self { length: beam.length.clone(), beam, force, moment, is_there, axes })
    }
    fn is_load(&self) -> bool {
        true
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> Distributed<R> {
        let numbers = |of: &Triple<Formula<Expr>>| std::array::from_fn(|i| of[i].evaluate(p));
        Distributed {
            beam: Arc::clone(&self.beam),
            length: self.length.evaluate(p),
            force: numbers(&self.force),
            moment: numbers(&self.moment),
            is_there: self.is_there,
            axes: self.axes,
        }
    }
    fn bodies(&self) -> Vec<usize> {
        self.beam.nodes.clone().collect()
    }
}

impl<R: Real> Exerts<R> for Distributed<R> {
    fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        R::note("distributed force on a beam");
        let nodes = self.beam.nodes.clone().zip(&self.beam.places).zip(&self.beam.shares);
        for ((node, place), share) in nodes {
            let variables = formula_values(&[motion.time, self.length.scale(*place)], motion);
            let share = self.length.scale(*share);
            let sum = |of: &Triple<Formula<R>>| Vec3::from_slice(&[0, 1, 2].map(|i| of[i].value(&variables) * share));
            let (frame, rotation) = (FrameRef::Body(node), motion.bodies[node].rotation);
            if self.is_there[0] {
                let force = sum(&self.force);
                let force = if self.axes == Axes::Body { rotation.apply(force) } else { force };
                loads.add(frame, force, Vec3::zero());
            }
            if self.is_there[1] {
                let moment = sum(&self.moment);
                let moment = if self.axes == Axes::Body { moment } else { rotation.apply_transposed(moment) };
                loads.add_torque(frame, moment);
            }
        }
    }
}
