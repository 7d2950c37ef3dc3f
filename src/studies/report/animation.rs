//! The animation: one or two members, computed again, whose bodies move.

use super::encoded::encoded;
use super::motion::Motion;
use super::section::Section;
use super::source::Source;
use crate::ensemble::{Outcome, Study};
use crate::io::manifest::RUN;
use crate::lie::{Rotation, RotationMatrix, UnitQuaternion};
use crate::linalg::{DMatrix, symmetric_eigen};
use crate::model::body::{Body, MassProperties};
use crate::model::expression::evaluate3;
use crate::model::joint::{ElementaryJoint, Joint};
use crate::model::shape::VisibleShape;
use crate::model::{Mechanism, nearest};
use crate::num::{Mat3, Vec3};

use crate::report::number;
use crate::studies::{Failure, POSE_NUMBERS, Poses, PosesError, poses};
use serde_json::{Value, json};
use std::str::FromStr;

/// Poses of all bodies that a member has at most.
const MOST: usize = 40_000;

/// Times at first; twice as many, and again, while a body turns further than this from one to the next, rad: between two of
/// them it is seen to turn the shorter way round.
const TIMES: usize = 400;
const TURN: f64 = 0.7;

/// Colours of bodies without one: those of the series of pictures.
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

/// Says which members are animated.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Animate {
    /// Where members differ, those at both ends of the first output; else the first.
    #[default]
    Usual,
    /// These; the second is the shadow of the first.
    Members(Vec<Choice>),
    /// None.
    None,
}

/// Says which member is meant.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// That of a number.
    Number(u64),
    /// That with the greatest, or the least, value of a column.
    Extreme {
        /// The name of the column.
        column: String,
        /// True of the greatest value.
        greatest: bool,
    },
}

impl FromStr for Animate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let choice = |text: &str| {
            let extreme = |column: &str, greatest| Choice::Extreme { column: column.into(), greatest };
            let number = text.parse().map(Choice::Number).ok();
            number
                .or_else(|| text.strip_suffix(":max").map(|column| extreme(column, true)))
                .or_else(|| text.strip_suffix(":min").map(|column| extreme(column, false)))
                .ok_or_else(|| {
                    format!("found {text:?}; accepted: the number of a member, COLUMN:max, COLUMN:min, two of them with a comma between, or none")
                })
        };
        match text {
            "none" => Ok(Self::None),
            _ => {
                let choices = text.split(',').map(choice).collect::<Result<Vec<_>, _>>()?;
                if choices.len() > 2 {
                    return Err(format!(
                        "found {} members; accepted: one, or two of which the second is a shadow",
                        choices.len()
                    ));
                }
                Ok(Self::Members(choices))
            }
        }
    }
}

/// Computes the members again that are animated.
///
/// # Errors
/// Where those that are asked for are not there.
pub(super) fn animate(source: &mut Source, animate: &Animate) -> Result<(), Failure> {
    if source.verb() != RUN {
        let verb = source.verb();
        return match animate {
            Animate::Members(_) => Err(Failure::Input(format!(
                "--animate: these are results of `gyrosweep {verb}`, whose members do not run in time; accepted: none, or the results of \
                 `gyrosweep run`"
            ))),
            Animate::Usual | Animate::None => Ok(()),
        };
    }
    source.motion = match &source.run {
        _ if *animate == Animate::None => None,
        Some(Ok(scenario)) => match motion(source, &scenario.study, animate) {
            Ok(found) => found.map(Ok),
            // nobody asked for these members: the report says why it does not have them
            Err(error) if *animate == Animate::Usual => Some(Err(error.to_string())),
            Err(error) => return Err(error),
        },
        Some(Err(why)) => Some(Err(why.clone())),
        None => None,
    };
    Ok(())
}

/// Returns how the members of a study move that are asked for; nothing where nothing moves.
fn motion(source: &Source, study: &Study, animate: &Animate) -> Result<Option<Motion>, Failure> {
    let chosen = match animate {
        Animate::None => return Ok(None),
        Animate::Usual => usual(source),
        Animate::Members(choices) => choices.iter().map(|choice| member(source, choice)).collect::<Result<_, _>>()?,
    };
    let mechanism = &study.mechanism;
    if mechanism.bodies.is_empty() {
        return Ok(None);
    }
    let mut members = Vec::new();
    for (number, why) in &chosen {
        let found = smooth(study, *number).map_err(|error| Failure::Input(format!("--animate: {error}")))?;
        members.push((label(*number, why, found.outcome), found));
    }
    let (mut parameters, mut varied) = (Vec::new(), vec![0.0; study.plan().columns().len()]);
    chosen.iter().take(1).for_each(|(number, _)| study.plan().fill(*number, &mut varied));
    study.parameters(&varied, &mut parameters);
    let small = 0.03 * reach(&members).max(1e-3);
    let shown = |(at, body): (usize, &Body)| {
        let mut shapes = vec![shape(body, &parameters, small)];
        if body.shape.is_none() {
            shapes.extend(rods(mechanism, at, &parameters, small));
        }
        let colour = |shape: &mut VisibleShape| {
            shape.colour.get_or_insert_with(|| COLOURS[at % COLOURS.len()].into());
        };
        shapes.iter_mut().for_each(colour);
        (body.name.clone(), shapes)
    };
    let bodies = mechanism.bodies.iter().enumerate().map(shown).collect();
    Ok(Some(Motion { bodies, gravity: evaluate3(&mechanism.gravity, &parameters).to_array(), members }))
}

