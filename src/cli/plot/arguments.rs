//! The arguments of `gyrosweep plot`.

use crate::cli::Failure;
use crate::cli::arguments::share;
use clap::{Args, ValueEnum};
use gyrosweep::model::unit::Unit;
use gyrosweep::plot::{ColourMap, Dimension, PageStyle, Scale};
use std::path::PathBuf;
use std::str::FromStr;

#[derive(Debug, Args)]
pub(crate) struct PlotArguments {
    /// The folder that `gyrosweep run` wrote its results to
    #[arg(value_name = "DIR")]
    pub(super) folder: PathBuf,
    /// The column to the right, a parameter or an output; with --samples `time` unless another is named, with --campbell what the
    /// plan varies
    #[arg(long, value_name = "COLUMN", required_unless_present_any = ["samples", "histogram", "cumulative", "campbell", "tornado"])]
    pub(super) x: Option<String>,
    /// The column upwards; with --path `load_factor` unless another is named
    #[arg(long, value_name = "COLUMN", required_unless_present_any = ["histogram", "cumulative", "campbell", "path", "tornado"])]
    pub(super) y: Option<String>,
    /// The column that colours members, lines or cells
    #[arg(long, value_name = "COLUMN", visible_alias = "color")]
    pub(super) colour: Option<String>,
    /// Draw cells coloured by --colour over the grid of --x and --y
    #[arg(long, requires = "colour", conflicts_with = "samples")]
    pub(super) map: bool,
    /// Draw the line on which --colour has a value over the grid of --map, as 0 of growth
    #[arg(long, value_name = "VALUE", requires = "map", allow_hyphen_values = true)]
    pub(super) boundary: Option<f64>,
    /// Draw the samples over time, a line for each member; --colour names a column of the members
    #[arg(long)]
    pub(super) samples: bool,
    /// Draw, in place of lines, the bands between which 50 and 90 of 100 members lie over time, their median and extremes
    #[arg(long, requires = "samples", conflicts_with_all = ["colour", "x", "lines"])]
    pub(super) fan: bool,
    /// Draw the frequencies that `gyrosweep modes` found over --x, a line for each mode, with multiples of a rotation rate
    #[arg(long, conflicts_with_all = ["y", "colour", "map", "samples", "group", "histogram", "cumulative"])]
    pub(super) campbell: bool,
    /// The multiples of --x that --campbell draws [default: 1,2,3 of what is in rad/s, rpm or the like]
    #[arg(long, value_name = "N,N", value_delimiter = ',')]
    pub(super) multiples: Vec<f64>,
    /// Draw the paths of equilibria that `gyrosweep statics` found, or the branches of `gyrosweep periodic`, a line for each member,
    /// with what is special of their points; --colour names a column of the members
    #[arg(long, conflicts_with_all = ["map", "samples", "group", "histogram", "cumulative"])]
    pub(super) path: bool,
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
    /// Draw the share of members up to each value of a column, also of a run with --statistics; may be given several times
    #[arg(long, value_name = "COLUMN", conflicts_with_all = ["x", "y", "colour", "map", "samples"])]
    pub(super) cumulative: Vec<String>,
    /// Draw the indices of an output that `gyrosweep sensitivity` finds, the largest first, with their intervals
    #[arg(long, value_name = "OUTPUT", conflicts_with_all = ["x", "y", "colour", "map", "samples", "group", "histogram", "cumulative", "campbell", "path"])]
    pub(super) tornado: Option<String>,
    /// The index that --tornado draws [default: total, shapley, mu_star, at_high, half_deviation or rank_correlation, whichever is there first]
    #[arg(long, value_name = "NAME", requires = "tornado")]
    pub(super) index: Option<String>,
    /// The share of members that may have failed for --tornado [default: 0.01]
    #[arg(long, value_name = "SHARE", requires = "tornado", value_parser = share)]
    pub(super) accept_failed: Option<f64>,
    /// Draw the indices by sparse polynomial chaos with --tornado: of this degree, or where none is given of the one whose error is least
    #[arg(long, value_name = "DEGREE", num_args = 0..=1, requires = "tornado")]
    pub(super) chaos: Option<Option<u32>>,
    /// The most members that --samples and --path draw, evenly chosen [default: 50]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    lines: Option<u32>,
    /// What is logarithmic: any of x, y and colour, separated by commas
    #[arg(long, value_name = "AXES", value_delimiter = ',')]
    pub(super) log: Vec<Direction>,
    /// The title, in place of that of the scenario
    #[arg(long, value_name = "TEXT")]
    pub(super) title: Option<String>,
    /// The name of the axis to the right, as "spin (rad/s)" [default: the column with its unit]
    #[arg(long, value_name = "TEXT")]
    pub(super) xlabel: Option<String>,
    /// The name of the axis upwards
    #[arg(long, value_name = "TEXT")]
    pub(super) ylabel: Option<String>,
    /// The name of the colour bar
    #[arg(long, value_name = "TEXT")]
    pub(super) clabel: Option<String>,
    /// Least and greatest value to the right, as 0,2.5
    #[arg(long, value_name = "A,B", allow_hyphen_values = true)]
    xlim: Option<Limits>,
    /// Least and greatest value upwards
    #[arg(long, value_name = "A,B", allow_hyphen_values = true)]
    ylim: Option<Limits>,
    /// Least and greatest value of the colours; what is beyond has the colour of the end
    #[arg(long, value_name = "A,B", allow_hyphen_values = true)]
    clim: Option<Limits>,
    /// The colour map
    #[arg(long, value_name = "NAME", default_value = "sequential", visible_alias = "colors")]
    colours: Colours,
    /// How the page looks; what the caption would say is printed with paper
    #[arg(long, value_name = "NAME", default_value = "card")]
    style: Style,
    /// Where the picture goes, as .svg, .png or .pdf [default: plot.svg in DIR]
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

/// How values are shown by colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Colours {
    /// From dark to light
    Sequential,
    /// Two hues, with zero in the middle, or the middle of --clim
    Diverging,
    /// Round all hues, for angles in rad or deg, or with the period that --clim spans
    Cyclic,
}

