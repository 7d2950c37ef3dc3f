//! `gyrosweep report`: the results of a run as one HTML file.

use super::Failure;
use super::console::Console;
use super::study::study;
use clap::Args;
use gyrosweep::studies::report::{Animate, Request, Subject};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct ReportArguments {
    /// The folder of the results
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The file [default: report.html in the folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The columns of the members that are shown: names, or patterns as q_*, with commas between [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    columns: Vec<String>,
    /// The title [default: that of the scenario]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// The members in the animation: a number, COLUMN:max or COLUMN:min; after a comma its shadow; or none [default: both ends of
    /// the first output]
    #[arg(long, value_name = "MEMBER")]
    animate: Option<Animate>,
    /// Replace a file that is there already
    #[arg(long)]
    force: bool,
}

pub(crate) fn report(console: &Console, arguments: &ReportArguments) -> Result<u8, Failure> {
    let ReportArguments { folder, out, columns, title, animate, force } = arguments;
    let (folder, out, columns, title) = (folder.clone(), out.clone(), columns.clone(), title.clone());
    let animate = animate.clone().unwrap_or_default();
    let subject = Subject::Folder(folder);
    study(console, Request { subject, out, columns, title, animate, force: *force })
}