/// Computes a member again, at so many times that it is seen how its bodies turn.
fn smooth(study: &Study, member: u64) -> Result<Poses, PosesError> {
    let bodies = study.mechanism.bodies.len();
    let most = (MOST / bodies).max(2);
    let mut times = TIMES.min(most);
    loop {
        let found = poses(study, member, Some(times as u32))?;
        if 2 * times > most || largest_turn(&found, bodies) <= TURN {
            return Ok(found);
        }
        times *= 2;
    }
}

/// Returns the largest angle by which a body turns from one time to the next, rad.
fn largest_turn(poses: &Poses, bodies: usize) -> f64 {
    let one = POSE_NUMBERS * bodies;
    let pairs = poses.numbers.iter().zip(poses.numbers.iter().skip(one)).map(|(a, b)| a * b).collect::<Vec<_>>();
    let turn = |products: &[f64]| 2.0 * products[3..].iter().sum::<f64>().abs().min(1.0).acos();
    pairs.chunks_exact(POSE_NUMBERS).map(turn).fold(0.0, f64::max)
}

fn label(number: u64, why: &str, outcome: Outcome) -> String {
    let ended = if outcome.has_outputs() { String::new() } else { format!(", until it failed ({})", outcome.name()) };
    format!("member {number}{why}{ended}")
}

/// Returns the members with the greatest and the least value of the first output, or the first member.
fn usual(source: &Source) -> Vec<(u64, String)> {
    let first = source.outputs().next().map(|column| column.name.clone());
    let extreme =
        |column: &String, greatest| member(source, &Choice::Extreme { column: column.clone(), greatest }).ok();
    let both = first.and_then(|column| Some(vec![extreme(&column, true)?, extreme(&column, false)?]));
    both.unwrap_or_else(|| vec![(source.members.first().copied().unwrap_or(0), String::new())])
}

/// Returns the number of a member, and what is special of it.
fn member(source: &Source, choice: &Choice) -> Result<(u64, String), Failure> {
    let (name, greatest) = match choice {
        Choice::Number(number) => return Ok((*number, String::new())),
        Choice::Extreme { column, greatest } => (column, *greatest),
    };
    let columns = || source.columns().iter();
    let Some(column) = columns().find(|column| column.name == *name) else {
        let hint = nearest(name, columns().map(|column| column.name.as_str()));
        let hint = hint.map_or(String::new(), |near| format!("; did you mean {near:?}?"));
        return Err(Failure::Input(format!("--animate: the members have no column {name:?}{hint}")));
    };
    let present = column.values.iter().enumerate().filter(|(_, x)| !x.is_nan());
    let found = match greatest {
        true => present.max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(&a.0))),
        false => present.min_by(|a, b| a.1.total_cmp(b.1)),
    };
    let Some((at, value)) = found else {
        return Err(Failure::Input(format!("--animate: no member has a value of {name}")));
    };
    let end = if greatest { "greatest" } else { "least" };
    let unit = if column.unit.is_empty() || column.unit == "1" { String::new() } else { format!(" {}", column.unit) };
    Ok((source.members[at], format!(", of the {end} {name}, {}{unit}", number(*value))))
}

/// Returns the longest way of a body from where the first one begins, m.
fn reach(members: &[(String, Poses)]) -> f64 {
    let places = members.iter().flat_map(|(_, poses)| poses.numbers.chunks_exact(POSE_NUMBERS));
    let first = members.first().and_then(|(_, poses)| poses.numbers.get(..3)).unwrap_or(&[0.0; 3]);
    let way = |pose: &[f64]| pose.iter().zip(first).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt();
    places.map(way).filter(|way| way.is_finite()).fold(0.0, f64::max)
}

/// Returns what a body looks like: as the scenario says, or a box of its mass and inertia; of a point mass, a small sphere.
fn shape(body: &Body, parameters: &[f64], small: f64) -> VisibleShape {
    if let Some(shape) = &body.shape {
        return shape.evaluate(parameters);
    }
    let MassProperties { mass, inertia, .. } = body.mass_properties(parameters);
    let [xx, yy, zz] = inertia.diagonal.to_array();
    let [xy, xz, yz] = inertia.off_diagonal.map_or([0.0; 3], |products| products.to_array());
    let (moments, axes) = symmetric_eigen(&DMatrix::from_row_slice(3, 3, &[xx, xy, xz, xy, yy, yz, xz, yz, zz]));
    let sum: f64 = moments.iter().sum();
    let edge = |i: usize| -> f64 { (6.0 * (sum - 2.0 * moments[i]) / mass).max(0.0f64).sqrt() };
    let edges = [edge(0), edge(1), edge(2)];
    let longest = edges.into_iter().fold(0.0, f64::max);
    let sphere = VisibleShape {
        kind: "sphere",
        size: vec![small],
        offset: [0.0; 3],
        rotation: [1.0, 0.0, 0.0, 0.0],
        colour: None,
    };
    if !(longest.is_finite() && longest > 0.0) {
        return sphere;
    }
    let [a, b] = [0, 1].map(|j| Vec3::new(axes[(0, j)], axes[(1, j)], axes[(2, j)]));
    // the third one so that they are right-handed
    let turned = RotationMatrix(Mat3::from_rows(a, b, a.cross(b)).transpose()).to_quaternion();
    VisibleShape {
        kind: "box",
        // what is thin is seen, too
        size: edges.map(|edge| edge.max(0.04 * longest)).to_vec(),
        rotation: [turned.w, turned.v.x, turned.v.y, turned.v.z],
        ..sphere
    }
}

