//! What a scenario says of a beam.

use super::Beam;
use super::curve::{Curve, read_curve};
use super::line::{BeamLine, BeamNode};
use super::mesh::{Mesh, count, read_mesh};
use super::read_section::read_section;
use super::rule::{Form, Quadrature, Rule};
use crate::interpolation::Metric;
use crate::model::body::{Body, Orientation};
use crate::model::expression::Expr;
use crate::model::names::BeamShape;
use crate::model::section::{Invalid, Section as Table};
use std::sync::Arc;

/// Lists the keys of a `[[beam]]`.
pub const KEYS: &str = "name, position = [..] (m, of the root, world frame; default 0), rotation_vector = [..] (rad) or quaternion = \
                        [w, x, y, z] (of the root section, whose first axis is the tangent; default not turned), length (m), \
                        curvature = [..] (1/m, of the line at rest, frame of the section: twist and two of bending; default 0), or in place of both curve = { file = \
                        \"poses.csv\" } (columns s (m, along the line), x, y, z (m), and qw, qx, qy, qz or rx, ry, rz (rad): poses of sections seen from that frame), elements (default 1), places = [..] (from 0 to \
                        1, where elements are to end, so that `name.at(0.3)` is a frame), \
                        order (1 to 8, default 4: so many nodes more than one in an element), section = { kind = rectangle (width along \
                        axis 2, height along axis 3, m) | circle (radius, m) | tube (radius, thickness, m), with youngs_modulus (Pa), poisson \
                        (default 0.3), density (kg/m^3) } or { stiffness = six numbers or six rows of six (N, N m, N m^2), mass = \
                        six numbers or six rows of six (kg/m, kg, kg m), both forces before moments, axis 1 along the beam } or { file = \"sections.csv\" } (columns s (m), k11 .. k66 and m11 .. m66 in the same order, linear between \
                        rows, those that are missing zero or their mirror images; of BeamDyn and VABS, whose third axis is along the blade, \
                        rows and columns 3, 1, 2, 6, 4, 5), damping = one number or six (s, of the rates of strains; \
                        default 0), metric = matrix | quaternion (default) | geodesic, form = variational (default) | thesis (forces \
                        that are no gradient, for comparison), quadrature = gauss (default) | gauss_lobatto (locks), inertia = consistent (default) | \
                        lumped (at the nodes), initial = { velocity = [..] (m/s, of the root, world frame), angular_velocity = [..] \
                        (rad/s, frame of the root): as a rigid body }. Frames `name.0` and `name.1` (root and tip), `name.node.7` and \
                        `name.at(0.5)` (where a node is) stand wherever a body's name does";

/// The orders of elements that are offered.
const ORDERS: std::ops::RangeInclusive<usize> = 1..=8;

impl Beam {
    /// Reads one `[[beam]]`, whose nodes follow so many bodies, and returns it with the bodies that are its nodes.
    ///
    /// # Errors
    /// Where a key is missing or of the wrong kind.
    pub fn read(table: &mut dyn Table, first: usize) -> Result<(Self, Vec<Body>), Invalid> {
        let name = table.text("name")?;
        if name.contains('.') {
            return Err(table.invalid(
                "name",
                format!("found {name:?}; accepted: a name without a dot, which frames of beams have"),
            ));
        }
        table.expect_units(&[("position", "m"), ("rotation_vector", "rad"), ("quaternion", "1"), ("length", "m")])?;
        table.expect_units(&[("curvature", "1/m"), ("damping", "s")])?;
        let order = count(table, "order", 4)?;
        if !ORDERS.contains(&order) {
            let message =
                format!("found {order}; accepted: a whole number from {} to {}", ORDERS.start(), ORDERS.end());
            return Err(table.invalid("order", message));
        }
        let metric = match table.choice("metric", &["quaternion", "matrix", "geodesic"])? {
            "matrix" => Metric::Matrix,
            "geodesic" => Metric::Geodesic,
            _ => Metric::Quaternion,
        };
        let is_thesis = table.choice("form", &["variational", "thesis"])? == "thesis";
        let at_nodes = table.choice("quadrature", &["gauss", "gauss_lobatto"])? == "gauss_lobatto";
        let form = if is_thesis { Form::Thesis } else { Form::Variational };
        let quadrature = if at_nodes { Quadrature::GaussLobatto } else { Quadrature::Gauss };
        let rule = Arc::new(Rule::new(order, metric, form, quadrature));
        let Mesh { ends, has_equal_elements, counted } = read_mesh(table, &name, &rule)?;
        let line = Arc::new(read_line(table, &name, &rule.places(&ends), &ends)?);
        let damping = read_damping(table)?;
        let section = read_section(&mut *table.inner("section")?, &name, &line)?;
        let beam = Self {
            nodes: first..first + (ends.len() - 1) * order + 1,
            is_lumped: table.choice("inertia", &["consistent", "lumped"])? == "lumped",
            name,
            line,
            rule,
            ends: ends.into(),
            has_equal_elements,
            counted,
            section,
            damping,
        };
        let nodes = beam.bodies();
        Ok((beam, nodes))
    }

