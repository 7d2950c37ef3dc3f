//! The arguments of `gyrosweep plot`.

use crate::plot::Scale;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct PlotArguments {
    /// The folder that `gyrosweep run` wrote its results to
    #[arg(value_name = "DIR")]
    pub(super) folder: PathBuf,
    /// The column to the right, a parameter or an output; with --samples `time` unless another is named
    #[arg(long, value_name = "COLUMN", required_unless_present_any = ["samples", "histogram", "cumulative"])]
    pub(super) x: Option<String>,
    /// The column upwards
    #[arg(long, value_name = "COLUMN", required_unless_present_any = ["histogram", "cumulative"])]
    pub(super) y: Option<String>,
    /// The column that colours members, lines or cells
    #[arg(long, value_name = "COLUMN", visible_alias = "color")]
    pub(super) colour: Option<String>,
    /// Draw cells coloured by --colour over the grid of --x and --y
    #[arg(long, requires = "colour", conflicts_with = "samples")]
    pub(super) map: bool,
    /// Draw the samples over time, a line for each member; --colour names a column of the members
    #[arg(long)]
    pub(super) samples: bool,
    /// Draw lines over --x, one for each value of a column
    #[arg(long, value_name = "COLUMN", conflicts_with_all = ["colour", "map", "samples", "histogram", "cumulative"])]
    pub(super) group: Option<String>,
    /// Draw how many members have which values of a column, also of a run with --statistics; given several times, several
    /// columns of one unit over each other
    #[arg(long, value_name = "COLUMN", conflicts_with_all = ["x", "y", "colour", "map", "samples", "cumulative"])]
    pub(super) histogram: Vec<String>,
    /// The number of classes of --histogram [default: by the rule of Freedman and Diaconis]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(super) bins: Option<u32>,
    /// Draw the share of members below each value of a column, also of a run with --statistics; may be given several times
    #[arg(long, value_name = "COLUMN", conflicts_with_all = ["x", "y", "colour", "map", "samples"])]
    pub(super) cumulative: Vec<String>,
    /// The most members that --samples draws, evenly chosen
    #[arg(long, value_name = "N", default_value_t = 50, requires = "samples",
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(super) lines: u32,
    /// What is logarithmic: any of x, y and colour, separated by commas
    #[arg(long, value_name = "AXES", value_delimiter = ',')]
    pub(super) log: Vec<Direction>,
    /// Where the picture goes, as .svg or .png [default: plot.svg in DIR]
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Replace a picture that is there already
    #[arg(long)]
    pub(super) force: bool,
}

/// What a scale belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Direction {
    X,
    Y,
    #[value(alias = "color")]
    Colour,
}

impl PlotArguments {
    pub(super) fn scale(&self, direction: Direction) -> Scale {
        if self.log.contains(&direction) { Scale::Logarithmic } else { Scale::Linear }
    }
}
