//! Recording an equation as a graph.
//!
//! [`record`] evaluates a function in [`Traced`] numbers. What it did comes back as a [`Graph`]:
//! equal operations shared, constants folded exactly (nothing is reassociated), dead operations gone.
//!
//! What a user wrote is recorded exactly ([`crate::num::Real::exactly`]): the graph gives the bits of IEEE arithmetic,
//! signs of zeros and what is not a number included. The equations of mechanics have zeros by their structure: what
//! they are factors and terms of is dropped, with the sign of a zero. A factor of theirs that need not be finite is
//! required to be where no result would show it ([`crate::num::Real::require_finite`], `finite.rs`), which costs the project's
//! scenarios no operation.
//!
//! [`derivatives`] records the derivatives of what has been recorded so far.
//!
//! A function that comes again and again is recorded by itself and called ([`crate::num::Real::call`], [`RecordedFunction`]).
//!
//! The graph is printed as WGSL by [`wgsl`], and [`interpret()`] evaluates it in f64, which is the oracle for both. A
//! [`Tape`] runs it on the CPU; [`InterpretedFunctions`] are tapes that a kernel interprets.

mod blocks;
mod calls;
mod chain_rule;
mod contract;
mod copy;
mod differentiate;
mod few_alive;
mod finite;
mod function;
mod graph;
mod interpret;
mod interpreted;
mod node;
mod recording;
mod schedule;
mod slopes;
mod table_entry;
mod table_layout;
mod tape;
mod traced;
pub mod wgsl;

pub use blocks::Blocks;
pub use differentiate::{derivatives, derivatives_along};
pub use graph::{Graph, Input, Rate, RecordedFunction};
pub use interpret::{interpret, values_so_far};
pub use interpreted::{InterpretedFunctions, ROUND};
pub use node::{Node, NodeId};
pub use recording::{Recorded, Traced, TracedMask, record, record_again};
pub use schedule::{FirstPart, Schedule};
pub use table_entry::TableEntry;
pub use table_layout::TableLayout;
pub use tape::{Slots, Tape};
