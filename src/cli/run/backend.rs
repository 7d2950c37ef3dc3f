//! Who computes a run: what the options ask for, what the machine has, what was measured.

use super::{BackendChoice, RunArguments, precision};
use crate::cli::console::Console;
use crate::cli::{Failure, PrecisionChoice, say_adapter};
use crate::ensemble::cpu::{CpuBackend, LaneWidth};
use crate::ensemble::statistics::BLOCK;
use crate::ensemble::{Backend, BackendError, Crew, Rescue, Study};
use crate::gpu::crossover::{self, Decision};
use crate::gpu::{Arithmetic, GpuBackend, GpuError, GpuOptions, adapters};
use crate::io::manifest::{BackendDecision, PrecisionDecision};
use crate::num::Precision;
use std::time::Duration;

/// Samples that a chunk holds in memory, at most about this many bytes.
const SAMPLE_MEMORY: f64 = 64e6;

/// The backends of a run.
pub(super) struct Team {
    backends: Vec<Box<dyn Backend>>,
    decision: Option<Decision>,
    precision: Option<PrecisionDecision>,
    threads: Option<usize>,
    width: LaneWidth,
    chunk: Option<usize>,
    most: Option<usize>,
}

impl Team {
    /// Opens what the options ask for.
    pub(super) fn new(console: &Console, arguments: &RunArguments, study: &Study) -> Result<Self, Failure> {
        check_adapter(console, arguments)?;
        let (precision, why) = precision::resolve(console, arguments, study)?;
        let mut team = Self {
            backends: Vec::new(),
            decision: None,
            precision: why,
            threads: arguments.threads.map(|n| n as usize),
            width: LaneWidth::for_members(study.plan().members()),
            chunk: arguments.chunk.map(|n| n as usize),
            most: sample_limit(study),
        };
        let asked = Asked { arguments, study, precision };
        match arguments.backend[..] {
            [BackendChoice::Auto] => team.decide(console, &asked)?,
            [BackendChoice::Cpu] => {
                asked.check_cpu()?;
                team.add_cpu()?;
            }
            [BackendChoice::Gpu] => team.backends.push(Box::new(asked.gpu(true).map_err(Failure::input)?)),
            [BackendChoice::All] => team.add_all(console, &asked)?,
            _ => {
                if arguments.backend.iter().any(|b| matches!(b, BackendChoice::Auto | BackendChoice::All)) {
                    return Err(Failure::input("--backend: auto and all stand alone; a list is made of cpu and gpu"));
                }
                asked.check_cpu()?;
                let gpu = asked.gpu(true).map_err(Failure::input)?;
                check_shared(&gpu).map_err(Failure::input)?;
                team.backends.push(Box::new(gpu));
                team.add_cpu()?;
            }
        }
        team.check_chunk(study)?;
        Ok(team)
    }

    fn add_cpu(&mut self) -> Result<(), Failure> {
        self.backends.push(Box::new(CpuBackend::new(self.threads, self.width).map_err(Failure::other)?));
        Ok(())
    }

    /// The CPU and every real adapter whose numbers are the CPU's.
    fn add_all(&mut self, console: &Console, asked: &Asked<'_>) -> Result<(), Failure> {
        asked.check_cpu()?;
        for (place, report) in adapters().iter().enumerate().filter(|(_, report)| !report.software) {
            let options = GpuOptions { adapter: Some((place + 1).to_string()), ..asked.options(false) };
            let opened = GpuBackend::new(asked.study, &options).and_then(|gpu| check_shared(&gpu).map(|()| gpu));
            match opened {
                Ok(gpu) => self.backends.push(Box::new(gpu)),
                Err(error) => console.warning(&format!("{} is not used: {error}", report.name)),
            }
        }
        if self.backends.is_empty() {
            console.warning("no GPU takes part; the CPU computes alone");
        }
        self.add_cpu()
    }

    /// The one that is done first.
    fn decide(&mut self, console: &Console, asked: &Asked<'_>) -> Result<(), Failure> {
        if asked.precision() != Precision::Double {
            let name = asked.name();
            let refused = |e| match e {
                GpuError::NoAdapter => Failure::input(format!(
                    "--precision {name}: no GPU was found, and the CPU backend computes in f64; choose \
                     --precision f64, or --backend gpu for a software device that stands in for a GPU"
                )),
                other => Failure::input(format!("--precision {name}: {other}")),
            };
            self.backends.push(Box::new(asked.gpu(false).map_err(refused)?));
            return Ok(());
        }
        let cpu = CpuBackend::new(self.threads, self.width).map_err(Failure::other)?;
        let options = asked.options(false);
        let (decision, opened) = crossover::choose_backend(asked.study, &cpu, &options).map_err(Failure::other)?;
        if decision.device.is_some() {
            console.line(&format!("backend: {}", decision.why));
        }
        let gpu = match (decision.gpu, opened) {
            (false, _) => None,
            (true, Some(gpu)) => Some(gpu),
            (true, None) => match GpuBackend::new(asked.study, &options) {
                Ok(gpu) => Some(gpu),
                Err(error) => {
                    console.warning(&format!("the GPU is not used: {error}"));
                    None
                }
            },
        };
        self.decision = Some(decision);
        self.backends.push(match gpu {
            Some(gpu) => Box::new(gpu),
            None => Box::new(cpu),
        });
        Ok(())
    }

