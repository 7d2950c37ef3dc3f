//! Reliability: the probability that a member fails, by design points, by importance sampling and by subset simulation, with what
//! tells whether they agree.
//!
//! All methods see the parameters as independent standard normal numbers ([`crate::sampling::standard`]). Each round of a method
//! is one ensemble: a step of all searches for design points, all members of importance sampling, a step of all chains of all
//! repeats of subset simulation. Random numbers are those of their place, so that neither threads nor chunks decide anything.

mod agreement;
mod evaluate;
mod first_order;
mod form;
mod importance;
mod judge;
mod members;
mod normal;
mod page;
mod points;
mod random;
mod record;
mod request;
mod sorm;
mod stop;
mod subset;
mod system;

pub use record::{
    BestRecord, ByParameter, ImportanceRecord, PointRecord, RandomRecord, ReliabilityManifest, ReliabilityRecord,
    StartRecord, SubsetRecord, SystemRecord,
};
pub use request::{Found, Request};
