//! The record of shapes of modes: how bodies move in each.

use super::of_member::Mode;
use crate::ensemble::Study;
use serde::Serialize;

/// Holds the shapes of the modes at the default values of the parameters.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shapes {
    /// The modes, by frequency.
    pub modes: Vec<Shape>,
}

/// Holds the shape of a mode.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shape {
    /// The frequency without damping, rad/s.
    pub frequency: f64,
    /// The damping, as a part of what ends all oscillation.
    pub damping: f64,
    /// The exponent s of x exp(s t), real and imaginary part, 1/s.
    pub exponent: [f64; 2],
    /// How every body moves.
    pub bodies: Vec<BodyShape>,
}

/// Holds how a body moves in a mode, scaled so that the largest number of all bodies is 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BodyShape {
    /// The name of the body.
    pub body: String,
    /// The complex amplitudes of its centre of mass, m, along the axes of the world, or of a base that turns.
    pub translation: [[f64; 2]; 3],
    /// Those of its rotation, rad, about the same axes.
    pub rotation: [[f64; 2]; 3],
}

impl Shapes {
    /// Collects the shapes of modes of a study in absolute coordinates.
    pub fn new(study: &Study, modes: &[Mode]) -> Self {
        Self { modes: modes.iter().map(|mode| Shape::new(study, mode)).collect() }
    }
}

impl Shape {
    fn new(study: &Study, mode: &Mode) -> Self {
        let largest = mode.shape.iter().max_by(|a, b| a.norm().total_cmp(&b.norm())).copied();
        let scale = largest.filter(|x| x.norm() > 0.0);
        let number = |at: usize| {
            let x = mode.shape.get(at).copied().unwrap_or_default();
            let scaled = scale.map_or(x, |scale| x / scale);
            [scaled.re + 0.0, scaled.im + 0.0]
        };
        let body = |(i, body): (usize, &crate::model::body::Body)| BodyShape {
            body: body.name.clone(),
            translation: [0, 1, 2].map(|k| number(6 * i + k)),
            rotation: [3, 4, 5].map(|k| number(6 * i + k)),
        };
        Self {
            frequency: mode.frequency(),
            damping: mode.damping(),
            exponent: [mode.exponent.re, mode.exponent.im],
            bodies: study.mechanism.bodies.iter().enumerate().map(body).collect(),
        }
    }
}
