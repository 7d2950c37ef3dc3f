//! The reasons why a backend and a precision were chosen, for the manifest.

use crate::backends::{Decision, PrecisionReason};
use crate::num::Precision;
use serde::{Deserialize, Serialize};

/// The reason why `--backend auto` chose the CPU or a GPU.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BackendDecision {
    /// What was chosen.
    pub chosen: ChosenBackend,
    /// The reason for the choice, in words.
    pub why: String,
    /// Steps of all members times bodies, expected.
    pub body_steps_expected: f64,
    /// The adapter that was looked at; null where none was.
    pub adapter: Option<String>,
    /// Products and sums in double precision that all threads of the CPU reach, 1/s; null where that was not measured.
    pub cpu_multiply_add: Option<f64>,
    /// Products and sums in double precision that the adapter reaches, 1/s.
    pub gpu_multiply_add: Option<f64>,
}

/// What computes a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChosenBackend {
    /// The CPU.
    Cpu,
    /// A GPU.
    Gpu,
}

impl From<&Decision> for BackendDecision {
    fn from(decision: &Decision) -> Self {
        let [cpu, gpu] = decision.rates.map_or([None; 2], |rates| rates.map(Some));
        Self {
            chosen: if decision.gpu { ChosenBackend::Gpu } else { ChosenBackend::Cpu },
            why: decision.why.clone(),
            body_steps_expected: decision.body_steps,
            adapter: decision.adapter.clone(),
            cpu_multiply_add: cpu,
            gpu_multiply_add: gpu,
        }
    }
}

/// The reason why `--precision auto` chose a precision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PrecisionDecision {
    /// The precision.
    pub precision: Precision,
    /// The reason for the choice, in words.
    pub why: String,
    /// The keys of [`Pilot`], where precisions were compared.
    #[serde(flatten)]
    pub pilot: Option<Pilot>,
}

/// How precisions compare on some members.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pilot {
    /// The error of integration, relative to the largest magnitude of an output; null where it is infinite.
    pub integration_error: Option<f64>,
    /// How that error is known, in words.
    pub integration_error_from: String,
    /// The largest rounding that is small enough, relative.
    pub rounding_at_most: Option<f64>,
    /// False where no rounding is small enough, and the precision that rounds least was taken.
    pub suffices: bool,
    /// The precisions of the device, the fastest first.
    pub candidates: Vec<PrecisionCandidate>,
}

/// What came out for a precision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PrecisionCandidate {
    /// The precision.
    pub precision: Precision,
    /// Products and sums that the device makes in the precision, 1/s.
    pub operations_per_second: f64,
    /// The largest rounding of the precision, relative; null where it was not tried, is infinite, or the precision
    /// cannot compute the study.
    pub rounding: Option<f64>,
    /// The output component where the rounding is largest; empty where nothing is rounded.
    pub largest_in: Option<String>,
    /// The reason why the precision cannot compute the study.
    pub refused: Option<String>,
}

impl From<&PrecisionReason> for PrecisionDecision {
    fn from(reason: &PrecisionReason) -> Self {
        let pilot = reason.pilot.as_ref().map(|choice| {
            let candidates = choice.roundings.iter().map(|rounding| {
                let measured = rounding.error.as_ref().and_then(|e| e.as_ref().ok());
                PrecisionCandidate {
                    precision: rounding.candidate.precision,
                    operations_per_second: rounding.candidate.rate,
                    rounding: measured.map(|(error, _)| *error),
                    largest_in: measured.map(|(_, column)| column.clone()),
                    refused: rounding.error.as_ref().and_then(|e| e.as_ref().err()).cloned(),
                }
            });
            Pilot {
                integration_error: Some(choice.integration),
                integration_error_from: choice.source.clone(),
                rounding_at_most: Some(choice.rounding_limit()),
                suffices: choice.suffices,
                candidates: candidates.collect(),
            }
        });
        Self { precision: reason.precision, why: reason.why.clone(), pilot }
    }
}
