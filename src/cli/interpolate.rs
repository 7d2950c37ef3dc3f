//! `gyrosweep interpolate`: poses of a table at other times.

use super::Failure;
use super::console::Console;
use super::study::study;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use gyrosweep::studies::interpolate::{BASES, Choice, METRICS, Request, Smoothing, Times};
use std::path::PathBuf;

const DETAILS: &str = "The table has the columns time,x,y,z,qw,qx,qy,qz (unit quaternions, scalar first) or time,x,y,z,rx,ry,rz \
(rotation vectors), in s, m and rad where a head states no other unit, as in `x [mm]`; its rows are what the basis goes through. \
What is written has time,x,y,z,qw,qx,qy,qz, the velocity in the frame of the body, u.x,u.y,u.z (m/s) and k.x,k.y,k.z (rad/s), and \
an outcome: `found`, or why the metric has no answer there, `no_minimum`, `antipodal` or `not_converged`.

Examples:
  gyrosweep interpolate poses.csv --out fine.csv                        cubic spline at 201 times
  gyrosweep interpolate poses.csv --out fine.csv --basis fourier --period 0.7 --metric quaternion
  gyrosweep interpolate measured.csv --out fine.csv --smoothing gcv      measured poses, which are smoothed before
  gyrosweep interpolate poses.csv --out fine.csv --against measured.csv --plot errors.svg

Exit codes: 0 all times have an answer, 3 some have not.";

#[derive(Debug, Args)]
#[command(after_help = DETAILS)]
pub(crate) struct InterpolateArguments {
    /// The table of poses (CSV or Parquet)
    #[arg(value_name = "POSES")]
    poses: PathBuf,
    /// The table that is written (.csv or .parquet)
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// The functions of time between poses
    #[arg(long, value_name = "NAME", default_value = BASES[0].name, value_parser = names(BASES))]
    basis: String,
    /// The degree of splines [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=9))]
    degree: Option<u8>,
    /// What the mean of rotations is
    #[arg(long, value_name = "NAME", default_value = METRICS[0].name, value_parser = names(METRICS))]
    metric: String,
    /// Times in s, separated by commas
    #[arg(long, value_name = "TIMES", value_delimiter = ',', allow_hyphen_values = true, value_parser = finite,
          conflicts_with = "points")]
    at: Vec<f64>,
    /// So many times at equal distances, from the first to the last [default: 201]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=100_000_000))]
    points: Option<u32>,
    /// The period in s, of periodic bases [default: from the first row to the last, which are the same pose]
    #[arg(long, value_name = "T", value_parser = positive)]
    period: Option<f64>,
    /// Smooth the rows before, which are measured: `gcv` (generalised cross-validation), `deviations`, or a factor in s^3 (of splines of
    /// degree 5 and higher in s^5; 0 leaves rows as they are, inf makes the smoothest motion)
    #[arg(long, value_name = "HOW", value_parser = smoothing)]
    smoothing: Option<Smoothing>,
    /// Standard deviations of every component of positions and rotations, m,rad; smooths by them where --smoothing does not say how
    #[arg(long, value_name = "M,RAD", value_delimiter = ',', value_parser = positive)]
    deviations: Vec<f64>,
    /// Derivatives that are written: 1, the velocity, or 2, also its derivative du.x .. dk.z
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    derivatives: u8,
    /// A finer table of poses, against which the largest errors are said
    #[arg(long, value_name = "FINER")]
    against: Option<PathBuf>,
    /// Draw the errors against the finer table over time (.svg, .png or .pdf)
    #[arg(long, value_name = "FILE", requires = "against")]
    plot: Option<PathBuf>,
    /// Also write what was found as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Replace files that are there already
    #[arg(long)]
    force: bool,
}

fn names<T, const N: usize>(choices: [Choice<T>; N]) -> PossibleValuesParser {
    PossibleValuesParser::new(choices.map(|choice| PossibleValue::new(choice.name).help(choice.about)))
}

fn smoothing(text: &str) -> Result<Smoothing, String> {
    match text {
        "gcv" => Ok(Smoothing::CrossValidation),
        "deviations" => Ok(Smoothing::Deviations),
        factor => {
            let factor = factor.parse().ok().filter(|x: &f64| *x >= 0.0).map(Smoothing::Factor);
            factor.ok_or_else(|| "accepted: gcv, deviations, or a number from 0 on".into())
        }
    }
}

fn finite(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|x: &f64| x.is_finite()).ok_or_else(|| "accepted: numbers".into())
}

fn positive(text: &str) -> Result<f64, String> {
    finite(text).ok().filter(|x| *x > 0.0).ok_or_else(|| "accepted: positive numbers".into())
}

/// Returns the choice of a name, which is known to be one.
fn chosen<T: Copy>(choices: &[Choice<T>], name: &str) -> Choice<T> {
    choices.iter().find(|choice| choice.name == name).copied().unwrap_or(choices[0])
}

pub(crate) fn interpolate(console: &Console, arguments: &InterpolateArguments) -> Result<u8, Failure> {
    let times = match arguments.at.is_empty() {
        false => Times::At(arguments.at.clone()),
        true => Times::Points(arguments.points.unwrap_or(201) as usize),
    };
    let deviations = match arguments.deviations[..] {
        [] => None,
        [position, rotation] => Some([position, rotation]),
        _ => return Err(Failure::input("--deviations: accepted: two numbers, as 0.5e-3,2e-3 (m, rad)")),
    };
    let request = Request {
        smoothing: arguments.smoothing.or_else(|| deviations.map(|_| Smoothing::Deviations)),
        deviations,
        poses: arguments.poses.clone(),
        basis: chosen(&BASES, &arguments.basis),
        degree: arguments.degree.map(usize::from),
        metric: chosen(&METRICS, &arguments.metric),
        times,
        period: arguments.period,
        second: arguments.derivatives == 2,
        out: arguments.out.clone(),
        against: arguments.against.clone(),
        picture: arguments.plot.clone(),
        json: arguments.json.clone(),
        force: arguments.force,
    };
    study(console, request)
}
