//! The table of a plan: rows of parameters, or the members of a run, of which what the run found is left out.

use super::document::OTHER_COLUMNS;
use super::error::ScenarioError;
use super::keys::Keys;
use super::known::known;
use super::unstated::{MEMBER, Unstated};
use crate::io::names::ColumnNames;
use crate::io::pattern::fits;
use crate::io::table::{Format, Numbers, column_names, read_numbers};
use crate::model::unit::Unit;
use crate::model::{Parameter, Section};
use crate::sampling::plan::{Table, TableColumns, TableError};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// Reads the table of a plan, with where it is.
pub(super) fn read(
    (root, section): (&Keys<'_>, &mut Keys<'_>),
    parameters: &[Parameter],
    path: &Path,
    unstated: &Unstated,
) -> Result<(PathBuf, Table), ScenarioError> {
    let file = section.text("file")?;
    let names: Vec<String> = parameters.iter().map(|p| p.name.clone()).collect();
    let required: Vec<String> = if section.has("columns") { section.strings("columns")? } else { Vec::new() };
    for name in &required {
        known(section, "columns", name, parameters)?;
    }
    let file = path.parent().unwrap_or(Path::new("")).join(file);
    let unit = |name: &str| Unit::parse(parameters.iter().find(|p| p.name == name)?.unit.as_ref()?).ok();
    let is_parquet = file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("parquet"));
    // what cannot be read is refused below
    let heads = column_names(&file, if is_parquet { Format::Parquet } else { Format::Csv }).unwrap_or_default();
    let results = Results::of(root, &file).among(&heads, &names);
    let columns = TableColumns { parameters: &names, required: &required, words: &unstated.words, results: &results };
    let table = if is_parquet {
        let kept: Vec<&str> = heads.iter().filter(|head| !results.contains(head)).map(String::as_str).collect();
        let text = parquet_as_csv(&file, &kept, &names).map_err(|error| section.invalid("file", error))?;
        Table::of_text(&file, &text, &columns, unit).map(|table| table.with_text(text))
    } else {
        Table::read_in_units(&file, &columns, unit)
    };
    let table = table.map_err(|error| match error {
        // no place in the table: the place that names it
        TableError::Unreadable { .. } => section.invalid("file", error.to_string()).into(),
        other => ScenarioError::from(other),
    })?;
    Ok((file, table))
}

/// Returns columns of a table in Parquet as CSV; where one of them is no parameter, which is refused, their names alone.
fn parquet_as_csv(file: &Path, columns: &[&str], parameters: &[String]) -> Result<String, String> {
    if columns.iter().any(|column| !parameters.iter().any(|name| name == column)) {
        return Ok(columns.join(",") + "\n");
    }
    let numbers = read_numbers(file, Format::Parquet, columns).map_err(|error| error.to_string())?;
    let head = |column: &Numbers| match &column.unit {
        Some(unit) => format!("{} ({unit})", column.name),
        None => column.name.clone(),
    };
    let mut text = numbers.iter().map(head).collect::<Vec<String>>().join(",") + "\n";
    for row in 0..numbers.first().map_or(0, |column| column.values.len()) {
        let row: Vec<String> = numbers.iter().map(|column| format!("{:?}", column.values[row])).collect();
        text.push_str(&row.join(","));
        text.push('\n');
    }
    Ok(text)
}

/// What the manifest of a run says of its tables.
#[derive(Deserialize)]
struct Manifest {
    tables: Vec<Named>,
    columns: Vec<Described>,
    parameters: Vec<Stated>,
}

#[derive(Deserialize)]
struct Named {
    file: String,
}

#[derive(Deserialize)]
struct Described {
    table: String,
    name: String,
    of: String,
}

#[derive(Deserialize)]
struct Stated {
    name: String,
}

/// The columns that hold what a run found.
struct Results {
    /// The outputs and conditions of the scenario, or patterns of their names.
    outputs: Vec<String>,
    /// Columns that the manifest beside the table describes, but parameters.
    described: Vec<String>,
}

impl Results {
    /// Returns those of a scenario, and of the run that wrote a table, where its manifest is beside it.
    fn of(root: &Keys<'_>, table: &Path) -> Self {
        let outputs = ["output", "probability"].iter().flat_map(|tables| root.names_of(tables)).collect();
        let beside = std::fs::read(table.with_file_name("manifest.json")).ok();
        let manifest = beside.and_then(|text| serde_json::from_slice::<Manifest>(&text).ok());
        let is_this = |file: &Named| table.file_name().is_some_and(|name| name == file.file.as_str());
        let manifest = manifest.filter(|manifest| manifest.tables.iter().any(is_this));
        let described = manifest.iter().flat_map(|manifest| {
            let is_parameter = |name: &str| manifest.parameters.iter().any(|parameter| parameter.name == name);
            let of_members = manifest.columns.iter().filter(|column| column.table == "members");
            of_members.filter(move |column| !is_parameter(&column.of)).map(|column| column.name.clone())
        });
        Self { outputs, described: described.collect() }
    }

    /// Returns the heads of a table that hold results: where it has outcomes, what a run finds; else the number of the member alone.
    fn among(&self, heads: &[String], parameters: &[String]) -> Vec<String> {
        let has_outcomes = heads.iter().any(|head| head.trim() == "outcome");
        let is_result = |head: &str| head == MEMBER || has_outcomes && self.holds(head);
        let is_parameter = |head: &str| parameters.iter().any(|name| name == head);
        let heads = heads.iter().map(|head| head.trim());
        heads.filter(|head| is_result(head) && !is_parameter(head)).map(String::from).collect()
    }

    fn holds(&self, head: &str) -> bool {
        let is_own = OTHER_COLUMNS.contains(&head) || self.described.iter().any(|name| name == head);
        is_own || self.outputs.iter().any(|output| is_of(output, head))
    }
}

/// Tells whether a column is that of an output, of a component of it, or of a derivative or an error of these.
fn is_of(output: &str, head: &str) -> bool {
    let mut inner = head;
    // d(com.x)/d(mass), d(d(com.x)/d(mass))/d(arm), W(q)/d(mass), error(com.x)
    while let Some((word, rest)) = inner.split_once('(') {
        if !word.chars().all(char::is_alphanumeric) {
            break;
        }
        inner = rest;
    }
    let name = inner.split(')').next().unwrap_or(inner);
    if fits(output, name) || fits(&format!("{output}.*"), name) {
        return true;
    }
    let plain = ColumnNames::Plain.of(&[output.to_string()]).concat();
    let prefixes = ["", "d_", "d_d_", "W_", "error_"];
    let rest = |prefix: &&str| head.strip_prefix(*prefix)?.strip_prefix(&plain);
    prefixes.iter().filter_map(rest).any(|rest| rest.is_empty() || rest.starts_with('_'))
}
