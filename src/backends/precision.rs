//! The precision of a run, decided before anything else is.

use super::decision::is_small;
use super::error::BackendsError;
use super::options::{BackendChoice, BackendOptions, Note, PrecisionRequest};
use super::precision_choice::{Candidate, PrecisionChoice, choose_precision};
use super::waiting::open_gpu;
use crate::ensemble::cpu::{CpuBackend, LaneWidth};
use crate::ensemble::{Backend, Study};
use crate::gpu::{GpuError, known_rates};
use crate::num::Precision;
use std::cell::RefCell;

/// Says why `auto` chose a precision.
#[derive(Clone, Debug)]
pub struct PrecisionReason {
    /// The precision.
    pub precision: Precision,
    /// A message on why the precision was chosen.
    pub why: String,
    /// How precisions compare on some members, where they were compared.
    pub pilot: Option<PrecisionChoice>,
}

/// Returns the precision that is asked for, or the one that `auto` chooses, and why.
pub(super) fn resolve(
    study: &Study,
    options: &BackendOptions,
    say: &mut dyn FnMut(Note),
) -> Result<(Precision, Option<PrecisionReason>), BackendsError> {
    match options.precision {
        None => Ok((Precision::Double, None)),
        Some(PrecisionRequest::Given(precision)) => Ok((precision, None)),
        Some(PrecisionRequest::Auto) => {
            let reason = choose(study, options, say)?;
            say(Note::Choice(reason.why.clone()));
            Ok((reason.precision, Some(reason)))
        }
    }
}

/// Returns the precision that serves, and why.
fn choose(
    study: &Study,
    options: &BackendOptions,
    say: &mut dyn FnMut(Note),
) -> Result<PrecisionReason, BackendsError> {
    let on_cpu = |why: String| {
        Ok(PrecisionReason { precision: Precision::Double, why: format!("precision f64: {why}"), pilot: None })
    };
    let cpu = CpuBackend::new(options.threads, LaneWidth::for_study(study));
    let cpu = cpu.map_err(BackendsError::Cpu)?;
    let software = match options.backend {
        BackendChoice::Gpu => true,
        BackendChoice::Auto if options.adapter.is_none() && is_small(study, cpu.threads()) => {
            return on_cpu(
                "the ensemble is small, and the CPU, which computes in f64, is done before a choice is made".into(),
            );
        }
        BackendChoice::Auto => false,
        BackendChoice::Cpu | BackendChoice::CpuAndGpu | BackendChoice::All => {
            return on_cpu("the CPU takes part, which computes in f64".into());
        }
    };
    let rates = match known_rates(&options.of_gpu(Precision::Single, software)) {
        Ok(rates) => rates,
        Err(GpuError::NoAdapter) if !software => {
            return on_cpu("no GPU was found, and the CPU computes in f64".into());
        }
        Err(error) if !software => {
            return on_cpu(format!("the GPU is not used ({error}), and the CPU computes in f64"));
        }
        Err(error) => return Err(error.into()),
    };
    let candidates: Vec<Candidate> =
        rates.multiply_add.iter().map(|(precision, rate)| Candidate { precision: *precision, rate: *rate }).collect();
    let say = RefCell::new(say);
    let device = |precision: Precision| -> Result<Box<dyn Backend>, String> {
        let gpu = open_gpu(study, &options.of_gpu(precision, software), &mut **say.borrow_mut());
        Ok(Box::new(gpu.map_err(|e| e.to_string())?))
    };
    let choice = choose_precision(study, &candidates, &cpu, &device)?;
    Ok(PrecisionReason { precision: choice.precision, why: choice.words(), pilot: Some(choice) })
}
