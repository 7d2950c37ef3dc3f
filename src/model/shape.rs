//! What bodies look like in an animation; no result depends on it.

use super::expression::{Expr, Expr3, evaluate3};
use super::section::{Invalid, Section};
use crate::lie::{LieGroup, UnitQuaternion};

/// Lists the keys of the shape of a body.
pub const KEYS: &str = "kind = \"box\" (size = its three edges) | \"cylinder\" (size = [radius, length], along z) | \"sphere\" (size = \
                        [radius]), size (m), offset = [..] (m, of the middle from the centre of mass, body frame; default 0), \
                        rotation_vector = [..] (rad, body from shape; default not turned), colour = \"#rrggbb\"";

/// Says what shapes are for.
pub const USE: &str = "what a body looks like in the animation of `gyrosweep report`, which enters no result. A body without a shape \
                       is a box of its mass and inertia, with rods to its joints";

/// The forms that a shape may have, with how many numbers its size is.
const FORMS: [(&str, usize); 3] = [("box", 3), ("cylinder", 2), ("sphere", 1)];

/// Describes what a body looks like.
#[derive(Clone, Debug)]
pub struct Shape {
    kind: &'static str,
    size: Vec<Expr>,
    offset: Expr3,
    rotation_vector: Expr3,
    colour: Option<String>,
}

/// Holds what a body looks like for values of the parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct VisibleShape {
    /// `box`, `cylinder` or `sphere`.
    pub kind: &'static str,
    /// Three edges, radius and length along z, or the radius, m.
    pub size: Vec<f64>,
    /// The middle of the shape from the centre of mass, body frame, m.
    pub offset: [f64; 3],
    /// The unit quaternion body from shape, scalar first.
    pub rotation: [f64; 4],
    /// The colour, as `#rrggbb`, where one is given.
    pub colour: Option<String>,
}

impl Shape {
    /// Reads the shape of a body.
    ///
    /// # Errors
    /// Where a key is missing or of the wrong kind.
    pub fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        section.expect_units(&[("size", "m"), ("offset", "m"), ("rotation_vector", "rad")])?;
        let kind = section.text("kind")?;
        let Some((kind, count)) = FORMS.iter().copied().find(|(name, _)| *name == kind) else {
            let message = format!("found {kind:?}; accepted: \"box\", \"cylinder\" or \"sphere\"");
            return Err(section.invalid("kind", message));
        };
        let size = section.numbers("size", &[count])?;
        if size.iter().any(|edge| matches!(edge, Expr::Constant(edge) if *edge <= 0.0)) {
            return Err(section.invalid("size", "found a number that is not positive; accepted: positive ones".into()));
        }
        let colour = if section.has("colour") { Some(section.text("colour")?) } else { None };
        let is_colour = |text: &String| {
            text.strip_prefix('#').is_some_and(|hex| hex.len() == 6 && hex.bytes().all(|b| b.is_ascii_hexdigit()))
        };
        if let Some(found) = colour.as_ref().filter(|text| !is_colour(text)) {
            return Err(section.invalid("colour", format!("found {found:?}; accepted: \"#rrggbb\", as \"#0072b2\"")));
        }
        let (offset, rotation_vector) = (section.vector_or_zero("offset")?, section.vector_or_zero("rotation_vector")?);
        section.finish()?;
        Ok(Self { kind, size, offset, rotation_vector, colour })
    }

    /// Returns the shape for values of the parameters.
    pub fn evaluate(&self, parameters: &[f64]) -> VisibleShape {
        let UnitQuaternion { w, v } = UnitQuaternion::exp(evaluate3(&self.rotation_vector, parameters)).normalized();
        VisibleShape {
            kind: self.kind,
            size: self.size.iter().map(|edge| edge.evaluate(parameters)).collect(),
            offset: evaluate3(&self.offset, parameters).to_array(),
            rotation: [w, v.x, v.y, v.z],
            colour: self.colour.clone(),
        }
    }
}
