//! What an interpolation is asked, and how it is made.

use super::against::Errors;
use super::page::page;
use super::record::{ErrorRecord, InterpolationFile, SmoothingRecord};
use super::table::write;
use crate::interpolation::{
    BasisKind, Choice, Interpolant, METRICS, Metric, Outcome, Point, Smoother, Smoothing, SmoothingFigures, Unsuitable,
};
use crate::io::output_file::OutputFiles;
use crate::io::pose_table::PoseTable;
use crate::io::table::Format;
use crate::report::{Page, PictureFile, short};
use crate::studies::request::{Results, Verb};
use crate::studies::telling::Telling;
use crate::studies::{Failure, Listener, Silence, Work};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Asks for the poses of a table at other times.
#[derive(Debug)]
pub struct Request {
    /// The table of poses; see [`PoseTable::read`].
    pub poses: PathBuf,
    /// The basis.
    pub basis: Choice<BasisKind>,
    /// The degree of splines, 1 to 9; 3 where it is absent.
    pub degree: Option<usize>,
    /// The metric.
    pub metric: Choice<Metric>,
    /// The times.
    pub times: Times,
    /// The period of what is periodic, s; the time from the first to the last row where it is absent.
    pub period: Option<f64>,
    /// How rows are smoothed before, if they are.
    pub smoothing: Option<Smoothing>,
    /// The standard deviations of every component of positions, m, and of rotations, rad; those of the table where they are absent.
    pub deviations: Option<[f64; 2]>,
    /// Whether derivatives of velocities are wanted, too.
    pub second: bool,
    /// The table that is written: its ending says whether as CSV or Parquet.
    pub out: PathBuf,
    /// A finer table that errors are taken against.
    pub against: Option<PathBuf>,
    /// Where errors against the finer table are drawn.
    pub picture: Option<PathBuf>,
    /// Where the record is written.
    pub json: Option<PathBuf>,
    /// Whether files that are there are replaced.
    pub force: bool,
}

/// Says at which times.
#[derive(Clone, Debug, PartialEq)]
pub enum Times {
    /// At these, s.
    At(Vec<f64>),
    /// At so many, equally far apart, from the first to the last.
    Points(usize),
}

/// Times without an answer that are tried with other metrics.
const MOST_TRIED: usize = 1000;

impl crate::studies::Request for Request {
    const VERB: Verb = Verb {
        name: "interpolate",
        summary: "Interpolate poses of a table in time, with their velocities, by a basis and a metric of rotations",
    };
    type Found = InterpolationFile;

    fn run(self, listener: &dyn Listener) -> Result<Results<InterpolationFile>, Failure> {
        let mut telling = Telling::new(listener);
        let format = self.checked()?;
        let reads = [Some(&self.poses), self.against.as_ref()].into_iter().flatten().cloned();
        let mut files = OutputFiles::new(reads, self.force);
        let out = files.take("--out", &self.out)?;
        let picture = self.picture.as_ref().map(|path| PictureFile::new(&mut files, "--plot", path)).transpose()?;
        let json = self.json.as_ref().map(|path| files.take("--json", path)).transpose()?;
        let read = |path: &Path| PoseTable::read(path).map_err(Failure::input);
        let (table, finer) = (read(&self.poses)?, self.against.as_deref().map(read).transpose()?);
        let (sign_flips, long_vectors) = (table.sign_flips, table.long_vectors());
        let (motion, smoothed) = self.motion(&table)?;
        let times = self.times(&motion)?;
        let total = (times.len() + finer.as_ref().map_or(0, |finer| finer.times.len())) as u64;
        listener
            .begin(Work { text: Box::new(|Silence { .. }| "interpolating".into()), parts: Some((0..total, "points")) });
        let mut done = 0;
        let mut one_more = || {
            done += 1;
            listener.done(done);
        };
        let mut points = Vec::with_capacity(times.len());
        for time in &times {
            points.push(motion.at(self.metric.is, *time));
            one_more();
        }
        let errors = finer.as_ref().map(|finer| Errors::new(&motion, self.metric.is, finer, &mut one_more));
        listener.rest();
        write(out.place(), format, &points, self.second).map_err(Failure::other)?;
        let record = InterpolationFile {
            smoothing: smoothed.map(|figures| figures.map(SmoothingRecord::from)),
            ..self.record(&motion, &points, sign_flips, errors.as_ref())
        };
        let failed: Vec<(f64, Outcome)> =
            points.iter().filter(|p| p.outcome != Outcome::Found).map(|p| (p.time, p.outcome)).collect();
        let answers = self.answers(&motion, &failed);
        let mut shown =
            page(&record, [times[0], times[times.len() - 1]], &failed, &answers, motion.wobble(self.metric.is));
        long_vectors.into_iter().for_each(|message| shown.warning(message));
        telling.show(shown);
        let mut end = Page::default();
        end.text(format!("written: {}", self.out.display()));
        if let (Some(mut file), Some(errors)) = (picture, errors) {
            match errors.picture(format!("{}: errors", self.poses.display())) {
                Some(drawn) => {
                    file.write(&drawn)?;
                    end.picture("errors over time", file.path().to_path_buf());
                }
                None => end.warning("no error is above zero, and no picture is drawn"),
            }
        }
        if let Some(mut file) = json {
            file.write_json(&record)?;
        }
        telling.show(end);
        Ok(telling.finish(failed.is_empty(), record))
    }
}

