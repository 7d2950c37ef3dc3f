//! Whether a GPU is worth its start for a sweep: what was measured of it and of the CPU, and which of them is done
//! first.

use super::forms;
use crate::ensemble::{Backend, BackendError, Members, Method, Pace, Study};
use crate::gpu::backend::GpuBackend;
use crate::gpu::device::adapter::{AdapterReport, adapters, choose};
use crate::gpu::device::cache::Cached;
use crate::gpu::error::GpuError;
use crate::gpu::kernel::Kernel;
use crate::gpu::options::GpuOptions;
use crate::model::expression::Expr;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::time::{Duration, Instant};

/// What a backend costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Seconds until it can begin: recording, opening, compiling.
    pub start: f64,
    /// Steps of members per second from then on, transfers included.
    pub rate: f64,
}

impl Cost {
    /// Seconds for so many steps.
    pub fn total(&self, steps: f64) -> f64 {
        self.start + steps / self.rate
    }

    /// As it is kept.
    pub fn to_json(self) -> Value {
        json!({ "start_seconds": self.start, "steps_per_second": self.rate })
    }

    /// From what was kept, unless that is damaged.
    pub fn from_json(value: &Value) -> Option<Self> {
        let cost = Self { start: value["start_seconds"].as_f64()?, rate: value["steps_per_second"].as_f64()? };
        (cost.start >= 0.0 && cost.rate > 0.0 && cost.rate.is_finite()).then_some(cost)
    }
}

/// What computes a sweep, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// True where the GPU is done first.
    pub gpu: bool,
    /// Steps of all members, predicted.
    pub steps: f64,
    /// What the CPU costs.
    pub cpu: Option<Cost>,
    /// The adapter and what it costs.
    pub device: Option<(String, Cost)>,
    /// Steps from which on the GPU is done first, if it ever is.
    pub crossover: Option<f64>,
    /// Why, in words.
    pub why: String,
}

/// Who is done first with so many steps.
pub fn decide(steps: f64, cpu: Cost, adapter: &str, device: Cost) -> Decision {
    let [on_cpu, on_device] = [cpu, device].map(|cost| cost.total(steps));
    let gain = 1.0 / cpu.rate - 1.0 / device.rate;
    let crossover = (gain > 0.0).then(|| ((device.start - cpu.start) / gain).max(0.0));
    let gpu = on_device < on_cpu;
    let (first, second) = if gpu { ("the GPU", "the CPU") } else { ("the CPU", "the GPU") };
    let [short, long] = if gpu { [on_device, on_cpu] } else { [on_cpu, on_device] };
    let why = format!("{first} is predicted to take {short:.2} s, {second} {long:.2} s");
    Decision { gpu, steps, cpu: Some(cpu), device: Some((adapter.to_string(), device)), crossover, why }
}

impl Decision {
    /// The CPU, without a look at any GPU.
    fn cpu(steps: f64, cost: Option<Cost>, why: impl Into<String>) -> Self {
        Self { gpu: false, steps, cpu: cost, device: None, crossover: None, why: why.into() }
    }

    /// As the manifest says it.
    pub fn to_json(&self) -> Value {
        json!({
            "chosen": if self.gpu { "gpu" } else { "cpu" },
            "why": self.why,
            "steps_predicted": self.steps,
            "cpu": self.cpu.map(Cost::to_json),
            "adapter": self.device.as_ref().map(|(name, _)| name),
            "gpu": self.device.as_ref().map(|(_, cost)| cost.to_json()),
            "crossover_steps": self.crossover,
        })
    }
}

/// Seconds of the CPU below which no GPU is looked for: about what it takes to find and open one.
const SHORT: f64 = 0.5;

/// Steps of a member in a pilot.
const PILOT_STEPS: f64 = 200.0;

/// Seconds that a pilot takes at least, if the members suffice.
const PILOT_SECONDS: f64 = 0.05;

/// Members of a pilot on a device, at most.
const PILOT_MEMBERS: usize = 1 << 16;

/// Body-steps below which the CPU is done before anything is worth measuring.
const SMALL: f64 = 1e7;

