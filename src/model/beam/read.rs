//! What a scenario says of a beam.

use super::Beam;
use super::line::{BeamLine, BeamNode};
use super::rule::{Form, Quadrature, Rule};
use super::section::{Given, Matrix6, Section, SectionTable, Shape};
use crate::interpolation::{CurveMetric, Metric, Outside, PoseCurve};
use crate::lie::Motion;
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

/// The most nodes of a beam.
const MOST_NODES: usize = 2000;

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
        let elements = count(table, "elements", 1)?;
        if elements == 0 || elements * order >= MOST_NODES {
            let message = format!("found {elements}; accepted: a whole number from 1 to {}", (MOST_NODES - 1) / order);
            return Err(table.invalid("elements", message));
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
        let (ends, has_equal_elements) = read_ends(table, elements)?;
        let line = Arc::new(read_line(table, &rule.places(&ends))?);
        let damping = read_damping(table)?;
        let section = read_section(&mut *table.inner("section")?)?;
        let beam = Self {
            nodes: first..first + elements * order + 1,
            is_lumped: table.choice("inertia", &["consistent", "lumped"])? == "lumped",
            name,
            line,
            rule,
            ends: ends.into(),
            has_equal_elements,
            section,
            damping,
        };
        let nodes = beam.bodies();
        Ok((beam, nodes))
    }

    fn bodies(&self) -> Vec<Body> {
        let BeamShape { name, places, .. } = self.shape();
        let body = |(number, place): (usize, f64)| Body {
            name: format!("{name}.node.{number}"),
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

/// Reads a table of sections: `s` (m), and the entries k11 to k66 and m11 to m66 that are not zero, of one side of the diagonal or both.
fn read_sections(table: &mut dyn Table) -> Result<SectionTable, Invalid> {
    let name = |of: &str, k: usize| format!("{of}{}{}", k / 6 + 1, k % 6 + 1);
    let unit = |of: &str, k: usize| match (of, usize::from(k / 6 > 2) + usize::from(k % 6 > 2)) {
        ("k", 0) => "N",
        ("k", 1) => "N m",
        ("k", _) => "N m^2",
        (_, 0) => "kg/m",
        (_, 1) => "kg",
        _ => "kg m",
    };
    let mut wanted = vec![("s".to_string(), "m")];
    for of in ["k", "m"] {
        wanted.extend((0..36).map(|k| (name(of, k), unit(of, k))));
    }
    let columns = table.columns("file", &wanted)?;
    let column = |name: &str| columns.iter().find(|(found, _)| found == name).map(|(_, values)| values);
    let s = column("s").expect("the first column").clone();
    if s.len() < 2 || s.windows(2).any(|pair| pair[0] >= pair[1]) {
        return Err(
            table.invalid("file", format!("the column `s` has {} rows; accepted: at least two, rising", s.len()))
        );
    }
    let matrix = |of: &str, row: usize| -> [f64; 36] {
        std::array::from_fn(|k| {
            let mirrored = 6 * (k % 6) + k / 6;
            column(&name(of, k)).or_else(|| column(&name(of, mirrored))).map_or(0.0, |values| values[row])
        })
    };
    let last = s[s.len() - 1];
    let places = s.iter().map(|x| (x - s[0]) / (last - s[0])).collect();
    let matrices = (0..s.len()).map(|row| [matrix("k", row), matrix("m", row)]).collect();
    Ok(SectionTable { places, matrices })
}

/// Reads a whole number.
fn count(table: &mut dyn Table, key: &str, default: usize) -> Result<usize, Invalid> {
    if !table.has(key) {
        return Ok(default);
    }
    let value: f64 = if table.is_number(key) { table.number(key)?.evaluate(&[]) } else { f64::NAN };
    if value.fract() == 0.0 && (0.0..1e6).contains(&value) {
        return Ok(value as usize);
    }
    let found = if value.is_finite() { format!("found {value:?}; ") } else { String::new() };
    Err(table.invalid(key, format!("{found}accepted: a whole number, which no parameter changes")))
}

/// Reads where elements end: at equal distances, but for those nearest to places that are named; and whether all are.
fn read_ends(table: &mut dyn Table, elements: usize) -> Result<(Vec<f64>, bool), Invalid> {
    let mut ends: Vec<f64> = (0..=elements).map(|k| k as f64 / elements as f64).collect();
    if !table.has("places") {
        return Ok((ends, true));
    }
    let mut places = Vec::new();
    for place in table.list("places")? {
        let value = if place.depends_on(&|_| true) { f64::NAN } else { place.evaluate(&[]) };
        if !(value > 0.0 && value < 1.0) {
            return Err(table.invalid("places", "accepted: numbers between 0 and 1, which no parameter changes".into()));
        }
        places.push(value);
    }
    places.sort_by(f64::total_cmp);
    if places.windows(2).any(|pair| pair[1] - pair[0] < 1e-3) || places.len() >= elements {
        let message = format!(
            "found {} with elements = {elements}; accepted: places that are 1e-3 apart, fewer than elements",
            places.len()
        );
        return Err(table.invalid("places", message));
    }
    // the ends between two places are spread evenly, as many as their distance asks for
    let fixed: Vec<f64> = std::iter::once(0.0).chain(places).chain([1.0]).collect();
    let mut counts = vec![1; fixed.len() - 1];
    for _ in counts.len()..elements {
        let longest = |k: &usize| (fixed[k + 1] - fixed[*k]) / counts[*k] as f64;
        let at = (0..counts.len()).max_by(|a, b| longest(a).total_cmp(&longest(b))).unwrap_or(0);
        counts[at] += 1;
    }
    ends = vec![0.0];
    for (pair, count) in fixed.windows(2).zip(counts) {
        ends.extend((1..=count).map(|k| pair[0] + (pair[1] - pair[0]) * k as f64 / count as f64));
    }
    Ok((ends, false))
}

fn read_line(table: &mut dyn Table, places: &[f64]) -> Result<BeamLine, Invalid> {
    let orientation = Orientation::read(table)?;
    let position = table.vector_or_zero("position")?;
    let (length, poses) = if table.has("curve") {
        let (along, of_nodes) = read_curve(table, places)?;
        (Expr::Constant(along), Some(of_nodes))
    } else {
        (table.number("length")?, None)
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
    Ok(BeamLine { position, orientation, length, curvature, poses, velocity, angular_velocity })
}

/// Reads a table of poses along the line, and returns its length and the poses of nodes at these places.
fn read_curve(table: &mut dyn Table, places: &[f64]) -> Result<(f64, Vec<Motion<f64>>), Invalid> {
    for key in ["length", "curvature"] {
        if table.has(key) {
            return Err(table.invalid(key, "the table of `curve` says it; accepted: one of both".into()));
        }
    }
    let mut inner = table.inner("curve")?;
    let poses = inner.poses_along("file")?;
    inner.finish()?;
    drop(inner);
    let interpolant = PoseCurve::new(&poses.times, &poses.motions, CurveMetric::Matrix, Outside::Hold)
        .map_err(|error| table.invalid("curve", format!("{}: {error}", poses.name)))?;
    if poses.times.len() < 2 {
        return Err(table.invalid("curve", format!("{}: found one pose; accepted: at least two", poses.name)));
    }
    let (first, last) = (poses.times[0], poses.times[poses.times.len() - 1]);
    let at = |place: &f64| interpolant.at(first + (last - first) * place);
    Ok((last - first, places.iter().map(at).collect()))
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

fn read_section(table: &mut dyn Table) -> Result<Section, Invalid> {
    let given = if table.has("file") {
        Given::Table(Arc::new(read_sections(table)?))
    } else if table.has("stiffness") || table.has("mass") {
        let mut matrix = |key: &str| -> Result<Matrix6<Expr>, Invalid> {
            // six numbers, or six rows
            let numbers = table.numbers(key, &[6, 36]);
            numbers.map(Matrix6::new)
        };
        Given::Matrices(matrix("stiffness")?, matrix("mass")?)
    } else {
        table.expect_units(&[("width", "m"), ("height", "m"), ("radius", "m"), ("thickness", "m")])?;
        table.expect_units(&[("youngs_modulus", "Pa"), ("poisson", "1"), ("density", "kg/m^3")])?;
        let kinds = ["rectangle", "circle", "tube"];
        let kind = table.text("kind")?;
        let shape = match kind.as_str() {
            "rectangle" => Shape::Rectangle,
            "circle" => Shape::Circle,
            "tube" => Shape::Tube,
            _ => return Err(table.invalid("kind", format!("found {kind:?}; accepted: {}", kinds.join(", ")))),
        };
        let [a, b] = shape.keys();
        let second = if b.is_empty() { Expr::Constant(0.0) } else { table.number(b)? };
        let numbers = [
            table.number(a)?,
            second,
            table.number("youngs_modulus")?,
            table.number_or("poisson", 0.3)?,
            table.number("density")?,
        ];
        Given::Shape(shape, Box::new(numbers))
    };
    table.finish()?;
    Ok(Section(given))
}
