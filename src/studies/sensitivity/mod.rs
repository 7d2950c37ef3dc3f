//! What derivatives say of a whole ensemble: which parameters matter, and whether linear propagation of their
//! uncertainty suffices.

mod analyse;
mod estimate;
mod global;
mod page;
mod propagation;
mod record;

pub use analyse::{SensitivityError, analyse, check};
pub use estimate::Estimate;
pub use global::{GlobalMeasure, NoBound};
pub use page::{propagation_notes, propagation_table, ranking_notes, ranking_table};
pub use propagation::{Propagation, Term};
pub use record::{OutputSensitivity, ParameterMeasure, PropagationRecord, SensitivityFile};
