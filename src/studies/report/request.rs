//! What is asked of a report.

use super::document::document;
use super::source::Source;
use crate::io::cause;
use crate::io::pattern::{fits, is_pattern};
use crate::model::nearest;
use crate::report::Page;
use crate::studies::request::{Results, Verb};
use crate::studies::telling::Telling;
use crate::studies::{Failure, Listener};
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;

/// Asks for the report of a run.
#[derive(Clone, Debug)]
pub struct Request {
    /// The folder of the results.
    pub folder: PathBuf,
    /// The file; `report.html` in the folder where it is absent.
    pub out: Option<PathBuf>,
    /// The columns of the members that are shown, as names or patterns; all where there are none.
    pub columns: Vec<String>,
    /// The title; that of the run where it is absent.
    pub title: Option<String>,
    /// Whether a file that is there is replaced.
    pub force: bool,
}

/// What was written.
#[derive(Clone, Debug)]
pub struct Found {
    /// The file.
    pub file: PathBuf,
    /// Its size, bytes.
    pub bytes: u64,
    /// The titles of its sections.
    pub sections: Vec<&'static str>,
}

impl Request {
    /// Asks for the report of the results in a folder, with all columns.
    pub fn of(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), out: None, columns: Vec::new(), title: None, force: false }
    }

    /// Checks the columns that are asked for, and returns the names of those that are shown.
    fn chosen(&self, source: &Source) -> Result<Option<Vec<String>>, Failure> {
        if self.columns.is_empty() {
            return Ok(None);
        }
        let names: Vec<&str> = source.columns().iter().map(|column| column.name.as_str()).collect();
        let mut chosen = Vec::new();
        for asked in &self.columns {
            let is_one = |name: &&&str| **name == asked || is_pattern(asked) && fits(asked, name);
            let found: Vec<String> = names.iter().filter(is_one).map(ToString::to_string).collect();
            if found.is_empty() {
                let hint =
                    nearest(asked, names.iter().copied()).map_or(String::new(), |n| format!("; did you mean {n:?}?"));
                let known = names.join(", ");
                let message =
                    format!("--columns: the members have no column {asked:?}{hint}; accepted: some of {known}");
                return Err(Failure::Input(message));
            }
            chosen.extend(found);
        }
        Ok(Some(chosen))
    }
}

impl crate::studies::Request for Request {
    const VERB: Verb =
        Verb { name: "report", summary: "Write the results of a run as one HTML file to look at and to send" };
    type Found = Found;

    fn run(self, listener: &dyn Listener) -> Result<Results<Found>, Failure> {
        let mut telling = Telling::new(listener);
        let mut source = Source::read(&self.folder).map_err(Failure::input)?;
        source.show(self.chosen(&source)?);
        source.title = self.title.clone().unwrap_or(source.title);
        let file = self.out.clone().unwrap_or_else(|| self.folder.join("report.html"));
        let (text, sections) = document(&source);
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true).create_new(!self.force);
        let written = options.open(&file).and_then(|mut out| out.write_all(text.as_bytes()));
        written.map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => {
                Failure::Input(format!("{} is there already; --force replaces it", file.display()))
            }
            _ => Failure::Other(format!("cannot write {}: {}", file.display(), cause(&error))),
        })?;
        let mut page = Page::default();
        page.text(format!("report in {}", file.display()));
        telling.show(page);
        Ok(telling.finish(true, Found { file, bytes: text.len() as u64, sections }))
    }
}
