//! `gyrosweep statics`: the equilibria of members under growing loads.

mod backend;
mod request;
mod table;

pub use request::Request;
