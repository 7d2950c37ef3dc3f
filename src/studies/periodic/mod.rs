//! `gyrosweep periodic`: periodic motions of members, their multipliers, and their branches.

mod backend;
mod loads;
mod request;
mod table;

pub(super) use request::backend_of;
pub use request::{Periodic, Request};