/// How a page looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Style {
    /// A card with title, caption and grid
    Card,
    /// For the column of a journal: 86 mm wide, black on white, without caption, and without title unless --title gives one
    Paper,
}

/// The range of an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Limits([f64; 2]);

impl FromStr for Limits {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<Option<f64>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
        match parts.as_slice() {
            [Some(low), Some(high)] if low < high && Scale::Linear.shows(*low) && Scale::Linear.shows(*high) => {
                Ok(Self([*low, *high]))
            }
            [Some(low), Some(high)] if low > high => Err(format!("the first is to be the lesser one: {high},{low}")),
            [Some(low), Some(high)] if low == high => Err("the two are equal and leave no room".into()),
            _ => Err("limits are two finite numbers with a comma between, as 0,2.5".into()),
        }
    }
}

impl PlotArguments {
    /// Tells whether a part of an axis alone is to be shown.
    pub(super) fn is_limited(&self) -> bool {
        self.xlim.is_some() || self.ylim.is_some()
    }

    pub(super) fn scale(&self, direction: Direction) -> Scale {
        if self.log.contains(&direction) { Scale::Logarithmic } else { Scale::Linear }
    }

    /// Refuses what can be refused before anything is read.
    pub(super) fn check(&self) -> Result<(), Failure> {
        if self.lines.is_some() && !(self.samples || self.path) {
            return Err(Failure::input(
                "--lines is the number of members of --samples or --path, neither of which is asked for",
            ));
        }
        if !self.multiples.is_empty() && !self.campbell {
            return Err(Failure::input("--multiples are lines of --campbell, which is not asked for"));
        }
        if self.bins.is_some() && self.histogram.is_empty() {
            return Err(Failure::input("--bins is the number of classes of --histogram, which is not asked for"));
        }
        if self.colour.is_none() && self.group.is_none() {
            let logarithmic = self.log.contains(&Direction::Colour).then_some("--log names colour");
            let limits = self.clim.map(|_| "--clim gives the range of the colours");
            let map = (self.colours != Colours::Sequential).then_some("--colours chooses a colour map");
            let label = self.clabel.as_ref().map(|_| "--clabel names the colour bar");
            if let Some(option) = logarithmic.or(limits).or(map).or(label) {
                return Err(Failure::input(format!("{option}, but no --colour names its column")));
            }
        }
        Ok(())
    }

