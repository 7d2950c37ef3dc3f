//! Why nothing can be said of the members of a run.

use crate::ensemble::BackendError;
use crate::io::table::ReadError;

/// Says why nothing can be said.
#[derive(Debug, thiserror::Error)]
pub enum SensitivityError {
    /// The members are not drawn from distributions.
    #[error(
        "{scenario}: the plan is {plan:?}, whose members are not drawn from distributions, and without these nothing tells \
         which parameters matter; accepted: a run of it with distributions in [plan.vary], such as [plan] kind = \"saltelli\" (Sobol' indices), \
         \"shapley\" (of dependent parameters), \"morris\" (screening), \"sobol\" or \"random\""
    )]
    NoDistributions {
        /// The scenario.
        scenario: String,
        /// The kind of the plan.
        plan: &'static str,
    },
    /// Too many members failed.
    #[error("{folder}: {why}")]
    Failed {
        /// The folder of the results.
        folder: String,
        /// How many failed, how, and what helps.
        why: String,
    },
    /// The results are of another scenario.
    #[error("{folder} holds the results of another scenario or of another text of it ({found}); run {scenario} again")]
    OtherScenario {
        /// The folder of the results.
        folder: String,
        /// The scenario that the manifest names.
        found: String,
        /// The scenario that was given.
        scenario: String,
    },
    /// The results are none of runs.
    #[error("{folder} holds the results of `gyrosweep {verb}`; accepted: those of `gyrosweep run`")]
    OfVerb {
        /// The folder of the results.
        folder: String,
        /// The verb.
        verb: String,
    },
    /// The members were not kept.
    #[error("{0} holds statistics only; a run without --statistics keeps the members")]
    NoMembers(String),
    /// The table cannot be read.
    #[error(transparent)]
    Table(#[from] ReadError),
    /// No output has the polynomial chaos that is asked for.
    #[error("{0}")]
    Chaos(String),
    /// The central member cannot be computed.
    #[error("the member at the means of all distributions: {0}")]
    Central(#[from] BackendError),
}