    fn bodies(&self) -> Vec<Body> {
        let BeamShape { name, places, counted, .. } = self.shape();
        // of a beam that is refined the nodes that the scenario counts keep their names
        let called = |number: usize, place: f64| match &counted {
            None => format!("{name}.node.{number}"),
            Some(counted) => match counted.iter().position(|at| BeamShape::is_same(*at, place)) {
                Some(number) => format!("{name}.node.{number}"),
                None => format!("{name}.at({place:?})"),
            },
        };
        let body = |(number, place): (usize, f64)| Body {
            name: called(number, place),
            mass: Expr::Constant(0.0),
            inertia: Default::default(),
            is_point: false,
            identified: false,
            position: Default::default(),
            orientation: Orientation::RotationVector(Default::default()),
            angular_velocity: None,
            velocity: None,
            shape: None,
            node: Some(BeamNode { line: Arc::clone(&self.line), number, place }),
        };
        places.into_iter().enumerate().map(body).collect()
    }
}

fn read_line(table: &mut dyn Table, name: &str, places: &[f64], ends: &[f64]) -> Result<BeamLine, Invalid> {
    let orientation = Orientation::read(table)?;
    let position = table.vector_or_zero("position")?;
    let (length, poses, turns) = if table.has("curve") {
        let Curve { length, nodes, turns } = read_curve(table, name, places, ends)?;
        (Expr::Constant(length), Some(nodes), Some(turns.into()))
    } else {
        (table.number("length")?, None, None)
    };
    let curvature = table.vector_or_zero("curvature")?;
    let (mut velocity, mut angular_velocity) = (None, None);
    if table.has("initial") {
        let mut initial = table.inner("initial")?;
        initial.expect_units(&[("velocity", "m/s"), ("angular_velocity", "rad/s")])?;
        let mut given = |key: &str| if initial.has(key) { initial.vector(key).map(Some) } else { Ok(None) };
        (velocity, angular_velocity) = (given("velocity")?, given("angular_velocity")?);
        initial.finish()?;
    }
    Ok(BeamLine { position, orientation, length, curvature, poses, turns, velocity, angular_velocity })
}

fn read_damping(table: &mut dyn Table) -> Result<[Expr; 6], Invalid> {
    if !table.has("damping") {
        return Ok(Default::default());
    }
    // a list is no number, and says so by itself
    let numbers = match table.numbers("damping", &[6]) {
        Ok(six) => six,
        Err(list) => match table.number("damping") {
            Ok(one) => vec![one; 6],
            Err(one) if list.message.contains("value") => {
                return Err(Invalid { message: list.message + ", or one", ..one });
            }
            Err(one) => return Err(one),
        },
    };
    numbers.try_into().map_err(|_| table.invalid("damping", "accepted: one number or six".into()))
}
