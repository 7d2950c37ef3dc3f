//! Strains, forces and moments of the section of a beam.

use super::kind::{Columns, Component, Description, Measures, component, xyz};
use super::snapshot::Snapshot;
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::num::{Real, Vec3};
use std::marker::PhantomData;

const KEYS: &str = "beam, at (0 at the root to 1 at the tip; default 0) or along = max | min (the extremes over the beam, of each \
                    component by itself; _at says where, from 0 to 1), frame = section | space (default section; not with along)";

/// An output of a beam.
macro_rules! of_mast {
    ($output:literal) => {
        concat!(
            r#"[[beam]]
name = "mast"
length = 2
section = { kind = "tube", radius = 0.03, thickness = 0.002, youngs_modulus = 7e10, density = 2700 }
[[joint]]
name = "foot"
kind = "fixed"
between = ["ground", "mast.0"]
"#,
            $output
        )
    };
}

pub(super) const KINDS: &[Kind] = &[
    Kind {
        name: "strain",
        summary: "strains of the section of a beam, frame of the section: of stretch and two of shear (.e1 .e2 .e3, 1), of twist and two \
                  of bending (.k1 .k2 .k3, 1/m)",
        keys: "beam, at (0 at the root to 1 at the tip; default 0) or along = max | min (the extremes over the beam, of each component by \
               itself; _at says where, from 0 to 1)",
        example: of_mast!(
            r#"[[output]]
name = "stretch_and_bending"
quantity = "strain"
beam = "mast"
at = 0.3
"#
        ),
    },
    Kind {
        name: "section_force",
        summary: "force that the part of a beam behind a section, towards the tip, exerts on the part before it, N",
        keys: KEYS,
        example: of_mast!(
            r#"[[output]]
name = "shear"
quantity = "section_force"
beam = "mast"
frame = "space"
"#
        ),
    },
    Kind {
        name: "section_moment",
        summary: "moment that the part of a beam behind a section, towards the tip, exerts on the part before it, about the reference point of the \
                  section, N m",
        keys: KEYS,
        example: of_mast!(
            r#"[[output]]
name = "bending"
quantity = "section_moment"
beam = "mast"
along = "max"
"#
        ),
    },
];

/// Where the section is.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// From 0 to 1.
    At(f64),
    /// Where a component is largest, or else smallest.
    Extreme(bool),
}

/// An output of the section of a beam, one of the [`KINDS`].
#[derive(Clone, Debug)]
pub struct OfSection<N> {
    kind: usize,
    beam: usize,
    place: Place,
    in_space: bool,
    numbers: PhantomData<N>,
}

impl Description for OfSection<Expr> {
    type At<R: Real> = OfSection<R>;

    fn read(kind: usize, section: &mut dyn Section, _: &[String]) -> Result<Self, Invalid> {
        let names = section.names();
        let names: Vec<&str> = names.beams.iter().map(|beam| beam.name.as_str()).collect();
        let beam = section.named("beam", "beam", &names)?;
        let mut place = 0.0;
        if section.has("along") {
            if let Some(other) = ["at", "frame"].into_iter().find(|key| section.has(key)) {
                return Err(section.invalid(other, "found beside along; accepted: one of them".into()));
            }
            let largest = section.choice("along", &["max", "min"])? == "max";
            return Ok(Self { kind, beam, place: Place::Extreme(largest), in_space: false, numbers: PhantomData });
        }
        if section.has("at") {
            if !section.is_number("at") {
                return Err(section.invalid("at", "accepted: a number from 0 to 1, which no parameter changes".into()));
            }
            place = section.number("at")?.evaluate(&[]);
            if !(0.0..=1.0).contains(&place) {
                return Err(section.invalid("at", format!("found {place:?}; accepted: a number from 0 to 1")));
            }
        }
        let in_space = kind > 0 && section.choice("frame", &["section", "space"])? == "space";
        Ok(Self { kind, beam, place: Place::At(place), in_space, numbers: PhantomData })
    }
    fn evaluate<R: Real>(&self, _: &[R]) -> OfSection<R> {
        OfSection { kind: self.kind, beam: self.beam, place: self.place, in_space: self.in_space, numbers: PhantomData }
    }
}

impl<N> Columns for OfSection<N> {
    fn components(&self) -> Vec<Component> {
        let own = match self.kind {
            0 => {
                let stretches = [".e1", ".e2", ".e3"].map(|suffix| component(suffix, "1"));
                let curvatures = [".k1", ".k2", ".k3"].map(|suffix| component(suffix, "1/m"));
                stretches.into_iter().chain(curvatures).collect()
            }
            1 => xyz("N"),
            _ => xyz("N m"),
        };
        match self.place {
            Place::At(_) => own,
            Place::Extreme(_) => {
                let places: Vec<Component> = own.iter().map(|c| component(&format!("{}_at", c.suffix), "1")).collect();
                own.into_iter().chain(places).collect()
            }
        }
    }
}

impl<R: Real> Measures<R> for OfSection<R> {
    fn write(&self, at: &Snapshot<'_, R>, out: &mut Vec<R>) {
        R::note("output: section of a beam");
        let (beam, bodies) = (&at.beams[self.beam], at.motion.bodies);
        let place = match self.place {
            Place::At(place) => place,
            Place::Extreme(largest) => {
                let rows = if self.kind == 0 { 0..6 } else { 3 + 3 * self.kind..6 + 3 * self.kind };
                let extremes = beam.extremes(bodies, rows, largest);
                out.extend(extremes.iter().map(|extreme| extreme.value));
                return out.extend(extremes.iter().map(|extreme| extreme.place));
            }
        };
        let section = beam.section_at(bodies, place);
        if self.kind == 0 {
            out.extend(section.strain);
            return;
        }
        let vector = Vec3::from_slice(&section.force[3 * (self.kind - 1)..]);
        let vector = if self.in_space { beam.rotation_at(bodies, place).apply(vector) } else { vector };
        out.extend(vector.to_array());
    }
}
