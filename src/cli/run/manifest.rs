//! What a run says of itself beside its tables.

use crate::backends::{Decision, OpenBackends};
use crate::cli::console::Console;
use crate::ensemble::{Crew, FaultRecord, Outcome, Progress};
use crate::io::scenario::Scenario;
use crate::report::{Report, count};
use serde_json::{Map, Value, json};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What a run leaves in its manifest if it is stopped.
pub(super) const RUNNING: &str = "the run has not ended, or was stopped";

/// A run as far as it has come.
pub(super) struct Account<'a> {
    pub(super) scenario: &'a Scenario,
    pub(super) pool: &'a Crew<'a>,
    /// Why the backend was chosen.
    pub(super) decision: Value,
    /// Why the precision was chosen.
    pub(super) precision: Value,
}

impl<'a> Account<'a> {
    /// A run of a scenario by a pool of backends.
    pub(super) fn new(scenario: &'a Scenario, pool: &'a Crew<'a>, backends: &OpenBackends) -> Self {
        let decision = backends.decision().map_or(Value::Null, Decision::to_json);
        Self { scenario, pool, decision, precision: backends.precision_choice() }
    }

    /// Says what is about to run.
    pub(super) fn announce(&self, console: &Console) {
        let plan = self.scenario.study.plan();
        console.heading(&self.scenario.title);
        console.line(&format!("{} members on {}", count(plan.members()), self.pool.description()));
        if let Some(advice) = plan.advice() {
            console.warning(&advice);
        }
    }

    /// The manifest; `error` is why the run is not complete.
    pub(super) fn manifest(
        &self,
        progress: &Progress,
        report: &Report,
        wall: Duration,
        error: Option<String>,
    ) -> Value {
        let (scenario, study) = (self.scenario, &self.scenario.study);
        let counts = Outcome::ALL.iter().zip(&progress.outcomes);
        let outcomes: Map<String, Value> = counts.map(|(outcome, n)| (outcome.name().to_string(), json!(n))).collect();
        let columns: Vec<_> = report
            .columns()
            .map(|(name, unit, s)| {
                let [q5, q50, q95] = s.quantiles([0.05, 0.5, 0.95]);
                json!({
                    "name": name, "unit": unit, "mean": s.mean(), "std": s.std(), "min": s.min(),
                    "quantile_05": q5, "quantile_50": q50, "quantile_95": q95, "max": s.max(),
                })
            })
            .collect();
        let shares: Vec<_> =
            self.pool.shares().into_iter().map(|(name, n)| json!({ "backend": name, "members": n })).collect();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
        json!({
            "program": "gyrosweep",
            "version": env!("CARGO_PKG_VERSION"),
            "scenario": scenario.path.display().to_string(),
            "scenario_sha256": scenario.hash,
            "title": scenario.title,
            "plan": scenario.plan,
            "seed": scenario.seed,
            "members": study.plan().members(),
            "members_written": progress.members,
            "complete": error.is_none() && progress.members == study.plan().members(),
            "error": error,
            "outcomes": outcomes,
            "varied": study.plan().columns(),
            "integrator": study.method.integrator.name,
            "backend": self.pool.description(),
            "shares": shares,
            "decision": self.decision,
            "precision_choice": self.precision,
            "faults": self.pool.faults().iter().map(fault).collect::<Vec<_>>(),
            "steps": progress.steps,
            "rejected": progress.rejected,
            "events": progress.events,
            "body_steps": report.body_steps(progress),
            "wall_seconds": wall.as_secs_f64(),
            "finished_unix_seconds": now,
            "outputs": columns,
        })
    }
}

fn fault(record: &FaultRecord) -> Value {
    json!({
        "members": [record.first, record.last],
        "device": record.device,
        "fault": record.fault.name(),
        "what": record.what,
        "action": record.action.name(),
        "device_retired": record.retired,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::ensemble::cpu::{CpuBackend, LaneWidth};
    use crate::ensemble::{Backend, BackendError, Fault, run_crew};
    use crate::gpu::{GpuBackend, GpuOptions};
    use crate::io::scenario::Overrides;
    use crate::num::Precision;
    use std::path::Path;

    /// A device that is lost in the middle of a run, for good.
    #[test]
    fn a_manifest_names_the_faults_and_who_computed_what() {
        let text = include_str!("../../../scenarios/heavy_top_sweep.toml").replace("duration = 0.1", "duration = 0.01");
        let overrides = Overrides { members: Some(300), seed: None };
        let scenario = Scenario::parse(Path::new("top.toml"), &text, overrides).unwrap();
        let study = &scenario.study;
        let gpu = match GpuBackend::new(study, &GpuOptions::new(Precision::Double).or_software()) {
            Ok(gpu) => gpu,
            Err(error) => {
                assert!(std::env::var_os("GYROSWEEP_REQUIRE_GPU").is_none(), "a GPU is required: {error}");
                return;
            }
        };
        gpu.inject(Fault::DeviceLost, 1, u32::MAX);
        let fallback =
            || -> Result<Box<dyn Backend>, BackendError> { Ok(Box::new(CpuBackend::new(Some(1), LaneWidth::Eight)?)) };
        let pool = Crew::new(vec![&gpu]).with_chunk(100).with_rescue(&fallback);
        let progress = run_crew::<std::io::Error>(study, &pool, |_, _| Ok(())).unwrap();
        let account = Account { scenario: &scenario, pool: &pool, decision: Value::Null, precision: Value::Null };
        let manifest = account.manifest(&progress, &Report::new(study), Duration::from_secs(1), None);
        assert_eq!((&manifest["members_written"], &manifest["complete"]), (&json!(300), &json!(true)));
        let faults = manifest["faults"].as_array().unwrap();
        assert!(!faults.is_empty());
        for fault in faults {
            assert_eq!((&fault["fault"], &fault["action"]), (&json!("device_lost"), &json!("moved")));
            assert_eq!(fault["device"], gpu.description());
            let [first, last] = [0, 1].map(|i| fault["members"][i].as_u64().unwrap());
            assert!(first % 100 == 0 && last == first + 99);
            assert!(fault["what"].as_str().unwrap().contains("the device was lost"), "{fault}");
        }
        assert!(faults.iter().any(|fault| fault["device_retired"] == true));
        let shares = manifest["shares"].as_array().unwrap();
        assert_eq!(shares.iter().map(|share| share["members"].as_u64().unwrap()).sum::<u64>(), 300);
        assert!(shares[1]["backend"].as_str().unwrap().starts_with("CPU"), "{shares:?}");
    }
}