impl Request {
    /// Returns the format of the table, where nothing that is asked for contradicts itself.
    fn checked(&self) -> Result<Format, Failure> {
        let out = self.out.display();
        let wrong = || Failure::input(format!("--out {out}: accepted: names that end in .csv or .parquet"));
        let format = Format::of_name(&self.out).ok_or_else(wrong)?;
        let name = self.basis.name;
        if self.degree.is_some() && !self.basis.is.is_spline() {
            let message =
                format!("--degree: --basis {name} has none of its own; accepted with bspline, bspline_periodic");
            return Err(Failure::input(message));
        }
        if self.period.is_some() && !self.basis.is.is_periodic() {
            let message = format!("--period: --basis {name} is not periodic; accepted with fourier, bspline_periodic");
            return Err(Failure::input(message));
        }
        Ok(format)
    }

    /// Returns the motion through the rows of a table.
    fn motion(&self, table: &PoseTable) -> Result<(Interpolant, Option<[SmoothingFigures; 2]>), Failure> {
        let poses = (table.times.clone(), table.motions.clone());
        let degree = self.degree.unwrap_or(3);
        let named = |Unsuitable { row, message, of_basis }: Unsuitable| {
            let place = row.map_or_else(|| table.file.display().to_string(), |row| table.place(row).to_string());
            let basis = if of_basis { format!("--basis {}: ", self.basis.name) } else { String::new() };
            Failure::input(format!("{place}: {basis}{message}"))
        };
        let given = self.deviations.map(|both| both.map(|deviation| vec![deviation; table.times.len()]));
        let deviations = given.or_else(|| table.deviations.clone());
        if self.smoothing == Some(Smoothing::Deviations) && deviations.is_none() {
            let message = "--smoothing deviations: standard deviations are not known; accepted: with --deviations 0.5e-3,2e-3 (m, rad), \
                           or columns deviation_position and deviation_rotation in the table";
            return Err(Failure::input(message));
        }
        let smoother =
            self.smoothing.map(|how| Smoother { order: Smoother::order_of(degree), how, deviations, period: None });
        let basis = (self.basis.is, degree);
        Interpolant::smoothed(poses, basis, self.metric.is, self.period, smoother.as_ref()).map_err(named)
    }

    fn times(&self, motion: &Interpolant) -> Result<Vec<f64>, Failure> {
        match &self.times {
            Times::Points(count) => {
                let (start, end) = (motion.start, motion.end);
                let step = |k: usize| {
                    if k + 1 == *count { end } else { start + (end - start) * k as f64 / (count - 1) as f64 }
                };
                Ok((0..*count).map(step).collect())
            }
            Times::At(times) => match times.iter().find(|time| !motion.reaches(**time)) {
                None => Ok(times.clone()),
                Some(outside) => Err(Failure::input(format!(
                    "--at: {outside:?} s lies outside of the table, which nothing is known of; accepted: {} to {} s, or any time \
                     with a periodic basis",
                    short(motion.start, 17),
                    short(motion.end, 17)
                ))),
            },
        }
    }

    /// Counts at how many of the times without an answer other metrics have one.
    fn answers(&self, motion: &Interpolant, failed: &[(f64, Outcome)]) -> Vec<(&'static str, u64)> {
        if failed.is_empty() || failed.len() > MOST_TRIED {
            return Vec::new();
        }
        let others = METRICS.iter().filter(|metric| metric.name != self.metric.name);
        let found = |metric: &Choice<Metric>| {
            let has = |(time, _): &&(f64, Outcome)| motion.at(metric.is, *time).outcome == Outcome::Found;
            (metric.name, failed.iter().filter(has).count() as u64)
        };
        others.map(found).collect()
    }

    fn record(
        &self,
        motion: &Interpolant,
        points: &[Point],
        sign_flips: usize,
        errors: Option<&Errors>,
    ) -> InterpolationFile {
        let mut outcomes = BTreeMap::new();
        points.iter().for_each(|point| *outcomes.entry(point.outcome.name().into()).or_insert(0) += 1);
        let against = self.against.as_ref().zip(errors).map(|(file, errors)| {
            let largest = errors.largest();
            ErrorRecord {
                file: file.display().to_string(),
                rows: errors.rows.len(),
                outside: errors.outside,
                failed: errors.failed,
                position: largest.map(|[(_, error), _]| error),
                position_time: largest.map(|[(time, _), _]| time),
                angle: largest.map(|[_, (_, error)]| error),
                angle_time: largest.map(|[_, (time, _)]| time),
            }
        });
        InterpolationFile {
            poses: self.poses.display().to_string(),
            out: self.out.display().to_string(),
            basis: self.basis.name.into(),
            degree: self.basis.is.is_spline().then(|| self.degree.unwrap_or(3)),
            metric: self.metric.name.into(),
            nodes: motion.nodes(),
            period: motion.is_periodic.then_some(motion.end - motion.start),
            antiperiodic: motion.is_antiperiodic,
            sign_flips,
            smoothing: None,
            outcomes,
            largest_sum_of_weights: points.iter().map(|p| motion.amplification(p.time)).fold(0.0, f64::max),
            against,
        }
    }
}
