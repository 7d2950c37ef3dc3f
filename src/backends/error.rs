//! The reasons why backends cannot be opened.

use super::precision_choice::PrecisionError;
use crate::ensemble::BackendError;
use crate::gpu::GpuError;
use crate::num::Precision;

/// The reason why backends cannot be opened. The options are named as the command line has them.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BackendsError {
    /// An adapter is named, and none is used.
    #[error("--adapter {0}: --backend cpu uses no adapter; choose --backend gpu, or leave it out")]
    NoAdapterIsUsed(String),
    /// An adapter is named, and all are used.
    #[error("--adapter {0}: --backend all uses every adapter; choose --backend cpu,gpu for one of them")]
    AllAdaptersAreUsed(String),
    /// The CPU takes part, which has double precision alone.
    #[error(
        "--precision {}: the CPU backend computes in f64; choose --precision f64, or --backend gpu",
        .0.name()
    )]
    CpuPrecision(Precision),
    /// The precision needs a GPU, and there is none.
    #[error(
        "--precision {}: no GPU was found, and the CPU backend computes in f64; choose --precision f64, or --backend \
         gpu for a software device that stands in for a GPU",
        .0.name()
    )]
    NoGpuForPrecision(Precision),
    /// The precision needs a GPU, and the one that there is does not serve.
    #[error("--precision {}: {error}", .precision.name())]
    GpuPrecision {
        /// The precision.
        precision: Precision,
        /// Why.
        error: GpuError,
    },
    /// No precision can be chosen.
    #[error("--precision auto: {0}")]
    PrecisionAuto(#[from] PrecisionError),
    /// The GPU does not serve.
    #[error(transparent)]
    Gpu(#[from] GpuError),
    /// The members at a time are more than a backend takes.
    #[error(transparent)]
    Chunk(BackendError),
    /// Derivatives are found by the adjoint method.
    #[error("[sensitivity] method = \"adjoint\" runs on the CPU alone; choose --backend cpu, or method = \"direct\"")]
    AdjointOnCpu,
    /// Products are to be fused in steps that the adjoint method goes back over.
    #[error(
        "--arithmetic fused: [sensitivity] method = \"adjoint\" goes back over steps that round every operation; leave it \
         out, or choose method = \"direct\""
    )]
    FusedAdjoint,
    /// Products are to be fused, which devices do not do.
    #[error("--arithmetic fused: GPUs round every operation; choose --backend cpu, or --arithmetic exact")]
    FusedOnCpu,
    /// The CPU backend cannot be made.
    #[error(transparent)]
    Cpu(BackendError),
}

impl BackendsError {
    /// Says whether the options ask for what there is not; else a device or the CPU fails.
    pub fn is_input(&self) -> bool {
        match self {
            BackendsError::Cpu(_) | BackendsError::PrecisionAuto(PrecisionError::Backend(_)) => false,
            BackendsError::Gpu(error) | BackendsError::GpuPrecision { error, .. } => error.is_input(),
            _ => true,
        }
    }
}