    /// Returns the most members that are drawn as lines.
    pub(super) fn most_lines(&self) -> usize {
        self.lines.unwrap_or(50) as usize
    }

    /// Tells whether anything is said of colours.
    pub(super) fn asks_for_colours(&self) -> bool {
        self.clim.is_some()
            || self.clabel.is_some()
            || self.colours != Colours::Sequential
            || self.log.contains(&Direction::Colour)
    }

    /// Returns the title, where one is given, or else another, but none on paper.
    pub(super) fn titled(&self, other: String) -> String {
        let usual = if self.style == Style::Paper { String::new() } else { other };
        self.title.clone().unwrap_or(usual)
    }

    pub(super) fn page_style(&self) -> PageStyle {
        match self.style {
            Style::Card => PageStyle::Card,
            Style::Paper => PageStyle::Paper,
        }
    }

    /// Returns the range that is given for a direction.
    pub(super) fn limits(&self, direction: Direction) -> Result<Option<[f64; 2]>, Failure> {
        let (option, log, limits) = match direction {
            Direction::X => ("--xlim", "x", self.xlim),
            Direction::Y => ("--ylim", "y", self.ylim),
            Direction::Colour => ("--clim", "colour", self.clim),
        };
        let Some(Limits([low, high])) = limits else { return Ok(None) };
        if !self.scale(direction).shows(low) {
            return Err(Failure::input(format!(
                "{option} begins at {low}, but --log {log} shows positive values alone"
            )));
        }
        Ok(Some([low, high]))
    }

    /// Makes a dimension with the label, the limits and the colours that are given for its direction.
    pub(super) fn dimension(&self, direction: Direction, plain: Dimension) -> Result<Dimension, Failure> {
        let limits = self.limits(direction)?.or(plain.limits);
        let colours = if direction == Direction::Colour { self.colour_map(&plain)? } else { plain.colours };
        let plain = Dimension { limits, colours, ..plain };
        let label = match direction {
            Direction::X => self.xlabel.as_deref(),
            Direction::Y => self.ylabel.as_deref(),
            Direction::Colour => self.clabel.as_deref(),
        };
        Ok(match label {
            Some(label) => plain.labelled(label),
            None => plain,
        })
    }

    fn colour_map(&self, shown: &Dimension) -> Result<ColourMap, Failure> {
        if shown.colours == ColourMap::YesNo && self.colours == Colours::Sequential && self.clim.is_none() {
            return Ok(ColourMap::YesNo);
        }
        if self.colours != Colours::Cyclic {
            return Ok(if self.colours == Colours::Diverging { ColourMap::Diverging } else { ColourMap::Sequential });
        }
        if shown.scale == Scale::Logarithmic {
            return Err(Failure::input("--colours cyclic shows angles, which --log colour has no place for"));
        }
        let period = match (self.clim, shown.unit.as_deref()) {
            (Some(Limits([low, high])), _) => high - low,
            (None, unit) => {
                let turn = unit.and_then(|unit| Unit::parse(unit).ok()).and_then(|unit| unit.of_a_turn());
                let unit = unit.map_or("no unit".into(), |unit| format!("the unit {unit}"));
                let Some(turn) = turn else {
                    return Err(Failure::input(format!(
                        "--colours cyclic shows angles in rad or deg, but {} has {unit}; --clim A,B gives another period",
                        shown.name
                    )));
                };
                turn
            }
        };
        Ok(ColourMap::Cyclic { period })
    }
}

#[cfg(test)]
mod tests {
    use super::Limits;

    #[test]
    fn limits_are_two_rising_numbers() {
        assert_eq!("-1, 2.5e3".parse(), Ok(Limits([-1.0, 2500.0])));
        for (text, reason) in [
            ("3,1", "the first is to be the lesser one: 1,3"),
            ("1,1", "equal"),
            ("1", "two finite numbers"),
            ("1,2,3", "two finite numbers"),
            ("nan,1", "two finite numbers"),
            ("0,inf", "two finite numbers"),
            ("a,b", "two finite numbers"),
        ] {
            let found = text.parse::<Limits>().expect_err(text);
            assert!(found.contains(reason), "{text}: {found}");
        }
    }
}