/// Returns rods from the centre of mass of a body to its joints.
fn rods(mechanism: &Mechanism, body: usize, parameters: &[f64], thickness: f64) -> Vec<VisibleShape> {
    let Body { position, orientation, .. } = &mechanism.bodies[body];
    let (centre, turned) = (evaluate3(position, parameters), orientation.evaluate(parameters));
    let end = |joint: &Joint| {
        let side = joint.between.iter().position(|frame| frame.body() == Some(body))?;
        // its point stays where it is in both of its bodies where nothing slides
        if joint.kind.elements.iter().any(|element| matches!(element, ElementaryJoint::Prismatic(_))) {
            return None;
        }
        match (&joint.at_bodies, &joint.at) {
            (Some(points), _) => Some(evaluate3(&points[side], parameters)),
            (None, Some(at)) => Some(turned.rotate_back(evaluate3(at, parameters) - centre)),
            (None, None) => None,
        }
    };
    let rod = |end: Vec3<f64>| {
        let length = end.norm();
        let along = end * (1.0 / length);
        let up = Vec3::constant([0.0, 0.0, 1.0]);
        // of opposite directions any turn by half a revolution
        let q = match along.z > -1.0 + 1e-12 {
            true => UnitQuaternion { w: 1.0 + along.z, v: up.cross(along) }.normalized(),
            false => UnitQuaternion { w: 0.0, v: Vec3::constant([1.0, 0.0, 0.0]) },
        };
        (length > thickness && length.is_finite()).then(|| VisibleShape {
            kind: "cylinder",
            size: vec![0.2 * thickness, length],
            offset: (end * 0.5).to_array(),
            rotation: [q.w, q.v.x, q.v.y, q.v.z],
            colour: None,
        })
    };
    mechanism.joints.iter().filter_map(end).filter_map(rod).collect()
}

fn of_member((label, poses): &(String, Poses)) -> Value {
    let numbers = poses.numbers.iter().map(|x| (*x as f32).to_le_bytes());
    json!({
        "label": label,
        "count": poses.times.len(),
        "times": { "bytes": encoded(poses.times.iter().map(|t| t.to_le_bytes())) },
        "poses": { "bytes": encoded(numbers) },
    })
}

fn of_body((name, shapes): &(String, Vec<VisibleShape>)) -> Value {
    let of_shape = |shape: &VisibleShape| {
        let mut value = json!({
            "kind": shape.kind, "size": shape.size, "offset": shape.offset, "rotation": shape.rotation,
        });
        shape.colour.iter().for_each(|colour| value["colour"] = json!(colour));
        value
    };
    json!({ "name": name, "shapes": shapes.iter().map(of_shape).collect::<Vec<_>>() })
}

/// Embeds the members for the animation of the script.
pub(super) fn section(source: &Source) -> Option<Section> {
    let motion = match source.motion.as_ref()? {
        Ok(motion) => motion,
        Err(why) => {
            let html = format!("<p>Members cannot be computed again: {}</p>\n", crate::report::html_text(why));
            return Some(Section::new("Animation", html));
        }
    };
    let note = "Computed again, at equal times. A body without a shape is a box of its mass and inertia, with rods to its joints.";
    let data = json!({
        "title": source.title,
        "note": note,
        "gravity": motion.gravity,
        "bodies": motion.bodies.iter().map(of_body).collect::<Vec<_>>(),
        "members": motion.members.iter().map(of_member).collect::<Vec<_>>(),
    });
    let html = "<div id=\"animation\"><noscript><p>The animation needs JavaScript.</p></noscript></div>\n".to_string();
    Some(Section { title: "Animation", html, data: Some(("animation", data.to_string())) })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn members_are_chosen_by_number_and_by_extremes() {
        let extreme = |column: &str, greatest| Choice::Extreme { column: column.into(), greatest };
        assert_eq!("17".parse(), Ok(Animate::Members(vec![Choice::Number(17)])));
        assert_eq!("com.x:max,3".parse(), Ok(Animate::Members(vec![extreme("com.x", true), Choice::Number(3)])));
        assert_eq!("none".parse(), Ok(Animate::None));
        for wrong in ["", "com.x", "1,2,3", "-1", "com.x:mean"] {
            let error = wrong.parse::<Animate>().unwrap_err();
            assert!(error.contains("accepted: "), "{error}");
        }
    }
}
