//! `gyrosweep statics`: the equilibria of members under growing loads.

mod backend;
mod request;
mod table;

pub(super) use backend::{Paths, backend};
pub use request::Request;
pub(super) use request::study_of;
