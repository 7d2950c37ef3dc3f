//! `manifest.json` beside the table of `gyrosweep converge`.

use super::{At, LeftOut, Machine, Reference, Series, Source, Target};
use crate::io::manifest::{FileRecord, Heading, TableRecord, copies, unix_seconds};
use crate::io::scenario::Scenario;
use crate::io::table::Published;
use crate::report::picture_files;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Duration;

/// The table of methods.
pub(super) const TABLE: &str = "convergence.csv";
/// The names of the pictures, of errors and of work.
pub(super) const PICTURES: [&str; 2] = ["convergence", "work_precision"];

/// Says what made a comparison of methods and what it found. It is written when the comparison begins and again when it
/// ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConvergenceManifest {
    /// What begins the file.
    #[serde(flatten)]
    pub heading: Heading,
    /// The copies of what the study reads, beside the manifest.
    #[serde(default, deserialize_with = "copies")]
    pub inputs: Vec<String>,
    /// The table of methods, as it was when the file was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<Vec<TableRecord>>,
    /// The pictures, as they were when the file was written.
    #[serde(default)]
    pub files: Vec<FileRecord>,
    /// The member of the plan that is integrated; null for the default parameters.
    pub member: Option<u64>,
    /// The output components whose difference makes the error, as its norm.
    pub error_of: Vec<OutputColumn>,
    /// When the error is taken: `end` or `max over samples`.
    pub error_at: String,
    /// The duration of the run, s.
    pub duration: f64,
    /// The error that was asked for, in the unit of the outputs; null where it is that of the scenario's own method.
    pub wanted_error: Option<f64>,
    /// What computes, in words.
    pub backend: String,
    /// Which time is measured; null where none is.
    pub time: Option<String>,
    /// How often every time is measured, of which the smallest counts.
    pub repeats: u32,
    /// Members that are integrated at once while a time is measured.
    pub members_at_once: usize,
    /// The wall time that the comparison may take, s.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// Methods that are not compared.
    pub left_out: Vec<MethodLeftOut>,
    /// True where all methods were measured.
    pub complete: bool,
    /// The keys of [`ConvergenceResults`], once the comparison is complete.
    #[serde(flatten)]
    pub results: Option<ConvergenceResults>,
}

/// What a comparison found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConvergenceResults {
    /// What errors are taken against.
    pub reference: ReferenceRecord,
    /// The methods; their points are in `convergence.csv`.
    pub series: Vec<MethodSeries>,
    /// Which method is cheapest, in words.
    pub answer: String,
    /// How long the comparison took, s.
    pub wall_seconds: f64,
    /// When the file was written, seconds since 1970.
    pub finished_unix_seconds: u64,
}

/// An output component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputColumn {
    /// The name of the component.
    pub name: String,
    /// The unit of the component.
    pub unit: String,
}

/// A method that is not compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MethodLeftOut {
    /// The method.
    pub method: String,
    /// The reason why the method is not compared, in words.
    pub reason: String,
}

/// A method that was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MethodSeries {
    /// The name of the integrator.
    pub integrator: String,
    /// The name of the formulation.
    pub formulation: String,
    /// True where steps are adaptive.
    pub adaptive: bool,
    /// The order of the integrator.
    pub order: usize,
    /// The slope of the fit to errors over steps; null where too few errors are known.
    pub measured_order: Option<f64>,
    /// Points that the fit uses.
    pub points_of_fit: Option<usize>,
    /// Further steps or tolerances that would have taken too long.
    #[serde(default)]
    pub left_out: usize,
}

/// What errors are taken against.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReferenceRecord {
    /// Where the reference comes from.
    pub source: ReferenceSource,
    /// An estimate of its own error, in the unit of the outputs; null where it is not finite.
    pub error: Option<f64>,
    /// The outputs of the reference at the end, in the order and units of `error_of`.
    pub values_at_end: Vec<Option<f64>>,
}

/// Where a reference comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ReferenceSource {
    /// A table of the user.
    Table {
        /// The file.
        file: String,
    },
    /// The solution with many elements.
    Elements {
        /// The elements of each beam.
        elements: usize,
        /// The distance from the solution with half as many, in the unit of the outputs; null where not finite.
        change_from_half_the_elements: Option<f64>,
    },
    /// A fine solution that was computed.
    Computed {
        /// The name of the integrator.
        integrator: String,
        /// The name of the formulation.
        formulation: String,
        /// The step of the solution, s.
        step: f64,
        /// True where the solution is extrapolated from solutions with this step and with twice the step.
        #[serde(default)]
        extrapolated: bool,
        /// The distance from the solution with twice the step, in the unit of the outputs; null where not finite.
        change_from_twice_the_step: Option<f64>,
        /// The distance from another method's solution, if one gives any.
        check: Option<ReferenceCheck>,
    },
}

