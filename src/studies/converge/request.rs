//! What a comparison of methods is asked.

use super::{At, Clock, MakeBackend, Sweep, Target, halvings};
use crate::backends::{BackendChoice, BackendOptions, Note, PrecisionRequest};
use crate::ensemble::Study;
use crate::ensemble::cpu::{CpuBackend, LaneWidth};
use crate::gpu::{GpuBackend, GpuOptions, adapters, choose};
use crate::io::folder::Existing;
use crate::io::scenario::Scenario;
use crate::num::Precision;
use crate::studies::{AnalysisKind, Failure, Listener};
use std::path::PathBuf;

/// Asks which method reaches which error, and what it costs.
#[derive(Debug)]
pub struct Request {
    /// The scenario.
    pub scenario: Scenario,
    /// The member of the plan that is integrated; the default parameters where it is absent.
    pub member: Option<u64>,
    /// Integrators; all where there are none.
    pub integrators: Vec<String>,
    /// Formulations; the scenario's where there are none.
    pub formulations: Vec<String>,
    /// Equal steps, s.
    pub steps: Vec<f64>,
    /// Steps from the scenario's, each half of the one before.
    pub halvings: Option<u32>,
    /// Longer steps, each twice the one before.
    pub doublings: Option<u32>,
    /// Relative tolerances of adaptive steps.
    pub tolerances: Vec<f64>,
    /// Elements of each beam, with the scenario's own method; methods are compared where there are none.
    pub elements: Vec<usize>,
    /// What outputs are of; of elements alone others than runs.
    pub analysis: AnalysisKind,
    /// Outputs or components that make the error; the first that serves where there are none.
    pub output: Vec<String>,
    /// When the error is taken.
    pub at: At,
    /// A table that the error is taken against; a fine solution where it is absent.
    pub reference: Option<PathBuf>,
    /// The wanted error; that of the scenario's own method where it is absent.
    pub error: Option<f64>,
    /// What computes: one thread of the CPU, or a GPU.
    pub backends: BackendOptions,
    /// How often every time is measured.
    pub repeats: u32,
    /// Members that are integrated at once while a time is measured.
    pub batch: Option<usize>,
    /// Wall time that may be spent, s.
    pub seconds: f64,
    /// Where the results go; `results/`, the name of the scenario and `_convergence` where it is absent.
    pub folder: Option<PathBuf>,
    /// What is done with results that are there already.
    pub existing: Existing,
}

impl Request {
    /// Asks for all methods in the formulation of a scenario, for a minute.
    pub fn of(scenario: Scenario) -> Self {
        Self {
            scenario,
            member: None,
            integrators: Vec::new(),
            formulations: Vec::new(),
            steps: Vec::new(),
            halvings: None,
            doublings: None,
            tolerances: Vec::new(),
            elements: Vec::new(),
            analysis: AnalysisKind::Run,
            output: Vec::new(),
            at: At::End,
            reference: None,
            error: None,
            backends: BackendOptions { backend: BackendChoice::Cpu, ..BackendOptions::default() },
            repeats: 3,
            batch: None,
            seconds: 60.0,
            folder: None,
            existing: Existing::Refuse,
        }
    }
}

/// Steps where neither the scenario's tolerances nor the request say otherwise: those of the paper, and longer ones.
const HALVINGS: u32 = 8;
const DOUBLINGS: u32 = 7;

impl Request {
    pub(super) fn target(&self) -> Result<Target, Failure> {
        Target::new(&self.scenario.study, self.member, &self.output, self.at).map_err(Failure::input)
    }

    /// Returns what is tried: equal steps where they are asked for, or where the scenario's own steps are equal and no
    /// tolerances are given; tolerances accordingly.
    pub(super) fn sweep(&self, target: &Target) -> Result<Sweep, Failure> {
        let mut sweep = Sweep::default();
        sweep.add_integrators(&self.integrators).map_err(|e| Failure::input(format!("--integrators: {e}")))?;
        sweep.add_formulations(&self.formulations).map_err(|e| Failure::input(format!("--formulations: {e}")))?;
        let asked = self.halvings.is_some() || self.doublings.is_some();
        sweep.thrifty = self.steps.is_empty();
        sweep.steps = match target.own_step() {
            _ if !self.steps.is_empty() => falling(&self.steps),
            None if asked => {
                return Err(Failure::input(
                    "--halvings, --doublings: the scenario's steps are adaptive, so there is no step to begin with; give \
                     --steps",
                ));
            }
            Some(step) if asked || self.tolerances.is_empty() => {
                let coarser = self.doublings.unwrap_or(DOUBLINGS);
                halvings(step, coarser, self.halvings.unwrap_or(HALVINGS), target.duration())
            }
            _ => Vec::new(),
        };
        sweep.tolerances = match self.tolerances.as_slice() {
            [] if sweep.steps.is_empty() => (3..=12).map(|digits| 10f64.powi(-digits)).collect(),
            given => falling(given),
        };
        Ok(sweep)
    }

    fn is_on_gpu(&self) -> bool {
        self.backends.backend == BackendChoice::Gpu
    }

    /// Returns what makes the backend of a study; refuses an adapter that nothing uses, and says which one is meant.
    pub(super) fn backend(&self, listener: &dyn Listener) -> Result<Box<MakeBackend<'static>>, Failure> {
        let adapter = self.backends.adapter.clone();
        let precision = match self.backends.precision {
            Some(PrecisionRequest::Given(precision)) => precision,
            _ => Precision::Double,
        };
        if let Some(name) = &adapter {
            if !self.is_on_gpu() {
                let message = format!("--adapter {name}: --backend cpu uses no adapter; choose --backend gpu");
                return Err(Failure::input(message));
            }
            let options = GpuOptions { adapter: adapter.clone(), ..GpuOptions::new(Precision::Single) };
            let choice = choose(&adapters(), &options).map_err(Failure::input)?;
            choice.remark.into_iter().for_each(|remark| listener.note(Note::Warning(remark)));
        }
        if self.is_on_gpu() {
            let options = GpuOptions { adapter, ..GpuOptions::new(precision).or_software() };
            return Ok(Box::new(move |study: &Study| Ok(Box::new(GpuBackend::new(study, &options)?) as _)));
        }
        if precision != Precision::Double {
            let name = precision.name();
            let message = format!("--precision {name}: the CPU backend computes in f64; choose --backend gpu");
            return Err(Failure::input(message));
        }
        // one member alone runs as the scalar reference, which needs no recording
        let width = if self.repeats == 0 { LaneWidth::One } else { LaneWidth::best() };
        Ok(Box::new(move |_: &Study| Ok(Box::new(CpuBackend::new(Some(1), width)?) as _)))
    }

    /// Returns which time is measured, and of how many members at once.
    pub(super) fn clock(&self) -> (Clock, usize) {
        let (clock, batch) =
            if self.is_on_gpu() { (Clock::Wall, 4096) } else { (Clock::Cpu, LaneWidth::best().count()) };
        (clock, self.batch.unwrap_or(batch))
    }
}

/// Returns numbers in falling order, each once.
fn falling(numbers: &[f64]) -> Vec<f64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    sorted.dedup();
    sorted
}
