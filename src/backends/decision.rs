//! Whether the CPU or a GPU computes a study, by its size and by what both reach in double precision.

use crate::ensemble::cpu::peak;
use crate::ensemble::{StepSequence, Study};
use crate::gpu::{GpuOptions, adapters, choose, known_rates};
use crate::num::Precision;

/// Body-steps per thread of the CPU below which no GPU is looked for: about two seconds (heavy top, rkmk4, AVX-512),
/// which is what it takes to open a GPU, to record and compile a kernel and to compare its first steps.
const SMALL: f64 = 1e8;

/// What computes a study, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// Whether a GPU computes.
    pub gpu: bool,
    /// Steps of all members times bodies, expected.
    pub body_steps: f64,
    /// The GPU that was looked at.
    pub adapter: Option<String>,
    /// Products and sums per second in double precision that all threads of the CPU reach and that the GPU reaches,
    /// 1/s, where both were measured.
    pub rates: Option<[f64; 2]>,
    /// A message on why the backend was chosen.
    pub why: String,
}

impl Decision {
    /// Decides between the CPU with so many threads and the GPU that the options mean.
    ///
    /// A kernel and machine code make the same operations, so that the rates of products and sums tell which is done
    /// first, as far as both come equally near to them.
    pub(super) fn new(study: &Study, threads: usize, options: &GpuOptions) -> Self {
        let body_steps = body_steps(study);
        let cpu = Self { gpu: false, body_steps, adapter: None, rates: None, why: String::new() };
        if is_small(study, threads) {
            return Self { why: "so small a sweep is not worth a look at a GPU".into(), ..cpu };
        }
        let reports = adapters();
        let found = choose(&reports, options).and_then(|choice| Ok((choice, known_rates(options)?)));
        match found {
            Err(error) => Self { why: error.to_string(), ..cpu },
            Ok((choice, rates)) => {
                let gpu = rates.of(Precision::Double).unwrap_or(0.0);
                let adapter = Some(reports[choice.place].name.clone());
                Self { adapter, ..cpu.compare([peak::operations_per_second() * threads as f64, gpu]) }
            }
        }
    }

    /// Decides by rates of the CPU and of the GPU.
    fn compare(self, rates: [f64; 2]) -> Self {
        let [cpu, gpu] = rates;
        let why = format!("in f64 the GPU makes {gpu:.1e} products and sums a second, the CPU {cpu:.1e}");
        Self { gpu: gpu > cpu, rates: Some(rates), why, ..self }
    }

    /// Takes the CPU after all.
    pub(super) fn without_gpu(self, why: String) -> Self {
        Self { gpu: false, why, ..self }
    }
}

/// Says whether the CPU is done before a GPU could begin.
pub(super) fn is_small(study: &Study, threads: usize) -> bool {
    body_steps(study) < SMALL * threads as f64
}

/// Returns about how many body-steps a run takes: adaptive steps count as if they were a thousandth of the duration.
fn body_steps(study: &Study) -> f64 {
    let steps = match study.step_sequence(&study.mechanism.defaults()) {
        Ok(StepSequence::Fixed(equal)) => f64::from(equal.count()),
        _ => 1000.0,
    };
    study.plan().members() as f64 * steps * study.mechanism.unit_count() as f64
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::io::scenario::{Overrides, Scenario};

    fn study(members: u64) -> Study {
        let text = include_str!("../../scenarios/heavy_top_sweep.toml");
        let overrides = Overrides { members: Some(members), ..Overrides::default() };
        Scenario::parse(std::path::Path::new("top.toml"), text, overrides).unwrap().study
    }

    #[test]
    fn a_small_sweep_is_for_the_cpu() {
        // a thousand steps each
        assert!(is_small(&study(99_999), 1) && !is_small(&study(100_000), 1));
        assert!(is_small(&study(100_000), 2));
        let decision = Decision::new(&study(10), 1, &GpuOptions::new(Precision::Double));
        assert!(!decision.gpu && decision.adapter.is_none() && decision.body_steps == 1e4, "{decision:?}");
    }

    #[test]
    fn the_faster_computes() {
        let decision = Decision::new(&study(10), 1, &GpuOptions::new(Precision::Double));
        let slow = decision.clone().compare([2e10, 1.9e10]);
        assert!(!slow.gpu);
        let fast = decision.compare([2e10, 1e12]);
        assert!(fast.gpu);
        assert_eq!(fast.why, "in f64 the GPU makes 1.0e12 products and sums a second, the CPU 2.0e10");
        assert_eq!(fast.rates, Some([2e10, 1e12]));
        assert!(!fast.without_gpu("it is gone".into()).gpu);
    }

    /// A software device is never taken, but may be looked at.
    #[test]
    fn a_device_is_looked_at_by_what_it_reaches() {
        let options = GpuOptions::new(Precision::Double).or_software();
        let decision = Decision::new(&study(1 << 20), 1, &options);
        let Some([cpu, gpu]) = decision.rates else {
            assert!(std::env::var_os("GYROSWEEP_REQUIRE_GPU").is_none(), "a GPU is required: {}", decision.why);
            return;
        };
        assert!(cpu > 1e8 && gpu > 1e6, "{decision:?}");
        assert_eq!(decision.gpu, gpu > cpu);
        assert!(decision.adapter.is_some());
    }
}
