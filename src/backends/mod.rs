//! Which backends compute a study: what is asked for, what the machine has, what was measured of it.
//!
//! [`OpenBackends::open`] takes [`BackendOptions`], decides where they leave a choice ([`Decision`], and
//! [`precision_choice`] for the precision), opens the backends and makes a backend pool of them. What a
//! user should know on the way, it says as [`Note`]s.

mod decision;
mod error;
mod memory;
mod open;
mod options;
mod precision;
pub mod precision_choice;
mod waiting;

pub use decision::Decision;
pub use error::BackendsError;
pub use memory::{check_columns, check_recording};
pub use open::OpenBackends;
pub use options::{BackendChoice, BackendOptions, Note, PrecisionRequest};
pub use precision::PrecisionReason;
