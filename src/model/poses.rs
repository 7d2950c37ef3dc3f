//! Tables of poses that a mechanism is led by.

use super::expression::Expr;
use super::section::{Invalid, Poses, Section};
use super::text::short;
use crate::interpolation::{
    BASES, BasisKind, Choice, CurveError, CurveMetric, Interpolant, METRICS, Metric, Outside, PoseCurve, SamplesError,
    Smoother, Smoothing, SmoothingFigures,
};
use std::sync::Arc;

/// The lowest degree of splines that lead something: below, velocities jump at poses.
const LEAST_DEGREE: f64 = 3.0;
const MOST_DEGREE: f64 = 9.0;
/// The most nodes of a basis all of whose nodes have weight everywhere: the curve is asked for some thousand times.
const MOST_NODES: usize = 300;

/// Reads the curve through the poses of a table.
///
/// # Errors
/// Where a key is wrong, or the table makes no curve.
pub fn read(section: &mut dyn Section) -> Result<Arc<PoseCurve>, Invalid> {
    let basis = chosen(section, "basis", &BASES)?;
    let metric = chosen(section, "metric", &METRICS)?;
    let outside = section.choice("outside", &["hold", "error"])?;
    let (kind, is_spline) = (basis.is, basis.is.is_spline());
    if kind.is_periodic() && section.has("outside") {
        let message = "what repeats itself has no outside; accepted: outside with basis = \"bspline\"";
        return Err(section.invalid("outside", message.into()));
    }
    let outside = match outside {
        _ if kind.is_periodic() => Outside::Periodic,
        "hold" => Outside::Hold,
        _ => Outside::Nothing,
    };
    let degree = read_degree(section, is_spline)?;
    let period = read_period(section, basis)?;
    let mut table = section.pose_table("file")?;
    let smoother = read_smoother(section, degree, &mut table)?;
    if !is_spline && table.times.len() > MOST_NODES {
        let message = format!(
            "{}: found {} rows; accepted: at most {MOST_NODES} with basis = {:?}, any number with \"bspline\"",
            table.name,
            table.times.len(),
            basis.name
        );
        return Err(section.invalid("file", message));
    }
    // a cubic spline of sums needs no other curve to be fitted to, and rows at any distances
    let of_sums = match metric.is {
        Metric::Matrix => Some(CurveMetric::Matrix),
        Metric::Quaternion => Some(CurveMetric::Quaternion),
        _ => None,
    };
    let is_of_sums = is_spline && degree == 3 && period.is_none() && (smoother.is_none() || !kind.is_periodic());
    match of_sums.filter(|_| is_of_sums) {
        Some(metric) => {
            if let Some(smoother) = smoother {
                let found = smoother.smooth(&table.times, &table.motions);
                let found =
                    found.map_err(|message| section.invalid("smoothing", format!("{}: {message}", table.name)))?;
                section.note(smoothed(&table.name, &found.figures));
                table.motions = found.motions;
            }
            of_sums_through(section, &table, metric, outside)
        }
        None => {
            let poses = (table.times.clone(), table.motions.clone());
            let motion = Interpolant::smoothed(poses, (kind, degree), metric.is, period, smoother.as_ref());
            let (motion, figures) = motion.map_err(|e| {
                let place = e.row.map_or_else(String::new, |row| format!("row {}: ", row + 1));
                section.invalid("file", format!("{}: {place}{}", table.name, e.message))
            })?;
            if let Some(figures) = figures {
                section.note(smoothed(&table.name, &figures));
            }
            let failed = |message: String| section.invalid("file", format!("{}: {message}", table.name));
            let no_curve = |error: CurveError| match error {
                CurveError::NoAnswer(time, outcome) => failed(format!(
                    "the metric {:?} has no answer at {time:.6} s ({}); accepted: poses that are nearer to each other, or metric = \
                     \"matrix\"",
                    metric.name,
                    outcome.name()
                )),
                CurveError::Rough => failed(format!(
                    "the curve of the basis {:?} through these poses bends too often to be looked up; accepted: basis = \"bspline\", or \
                     another metric",
                    basis.name
                )),
            };
            PoseCurve::through(&motion, metric.is, outside).map(Arc::new).map_err(no_curve)
        }
    }
}

/// Takes notice of the time, over the parameters and t, at which a curve is followed that ends with its table.
pub fn follow(section: &mut dyn Section, curve: &PoseCurve, time: &Expr) {
    if curve.is_limited() {
        section.follow("outside", curve.range(), time);
    }
}

/// Reads one of several choices by its name.
fn chosen<T: Copy>(section: &mut dyn Section, key: &str, all: &[Choice<T>]) -> Result<Choice<T>, Invalid> {
    let names: Vec<&'static str> = all.iter().map(|choice| choice.name).collect();
    let name = section.choice(key, &names)?;
    Ok(*all.iter().find(|choice| choice.name == name).unwrap_or(&all[0]))
}

