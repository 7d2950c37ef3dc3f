//! The table of a plan: rows of parameters, or the members of a run, of which what the run found is left out.

use super::document::OTHER_COLUMNS;
use super::keys::Keys;
use super::known::known;
use super::plan_texts::Texts;
use super::unstated::{MEMBER, Unstated};
use crate::io::names::ColumnNames;
use crate::io::pattern::fits;
use crate::io::table::GivenTable;
use crate::model::text::{printable, shortened};
use crate::model::unit::Unit;
use crate::model::{Invalid, Parameter, Section, nearest};
use crate::sampling::plan::Table;
use csv::Writer;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What the table of a plan holds.
pub(super) struct PlanTable {
    pub(super) file: PathBuf,
    pub(super) table: Table,
    /// The table as CSV, where something in it is left out, or it is of another format.
    pub(super) text: Option<String>,
    /// The texts of columns in the order in which they first come, which values count from zero.
    pub(super) texts: BTreeMap<String, Vec<String>>,
}

/// Reads the table of a plan.
pub(super) fn read(
    (root, section): (&Keys<'_>, &mut Keys<'_>),
    parameters: &[Parameter],
    path: &Path,
    unstated: &Unstated,
) -> Result<PlanTable, Invalid> {
    let file = section.text("file")?;
    let required: Vec<String> = if section.has("columns") { section.strings("columns")? } else { Vec::new() };
    for name in &required {
        known(section, "columns", name, parameters)?;
    }
    let file = path.parent().unwrap_or(Path::new("")).join(file);
    rows(&file, Results::of(root, &file), (parameters, &required, &unstated.words))
        .map_err(|error| section.invalid("file", error.to_string()))
}

/// Reads the rows of a table of parameters, some of which have to be there, and some of which may be texts.
fn rows(
    file: &Path,
    results: Results,
    (parameters, required, words): (&[Parameter], &[String], &[String]),
) -> Result<PlanTable, Invalid> {
    let names: BTreeSet<&str> = parameters.iter().map(|p| p.name.as_str()).collect();
    let mut source = GivenTable::open(file, |name| names.contains(name))?;
    let unit = |name: &str| Unit::parse(parameters.iter().find(|p| p.name == name)?.unit.as_ref()?).ok();
    let heads: Vec<&str> = source.heads().collect();
    let results = results.among(&heads, &names);
    let (mut columns, mut kept) = (Vec::new(), Vec::new());
    let is_kept = |(_, (head, _)): &(usize, (&&str, &str))| !results.contains(**head);
    for (at, (head, name)) in heads.iter().zip(source.names()).enumerate().filter(is_kept) {
        if !names.contains(name) {
            return Err(source.of_heads(unknown(head, parameters)));
        }
        let is_text = words.iter().any(|word| word == name);
        columns.extend(source.column(name, unit(name).as_ref())?.map(|column| (column, is_text.then(Texts::default))));
        kept.push(at);
    }
    if let Some(name) = required.iter().find(|name| columns.iter().all(|(column, _)| column.name != **name)) {
        return Err(source.missing(name, &required.join(",")));
    }
    let mut copy = (source.is_parquet() || kept.len() < heads.len()).then(|| Writer::from_writer(Vec::new()));
    // memory takes whatever is written
    copy.iter_mut().for_each(|copy| _ = copy.write_record(kept.iter().map(|at| heads[*at])));
    let (mut rows, mut values) = (0, Vec::new());
    while source.next_row()? {
        for (column, texts) in &mut columns {
            values.push(match texts {
                Some(texts) => texts.number(source.cell(column.at)),
                None => source.number(column)?,
            });
        }
        copy.iter_mut().for_each(|copy| _ = copy.write_record(kept.iter().map(|at| source.cell(*at))));
        rows += 1;
    }
    if rows == 0 {
        return Err(source.whole("the table has a header but no rows: a plan needs at least one member"));
    }
    let (width, mut texts) = (columns.len(), BTreeMap::new());
    for (at, (column, of_column)) in columns.iter_mut().enumerate() {
        let Some(of_column) = of_column.take() else { continue };
        match of_column.whole_numbers() {
            Some(numbers) => {
                let values = values.iter_mut().skip(at).step_by(width);
                values.for_each(|x: &mut f64| *x = column.in_unit(numbers[*x as usize]));
            }
            None => _ = texts.insert(column.name.clone(), of_column.in_order),
        }
    }
    let columns = columns.into_iter().map(|(column, _)| column.name).collect();
    let text = copy.and_then(|copy| String::from_utf8(copy.into_inner().ok()?).ok());
    Ok(PlanTable { file: file.into(), table: Table::new(columns, rows, values), text, texts })
}

/// Says that a column is no parameter.
fn unknown(head: &str, parameters: &[Parameter]) -> String {
    let names: Vec<&str> = parameters.iter().map(|p| p.name.as_str()).collect();
    let hint = match nearest(head, names.iter().copied()) {
        _ if head.contains([';', '\t']) => "; columns are separated by commas".to_owned(),
        Some(name) => format!(" (did you mean `{name}`?)"),
        None if names.is_empty() => "; there are no parameters".to_owned(),
        None => format!("; the parameters are {}", names.join(", ")),
    };
    format!("column `{}` is not a parameter{hint}", printable(&shortened(head)))
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
    fn among<'a>(&self, heads: &[&'a str], parameters: &BTreeSet<&str>) -> BTreeSet<&'a str> {
        let has_outcomes = heads.contains(&"outcome");
        let is_result = |head: &str| head == MEMBER || has_outcomes && self.holds(head);
        heads.iter().copied().filter(|head| is_result(head) && !parameters.contains(head)).collect()
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

#[cfg(test)]
mod tests;
