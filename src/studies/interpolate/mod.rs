//! `gyrosweep interpolate`: poses of a table at other times, with their velocities, by any basis and metric of
//! [`crate::interpolation`].

mod against;
mod page;
mod record;
mod request;
mod table;

pub use crate::interpolation::{BASES, BasisKind, Choice, METRICS, Smoothing};
pub use record::{ErrorRecord, InterpolationFile, SmoothingRecord};
pub use request::{Request, Times};