    /// Fails where `--chunk` is more than a backend can take.
    fn check_chunk(&self, study: &Study) -> Result<(), Failure> {
        let Some(chunk) = self.chunk else { return Ok(()) };
        let largest = chunk.min(usize::try_from(study.plan().members()).unwrap_or(usize::MAX));
        self.backends.iter().try_for_each(|backend| backend.check_chunk(largest)).map_err(Failure::input)
    }

    /// Makes the CPU that stands in for a device that fails.
    pub(super) fn rescue(&self) -> impl Fn() -> Result<Box<dyn Backend>, BackendError> + Sync + use<> {
        let (threads, width) = (self.threads, self.width);
        move || Ok(Box::new(CpuBackend::new(threads, width)?))
    }

    /// The crew of a run.
    pub(super) fn crew<'a>(&'a self, rescue: &'a Rescue<'a>) -> Crew<'a> {
        let mut crew = Crew::new(self.backends.iter().map(AsRef::as_ref).collect());
        if let Some(chunk) = self.chunk {
            crew = crew.with_chunk(chunk);
        } else if let Some(most) = self.most {
            crew = crew.with_most(most);
        }
        if self.backends.iter().any(|backend| backend.is_device()) { crew.with_rescue(rescue) } else { crew }
    }

    /// The crew of a run that keeps no members: its chunks are whole blocks.
    pub(super) fn block_crew<'a>(&'a self, rescue: &'a Rescue<'a>) -> Crew<'a> {
        self.crew(rescue).with_blocks(BLOCK)
    }

    /// Why the precision was chosen, for the manifest.
    pub(super) fn precision(&self) -> Option<PrecisionDecision> {
        self.precision.clone()
    }

    /// Why `auto` chose as it did, for the manifest.
    pub(super) fn decision(&self) -> Option<BackendDecision> {
        self.decision.as_ref().map(Into::into)
    }
}

/// An adapter that is named takes part, and there is one of that name.
fn check_adapter(console: &Console, arguments: &RunArguments) -> Result<(), Failure> {
    let Some(adapter) = &arguments.adapter else { return Ok(()) };
    match arguments.backend[..] {
        [BackendChoice::Cpu] => Err(Failure::input(format!(
            "--adapter {adapter}: --backend cpu uses no adapter; choose --backend gpu, or leave it out"
        ))),
        [BackendChoice::All] => Err(Failure::input(format!(
            "--adapter {adapter}: --backend all uses every adapter; choose --backend cpu,gpu for one of them"
        ))),
        _ => say_adapter(console, adapter),
    }
}

/// What the options ask of a GPU.
struct Asked<'a> {
    arguments: &'a RunArguments,
    study: &'a Study,
    precision: Option<PrecisionChoice>,
}

impl Asked<'_> {
    fn precision(&self) -> Precision {
        self.precision.map_or(Precision::Double, PrecisionChoice::precision)
    }

    fn name(&self) -> &'static str {
        self.precision.map_or("", PrecisionChoice::name)
    }

    fn options(&self, software: bool) -> GpuOptions {
        let adapter = self.arguments.adapter.clone();
        let options = GpuOptions { software, adapter, ..GpuOptions::new(self.precision()) };
        let dispatch = self.arguments.dispatch_ms.map_or(options.dispatch, |ms| Duration::from_millis(ms.into()));
        GpuOptions { dispatch, form: self.arguments.kernel.form(), ..options }
    }

    fn gpu(&self, software: bool) -> Result<GpuBackend, GpuError> {
        GpuBackend::new(self.study, &self.options(software))
    }

    /// The CPU computes in double precision.
    fn check_cpu(&self) -> Result<(), Failure> {
        if self.precision() == Precision::Double {
            return Ok(());
        }
        Err(Failure::input(format!(
            "--precision {}: the CPU backend computes in f64; choose --precision f64, or --backend gpu",
            self.name()
        )))
    }
}

/// Fails where the results of members would depend on who computes them.
fn check_shared(gpu: &GpuBackend) -> Result<(), GpuError> {
    if gpu.arithmetic() == Arithmetic::Exact {
        return Ok(());
    }
    Err(GpuError::NotShared { adapter: gpu.adapter().name.clone() })
}

/// Members whose samples a chunk can hold in memory.
fn sample_limit(study: &Study) -> Option<usize> {
    let every = study.sampling?;
    let duration: f64 = study.method.duration.evaluate(&study.mechanism.defaults());
    let bytes = (duration / every + 2.0) * (study.mechanism.columns().len() + 2) as f64 * 8.0;
    Some(((SAMPLE_MEMORY / bytes) as usize).max(16))
}
