//! Runs: all members of a plan, or a part of them, with their results in a folder or in memory.

mod course;
mod found;
mod page;
mod part;
mod ranges;
mod replay;
mod request;
mod shard;
mod verify;

pub use found::Found;
pub use page::{outputs, pose_tables, probability_table, slow_member, summary, survivors};
pub(in crate::studies) use part::{options, suffix};
pub use replay::replay;
pub use request::{OwnBackend, Part, Request, Share, Target};
pub use shard::Shard;
pub use verify::fraction;
