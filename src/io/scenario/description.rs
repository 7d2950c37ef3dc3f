//! Scenarios made in Rust: what a file could say, read by the same code.

use super::quantity::Quantities;
use super::{Overrides, Scenario, ScenarioError};
use crate::ensemble::Study;
use crate::model::Invalid;
use serde::Serialize;
use std::path::Path;
use toml_edit::ser::{Error, ValueSerializer, to_document};
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, Value};

/// A table of a scenario: a body, a joint, the method.
///
/// [`Part::body`], [`Part::joint`], [`Part::force`] and [`Part::output`] begin those tables; [`Part::named`] any other of which
/// there may be many (`constraint`, `event`, `variable`, `probability`); [`Part::one`] one of which there is one (`gravity`,
/// `method`, `plan`, `sampling`, `sensitivity`).
///
/// Its keys are those of scenario files, and values are whatever `serde` serialises: numbers, expressions as text, arrays of
/// values of one type, tuples where they differ (`(0, "length / 2", 0)`), structures as tables. A dotted key leads into a
/// table below: `set("initial.position", ..)` sets `position` in the table `initial`.
///
/// ```
/// use gyrosweep::io::scenario::Part;
/// let top = Part::body("top")
///     .set("mass", "rho * length")
///     .set("inertia", [0.2, 0.5, 0.2])
///     .set("initial.position", (0, "length / 2", 0));
/// ```
#[derive(Clone, Debug)]
pub struct Part {
    section: String,
    repeated: bool,
    keys: Vec<(String, Result<Value, Error>)>,
}

impl Part {
    /// Begins a table of which there is one, as `[method]`.
    pub fn one(section: &str) -> Self {
        Self { section: section.into(), repeated: false, keys: Vec::new() }
    }
    /// Begins one of many tables, each with a name of its own, as `[[body]]`.
    pub fn named(section: &str, name: &str) -> Self {
        Self { section: section.into(), repeated: true, keys: Vec::new() }.set("name", name)
    }
    /// Begins a body.
    pub fn body(name: &str) -> Self {
        Self::named("body", name)
    }
    /// Begins a joint of a kind of the catalog [`crate::model::joint::ALL`].
    pub fn joint(name: &str, kind: &str) -> Self {
        Self::named("joint", name).set("kind", kind)
    }
    /// Begins a force of a kind of the catalog [`crate::model::force::ALL`].
    pub fn force(name: &str, kind: &str) -> Self {
        Self::named("force", name).set("kind", kind)
    }
    /// Begins an output of a quantity of the catalog [`crate::model::output::all`].
    pub fn output(name: &str, quantity: &str) -> Self {
        Self::named("output", name).set("quantity", quantity)
    }
    /// Returns the table with a key and its value.
    pub fn set(mut self, key: &str, value: impl Serialize) -> Self {
        self.keys.push((key.into(), value.serialize(ValueSerializer::new())));
        self
    }
}

/// A scenario made in Rust, with the checks and messages of scenario files.
///
/// What is wrong is said when it is read, with the part that it is in:
///
/// ```
/// use gyrosweep::io::scenario::{Description, Part};
/// let wrong = Description::new("A stone").with(Part::body("stone").set("mas", 2.0).set("inertia", [1, 1, 1]));
/// let message = wrong.read().unwrap_err().to_string();
/// assert_eq!(message, "body \"stone\".mas: unknown key; the key \"mass\" is needed and missing");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Description {
    document: DocumentMut,
    /// The first thing that cannot be written down.
    wrong: Option<Invalid>,
}

impl Description {
    /// Begins a scenario with a title.
    pub fn new(title: &str) -> Self {
        let mut description = Self::default();
        description.document.insert("title", toml_edit::value(title));
        description
    }

    /// Takes a whole scenario from anything that `serde` serialises to its tables: a structure, a map, a JSON value.
    ///
    /// # Errors
    /// Where it cannot be written as TOML.
    pub fn of(scenario: &impl Serialize) -> Result<Self, ScenarioError> {
        let document = to_document(scenario).map_err(|e| invalid("scenario", unwritable(&e)))?;
        Ok(Self { document, wrong: None })
    }

