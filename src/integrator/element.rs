//! The motion within an element of a Galerkin method in time, which its nodes and what a step remembers tell.
//!
//! With r the change of rates at the end of an element of length h, h^2 w' in the algebra there, and d = h (w- - w_b), the line
//! through the rates at both Gauss points gives what a step has solved for: h (w+ - w_b) = (d - r)/3 of `dg`, and
//! h (w - w_b) = (4 d - r)/6 of the constant velocity w of `cg`.

use super::group::{Origin, Point};
use super::implicit::Group;
use super::scheme::ImplicitKind;
use super::stages::combined;
use crate::problem::{Factor, Layout};

/// Coordinates, velocities, and v' as it is remembered.
type Node<'a> = [&'a [f64]; 3];

/// What corrects the velocities of elements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Correction<'a> {
    /// Nothing: they are those of the elements, with jumps between them.
    None,
    /// A Radau polynomial, which takes jumps away: Han (2019), (6.34), and (6.37) of coordinates that add up.
    Radau,
    /// Velocities are linear between those of both nodes, in the algebra.
    Nodal([&'a [f64]; 2]),
}

/// An element between two nodes. Velocities are those of the algebra: on SE(3) of the origin of a body and angular, in its frame.
#[derive(Debug)]
pub struct Element<'a> {
    layout: &'a Layout,
    origin: Origin<'a, f64>,
    h: f64,
    /// The velocity at the node before.
    before: Vec<f64>,
    /// The velocities at the beginning and at the end.
    velocities: [Vec<f64>; 2],
    /// Increments of the coordinates at the beginning, and over the element.
    jump: Option<Vec<f64>>,
    increment: Vec<f64>,
}

impl<'a> Element<'a> {
    /// Returns the element of length `h`, s, of the method `dg`, or else `cg`, between two nodes.
    pub fn new(kind: ImplicitKind, (layout, group): (&'a Layout, Group), h: f64, nodes: [Node<'_>; 2]) -> Self {
        let [origin, end] = nodes.map(|[q, v, _]| Origin::at(layout, group, (q, v)));
        let (before, after) = (origin.velocity(), end.velocity());
        let scaled = combined(&[(h * h, &end.rate(nodes[1][2]))]);
        let whole = combined(&[(h, &after), (-h, &before)]);
        if kind == ImplicitKind::Dg {
            let first = combined(&[(1.0 / 3.0, &whole), (-1.0 / 3.0, &scaled)]);
            let jump = combined(&[(1.0 / 6.0, &first), (-1.0 / 6.0, &whole)]);
            let increment = combined(&[(h, &before), (1.0 / 3.0, &first), (2.0 / 3.0, &whole)]);
            let begin = combined(&[(1.0, &before), (1.0 / h, &first)]);
            return Self { layout, origin, h, before, velocities: [begin, after], jump: Some(jump), increment };
        }
        let own = combined(&[(1.0, &before), (2.0 / (3.0 * h), &whole), (-1.0 / (6.0 * h), &scaled)]);
        let increment = combined(&[(h, &own)]);
        Self { layout, origin, h, before, velocities: [own.clone(), own], jump: None, increment }
    }

    /// Returns the velocities at the beginning and at the end.
    pub fn velocities(&self) -> [&[f64]; 2] {
        [0, 1].map(|k| self.velocities[k].as_slice())
    }

    /// Returns coordinates, velocities and v' after a part of the element.
    pub fn state(&self, part: f64, correction: Correction<'_>) -> [Vec<f64>; 3] {
        let [begin, end] = match correction {
            Correction::Nodal(nodes) => nodes,
            _ => self.velocities(),
        };
        let mut w = combined(&[(1.0 - part, begin), (part, end)]);
        let mut rate = combined(&[(1.0 / self.h, end), (-1.0 / self.h, begin)]);
        // the right Radau polynomial of degree 2: one at the beginning, zero at the end
        let radau = (3.0 * part - 1.0) * (part - 1.0);
        let is_corrected = correction == Correction::Radau;
        if is_corrected {
            let jump = combined(&[(1.0, &self.before), (-1.0, begin)]);
            w = combined(&[(1.0, &w), (radau, &jump)]);
            rate = combined(&[(1.0, &rate), ((6.0 * part - 4.0) / self.h, &jump)]);
        }
        let along = combined(&[(part, &self.increment)]);
        let increments = self.jump.iter().cloned().chain([along]).collect();
        let change = combined(&[(1.0, &w), (-1.0, &self.before)]);
        let point = Point { increments, change, scaled_rate: rate };
        let [mut q, v, rate] = self.origin.state(&point, 1.0);
        if let (Some(jump), true) = (&self.jump, is_corrected) {
            let on_se3 = self.origin.frames();
            for place in self.layout.places() {
                let is_vector = matches!(place.factor, Factor::Vector(_) | Factor::Parameters(_));
                if is_vector && on_se3.iter().all(|[position, _]| position.v != place.v) {
                    (0..place.factor.velocity_count()).for_each(|i| q[place.q + i] -= radau * jump[place.v + i]);
                }
            }
        }
        [q, v, rate]
    }
}
