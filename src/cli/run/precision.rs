//! `--precision auto`: which precision a run needs, decided before anything else is.

use super::{BackendChoice, RunArguments};
use crate::cli::console::Console;
use crate::cli::{Failure, PrecisionChoice};
use crate::convergence::precision::{Candidate, choose_precision};
use crate::ensemble::cpu::{CpuBackend, LaneWidth};
use crate::ensemble::{Backend, Pace, Study};
use crate::gpu::{GpuBackend, GpuError, GpuOptions, known_rates};
use crate::io::manifest::PrecisionDecision;
use crate::num::Precision;

/// The precision that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum AskedPrecision {
    /// Single precision, the state compensated (GPU only)
    F32,
    /// Double-float numbers, the sums of two of f32: about 48 bits (GPU only)
    Df64,
    /// Double precision
    F64,
    /// The cheapest whose rounding stays below the error of the integration, measured on some members
    Auto,
}

/// Body-steps below which the pilot would take longer than the CPU takes for all: about two seconds of one core.
const LARGE: f64 = 1e8;

/// The precision that is asked for, or the one that `auto` chooses, and why, for the manifest.
pub(super) fn resolve(
    console: &Console,
    arguments: &RunArguments,
    study: &Study,
) -> Result<(Option<PrecisionChoice>, Option<PrecisionDecision>), Failure> {
    let given = |choice| Ok((Some(choice), None));
    match arguments.precision {
        None => Ok((None, None)),
        Some(AskedPrecision::F32) => given(PrecisionChoice::F32),
        Some(AskedPrecision::Df64) => given(PrecisionChoice::Df64),
        Some(AskedPrecision::F64) => given(PrecisionChoice::F64),
        Some(AskedPrecision::Auto) => {
            let decision = choose(arguments, study)?;
            console.line(&decision.why);
            let choice = match decision.precision {
                Precision::Single => PrecisionChoice::F32,
                Precision::DoubleFloat => PrecisionChoice::Df64,
                Precision::Double => PrecisionChoice::F64,
            };
            Ok((Some(choice), Some(decision)))
        }
    }
}

/// The precision, and why.
fn choose(arguments: &RunArguments, study: &Study) -> Result<PrecisionDecision, Failure> {
    let on_cpu = |why: String| {
        Ok(PrecisionDecision { precision: Precision::Double, why: format!("precision f64: {why}"), pilot: None })
    };
    let software = match arguments.backend[..] {
        [BackendChoice::Gpu] => true,
        [BackendChoice::Auto] if arguments.adapter.is_none() && body_steps(study) < LARGE => {
            return on_cpu(
                "the ensemble is small, and the CPU, which computes in f64, is done before a choice is made".into(),
            );
        }
        [BackendChoice::Auto] => false,
        _ => return on_cpu("the CPU takes part, which computes in f64".into()),
    };
    let options = |precision| GpuOptions { software, adapter: arguments.adapter.clone(), ..GpuOptions::new(precision) };
    let rates = match known_rates(&options(Precision::Single)) {
        Ok(rates) => rates,
        Err(GpuError::NoAdapter) if !software => {
            return on_cpu("no GPU was found, and the CPU computes in f64".into());
        }
        Err(error) if !software => {
            return on_cpu(format!("the GPU is not used ({error}), and the CPU computes in f64"));
        }
        Err(error) => return Err(Failure::input(error)),
    };
    let candidates: Vec<Candidate> =
        rates.multiply_add.iter().map(|(precision, rate)| Candidate { precision: *precision, rate: *rate }).collect();
    let threads = arguments.threads.map(|n| n as usize);
    let cpu = CpuBackend::new(threads, LaneWidth::for_members(study.plan().members())).map_err(Failure::other)?;
    let device = |precision: Precision| -> Result<Box<dyn Backend>, String> {
        Ok(Box::new(GpuBackend::new(study, &options(precision)).map_err(|e| e.to_string())?))
    };
    let choice = choose_precision(study, &candidates, &cpu, &device)
        .map_err(|e| Failure::input(format!("--precision auto: {e}")))?;
    Ok((&choice).into())
}

/// About how many body-steps a run takes: adaptive steps are taken for those of a thousandth of the duration.
fn body_steps(study: &Study) -> f64 {
    let steps = match study.pace(&study.mechanism.defaults()) {
        Ok(Pace::Fixed(schedule)) => f64::from(schedule.count()),
        _ => 1000.0,
    };
    study.plan().members() as f64 * steps * study.mechanism.unit_count() as f64
}
