//! What derivatives say of a whole ensemble: which parameters matter, and whether linear propagation of their
//! uncertainty suffices.

mod analyse;
mod global;
mod page;
mod propagation;
mod record;
mod request;

pub use analyse::SensitivityError;
pub use global::{GlobalMeasure, NoBound};
pub use propagation::{Propagation, Term};
pub use record::{OutputSensitivity, ParameterMeasure, PropagationRecord, SensitivityFile};
pub(in crate::studies) use request::measures_of;
pub use request::{Found, Request};
