//! What members and derivatives say of a whole ensemble: which parameters matter, by indices and bounds of them, and whether
//! linear propagation of their uncertainty suffices.

mod analyse;
mod chaos;
mod drawn;
mod error;
mod failed;
mod global;
mod indices;
mod indices_page;
mod page;
mod propagation;
mod record;
mod request;
mod rounding;

pub use error::SensitivityError;
pub use global::{GlobalMeasure, NoBound};
pub use propagation::{Propagation, Term};
pub use record::{
    ChaosRecord, ChaosTerm, IndexRecord, IndicesRecord, OutputSensitivity, ParameterMeasure, PropagationRecord,
    SensitivityFile, WithoutIndices,
};
pub(in crate::studies) use request::measures_of;
pub use request::{Found, Request};
