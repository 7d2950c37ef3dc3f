//! `gyrosweep modes`: frequencies and damping of the motions near the starts of members.

mod backend;
mod campbell;
mod followed;
mod of_member;
mod request;
mod shapes;

pub(super) use backend::backend;
pub use campbell::{MULTIPLES, critical_rates, rotation_rate};
pub use of_member::{Mode, ModesOfMember};
pub(super) use request::OfDefaults;
pub use request::{Modes, Request};
pub use shapes::{BodyShape, Shape, Shapes};
