//! The reasons why a study is not made.

use crate::backends::BackendsError;
use crate::io::manifest::TableMismatch;
use crate::io::output_file::OutputError;
use crate::report::PictureError;

/// Says why a study is not made, or not to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// What is asked for cannot be.
    #[error("{0}")]
    Input(String),
    /// Something else has failed.
    #[error("{0}")]
    Other(String),
    /// It was asked to stop.
    #[error("{0}")]
    Stopped(String),
    /// A run has failed and keeps the results of some members.
    #[error("{message}")]
    Unfinished {
        /// What has failed.
        message: String,
        /// Members whose results are kept.
        kept: u64,
    },
}

impl Failure {
    /// Makes one of what is asked for.
    pub fn input(error: impl std::fmt::Display) -> Self {
        Failure::Input(error.to_string())
    }

    /// Makes one of anything else.
    pub fn other(error: impl std::fmt::Display) -> Self {
        Failure::Other(error.to_string())
    }

    fn of(error: impl std::fmt::Display, is_input: bool) -> Self {
        if is_input { Failure::input(error) } else { Failure::other(error) }
    }
}

impl From<BackendsError> for Failure {
    fn from(error: BackendsError) -> Self {
        let is_input = error.is_input();
        Self::of(error, is_input)
    }
}

impl From<PictureError> for Failure {
    fn from(error: PictureError) -> Self {
        let is_input = error.is_input();
        Self::of(error, is_input)
    }
}

impl From<OutputError> for Failure {
    fn from(error: OutputError) -> Self {
        let is_input = error.is_input();
        Self::of(error, is_input)
    }
}

impl From<TableMismatch> for Failure {
    fn from(error: TableMismatch) -> Self {
        let is_input = error.is_input();
        Self::of(error, is_input)
    }
}