/// Reads how poses are smoothed, if they are, with their deviations.
fn read_smoother(section: &mut dyn Section, degree: usize, table: &mut Poses) -> Result<Option<Smoother>, Invalid> {
    if section.has("deviations") {
        let given = section.numbers("deviations", &[2])?;
        let [Expr::Constant(position), Expr::Constant(rotation)] = given[..] else {
            return Err(section.invalid("deviations", "accepted: two numbers, m and rad".into()));
        };
        if !(position > 0.0 && rotation > 0.0) {
            return Err(section.invalid("deviations", "accepted: two positive numbers, m and rad".into()));
        }
        table.deviations = Some([position, rotation].map(|deviation| vec![deviation; table.times.len()]));
    }
    if !section.has("smoothing") {
        return Ok(None);
    }
    let accepted =
        "accepted: \"gcv\", \"deviations\", or a factor from 0 on, s^3 (of splines of degree 5 and higher s^5)";
    let how = match section.text("smoothing") {
        Ok(name) if name == "gcv" => Smoothing::CrossValidation,
        Ok(name) if name == "deviations" => Smoothing::Deviations,
        Ok(name) => return Err(section.invalid("smoothing", format!("found {name:?}; {accepted}"))),
        Err(_) => match constant(section, "smoothing")? {
            Some(factor) if factor >= 0.0 => Smoothing::Factor(factor),
            _ => return Err(section.invalid("smoothing", accepted.into())),
        },
    };
    if how == Smoothing::Deviations && table.deviations.is_none() {
        let message = "standard deviations are not known; accepted: deviations = [0.5e-3, 2e-3] (m, rad), or columns \
                       deviation_position and deviation_rotation in the table";
        return Err(section.invalid("smoothing", message.into()));
    }
    Ok(Some(Smoother { order: Smoother::order_of(degree), how, deviations: table.deviations.clone(), period: None }))
}

/// Says how poses of a table are smoothed.
fn smoothed(table: &str, [position, rotation]: &[SmoothingFigures; 2]) -> String {
    format!(
        "{table}: rows are smoothed, positions by the factor {}, by which they are moved by {} m, rotations by {}, by {} rad (root mean squares)",
        short(position.factor, 3),
        short(position.moved, 3),
        short(rotation.factor, 3),
        short(rotation.moved, 3)
    )
}

/// Reads the degree of splines.
fn read_degree(section: &mut dyn Section, is_spline: bool) -> Result<usize, Invalid> {
    if !section.has("degree") {
        return Ok(LEAST_DEGREE as usize);
    }
    if !is_spline {
        let message = "only splines have one; accepted: degree with basis = \"bspline\" or \"bspline_periodic\"";
        return Err(section.invalid("degree", message.into()));
    }
    let degree = constant(section, "degree")?;
    let whole = degree.filter(|x| x.fract() == 0.0 && (LEAST_DEGREE..=MOST_DEGREE).contains(x));
    whole.map(|x| x as usize).ok_or_else(|| {
        let found = degree.map_or_else(|| "an expression".into(), |degree| format!("{degree:?}"));
        let message = format!("found {found}; accepted: a whole number from 3, below which velocities jump, to 9");
        section.invalid("degree", message)
    })
}

/// Reads the period of what repeats itself, s.
fn read_period(section: &mut dyn Section, basis: Choice<BasisKind>) -> Result<Option<f64>, Invalid> {
    if !section.has("period") {
        return Ok(None);
    }
    if !basis.is.is_periodic() {
        let message =
            format!("the basis {:?} does not repeat itself; accepted: with fourier, bspline_periodic", basis.name);
        return Err(section.invalid("period", message));
    }
    section.expect_units(&[("period", "s")])?;
    let period = constant(section, "period")?.filter(|period| *period > 0.0 && period.is_finite());
    period.map(Some).ok_or_else(|| section.invalid("period", "accepted: a positive number, s".into()))
}

/// Reads a number that depends on no parameter; none where it does.
fn constant(section: &mut dyn Section, key: &str) -> Result<Option<f64>, Invalid> {
    let number = section.number(key)?;
    Ok(if let Expr::Constant(x) = number { Some(x) } else { None })
}

/// Returns the cubic spline of sums of poses.
fn of_sums_through(
    section: &mut dyn Section,
    table: &Poses,
    metric: CurveMetric,
    outside: Outside,
) -> Result<Arc<PoseCurve>, Invalid> {
    let curve = PoseCurve::new(&table.times, &table.motions, metric, outside).map_err(|error| {
        let what = match error {
            SamplesError::TooFew { found, least } => {
                format!("found too few poses, {found}; accepted: at least {least}")
            }
            SamplesError::Ends { .. } => {
                "the last pose is not the first, where a period ends; accepted: equal poses (of the metric \
                                          \"quaternion\" after an even number of turns; \"matrix\" takes any)"
                    .to_string()
            }
            error => error.to_string(),
        };
        section.invalid("file", format!("{}: {what}", table.name))
    })?;
    Ok(Arc::new(curve))
}