/// The solution of another method beside the reference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReferenceCheck {
    /// The name of the integrator.
    pub integrator: String,
    /// The step of the other method, s.
    pub step: f64,
    /// How far the two solutions are apart, in the unit of the outputs; null where not finite.
    pub distance: Option<f64>,
}

impl ConvergenceManifest {
    /// Says what is known before the work.
    pub fn new(
        wanted_error: Option<f64>,
        scenario: &Scenario,
        target: &Target,
        machine: &Machine<'_>,
        backend: String,
        left_out: &[LeftOut],
    ) -> Self {
        let column = |(name, unit): &(String, String)| OutputColumn { name: name.clone(), unit: unit.clone() };
        let left = |l: &LeftOut| MethodLeftOut { method: l.method.clone(), reason: l.reason.clone() };
        Self {
            heading: Heading::new("converge", scenario),
            inputs: scenario.copy_names(),
            tables: Some(vec![TableRecord::new(TABLE.as_ref(), &Published::default())]),
            files: PICTURES.iter().flat_map(|name| picture_files("".as_ref(), name)).map(FileRecord::at).collect(),
            member: target.member(),
            error_of: target.columns().iter().map(column).collect(),
            error_at: if target.at() == At::End { "end" } else { "max over samples" }.into(),
            duration: target.duration(),
            wanted_error,
            backend,
            time: (machine.repeats > 0).then(|| machine.clock.name().into()),
            repeats: machine.repeats,
            members_at_once: machine.batch,
            seconds: None,
            left_out: left_out.iter().map(left).collect(),
            complete: false,
            results: None,
        }
    }

    /// Adds what was found, and the content of the files in the folder.
    pub(super) fn complete(
        &mut self,
        (folder, table): (&Path, &Published),
        (reference, series): (&Reference, &[Series]),
        answer: String,
        wall: Duration,
    ) {
        self.complete = true;
        self.tables = Some(vec![TableRecord::new(TABLE.as_ref(), table)]);
        self.files = self.files.iter().filter_map(|record| record.read(folder)).collect();
        self.results = Some(ConvergenceResults {
            reference: reference.into(),
            series: series.iter().map(Into::into).collect(),
            answer,
            wall_seconds: wall.as_secs_f64(),
            finished_unix_seconds: unix_seconds(),
        });
    }
}

impl From<&Series> for MethodSeries {
    fn from(series: &Series) -> Self {
        Self {
            integrator: series.integrator.name.into(),
            formulation: series.formulation.kind.name.into(),
            adaptive: series.adaptive,
            order: series.order,
            measured_order: series.fit.as_ref().map(|fit| fit.slope),
            points_of_fit: series.fit.as_ref().map(|fit| fit.points.len()),
            left_out: series.left_out,
        }
    }
}

impl From<&Reference> for ReferenceRecord {
    fn from(reference: &Reference) -> Self {
        let source = match &reference.source {
            Source::Table(file) => ReferenceSource::Table { file: file.display().to_string() },
            Source::Elements { elements, change, .. } => {
                ReferenceSource::Elements { elements: *elements, change_from_half_the_elements: Some(*change) }
            }
            Source::Own(own) => ReferenceSource::Computed {
                integrator: own.integrator.into(),
                formulation: own.formulation.into(),
                step: own.step,
                extrapolated: own.extrapolated,
                change_from_twice_the_step: Some(own.change),
                check: own.check.as_ref().map(|check| ReferenceCheck {
                    integrator: check.integrator.into(),
                    step: check.step,
                    distance: Some(check.distance),
                }),
            },
        };
        let values_at_end = reference.solution.last().iter().copied().map(Some).collect();
        Self { source, error: Some(reference.error), values_at_end }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_finite_is_null_and_is_read_as_absent() {
        let check = ReferenceCheck { integrator: "rkmk4".into(), step: 1e-3, distance: Some(f64::INFINITY) };
        let text = serde_json::to_string(&check).unwrap();
        assert_eq!(text, r#"{"integrator":"rkmk4","step":0.001,"distance":null}"#);
        assert_eq!(serde_json::from_str::<ReferenceCheck>(&text).unwrap(), ReferenceCheck { distance: None, ..check });
    }
}
