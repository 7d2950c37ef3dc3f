//! Recording an equation as a graph.
//!
//! [`record`] evaluates a function in [`Traced`] numbers. What it did comes back as a [`Graph`]:
//! equal operations shared, constants folded exactly (nothing is reassociated), dead operations gone.
//! The graph is printed as WGSL by [`wgsl`], and [`interpret`] evaluates it in f64, which is the
//! oracle for both. A [`Tape`] runs it on the CPU; [`InterpretedFunctions`] are tapes that a kernel interprets.

mod finite;
mod graph;
mod interpret;
mod interpreted;
mod schedule;
mod tape;
mod traced;
pub mod wgsl;

pub use graph::{Graph, Input, Node, NodeId, Rate};
pub use interpret::interpret;
pub use interpreted::{InterpretedFunctions, ROUND};
pub use schedule::Schedule;
pub use tape::{Memory, Tape};
pub use traced::{Recorded, Traced, TracedMask, record};
