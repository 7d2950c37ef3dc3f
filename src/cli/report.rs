//! `gyrosweep report`: the results of a run as one HTML file.

use super::Failure;
use super::console::Console;
use super::study::study;
use clap::Args;
use gyrosweep::studies::report::Request;
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
    /// Replace a file that is there already
    #[arg(long)]
    force: bool,
}

pub(crate) fn report(console: &Console, arguments: &ReportArguments) -> Result<u8, Failure> {
    let ReportArguments { folder, out, columns, title, force } = arguments;
    let (folder, out, columns, title) = (folder.clone(), out.clone(), columns.clone(), title.clone());
    study(console, Request { folder, out, columns, title, force: *force })
}