    /// Adds a parameter, its value where nothing varies it, and its unit.
    pub fn parameter(self, name: &str, default: f64, unit: &str) -> Self {
        #[derive(Serialize)]
        struct Parameter<'a> {
            default: f64,
            unit: &'a str,
        }
        self.with(Part::one("parameters").set(name, Parameter { default, unit }))
    }

    /// Adds an acceleration of gravity, world frame, m/s^2.
    pub fn gravity(self, acceleration: impl Into<Quantities>) -> Self {
        self.with(Part::one("gravity").set("acceleration", acceleration.into()))
    }

    /// Adds a part; keys of a table of which there is one are added to those that it has.
    pub fn with(mut self, part: impl Into<Part>) -> Self {
        if let Err(e) = self.add(part.into()) {
            self.wrong.get_or_insert(e);
        }
        self
    }

    fn add(&mut self, part: Part) -> Result<(), Invalid> {
        let Part { section, repeated, keys } = part;
        let empty = if repeated { Item::ArrayOfTables(ArrayOfTables::new()) } else { Item::Table(Table::new()) };
        let name = keys.first().and_then(|(_, name)| name.as_ref().ok()?.as_str()).filter(|_| repeated);
        let place = name.map_or_else(|| section.clone(), |name| format!("{section} {name:?}"));
        let mut table = Table::new();
        let table = match self.document.entry(&section).or_insert(empty) {
            Item::Table(there) if !repeated => there,
            Item::ArrayOfTables(_) if repeated => &mut table,
            _ => {
                let (found, there) =
                    if repeated { ("one of several", "the keys of one") } else { ("the keys of one", "several") };
                let message = format!("found {found}, where {there} stand already; accepted: either, not both");
                return Err(Invalid { place, message });
            }
        };
        for (key, value) in keys {
            let at = || format!("{place}.{key}");
            let value = value.map_err(|e| Invalid { place: at(), message: unwritable(&e) })?;
            insert(table, &key, value).map_err(|message| Invalid { place: at(), message })?;
        }
        if repeated {
            let table = std::mem::take(table);
            if let Some(tables) = self.document[&section].as_array_of_tables_mut() {
                tables.push(table);
            }
        }
        Ok(())
    }

    /// Returns the text of a scenario file that says so.
    ///
    /// # Errors
    /// Where something cannot be written as TOML, or a key came twice.
    pub fn to_toml(&self) -> Result<String, ScenarioError> {
        match &self.wrong {
            Some(wrong) => Err(wrong.clone().into()),
            None => Ok(self.document.to_string()),
        }
    }

    /// Reads the description as a scenario file is read; paths of tables begin in the current directory.
    ///
    /// # Errors
    /// Where something in it is wrong.
    pub fn read(&self) -> Result<Scenario, ScenarioError> {
        Scenario::parse(Path::new(""), &self.to_toml()?, Overrides::default())
    }

    /// Returns the study that it describes: see [`Description::read`].
    ///
    /// # Errors
    /// Where something in it is wrong.
    pub fn study(&self) -> Result<Study, ScenarioError> {
        Ok(self.read()?.study)
    }
}

/// Puts a value where a dotted key leads to.
fn insert(table: &mut Table, key: &str, value: Value) -> Result<(), String> {
    let (first, rest) = key.split_once('.').map_or((key, None), |(first, rest)| (first, Some(rest)));
    let twice = || "the key comes twice".to_string();
    match rest {
        None if table.contains_key(first) => Err(twice()),
        None => {
            table.insert(first, Item::Value(value));
            Ok(())
        }
        Some(rest) => {
            let mut below = Table::new();
            below.set_dotted(true);
            let below = table.entry(first).or_insert(Item::Table(below)).as_table_mut();
            insert(below.ok_or_else(twice)?, rest, value)
        }
    }
}

fn unwritable(error: &Error) -> String {
    format!("cannot be written as TOML: {error}; accepted: numbers, texts, truth values, arrays and tables of them")
}

fn invalid(place: &str, message: String) -> Invalid {
    Invalid { place: place.into(), message }
}