/// Decides what computes a study. What is measured of a device is kept in the user's cache folder, for this kernel; the
/// backend comes along where it was opened on the way.
///
/// # Errors
/// Where the CPU cannot compute the pilot.
pub fn choose_backend(
    study: &Study,
    cpu: &dyn Backend,
    options: &GpuOptions,
) -> Result<(Decision, Option<GpuBackend>), BackendError> {
    let guess = expected_steps(study);
    let members = study.plan().members() as f64;
    if members * guess * (study.mechanism.unit_count() as f64) < SMALL {
        return Ok((Decision::cpu(members * guess, None, "so small a sweep is not worth a look at a GPU"), None));
    }
    let Ok(pilot) = pilot_study(study, guess) else {
        return Ok((Decision::cpu(members * guess, None, "a short pilot of the sweep cannot be made"), None));
    };
    let (rate, share) = measure(&pilot, cpu, cpu.chunk_size())?;
    // the pilot ran a part of the duration
    let steps = members * share * (guess / PILOT_STEPS).max(1.0);
    let on_cpu = Cost { start: 0.0, rate };
    if on_cpu.total(steps) < SHORT {
        return Ok((Decision::cpu(steps, Some(on_cpu), "the CPU is done before a GPU is open"), None));
    }
    let reports = adapters();
    let report = match choose(&reports, options) {
        Ok(choice) => &reports[choice.place],
        Err(error) => return Ok((Decision::cpu(steps, Some(on_cpu), error.to_string()), None)),
    };
    let cached = match key(study, report, options) {
        Ok(cached) => cached,
        Err(error) => return Ok((Decision::cpu(steps, Some(on_cpu), error.to_string()), None)),
    };
    if let Some(kept) = cached.read().as_ref().and_then(Cost::from_json) {
        return Ok((decide(steps, on_cpu, &report.name, kept), None));
    }
    match device_cost(study, &pilot, options) {
        Ok((backend, cost)) => {
            // a cache that cannot be written costs the next run the same measurement
            // the form of the kernel may not have been known before
            key_of(backend.kernel(), report).write(&cost.to_json());
            let decision = decide(steps, on_cpu, &report.name, cost);
            Ok((decision, Some(backend)))
        }
        Err(error) => Ok((Decision::cpu(steps, Some(on_cpu), format!("the GPU is not used: {}", error.words)), None)),
    }
}

/// The file that keeps what a device costs for a kernel.
fn key(study: &Study, report: &AdapterReport, options: &GpuOptions) -> Result<Cached, GpuError> {
    let kernel = forms::remembered_kernel(study, report, options.precision, options.form)?;
    Ok(key_of(&kernel, report))
}

fn key_of(kernel: &Kernel, report: &AdapterReport) -> Cached {
    let text: String = Sha256::digest(&kernel.text).iter().map(|byte| format!("{byte:02x}")).collect();
    let precision = format!("{:?}", kernel.precision);
    Cached::new("crossover", &[&report.name, &report.driver, &report.interface, &precision, &text])
}

/// Opens a device and measures what it costs.
fn device_cost(study: &Study, pilot: &Study, options: &GpuOptions) -> Result<(GpuBackend, Cost), BackendError> {
    let begin = Instant::now();
    let backend = GpuBackend::new(study, options)?;
    let start = begin.elapsed().as_secs_f64();
    // durations are no part of a kernel, so that of the study serves its pilot
    let (rate, _) = measure(pilot, &backend, backend.chunk_size().min(PILOT_MEMBERS))?;
    Ok((backend, Cost { start, rate }))
}

/// The study over so short a duration that a member takes a few hundred steps.
fn pilot_study(study: &Study, steps: f64) -> Result<Study, crate::ensemble::StudyError> {
    if steps <= PILOT_STEPS {
        return Ok(study.clone());
    }
    let method = &study.method;
    let whole: f64 = method.duration.evaluate(&study.mechanism.defaults());
    let duration = Expr::Constant(whole * PILOT_STEPS / steps);
    study.with_method(Method { duration, ..method.clone() })
}

/// Steps per second, and steps per member, of a backend on ever more of the first members of a study.
fn measure(study: &Study, backend: &dyn Backend, most: usize) -> Result<(f64, f64), BackendError> {
    let mut count = 256.min(most);
    loop {
        let members = Members::draw_repeated(study, count);
        let begin = Instant::now();
        let chunk = backend.run(study, members)?;
        let took = begin.elapsed().max(Duration::from_nanos(1)).as_secs_f64();
        let steps: f64 = chunk.steps.iter().zip(&chunk.rejected).map(|(a, b)| f64::from(*a) + f64::from(*b)).sum();
        if took >= PILOT_SECONDS || count >= most {
            // members that cannot begin make no step
            return Ok((steps.max(1.0) / took, (steps / count as f64).max(1.0)));
        }
        count = (count * 8).min(most);
    }
}

