//! The manifest of a comparison: what made it, and what was found.

use crate::cli::Failure;
use crate::convergence::{At, LeftOut, Machine, Reference, Series, Source, Target};
use crate::io::folder::ResultsFolder;
use crate::io::manifest::write_json;
use crate::io::scenario::Scenario;
use crate::report::convergence::Comparison;
use serde_json::{Value, json};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The manifest, which is written before the work and after it.
pub(super) struct Record(Value);

impl Record {
    /// What is known before the work.
    pub(super) fn new(
        wanted: Option<f64>,
        scenario: &Scenario,
        target: &Target,
        machine: &Machine<'_>,
        description: &str,
        left_out: &[LeftOut],
    ) -> Self {
        let columns: Vec<Value> =
            target.columns().iter().map(|(name, unit)| json!({ "name": name, "unit": unit })).collect();
        let left: Vec<Value> = left_out.iter().map(|l| json!({ "method": l.method, "reason": l.reason })).collect();
        Self(json!({
            "program": "gyrosweep",
            "version": env!("CARGO_PKG_VERSION"),
            "verb": "converge",
            "scenario": scenario.path.display().to_string(),
            "scenario_sha256": scenario.hash,
            "title": scenario.title,
            "member": target.member(),
            "error_of": columns,
            "error_at": if target.at() == At::End { "end" } else { "max over samples" },
            "duration": target.duration(),
            "wanted_error": wanted,
            "backend": description,
            "time": if machine.repeats > 0 { Some(machine.clock.name()) } else { None },
            "repeats": machine.repeats,
            "members_at_once": machine.batch,
            "left_out": left,
            "complete": false,
        }))
    }

    pub(super) fn finish(&mut self, comparison: &Comparison<'_>, wall: Duration) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
        let series: Vec<Value> = comparison.series.iter().map(series_json).collect();
        let finished = json!({
            "reference": reference_json(comparison.reference),
            "series": series,
            "answer": comparison.answer(),
            "complete": true,
            "wall_seconds": wall.as_secs_f64(),
            "finished_unix_seconds": now,
        });
        if let (Value::Object(all), Value::Object(more)) = (&mut self.0, finished) {
            all.extend(more);
        }
    }

    pub(super) fn write(&self, folder: &ResultsFolder) -> Result<(), Failure> {
        write_json(&folder.manifest(), &self.0).map_err(Failure::other)
    }
}

fn series_json(series: &Series) -> Value {
    json!({
        "integrator": series.integrator.name,
        "formulation": series.formulation.kind.name,
        "adaptive": series.adaptive,
        "order": series.integrator.order,
        "measured_order": series.fit.as_ref().map(|fit| fit.slope),
        "points_of_fit": series.fit.as_ref().map(|fit| fit.points.len()),
    })
}

fn reference_json(reference: &Reference) -> Value {
    let source = match &reference.source {
        Source::Table(file) => json!({ "file": file.display().to_string() }),
        Source::Own(own) => json!({
            "integrator": own.integrator,
            "formulation": own.formulation,
            "step": own.step,
            "change_from_twice_the_step": own.change,
            "check": own.check.as_ref().map(|check| json!({
                "integrator": check.integrator, "step": check.step, "distance": check.distance,
            })),
        }),
    };
    json!({ "source": source, "error": reference.error, "values_at_end": reference.solution.last() })
}
