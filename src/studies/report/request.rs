//! What is asked of a report.

use super::animation::{Animate, animate};
use super::document::document;
use super::source::Source;
use crate::io::folder::{REPORT, is_report};
use crate::io::manifest::RunManifest;
use crate::io::output_file::{OutputFile, OutputFiles};
use crate::io::pattern::{fits, is_pattern};
use crate::io::results::ResultData;
use crate::io::scenario::Scenario;
use crate::model::nearest;
use crate::report::Page;
use crate::studies::request::{Results, Verb};
use crate::studies::telling::Telling;
use crate::studies::{Failure, Listener};
use std::path::PathBuf;

/// Asks for the report of a run.
#[derive(Debug)]
pub struct Request {
    /// What the report is of.
    pub subject: Subject,
    /// The file; `report.html` in the folder of the results, or in the current one, where it is absent.
    pub out: Option<PathBuf>,
    /// The columns of the members that are shown, as names or patterns; all where there are none.
    pub columns: Vec<String>,
    /// The title; that of the run where it is absent.
    pub title: Option<String>,
    /// The members that are animated.
    pub animate: Animate,
    /// Whether a file that is there is replaced.
    pub force: bool,
}

/// Says what a report is of.
#[derive(Debug)]
pub enum Subject {
    /// The results in a folder.
    Folder(PathBuf),
    /// Results in memory, with the scenario that was run.
    Memory(Box<(ResultData, Scenario)>),
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
    /// Asks for a report with all columns.
    pub fn of(subject: Subject) -> Self {
        Self { subject, out: None, columns: Vec::new(), title: None, animate: Animate::Usual, force: false }
    }

    /// Returns the file of the report, which is none that it is made of.
    fn file(&self, subject: &Subject) -> Result<OutputFile, Failure> {
        let folder = match subject {
            Subject::Folder(folder) => Some(folder),
            Subject::Memory(_) => None,
        };
        let reads = folder.map_or_else(Vec::new, |folder| RunManifest::files_in(folder));
        let mut files = OutputFiles::new(reads, self.force);
        if let Some(out) = &self.out {
            return Ok(files.take("--out", out)?);
        }
        let usual = folder.map_or_else(PathBuf::new, PathBuf::clone).join(REPORT);
        let file = files.take("--out", &usual)?;
        if usual.exists() && !is_report(&usual) {
            return Err(Failure::Input(format!(
                "{} is no report of this program, so it may be yours and is not replaced; move it away, or choose another file with \
                 --out",
                usual.display()
            )));
        }
        Ok(file)
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

    fn run(mut self, listener: &dyn Listener) -> Result<Results<Found>, Failure> {
        let mut telling = Telling::new(listener);
        let subject = std::mem::replace(&mut self.subject, Subject::Folder(PathBuf::new()));
        let mut file = self.file(&subject)?;
        let mut source = match subject {
            Subject::Folder(folder) => Source::read(&folder).map_err(Failure::input)?,
            Subject::Memory(results) => Source::of_memory(results.0, results.1),
        };
        // of all columns, also of those that are not shown
        animate(&mut source, &self.animate)?;
        source.show(self.chosen(&source)?);
        source.title = self.title.clone().unwrap_or(source.title);
        let (text, sections) = document(&source);
        file.write(text.as_bytes())?;
        let file = file.path().to_path_buf();
        let mut page = Page::default();
        page.text(format!("report in {}", file.display()));
        telling.show(page);
        Ok(telling.finish(true, Found { file, bytes: text.len() as u64, sections }))
    }
}