/// About how many steps a member takes: for adaptive steps, those of a thousandth of the duration.
pub fn expected_steps(study: &Study) -> f64 {
    match study.pace(&study.mechanism.defaults()) {
        Ok(Pace::Fixed(schedule)) => f64::from(schedule.count()),
        _ => 1000.0,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const CPU: Cost = Cost { start: 0.0, rate: 1e8 };
    const GPU: Cost = Cost { start: 1.0, rate: 1e10 };

    #[test]
    fn who_is_done_first_computes() {
        let small = decide(1e7, CPU, "a", GPU);
        assert!(!small.gpu);
        let crossover = small.crossover.unwrap();
        assert!((crossover - 1.0 / (1e-8 - 1e-10)).abs() < 1.0, "{crossover}");
        assert!(!decide(0.99 * crossover, CPU, "a", GPU).gpu);
        assert!(decide(1.01 * crossover, CPU, "a", GPU).gpu);
        let large = decide(1e11, CPU, "a", GPU);
        assert_eq!(large.why, "the GPU is predicted to take 11.00 s, the CPU 1000.00 s");
        // a device that is slower never wins, one that is there already always does
        let slow = decide(1e15, CPU, "a", Cost { rate: 1e7, ..GPU });
        assert!(!slow.gpu && slow.crossover.is_none());
        assert!(decide(1.0, CPU, "a", Cost { start: 0.0, rate: 2e8 }).gpu);
    }

    #[test]
    fn what_is_kept_comes_back_and_what_is_damaged_does_not() {
        assert_eq!(Cost::from_json(&GPU.to_json()), Some(GPU));
        for damaged in [
            json!(null),
            json!([1, 2]),
            json!({ "start_seconds": 1.0 }),
            json!({ "start_seconds": "1", "steps_per_second": 1e9 }),
            json!({ "start_seconds": -1.0, "steps_per_second": 1e9 }),
            json!({ "start_seconds": 1.0, "steps_per_second": 0.0 }),
        ] {
            assert_eq!(Cost::from_json(&damaged), None, "{damaged}");
        }
    }

    /// The whole way, on a software device if there is no other, which `auto` itself would not take.
    #[test]
    fn what_is_measured_decides() {
        let text = include_str!("../../scenarios/heavy_top_sweep.toml");
        let overrides = crate::io::scenario::Overrides { members: Some(1 << 14), seed: None };
        let s = crate::io::scenario::Scenario::parse(std::path::Path::new("top.toml"), text, overrides).unwrap();
        let study = &s.study;
        let options = GpuOptions::new(crate::num::Precision::Double).or_software();
        let Ok(choice) = choose(&adapters(), &options) else { return };
        let report = &adapters()[choice.place];
        let pilot = pilot_study(study, expected_steps(study)).unwrap();
        assert_eq!(expected_steps(&pilot), PILOT_STEPS);
        let (backend, cost) = device_cost(study, &pilot, &options).unwrap();
        assert_eq!(&backend.adapter().name, &report.name);
        assert!(cost.start > 0.0 && cost.rate > 1e3, "{cost:?}");
        // a key tells kernels apart, and finds its own again
        let other = study.with_method(Method { duration: Expr::Constant(0.05), ..study.method.clone() }).unwrap();
        assert_eq!(key(study, report, &options), key(&other, report, &options));
        let single = GpuOptions::new(crate::num::Precision::Single);
        assert_ne!(key(study, report, &options), key(study, report, &single));
    }

    #[test]
    fn the_manifest_has_the_figures() {
        let value = decide(1e11, CPU, "Tesseract", GPU).to_json();
        assert_eq!(value["chosen"], "gpu");
        assert_eq!(value["adapter"], "Tesseract");
        assert_eq!(value["gpu"]["start_seconds"], 1.0);
        assert_eq!(value["cpu"]["steps_per_second"], 1e8);
        assert_eq!(Decision::cpu(10.0, None, "why").to_json()["gpu"], Value::Null);
    }
}
