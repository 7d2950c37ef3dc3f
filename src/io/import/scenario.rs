//! The tables of a scenario, as they are written.

use super::visual::Shape;
use crate::model::text::is_hidden;
use serde::Serialize;
use toml_edit::visit_mut::{VisitMut, visit_value_mut};
use toml_edit::{ArrayOfTables, Item, Value};

/// Holds what is written of a scenario, in this order.
#[derive(Debug, Serialize)]
pub(super) struct Scenario {
    pub(super) title: String,
    pub(super) gravity: Gravity,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) body: Vec<Body>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) joint: Vec<Joint>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) constraint: Vec<Coupling>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) force: Vec<Force>,
    pub(super) method: Method,
    pub(super) sampling: Sampling,
    pub(super) output: Vec<Output>,
    /// Comments above the tables of `body` and `joint`, and above `method`.
    #[serde(skip)]
    pub(super) comments: Comments,
}

/// Holds comments, a line each.
#[derive(Debug, Default)]
pub(super) struct Comments {
    pub(super) header: Vec<String>,
    pub(super) bodies: Vec<Vec<String>>,
    pub(super) joints: Vec<Vec<String>>,
    pub(super) method: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct Gravity {
    pub(super) acceleration: [f64; 3],
}

#[derive(Debug, Serialize)]
pub(super) struct Body {
    pub(super) name: String,
    pub(super) mass: f64,
    pub(super) inertia: Vec<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) inertia_kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) shape: Option<Shape>,
    pub(super) initial: InitialPose,
}

#[derive(Debug, Serialize)]
pub(super) struct InitialPose {
    pub(super) position: [f64; 3],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) quaternion: Option<[f64; 4]>,
}

#[derive(Debug, Serialize)]
pub(super) struct Joint {
    pub(super) name: String,
    pub(super) kind: &'static str,
    pub(super) between: [String; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) at: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) axis: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) initial: Option<InitialJoint>,
}

#[derive(Debug, Serialize)]
pub(super) struct InitialJoint {
    pub(super) coordinate: f64,
    pub(super) velocity: f64,
}

#[derive(Debug, Serialize)]
pub(super) struct Coupling {
    pub(super) name: String,
    pub(super) kind: &'static str,
    pub(super) joints: [String; 2],
    pub(super) factors: [f64; 2],
    pub(super) value: f64,
}

#[derive(Debug, Serialize)]
pub(super) struct Force {
    pub(super) name: String,
    #[serde(flatten)]
    pub(super) kind: ForceKind,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind")]
pub(super) enum ForceKind {
    #[serde(rename = "joint_spring_damper")]
    SpringDamper { joint: String, damping: f64 },
    #[serde(rename = "joint_friction")]
    Friction { joint: String, coulomb: f64, velocity: f64 },
    #[serde(rename = "joint_limit")]
    Limit {
        joint: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        lower: Option<f64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        upper: Option<f64>,
        stiffness: f64,
        damping: f64,
    },
}

#[derive(Debug, Serialize)]
pub(super) struct Method {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) formulation: Option<&'static str>,
    pub(super) integrator: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stages: Option<u32>,
    pub(super) tolerance: f64,
    pub(super) duration: f64,
}

#[derive(Debug, Serialize)]
pub(super) struct Sampling {
    pub(super) every: f64,
}

#[derive(Debug, Serialize)]
pub(super) struct Output {
    pub(super) name: String,
    pub(super) quantity: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) joint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) body: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) point: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) over: Option<&'static str>,
}

impl Scenario {
    /// Writes the scenario as TOML with its comments.
    ///
    /// # Errors
    /// Where something cannot be written as TOML.
    pub(super) fn to_toml(&self) -> Result<String, toml_edit::ser::Error> {
        let mut document = toml_edit::ser::to_document(self)?;
        ShortNumbers.visit_document_mut(&mut document);
        let comments = &self.comments;
        for (key, item) in document.iter_mut() {
            // [[body]] and [method], in which what is nested stays on its line
            *item = match std::mem::take(item).into_array_of_tables() {
                Ok(tables) => Item::ArrayOfTables(tables),
                Err(item) => item.into_table().map_or_else(|item| item, Item::Table),
            };
            match (item, key.get()) {
                (Item::ArrayOfTables(tables), "body") => comment(tables, &comments.bodies),
                (Item::ArrayOfTables(tables), "joint") => comment(tables, &comments.joints),
                (Item::Table(table), "method") => table.decor_mut().set_prefix(above(&comments.method)),
                _ => {}
            }
        }
        let header: String = comments.header.iter().map(|line| format!("{}\n", in_comment(line))).collect();
        Ok(format!("{header}\n{document}"))
    }
}

fn comment(tables: &mut ArrayOfTables, comments: &[Vec<String>]) {
    for (table, lines) in tables.iter_mut().zip(comments) {
        table.decor_mut().set_prefix(above(lines));
    }
}

fn above(lines: &[String]) -> String {
    let lines: String = lines.iter().map(|line| format!("{}\n", in_comment(line))).collect();
    format!("\n{lines}")
}

/// Makes a line of a comment: what a file holds may not end it.
fn in_comment(line: &str) -> String {
    let line = format!("# {line}").replace(is_hidden, " ");
    line.trim_end().to_string()
}

/// Writes numbers with all their digits, and with an exponent where it is shorter.
struct ShortNumbers;

impl VisitMut for ShortNumbers {
    fn visit_value_mut(&mut self, value: &mut Value) {
        if let Value::Float(number) = value
            && let Ok(short) = format!("{:?}", number.value()).parse::<Value>()
        {
            let decor = value.decor().clone();
            *value = short;
            *value.decor_mut() = decor;
        }
        visit_value_mut(self, value);
    }
}
