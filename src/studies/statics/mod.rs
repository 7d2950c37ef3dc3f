//! `gyrosweep statics`: the equilibria of members under growing loads.

mod backend;
mod request;

pub(super) use backend::backend;
pub(super) use request::study_of;
pub use request::{Request, Statics};
